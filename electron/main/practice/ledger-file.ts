// Opens the practice gateway's own SQLite file, making it the first time. In: a path. Out: the open database and the
// merchant it belongs to, or why not. Practice money is not money, so WAL with synchronous=NORMAL is enough: it
// outlives the program, if not always a power cut. This file must never touch a database that is not a practice one.

import { randomBytes, randomInt } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import type { Refusal } from '../../../shared/issues.ts';
import { PRACTICE_MID } from '../../../shared/profiles.ts';

/** The practice merchant, made once per database. Its token protects nothing, so it lies in the file beside the rest. */
export interface PracticeMerchant {
  readonly mid: number;
  readonly token: string;
  readonly series: string;
}

type LedgerOpening =
  | { readonly kind: 'open'; readonly database: Database.Database; readonly merchant: PracticeMerchant }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** `PGWY` read as a 32-bit number: tells a practice database from any other SQLite file. */
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
  message: 'The practice database is damaged.',
  cure: 'Move the file away: a new practice database is made at the next start.',
};

/** Units: `walletStartPaise` is what a new wallet holds. */
interface LedgerFile {
  readonly path: string;
  readonly walletStartPaise: number;
}

/** Opens or makes the ledger. Errors: refused, never thrown. */
export function openLedgerFile(options: LedgerFile): LedgerOpening {
  try {
    mkdirSync(dirname(options.path), { recursive: true, mode: 0o700 });
  } catch (cause) {
    const message = `The practice folder cannot be made (${codeOf(cause)}).`;
    return { kind: 'refused', refusal: { code: 'practiceFolder', message, cure: 'Choose another folder.' } };
  }
  let database: Database.Database | null = null;
  try {
    database = new Database(options.path);
    const strange = prepare(database, options);
    if (strange === null) {
      return { kind: 'open', database, merchant: readMerchant(database) };
    }
    database.close();
    return { kind: 'refused', refusal: strange };
  } catch (cause) {
    database?.close();
    return { kind: 'refused', refusal: explain(codeOf(cause)) };
  }
}

/** Errors: the refusal of a file that is damaged or somebody else's; null once the file is ready. */
function prepare(database: Database.Database, { path, walletStartPaise }: LedgerFile): Refusal | null {
  const applicationId = database.pragma('application_id', { simple: true });
  const version = database.pragma('user_version', { simple: true });
  const isEmpty = database.prepare('SELECT 1 FROM sqlite_schema').get() === undefined;
  if (!isEmpty && applicationId !== APPLICATION_ID) {
    return { code: 'practiceNotOurs', message: 'This file is not a practice database.', cure: 'Choose another file.' };
  }
  if (typeof version === 'number' && version > SCHEMA_VERSION) {
    const message = 'A newer version of the desk made this practice database.';
    return { code: 'practiceNewer', message, cure: 'Update the desk.' };
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

/** Looks again inside the transaction: another process may have made the file a moment ago. */
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

function explain(code: string): Refusal {
  if (code.startsWith('SQLITE_NOTADB') || code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_ERROR') return DAMAGED;
  return {
    code: 'practiceFile',
    message: `The practice database cannot be opened (${code}).`,
    cure: 'Check that its folder can be written, or choose another.',
  };
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown reason';
}
