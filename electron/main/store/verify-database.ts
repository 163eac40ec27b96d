// Audits one whole database: the file's structure, the chain, the head, and every row of every table against the hash in its last
// audit entry. Nothing is repaired: a person must say which side is right. It reads one moment and ignores what a running desk
// adds meanwhile.

import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { AuditFinding, AuditView } from '../../../shared/api/views.ts';
import { unreachable } from '../../../shared/failures.ts';
import { formatBatchId, type Sha256 } from '../../../shared/ids.ts';
import { type Message, msg } from '../../../shared/messages/message.ts';
import type { LockReason, Standing } from '../domain/standing.ts';
import { OPEN_ALARMS } from './alarms.ts';
import {
  ARCHIVED_TABLES,
  archiveFolder,
  archiveName,
  archiveRefusal,
  listArchives,
  openArchive,
  stateOfArchive,
} from './archives.ts';
import {
  auditHash,
  type ClockRecord,
  GENESIS,
  ROWS_ONLY,
  readChain,
  readSetBacks,
  type SetBack,
  setBackBetween,
} from './audit-log.ts';
import {
  ContentHash,
  confirmedHash,
  prepareRelationsHash,
  prepareStoredReading,
  type StoredPayout,
} from './check-batch.ts';
import { countFalseKeys, countFalseNames, countFalseSums } from './damage.ts';
import type { DeskDatabase } from './desk-database.ts';
import { judgeStanding, lostBatches, type Noted } from './heads.ts';
import { differingExports } from './journal-exports.ts';
import { differenceInWords, schemaDifferences } from './open-database.ts';
import { decodeRowsLeft, type HashedTable, hashedTables, type KeyPart, rowHash, textSql } from './row-hashes.ts';
import { type LastHash, RowsLeft } from './rows-left.ts';

/** How many findings are named. The first few name the cause; thousands only repeat it. */
const AUDIT_FINDINGS_NAMED = 20;

export interface VerifyOptions {
  readonly prefix: 'B' | 'P';
  readonly machine: string;
  /** Null for a file without a head, such as a backup: then only what is inside is compared. */
  readonly head: Noted | null;
  /** Reads how far the head has come by now; called once the verified moment is fixed. */
  readonly seenNow?: () => number;
  /** Called many times a second. */
  readonly onProgress?: AuditProgress;
  /** Where its archives are, if not beside it. */
  readonly archivesIn?: string;
}

/** What an audit does, in this order. `done` of `total` is within the part. */
export const AUDIT_PARTS = ['file', 'keys', 'log', 'rows'] as const;
export type AuditPart = (typeof AUDIT_PARTS)[number];
export type AuditProgress = (part: AuditPart, done: number, total: number) => void;

/** Rows between two calls of onProgress. */
const PROGRESS_ROWS = 2_000;

/** `missingArchives`: the files that are missing, or altered. */
export interface AuditVerdict extends Omit<AuditView, 'desk'> {
  readonly missingArchives: readonly string[];
}

/** Verifies a database. Read the head before calling. */
export function verifyDatabase(database: DeskDatabase, options: VerifyOptions): AuditVerdict {
  database.exec('BEGIN');
  try {
    return verdictOf(database, options);
  } finally {
    database.exec('ROLLBACK');
  }
}

/** Collects findings, and counts those too many to name. */
class AuditFindings {
  readonly named: AuditFinding[] = [];
  more = 0;

  add(code: string, message: Message): void {
    if (this.named.length < AUDIT_FINDINGS_NAMED) this.named.push({ code, message });
    else this.more += 1;
  }
}

