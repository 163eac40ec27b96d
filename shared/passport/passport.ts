// A payment passport: what one payment was at one moment, and the path from it to an entry of the payer's audit log. The text of a
// passport is ASCII and has one form only: reading and writing it again gives the same bytes, so that whatever stands in it is
// either hashed or follows from what is. Whoever has the entry's hash from the payer can tell that nothing of it was changed.
// Whoever has not can tell nothing: anybody can make a tree and an entry of his own.

import type { Environment } from '../profiles.ts';
import { LANGUAGES, type Language } from '../report-forms.ts';
import { METHODS, type Method } from '../rows.ts';
import { STATE_KINDS, type StateKind } from '../states.ts';
import { type LeafPlace, leafHash, rootOver, type Sha256Of } from './merkle.ts';

/** The entry of the audit log that holds the root of a tree of passports. */
export const ROOT_ENTRY = 'passportRoot';

/** At most so many passports have one root. */
export const PASSPORTS_MAX = 2_000;

/** What is shown. `payTo` is a UPI ID or the last digits of an account; times are local, with their offset. */
export interface PassportPayment {
  readonly payout: string;
  readonly environment: Environment;
  readonly payer: string;
  readonly mid: number;
  readonly payee: string | null;
  readonly method: Method;
  readonly payTo: string;
  readonly ifsc: string | null;
  readonly bank: string | null;
  readonly amountPaise: number;
  readonly state: StateKind;
  /** Whether a person decided what the gateway did not say. */
  readonly isDecided: boolean;
  /** Whether an alarm about it was unread. */
  readonly isAlarmed: boolean;
  readonly utr: string | null;
  readonly rrn: string | null;
  readonly transactionId: string | null;
  readonly reference: string;
  readonly remark: string;
  readonly sentAt: string | null;
  readonly settledAt: string | null;
  readonly asOf: string;
  /** The last entry of the audit log about this payment then, and its hash. */
  readonly entry: number;
  readonly entryHash: string;
  readonly language: Language;
}

/** The PDF without what is added once the root is known: its length, its hash, and the objects that are then filled in. */
export interface PassportPage {
  readonly bytes: number;
  readonly sha256: string;
  /** 0 where there is no QR code. */
  readonly code: number;
  readonly file: number;
}

/** An entry of the audit log as it was hashed. Its author is left out: the entry before it names who made the passports. */
export interface RootEntry {
  readonly sequence: number;
  readonly atMs: number;
  readonly batchId: number | null;
  readonly count: number;
  readonly root: string;
  /** The hash of the entry before it. */
  readonly before: string;
}

/** `salt`: random, so that nobody can guess the content behind a hash of a path. */
export interface Passport {
  readonly passport: 1;
  readonly payment: PassportPayment;
  readonly salt: string;
  readonly page: PassportPage;
  readonly leaf: number;
  readonly path: readonly string[];
  readonly entry: RootEntry;
}

/** An entry of the audit log, as it is hashed. */
export interface HashedEntry {
  readonly sequence: number;
  readonly atMs: number;
  readonly actor: string;
  readonly what: string;
  readonly batchId: number | null;
  readonly payoutId: number | null;
  readonly detail: string;
  readonly rows: string;
}

/** What the hash of an entry is over: the hash before it, a newline, and the entry as a JSON list. */
export function entryText(before: string, entry: HashedEntry): string {
  const { sequence, atMs, actor, what, batchId, payoutId, detail, rows } = entry;
  return `${before}\n${JSON.stringify([sequence, atMs, actor, what, batchId, payoutId, detail, rows])}`;
}

export function rootDetail({ count, root }: Pick<RootEntry, 'count' | 'root'>): {
  readonly count: number;
  readonly root: string;
} {
  return { count, root };
}

function rootEntryText(entry: RootEntry): string {
  const { sequence, atMs, batchId, before } = entry;
  const detail = JSON.stringify(rootDetail(entry));
  return entryText(before, {
    sequence,
    atMs,
    actor: '',
    what: ROOT_ENTRY,
    batchId,
    payoutId: null,
    detail,
    rows: '[]',
  });
}

export function hashOfPassport(
  { payment, salt, page }: Pick<Passport, 'payment' | 'salt' | 'page'>,
  sha256: Sha256Of,
): Promise<string> {
  return leafHash(asciiBytes(asciiJson([payment, salt, page])), sha256);
}

/** The one text of a passport. */
export function encodePassport(passport: Passport): string {
  return asciiJson(passport);
}

