// The store: everything the desk knows, in one SQLite file. In: a path. Out: reading, and for one writer also changing.
// A reader and a writer are different types, so that a reading command cannot change anything by mistake.
// This file must never hold a rule about money: it puts the pieces together.

import { randomUUID } from 'node:crypto';
import type Database from 'better-sqlite3';
import type { BatchNotes, BatchReading, BatchRecord, Confirmation, Tally } from '../../../shared/batches.ts';
import type { Refusal } from '../../../shared/issues.ts';
import type { Reference } from '../../../shared/ids.ts';
import type { Ledger } from '../../../shared/ledger.ts';
import type { PayoutReading } from '../../../shared/payout-pages.ts';
import type { BatchReport } from '../../../shared/report.ts';
import type { Profile } from '../../../shared/profiles.ts';
import { openAuditLog } from './audit-log.ts';
import { prepareBatchNotes, prepareConfirm, readBatches } from './batches.ts';
import { type GuardHit, type GuardQuestion, prepareGuard } from './guards.ts';
import { openLedger, prepareTally } from './ledger.ts';
import {
  type Merchants,
  openMerchants,
  prepareSaveProfile,
  type ProfileReading,
  readProfiles,
} from './merchants-and-profiles.ts';
import { openReadOnly, openWritable, refusing } from './open-database.ts';
import { preparePayees, type Payees } from './payees.ts';
import { readPayoutPages } from './payout-pages.ts';
import { prepareReport } from './report-reading.ts';

/** What any process may do beside a running desk. */
export interface StoreReader {
  readonly batches: BatchReading;
  readonly profiles: ProfileReading;
  readonly payouts: PayoutReading;
  tally(batch: number): Tally;
  report(batch: BatchRecord, asOfMs: number): BatchReport;
  close(): void;
}

/** What only the process that holds the desk's lock may do. */
export interface StoreWriter extends StoreReader {
  readonly ledger: Ledger;
  readonly merchants: Merchants;
  readonly notes: BatchNotes;
  readonly payees: Payees;
  saveProfile(profile: Profile, nowMs: number): void;
  confirm(confirmation: Confirmation): number;
  /** Whether a payout of this merchant already carries the reference. */
  referenceTaken(merchantId: number, reference: Reference): boolean;
  guardHit(question: GuardQuestion): GuardHit | null;
}

export type StoreOpening<Store> =
  | { readonly kind: 'open'; readonly store: Store }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** `prefix` tells live batches from practice ones by name. */
export interface StoreOptions {
  readonly path: string;
  readonly prefix: 'B' | 'P';
}

/** Opens for reading. Errors: a refusal when there is nothing to read, it is damaged, or it is the other desk's. */
export function openStoreReader({ path, prefix }: StoreOptions): StoreOpening<StoreReader> {
  const opened = openReadOnly(path);
  if (opened.kind === 'refused') return opened;
  const { database } = opened;
  if (prefixOf(database) === otherPrefix(prefix)) return refuseOther(database);
  const store = reading(database, prefix);
  // From its first report on, a reader sees one moment: the totals and the rows of a running batch must agree.
  const report = (batch: BatchRecord, asOfMs: number): BatchReport => {
    if (!database.inTransaction) database.exec('BEGIN');
    return store.report(batch, asOfMs);
  };
  return { kind: 'open', store: { ...store, report } };
}

/** Opens for writing, making the file where there is none. The caller holds the desk's lock. */
export function openStoreWriter(
  { path, prefix }: StoreOptions,
  { actor, nowMs }: { readonly actor: string; readonly nowMs: number },
): StoreOpening<StoreWriter> {
  const opened = openWritable(path);
  if (opened.kind === 'refused') return opened;
  const { database } = opened;
  const named = refusing(path, () => {
    database
      .prepare('INSERT OR IGNORE INTO desk (only_row, database_id, prefix, created_at_ms) VALUES (1, ?, ?, ?)')
      .run(randomUUID(), prefix, nowMs);
    return { kind: 'named' } as const;
  });
  if (named.kind === 'refused') {
    database.close();
    return named;
  }
  if (prefixOf(database) !== prefix) return refuseOther(database);
  const audit = openAuditLog(database);
  const taken = database
    .prepare('SELECT 1 FROM payouts WHERE merchant_id = ? AND reference = ? COLLATE NOCASE')
    .pluck();
  const store = {
    ...reading(database, prefix),
    ledger: openLedger(database, { audit, actor, prefix }),
    merchants: openMerchants(database),
    notes: prepareBatchNotes(database, { audit, actor }),
    payees: preparePayees(database),
    saveProfile: prepareSaveProfile(database, { audit, actor }),
    confirm: prepareConfirm(database, { audit, actor }),
    referenceTaken: (merchantId: number, reference: Reference) => taken.get(merchantId, reference) === 1,
    guardHit: prepareGuard(database),
  };
  return { kind: 'open', store };
}

function reading(database: Database.Database, prefix: 'B' | 'P'): StoreReader {
  const tally = prepareTally(database);
  const report = prepareReport(database, prefix);
  return {
    batches: readBatches(database, prefix),
    profiles: readProfiles(database),
    payouts: readPayoutPages(database, prefix),
    tally,
    report: (batch, asOfMs) => report(batch, { asOfMs, tally: tally(batch.batch) }),
    close: () => database.close(),
  };
}

/** Live and practice never share a file: a batch would change its name, and practice money would look real. */
function prefixOf(database: Database.Database): unknown {
  return database.prepare('SELECT prefix FROM desk').pluck().get();
}

function otherPrefix(prefix: 'B' | 'P'): 'B' | 'P' {
  return prefix === 'B' ? 'P' : 'B';
}

function refuseOther(database: Database.Database): { readonly kind: 'refused'; readonly refusal: Refusal } {
  const { name } = database;
  database.close();
  const refusal = {
    code: 'otherDesk',
    message: `The database ${name} belongs to the other desk: live and practice payouts are kept apart.`,
    cure: 'Put each database back into its own folder.',
  };
  return { kind: 'refused', refusal };
}
