// What a confirmed batch carries beside its rows: the ticks a person gave, what it pays again, what was looked up before,
// and whether its first payout goes alone. In: a confirmation whose
// payouts were just stored. Out: the same payouts marked, and who ticked what in the audit log, in the caller's transaction.
// This file must never link a payout that may have been paid, or that another one retries already.

import type Database from 'better-sqlite3';
import type { Confirmation, ConfirmationMarks, RowLookedUp } from '../../../shared/batches.ts';
import { invariant } from '../../../shared/failures.ts';
import { AUDIT_ROWS_AT_ONCE, CONFIRM_ROWS_PER_TURN } from '../../../shared/limits.ts';
import type { RetryLinks } from '../../../shared/retry.ts';
import type { Steps } from '../../../shared/steps.ts';
import type { TickReason } from '../../../shared/ticks.ts';
import type { AuditLog } from './audit-log.ts';
import { prepareChainGuard } from './retry-chain.ts';

/** A person asked that the first payout goes alone; WENT_ALONE says that it did. */
export const FIRST_ALONE = 'firstAlone';
export const WENT_ALONE = 'wentAlone';
/** What was looked up before the rows were confirmed: pairs of a payout and what it would pay again, or a reference for it. */
export const LOOKED_UP = 'lookedUp';

interface Place {
  readonly batch: number;
  readonly firstPayout: number;
}

/** Prepares marking. The returned steps must be done inside the confirmation's transaction. */
export function prepareMarks(
  database: Database.Database,
  { audit, actor }: { readonly audit: AuditLog; readonly actor: string },
): (confirmation: Confirmation, marks: ConfirmationMarks, place: Place) => Steps<void> {
  const chainHit = prepareChainGuard(database);
  const tick = database.prepare('UPDATE payouts SET repeat_ticked = 1 WHERE payout_id = ? AND batch_id = ?');
  const linkBatch = database.prepare('UPDATE batches SET retry_of = ? WHERE batch_id = ? AND merchant_id = ?');
  const link = database.prepare(
    `UPDATE payouts SET retry_of = @retryOf WHERE payout_id = @payoutId AND batch_id = @batch AND EXISTS (
       SELECT 1 FROM payouts before WHERE before.payout_id = @retryOf AND before.batch_id = @retriedBatch
         AND (SELECT mid FROM merchants m WHERE m.merchant_id = before.merchant_id)
           = (SELECT mid FROM merchants m WHERE m.merchant_id = payouts.merchant_id)
         AND before.amount_paise = payouts.amount_paise)`,
  );

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
      audit.append({ atMs, actor, what, batchId: batch, payoutId: null, detail: JSON.stringify(part) });
    }
  };

  function* markTicks(
    c: Confirmation,
    { ticks, usualRepeats = [] }: ConfirmationMarks,
    { batch, firstPayout }: Place,
  ): Steps<void> {
    if (ticks.paidBefore.length + ticks.accountChanged.length + usualRepeats.length === 0) return;
    const indexOf = new Map<number, number>();
    for (const [index, { rowNumber }] of c.rows.entries()) {
      if (index % CONFIRM_ROWS_PER_TURN === 0) yield;
      indexOf.set(rowNumber, index);
    }
    for (const reason of ['paidBefore', 'accountChanged'] as const satisfies readonly TickReason[]) {
      for (const [done, rowNumber] of ticks[reason].entries()) {
        if (done % CONFIRM_ROWS_PER_TURN === 0) yield;
        const index = indexOf.get(rowNumber);
        invariant(index !== undefined, 'a tick for a row that is not in the batch');
        if (reason === 'accountChanged') continue;
        invariant(tick.run(firstPayout + index, batch).changes === 1, 'a tick changed no row');
      }
      recordAll(ticks[reason], { what: 'ticked', batch, atMs: c.nowMs, detail: (rows) => ({ tick: reason, rows }) });
    }
    for (const [done, rowNumber] of usualRepeats.entries()) {
      if (done % CONFIRM_ROWS_PER_TURN === 0) yield;
      const index = indexOf.get(rowNumber);
      invariant(index !== undefined, 'a repeat that is not in the batch was accepted');
      invariant(tick.run(firstPayout + index, batch).changes === 1, 'an accepted repeat changed no row');
    }
    const detail = (rows: readonly number[]): object => ({ tick: 'usualRepeat', rows });
    recordAll(usualRepeats, { what: 'ticked', batch, atMs: c.nowMs, detail });
  }

  function* markRetry(c: Confirmation, links: RetryLinks, { batch, firstPayout }: Place): Steps<void> {
    invariant(links.payouts.length === c.rows.length, 'a retry batch needs one link per row');
    invariant(linkBatch.run(links.batch, batch, c.merchantId).changes === 1, 'a retry batch was not linked');
    for (const [index, { retryOf }] of links.payouts.entries()) {
      if (index % CONFIRM_ROWS_PER_TURN === 0) yield;
      invariant(chainHit(retryOf) === null, 'a payout that may have been paid was to be paid again');
      const linked = link.run({ retryOf, payoutId: firstPayout + index, batch, retriedBatch: links.batch }).changes;
      invariant(linked === 1, 'a retry names a payout of another batch, or another amount');
    }
    const rows = links.payouts.map(({ retryOf, changed }, index) => [firstPayout + index, retryOf, ...changed]);
    recordAll(rows, { what: 'retries', batch, atMs: c.nowMs, detail: (part) => ({ batch: links.batch, rows: part }) });
  }

  function* markLookedUp(c: Confirmation, looked: readonly RowLookedUp[], { batch, firstPayout }: Place): Steps<void> {
    const ofRow = new Map(looked.map((row) => [row.rowNumber, row]));
    const rows: (readonly [number, number | string])[] = [];
    let found = 0;
    for (const [index, { rowNumber }] of c.rows.entries()) {
      if (index % CONFIRM_ROWS_PER_TURN === 0) yield;
      const row = ofRow.get(rowNumber);
      if (row === undefined) continue;
      found += 1;
      for (const earlier of [...row.payouts, ...row.references]) rows.push([firstPayout + index, earlier]);
    }
    invariant(found === looked.length, 'something was looked up for a row that is not in the batch');
    recordAll(rows, { what: LOOKED_UP, batch, atMs: c.nowMs, detail: (part) => ({ rows: part }) });
  }

  return function* mark(confirmation, marks, place) {
    yield* markTicks(confirmation, marks, place);
    if (marks.retry !== null) yield* markRetry(confirmation, marks.retry, place);
    if (marks.lookedUp !== undefined) yield* markLookedUp(confirmation, marks.lookedUp, place);
    if (marks.firstAlone === true) {
      const entry = { what: FIRST_ALONE, batchId: place.batch, payoutId: null, detail: '{}' };
      audit.append({ atMs: confirmation.nowMs, actor, ...entry });
    }
  };
}