function verdictOf(
  database: DeskDatabase,
  { prefix, machine, head, seenNow, archivesIn, onProgress = () => undefined }: VerifyOptions,
): AuditVerdict {
  const findings = new AuditFindings();
  const chain = readChain(database);
  const standing: Standing = head === null ? { kind: 'current' } : judgeStanding(chain, { ...head, machine });
  // Beside a running desk the head has moved on since it was read, and may have seen all of this moment.
  const noted = head?.head?.sequence ?? chain.end().sequence;
  const seen = Math.max(noted, seenNow?.() ?? 0);
  verifyFile(database, { findings, onProgress });
  const archives = openArchives(database, { prefix, findings, folder: archivesIn ?? archiveFolder(database.name) });
  const log = readWholeChain(database, { seen, archives, findings, onProgress });
  if (standing.kind === 'locked') findings.add('locked', lockedMessage(standing.reason, head));
  // After a person has unlocked a restored database, its lost batches are known: they were shown then.
  const lost = standing.kind === 'locked' && head !== null ? lostBatches(chain, { ...head, prefix }) : [];
  for (const { id, count, confirmedAtMs } of lost) {
    const when = new Date(confirmedAtMs).toISOString();
    findings.add('batchLost', msg('audit.batchLost', { batch: id, when, count }));
  }
  if (standing.kind === 'current' && log.escaped > 0) {
    findings.add('headPutBack', msg('audit.headPutBack', { ahead: log.ahead, count: log.escaped }));
  }
  const counts = verifyRows(database, { log, prefix, archives, findings, onProgress });
  for (const { reading } of archives.whole) reading.close();
  const { entries, ahead } = log;
  const { named, more } = findings;
  return {
    ok: named.length === 0,
    locked: standing.kind === 'locked',
    entries,
    hash: chain.end().hash,
    ahead,
    ...counts,
    archives: archives.whole.length + archives.absent.length,
    missingArchives: archives.absent,
    alarms: openAlarms(database),
    findings: named,
    more,
  };
}

/** How many alarms of the whole desk are unread. */
function openAlarms(database: DeskDatabase): number {
  return database.prepare<[], number>(`SELECT count(*) FROM (${OPEN_ALARMS})`).pluck().get() ?? 0;
}

/** Checks every page, index entry and key, and that tables, indexes, triggers and views match the schema. */
function verifyFile(
  database: DeskDatabase,
  { findings, onProgress }: Pick<RowsWorld, 'findings' | 'onProgress'>,
): void {
  onProgress('file', 0, 1);
  for (const verdict of database.pragma('integrity_check(5)') as readonly { readonly integrity_check: string }[]) {
    if (verdict.integrity_check !== 'ok')
      findings.add('fileDamaged', msg('audit.fileDamaged', { what: verdict.integrity_check }));
  }
  let falseKeys = 0;
  for (const [done, countFalse] of FALSE_COUNTS.entries()) {
    onProgress('keys', done, FALSE_COUNTS.length);
    falseKeys += countFalse(database);
  }
  if (falseKeys > 0) {
    findings.add('keysDiffer', msg('audit.keysDiffer', { count: falseKeys }));
  }
  const orphans = database.pragma('foreign_key_check') as readonly { readonly table: string }[];
  for (const { table } of orphans.slice(0, 5)) findings.add('rowOrphaned', msg('audit.rowOrphaned', { table }));
  for (const difference of schemaDifferences(database)) {
    findings.add('rulesChanged', msg('audit.rulesChanged', { difference: differenceInWords(difference) }));
  }
}

const FALSE_COUNTS = [
  (database: DeskDatabase) => countFalseKeys(database),
  countFalseNames,
  countFalseSums,
] as const satisfies readonly ((database: DeskDatabase) => number)[];

interface EntryRow {
  readonly sequence: number;
  readonly at_ms: number;
  readonly actor: string;
  readonly what: string;
  readonly batch_id: number | null;
  readonly payout_id: number | null;
  readonly detail: string;
  readonly rows_json: string;
  readonly hash: Sha256;
}

/** What the whole chain says. `entries` leaves out entries that only list changed rows. */
interface ChainLog {
  readonly entries: number;
  /** How many of them the head has not seen. */
  readonly ahead: number;
  /** The rows that it names. Rows found in the database are taken. */
  readonly left: RowsLeft;
  /** The details of the entries that confirm each batch. */
  readonly confirmed: ReadonlyMap<number, readonly string[]>;
  /** Payouts that were answered although the head has not seen their claim. */
  readonly escaped: number;
}

