// Finds the earlier payouts that a row is compared with, by payee or by retry. Payouts that are open or still to be looked up are
// found at any age; settled ones, back to two windows before now. "Now" is the earlier of this computer's clock and the desk's
// last record, so that a clock that is ahead makes no payment look old.

import type { PayoutId } from '../../../shared/ids.ts';
import { DAY_MS } from '../../../shared/limits.ts';
import { endedUnpaid, type StateKind } from '../../../shared/states.ts';
import { personKey } from '../domain/person-key.ts';
import { REPEAT_WINDOW_MS, USUAL_AFTER_MS } from '../domain/same-payment.ts';
import { prepareSettledNoEarlier, ROWS_ONLY } from './audit-log.ts';
import type { DeskDatabase } from './desk-database.ts';
import { INTENTION_COLUMNS, type IntentionColumns } from './intentions.ts';
import { BENEFICIARY_COLUMNS, type BeneficiaryColumns, decodeBeneficiary } from './payout-rows.ts';

export interface EarlierPayout extends IntentionColumns {
  readonly payoutId: PayoutId;
  readonly rowNumber: number;
  readonly mid: number;
  readonly state: StateKind;
  readonly hold: 'referenceKnown' | 'referenceUnclear' | 'guarded' | null;
  readonly requestsLeft: number;
  readonly sentAtMs: number | null;
  readonly settledAtMs: number | null;
  readonly nextLookupAtMs: number | null;
}

const EARLIER = `payout_id AS payoutId, row_number AS rowNumber, ${INTENTION_COLUMNS},
  (SELECT mid FROM merchants WHERE merchant_id = payouts.merchant_id) AS mid, state, hold,
  requests_left AS requestsLeft, sent_at_ms AS sentAtMs, settled_at_ms AS settledAtMs, next_lookup_at_ms AS nextLookupAtMs`;

/** Finds the payouts earlier than a row, excluding its own batch. */
export interface EarlierPayouts {
  /** The payouts of one payee, by personKey(). */
  ofPayee(payee: string): readonly EarlierPayout[];
  /** A payout with everything that it retries or that retried it, and whatever was paid instead after it ended unpaid. */
  family(payoutId: PayoutId): readonly EarlierPayout[];
  /** The latest time that the desk recorded before this process, plus the time since it opened. */
  readonly recordedMs: number;
}

/** `payoutId`: the row's own, once it is confirmed. `repeats`: batches that are repeated on purpose. Payouts are read back to the oldest. */
interface RowPlace {
  readonly batch: number;
  readonly payoutId?: PayoutId;
  readonly nowMs: number;
  readonly repeats?: ReadonlySet<number>;
}

/** `lastSequence`: that of the newest audit entry. `monotonicMs`: milliseconds since an arbitrary moment. */
export interface Timeline {
  readonly monotonicMs: () => number;
  readonly lastSequence: () => number;
}

export function prepareEarlierPayouts(
  database: DeskDatabase,
  reach: (nowMs: number) => Reach,
): (place: RowPlace) => EarlierPayouts {
  // Two steps without ORDER BY: SQLite 3.54 replans a join at each call, which takes five times as long as reading the keys
  // alone. Nearly every row of a file has no earlier payout, or only its own.
  const ofPayee = database
    .statement<[string, number], PayoutId>(
      `SELECT payout_id FROM payout_people
       WHERE merchant_id IN (SELECT merchant_id FROM merchants) AND person_key = ? AND payout_id >= ?`,
    )
    .pluck();
  const payoutOf = database.statement<[PayoutId, number], EarlierPayout>(
    `SELECT ${EARLIER} FROM payouts WHERE payout_id = ? AND batch_id <> ?`,
  );
  const family = database.statement<[PayoutId, number], EarlierPayout>(
    `WITH RECURSIVE family (payout_id) AS (
       VALUES (?)
       UNION SELECT p.retry_of FROM family JOIN payouts p ON p.payout_id = family.payout_id WHERE p.retry_of IS NOT NULL
       UNION SELECT p.payout_id FROM family JOIN payouts p ON p.retry_of IS NOT NULL AND p.retry_of = family.payout_id
       UNION SELECT r.payout_id FROM family JOIN payout_relations r ON r.earlier_id = family.payout_id
       JOIN payouts p ON p.payout_id = r.earlier_id
       WHERE r.relation = 'unpaid'
         OR (r.relation = 'again' AND p.state IN ('failed', 'rejected', 'reversed', 'cancelled')))
     SELECT ${EARLIER} FROM family JOIN payouts USING (payout_id) WHERE batch_id <> ?`,
  );
  const firstOf = database
    .statement<[number], PayoutId>('SELECT first_payout_id FROM batches WHERE batch_id = ?')
    .pluck();
  const settledNoEarlier = prepareSettledNoEarlier(database);
  /** A payout paid while the clock was set back is no older than the record order allows. */
  const timed = (payout: EarlierPayout, nowMs: number): EarlierPayout =>
    payout.settledAtMs === null || payout.settledAtMs > nowMs - USUAL_AFTER_MS
      ? payout
      : { ...payout, settledAtMs: settledNoEarlier(payout, nowMs) };

  return ({ batch, payoutId: own, nowMs, repeats }) => {
    const { floor: recent, older, recordedMs } = reach(nowMs);
    const floor = [...(repeats ?? [])].reduce((least, of) => Math.min(least, firstOf.get(of) ?? least), recent);
    return {
      ofPayee: (payee) =>
        [...ofPayee.all(payee, floor), ...(older.get(payee) ?? [])].flatMap((payoutId) => {
          // Every confirmed row finds itself, and nearly all find nothing else.
          if (payoutId === own) return [];
          const payout = payoutOf.get(payoutId, batch);
          return payout === undefined ? [] : [timed(payout, nowMs)];
        }),
      family: (payoutId) => family.all(payoutId, batch).map((payout) => timed(payout, nowMs)),
      recordedMs,
    };
  };
}

