// Batches: confirming one, and reading them. In: the rows a person confirmed. Out: queued payouts with their references.
// Confirming is one transaction: either the whole batch is there or nothing of it. This file must never change a payout.

import type Database from 'better-sqlite3';
import type {
  BatchNotes,
  BatchReading,
  BatchRecord,
  Confirmation,
  Judged,
  ReadyRows,
  Stored,
} from '../../../shared/batches.ts';
import type { CommandTicket } from '../../../shared/commands.ts';
import { INTERRUPTED, invariant, type Pause } from '../../../shared/failures.ts';
import { formatBatchId, type Mid, type Sha256 } from '../../../shared/ids.ts';
import { CONFIRM_ROWS_PER_TURN } from '../../../shared/limits.ts';
import { type Paise, sumPaise } from '../../../shared/money.ts';
import type { Environment } from '../../../shared/profiles.ts';
import { atOnce, type Steps } from '../../../shared/steps.ts';
import type { AuditLog } from './audit-log.ts';
import { prepareTake } from './commands.ts';
import { FIRST_ALONE, prepareMarks, WENT_ALONE } from './confirm-marks.ts';
import { preparePayoutInsert } from './insert-payouts.ts';
import { isReadyFor, makeReady } from './ready-rows.ts';

interface BatchRow {
  readonly batch_id: number;
  readonly merchant_id: number;
  readonly profile: string;
  readonly base_url: string;
  readonly mid: Mid;
  readonly environment: Environment;
  readonly name: string;
  readonly file_name: string;
  readonly file_sha256: Sha256;
  readonly sheet: string | null;
  readonly headers_json: string;
  readonly fingerprint: Sha256;
  readonly run_number: number;
  readonly retry_of: number | null;
  readonly payout_count: number;
  readonly total_paise: Paise;
  readonly excluded_count: number;
  readonly confirmed_at_ms: number;
  readonly confirmed_by: string;
  readonly active_at_ms: number;
  readonly lookups_proven: 0 | 1;
  readonly ambiguity_lifts: number;
  readonly refused_rate: number | null;
  readonly paused_code: Pause['code'] | null;
  readonly paused_message: string | null;
}

/** Reads batches from any open database. */
export function readBatches(database: Database.Database, prefix: 'B' | 'P'): BatchReading {
  const find = database.prepare<[number], BatchRow>('SELECT * FROM batches WHERE batch_id = ?');
  const list = database.prepare<[], BatchRow>('SELECT * FROM batches ORDER BY batch_id DESC');
  const repeats = database.prepare<[number, string, string], BatchRow>(
    `SELECT * FROM batches WHERE mid = ? AND (fingerprint = ? OR file_sha256 = ?) ORDER BY batch_id DESC`,
  );
  const lastRun = database
    .prepare<[number, string], number | null>('SELECT max(run_number) FROM batches WHERE mid = ? AND fingerprint = ?')
    .pluck();
  const decode = (row: BatchRow): BatchRecord => decodeBatch(row, prefix);
  return {
    find: (batch) => {
      const row = find.get(batch);
      return row === undefined ? null : decode(row);
    },
    list: () => list.all().map(decode),
    repeats: (mid, { fingerprint, sha256 }) => repeats.all(mid, fingerprint, sha256).map(decode),
    nextRunNumber: (mid, fingerprint) => (lastRun.get(mid, fingerprint) ?? 0) + 1,
  };
}

function decodeBatch(row: BatchRow, prefix: 'B' | 'P'): BatchRecord {
  const { paused_code: code, paused_message: message } = row;
  return {
    batch: row.batch_id,
    id: formatBatchId(prefix, row.batch_id),
    merchantId: row.merchant_id,
    profile: row.profile,
    baseUrl: row.base_url,
    mid: row.mid,
    environment: row.environment,
    name: row.name,
    fileName: row.file_name,
    fileSha256: row.file_sha256,
    sheet: row.sheet,
    headers: JSON.parse(row.headers_json) as string[],
    fingerprint: row.fingerprint,
    runNumber: row.run_number,
    retryOf: row.retry_of === null ? null : formatBatchId(prefix, row.retry_of),
    payoutCount: row.payout_count,
    totalPaise: row.total_paise,
    excludedCount: row.excluded_count,
    confirmedAtMs: row.confirmed_at_ms,
    confirmedBy: row.confirmed_by,
    activeAtMs: row.active_at_ms,
    lookupsProven: row.lookups_proven === 1,
    ambiguityLifts: row.ambiguity_lifts,
    refusedRate: row.refused_rate,
    pause: code === null || message === null ? null : { code, message },
  };
}

