// What the register may know of a payment. Whoever reads it without the team's key learns amounts, states and times, but no name,
// no account and no reference: those are keyed hashes, for finding what is the same, and sealed text, for a desk to compare.

import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, scryptSync } from 'node:crypto';
import { invariant } from '../../../shared/failures.ts';
import type { Intention } from '../domain/same-payment.ts';

export const TEAM_KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** What a keyed hash is of. Two kinds never have one hash, whatever they are made of. */
type KeyedKind = 'payee' | 'name' | 'same' | 'reference' | 'check' | 'approval';

/** What one desk tells the others about a payment. */
export interface SealedPayment {
  readonly intention: Omit<Intention, 'payee'>;
  readonly reference: string;
  /** The user and the computer that claimed it. */
  readonly by: string;
  /** Absent where an older version sealed it. */
  readonly shown?: PayeeShown;
}

/** Whom a payment pays, as its sheet spells it, for the other desks to show. `payTo`: the UPI ID or the account number. */
export interface PayeeShown {
  readonly name: string | null;
  readonly payTo: string;
  readonly ifsc: string | null;
  readonly remark: string;
}

export interface TeamKey {
  /** A keyed hash, as the text of a UUID. */
  keyed(kind: KeyedKind, text: string): string;
  seal(payment: SealedPayment): Buffer;
  /** Null for what another key sealed, or what was changed since. */
  open(sealed: Uint8Array): SealedPayment | null;
  /** For what approvers must read, and who is on hold, with a key of its own. */
  sealText(text: string): Buffer;
  /** Null as for open(). */
  openText(sealed: Uint8Array): string | null;
}

export function teamKey(secret: Buffer): TeamKey {
  invariant(secret.length === TEAM_KEY_BYTES, 'a team key has 32 bytes');
  const derived = (use: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', `payout desk ${use}`, 32));
  const hashing = derived('hash');
  const sealing = derived('seal');
  const carrying = derived('carry');
  return {
    keyed: (kind, text) => {
      const hex = createHmac('sha256', hashing).update(`${kind}\0${text}`).digest('hex');
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
    },
    seal: (payment) => sealText(sealing, JSON.stringify(plain(payment))),
    open: (sealed) => {
      const text = openText(sealing, sealed);
      return text === null ? null : decode(text);
    },
    sealText: (text) => sealText(carrying, text),
    openText: (sealed) => openText(carrying, sealed),
  };
}

/** Every part of a purpose, so that equal purposes have one text. */
export function purposeText({ purpose }: Pick<Intention, 'purpose'>): string {
  return JSON.stringify(plainPurpose(purpose));
}

function sealText(key: Buffer, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

function openText(key: Buffer, sealed: Uint8Array): string | null {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    const body = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([body, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

type PlainPurpose = ReturnType<typeof plainPurpose>;
type PlainPayment = ReturnType<typeof plain>;

function plainPurpose({ kinds, numbers, period, ...rest }: Intention['purpose']) {
  return { ...rest, kinds: [...kinds].sort(), numbers: [...numbers].sort(byName), period: [...period].sort(byName) };
}

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : one > other ? 1 : 0;

function plain({ intention: { name, amountPaise, purpose }, reference, by, shown }: SealedPayment) {
  const payment = { name, amountPaise, reference, by, purpose: plainPurpose(purpose) };
  return shown === undefined ? payment : { ...payment, shown };
}

function decode(text: string): SealedPayment {
  // Decoding: only a desk with the team's key could have sealed it.
  const { name, amountPaise, purpose, ...facts } = JSON.parse(text) as PlainPayment;
  return { ...facts, intention: { name, amountPaise, purpose: asPurpose(purpose) } };
}

function asPurpose({ kinds, numbers, period, ...rest }: PlainPurpose): Intention['purpose'] {
  return { ...rest, kinds: new Set(kinds), numbers: new Map(numbers), period: new Map(period) };
}

// The join file carries the team's key from the desk that made the register to the others, sealed with a passphrase.

const SCRYPT = { N: 1 << 16, r: 8, p: 1, maxmem: 1 << 27 };
const SALT_BYTES = 16;

/** Seals the team's key with a passphrase; the result is base64. */
export function sealWithPassphrase(secret: Buffer, passphrase: string): string {
  const salt = randomBytes(SALT_BYTES);
  const sealed = sealText(passphraseKey(passphrase, salt), secret.toString('base64'));
  return Buffer.concat([salt, sealed]).toString('base64');
}

/** Null for a wrong passphrase or a changed file. */
export function openWithPassphrase(text: string, passphrase: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length <= SALT_BYTES) return null;
  const opened = openText(passphraseKey(passphrase, bytes.subarray(0, SALT_BYTES)), bytes.subarray(SALT_BYTES));
  const secret = opened === null ? null : Buffer.from(opened, 'base64');
  return secret?.length === TEAM_KEY_BYTES ? secret : null;
}

function passphraseKey(passphrase: string, salt: Buffer): Buffer {
  return scryptSync(passphrase.normalize('NFKC'), salt, 32, SCRYPT);
}
