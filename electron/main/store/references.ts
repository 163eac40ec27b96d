// The batch's fingerprint, and the reference of each row. A row's reference is made of its merchant, payee, amount and remark
// and of how many like it this desk has already confirmed, and of nothing else of its file: so any computer that has not
// paid it makes the same one, from any file, and the gateway knows it. A payout has one successor whatever is corrected
// about it, so the corrections are left out of a retry's reference. Nothing is compared as a language does: a reference
// would differ between two computers.

import { createHash, hash, randomBytes } from 'node:crypto';
import type { Mid, Reference, Sha256 } from '../../../shared/ids.ts';
import type { Beneficiary, CheckedRow, Payment } from '../../../shared/rows.ts';
import type { AuditLog } from './audit-log.ts';
import type { DeskDatabase } from './desk-database.ts';
import { BENEFICIARY_COLUMNS, type BeneficiaryColumns, decodeBeneficiary } from './payout-rows.ts';

/** 25 hex digits are 100 bits, which fit into 20 characters of A-Z and 0-9, as every reference of ours has them. */
const REFERENCE_HEX_DIGITS = 25;
const REFERENCE_CHARACTERS = 20;

/** A reference of ours, made of this text alone. Shape: 20 characters of A-Z and 0-9, the first of them 0 to 3. */
function hashedReference(content: string): Reference {
  return base36(hash('sha256', content, 'hex').slice(0, REFERENCE_HEX_DIGITS), REFERENCE_CHARACTERS) as Reference;
}

function base36(hex: string, characters: number): string {
  return BigInt(`0x${hex}`).toString(36).toUpperCase().padStart(characters, '0');
}

/** Opens the reference of a row, so that those are told from what desks made of whole files before, and from a retry's. */
const ROW_LETTER = 'R';

/** 24 hex digits are 96 bits, which fit into the 19 characters that are left. */
const ROW_HEX_DIGITS = 24;

/**
 * The reference of a merchant's payment of this content, numbered from 1: R and 19 characters of A-Z and 0-9.
 */
export function rowReference(mid: Mid, { beneficiary, amountPaise, remark }: RowContent, number: number): Reference {
  const content = `row\0${mid}\0${payeeText(beneficiary)}\0${amountPaise}\0${remark}\0${number}`;
  const digits = hash('sha256', content, 'hex').slice(0, ROW_HEX_DIGITS);
  return `${ROW_LETTER}${base36(digits, REFERENCE_CHARACTERS - 1)}` as Reference;
}

/** A computer that confirmed a row, dropped it unsent and confirmed it again sent it under the next number. */
const LATER_NUMBERS = 2;

/** One desk never pays anybody the same more often than this. */
const NUMBER_MAX = 100;

/** The references under which another computer may have paid the row with this one; none for references that were not made row by row. */
export function laterReferences(mid: Mid, payment: RowContent, reference: Reference): readonly Reference[] {
  if (!reference.startsWith(ROW_LETTER)) return [];
  for (let number = 1; number <= NUMBER_MAX; number += 1) {
    if (rowReference(mid, payment, number) !== reference) continue;
    return Array.from({ length: LATER_NUMBERS }, (_, at) => rowReference(mid, payment, number + 1 + at));
  }
  return [];
}

/** The parts of a payment that its reference is made of. */
type RowContent = Pick<Payment, 'beneficiary' | 'amountPaise' | 'remark'>;

/** Rows handed to the hash at once: one by one they take twice as long, all together as much memory as the file. */
const ROWS_AT_ONCE = 1_024;

/** SHA-256 over the rows' content, their order and names aside. */
export function batchFingerprint(payments: readonly Payment[]): Sha256 {
  const rows = payments.map(paymentText).sort();
  const digest = createHash('sha256');
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    digest.update(`${rows.slice(at, at + ROWS_AT_ONCE).join('\n')}\n`);
  }
  return digest.digest('hex') as Sha256;
}

/** That of a file's rows: what a ceiling alone blocks counts as well. */
export function rowsFingerprint(rows: readonly CheckedRow[]): Sha256 {
  return batchFingerprint(rows.flatMap((row) => (row.kind === 'payable' ? row.payment : (row.aboveCeiling ?? []))));
}

/** Joined, not written as a template: the parts of a template would be kept until it is compared. */
function paymentText({ beneficiary, amountPaise, remark, reference }: Payment): string {
  return [payeeText(beneficiary), amountPaise, remark, reference ?? ''].join('\0');
}

/**
 * Makes the references of one batch as desks did before each row had its own: what a lost batch may have paid under, row by
 * row in file order. Shape: 20 characters of A-Z and 0-9.
 */
