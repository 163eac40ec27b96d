// What the practice gateway's operations work with: its merchant, clock, collection orders, ids and SQLite file. Practice money
// is not money, so WAL with synchronous=NORMAL is enough: it survives the program, if not always a power cut. Orders never
// change the wallet, because the specification does not say how collected money reaches a merchant. Ids are text, whatever they
// look like on the wire.

import { randomBytes, randomInt } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database, { type Statement } from 'better-sqlite3';
import { errorCode, type Refused, refusedAs } from '../../../shared/failures.ts';
import { type Message, msg } from '../../../shared/messages/message.ts';
import { PRACTICE_MID } from '../../../shared/profiles.ts';
import type { Refusal } from '../../../shared/rows.ts';
import type { PayoutLedger } from './payout-ledger.ts';

export interface PracticeBooks {
  readonly merchant: PracticeMerchant;
  readonly payouts: PayoutLedger;
  readonly orders: OrderLedger;
  readonly clock: PracticeClock;
}

/** A call whose path, method and token were right. */
export interface Call {
  readonly body: Buffer;
  readonly contentType: string;
}

/** In milliseconds; `now` since 1970, so that statuses go on changing across restarts. */
export interface PracticeClock {
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
}

export const wallClock: PracticeClock = {
  now: () => Date.now(),
  wait: (ms) => delay(ms, undefined, { ref: false }),
};

const INDIA_AHEAD_OF_UTC_MS = 19_800_000;

/** Indian time as the gateway writes it: `YYYY-MM-DD HH:MM:SS`. See the gateway specification, Order create response. */
export function formatGatewayTime(atMs: number): string {
  return new Date(atMs + INDIA_AHEAD_OF_UTC_MS).toISOString().slice(0, 19).replace('T', ' ');
}

/** Texts are as in the request; an ud field that was not sent is empty. */
interface OrderEntry {
  readonly userId: string;
  readonly mobile: string;
  readonly amountPaise: number;
  readonly name: string;
  readonly ud1: string;
  readonly ud2: string;
  readonly ud3: string;
  readonly ud4: string;
  readonly ud5: string;
}

export interface StoredOrder extends OrderEntry {
  readonly serial: number;
  readonly createdAtMs: number;
}

export class OrderLedger {
  readonly #now: () => number;
  readonly #insert: Statement<[OrderEntry & { readonly createdAtMs: number }]>;
  readonly #bySerial: Statement<[number], StoredOrder>;

  constructor(database: Database.Database, now: () => number) {
    this.#now = now;
    this.#insert = database.prepare(
      `INSERT INTO orders (user_id, mobile, amount_paise, name, ud1, ud2, ud3, ud4, ud5, created_at_ms)
       VALUES (@userId, @mobile, @amountPaise, @name, @ud1, @ud2, @ud3, @ud4, @ud5, @createdAtMs)`,
    );
    this.#bySerial = database.prepare(
      `SELECT serial, user_id AS userId, mobile, amount_paise AS amountPaise, name, ud1, ud2, ud3, ud4, ud5,
       created_at_ms AS createdAtMs FROM orders WHERE serial = ?`,
    );
  }

  append(entry: OrderEntry): StoredOrder {
    const createdAtMs = this.#now();
    const { lastInsertRowid } = this.#insert.run({ ...entry, createdAtMs });
    return { ...entry, createdAtMs, serial: Number(lastInsertRowid) };
  }

  find(serial: number): StoredOrder | null {
    return this.#bySerial.get(serial) ?? null;
  }
}

/** The practice merchant, created once per database. Its token protects nothing, so it is stored in the same file. */
export interface PracticeMerchant {
  readonly mid: number;
  readonly token: string;
  readonly series: string;
}

type LedgerOpening =
  | { readonly kind: 'open'; readonly database: Database.Database; readonly merchant: PracticeMerchant }
  | Refused;

/** `PGWY` as a 32-bit number: distinguishes a practice database from any other SQLite file. */
const APPLICATION_ID = 0x50475759;
const SCHEMA_VERSION = 1;

const SCHEMA = `
  CREATE TABLE merchant (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    mid INTEGER NOT NULL CHECK (mid BETWEEN 1000 AND 9999),
    token TEXT NOT NULL,
    series TEXT NOT NULL CHECK (length(series) = 6),
    wallet_paise INTEGER NOT NULL CHECK (wallet_paise >= 0)
  ) STRICT;
  CREATE TABLE payouts (
    serial INTEGER PRIMARY KEY,
    udf1 TEXT,
    upi_id TEXT,
    account_number TEXT,
    ifsc TEXT,
    amount_paise INTEGER NOT NULL CHECK (amount_paise > 0),
    remark TEXT NOT NULL,
    ending TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL,
    refund_due_ms INTEGER,
    CHECK ((upi_id IS NULL) <> (account_number IS NULL) AND (account_number IS NULL) = (ifsc IS NULL))
  ) STRICT;
  CREATE INDEX payouts_udf1 ON payouts (udf1) WHERE udf1 IS NOT NULL;
  CREATE INDEX payouts_refund_due ON payouts (refund_due_ms, amount_paise) WHERE refund_due_ms IS NOT NULL;
  CREATE TABLE orders (
    serial INTEGER PRIMARY KEY,
    user_id TEXT NOT NULL,
    mobile TEXT NOT NULL,
    amount_paise INTEGER NOT NULL CHECK (amount_paise > 0),
    name TEXT NOT NULL,
    ud1 TEXT NOT NULL, ud2 TEXT NOT NULL, ud3 TEXT NOT NULL, ud4 TEXT NOT NULL, ud5 TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL
  ) STRICT;
`;

const DAMAGED: Refusal = {
  code: 'practiceDamaged',
  message: msg('practice.damaged'),
  cure: msg('practice.damaged.cure'),
};

