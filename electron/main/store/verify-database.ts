// The whole audit of one database: the file's own structure, the chain, the head, and every row of every table against
// the hash that its last audit entry has of it. Which of the two is right is for a person to say: nothing is repaired.
// It reads one moment: what a running desk adds meanwhile is not in it.

import { isDeepStrictEqual } from 'node:util';
import type { AuditFinding, AuditView } from '../../../shared/api/views.ts';
import { unreachable } from '../../../shared/failures.ts';
import { formatBatchId, type Sha256 } from '../../../shared/ids.ts';
import type { LockReason, Standing } from '../domain/standing.ts';
import { auditHash, GENESIS, ROWS_ONLY, readChain } from './audit-log.ts';
import {
  ContentHash,
  confirmedHash,
  prepareRelationsHash,
  prepareStoredHash,
  type StoredPayout,
  storedPayoutSql,
} from './check-batch.ts';
import type { DeskDatabase } from './desk-database.ts';
import { judgeStanding, lostBatches, type Noted } from './heads.ts';
import { OPEN_ALARMS } from './late-news.ts';
import { countFalseKeys, countFalseNames, differenceInWords, schemaDifferences } from './open-database.ts';
import { decodeRowsLeft, hashedTables, type KeyPart, rowHash, rowName, textSql } from './row-hashes.ts';
import { type ClockRecord, readSetBacks, type SetBack, setBackBetween } from './wall-clock.ts';

/** What does not fit in an audit is named up to here; the first few name the cause, thousands only repeat it. */
const AUDIT_FINDINGS_NAMED = 20;

export interface VerifyOptions {
  readonly prefix: 'B' | 'P';
  readonly machine: string;
  /** Null for a file that no head is kept of, such as a backup: then only what is inside is compared. */
  readonly head: Noted | null;
  /** Reads how far the head has come by now; asked when the moment that is verified stands fast. */
  readonly seenNow?: () => number;
}

export type AuditVerdict = Omit<AuditView, 'desk'>;

/** Verifies a database. The head must have been read before. */
export function verifyDatabase(database: DeskDatabase, options: VerifyOptions): AuditVerdict {
  database.exec('BEGIN');
  try {
    return verdictOf(database, options);
  } finally {
    database.exec('ROLLBACK');
  }
}

/** Collects what does not fit, and counts what is too much to name. */
class AuditFindings {
  readonly named: AuditFinding[] = [];
  more = 0;

  add(code: string, message: string): void {
    if (this.named.length < AUDIT_FINDINGS_NAMED) this.named.push({ code, message });
    else this.more += 1;
  }
}

function verdictOf(database: DeskDatabase, { prefix, machine, head, seenNow }: VerifyOptions): AuditVerdict {
  const findings = new AuditFindings();
  const chain = readChain(database);
  const standing: Standing = head === null ? { kind: 'current' } : judgeStanding(chain, { ...head, machine });
  // Beside a running desk the head has moved on since it was read, and may have seen all of this moment.
  const noted = head?.head?.sequence ?? chain.end().sequence;
  const seen = Math.max(noted, seenNow?.() ?? 0);
  verifyFile(database, findings);
  const log = readWholeChain(database, seen, findings);
  if (standing.kind === 'locked') findings.add('locked', lockedMessage(standing.reason, head));
  // Once a person has unlocked a restored database, what it lost is known and told at the unlocking.
  const lost = standing.kind === 'locked' && head !== null ? lostBatches(chain, { ...head, prefix }) : [];
  for (const { id, count, confirmedAtMs } of lost) {
    const when = new Date(confirmedAtMs).toISOString();
    findings.add(
      'batchLost',
      `${id}, confirmed at ${when} with ${count} payouts, is noted outside but not in the database.`,
    );
  }
  if (standing.kind === 'current' && log.escaped > 0) {
    const unseen = `The note outside has not seen the last ${log.ahead} entries`;
    const why = 'nothing is sent before it has, so an older state folder was put back';
    findings.add('headPutBack', `${unseen}, in which ${log.escaped} payouts were sent and answered: ${why}.`);
  }
  const counts = verifyRows(database, { log, prefix, findings });
  const { entries, ahead } = log;
  const { named, more } = findings;
  return {
    ok: named.length === 0,
    locked: standing.kind === 'locked',
    entries,
    hash: chain.end().hash,
    ahead,
    ...counts,
    alarms: openAlarms(database),
    findings: named,
    more,
  };
}

