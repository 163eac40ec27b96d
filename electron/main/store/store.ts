// The store: everything the desk knows, in one SQLite file. Reader and writer are different types, so that a reading command
// cannot change anything by mistake.

import { randomUUID } from 'node:crypto';
import { invariant, type Refused } from '../../../shared/failures.ts';
import type { Mid, PayoutId, Reference, Sha256 } from '../../../shared/ids.ts';
import { msg } from '../../../shared/messages/message.ts';
import type { Profile } from '../../../shared/profiles.ts';
import type { RetryReading } from '../../../shared/retry-payout.ts';
import type { Refusal } from '../../../shared/rows.ts';
import type { BatchNotes, BatchReading, BatchRecord, Tally } from '../domain/batches.ts';
import type {
  Decision,
  DecisionAnswer,
  FoundPayout,
  PayoutName,
  TakingBack,
  TakingBackAnswer,
} from '../domain/decisions.ts';
import type { JournalReading, Journals } from '../domain/journal.ts';
import type { LateNews, NewsReading } from '../domain/late-news.ts';
import type { Ledger, LedgerFailure, NextLookups } from '../domain/ledger.ts';
import type { OrderReading } from '../domain/orders.ts';
import type { PayoutReading } from '../domain/payout-pages.ts';
import type { BatchReport, MoneyMoved } from '../domain/report.ts';
import type { ReportedFees } from '../domain/reported-fees.ts';
import type { LostBatch, OtherDesk, Standing } from '../domain/standing.ts';
import { type AdviceMails, type AdviceWriting, prepareAdviceMails, readAdviceMails } from './advice-mails.ts';
import { prepareNews, prepareReadNews } from './alarms.ts';
import { type ApprovalReading, type Approvals, openApprovals, readApprovals } from './approvals.ts';
import {
  type ArchiveProgress,
  type Archiving,
  openArchiving,
  type PlanArchive,
  prepareArchivePlan,
} from './archive-batch.ts';
import { type ArchiveState, openResting, perBatch, type Resting } from './archives.ts';
import { type AuditLog, type ChainReading, openAuditLog, ROWS_ONLY, readChain } from './audit-log.ts';
import { prepareChangedRows, prepareCheckBatch } from './check-batch.ts';
import { type CommandReading, type Commands, openCommands, readCommands } from './command-tickets.ts';
import {
  type BatchCounting,
  type Confirm,
  prepareBatchNotes,
  prepareConfirm,
  prepareCounting,
  readBatches,
} from './confirmed-batches.ts';
import { damageAnywhere, damageSince } from './damage.ts';
import type { DeskDatabase } from './desk-database.ts';
import { ArchiveUnusable, damaged, faultOfDisk, refusing } from './disk-refusals.ts';
import { prepareNextLookups } from './due-lookups.ts';
import { prepareReach, type Reach } from './earlier-payouts.ts';
import { type Guarded, type GuardQuestion, prepareGuard, prepareUnsentRepeats, type UnsentRepeat } from './guards.ts';
import {
  batchesGone,
  type HeadKeeper,
  type HeadPlace,
  judgeStanding,
  keepHead,
  lostBatches,
  type Noted,
  notePath,
  openHeadFile,
  otherDesks,
  type PlacedDatabase,
  readNoted,
  sendAfterHead,
} from './heads.ts';
import { prepareReferenceHolder, type ReferenceHolder } from './intentions.ts';
import { openJournals, readJournals } from './journal-exports.ts';
import { type LockDown, openLedger, prepareLockDown } from './ledger.ts';
import {
  type Merchants,
  openMerchants,
  type ProfileReading,
  prepareSaveProfile,
  readProfiles,
} from './merchants-and-profiles.ts';
import { canBeRead, hasLog, openReadOnly, openWritable, waitInTurns } from './open-database.ts';
import { type Orders, openOrders, readOrders } from './orders.ts';
import { prepareMoneyMoved } from './paid-sums.ts';
import { type Payees, preparePayees } from './payees.ts';
import { type PayoutEntries, prepareWriteRoot, readPayoutEntries, type WritePassportRoot } from './payout-entries.ts';
import {
  prepareAgainChanged,
  prepareFindPayout,
  preparePayoutStory,
  prepareReport,
  readPayoutPages,
} from './payout-reading.ts';
import { prepareSourceReading } from './payout-rows.ts';
import { type KnownReferences, openKnownReferences, prepareNameRows, type RowNames } from './references.ts';
import { openRegisterRecord, type RegisterReading, type RegisterRecord, readRegister } from './register-record.ts';
import { prepareReportedFees } from './reported-fees.ts';
import { readRetries } from './retry-reading.ts';
import { prepareDecide, prepareTakeBack, prepareUnknown, type UnknownReading } from './unknown-payouts.ts';
import { type AuditProgress, type AuditVerdict, verifyDatabase } from './verify-database.ts';
import {
  type KeepWalletReading,
  prepareKeepReading,
  readWalletReadings,
  type WalletReadings,
} from './wallet-readings.ts';
import { forgetCheck, openWholeCheck, type WholeCheck } from './whole-check.ts';