export function fileReferences(batch: {
  readonly mid: Mid;
  readonly fingerprint: Sha256;
  readonly runNumber: number;
}): (payment: Payment) => Reference {
  const { mid, fingerprint, runNumber } = batch;
  // By the reference of the first of them, which is kept anyway: a text for each row would take more memory than the row.
  const occurrences = new Map<Reference, number>();
  return ({ beneficiary, amountPaise }) => {
    const what = `${payeeText(beneficiary)}\u0000${amountPaise}`;
    const nameOf = (occurrence: number): Reference =>
      hashedReference(`${mid}\u0000${fingerprint}\u0000${what}\u0000${occurrence}\u0000${runNumber}`);
    const first = nameOf(1);
    const occurrence = (occurrences.get(first) ?? 0) + 1;
    occurrences.set(first, occurrence);
    return occurrence === 1 ? first : nameOf(occurrence);
  };
}

/**
 * Who is paid, as references spell it: with the branch and every zero. It is not personKey(), and never follows it, else a
 * row that was paid before would make a reference that the gateway has never seen.
 */
function payeeText(beneficiary: Beneficiary): string {
  return beneficiary.method === 'UPI'
    ? `upi:${beneficiary.upiId.toLowerCase()}`
    : `imps:${beneficiary.ifsc}:${beneficiary.accountNumber}`;
}

/** Makes the reference. Shape: 20 characters of A-Z and 0-9. */
export function retryReference({ mid, retryOf }: { readonly mid: Mid; readonly retryOf: Reference }): Reference {
  // References are compared without case, so two spellings of one have the same successor.
  return hashedReference(`retry\u0000${mid}\u0000${retryOf.toUpperCase()}`);
}

/** A row that takes a reference. `payAgain`: a person pays it although the gateway knows its reference. */
interface RowToName {
  readonly payment: Payment;
  readonly payAgain?: boolean;
}

/** `known` is the gateway's word for the reference, if it was ever heard to know it; else null. */
interface NamedRow {
  readonly reference: Reference;
  readonly known: string | null;
}

/** `taken` holds the index of a row whose reference another payment has. */
export type RowNames =
  | { readonly kind: 'named'; readonly rows: readonly NamedRow[] }
  | { readonly kind: 'taken'; readonly at: number; readonly reference: Reference };

/** A reference that this desk has heard of: `payoutId` is the payout here that has it, `word` as in NamedRow. */
interface HeardReference {
  readonly reference: Reference;
  readonly payoutId: number | null;
  readonly referenceFrom: 'desk' | 'sheet' | null;
  readonly word: string | null;
}

const UNHEARD: readonly HeardReference[] = [];

interface ContentRow extends BeneficiaryColumns {
  readonly amountPaise: number;
  readonly remark: string;
}

/**
 * Prepares naming the rows of a file that are to be paid, in file order. The first of those with one content takes the first
 * number that no payout of this desk has, the next one the number after that: so which of two equal rows is left out changes
 * nothing. The sheet's own reference stays. A number that the gateway knows is passed over where a person pays the row all the
 * same, and once a later one was used here.
 */
export function prepareNameRows(database: DeskDatabase): (mid: Mid, rows: readonly RowToName[]) => RowNames {
  const heard = database.statement<[string, number], HeardReference>(
    `SELECT asked.value AS reference, p.payout_id AS payoutId, p.reference_from AS referenceFrom, known.word AS word
     FROM merchants m CROSS JOIN json_each(?) asked
     LEFT JOIN payout_references taken ON taken.merchant_id = m.merchant_id AND taken.reference = asked.value
     LEFT JOIN payouts p ON p.payout_id = taken.payout_id
     LEFT JOIN known_references known ON known.merchant_id = m.merchant_id AND known.reference = asked.value
     WHERE m.mid = ? AND (p.payout_id IS NOT NULL OR known.word IS NOT NULL)`,
  );
  const hasAny = database
    .statement<[], 0 | 1>('SELECT EXISTS (SELECT 1 FROM payout_references) OR EXISTS (SELECT 1 FROM known_references)')
    .pluck();
  const contentOf = database.statement<[number], ContentRow>(
    `SELECT ${BENEFICIARY_COLUMNS}, amount_paise AS amountPaise, remark FROM payouts WHERE payout_id = ?`,
  );
  // What the desk made of a content is no other's; a sheet may hold anything.
  const isAnothers = ({ payoutId, referenceFrom }: HeardReference, payment: RowContent): boolean => {
    if (payoutId === null || referenceFrom !== 'sheet') return false;
    const row = contentOf.get(payoutId);
    if (row === undefined || row.remark !== payment.remark || row.amountPaise !== payment.amountPaise) return true;
    return payeeText(decodeBeneficiary(row)) !== payeeText(payment.beneficiary);
  };

  return (mid, rows) => {
    // While nothing stands in the tables, nothing is asked.
    const isNew = hasAny.get() !== 1;
    const own = new Set(rows.flatMap(({ payment: { reference } }) => reference?.toUpperCase() ?? []));
    // By the first reference of a content, which is mostly kept anyway: a text for each row would take more memory than the row.
    const used = new Map<Reference, number>();
    const named: NamedRow[] = [];
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
      const some = rows.slice(from, from + ROWS_AT_ONCE).map(({ payment, payAgain = false }) => ({
        payment,
        payAgain,
        made: [payment.reference ?? rowReference(mid, payment, 1)],
      }));
      const nameOf = ({ payment, made }: (typeof some)[number], number: number): Reference => {
        const reference = made[number - 1] ?? rowReference(mid, payment, number);
        if (number === made.length + 1) made.push(reference);
        return reference;
      };
      const found = new Map<Reference, readonly HeardReference[]>();
      const ask = (references: readonly Reference[]): void => {
        if (isNew) return;
        for (const reference of references) found.set(reference, UNHEARD);
        for (const one of heard.all(JSON.stringify(references), mid)) {
          found.set(one.reference, [...(found.get(one.reference) ?? UNHEARD), one]);
        }
      };
      const hitsOf = (reference: Reference): readonly HeardReference[] => {
        const hits = isNew ? UNHEARD : found.get(reference);
        if (hits !== undefined) return hits;
        ask([reference]);
        return found.get(reference) ?? UNHEARD;
      };
      ask(some.map((row) => nameOf(row, 1)));
      // All at once for each number: one by one they take several times as long.
      for (let number = 1, open = some; open.length > 0; number += 1) {
        open = open.filter((row) => row.payment.reference === null && isTaken(hitsOf(nameOf(row, number))));
        ask(open.map((row) => nameOf(row, number + 1)));
      }
      for (const [at, row] of some.entries()) {
        const { payment, payAgain } = row;
        if (payment.reference !== null) {
          named.push({ reference: payment.reference, known: wordOf(hitsOf(payment.reference)) });
          continue;
        }
        const content = nameOf(row, 1);
        let number = (used.get(content) ?? 0) + 1;
        for (; ; number += 1) {
          const reference = nameOf(row, number);
          const hits = hitsOf(reference);
          if (own.has(reference) || hits.some((hit) => isAnothers(hit, payment))) {
            return { kind: 'taken', at: from + at, reference };
          }
          if (isTaken(hits)) continue;
          const word = wordOf(hits);
          if (word !== null && (payAgain || isPassed((later) => hitsOf(nameOf(row, later)), number))) continue;
          named.push({ reference, known: word });
          break;
        }
        used.set(content, number);
      }
    }
    return { kind: 'named', rows: named };
  };
}

