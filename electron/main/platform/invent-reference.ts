// A reference that nobody has ever used, for asking how the gateway says "not known". No payout has one: a payout's
// reference is made from its content.

import { randomBytes } from 'node:crypto';

/** Ten random bytes, so that no two in the world are the same. Shape: 20 characters of A-F and 0-9. */
export function inventReference(): string {
  return randomBytes(10).toString('hex').toUpperCase();
}