/**
 * Reads the whole chain once and recomputes each hash. `seen`: the last entry that the head has seen. After the first broken link
 * hashes are no longer compared; everything else still is.
 */
function readWholeChain(
  database: DeskDatabase,
  {
    seen,
    archives,
    findings,
    onProgress,
  }: Pick<RowsWorld, 'archives' | 'findings' | 'onProgress'> & { readonly seen: number },
): ChainLog {
  const total = readChain(database).end().sequence;
  const left = new RowsLeft();
  const confirmed = new Map<number, readonly string[]>();
  const claimedUnseen = new Set<number>();
  const setBacks: SetBack[] = [];
  let lastOfBatch: ClockRecord | null = null;
  let [count, entries, ahead, escaped] = [0, 0, 0, 0];
  let previous = GENESIS;
  let isWhole = true;
  let isJoined = true;
  let absent = archives.absentEntries;
  for (const row of entriesOf(database, archives)) {
    const { sequence, what, batch_id: batch, payout_id: payout, detail } = row;
    count += 1;
    if (count % PROGRESS_ROWS === 0) onProgress('log', count, total);
    // The entries of an archive that cannot be read are no gap, as far as there are as many.
    const gap = Math.min(sequence - count, absent);
    if (gap > 0) {
      count += gap;
      absent -= gap;
      isJoined = false;
    }
    if (isWhole) {
      isWhole = !isJoined || follows(row, { expected: count, previous }, findings);
      previous = row.hash;
      isJoined = true;
    }
    if (what !== ROWS_ONLY) entries += 1;
    if (what !== ROWS_ONLY && sequence > seen) ahead += 1;
    for (const [table, key, hash] of rowsOf(row, findings)) {
      left.set(table, key, { hash, entry: sequence });
    }
    if (what !== ROWS_ONLY && batch !== null) {
      const record = { sequence, atMs: row.at_ms };
      const setBack = setBackBetween(lastOfBatch, record);
      if (setBack !== null) setBacks.push(setBack);
      lastOfBatch = record;
    }
    if (what === 'confirmed' && batch !== null) confirmed.set(batch, [...(confirmed.get(batch) ?? []), detail]);
    if (payout === null || sequence <= seen) continue;
    // An answered payout has left this machine, and nothing leaves before the head has seen its claim.
    if (what === 'sending') claimedUnseen.add(payout);
    else if (what !== 'queued' && isAnswer(detail) && claimedUnseen.has(payout)) escaped += 1;
  }
  if (!isDeepStrictEqual(readSetBacks(database), setBacks)) findings.add('clockDiffers', msg('audit.clockDiffers'));
  return { entries, ahead, left, confirmed, escaped };
}

function isAnswer(detail: string): boolean {
  return detail.includes('"by":"answered"');
}

function follows(
  row: EntryRow,
  { expected, previous }: { readonly expected: number; readonly previous: Sha256 },
  findings: AuditFindings,
): boolean {
  const { sequence, at_ms: atMs, actor, what, batch_id: batchId, payout_id: payoutId, detail, rows_json: rows } = row;
  if (sequence !== expected) {
    findings.add('entryMissing', msg('audit.entryMissing', { number: expected }));
    return false;
  }
  const made = auditHash(previous, { sequence, atMs, actor, what, batchId, payoutId, detail, rows });
  if (made === row.hash) return true;
  findings.add('entryChanged', msg('audit.entryChanged', { number: sequence }));
  return false;
}

function rowsOf(
  { sequence, rows_json }: EntryRow,
  findings: AuditFindings,
): NonNullable<ReturnType<typeof decodeRowsLeft>> {
  const rows = decodeRowsLeft(rows_json);
  if (rows === null) findings.add('entryUnreadable', msg('audit.entryUnreadable', { number: sequence }));
  return rows ?? [];
}

interface RowsWorld {
  readonly log: ChainLog;
  readonly archives: OpenArchives;
  readonly prefix: 'B' | 'P';
  readonly findings: AuditFindings;
  readonly onProgress: AuditProgress;
}