function isTaken(hits: readonly HeardReference[]): boolean {
  return hits.some(({ payoutId }) => payoutId !== null);
}

function wordOf(hits: readonly HeardReference[]): string | null {
  return hits.find(({ word }) => word !== null)?.word ?? null;
}

/** Whether the number after those that the gateway knows was used here: a person has passed over them before. */
function isPassed(hitsOf: (number: number) => readonly HeardReference[], known: number): boolean {
  let number = known;
  while (!isTaken(hitsOf(number)) && wordOf(hitsOf(number)) !== null) number += 1;
  return isTaken(hitsOf(number));
}

/** References that the gateway was heard to know although no payout here has them. */
export interface KnownReferences {
  /** Keeps what it was heard to know, each once. Errors: throws what the disk refuses. */
  note(merchantId: number, heard: readonly Known[], nowMs: number): void;
  /** The gateway's word for one that it was heard to know; null for any other. */
  wordOf(mid: Mid, reference: Reference): string | null;
  /** Whether any was heard of under this merchant id since then. */
  anySince(mid: Mid, sinceMs: number): boolean;
}

/** A row's reference: `knownAs` is the one that the gateway knows, `word` its own word for the state. */
interface Known {
  readonly reference: Reference;
  readonly knownAs: Reference;
  readonly word: string;
}

/** Opens them in a writable database. */
export function openKnownReferences(database: DeskDatabase, audit: AuditLog): KnownReferences {
  const insert = database.statement(
    `INSERT OR IGNORE INTO known_references (merchant_id, reference, known_as, word, heard_at_ms) VALUES (?, ?, ?, ?, ?)`,
  );
  const word = database
    .statement<[number, Reference], string>(
      `SELECT word FROM known_references
       WHERE merchant_id IN (SELECT merchant_id FROM merchants WHERE mid = ?) AND reference = ?`,
    )
    .pluck();
  const newest = database
    .statement<[number, number], 1>(
      `SELECT 1 FROM known_references WHERE merchant_id IN (SELECT merchant_id FROM merchants WHERE mid = ?)
         AND heard_at_ms >= ? LIMIT 1`,
    )
    .pluck();
  return {
    note: audit.transaction((merchantId: number, heard: readonly Known[], nowMs: number) => {
      const added = heard.filter(
        ({ reference, knownAs, word }) => insert.run(merchantId, reference, knownAs, word, nowMs).changes > 0,
      );
      if (added.length > 0) audit.append({ atMs: nowMs, what: 'knownElsewhere', detail: { count: added.length } });
    }),
    wordOf: (mid, reference) => word.get(mid, reference) ?? null,
    anySince: (mid, sinceMs) => newest.get(mid, sinceMs) === 1,
  };
}

/**
 * A reference for asking how the gateway says "not known": no payout has one, since a payout's is made from its content.
 * Shape: 20 characters of A-F and 0-9.
 */
export function inventReference(): string {
  return randomBytes(10).toString('hex').toUpperCase();
}
