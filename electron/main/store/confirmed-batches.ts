// Batches: confirming, reading and counting them, and what a confirmed one carries beside its rows: ticks, what it pays again,
// what was looked up before, and whether its first payout goes alone. Confirming is one transaction: all or nothing.

import { INTERRUPTED, invariant, type Pause } from '../../../shared/failures.ts';
import { formatBatchId, type PayoutId, type Sha256 } from '../../../shared/ids.ts';
import type { Message } from '../../../shared/messages/message.ts';
import { type Paise, sumPaise } from '../../../shared/money.ts';
import type { RetryLinks } from '../../../shared/retry-payout.ts';
import type { Issue, Refusal } from '../../../shared/rows.ts';
import { STATE_KINDS, type StateKind, zeroCounts } from '../../../shared/states.ts';
import type {
  BatchNotes,
  BatchReading,
  BatchRecord,
  Confirmation,
  RowLookedUp,
  Screened,
  Tally,
} from '../domain/batches.ts';
import type { Change } from '../domain/ledger.ts';
import { prepareAlarms } from './alarms.ts';
import type { ApprovalGate } from './approvals.ts';
import type { AuditLog } from './audit-log.ts';
import { prepareRelationsHash } from './check-batch.ts';
import { type CommandTicket, prepareTake } from './command-tickets.ts';
import type { DeskDatabase } from './desk-database.ts';
import { type BatchNumbers, preparePayoutInsert } from './payout-rows.ts';
import { prepareChainGuard } from './retry-reading.ts';
import { messageFrom, storedText } from './stored-messages.ts';

/** Rows per audit entry. A report's cell holds 32,767 characters, and each row takes some tens. */
export const AUDIT_ROWS_AT_ONCE = 250;

interface BatchRow extends Omit<BatchRecord, 'id' | 'headers' | 'retryOf' | 'lookupsProven' | 'pause'> {
  readonly headersJson: string;
  readonly retryOf: number | null;
  readonly lookupsProven: 0 | 1;
  readonly pausedCode: Pause['code'] | null;
  readonly pausedMessage: string | null;
}

const SELECT = `SELECT batch_id AS batch, merchant_id AS merchantId, profile, base_url AS baseUrl, mid, environment, name,
  file_name AS fileName, file_sha256 AS fileSha256, sheet, headers_json AS headersJson, fingerprint,
  run_number AS runNumber, retry_of AS retryOf, payout_count AS payoutCount, total_paise AS totalPaise,
  excluded_count AS excludedCount, confirmed_at_ms AS confirmedAtMs, confirmed_by AS confirmedBy,
  active_at_ms AS activeAtMs, lookups_proven AS lookupsProven, ambiguity_lifts AS ambiguityLifts,
  refused_rate AS refusedRate, paused_code AS pausedCode, paused_message AS pausedMessage FROM batches`;

/** Reads batches from any open database. */
export function readBatches(database: DeskDatabase, prefix: 'B' | 'P'): BatchReading {
  const find = database.statement<[number], BatchRow>(`${SELECT} WHERE batch_id = ?`);
  const list = database.statement<[], BatchRow>(`${SELECT} ORDER BY batch_id DESC`);
  const repeats = database.statement<[number, string, string], BatchRow>(
    `${SELECT} WHERE mid = ? AND (fingerprint = ? OR file_sha256 = ?) ORDER BY batch_id DESC`,
  );
  const lastRun = database
    .statement<[number, string], number | null>('SELECT max(run_number) FROM batches WHERE mid = ? AND fingerprint = ?')
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
  const { headersJson, retryOf, lookupsProven, pausedCode: code, pausedMessage: message, ...facts } = row;
  return {
    ...facts,
    id: formatBatchId(prefix, row.batch),
    headers: JSON.parse(headersJson) as string[],
    retryOf: retryOf === null ? null : formatBatchId(prefix, retryOf),
    lookupsProven: lookupsProven === 1,
    pause: code === null || message === null ? null : { code, message: messageFrom(message) },
  };
}