/** What any process may do while a desk is running. */
export interface StoreReader extends NextLookups {
  readonly chain: ChainReading;
  /** The hash of an entry, wherever it is now; null when there is none. Throws ArchiveUnusable when that cannot be known. */
  hashAt(sequence: number): Sha256 | null;
  /** When an entry was written; as hashAt(). */
  atMsOf(sequence: number): number | null;
  readonly batches: BatchReading;
  readonly profiles: ProfileReading;
  readonly unknown: UnknownReading;
  readonly news: NewsReading;
  findPayout(name: PayoutName): FoundPayout[];
  readonly retries: RetryReading;
  readonly commands: CommandReading;
  readonly payouts: PayoutReading;
  tally(batch: number): Tally;
  /** Why the batch differs from what was confirmed or from the audit log; null when all agrees. */
  checkBatch(batch: BatchRecord): Refusal | null;
  /** Rows of the batch that changed after an audit entry, each with its last entry. */
  changedRows(batch: number, since: number): ReadonlyMap<number, number>;
  /** `isEarlier`: as of a moment that is not now, so that it can be compared with what was written then. */
  report(batch: BatchRecord, asOfMs: number, isEarlier?: boolean): BatchReport;
  /** Rows of the batch whose later payment was settled otherwise at that moment than it is now, or may have been. */
  againChanged(batch: number, sinceMs: number): readonly number[];
  readonly payoutEntries: PayoutEntries;
  readonly moved: MoneyMoved;
  readonly walletReadings: WalletReadings;
  readonly orders: OrderReading;
  readonly adviceMails: AdviceMails;
  readonly journals: JournalReading;
  readonly approvals: ApprovalReading;
  readonly register: RegisterReading;
  /** What the gateway told of the fees and taxes of a batch's payouts; those without are left out. */
  reportedFees(batch: number, asOfMs: number): ReadonlyMap<number, ReportedFees>;
  /** Prepares reading the cells of the sheet's row that a payout came from. */
  readonly sources: () => (payoutId: PayoutId) => readonly string[];
  readonly archives: {
    readonly plan: PlanArchive;
    /** Whether a batch's archive can be read; null for a batch that has none. */
    state(batch: number): ArchiveState | null;
  };
  close(): void;
}