/** How many alarms of the whole desk nobody has read. */
function openAlarms(database: DeskDatabase): number {
  return database.prepare<[], number>(`SELECT count(*) FROM (${OPEN_ALARMS})`).pluck().get() ?? 0;
}

/** The file itself: every page, every index entry, every key, and tables, indexes, triggers and views as the desk makes them. */
function verifyFile(database: DeskDatabase, findings: AuditFindings): void {
  for (const verdict of database.pragma('integrity_check(5)') as readonly { readonly integrity_check: string }[]) {
    if (verdict.integrity_check !== 'ok')
      findings.add('fileDamaged', `The file is damaged: ${verdict.integrity_check}.`);
  }
  const falseKeys = countFalseKeys(database) + countFalseNames(database);
  if (falseKeys > 0) {
    findings.add('keysDiffer', `${falseKeys} payouts are not found under their own reference, or under who they pay.`);
  }
  const orphans = database.pragma('foreign_key_check') as readonly { readonly table: string }[];
  for (const { table } of orphans.slice(0, 5)) findings.add('rowOrphaned', `A row of ${table} refers to nothing.`);
  for (const difference of schemaDifferences(database)) {
    findings.add('rulesChanged', `The database is not as the desk makes it: ${differenceInWords(difference)}.`);
  }
}

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

/** A row as the log leaves it. */
interface Left {
  readonly table: string;
  readonly key: readonly KeyPart[];
  readonly hash: string;
  readonly entry: number;
}

/** What the chain says altogether. Shape: entries that say nothing but what rows they leave are not counted. */
interface ChainLog {
  readonly entries: number;
  /** How many of them the head has not seen. */
  readonly ahead: number;
  /** The rows that it names, by their names; what is found in the database is taken out. */
  readonly left: Map<string, Left>;
  /** What the entries say of confirming each batch. */
  readonly confirmed: ReadonlyMap<number, readonly string[]>;
  /** Payouts that were answered though the head has not seen their claim. */
  readonly escaped: number;
}

/**
 * Reads the whole chain once and makes each hash anew; `seen` is the last entry that the head has seen. Shape: after the first
 * broken link the hashes are no longer compared, the rest is.
 */
function readWholeChain(database: DeskDatabase, seen: number, findings: AuditFindings): ChainLog {
  const rows = database.prepare<[], EntryRow>('SELECT * FROM audit ORDER BY sequence').iterate();
  const left = new Map<string, Left>();
  const confirmed = new Map<number, readonly string[]>();
  const claimedUnseen = new Set<number>();
  const setBacks: SetBack[] = [];
  let lastOfBatch: ClockRecord | null = null;
  let [count, entries, ahead, escaped] = [0, 0, 0, 0];
  let previous = GENESIS;
  let isWhole = true;
  for (const row of rows) {
    const { sequence, what, batch_id: batch, payout_id: payout, detail } = row;
    count += 1;
    if (isWhole) {
      isWhole = follows(row, { expected: count, previous }, findings);
      previous = row.hash;
    }
    if (what !== ROWS_ONLY) entries += 1;
    if (what !== ROWS_ONLY && sequence > seen) ahead += 1;
    for (const [table, key, hash] of rowsOf(row, findings)) {
      left.set(rowName(table, key), { table, key, hash, entry: sequence });
    }
    if (what !== ROWS_ONLY && batch !== null) {
      const record = { sequence, atMs: row.at_ms };
      const setBack = setBackBetween(lastOfBatch, record);
      if (setBack !== null) setBacks.push(setBack);
      lastOfBatch = record;
    }
    if (what === 'confirmed' && batch !== null) confirmed.set(batch, [...(confirmed.get(batch) ?? []), detail]);
    if (payout === null || sequence <= seen) continue;
    // What was answered has left this machine, and nothing leaves it before the head has seen its claim.
    if (what === 'sending') claimedUnseen.add(payout);
    else if (what !== 'queued' && isAnswer(detail) && claimedUnseen.has(payout)) escaped += 1;
  }
  if (!isDeepStrictEqual(readSetBacks(database), setBacks))
    findings.add('clockDiffers', 'Where the clock was set back is not noted as the audit log has it.');
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
    findings.add('entryMissing', `Audit entry ${expected} is missing.`);
    return false;
  }
  const made = auditHash(previous, { sequence, atMs, actor, what, batchId, payoutId, detail, rows });
  if (made === row.hash) return true;
  findings.add(
    'entryChanged',
    `Audit entry ${sequence} does not follow from the one before it: one of them was changed.`,
  );
  return false;
}