/**
 * Confirms a batch: stores all of it or nothing. The confirming command is taken in the same transaction, so repeating the
 * command finds the batch it began. Returns the batch's number. Returns null and stores nothing when its rows would now be
 * screened differently, and a refusal when others must approve it first.
 */
export type Confirm = (
  confirmation: Confirmation,
  ticket: CommandTicket | null,
  screened: Screened,
) => number | Refusal | null;

export function prepareConfirm(
  database: DeskDatabase,
  { audit, gate }: { readonly audit: AuditLog; readonly gate: ApprovalGate },
): Confirm {
  const lastPayout = database.statement<[], number | null>('SELECT max(payout_id) FROM payouts').pluck();
  const insertBatch = database.statement(
    `INSERT INTO batches (merchant_id, profile, base_url, mid, environment, name, file_name, file_sha256, sheet,
       headers_json, fingerprint, run_number, retry_of, first_payout_id, payout_count, total_paise, excluded_count,
       confirmed_at_ms, confirmed_by, active_at_ms)
     VALUES (@merchantId, @profile, @baseUrl, @mid, @environment, @name, @fileName, @fileSha256, @sheet,
       @headersJson, @fingerprint, @runNumber, @retryOf, @first, @payoutCount, @totalPaise, @excludedCount,
       @nowMs, @actor, @nowMs)`,
  );
  const insertPayouts = preparePayoutInsert(database);
  const insertSum = database.statement<[batch: number, state: StateKind, count: number, paise: number]>(
    'INSERT INTO batch_sums (batch_id, state, count, paise, held, known) VALUES (?, ?, ?, ?, 0, 0)',
  );
  const writeRelations = prepareRelations(database);
  const writeMarks = prepareMarks(database, audit);
  const take = prepareTake(database);
  const insertHoldTick = database.statement<[number, string]>(
    'INSERT INTO payee_hold_ticks (payout_id, hold_id) VALUES (?, ?)',
  );
  const insertExcluded = database.statement(
    'INSERT INTO excluded_rows (batch_id, row_number, source_json, issues_json) VALUES (?, ?, ?, ?)',
  );

  function store(c: Confirmation, ticket: CommandTicket | null): number {
    const sum = sumPaise(c.rows.map((row) => row.payment.amountPaise));
    invariant(sum === c.totalPaise, "a batch's total is not the sum of its rows");
    const first = (lastPayout.get() ?? 0) + 1;
    const counts = { payoutCount: c.rows.length, excludedCount: c.excluded.length };
    const more = { headersJson: JSON.stringify(c.headers), retryOf: c.marks.retry?.batch ?? null };
    const payer = c.payer ?? null;
    const actor = payer === null ? audit.actor : `${payer.name} (${audit.actor})`;
    const row = { ...c, ...counts, ...more, first, actor };
    const batch = Number(insertBatch.run(row).lastInsertRowid);
    if (ticket !== null) take(ticket, { nowMs: c.nowMs, begun: batch });
    const numbers = { batch, firstPayout: first };
    const content = insertPayouts(c, numbers);
    for (const state of STATE_KINDS) {
      const isQueued = state === 'queued';
      insertSum.run(batch, state, isQueued ? c.rows.length : 0, isQueued ? sum : 0);
    }
    for (const { rowNumber, source, issues } of c.excluded) {
      insertExcluded.run(batch, rowNumber, JSON.stringify(source), issuesJson(issues));
    }
    for (const [index, { rowNumber }] of c.marks.heldNames.size === 0 ? [] : c.rows.entries()) {
      for (const hold of c.marks.heldNames.get(rowNumber) ?? []) insertHoldTick.run(first + index, hold);
    }
    const { fingerprint, totalPaise } = c;
    const relations = writeRelations(c, numbers);
    const counted = { count: c.rows.length, totalPaise, excluded: c.excluded.length };
    const detail = { fingerprint, ...counted, content, ...(relations === null ? {} : { relations }) };
    audit.append({ atMs: c.nowMs, what: 'confirmed', batchId: batch, detail });
    writeMarks(c, numbers);
    return batch;
  }

  return audit.transaction((confirmation: Confirmation, ticket: CommandTicket | null, screened: Screened) => {
    // There is no other writer until the commit: both judgements still hold then.
    if (audit.head().lastRecord !== screened.at && !screened.stands()) return null;
    const permit = gate.permit(confirmation);
    if ('code' in permit) return permit;
    const batch = store(confirmation, ticket);
    gate.use(permit, batch, confirmation.nowMs);
    return batch;
  });
}

