// The verdict on one desk: what it says about each row, compared with what really happened.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import Papa from 'papaparse';
import { jsonAmountOf, type PayoutRow, paiseOf, totalPaiseOf } from '../cli/payout-files.ts';
import type { Made } from '../cli/spec-payouts.ts';
import type { Truth } from './journal.ts';

export type ReportLine = Readonly<Record<string, string>>;

/** One batch at the end. `lines` is its CSV report, `rows` the file in order; `isWhole` when each row is in it. */
export interface FinishedBatch {
  readonly batch: string;
  readonly rows: readonly PayoutRow[];
  readonly isWhole: boolean;
  readonly lines: readonly ReportLine[];
}

/** Reads a CSV report by its columns. */
export function readReport(file: string): ReportLine[] {
  const text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  return Papa.parse<ReportLine>(text, { header: true, skipEmptyLines: true }).data;
}

/** Every broken promise; empty when all were kept. */
export function brokenPromises(batches: readonly FinishedBatch[], truth: Truth, databaseFile: string): string[] {
  const made = Map.groupBy(truth.made, ({ payment }) => payment.reference ?? '');
  const reported = new Set(batches.flatMap(({ lines }) => lines.map((line) => line['reference'] ?? '')));
  return [
    ...repeats(truth),
    ...batches.flatMap((batch) => lostRows(batch)),
    ...batches.flatMap((batch) => batch.lines.flatMap((line) => untruths(batch, line, made))),
    ...[...made.keys()].filter((key) => !reported.has(key)).map((key) => `paid, but in no report: ${key}`),
    ...brokenChain(databaseFile),
  ];
}

/**
 * Nobody is paid twice, neither by one reference nor by two, in whatever batch, and nothing is even requested twice. What the
 * gateway reversed or never paid may be paid again; so may what it had refused and only then executed.
 */
function repeats({ posted, made }: Truth): string[] {
  const stored = made.filter(({ course }) => !UNPAID.includes(endOf(course)) && !isLateExecution(course));
  const people = stored.map(({ payment }) => JSON.stringify([payment.upiId, payment.account, payment.amountText]));
  const late = made.filter(({ course }) => isLateExecution(course));
  const foreseeable = late.filter(({ payment: first, course }) => {
    const shownMs = first.atMs + (course.later?.afterMs ?? 0) + LAUNCH_MS;
    return stored.some(({ payment }) => payment.atMs > shownMs && isSamePay(payment, first));
  });
  return [
    ...foreseeable.map(({ payment }) => `PAID AGAIN though a look-up would have told: ${payment.reference ?? ''}`),
    ...repeated(posted).map((reference) => `posted twice: ${reference}`),
    ...repeated(made.map(({ payment }) => payment.reference ?? '')).map((reference) => `PAID TWICE: ${reference}`),
    ...repeated(people).map((person) => `PAID TWICE: ${person}`),
  ];
}

/** A launch may send, until it ends, what it looked up at its start. */
const LAUNCH_MS = 10_000;

function isSamePay(one: Made['payment'], other: Made['payment']): boolean {
  const isSame = one.upiId === other.upiId && one.account === other.account;
  return isSame && one.amountText === other.amountText;
}

function repeated(words: readonly string[]): string[] {
  return [...Map.groupBy(words, (word) => word)].filter(([, same]) => same.length > 1).map(([word]) => word);
}

const UNPAID: readonly string[] = ['failed', 'rejected', 'reversed'];

function endOf({ word, later }: Made['course']): string {
  return later?.word ?? word;
}

function isLateExecution({ word, later }: Made['course']): boolean {
  return UNPAID.includes(word) && later?.word === 'success';
}

