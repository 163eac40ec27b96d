// Reads the disk through its own connection, never through the desk's. Never write here, and never reuse a query of the product:
// a wrong one would hide itself.

import Database from 'better-sqlite3';
import type { StateKind } from '../../shared/states.ts';
import type { Payment, PaymentName } from './ground-truth.ts';

export interface PayoutRow {
  readonly payoutId: number;
  readonly batch: number;
  readonly merchant: number;
  readonly row: number;
  readonly file: string;
  readonly baseUrl: string;
  readonly mid: number;
  readonly reference: string;
  /** Who is paid, as it is sent. */
  readonly person: string;
  /** The owner of the account, however it is spelt. */
  readonly payee: string;
  readonly amountPaise: number;
  readonly state: StateKind;
  readonly hold: string | null;
  readonly unknownReason: string | null;
  readonly decidedBy: string | null;
  readonly transactionId: string | null;
  readonly retryOf: number | null;
  readonly lastFinding: string | null;
  readonly nextLookupAtMs: number | null;
  /** When it reached its current ending, in milliseconds since 1970. */
  readonly settledAtMs: number | null;
}

export interface NewsRow {
  readonly payoutId: number;
  readonly before: string;
  readonly after: string;
  readonly word: string;
  readonly isUnread: 0 | 1;
}

export interface DecisionRow {
  readonly decided: 'paid' | 'notPaid';
  readonly by: string;
  readonly ticket: string | null;
  readonly atMs: number;
  readonly sentAtMs: number | null;
  readonly isRefused: 0 | 1;
}

export interface AuditRow {
  readonly sequence: number;
  readonly atMs: number;
  readonly actor: string;
  readonly what: string;
  readonly batchId: number | null;
  readonly payoutId: number | null;
  readonly detail: string;
  readonly rows: string;
  readonly hash: string;
}

export interface BatchSum {
  readonly batch: number;
  readonly file: string;
  readonly totalPaise: number;
  readonly payoutCount: number;
  readonly sumPaise: number;
  readonly count: number;
}

/** Who is paid, from the row's own columns and not from the desk's keys. */
const PERSON = `CASE WHEN p.upi_id IS NULL THEN 'imps:' || p.ifsc || ':' || p.account_number ELSE 'upi:' || lower(p.upi_id) END`;

/** The owner of the account: a bank gives a number only once, whatever the branch and the padding. */
const PAYEE = `CASE WHEN p.upi_id IS NULL THEN substr(p.ifsc, 1, 4) || ' ' || ltrim(p.account_number, '0') ELSE lower(p.upi_id) END`;

const PAYOUT = `SELECT p.payout_id AS payoutId, p.batch_id AS batch, p.merchant_id AS merchant, p.row_number AS row,
  file_of(b.file_sha256) AS file, b.base_url AS baseUrl, b.mid AS mid, p.reference, ${PERSON} AS person, ${PAYEE} AS payee,
  p.amount_paise AS amountPaise, p.state, p.hold, p.unknown_reason AS unknownReason, p.decided_by AS decidedBy,
  p.transaction_id AS transactionId, p.retry_of AS retryOf, p.last_finding AS lastFinding,
  p.next_lookup_at_ms AS nextLookupAtMs, p.settled_at_ms AS settledAtMs
  FROM payouts p JOIN batches b ON b.batch_id = p.batch_id`;

export class DiskReader {
  readonly #database: Database.Database;
  readonly #all: Database.Statement<[], PayoutRow>;
  readonly #byName: Database.Statement<[string, number, string], PayoutRow>;
  readonly #attempts: Database.Statement<[number, string], number>;
  readonly #openAttempts: Database.Statement<[number], number>;
  readonly #named: Database.Statement<[number, string], PayoutRow>;
  readonly #auditAfter: Database.Statement<[number], AuditRow>;
  readonly #sums: Database.Statement<[], BatchSum>;
  readonly #news: Database.Statement<[], NewsRow>;
  readonly #decisions: Database.Statement<[number], DecisionRow>;
  readonly #cancelledAtMs: Database.Statement<[number, string], number | null>;
  readonly #walletUnit: Database.Statement<[string, number], 'rupees' | 'paise' | null>;
  readonly #lastSequence: Database.Statement<[], number | null>;
  readonly #version: Database.Statement<[], number>;
  #read: { readonly version: number; readonly payouts: readonly PayoutRow[] } | null = null;