/** Prepares recording what the engine notes about a whole batch. */
export function prepareBatchNotes(database: DeskDatabase, audit: AuditLog): BatchNotes {
  const pause = database.statement('UPDATE batches SET paused_code = ?, paused_message = ? WHERE batch_id = ?');
  const prove = database.statement('UPDATE batches SET lookups_proven = 1 WHERE batch_id = ?');
  const lift = database.statement('UPDATE batches SET ambiguity_lifts = ambiguity_lifts + 1 WHERE batch_id = ?');
  const refuse = database.statement('UPDATE batches SET refused_rate = ? WHERE batch_id = ?');
  const lastAlone = database
    .statement<[{ batch: number; FIRST_ALONE: string; WENT_ALONE: string }], string>(
      `SELECT what FROM audit WHERE batch_id = @batch AND what IN (@FIRST_ALONE, @WENT_ALONE)
       ORDER BY sequence DESC LIMIT 1`,
    )
    .pluck();
  // The condition matches the partial index payouts_queued.
  const leftOpen = database
    .statement<[], number>(
      `SELECT batch_id FROM batches WHERE paused_code IS NULL AND EXISTS (
         SELECT 1 FROM payouts WHERE batch_id = batches.batch_id AND state = 'queued' AND hold IS NULL)`,
    )
    .pluck();
  const raiseAlarm = prepareAlarms(database);
  const about = database.statement<
    [PayoutId],
    Pick<Change, 'batch' | 'rowNumber' | 'amountPaise'> & { readonly state: StateKind }
  >(
    `SELECT batch_id AS batch, row_number AS rowNumber, amount_paise AS amountPaise, state FROM payouts WHERE payout_id = ?`,
  );
  const write = (batch: number, why: Pause | null, atMs: number): void => {
    pause.run(why?.code ?? null, why === null ? null : storedText(why.message), batch);
    const detail = why === null ? {} : { code: why.code, message: why.message };
    audit.append({ atMs, what: why === null ? 'resumed' : 'paused', batchId: batch, detail });
  };
  return {
    pause: audit.transaction(write),
    pauseInterrupted: audit.transaction((nowMs: number, why?: (batch: number) => Pause | null) => {
      for (const batch of leftOpen.all()) write(batch, why?.(batch) ?? INTERRUPTED, nowMs);
    }),
    proveLookups: audit.transaction((batch: number) => void prove.run(batch)),
    owesFirstAlone: (batch) => lastAlone.get({ batch, FIRST_ALONE, WENT_ALONE }) === FIRST_ALONE,
    wentAlone: audit.transaction((batch: number, atMs: number) =>
      audit.append({ atMs, what: WENT_ALONE, batchId: batch }),
    ),
    countLift: audit.transaction((batch: number) => void lift.run(batch)),
    walletFell: audit.transaction((payoutId: PayoutId, words: Message, atMs: number) => {
      const payout = about.get(payoutId);
      invariant(payout !== undefined, 'a wallet fell for a payout that is not in the store');
      const { state, batch, rowNumber, amountPaise } = payout;
      raiseAlarm({ payoutId, before: state, after: 'walletFall', word: words, atMs }, false);
      audit.append({ atMs, what: 'walletFell', batchId: batch, payoutId, detail: { words } });
      const moved = { from: state, to: state, late: true, echoMismatch: false } as const;
      audit.changes.note({ payoutId, batch, rowNumber, amountPaise, ...moved });
    }),
    refuseRate: audit.transaction((batch: number, ratePerSecond: number) => void refuse.run(ratePerSecond, batch)),
  };
}

