// The desk's records as the front doors show them. In: records of the store. Out: shared/api/views.
// This file must never ask anything: it only renames.

import type { BatchSummaryView, BatchView, CheckView, ProfileView } from '../../../shared/api/views.ts';
import type { BatchRecord, Tally } from '../../../shared/batches.ts';
import type { Pause } from '../../../shared/failures.ts';
import type { Issue } from '../../../shared/issues.ts';
import type { Profile } from '../../../shared/profiles.ts';
import type { CheckedFile } from '../../../shared/rows.ts';
import { batchState } from '../../../shared/states.ts';

/** A checked file. `more` are findings that only the desk's history could make. */
export function checkView(checked: CheckedFile, more: readonly Issue[] = []): CheckView {
  const columns = Object.fromEntries(
    Object.entries(checked.columns).map(([field, { header, how }]) => [field, { header, how }]),
  );
  const blockedByDesk = new Set(more.filter((issue) => issue.severity === 'error').map((issue) => issue.row));
  const payable = checked.rows.filter((row) => row.kind === 'payable' && !blockedByDesk.has(row.rowNumber));
  return {
    file: checked.file.name,
    sha256: checked.file.sha256,
    sheet: checked.sheet,
    rows: checked.rows.length,
    payable: payable.length,
    totalPaise: payable.reduce((total, row) => total + (row.kind === 'payable' ? row.payment.amountPaise : 0), 0),
    columns,
    issues: [...checked.issues, ...more],
  };
}

/** A batch with its payouts counted. `active`: an engine is sending it now. */
export function batchView(
  batch: BatchRecord,
  { tally, pause, active }: { tally: Tally; pause: Pause | null; active: boolean },
): BatchView {
  const { id, profile } = batch;
  return {
    batch: id,
    profile,
    state: batchState(tally.counts, active),
    paused: pause,
    counts: tally.counts,
    paise: tally.paise,
  };
}

/** A line of the list of batches. */
export function summaryView(
  batch: BatchRecord,
  { tally, active }: { readonly tally: Tally; readonly active: boolean },
): BatchSummaryView {
  return {
    batch: batch.id,
    profile: batch.profile,
    file: batch.fileName,
    rows: batch.payoutCount,
    totalPaise: batch.totalPaise,
    state: batchState(tally.counts, active),
    createdAt: new Date(batch.confirmedAtMs).toISOString(),
  };
}

/** A profile, which never had its token in it. */
export function profileView(profile: Profile): ProfileView {
  return { ...profile };
}