  /** `fileOf` identifies a file by its digest, because offices give one name to many files. */
  constructor(path: string, fileOf: (sha256: string) => string) {
    const database = new Database(path, { readonly: true, fileMustExist: true });
    database.function('file_of', { deterministic: true }, (sha256: unknown) => fileOf(String(sha256)));
    this.#database = database;
    this.#version = database.prepare<[], number>('SELECT data_version FROM pragma_data_version').pluck();
    this.#lastSequence = database.prepare<[], number | null>('SELECT max(sequence) FROM audit').pluck();
    this.#all = database.prepare(`${PAYOUT} ORDER BY p.payout_id`);
    this.#byName = database.prepare(`${PAYOUT} WHERE b.base_url = ? AND b.mid = ? AND p.reference = ?`);
    this.#attempts = database
      .prepare<[number, string], number>(
        `SELECT count(*) FROM attempts JOIN payouts USING (payout_id) JOIN batches USING (batch_id)
         WHERE mid = ? AND reference = ?`,
      )
      .pluck();
    this.#openAttempts = database
      .prepare<[number], number>(
        `SELECT count(*) FROM attempts a WHERE a.payout_id = ?
           AND NOT EXISTS (SELECT 1 FROM attempt_results r WHERE r.attempt_id = a.attempt_id)`,
      )
      .pluck();
    this.#named = database.prepare(`${PAYOUT} WHERE b.mid = ? AND p.reference = ? COLLATE NOCASE`);
    this.#auditAfter = database.prepare(
      `SELECT sequence, at_ms AS atMs, actor, what, batch_id AS batchId, payout_id AS payoutId, detail, rows_json AS rows, hash
       FROM audit WHERE sequence > ? ORDER BY sequence`,
    );
    this.#news = database.prepare(
      `SELECT payout_id AS payoutId, state_before AS before, state_after AS after, word, read_at_ms IS NULL AS isUnread
       FROM late_news ORDER BY late_news_id`,
    );
    this.#decisions = database.prepare(
      `SELECT d.decided, d.decided_by AS by, d.ticket, d.decided_at_ms AS atMs,
         (SELECT max(claimed_at_ms) FROM attempts a WHERE a.payout_id = d.payout_id) AS sentAtMs,
         EXISTS (SELECT 1 FROM attempts a JOIN attempt_results r USING (attempt_id)
           WHERE a.payout_id = d.payout_id AND r.http_status IN (429, 401)) AS isRefused
       FROM decisions d WHERE d.payout_id = ? ORDER BY decision_id`,
    );
    this.#cancelledAtMs = database
      .prepare<[number, string], number | null>(
        `SELECT max(at_ms) FROM audit JOIN payouts USING (payout_id) JOIN batches b ON b.batch_id = payouts.batch_id
         WHERE what = 'cancelled' AND mid = ? AND reference = ? COLLATE NOCASE`,
      )
      .pluck();
    this.#walletUnit = database
      .prepare<[string, number], 'rupees' | 'paise' | null>(
        'SELECT wallet_unit FROM profiles WHERE base_url = ? AND mid = ?',
      )
      .pluck();
    this.#sums = database.prepare(
      `SELECT b.batch_id AS batch, file_of(b.file_sha256) AS file, b.total_paise AS totalPaise, b.payout_count AS payoutCount,
         sum(p.amount_paise) AS sumPaise, count(p.payout_id) AS count
       FROM batches b LEFT JOIN payouts p ON p.batch_id = b.batch_id GROUP BY b.batch_id`,
    );
  }

  /** Changes with every commit of another connection to this file, and only then: the same number means the same content. */
  version(): number {
    return this.#version.get() ?? 0;
  }

  payouts(): readonly PayoutRow[] {
    const version = this.version();
    if (this.#read?.version !== version) this.#read = { version, payouts: this.#all.all() };
    return this.#read.payouts;
  }

  /** How many payouts a batch holds. */
  batchSize(batch: number): number {
    return this.payouts().filter((payout) => payout.batch === batch).length;
  }

  /** How often this database has claimed the payout. */
  attempts({ mid, reference }: PaymentName): number {
    return this.#attempts.get(mid, reference) ?? 0;
  }

  payout({ baseUrl, mid, reference }: PaymentName & { readonly baseUrl: string }): PayoutRow | null {
    return this.#byName.get(baseUrl, mid, reference) ?? null;
  }

  /** Whether the gateway gave another payout of this database the id of this payment. */
  hasAnotherWithIdOf({ reference, transactionId }: Payment): boolean {
    return this.payouts().some((one) => one.reference !== reference && one.transactionId === transactionId);
  }

  /** Attempts of the payout without a result. */
  openAttempts(payoutId: number): number {
    return this.#openAttempts.get(payoutId) ?? 0;
  }

  /** Every payout of this name, at any address of the merchant. */
  named({ mid, reference }: PaymentName): PayoutRow[] {
    return this.#named.all(mid, reference);
  }

  /** The payouts that this one pays again, back to the sheet's row; the nearest first. */
  chainBefore({ retryOf }: PayoutRow): PayoutRow[] {
    const before = retryOf === null ? undefined : this.payouts().find(({ payoutId }) => payoutId === retryOf);
    return before === undefined ? [] : [before, ...this.chainBefore(before)];
  }

  /** Every alarm, read or not. */
  news(): NewsRow[] {
    return this.#news.all();
  }

  /** The decisions about a payout, with the time of its last request before each. */
  decisions(payoutId: number): DecisionRow[] {
    return this.#decisions.all(payoutId);
  }

  /** When a person last cancelled a payout of this name; null if never. */
  cancelledAtMs({ mid, reference }: PaymentName): number | null {
    return this.#cancelledAtMs.get(mid, reference) ?? null;
  }

  /** The wallet's unit that a person confirmed. */
  walletUnit(baseUrl: string, mid: number): 'rupees' | 'paise' | null {
    return this.#walletUnit.get(baseUrl, mid) ?? null;
  }

  /** The number of the audit log's last entry. */
  lastSequence(): number {
    return this.#lastSequence.get() ?? 0;
  }

  auditAfter(sequence: number): AuditRow[] {
    return this.#auditAfter.all(sequence);
  }

  sums(): BatchSum[] {
    return this.#sums.all();
  }

  close(): void {
    this.#database.close();
  }
}