/** FIRST_ALONE: a person asked that the first payout goes alone. WENT_ALONE: it did. */
const FIRST_ALONE = 'firstAlone';
const WENT_ALONE = 'wentAlone';
/** What was looked up before confirming: pairs of a payout and either the payout that it would repeat, or a reference for it. */
export const LOOKED_UP = 'lookedUp';

/** Prepares storing what the rows repeat. Returns a hash over it, or null when they repeat nothing. */
function prepareRelations(database: DeskDatabase): (c: Confirmation, numbers: BatchNumbers) => Sha256 | null {
  const insert = database.statement<[number, number, string]>(
    'INSERT INTO payout_relations (payout_id, earlier_id, relation) VALUES (?, ?, ?)',
  );
  const hashOf = prepareRelationsHash(database);
  return ({ rows, marks }, { firstPayout }) => {
    if (marks.relations.size === 0) return null;
    for (const [index, { rowNumber }] of rows.entries()) {
      for (const { earlier, relation } of marks.relations.get(rowNumber) ?? []) {
        insert.run(firstPayout + index, earlier, relation);
      }
    }
    return hashOf(firstPayout, rows.length);
  };
}

/** The audit entries of a batch's ticks; `CLAIM_TICKS` are those for payments of other desks. */
export const TICKED = 'ticked';
export const CLAIM_TICKS = 'claims';