/** Confirms a batch: the whole of it is stored, or nothing. */
export interface Confirming {
  /** At once, whatever its rows were judged by. Shape: its number. */
  confirm(confirmation: Confirmation, ticket?: CommandTicket | null): number;
  /** In steps, unless what its rows were judged by has changed since, or nobody wants it any more when its last step is done. */
  confirmJudged(confirmation: Confirmation, ticket: CommandTicket | null, judged: Judged): Steps<Stored>;
}

/**
 * Prepares confirming, on a connection that does nothing else meanwhile. The command that confirms a batch is taken in the
 * same transaction: whoever gives it again finds the batch it began.
 */
export function prepareConfirm(
  database: Database.Database,
  { audit, actor }: { readonly audit: AuditLog; readonly actor: string },
): Confirming {
  const lastPayout = database.prepare<[], number | null>('SELECT max(payout_id) FROM payouts').pluck();
  const insertBatch = database.prepare(
    `INSERT INTO batches (merchant_id, profile, base_url, mid, environment, name, file_name, file_sha256, sheet,
       headers_json, fingerprint, run_number, first_payout_id, payout_count, total_paise, excluded_count,
       confirmed_at_ms, confirmed_by, active_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertPayouts = preparePayoutInsert(database);
  const writeMarks = prepareMarks(database, { audit, actor });
  const take = prepareTake(database);
  const insertExcluded = database.prepare(
    'INSERT INTO excluded_rows (batch_id, row_number, source_json, issues_json) VALUES (?, ?, ?, ?)',
  );

  function* store(c: Confirmation, ticket: CommandTicket | null): Steps<number> {
    const sum = sumPaise(c.rows.map((row) => row.payment.amountPaise));
    invariant(sum === c.totalPaise, "a batch's total is not the sum of its rows");
    const first = (lastPayout.get() ?? 0) + 1;
    const batch = Number(
      insertBatch.run(
        c.merchantId,
        c.profile,
        c.baseUrl,
        c.mid,
        c.environment,
        c.name,
        c.fileName,
        c.fileSha256,
        c.sheet,
        JSON.stringify(c.headers),
        c.fingerprint,
        c.runNumber,
        first,
        c.rows.length,
        c.totalPaise,
        c.excluded.length,
        c.nowMs,
        actor,
        c.nowMs,
      ).lastInsertRowid,
    );
    if (ticket !== null) take(ticket, { nowMs: c.nowMs, begun: batch });
    const numbers = { batch, firstPayout: first };
    const ready = c.ready !== undefined && isReadyFor(c.ready, c, numbers) ? c.ready : atOnce(makeReady(c, numbers));
    yield* insertPayouts(ready, { ...numbers, merchantId: c.merchantId });
    for (const [index, row] of c.excluded.entries()) {
      insertExcluded.run(batch, row.rowNumber, JSON.stringify(row.source), JSON.stringify(row.issues));
      if (index % CONFIRM_ROWS_PER_TURN === CONFIRM_ROWS_PER_TURN - 1) yield;
    }
    const { fingerprint, totalPaise } = c;
    const { content } = ready;
    const detail = JSON.stringify({
      fingerprint,
      count: c.rows.length,
      totalPaise,
      excluded: c.excluded.length,
      content,
    });
    audit.append({ atMs: c.nowMs, actor, what: 'confirmed', batchId: batch, payoutId: null, detail });
    if (c.marks !== undefined) yield* writeMarks(c, c.marks, { batch, firstPayout: first });
    return batch;
  }

  function* storeJudged(c: Confirmation, ticket: CommandTicket | null, judged: Judged): Steps<Stored> {
    // Nobody else writes from here on until the commit: what is found now still stands then.
    if (audit.head().sequence !== judged.at && !judged.stands()) return { kind: 'historyChanged' };
    const batch = yield* store(c, ticket);
    // The commit takes long enough by itself.
    yield;
    return judged.isStillWanted() ? { kind: 'stored', batch } : { kind: 'notWanted' };
  }
  return {
    confirm: (confirmation, ticket = null) => atOnce(audit.inSteps(store(confirmation, ticket), () => true)),
    confirmJudged: (confirmation, ticket, judged) =>
      audit.inSteps(storeJudged(confirmation, ticket, judged), ({ kind }) => kind === 'stored'),
  };
}

/** Prepares making a confirmation's rows ready, under the numbers that its batch will have if no other comes before it. */
export function prepareReadyRows(database: Database.Database): (confirmation: Confirmation) => Steps<ReadyRows> {
  const last = database.prepare<[], { batch: number | null; payout: number | null }>(
    'SELECT (SELECT max(batch_id) FROM batches) AS batch, (SELECT max(payout_id) FROM payouts) AS payout',
  );
  return (confirmation) => {
    const { batch, payout } = last.get() ?? { batch: null, payout: null };
    return makeReady(confirmation, { batch: (batch ?? 0) + 1, firstPayout: (payout ?? 0) + 1 });
  };
}

/** Prepares what the engine notes about a whole batch. */
export function prepareBatchNotes(
  database: Database.Database,
  { audit, actor }: { readonly audit: AuditLog; readonly actor: string },
): BatchNotes {
  const pause = database.prepare('UPDATE batches SET paused_code = ?, paused_message = ? WHERE batch_id = ?');
  const prove = database.prepare('UPDATE batches SET lookups_proven = 1 WHERE batch_id = ?');
  const lift = database.prepare('UPDATE batches SET ambiguity_lifts = ambiguity_lifts + 1 WHERE batch_id = ?');
  const refuse = database.prepare('UPDATE batches SET refused_rate = ? WHERE batch_id = ?');
  const lastAlone = database
    .prepare<[{ batch: number; FIRST_ALONE: string; WENT_ALONE: string }], string>(
      `SELECT what FROM audit WHERE batch_id = @batch AND what IN (@FIRST_ALONE, @WENT_ALONE)
       ORDER BY sequence DESC LIMIT 1`,
    )
    .pluck();
  // Written as in the partial index payouts_queued.
  const leftOpen = database
    .prepare<[], number>(
      `SELECT batch_id FROM batches WHERE paused_code IS NULL AND EXISTS (
         SELECT 1 FROM payouts WHERE batch_id = batches.batch_id AND state = 'queued' AND hold IS NULL)`,
    )
    .pluck();
  const write = (batch: number, why: Pause | null, atMs: number): void => {
    pause.run(why?.code ?? null, why?.message ?? null, batch);
    const what = why === null ? 'resumed' : 'paused';
    audit.append({ atMs, actor, what, batchId: batch, payoutId: null, detail: JSON.stringify(why ?? {}) });
  };
  return {
    pause: audit.transaction(write),
    pauseInterrupted: audit.transaction((nowMs: number, why?: (batch: number) => Pause | null) => {
      for (const batch of leftOpen.all()) write(batch, why?.(batch) ?? INTERRUPTED, nowMs);
    }),
    proveLookups: (batch) => void prove.run(batch),
    owesFirstAlone: (batch) => lastAlone.get({ batch, FIRST_ALONE, WENT_ALONE }) === FIRST_ALONE,
    wentAlone: audit.transaction((batch: number, atMs: number) =>
      audit.append({ atMs, actor, what: WENT_ALONE, batchId: batch, payoutId: null, detail: '{}' }),
    ),
    countLift: (batch) => void lift.run(batch),
    refuseRate: (batch, ratePerSecond) => void refuse.run(ratePerSecond, batch),
  };
}
