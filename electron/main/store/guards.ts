// The guard of a claim: is the same amount already on its way, or lately paid, to the same person from another batch?
// Or did a retry pay it again, with corrected details? In: a candidate for sending. Out: the payout in its way, or null.
// This file must never let a doubtful match pass.

import type Database from 'better-sqlite3';
import { REPEAT_WINDOW_MS } from '../../../shared/limits.ts';
import { endedUnpaid, type StateKind } from '../../../shared/states.ts';

/**
 * Shape: `batch` is the candidate's own; `repeatTicked` when a person accepted a repeat of a recent success, and `tickedAtMs`
 * when that was: what was paid later, or from a later batch, the person did not know of.
 */
export interface GuardQuestion {
  readonly merchantId: number;
  readonly batch: number;
  readonly personKey: string;
  readonly amountPaise: number;
  readonly repeatTicked: boolean;
  readonly tickedAtMs?: number;
  readonly nowMs: number;
}

/**
 * What stands in the way. `open`: not settled yet, no tick helps. `paid`: paid within REPEAT_WINDOW_MS, a tick helps.
 * `paidByRecord`: paid within that time of the desk's last record, and longer ago only if today's clock is right.
 */
export interface GuardHit {
  readonly kind: 'open' | 'paid' | 'paidByRecord';
  readonly payoutId: number;
  readonly batch: number;
  /** How many more of the same were paid in that time; absent when it is the only one. */
  readonly alsoPaid?: number;
}

interface MatchRow {
  readonly payout_id: number;
  readonly batch_id: number;
  readonly state: StateKind;
  readonly settled_at_ms: number | null;
}

/**
 * Prepares the guard. A batch about to be confirmed asks with its future number, so every open match is earlier.
 * A clock that is wrongly ahead would let every recent payment look old, so time is believed to have passed only as far as
 * the desk's last record before this process began: whatever this one writes bears the same doubtful clock.
 */
export function prepareGuard(database: Database.Database): (question: GuardQuestion) => GuardHit | null {
  // In two steps, and without ORDER BY: SQLite 3.54 plans a join anew at each call, which takes five times as long as asking
  // for the keys alone. Nearly every row of a file has none, or its own.
  const sameKeys = database
    .prepare<[number, string, number], number>(
      'SELECT payout_id FROM payout_people WHERE merchant_id = ? AND person_key = ? AND amount_paise = ?',
    )
    .pluck();
  const matchOf = database.prepare<[number, number], MatchRow>(
    'SELECT payout_id, batch_id, state, settled_at_ms FROM payouts WHERE payout_id = ? AND batch_id <> ?',
  );
  const successors = database.prepare<[number, number], MatchRow>(
    `WITH RECURSIVE later (payout_id) AS (
       SELECT payout_id FROM payouts WHERE retry_of IS NOT NULL AND retry_of = ?
       UNION ALL
       SELECT p.payout_id FROM later JOIN payouts p ON p.retry_of IS NOT NULL AND p.retry_of = later.payout_id)
     SELECT payout_id, batch_id, state, settled_at_ms FROM later JOIN payouts USING (payout_id) WHERE batch_id <> ?`,
  );
  const newestRecord = database.prepare<[], number>('SELECT at_ms FROM audit ORDER BY sequence DESC LIMIT 1').pluck();
  let recordedMs = newestRecord.get() ?? null;
  return (question) => {
    const { merchantId, personKey, amountPaise, batch, nowMs } = question;
    recordedMs ??= nowMs;
    const paid: GuardHit[] = [];
    const keys = sameKeys.all(merchantId, personKey, amountPaise);
    const same = keys.map((payoutId) => matchOf.get(payoutId, batch)).filter((match) => match !== undefined);
    if (same.length === 0) return null;
    // What ended unpaid may have been paid again with other details: to pay it once more would pay it twice.
    const again = same
      .filter(({ state }) => endedUnpaid(state))
      .flatMap((match) => successors.all(match.payout_id, batch));
    const found = new Map([...same, ...again].map((match) => [match.payout_id, match])).values();
    for (const match of [...found].toSorted((one, other) => one.payout_id - other.payout_id)) {
      const hit = { payoutId: match.payout_id, batch: match.batch_id };
      if (isOpen(match, batch)) return { kind: 'open', ...hit };
      if (match.state !== 'success' || isTicked(match, question)) continue;
      // What was settled in the future was settled by a clock that has since been put back: it blocks as well.
      if (isWithin(match.settled_at_ms, nowMs)) paid.push({ kind: 'paid', ...hit });
      else if (isWithin(match.settled_at_ms, recordedMs)) paid.push({ kind: 'paidByRecord', ...hit });
    }
    const [first = null] = paid;
    return first === null || paid.length === 1 ? first : { ...first, alsoPaid: paid.length - 1 };
  };
}

/** A tick lifts what the person was shown: payments of earlier batches that were there when it was given. */
function isTicked(match: MatchRow, { repeatTicked, tickedAtMs, batch }: GuardQuestion): boolean {
  if (!repeatTicked || tickedAtMs === undefined) return repeatTicked;
  return match.batch_id < batch && match.settled_at_ms !== null && match.settled_at_ms <= tickedAtMs;
}

function isWithin(settledAtMs: number | null, ofMs: number): boolean {
  return settledAtMs === null || settledAtMs > ofMs - REPEAT_WINDOW_MS;
}

/** Of two queued payouts only the later batch waits, so that two batches never wait for each other. */
function isOpen(match: MatchRow, batch: number): boolean {
  if (match.state === 'queued') return match.batch_id < batch;
  return match.state === 'sending' || match.state === 'processing' || match.state === 'unknown';
}