/** What only the process that holds the desk's lock may do. */
export interface StoreWriter extends StoreReader {
  readonly confirm: Confirm;
  readonly archiving: Archiving;
  readonly ledger: Ledger;
  readonly merchants: Merchants;
  readonly notes: BatchNotes;
  readonly payees: Payees;
  readonly keepWalletReading: KeepWalletReading;
  readonly orders: Orders;
  readonly adviceWriting: AdviceWriting;
  readonly journals: Journals;
  readonly approvals: Approvals;
  readonly register: RegisterRecord;
  saveProfile(profile: Profile, nowMs: number): void;
  readonly commands: Commands;
  readonly writePassportRoot: WritePassportRoot;
  /**
   * Runs several writes in one transaction; `act` sees what it has written. Throws on a disk error, and then nothing is written
   * or emitted. Do not run a turn of the ledger in it: that returns its failure as data.
   */
  together<Result>(act: () => Result): Result;
  /** From now on, statements barely wait for another program, as the whole process waits too. They fail as busy; retry them. */
  waitInTurns(): void;
  /** The number of the audit log's last entry for people. Guards' answers change only with a new one. */
  lastRecord(): number;
  readonly lock: LockDown;
  /** Calls back after each commit with an audit entry for people. */
  afterCommit(listen: () => void): void;
  /** Whether a payout of this merchant id, at any address, already carries the reference. */
  isReferenceUsed(mid: Mid, reference: Reference): boolean;
  /** The payout of this merchant id that carries the reference, with what it was for. */
  referenceHolder(mid: Mid, reference: Reference): ReferenceHolder | null;
  /** The references of rows that are to be paid, in file order. */
  nameRows(mid: Mid, rows: Parameters<ReturnType<typeof prepareNameRows>>[1]): RowNames;
  readonly knownReferences: KnownReferences;
  guard(question: GuardQuestion): Guarded;
  /** The batch's unsent payouts that would pay something again. */
  unsentRepeats(batch: number, nowMs: number): readonly UnsentRepeat[];
  decide(decision: Decision): DecisionAnswer;
  /** Takes back a person's decision: the payout is in doubt again, and nothing else changes. */
  takeBack(taking: TakingBack): TakingBackAnswer;
  /** Marks the unread alarms of a batch, or of all, as read; with `only`, just those. Returns those it marked. */
  readNews(batch: number | null, nowMs: number, only?: ReadonlySet<number>): LateNews[];
  /** Why the database is damaged anywhere, or null. Takes as long as reading the whole file. */
  damageAnywhere(): Refusal | null;
  /**
   * Why guards and claims cannot be trusted; null when all that they read agrees with the rows. Call before sending. `batch`: the
   * one that is sent from or retried; null for a new one.
   */
  checkIndexes(asked: { readonly nowMs: number; readonly batch: number | null }): Refusal | null;
}

type StoreOpening<Store> = { readonly kind: 'open'; readonly store: Store } | Refused;

/** `prefix` distinguishes live batches from practice ones by name. */
interface StoreOptions {
  readonly path: string;
  readonly prefix: 'B' | 'P';
}

/** Opens for reading. Refuses when there is nothing to read, it is damaged, or it belongs to the other desk. */
export function openStoreReader({ path, prefix }: StoreOptions): StoreOpening<StoreReader> {
  const opened = openReadOnly(path);
  if (opened.kind === 'refused') return opened;
  const { database } = opened;
  if (prefixOf(database) === otherPrefix(prefix)) return refuseOther(database);
  const resting = openResting(database, prefix);
  const store = reading(database, { prefix, resting, counting: prepareCounting(database) });
  // From its first check or report on, a reader sees one moment, so that a running batch's totals and rows agree.
  const begin = (batch: number | null = null): void => {
    const place = batch === null ? null : resting.placeOf(batch);
    for (const one of place === null ? [database] : [database, place]) if (!one.inTransaction) one.exec('BEGIN');
  };
  const report = (batch: BatchRecord, asOfMs: number, isEarlier?: boolean): BatchReport => {
    begin(batch.batch);
    return store.report(batch, asOfMs, isEarlier);
  };
  const checkBatch = (batch: BatchRecord): Refusal | null => {
    begin(batch.batch);
    return store.checkBatch(batch);
  };
  const moved: MoneyMoved = {
    batches: (period) => {
      begin();
      return store.moved.batches(period);
    },
    between: (profile, period) => store.moved.between(profile, period),
  };
  return { kind: 'open', store: { ...store, report, checkBatch, moved } };
}

/** Who opens it, and when. `monotonicMs`: milliseconds since an arbitrary moment, unaffected by clock changes. */
export interface Opener {
  readonly actor: string;
  readonly nowMs: number;
  readonly monotonicMs: () => number;
}