function rowsOf(
  { sequence, rows_json }: EntryRow,
  findings: AuditFindings,
): NonNullable<ReturnType<typeof decodeRowsLeft>> {
  const rows = decodeRowsLeft(rows_json);
  if (rows === null) findings.add('entryUnreadable', `Audit entry ${sequence} cannot be read.`);
  return rows ?? [];
}

interface RowsWorld {
  readonly log: ChainLog;
  readonly prefix: 'B' | 'P';
  readonly findings: AuditFindings;
}

/** Holds every row of every table against the log. Shape: how many batches and payouts there are. */
function verifyRows(
  database: DeskDatabase,
  { log, prefix, findings }: RowsWorld,
): { readonly batches: number; readonly payouts: number } {
  const nameOf = prepareNames(database, prefix);
  const missing = log.left;
  const counts = { batches: 0, payouts: verifyPayouts(database, { log, prefix, findings }) };
  for (const table of hashedTables(database)) {
    if (table.name === 'payouts') continue;
    const select = `SELECT ${textSql(table)}, ${table.key.join(', ')} FROM ${table.name}`;
    for (const [text, ...key] of database.prepare<[], [string, ...KeyPart[]]>(select).raw().iterate()) {
      if (table.name === 'batches') counts.batches += 1;
      const name = rowName(table.name, key);
      const left = missing.get(name);
      missing.delete(name);
      if (left === undefined) findings.add('rowUnexplained', `${nameOf(table.name, key)} ${UNEXPLAINED}`);
      else if (left.hash !== rowHash(table.name, text)) {
        findings.add('rowChanged', `${nameOf(table.name, key)} ${changedSince(left)}`);
      }
    }
  }
  for (const { table, key, entry } of missing.values()) {
    findings.add('rowMissing', `${nameOf(table, key)} was left by audit entry ${entry}, but is not in the database.`);
  }
  return counts;
}

const UNEXPLAINED = 'is in the database, but no audit entry left it so.';

function changedSince({ entry }: Left): string {
  return `is not as audit entry ${entry}, the last about it, left it.`;
}

/**
 * Holds each payout against the last entry that names it, or against its confirmation where none does, and what each batch was
 * confirmed with against its confirmation. Shape: how many there are.
 */
