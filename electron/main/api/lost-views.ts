// Batches that are noted outside and that the database does not have, as the front doors show them. In: what the head knows. Out: views.
// This file must never say that such a batch was paid, or was not.

import type { LostBatchView } from '../../../shared/api/lock-views.ts';
import type { LostBatch } from '../../../shared/standing.ts';

export function lostViews(lost: readonly LostBatch[]): readonly LostBatchView[] {
  return lost.map(({ id, count, totalPaise, confirmedAtMs }) => ({
    batch: id,
    rows: count,
    totalPaise,
    createdAt: new Date(confirmedAtMs).toISOString(),
  }));
}