/** Compares every row of every table with the log. Returns how many batches and payouts there are. */
function verifyRows(database: DeskDatabase, world: RowsWorld): { readonly batches: number; readonly payouts: number } {
  const { log, prefix, archives, findings, onProgress } = world;
  const nameOf = prepareNames(database, prefix);
  const missing = log.left;
  const tables = hashedTables(database);
  const countOf = ({ name }: { readonly name: string }): number =>
    Number(database.prepare(`SELECT count(*) FROM ${name}`).pluck().get());
  const total = tables.reduce((sum, table) => sum + countOf(table), 0);
  let read = 0;
  const onRow = (): void => {
    read += 1;
    if (read % PROGRESS_ROWS === 0) onProgress('rows', read, total);
  };
  const counts = { batches: 0, payouts: verifyPayouts(database, { ...world, onRow }) };
  for (const table of tables) {
    if (table.name === 'payouts') continue;
    const select = `SELECT ${textSql(table)}, ${table.key.join(', ')} FROM ${table.name}`;
    for (const [text, ...key] of database.prepare<[], [string, ...KeyPart[]]>(select).raw().iterate()) {
      if (table.name === 'batches') counts.batches += 1;
      onRow();
      const left = missing.take(table.name, key);
      const isExcused = archives.absent.length > 0 && table.name !== 'archives';
      if (isExcused && (left === null || left.hash !== rowHash(table.name, text))) continue;
      if (left === null) findings.add('rowUnexplained', unexplained(nameOf(table.name, key)));
      else if (left.hash !== rowHash(table.name, text)) {
        findings.add('rowChanged', changedSince(nameOf(table.name, key), left));
      }
    }
  }
  for (const table of hashedTables(database).filter(({ name }) => isArchived(name)))
    verifyArchived(database, { ...world, table });
  for (const { table, key, entry } of missing.rest()) {
    if (archives.absent.length > 0 && isArchived(table)) continue;
    findings.add('rowMissing', msg('audit.rowMissing', { row: nameOf(table, key), number: entry }));
  }
  for (const number of differingExports(database)) {
    findings.add('journalDiffers', msg('audit.journalDiffers', { number }));
  }
  return counts;
}

/**
 * Compares the rows of archives with the log as well: those that the database still has were compared there. `table`: of the
 * database, because an archive has the same.
 */
function verifyArchived(
  database: DeskDatabase,
  { log, prefix, archives, findings, table }: RowsWorld & { readonly table: HashedTable },
): void {
  const nameOf = prepareNames(database, prefix);
  const { name, key: columns } = table;
  const isHere = database
    .prepare<KeyPart[], 1>(`SELECT 1 FROM ${name} WHERE ${columns.map((column) => `${column} = ?`).join(' AND ')}`)
    .pluck();
  for (const { reading } of archives.whole) {
    const select = `SELECT ${textSql(table)}, ${columns.join(', ')} FROM ${name}`;
    for (const [text, ...key] of reading.prepare<[], [string, ...KeyPart[]]>(select).raw().iterate()) {
      const left = log.left.take(name, key);
      if (left === null) {
        if (isHere.get(...key) === undefined && archives.absent.length === 0)
          findings.add('rowUnexplained', unexplained(nameOf(name, key)));
      } else if (left.hash !== rowHash(name, text) && archives.absent.length === 0) {
        findings.add('rowChanged', changedSince(nameOf(name, key), left));
      }
    }
  }
}

function isArchived(table: string): boolean {
  return ARCHIVED_TABLES.some((name) => name === table && name !== 'audit');
}

/** The archives of a database. Those that are missing or altered are findings, and nothing is read from them. */
interface OpenArchives {
  readonly whole: readonly { readonly reading: DeskDatabase; readonly firstSequence: number }[];
  /** The names of the files that cannot be read, their batches, and how many entries they hold that the database has not. */
  readonly absent: readonly string[];
  readonly absentBatches: ReadonlySet<number>;
  readonly absentEntries: number;
}

