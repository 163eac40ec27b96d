// Names that nobody has ever used.

import { randomBytes } from 'node:crypto';

/**
 * A reference for asking how the gateway says "not known": no payout has one, since a payout's is made from its content.
 * Shape: 20 characters of A-F and 0-9.
 */
export function inventReference(): string {
  return randomBytes(10).toString('hex').toUpperCase();
}

/** A name for something that only those who were given it can ask for: 128 bits. */
export function newHandle(): string {
  return randomBytes(16).toString('base64url');
}