/**
 * A batch that was confirmed longer ago than this, with nothing open or settled lately, is not read again: a payee of ten years
 * has a hundred payouts that no longer matter.
 */
const OLD_AFTER_MS = 2 * REPEAT_WINDOW_MS;

/** How far back payouts are read: all from `floor` on, plus the `older` ones that still count, by payee. */
export interface Reach {
  readonly floor: number;
  readonly older: ReadonlyMap<string, readonly PayoutId[]>;
  readonly recordedMs: number;
}

/** Prepares finding the reach: computed once a day per process. Older payouts that the audit log names since are added. */
export function prepareReach(
  database: DeskDatabase,
  { monotonicMs, lastSequence }: Timeline,
): (nowMs: number) => Reach {
  // The plus sign keeps SQLite off the index by batch, which it would have to sort as a whole.
  const newestRecord = database
    .statement<[], number>(
      `SELECT at_ms FROM audit WHERE +batch_id IS NOT NULL AND what <> '${ROWS_ONLY}' ORDER BY sequence DESC LIMIT 1`,
    )
    .pluck();
  const firstRecent = database
    .statement<[number], number | null>(
      'SELECT min(first_payout_id) FROM batches WHERE max(confirmed_at_ms, active_at_ms) > ?',
    )
    .pluck();
  const nextPayout = database.statement<[], number>('SELECT coalesce(max(payout_id), 0) + 1 FROM payouts').pluck();
  const alive = database.statement<[number, number], OlderRow>(
    `SELECT payout_id AS payoutId, ${BENEFICIARY_COLUMNS} FROM payouts WHERE payout_id < ?
       AND (state IN ('queued', 'sending', 'processing', 'unknown') OR settled_at_ms IS NULL OR settled_at_ms > ?
         OR next_lookup_at_ms IS NOT NULL)`,
  );
  const olderOf = database.statement<[number, number], OlderRow>(
    `SELECT payout_id AS payoutId, ${BENEFICIARY_COLUMNS} FROM payouts WHERE payout_id IN (
       SELECT payout_id FROM audit WHERE sequence > ? AND payout_id < ?)`,
  );
  // This process writes with one clock, so the newest record at opening is the latest that another clock wrote. From then on, time
  // is counted monotonically: in a window that stays open for a month payments keep ageing, and clock jumps do not count.
  let recorded: { readonly ms: number; readonly sinceMs: number } | null = null;
  const note = (ms: number): { readonly ms: number; readonly sinceMs: number } => ({ ms, sinceMs: monotonicMs() });
  const newest = newestRecord.get();
  if (newest !== undefined) recorded = note(newest);
  let cached: (Reach & { readonly older: Map<string, PayoutId[]>; readonly atMs: number }) | null = null;
  let readTo = 0;
  return (nowMs) => {
    const sequence = lastSequence();
    if (cached !== null && Math.abs(nowMs - cached.atMs) < DAY_MS) {
      // A list, not an iterator: every claim asks, and there is hardly ever one.
      if (sequence !== readTo && cached.floor > 1) addByPayee(cached.older, olderOf.all(readTo, cached.floor));
      readTo = sequence;
      return cached;
    }
    recorded ??= note(nowMs);
    const recordedMs = recorded.ms + monotonicMs() - recorded.sinceMs;
    const sinceMs = Math.min(nowMs, recordedMs) - OLD_AFTER_MS;
    const floor = firstRecent.get(sinceMs) ?? nextPayout.get() ?? 1;
    const older = new Map<string, PayoutId[]>();
    if (floor > 1) addByPayee(older, alive.iterate(floor, sinceMs));
    cached = { floor, older, recordedMs, atMs: nowMs };
    readTo = sequence;
    return cached;
  };
}

type OlderRow = BeneficiaryColumns & { readonly payoutId: PayoutId };

function addByPayee(older: Map<string, PayoutId[]>, rows: Iterable<OlderRow>): void {
  for (const row of rows) {
    const payee = personKey(decodeBeneficiary(row));
    const known = older.get(payee) ?? [];
    if (!known.includes(row.payoutId)) older.set(payee, [...known, row.payoutId]);
  }
}

/** When it was settled, or else sent; null when neither is known. */
export function timeOf({ settledAtMs, sentAtMs }: Pick<EarlierPayout, 'settledAtMs' | 'sentAtMs'>): number | null {
  return settledAtMs ?? sentAtMs;
}

/** It ended without money moving, or was never sent, as far as the desk knows. */
export function isUnpaid(state: StateKind): boolean {
  return endedUnpaid(state) || state === 'cancelled';
}

/** Of two unsent payouts only the one in the later batch waits, so two batches never wait for each other. */
export function isOpen(payout: EarlierPayout, batch: number): boolean {
  if (payout.state === 'queued') return payout.batch < batch || !isUnsent(payout);
  return payout.state === 'sending' || payout.state === 'processing' || payout.state === 'unknown';
}

/** No request of it has left, not even a refused one, and the gateway has said nothing to suggest that it was paid elsewhere. */
export function isUnsent({ state, hold, requestsLeft }: EarlierPayout): boolean {
  return state === 'queued' && requestsLeft === 0 && (hold === null || hold === 'guarded');
}