/** Reads a passport; null for a text that encodePassport() would not write. White space at its ends does not count. */
export function decodePassport(text: string): Passport | null {
  const plain = text.trim();
  try {
    const read: unknown = JSON.parse(plain);
    if (!fits(read, SHAPE) || asciiJson(read) !== plain) return null;
    const passport = read as Passport;
    return Number(passport.passport) === 1 ? passport : null;
  } catch {
    return null;
  }
}

/** An entry of the audit log, by its number. */
export interface PassportHead {
  readonly sequence: number;
  readonly hash: string;
}

/** The entry that the passport leads to; null if its path does not lead to the root that it names. */
export async function headOf(passport: Passport, sha256: Sha256Of): Promise<PassportHead | null> {
  const { entry, leaf, path } = passport;
  const place: LeafPlace = { leaf, path, count: entry.count };
  const root = await rootOver(await hashOfPassport(passport, sha256), place, sha256);
  if (root !== entry.root) return null;
  return { sequence: entry.sequence, hash: await sha256(asciiBytes(rootEntryText(entry))) };
}

/** So many digits of a hash say as much as all 64: nobody can make another entry that begins with them. */
const HEAD_DIGITS_LEAST = 20;

/** Whether a typed hash, or its first digits, is this one; null if it is no hash or too short to say. */
export function isHead({ hash }: PassportHead, typed: string): boolean | null {
  const digits = typed.replaceAll(/\s/g, '').toLowerCase();
  if (!/^[0-9a-f]+$/.test(digits) || digits.length < HEAD_DIGITS_LEAST || digits.length > hash.length) return null;
  return hash.startsWith(digits);
}

/** A time of a passport as people read it: `01-04-2026 10:30 +05:30`. */
export function shownTime(iso: string): string {
  const [, year, month, day, minute, zone] =
    /^(\d{4})-(\d{2})-(\d{2})T(\d{2}:\d{2}).*([+-]\d{2}:\d{2})$/.exec(iso) ?? [];
  return year === undefined ? iso : `${day}-${month}-${year} ${minute} ${zone}`;
}

/** The bytes of a text of ASCII. */
export function asciiBytes(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** JSON with every other letter escaped, so that no program on the way can spell it in another way. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[\u007f-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A list is of the texts that may stand there. */
type Shape =
  | 'text'
  | 'text?'
  | 'whole'
  | 'whole?'
  | 'truth'
  | 'hash'
  | 'hashes'
  | readonly string[]
  | { readonly [name: string]: Shape };

const SHAPE: Shape = {
  passport: 'whole',
  payment: {
    payout: 'text',
    environment: ['LIVE', 'PRACTICE'] satisfies readonly Environment[],
    payer: 'text',
    mid: 'whole',
    payee: 'text?',
    method: METHODS,
    payTo: 'text',
    ifsc: 'text?',
    bank: 'text?',
    amountPaise: 'whole',
    state: STATE_KINDS,
    isDecided: 'truth',
    isAlarmed: 'truth',
    utr: 'text?',
    rrn: 'text?',
    transactionId: 'text?',
    reference: 'text',
    remark: 'text',
    sentAt: 'text?',
    settledAt: 'text?',
    asOf: 'text',
    entry: 'whole',
    entryHash: 'hash',
    language: LANGUAGES,
  },
  salt: 'text',
  page: { bytes: 'whole', sha256: 'hash', code: 'whole', file: 'whole' },
  leaf: 'whole',
  path: 'hashes',
  entry: { sequence: 'whole', atMs: 'whole', batchId: 'whole?', count: 'whole', root: 'hash', before: 'hash' },
};

function isListed(shape: Shape): shape is readonly string[] {
  return Array.isArray(shape);
}

function fits(value: unknown, shape: Shape): boolean {
  if (isListed(shape)) return typeof value === 'string' && shape.includes(value);
  switch (shape) {
    case 'text':
      return typeof value === 'string';
    case 'whole':
      return Number.isSafeInteger(value) && Number(value) >= 0;
    case 'truth':
      return typeof value === 'boolean';
    case 'hash':
      return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
    case 'text?':
      return value === null || fits(value, 'text');
    case 'whole?':
      return value === null || fits(value, 'whole');
    case 'hashes':
      return Array.isArray(value) && value.length <= 32 && value.every((one) => fits(one, 'hash'));
    default:
      // The same names in the same order, and no others.
      return (
        typeof value === 'object' &&
        value !== null &&
        Object.keys(value).join() === Object.keys(shape).join() &&
        Object.entries(shape).every(([name, part]) => fits(Reflect.get(value, name), part))
      );
  }
}
