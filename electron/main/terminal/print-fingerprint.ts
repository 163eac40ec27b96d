// How the gateway says "not known", for people. In: the fingerprint that the look-ups learned. Out: words.
// This file must never show what an answer was not: a fingerprint that it cannot read is only called one.

/** What each place of a fingerprint holds, in its order; null for what people do not read: the names of the fields. */
const PLACES = ['HTTP', 'status', null, 'txn_status', 'error_code', 'code'] as const;

/** The HTTP status and the gateway's own words. Shape: the end of a sentence, without its full stop. */
export function notKnownWords(fingerprint: string | null): string {
  if (fingerprint === null) return 'not learned yet, so no answer counts as "not known"';
  const parts = partsOf(fingerprint);
  const words = PLACES.flatMap((place, index) => {
    const part = parts[index];
    const isWord = typeof part === 'number' || (typeof part === 'string' && part !== '');
    return place === null || !isWord ? [] : [`${place} ${part}`];
  });
  return words.length === 0
    ? 'known to the desk, and too long to show (`--json` has its fingerprint)'
    : words.join(', ');
}

/** The parts of a fingerprint. Errors: none of one that is only a hash. */
function partsOf(fingerprint: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(fingerprint);
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}
