// What of a batch is unsent and would pay somebody once more: at each resume the earlier payouts are looked up again, all
// that were when it was confirmed and what has come since. In: a batch. Out: its unsent payouts that repeat something, with
// what each repeats. This file must never ask for less than confirming did: time makes a payout old, not unpaid.

import type Database from 'better-sqlite3';
import type { UnsentRepeat } from '../../../shared/guards.ts';
import type { Mid, PayoutId, Reference } from '../../../shared/ids.ts';
import { CONFIRM_ROWS_PER_TURN } from '../../../shared/limits.ts';
import { personKey } from '../../../shared/person-key.ts';
import type { Steps } from '../../../shared/steps.ts';
import { type BeneficiaryColumns, decodeBeneficiary } from './beneficiary-columns.ts';
import { LOOKED_UP } from './confirm-marks.ts';
import type { prepareGuard } from './guards.ts';

interface UnsentRow extends BeneficiaryColumns {
  readonly payout_id: PayoutId;
  readonly row_number: number;
  readonly amount_paise: number;
  readonly reference: Reference;
  readonly retry_of: PayoutId | null;
}

/** Prepares listing them. What the gateway was heard to know already is not sent anyway. */
export function prepareUnsentRepeats(
  database: Database.Database,
  guard: ReturnType<typeof prepareGuard>,
): (batch: number, nowMs: number) => Steps<readonly UnsentRepeat[]> {
  const placeOf = database.prepare<
    [number],
    { readonly mid: Mid; readonly first_payout_id: number; readonly payout_count: number }
  >('SELECT mid, first_payout_id, payout_count FROM batches WHERE batch_id = ?');
  const unsent = database.prepare<[number, number], UnsentRow>(
    `SELECT payout_id, row_number, upi_id, account_number, ifsc, amount_paise, reference, retry_of
     FROM payouts WHERE payout_id BETWEEN ? AND ? AND state = 'queued' AND hold IS NOT 'referenceKnown' ORDER BY payout_id`,
  );
  const lookedUp = database
    .prepare<[number, string], string>('SELECT detail FROM audit WHERE batch_id = ? AND what = ?')
    .pluck();

  return function* list(batch, nowMs) {
    const place = placeOf.get(batch);
    if (place === undefined) return [];
    const { mid, first_payout_id: first, payout_count: count } = place;
    const confirmed = new Map<number, (PayoutId | Reference)[]>();
    for (const detail of lookedUp.all(batch, LOOKED_UP)) {
      // Decoding: what confirming wrote.
      const { rows } = JSON.parse(detail) as { readonly rows: readonly (readonly [number, PayoutId | Reference])[] };
      for (const [payoutId, earlier] of rows) confirmed.set(payoutId, [...(confirmed.get(payoutId) ?? []), earlier]);
    }
    yield;
    const found: UnsentRepeat[] = [];
    for (let from = first; from < first + count; from += CONFIRM_ROWS_PER_TURN) {
      for (const row of unsent.all(from, Math.min(from + CONFIRM_ROWS_PER_TURN, first + count) - 1)) {
        const person = { personKey: personKey(decodeBeneficiary(row)), amountPaise: row.amount_paise };
        const { payout_id: payoutId, row_number: rowNumber, reference, retry_of: retryOf } = row;
        const { unpaid } = guard({ mid, batch, ...person, repeatTicked: false, retryOf, nowMs });
        const asked = confirmed.get(payoutId) ?? [];
        const earlier = new Set([...unpaid, ...asked.filter((one) => typeof one === 'number')]);
        const isRetry = retryOf !== null;
        const references = [...(isRetry ? [reference] : []), ...asked.filter((one) => typeof one === 'string')];
        if (earlier.size + references.length === 0) continue;
        const newestFirst = [...earlier].toSorted((one, other) => other - one);
        found.push({ payoutId, rowNumber, isRetry, earlier: newestFirst, references: [...new Set(references)] });
      }
      yield;
    }
    return found;
  };
}