function verifyPayouts(database: DeskDatabase, { log, prefix, findings }: RowsWorld): number {
  const contents = new Map<number, ContentHash>();
  const select = `SELECT ${storedPayoutSql(database)}, batch_id, row_number FROM payouts ORDER BY payout_id`;
  type Row = readonly [...StoredPayout, batch: number, rowNumber: number];
  const hashOf = prepareStoredHash(database);
  let count = 0;
  for (const row of database.prepare<[], Row>(select).raw().iterate()) {
    const [payoutId, isUntouched, confirmed, whole, batch, rowNumber] = row;
    count += 1;
    const content = contents.get(batch) ?? new ContentHash();
    contents.set(batch, content);
    content.add([confirmed]);
    const name = rowName('payouts', [payoutId]);
    const left = log.left.get(name);
    log.left.delete(name);
    const called = `Row ${rowNumber} of ${formatBatchId(prefix, batch)}`;
    if (left === undefined) {
      const isExplained = isUntouched === 1 && log.confirmed.has(batch);
      if (!isExplained) findings.add('rowUnexplained', `${called} ${UNEXPLAINED}`);
    } else if (left.hash !== hashOf([payoutId, isUntouched, confirmed, whole]))
      findings.add('rowChanged', `${called} ${changedSince(left)}`);
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
    const whose = `${formatBatchId(prefix, batch)} no longer pays what it was confirmed to pay`;
    findings.add('rowsDiffer', `${whose}: a payout was changed, put in or taken out.`);
  }
  return count;
}

/** What a row is called before a person. */
function prepareNames(database: DeskDatabase, prefix: 'B' | 'P'): (table: string, key: readonly unknown[]) => string {
  const place = database.prepare<[unknown], { readonly batch_id: number; readonly row_number: number }>(
    'SELECT batch_id, row_number FROM payouts WHERE payout_id = ?',
  );
  const payoutNamed = (payoutId: unknown): string => {
    const row = place.get(payoutId);
    return row === undefined
      ? `payout ${String(payoutId)}`
      : `row ${row.row_number} of ${formatBatchId(prefix, row.batch_id)}`;
  };
  const ownerOf = ([from, column]: readonly [string, string], id: unknown): unknown => {
    return database.prepare(`SELECT payout_id FROM ${from} WHERE ${column} = ?`).pluck().get(id);
  };
  return (table, key) => {
    const [first] = key;
    if (table === 'payouts') return upperFirst(payoutNamed(first));
    if (table === 'batches') return formatBatchId(prefix, Number(first));
    const words = ROW_WORDS[table] ?? `Row ${key.map(String).join(', ')} of ${table}`;
    const within = OWNERS[table];
    if (within !== undefined) {
      const owner = ownerOf(within, first);
      return owner === undefined ? `${words} with the number ${String(first)}` : `${words} of ${payoutNamed(owner)}`;
    }
    return table in ROW_WORDS ? `${words} ${key.map(String).join(', ')}` : words;
  };
}

/** Where the payout of a row is found that belongs to one. */
const OWNERS: Readonly<Record<string, readonly [table: string, key: string]>> = {
  attempts: ['attempts', 'attempt_id'],
  attempt_results: ['attempts', 'attempt_id'],
  lookups: ['lookups', 'lookup_id'],
  decisions: ['decisions', 'decision_id'],
  late_news: ['late_news', 'late_news_id'],
};

const ROW_WORDS: Readonly<Record<string, string>> = {
  attempts: 'A send',
  attempt_results: 'The answer to a send',
  lookups: 'A look-up',
  decisions: 'A decision',
  late_news: 'An alarm',
  profiles: 'Profile',
  merchants: 'Merchant',
  payees: 'The known payee',
  commands: 'The command',
};

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function lockedMessage(reason: LockReason, head: Noted | null): string {
  const at = head?.head?.sequence ?? 0;
  switch (reason) {
    case 'noHead':
      return 'There is no note of this database outside its folder: it was copied or restored, or the note was lost.';
    case 'older':
      return `The database ends before entry ${at}, which was noted outside its folder: it is older than the desk was.`;
    case 'forked':
      return `Entry ${at} is not the one that was noted outside the folder: the database went its own way.`;
    case 'gone':
      return 'Another database lay in this folder, as is noted outside of it, and is gone.';
    case 'otherMachine':
      return 'The note outside the folder was written by another computer.';
    default:
      return unreachable(reason);
  }
}