/** Opens for writing; creates a missing file. The caller holds the desk's lock. */
export function openStoreWriter(
  { path, prefix }: StoreOptions,
  { actor, nowMs, monotonicMs }: Opener,
): StoreOpening<StoreWriter> {
  const opened = openWritable(path);
  if (opened.kind === 'refused') return opened;
  const { database } = opened;
  const audit = openAuditLog(database, actor);
  const named = refusing(path, () => ({ kind: 'named', is: nameDesk(database, { audit, prefix, nowMs }) }) as const);
  if (named.kind === 'refused') {
    database.close();
    return named;
  }
  if (named.is !== prefix) return refuseOther(database);
  const used = database
    .statement(
      `SELECT 1 FROM payout_references
       WHERE merchant_id IN (SELECT merchant_id FROM merchants WHERE mid = ?) AND reference = ? LIMIT 1`,
    )
    .pluck();
  const counting = prepareCounting(database);
  const resting = openResting(database, prefix);
  const reach = prepareReach(database, { monotonicMs, lastSequence: () => audit.head().sequence });
  const guard = prepareGuard(database, reach);
  const approvals = openApprovals(database, { audit, prefix });
  const store = {
    ...reading(database, { prefix, resting, counting }),
    archiving: openArchiving(database, { audit, prefix }),
    ledger: openLedger(database, { audit, prefix, counting, guard }),
    merchants: openMerchants(database, audit),
    notes: prepareBatchNotes(database, audit),
    payees: preparePayees(database),
    keepWalletReading: prepareKeepReading(database, audit),
    orders: openOrders(database, audit),
    adviceWriting: prepareAdviceMails(database, audit),
    journals: openJournals(database, audit),
    register: openRegisterRecord(database, audit),
    commands: openCommands(database, audit),
    together: <Result>(act: () => Result) => audit.transaction(act)(),
    writePassportRoot: prepareWriteRoot(database, audit),
    saveProfile: prepareSaveProfile(database, audit),
    approvals,
    confirm: prepareConfirm(database, { audit, gate: approvals }),
    waitInTurns: () => waitInTurns(database),
    lastRecord: () => audit.head().lastRecord,
    lock: prepareLockDown(database, audit),
    afterCommit: (listen: () => void) => audit.afterCommit(listen),
    isReferenceUsed: (mid: Mid, reference: Reference) => used.get(mid, reference) === 1,
    nameRows: prepareNameRows(database),
    knownReferences: openKnownReferences(database, audit),
    guard,
    referenceHolder: prepareReferenceHolder(database),
    unsentRepeats: prepareUnsentRepeats(database, guard),
    decide: prepareDecide(database, { audit, prefix }),
    takeBack: prepareTakeBack(database, { audit, prefix }),
    readNews: prepareReadNews(database, { audit, prefix }),
    checkIndexes: prepareCheckIndexes(database, reach),
    damageAnywhere: () => damageAnywhere(database),
  };
  return { kind: 'open', store };
}

