// Which key a look-up may be trusted with.

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

/** Whether a transaction id names no payment: empty, one repeated character such as zeros, or a word for nothing. */
export function isPlaceholderId(transactionId: string): boolean {
  const bare = transactionId.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
  return bare === '' || /^(.)\1*$/u.test(bare) || PLACEHOLDERS.has(bare);
}

/**
 * A key that names no payment, of the kind and the shape of this one: a gateway may look its own ids up elsewhere than our
 * references, and may turn an id of another shape away unread. An answer that names any payment beside it is of somebody
 * else's. Shape: `invented` is a reference that nobody has ever used.
 */
export function inventedKey(key: LookupKey, invented: string): LookupKey {
  return key.by === 'reference'
    ? { by: 'reference', reference: invented }
    : { by: 'transactionId', transactionId: inventedId(key.transactionId, invented), reference: invented };
}

/** Moves every digit to another digit and every letter to another letter, by the characters of what was invented. */
function inventedId(transactionId: string, invented: string): string {
  // An id without a letter beyond F may be hexadecimal, and has to stay so.
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
