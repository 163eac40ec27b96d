// The batch's fingerprint, and each row's reference. A row's reference is made from its merchant, payee, amount, remark and the
// number of equal rows that this desk has already confirmed, and from nothing else of the file. So any computer that has not
// paid the row makes the same reference from any file, and the gateway knows it. A payout has only one successor, whatever is
// corrected, so a retry's reference ignores the corrections. No comparison depends on a language: references would differ
// between computers.

import { createHash, hash, randomBytes } from 'node:crypto';
import type { Mid, Reference, Sha256 } from '../../../shared/ids.ts';
import type { Beneficiary, CheckedRow, Payment } from '../../../shared/rows.ts';
import type { AuditLog } from './audit-log.ts';
import type { DeskDatabase } from './desk-database.ts';
import { BENEFICIARY_COLUMNS, type BeneficiaryColumns, decodeBeneficiary } from './payout-rows.ts';

/** 25 hex digits are 100 bits, which fit into 20 characters of A-Z and 0-9. All our references have 20. */
const REFERENCE_HEX_DIGITS = 25;
const REFERENCE_CHARACTERS = 20;

/** Our reference, made from this text alone: 20 characters of A-Z and 0-9, the first of them 0 to 3. */
function hashedReference(content: string): Reference {
  return base36(hash('sha256', content, 'hex').slice(0, REFERENCE_HEX_DIGITS), REFERENCE_CHARACTERS) as Reference;
}

function base36(hex: string, characters: number): string {
  return BigInt(`0x${hex}`).toString(36).toUpperCase().padStart(characters, '0');
}

/** First letter of a row's reference. Tells it from a retry's, and from those that older desks made from whole files. */
const ROW_LETTER = 'R';

/** 24 hex digits are 96 bits, which fit into the remaining 19 characters. */
const ROW_HEX_DIGITS = 24;

/** The reference of the payment with this content and number (from 1): R and 19 characters of A-Z and 0-9. */
export function rowReference(mid: Mid, { beneficiary, amountPaise, remark }: RowContent, number: number): Reference {
  const content = `row\0${mid}\0${payeeText(beneficiary)}\0${amountPaise}\0${remark}\0${number}`;
  const digits = hash('sha256', content, 'hex').slice(0, ROW_HEX_DIGITS);
  return `${ROW_LETTER}${base36(digits, REFERENCE_CHARACTERS - 1)}` as Reference;
}

/** A computer that confirmed a row, dropped it unsent and confirmed it again sent it under the next number. */
const LATER_NUMBERS = 2;

/** One desk never repeats the same payment more often than this. */
const NUMBER_MAX = 100;

/** The references under which another computer may have paid this row; empty for a reference that was not made for a row. */
export function laterReferences(mid: Mid, payment: RowContent, reference: Reference): readonly Reference[] {
  if (!reference.startsWith(ROW_LETTER)) return [];
  for (let number = 1; number <= NUMBER_MAX; number += 1) {
    if (rowReference(mid, payment, number) !== reference) continue;
    return Array.from({ length: LATER_NUMBERS }, (_, at) => rowReference(mid, payment, number + 1 + at));
  }
  return [];
}

type RowContent = Pick<Payment, 'beneficiary' | 'amountPaise' | 'remark'>;

/** Rows hashed at once. One by one takes twice as long; all together takes as much memory as the file. */
const ROWS_AT_ONCE = 1_024;

/** SHA-256 over the rows' content, ignoring their order and names. */
export function batchFingerprint(payments: readonly Payment[]): Sha256 {
  const rows = payments.map(paymentText).sort();
  const digest = createHash('sha256');
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    digest.update(`${rows.slice(at, at + ROWS_AT_ONCE).join('\n')}\n`);
  }
  return digest.digest('hex') as Sha256;
}

/** The fingerprint of a file's rows. Rows blocked only by a ceiling count as well. */
export function rowsFingerprint(rows: readonly CheckedRow[]): Sha256 {
  return batchFingerprint(rows.flatMap((row) => (row.kind === 'payable' ? row.payment : (row.aboveCeiling ?? []))));
}

/** Uses join, not a template: the parts of a template would stay in memory until it is compared. */
function paymentText({ beneficiary, amountPaise, remark, reference }: Payment): string {
  return [payeeText(beneficiary), amountPaise, remark, reference ?? ''].join('\0');
}

/**
 * Makes a batch's references the way older desks did, before each row had its own: a lost batch may have been paid under these.
 * Call it row by row in file order. Each has 20 characters of A-Z and 0-9.
 */