function lostRows({ batch, rows, lines, isWhole: isAll }: FinishedBatch): string[] {
  const numbers = lines.map((line) => line['row'] ?? '');
  if (!isAll) return repeated(numbers).map((row) => `${batch}: row ${row} stands there twice`);
  const isWhole = lines.length === rows.length && numbers.every((row, index) => row === String(index + 2));
  const totalPaise = lines.reduce((sum, line) => sum + paiseOf({ amount: line['amount'] ?? '' }), 0);
  return [
    ...(isWhole ? [] : [`${batch}: ${lines.length} rows reported of ${rows.length}`]),
    ...(totalPaise === totalPaiseOf(rows) ? [] : [`${batch}: the report adds up to another total than the file`]),
  ];
}

/** What is untrue about one row. */
function untruths(
  { batch, rows }: FinishedBatch,
  line: ReportLine,
  made: ReadonlyMap<string, readonly Made[]>,
): string[] {
  const { row = '', status = '', reference = '' } = line;
  const asked = rows[Number(row) - 2];
  const [paid] = made.get(reference) ?? [];
  const about = `${batch} row ${row} (${status})`;
  if (asked === undefined) return [`${about}: not a row of the file`];
  const wrong: string[] = [];
  if (line['amount'] !== asked.amount || line['beneficiary'] !== (asked.upi === '' ? asked.account : asked.upi)) {
    wrong.push(`${about}: not what the file says`);
  }
  if (paid !== undefined && !isWhatWasAsked(paid, asked)) wrong.push(`${about}: WRONG PAYMENT, not what the file says`);
  const truly = paid === undefined ? 'not paid' : endOf(paid.course);
  const isDecided = status === 'failed' && truly === 'not paid' && (line['message'] ?? '').includes(': not paid.');
  const isLate = status === 'failed' && paid !== undefined && isLateExecution(paid.course);
  if (!isDecided && !isLate && !ALLOWED[status]?.includes(truly)) wrong.push(`${about}: in truth ${truly}`);
  return wrong;
}

/** What may be true of a row for each state the desk reports, once everything has been looked up. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  success: ['success'],
  reversed: ['reversed'],
  failed: ['failed'],
  rejected: ['rejected', 'not paid'],
  unknown: ['not paid'],
};

function isWhatWasAsked({ payment }: Made, asked: PayoutRow): boolean {
  const { method, upiId, account, ifsc, amountText, remark } = payment;
  const isPayee = asked.method === 'UPI' ? upiId === asked.upi : account === asked.account && ifsc === asked.ifsc;
  return method === asked.method && isPayee && amountText === jsonAmountOf(asked) && remark === asked.remark;
}

interface ChainEntry {
  readonly sequence: number;
  readonly at_ms: number;
  readonly actor: string;
  readonly what: string;
  readonly batch_id: number | null;
  readonly payout_id: number | null;
  readonly detail: string;
  readonly rows_json: string;
  readonly hash: string;
}

/** Checks the audit chain from first to last entry, and each payout's state against it. */
function brokenChain(file: string): string[] {
  const database = new Database(file, { readonly: true, fileMustExist: true });
  try {
    const recorded = new Map<number, string>();
    let previous = '0'.repeat(64);
    for (const entry of database.prepare<[], ChainEntry>('SELECT * FROM audit ORDER BY sequence').iterate()) {
      const {
        sequence,
        at_ms: atMs,
        actor,
        what,
        batch_id: batch,
        payout_id: payout,
        detail,
        rows_json: rows,
        hash,
      } = entry;
      const canonical = JSON.stringify([sequence, atMs, actor, what, batch, payout, detail, rows]);
      const expected = createHash('sha256').update(`${previous}\n${canonical}`).digest('hex');
      if (hash !== expected) return [`the audit chain breaks at entry ${sequence}`];
      previous = hash;
      if (payout !== null && what !== 'held') recorded.set(payout, what);
    }
    const payouts = database.prepare<[], { id: number; state: string }>('SELECT payout_id AS id, state FROM payouts');
    return payouts
      .all()
      .filter(({ id, state }) => (recorded.get(id) ?? 'queued') !== state)
      .map(({ id, state }) => `payout ${id} is ${state}, and the audit chain says ${recorded.get(id) ?? 'queued'}`);
  } finally {
    database.close();
  }
}