function openArchives(
  database: DeskDatabase,
  {
    prefix,
    findings,
    folder,
  }: { readonly prefix: 'B' | 'P'; readonly findings: AuditFindings; readonly folder: string },
): OpenArchives {
  const whole: { readonly reading: DeskDatabase; readonly firstSequence: number }[] = [];
  const absent: string[] = [];
  const absentBatches = new Set<number>();
  let absentEntries = 0;
  const kept = database
    .prepare<[number, number], number>('SELECT count(*) FROM audit WHERE batch_id = ? AND sequence < ?')
    .pluck();
  // An older version of the desk has none.
  const archives = hashedTables(database).some(({ name }) => name === 'archives') ? listArchives(database) : [];
  for (const archive of archives) {
    const path = join(folder, archiveName(archive, prefix));
    const state = stateOfArchive(path, archive);
    if (state === 'whole') {
      whole.push({ reading: openArchive(path), firstSequence: archive.firstSequence });
      continue;
    }
    const { code, message } = archiveRefusal(state, archive, prefix, path);
    findings.add(code, message);
    absent.push(archiveName(archive, prefix));
    absentBatches.add(archive.batch);
    absentEntries += archive.entryCount - (kept.get(archive.batch, archive.sequence) ?? 0);
  }
  return { whole, absent, absentBatches, absentEntries };
}

/** Every entry of the chain, wherever it is, in order. One that is in both places is read from the database. */
function* entriesOf(database: DeskDatabase, { whole }: OpenArchives): Generator<EntryRow> {
  const begin = (from: DeskDatabase): EntrySource => {
    const rows = from.prepare<[], EntryRow>('SELECT * FROM audit ORDER BY sequence').iterate();
    return { rows, head: nextOf(rows) };
  };
  const waiting = [...whole];
  // The database first: of two equal entries, the first is taken.
  let sources: readonly EntrySource[] = [begin(database)];
  while (sources.length + waiting.length > 0) {
    const entry = sources.reduce<EntryRow | undefined>(
      (least, { head }) =>
        least === undefined || (head !== undefined && head.sequence < least.sequence) ? head : least,
      undefined,
    );
    const [next] = waiting;
    // An archive is opened when its first entry is due, so that few are read at a time.
    if (next !== undefined && (entry === undefined || next.firstSequence <= entry.sequence)) {
      waiting.shift();
      sources = [...sources, begin(next.reading)];
      continue;
    }
    if (entry === undefined) return;
    yield entry;
    let isAnyDone = false;
    for (const source of sources) {
      if (source.head?.sequence === entry.sequence) source.head = nextOf(source.rows);
      isAnyDone ||= source.head === undefined;
    }
    if (isAnyDone) sources = sources.filter(({ head }) => head !== undefined);
  }
}

interface EntrySource {
  readonly rows: IterableIterator<EntryRow>;
  head: EntryRow | undefined;
}

function nextOf(rows: IterableIterator<EntryRow>): EntryRow | undefined {
  const next = rows.next();
  return next.done === true ? undefined : next.value;
}

function unexplained(row: string | Message): Message {
  return msg('audit.rowUnexplained', { row });
}

function changedSince(row: string | Message, { entry }: LastHash): Message {
  return msg('audit.rowChanged', { row, number: entry });
}

/**
 * Compares each payout with the last entry that names it, or with its confirmation if none does, and each batch's confirmed
 * content with its confirmation. Returns the number of payouts.
 */