export function fileReferences(batch: {
  readonly mid: Mid;
  readonly fingerprint: Sha256;
  readonly runNumber: number;
}): (payment: Payment) => Reference {
  const { mid, fingerprint, runNumber } = batch;
  // Keyed by the first reference, which is kept anyway: a text per row would take more memory than the row.
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
 * The payee as references spell it, with the branch and every zero. It must never follow personKey(): a row that was already paid
 * would get a reference that the gateway has never seen.
 */
function payeeText(beneficiary: Beneficiary): string {
  return beneficiary.method === 'UPI'
    ? `upi:${beneficiary.upiId.toLowerCase()}`
    : `imps:${beneficiary.ifsc}:${beneficiary.accountNumber}`;
}

/** A retry's reference: 20 characters of A-Z and 0-9. */
export function retryReference({ mid, retryOf }: { readonly mid: Mid; readonly retryOf: Reference }): Reference {
  // References are compared without case, so both spellings of one give the same successor.
  return hashedReference(`retry\u0000${mid}\u0000${retryOf.toUpperCase()}`);
}

/** A row that needs a reference. `payAgain`: a person pays it although the gateway knows its reference. */
interface RowToName {
  readonly payment: Payment;
  readonly payAgain?: boolean;
}

/** `known`: the gateway's word for the reference if it ever knew it, else null. */
interface NamedRow {
  readonly reference: Reference;
  readonly known: string | null;
}

/** `taken`: `at` is the index of a row whose reference belongs to another payment. */
export type RowNames =
  | { readonly kind: 'named'; readonly rows: readonly NamedRow[] }
  | { readonly kind: 'taken'; readonly at: number; readonly reference: Reference };

/** A reference that this desk has heard of. `payoutId`: the payout here that has it; `word`: as in NamedRow. */
interface NotedReference {
  readonly reference: Reference;
  readonly payoutId: number | null;
  readonly referenceFrom: 'desk' | 'sheet' | null;
  readonly word: string | null;
}

const UNHEARD: readonly NotedReference[] = [];

interface ContentRow extends BeneficiaryColumns {
  readonly amountPaise: number;
  readonly remark: string;
}

/**
 * Prepares giving references to a file's rows that are to be paid, in file order. The first row of each content takes the first
 * number that no payout of this desk has, the next row the number after that. So it does not matter which of two equal rows is
 * left out. A sheet's own reference is kept. A number that the gateway knows is skipped if a person pays the row anyway, and
 * once a later number was used here.
 */
export function prepareNameRows(database: DeskDatabase): (mid: Mid, rows: readonly RowToName[]) => RowNames {
  const noted = database.statement<[string, number], NotedReference>(
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
  // A reference made by the desk always belongs to its content; a sheet's may be anything.
  const isAnothers = ({ payoutId, referenceFrom }: NotedReference, payment: RowContent): boolean => {
    if (payoutId === null || referenceFrom !== 'sheet') return false;
    const row = contentOf.get(payoutId);
    if (row === undefined || row.remark !== payment.remark || row.amountPaise !== payment.amountPaise) return true;
    return payeeText(decodeBeneficiary(row)) !== payeeText(payment.beneficiary);
  };

  return (mid, rows) => {
    // While the tables are empty, nothing is queried.
    const isNew = hasAny.get() !== 1;
    const own = new Set(rows.flatMap(({ payment: { reference } }) => reference?.toUpperCase() ?? []));
    // Keyed by the first reference of a content, which is kept anyway: a text per row would take more memory than the row.
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
      const found = new Map<Reference, readonly NotedReference[]>();
      const ask = (references: readonly Reference[]): void => {
        if (isNew) return;
        for (const reference of references) found.set(reference, UNHEARD);
        for (const one of noted.all(JSON.stringify(references), mid)) {
          found.set(one.reference, [...(found.get(one.reference) ?? UNHEARD), one]);
        }
      };
      const hitsOf = (reference: Reference): readonly NotedReference[] => {
        const hits = isNew ? UNHEARD : found.get(reference);
        if (hits !== undefined) return hits;
        ask([reference]);
        return found.get(reference) ?? UNHEARD;
      };
      ask(some.map((row) => nameOf(row, 1)));
      // All rows at once for each number: one by one takes several times as long.
      for (let number = 1, open = some; open.length > 0; number += 1) {
        open = open.filter((row) => row.payment.reference === null && isUsed(hitsOf(nameOf(row, number))));
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
          if (isUsed(hits)) continue;
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

function isUsed(hits: readonly NotedReference[]): boolean {
  return hits.some(({ payoutId }) => payoutId !== null);
}

function wordOf(hits: readonly NotedReference[]): string | null {
  return hits.find(({ word }) => word !== null)?.word ?? null;
}

/** Whether the number after those that the gateway knows was used here: then a person has skipped them before. */
function isPassed(hitsOf: (number: number) => readonly NotedReference[], known: number): boolean {
  let number = known;
  while (!isUsed(hitsOf(number)) && wordOf(hitsOf(number)) !== null) number += 1;
  return isUsed(hitsOf(number));
}

/** References that the gateway knows although no payout here has them. */
export interface KnownReferences {
  /** Stores what the gateway knows, each reference once. Throws on a disk error. */
  note(merchantId: number, noted: readonly Known[], nowMs: number): void;
  /** The gateway's word for a reference that it knows; null for any other. */
  wordOf(mid: Mid, reference: Reference): string | null;
  /** Whether any was noted under this merchant id since `sinceMs`. */
  anySince(mid: Mid, sinceMs: number): boolean;
}

/** `reference`: the row's own; `knownAs`: the one that the gateway knows; `word`: the gateway's word for the state. */
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
    note: audit.transaction((merchantId: number, noted: readonly Known[], nowMs: number) => {
      const added = noted.filter(
        ({ reference, knownAs, word }) => insert.run(merchantId, reference, knownAs, word, nowMs).changes > 0,
      );
      if (added.length > 0) audit.append({ atMs: nowMs, what: 'knownElsewhere', detail: { count: added.length } });
    }),
    wordOf: (mid, reference) => word.get(mid, reference) ?? null,
    anySince: (mid, sinceMs) => newest.get(mid, sinceMs) === 1,
  };
}

/**
 * A random reference for learning how the gateway says "not known". No payout has it, since a payout's reference is made from its
 * content. It has 20 characters of A-F and 0-9.
 */
export function inventReference(): string {
  return randomBytes(10).toString('hex').toUpperCase();
}
