// What a retry is once it is confirmed: the same for its seal and for the store. In: the batch before and the rows that are
// left to pay. Out: what would be stored. This file must never make a row up: it puts together what was drafted.

import type { BatchRecord } from '../../../shared/batches.ts';
import type { Paise } from '../../../shared/money.ts';
import type { Profile } from '../../../shared/profiles.ts';
import type { ToStore } from './confirm-seal.ts';
import type { RetryDraft } from './draft-retry.ts';
import type { Rooms, Writer } from './ports.ts';

/** Shape: everything but what a person gives with their yes. */
export async function retryToStore(
  {
    rooms,
    store,
    batch,
    profile: account,
  }: { readonly rooms: Rooms; readonly store: Writer; readonly batch: BatchRecord; readonly profile: Profile },
  { checked, rows, leftOut, ticked, usualRepeats }: RetryDraft,
  totalPaise: Paise,
): Promise<ToStore> {
  const references = rows.map(({ reference }) => reference);
  // With the references in it, which are each made once: a retry never counts as a run of the same rows.
  const payments = rows.map(({ row, reference }) => ({ ...row.payment, reference }));
  const fingerprint = await rooms.inTurns(rooms.fingerprint(payments));
  const { name: profile, baseUrl, mid, environment } = account;
  const payouts = rows.map(({ payout, corrections }) => ({
    retryOf: payout.payoutId,
    changed: corrections.map(({ field }) => field),
  }));
  return {
    profile,
    baseUrl,
    mid,
    environment,
    fileName: checked?.file.name ?? batch.fileName,
    fileSha256: checked?.file.sha256 ?? batch.fileSha256,
    sheet: checked === null ? batch.sheet : checked.sheet,
    headers: checked?.headers ?? batch.headers,
    fingerprint,
    runNumber: store.batches.nextRunNumber(mid, fingerprint),
    rows: rows.map(({ row }) => row),
    references,
    totalPaise,
    excluded: leftOut.map(({ retry, issue }) => ({
      rowNumber: retry.row.rowNumber,
      source: retry.row.source,
      issues: [issue],
    })),
    marks: {
      ticks: ticked,
      usualRepeats: usualRepeats.map(({ rowNumber }) => rowNumber),
      retry: { batch: batch.batch, payouts },
    },
  };
}