function reading(
  database: DeskDatabase,
  {
    prefix,
    resting,
    counting: { tally },
  }: { readonly prefix: 'B' | 'P'; readonly resting: Resting; readonly counting: BatchCounting },
): StoreReader {
  // These read one batch: in the database, or with its archive.
  const of = perBatch({ database, resting }, (place) => ({
    report: prepareReport(place, prefix),
    check: prepareCheckBatch(place),
    changedRows: prepareChangedRows(place),
    againChanged: prepareAgainChanged(place),
    entries: readPayoutEntries(place),
    fees: prepareReportedFees(place),
    story: preparePayoutStory(place, prefix),
    tally: place === database ? tally : prepareCounting(place).tally,
  }));
  const chain = readChain(database);
  const approvals = readApprovals(database, prefix);
  return {
    chain,
    hashAt: (sequence) => chain.hashAt(sequence) ?? resting.entryAt(sequence)?.hash ?? null,
    atMsOf: (sequence) => (chain.entryAt(sequence) ?? resting.entryAt(sequence))?.atMs ?? null,
    batches: readBatches(database, prefix),
    profiles: readProfiles(database),
    unknown: prepareUnknown(database, prefix),
    news: prepareNews(database, prefix),
    findPayout: prepareFindPayout(database, prefix),
    retries: readRetries(database, { prefix, resting }),
    commands: readCommands(database),
    payouts: {
      ...readPayoutPages(database, prefix),
      story: (batch, rowNumber) => of(batch).story(batch, rowNumber),
    },
    tally,
    ...prepareNextLookups(database),
    checkBatch: ({ batch, id }) => of(batch).check({ batch, named: id }),
    changedRows: (batch, since) => of(batch).changedRows(batch, since),
    againChanged: (batch, sinceMs) => of(batch).againChanged(batch, sinceMs),
    payoutEntries: {
      all: (batch, row) => of(batch).entries.all(batch, row),
      last: (batch, rows) => of(batch).entries.last(batch, rows),
    },
    moved: prepareMoneyMoved(database, prefix),
    walletReadings: readWalletReadings(database),
    orders: readOrders(database),
    adviceMails: readAdviceMails(database),
    journals: readJournals(database),
    approvals,
    register: readRegister(database),
    sources: () => prepareSourceReading(database, resting),
    reportedFees: (batch, asOfMs) => of(batch).fees(batch, asOfMs),
    report: (batch, asOfMs, isEarlier = false) => {
      const there = of(batch.batch);
      const report = there.report(batch, { asOfMs, isEarlier, tally: there.tally(batch.batch) });
      const approved = approvals.ofBatch(batch.batch, asOfMs);
      return approved.length === 0 ? report : { ...report, approvals: approved };
    },
    archives: { plan: prepareArchivePlan(database, prefix), state: (batch) => resting.stateOf(batch) },
    close: () => {
      resting.close();
      database.close();
    },
  };
}

/** What a run depends on: its batch with those that it retries, and all that the guards read. */
function prepareCheckIndexes(database: DeskDatabase, reach: (nowMs: number) => Reach): StoreWriter['checkIndexes'] {
  const firstOf = database
    .statement<[number], number | null>(
      `WITH RECURSIVE chain (batch_id) AS (
         VALUES (?) UNION SELECT b.retry_of FROM chain JOIN batches b USING (batch_id) WHERE b.retry_of IS NOT NULL)
       SELECT min(first_payout_id) FROM chain JOIN batches USING (batch_id)`,
    )
    .pluck();
  return ({ nowMs, batch }) => {
    const { floor } = reach(nowMs);
    return damageSince(database, batch === null ? floor : Math.min(floor, firstOf.get(batch) ?? floor));
  };
}

/** Gives a new database its permanent id. Returns the prefix of the database's desk. */
function nameDesk(
  database: DeskDatabase,
  { audit, prefix, nowMs }: { readonly audit: AuditLog; readonly prefix: 'B' | 'P'; readonly nowMs: number },
): unknown {
  const insert = database.statement(
    'INSERT OR IGNORE INTO desk (only_row, database_id, prefix, created_at_ms) VALUES (1, ?, ?, ?)',
  );
  audit.transaction(() => {
    if (insert.run(randomUUID(), prefix, nowMs).changes === 0) return;
    audit.append({ atMs: nowMs, what: ROWS_ONLY });
  })();
  return prefixOf(database);
}

/** Live and practice never share a file: a batch would change its name, and practice money would look real. */
function prefixOf(database: DeskDatabase): unknown {
  return database.prepare('SELECT prefix FROM desk').pluck().get();
}

function otherPrefix(prefix: 'B' | 'P'): 'B' | 'P' {
  return prefix === 'B' ? 'P' : 'B';
}

function refuseOther(database: DeskDatabase): Refused {
  const { name } = database;
  database.close();
  const refusal = {
    code: 'otherDesk',
    message: msg('store.otherDesk', { path: name }),
    cure: msg('cure.putBack'),
  };
  return { kind: 'refused', refusal };
}

// The store together with its head: what compose opens. A second process cannot open a writer of the same head: a copy of a
// database has the same head.

export interface HeadedReader extends StoreReader {
  readonly standing: Standing;
  readonly lostBatches: readonly LostBatch[];
}

