// What a resume must ask the gateway before it sends: queued payouts that pay again what ended unpaid. All that was looked
// up when the batch was confirmed is asked about again, however old it is by now, and whatever the guard has found since.

import type { Mid, PayoutId, Reference } from '../../../shared/ids.ts';
import { LOOKED_UP } from './batches.ts';
import type { DeskDatabase } from './desk-database.ts';
import type { prepareGuard } from './guards.ts';
import { INTENTION_COLUMNS, type IntentionColumns, prepareIntentions } from './intentions.ts';

/**
 * A queued payout that would pay something again. `earlier` is what it would pay again, what was looked up when it was
 * confirmed included, the newest first; `references` are those under which it may have been paid elsewhere, its own among
 * them where it is a retry.
 */
export interface UnsentRepeat {
  readonly payoutId: PayoutId;
  readonly rowNumber: number;
  readonly isRetry: boolean;
  readonly earlier: readonly PayoutId[];
  readonly references: readonly Reference[];
}

interface UnsentRow extends IntentionColumns {
  readonly payoutId: PayoutId;
  readonly rowNumber: number;
  readonly reference: Reference;
  readonly retryOf: PayoutId | null;
}

/** Prepares listing them. A payout whose reference the gateway knows is not listed: it is not sent anyway. */
export function prepareUnsentRepeats(
  database: DeskDatabase,
  guard: ReturnType<typeof prepareGuard>,
): (batch: number, nowMs: number) => readonly UnsentRepeat[] {
  const placeOf = database.statement<[number], { readonly mid: Mid; readonly first: number; readonly count: number }>(
    'SELECT mid, first_payout_id AS first, payout_count AS count FROM batches WHERE batch_id = ?',
  );
  const unsent = database.statement<[number, number], UnsentRow>(
    `SELECT payout_id AS payoutId, row_number AS rowNumber, ${INTENTION_COLUMNS}, retry_of AS retryOf
     FROM payouts WHERE payout_id BETWEEN ? AND ? AND state = 'queued' AND hold IS NOT 'referenceKnown' ORDER BY payout_id`,
  );
  const intentionOf = prepareIntentions(database);
  const lookedUp = database
    .statement<[number, string], string>('SELECT detail FROM audit WHERE batch_id = ? AND what = ?')
    .pluck();

  return (batch, nowMs) => {
    const place = placeOf.get(batch);
    if (place === undefined) return [];
    const { mid, first, count } = place;
    const confirmed = new Map<number, (PayoutId | Reference)[]>();
    for (const detail of lookedUp.all(batch, LOOKED_UP)) {
      // Decoding: what confirming wrote.
      const { rows } = JSON.parse(detail) as { readonly rows: readonly (readonly [number, PayoutId | Reference])[] };
      for (const [payoutId, earlier] of rows) confirmed.set(payoutId, [...(confirmed.get(payoutId) ?? []), earlier]);
    }
    const found: UnsentRepeat[] = [];
    for (const row of unsent.all(first, first + count - 1)) {
      const { payoutId, rowNumber, reference, retryOf } = row;
      const { unpaid } = guard({ mid, batch, row: intentionOf(row), retryOf, payoutId, nowMs });
      const asked = confirmed.get(payoutId) ?? [];
      const earlier = new Set([...unpaid, ...asked.filter((one) => typeof one === 'number')]);
      const isRetry = retryOf !== null;
      const references = [...(isRetry ? [reference] : []), ...asked.filter((one) => typeof one === 'string')];
      if (earlier.size + references.length === 0) continue;
      const newestFirst = [...earlier].toSorted((one, other) => other - one);
      found.push({ payoutId, rowNumber, isRetry, earlier: newestFirst, references: [...new Set(references)] });
    }
    return found;
  };
}
