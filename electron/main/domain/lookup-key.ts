import type { LookupKey } from '../../../shared/outcomes.ts';

const PLACEHOLDERS: ReadonlySet<string> = new Set([
  'na',
  'nan',
  'nil',
  'null',
  'none',
  'undefined',
  'unknown',
  'pending',
  'notavailable',
  'true',
  'false',
]);

/** Whether a transaction id identifies no payment: empty, one repeated character such as zeros, or a word for nothing. */
export function isPlaceholderId(transactionId: string): boolean {
  const bare = transactionId.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
  return bare === '' || /^(.)\1*$/u.test(bare) || PLACEHOLDERS.has(bare);
}

/**
 * A key that names no payment, of the same kind and shape as this one: a gateway may look up its own ids elsewhere than our
 * references, and may reject an id of another shape without looking. If the invented key finds a payment, an answer to the real
 * one may be about somebody else's. `invented` is a random reference, never used.
 */
export function inventedKey(key: LookupKey, invented: string): LookupKey {
  return key.by === 'reference'
    ? { by: 'reference', reference: invented }
    : { by: 'transactionId', transactionId: inventedId(key.transactionId, invented), reference: invented };
}

/** Changes every digit to another digit and every letter to another letter, driven by the characters of `invented`. */
function inventedId(transactionId: string, invented: string): string {
  // An id without letters beyond F may be hexadecimal and has to stay so.
  const letters = /[g-z]/i.test(transactionId) ? 26 : 6;
  const moved = [...transactionId].map((character, at) => {
    const by = invented.charCodeAt(at % invented.length);
    if (/[0-9]/.test(character)) return String((Number(character) + 1 + (by % 9)) % 10);
    if (!/[a-z]/i.test(character)) return character;
    const first = /[a-z]/.test(character) ? 'a'.charCodeAt(0) : 'A'.charCodeAt(0);
    return String.fromCharCode(first + ((character.charCodeAt(0) - first + 1 + (by % (letters - 1))) % letters));
  });
  const other = moved.join('');
  return other === transactionId ? invented : other;
}