export interface HeadedWriter extends StoreWriter {
  readonly standing: Standing;
  readonly wholeCheck: WholeCheck;
  /** From now on a long check that is due is made beside the desk, and checkIndexes() does not wait for it. */
  checkBeside(): void;
  /** Batches that are noted outside but missing from this database. */
  readonly lostBatches: readonly LostBatch[];
  /** This user's other databases that paid from this merchant id since then. Throws on a disk error. */
  otherDesks(paid: { readonly mid: Mid; readonly sinceMs: number }): readonly OtherDesk[];
  /** Accepts this database as the true one; audited. Returns why its head could not be written; then it stays locked. */
  unlock(note: string, nowMs: number): LedgerFailure | null;
}

/** Opens for reading. The head is read before the rows, so the rows are at least as far on as the head. */
export function openHeadedReader(
  options: StoreOptions,
  place: HeadPlace,
): { readonly kind: 'open'; readonly store: HeadedReader } | Refused {
  const opening = openStoreReader(options);
  if (opening.kind === 'refused') return opening;
  const { store } = opening;
  const noted = noting(place, { databaseId: store.chain.databaseId, ...options });
  if (noted.kind === 'refused') {
    store.close();
    return noted;
  }
  const standing = judgeStanding(store.chain, { ...noted, machine: place.machine });
  const lost = lostBatches(store.chain, { ...noted, prefix: options.prefix });
  return { kind: 'open', store: { ...store, standing, lostBatches: lost } };
}

/** Verifies a database's whole audit while others may use it, and notes whether the file is sound. */
export function verifyHeaded(
  { path, prefix }: StoreOptions,
  place: HeadPlace,
  nowMs: number,
  onProgress: AuditProgress = () => undefined,
): { readonly kind: 'verified'; readonly verdict: AuditVerdict } | Refused {
  return refusing(path, () => verifyOpened(path, { prefix, place, nowMs, onProgress }));
}

function verifyOpened(
  path: string,
  {
    prefix,
    place,
    nowMs,
    onProgress,
  }: Pick<StoreOptions, 'prefix'> & {
    readonly place: HeadPlace;
    readonly nowMs: number;
    readonly onProgress: AuditProgress;
  },
): ReturnType<typeof verifyHeaded> {
  const opened = openReadOnly(path, { otherRules: true });
  if (opened.kind === 'refused') return opened;
  const { database } = opened;
  try {
    const placed = { databaseId: readChain(database).databaseId, path, prefix };
    const wholeCheck = openWholeCheck(place.folderOf(placed.databaseId), path);
    const refusedAsDamaged = (): Refused => {
      wholeCheck.note('damaged', nowMs);
      return { kind: 'refused', refusal: damaged(path) };
    };
    const head = noting(place, placed);
    if (head.kind === 'refused') return head;
    const seenNow = (): number => {
      const again = noting(place, placed);
      return again.kind === 'refused' ? 0 : (again.head?.sequence ?? 0);
    };
    try {
      const verdict = verifyDatabase(database, { prefix, machine: place.machine, head, seenNow, onProgress });
      const isDamaged = verdict.findings.some(({ code }) => code === 'fileDamaged' || code === 'keysDiffer');
      if (isDamaged && !canBeRead(database)) return refusedAsDamaged();
      wholeCheck.note(isDamaged ? 'damaged' : 'sound', nowMs);
      return { kind: 'verified', verdict };
    } catch (error) {
      if (faultOfDisk(error, path)?.code === 'damagedDatabase') return refusedAsDamaged();
      throw error;
    }
  } finally {
    database.close();
  }
}

