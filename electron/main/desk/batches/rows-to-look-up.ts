// Which earlier payouts are looked up before a row is paid.

import { invariant } from '../../../../shared/failures.ts';
import { formatPayoutName, type PayoutId, type Reference } from '../../../../shared/ids.ts';
import type { RetryPayout } from '../../../../shared/retry-payout.ts';
import type { RowLookedUp } from '../../domain/batches.ts';
import type { HeadedWriter } from '../../store/store.ts';
import type { ScreenedRows } from '../drafts/screen-rows.ts';
import type { Candidate } from './candidate.ts';

/** One row to look up. `payouts`: what it would pay again. `references`: those it had on another computer or before a restore. */
export interface RowToLookUp {
  readonly rowNumber: number;
  readonly payouts: readonly RetryPayout[];
  readonly references: readonly Reference[];
}

/** What a confirmation stores about these rows, for each resume. */
export function asLookedUp(rows: readonly RowToLookUp[]): RowLookedUp[] {
  return rows.map(({ payouts, ...row }) => ({ ...row, payouts: payouts.map(({ payoutId }) => payoutId) }));
}

/** The rows that would pay something again, with what to look up before each. */
export function rowsToLookUp(store: HeadedWriter, candidate: Candidate): RowToLookUp[] {
  if (candidate.relations.size + candidate.otherReferences.size === 0) return [];
  return candidate.rows.flatMap(({ rowNumber }) => {
    const payouts = earlierOf(store, candidate, rowNumber);
    const references = candidate.otherReferences.get(rowNumber) ?? [];
    return payouts.length + references.length === 0 ? [] : [{ rowNumber, payouts, references }];
  });
}

/** The earlier payouts to look up before the row with this number is paid. */
function earlierOf(
  store: HeadedWriter,
  { relations }: Pick<ScreenedRows, 'relations'>,
  rowNumber: number,
): RetryPayout[] {
  return (relations.get(rowNumber) ?? []).flatMap(({ earlier, relation }) =>
    relation === 'unpaid' ? [foundEarlier(store, earlier)] : [],
  );
}

/** The names, such as B0007/3, of the earlier payouts to look up before these rows are paid. */
export function namesLookedUp(
  store: HeadedWriter,
  screened: Pick<ScreenedRows, 'rows' | 'relations'>,
): ReadonlySet<string> {
  const payouts = screened.rows.flatMap(({ rowNumber }) => earlierOf(store, screened, rowNumber));
  return new Set(payouts.map(({ batch, rowNumber }) => formatPayoutName(batch, rowNumber)));
}

/** An earlier payout to look up. Throws if it is missing, because its row would otherwise pass unchecked. */
export function foundEarlier(store: HeadedWriter, payoutId: PayoutId): RetryPayout {
  const payout = store.retries.find(payoutId);
  invariant(payout !== null, 'an earlier payout that is to be looked up is not in the store');
  return payout;
}