/** `walletStartPaise` is the balance of a new wallet. */
interface LedgerFile {
  readonly path: string;
  readonly walletStartPaise: number;
}

/** Opens or creates the ledger. Refuses instead of throwing. */
export function openLedgerFile(options: LedgerFile): LedgerOpening {
  try {
    mkdirSync(dirname(options.path), { recursive: true, mode: 0o700 });
  } catch (cause) {
    return refusedAs('practiceFolder', msg('practice.folder', { why: whyOf(cause) }), msg('cure.anotherFolder'));
  }
  let database: Database.Database | null = null;
  try {
    database = new Database(options.path);
    const refusal = prepare(database, options);
    if (refusal === null) return { kind: 'open', database, merchant: readMerchant(database) };
    database.close();
    return { kind: 'refused', refusal };
  } catch (cause) {
    database?.close();
    return { kind: 'refused', refusal: explain(cause) };
  }
}

/** Returns a refusal for a file that is damaged or not ours; null once the file is ready. */
function prepare(database: Database.Database, { path, walletStartPaise }: LedgerFile): Refusal | null {
  const applicationId = database.pragma('application_id', { simple: true });
  const version = database.pragma('user_version', { simple: true });
  const isEmpty = database.prepare('SELECT 1 FROM sqlite_schema').get() === undefined;
  if (!isEmpty && applicationId !== APPLICATION_ID) {
    return { code: 'practiceNotOurs', message: msg('practice.notOurs'), cure: msg('cure.anotherFile') };
  }
  if (typeof version === 'number' && version > SCHEMA_VERSION) {
    return { code: 'practiceNewer', message: msg('practice.newer'), cure: msg('cure.updateDesk') };
  }
  if (!isEmpty && database.pragma('quick_check(1)', { simple: true }) !== 'ok') return DAMAGED;
  // Before WAL begins: SQLite gives the files beside it the same mode.
  chmodSync(path, 0o600);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = NORMAL');
  database.pragma('trusted_schema = OFF');
  database.transaction(() => createOnce(database, walletStartPaise)).immediate();
  return null;
}

/** Checks again inside the transaction: another process may have created the file a moment ago. */
function createOnce(database: Database.Database, walletStartPaise: number): void {
  if (database.pragma('user_version', { simple: true }) === SCHEMA_VERSION) return;
  database.exec(SCHEMA);
  database
    .prepare('INSERT INTO merchant (only_row, mid, token, series, wallet_paise) VALUES (1, ?, ?, ?, ?)')
    .run(PRACTICE_MID, randomBytes(24).toString('hex'), String(randomInt(100_000, 1_000_000)), walletStartPaise);
  database.pragma(`application_id = ${String(APPLICATION_ID)}`);
  database.pragma(`user_version = ${String(SCHEMA_VERSION)}`);
}

function readMerchant(database: Database.Database): PracticeMerchant {
  const merchant = database.prepare<[], PracticeMerchant>('SELECT mid, token, series FROM merchant').get();
  if (merchant === undefined) throw Object.assign(new Error('no merchant'), { code: 'SQLITE_CORRUPT' });
  return merchant;
}

/** The system's code of an error, to be looked up. */
export function whyOf(cause: unknown): string | Message {
  return errorCode(cause) ?? msg('why.unknownReason');
}

function explain(cause: unknown): Refusal {
  const code = errorCode(cause) ?? '';
  if (code.startsWith('SQLITE_NOTADB') || code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_ERROR') return DAMAGED;
  return {
    code: 'practiceFile',
    message: msg('practice.unopened', { why: whyOf(cause) }),
    cure: msg('cure.writableFolder'),
  };
}

/** `utr` has 20 digits, more than a double or a 64-bit integer holds, because real ones can have that many. */
interface PayoutIdentifiers {
  readonly transactionId: string;
  readonly logNumber: string;
  readonly tranRefNo: string;
  readonly rrn: string;
  readonly utr: string;
}

/** A row's number within a series. `series` is six digits, created once per database. */
interface SeriesNumber {
  readonly series: string;
  readonly serial: number;
}

const SERIAL_DIGITS = 12;

export function payoutIdentifiers({ series, serial }: SeriesNumber): PayoutIdentifiers {
  const digits = String(serial);
  return {
    transactionId: `PG${series}${digits.padStart(SERIAL_DIGITS, '0')}`,
    logNumber: digits.padStart(10, '0'),
    tranRefNo: `TR${series}${digits.padStart(10, '0')}`,
    rrn: `${series.slice(0, 2)}${digits.padStart(10, '0')}`,
    utr: `9${series}${digits.padStart(13, '0')}`,
  };
}

/** The serial of a transaction id; null when this series never made such an id. */
export function payoutSerial(name: { readonly series: string; readonly transactionId: string }): number | null {
  return serialAfter(`PG${name.series}`, name.transactionId);
}

/** An order's id, and the bank's reference once it is paid. */
export function orderIdentifiers({ series, serial }: SeriesNumber): {
  readonly orderId: string;
  readonly bankRrn: string;
} {
  const digits = String(serial);
  return {
    orderId: `OD${series}${digits.padStart(SERIAL_DIGITS, '0')}`,
    bankRrn: `${series.slice(2, 4)}${digits.padStart(10, '0')}`,
  };
}

/** The serial of an order id; null when this series never made such an id. */
export function orderSerial(name: { readonly series: string; readonly orderId: string }): number | null {
  return serialAfter(`OD${name.series}`, name.orderId);
}

function serialAfter(start: string, name: string): number | null {
  const digits = name.startsWith(start) ? name.slice(start.length) : '';
  return digits.length === SERIAL_DIGITS && /^\d+$/.test(digits) ? Number(digits) : null;
}