/** Prepares storing the marks, inside the transaction that confirms the batch. */
function prepareMarks(
  database: DeskDatabase,
  audit: AuditLog,
): (confirmation: Confirmation, place: BatchNumbers) => void {
  const chainHit = prepareChainGuard(database);
  const pays = database
    .statement<[{ payoutId: number; retryOf: number; retriedBatch: number }], 1>(
      `SELECT 1 FROM payouts again JOIN payouts before ON before.payout_id = again.retry_of
       WHERE again.payout_id = @payoutId AND before.payout_id = @retryOf AND before.batch_id = @retriedBatch
         AND (SELECT mid FROM merchants m WHERE m.merchant_id = before.merchant_id)
           = (SELECT mid FROM merchants m WHERE m.merchant_id = again.merchant_id)
         AND before.amount_paise = again.amount_paise`,
    )
    .pluck();

  const recordAll = <Item>(
    items: readonly Item[],
    {
      what,
      batch,
      atMs,
      detail,
    }: { what: string; batch: number; atMs: number; detail: (part: readonly Item[]) => object },
  ): void => {
    for (let at = 0; at < items.length; at += AUDIT_ROWS_AT_ONCE) {
      const part = { count: items.length, ...detail(items.slice(at, at + AUDIT_ROWS_AT_ONCE)) };
      audit.append({ atMs, what, batchId: batch, detail: part });
    }
  };

  function markTicks(c: Confirmation, { batch }: BatchNumbers): void {
    const { batches, claims = [], ...rowTicks } = c.marks.ticks;
    const reasons = (['paidBefore', 'difference', 'accountChanged', 'heldName'] as const).filter(
      (one) => rowTicks[one].length > 0,
    );
    const own = new Set(reasons.length === 0 ? [] : c.rows.map(({ rowNumber }) => rowNumber));
    for (const reason of reasons) {
      invariant(
        rowTicks[reason].every((row) => own.has(row)),
        'a tick for a row that is not in the batch',
      );
      recordAll(rowTicks[reason], { what: TICKED, batch, atMs: c.nowMs, detail: (rows) => ({ tick: reason, rows }) });
    }
    recordAll(batches, {
      what: TICKED,
      batch,
      atMs: c.nowMs,
      detail: (part) => ({ tick: 'batches', batches: part }),
    });
    recordAll(claims, { what: TICKED, batch, atMs: c.nowMs, detail: (part) => ({ tick: CLAIM_TICKS, claims: part }) });
  }

  function markRetry(c: Confirmation, links: RetryLinks, { batch, firstPayout }: BatchNumbers): void {
    invariant(links.payouts.length === c.rows.length, 'a retry batch needs one link per row');
    for (const [index, { retryOf }] of links.payouts.entries()) {
      invariant(chainHit(retryOf) === null, 'a payout that may have been paid was to be paid again');
      const named = { retryOf, payoutId: firstPayout + index, retriedBatch: links.batch };
      invariant(pays.get(named) === 1, 'a retry names a payout of another batch, or another amount');
    }
    const rows = links.payouts.map(({ retryOf, changed }, index) => [firstPayout + index, retryOf, ...changed]);
    recordAll(rows, { what: 'retries', batch, atMs: c.nowMs, detail: (part) => ({ batch: links.batch, rows: part }) });
  }

  function markLookedUp(c: Confirmation, looked: readonly RowLookedUp[], { batch, firstPayout }: BatchNumbers): void {
    if (looked.length === 0) return;
    const ofRow = new Map(looked.map((row) => [row.rowNumber, row]));
    const rows: (readonly [number, number | string])[] = [];
    let found = 0;
    for (const [index, { rowNumber }] of c.rows.entries()) {
      const row = ofRow.get(rowNumber);
      if (row === undefined) continue;
      found += 1;
      for (const earlier of [...row.payouts, ...row.references]) rows.push([firstPayout + index, earlier]);
    }
    invariant(found === looked.length, 'something was looked up for a row that is not in the batch');
    recordAll(rows, { what: LOOKED_UP, batch, atMs: c.nowMs, detail: (part) => ({ rows: part }) });
  }

  return (confirmation, place) => {
    const { retry, lookedUp, firstAlone } = confirmation.marks;
    markTicks(confirmation, place);
    if (retry !== null) markRetry(confirmation, retry, place);
    markLookedUp(confirmation, lookedUp, place);
    if (firstAlone) audit.append({ atMs: confirmation.nowMs, what: FIRST_ALONE, batchId: place.batch });
  };
}

/** Counts payouts. `heldCount`: queued rows that a run does not claim. `knownCount`: those whose reference the gateway knows. */
export interface BatchCounting {
  readonly tally: (batch: number) => Tally;
  readonly heldCount: (batch: number) => number;
  readonly knownCount: (batch: number) => number;
}

interface SumRow {
  readonly state: StateKind;
  readonly count: number;
  readonly paise: Paise;
  readonly held: number;
  readonly known: number;
}

/** Prepares counting on any open database, from the sums that are kept with each change. */
export function prepareCounting(database: DeskDatabase): BatchCounting {
  const sums = database.statement<[number], SumRow>(
    'SELECT state, count, paise, held, known FROM batch_sums WHERE batch_id = ?',
  );
  return {
    tally: (batch) => {
      const counts = zeroCounts();
      const paise = Object.fromEntries(STATE_KINDS.map((kind) => [kind, 0])) as Record<StateKind, Paise>;
      for (const row of sums.all(batch)) {
        counts[row.state] = row.count;
        paise[row.state] = row.paise;
      }
      return { counts, paise };
    },
    heldCount: (batch) => sums.all(batch).reduce((held, row) => held + row.held, 0),
    knownCount: (batch) => sums.all(batch).reduce((known, row) => known + row.known, 0),
  };
}

/** For reports, which any door may write; no page ever shows them. */
function issuesJson(issues: readonly Issue[]): string {
  return JSON.stringify(issues.map((issue) => issue));
}