function verifyPayouts(
  database: DeskDatabase,
  { log, prefix, archives, findings, onRow }: RowsWorld & { readonly onRow: () => void },
): number {
  const contents = new Map<number, ContentHash>();
  const stored = prepareStoredReading(database);
  const select = `SELECT ${stored.sql} FROM payouts ORDER BY payout_id`;
  let count = 0;
  for (const payout of database.prepare<[], StoredPayout>(select).raw().iterate()) {
    const [payoutId, batch, rowNumber, isUntouched] = payout;
    count += 1;
    onRow();
    const content = contents.get(batch) ?? new ContentHash();
    contents.set(batch, content);
    content.add(`${stored.confirmed(payout)}\n`);
    const left = log.left.take('payouts', [payoutId]);
    // Its last entry is in the archive.
    if (archives.absentBatches.has(batch)) continue;
    const called = msg('part.firstRowOf', { number: rowNumber, batch: formatBatchId(prefix, batch) });
    if (left === null) {
      const isExplained = isUntouched === 1 && log.confirmed.has(batch);
      if (!isExplained) findings.add('rowUnexplained', unexplained(called));
    } else if (left.hash !== stored.hash(payout)) findings.add('rowChanged', changedSince(called, left));
  }
  const relationsHash = prepareRelationsHash(database);
  const relations = new Map(
    database
      .prepare<[], [batch: number, first: number, count: number]>(
        'SELECT batch_id, first_payout_id, payout_count FROM batches',
      )
      .raw()
      .all()
      .map(([batch, first, payouts]) => [batch, relationsHash(first, payouts)] as const),
  );
  for (const [batch, details] of log.confirmed) {
    const isSame = contents.get(batch)?.end() === confirmedHash(details, 'content');
    if (isSame && (relations.get(batch) ?? null) === confirmedHash(details, 'relations')) continue;
    findings.add('rowsDiffer', msg('audit.rowsDiffer', { batch: formatBatchId(prefix, batch) }));
  }
  return count;
}

/** Prepares naming a row for people. */
function prepareNames(
  database: DeskDatabase,
  prefix: 'B' | 'P',
): (table: string, key: readonly unknown[]) => string | Message {
  const place = database.prepare<[unknown], { readonly batch_id: number; readonly row_number: number }>(
    'SELECT batch_id, row_number FROM payouts WHERE payout_id = ?',
  );
  const payoutNamed = (payoutId: unknown, { isFirst }: { readonly isFirst: boolean }): Message => {
    const row = place.get(payoutId);
    if (row === undefined) {
      return msg(isFirst ? 'part.firstPayoutNumber' : 'part.payoutNumber', { number: String(payoutId) });
    }
    const named = { number: row.row_number, batch: formatBatchId(prefix, row.batch_id) };
    return msg(isFirst ? 'part.firstRowOf' : 'part.rowOf', named);
  };
  const ownerOf = ([from, column]: readonly [string, string], id: unknown): unknown => {
    return database.prepare(`SELECT payout_id FROM ${from} WHERE ${column} = ?`).pluck().get(id);
  };
  return (table, key) => {
    const [first] = key;
    if (table === 'payouts') return payoutNamed(first, { isFirst: true });
    if (table === 'batches') return formatBatchId(prefix, Number(first));
    const called = key.map(String).join(', ');
    if (isOwned(table)) {
      const { called: what, place: within } = OWNERS[table];
      const owner = ownerOf(within, first);
      return owner === undefined
        ? msg(`audit.${what}.number`, { number: String(first) })
        : msg(`audit.${what}`, { payout: payoutNamed(owner, { isFirst: false }) });
    }
    return isNamed(table) ? msg(`audit.${table}`, { name: called }) : msg('audit.row', { key: called, table });
  };
}

/** Tables whose rows belong to a payout, and where to find that payout. */
const OWNERS = {
  attempts: { called: 'attempt', place: ['attempts', 'attempt_id'] },
  attempt_results: { called: 'answer', place: ['attempts', 'attempt_id'] },
  lookups: { called: 'lookup', place: ['lookups', 'lookup_id'] },
  decisions: { called: 'decision', place: ['decisions', 'decision_id'] },
  late_news: { called: 'alarm', place: ['late_news', 'late_news_id'] },
} as const;

function isOwned(table: string): table is keyof typeof OWNERS {
  return Object.hasOwn(OWNERS, table);
}

/** Tables whose rows have their own names. */
const NAMED = ['profiles', 'merchants', 'payees', 'commands'] as const;

function isNamed(table: string): table is (typeof NAMED)[number] {
  return NAMED.some((name) => name === table);
}

function lockedMessage(reason: LockReason, head: Noted | null): Message {
  const number = head?.head?.sequence ?? 0;
  switch (reason) {
    case 'older':
    case 'forked':
      return msg(`audit.locked.${reason}`, { number });
    case 'noHead':
    case 'gone':
    case 'otherMachine':
      return msg(`audit.locked.${reason}`);
    default:
      return unreachable(reason);
  }
}