/** Opens for writing. The caller holds the data folder's lock. Returns `busy` when a copy of the database is open elsewhere. */
export function openHeadedWriter(
  options: StoreOptions,
  { place, ...opener }: Opener & { readonly place: HeadPlace },
): { readonly kind: 'open'; readonly store: HeadedWriter } | { readonly kind: 'busy' } | Refused {
  const endedUncleanly = hasLog(options.path);
  const opening = openStoreWriter(options, opener);
  if (opening.kind === 'refused') return opening;
  const { store } = opening;
  const used = place.take(store.chain.databaseId);
  if (used.kind !== 'held') {
    store.close();
    return used;
  }
  const { path: folder } = used;
  const release = (): void => used.release();
  const placed = { databaseId: store.chain.databaseId, ...options };
  const refusingWrites = refusing(folder, () => {
    const gone = batchesGone(place, placed);
    const file = openHeadFile(folder);
    const world = { chain: store.chain, file, gone, machine: place.machine, prefix: options.prefix };
    return { kind: 'kept' as const, keeper: keepHead({ ...world, notePath: () => notePath(folder, placed) }) };
  });
  if (refusingWrites.kind === 'refused' || refusingWrites.keeper.catchUp() !== null) {
    if (refusingWrites.kind === 'kept') refusingWrites.keeper.close();
    store.close();
    release();
    return { kind: 'refused', refusal: headUnusable(folder) };
  }
  if (endedUncleanly) forgetCheck(folder);
  return {
    kind: 'open',
    store: withHead(store, {
      folder,
      wholeCheck: openWholeCheck(folder, options.path),
      keeper: refusingWrites.keeper,
      release,
      others: (paid) => otherDesks(place, placed, paid),
    }),
  };
}

function withHead(
  store: StoreWriter,
  {
    folder,
    wholeCheck,
    keeper,
    release,
    others,
  }: {
    readonly folder: string;
    readonly wholeCheck: WholeCheck;
    readonly keeper: HeadKeeper;
    readonly release: () => void;
    readonly others: HeadedWriter['otherDesks'];
  },
): HeadedWriter {
  const { standing, lost } = keeper;
  store.afterCommit(() => {
    try {
      keeper.catchUp();
    } catch {
      // If it fails here, the next claim tries again, meets the same fault, and is not handed out.
    }
  });
  let isBeside = false;
  const damageOfWhole = (nowMs: number): Refusal | null => {
    const soundness = wholeCheck.soundness(nowMs);
    if (soundness === 'damaged') return damaged(wholeCheck.path);
    if (soundness === 'sound' || (isBeside && wholeCheck.isLong())) return null;
    const found = store.damageAnywhere();
    wholeCheck.note(found === null ? 'sound' : 'damaged', nowMs);
    return found;
  };
  return {
    ...store,
    standing,
    wholeCheck,
    checkBeside: () => {
      isBeside = true;
    },
    checkIndexes: (asked) => damageOfWhole(asked.nowMs) ?? store.checkIndexes(asked),
    lostBatches: lost,
    otherDesks: others,
    ledger: sendAfterHead(store.ledger, keeper),
    archiving: archiveAfterHead(store.archiving, keeper, folder),
    confirm: (confirmation, ticket, screened) => {
      invariant(standing.kind === 'current', 'a locked database confirms nothing');
      return store.confirm(confirmation, ticket, screened);
    },
    unlock: (note, nowMs) => {
      if (standing.kind === 'current') return null;
      store.lock.open({ reason: standing.reason, note }, nowMs);
      return keeper.adopt();
    },
    close: () => {
      store.close();
      keeper.close();
      release();
    },
  };
}

/** The entry that the head has seen last must never leave the database: without it, the desk would look like another one. */
function archiveAfterHead(archiving: Archiving, keeper: HeadKeeper, folder: string): Archiving {
  function* after(steps: Generator<ArchiveProgress>): Generator<ArchiveProgress> {
    for (const step of steps) {
      if (keeper.catchUp() !== null) throw new ArchiveUnusable(headUnusable(folder));
      yield step;
    }
  }
  return {
    ...archiving,
    archive: (batch, question) => after(archiving.archive(batch, question)),
    finish: (batch) => after(archiving.finish(batch)),
  };
}

/** What is noted about a database, or why that cannot be read. */
function noting(place: HeadPlace, database: PlacedDatabase): ({ readonly kind: 'read' } & Noted) | Refused {
  const read = refusing(database.path, () => ({ kind: 'read' as const, ...readNoted(place, database) }));
  if (read.kind === 'read') return read;
  return { kind: 'refused', refusal: headUnusable(place.folder) };
}

function headUnusable(folder: string): Refusal {
  return {
    code: 'stateFolder',
    message: msg('store.stateFolder', { folder }),
    cure: msg('cure.stateFolder'),
  };
}
