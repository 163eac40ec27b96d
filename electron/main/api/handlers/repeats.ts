// Earlier batches of the same file or the same rows. In: a checked file and a merchant. Out: what the window shows of them.
// This file must never decide whether a repeat may be paid: Start does.

import type { Confirmation } from '../../../../shared/api/batch-commands.ts';
import type { Profile } from '../../../../shared/profiles.ts';
import type { CheckedFile } from '../../../../shared/rows.ts';
import { fingerprintOfFile } from '../file-fingerprint.ts';
import type { Rooms, Writer } from '../ports.ts';

/** Those of which nobody can say how many were paid first, then the newest. */
export async function repeatsOf(
  rooms: Rooms,
  { store, profile, checked }: { readonly store: Writer; readonly profile: Profile; readonly checked: CheckedFile },
): Promise<Confirmation['repeats']> {
  const merchantId = store.merchants.find(profile);
  if (merchantId === null && store.lostBatches.length === 0) return [];
  const same = { fingerprint: await fingerprintOfFile(rooms, checked), sha256: checked.file.sha256 };
  const lost = store.lostBatches.filter(({ fingerprint }) => fingerprint === same.fingerprint);
  const known = merchantId === null ? [] : store.batches.repeats(merchantId, same);
  return [
    ...lost.map(({ id, confirmedAtMs, count }) => ({ batch: id, confirmedAtMs, rows: count, paid: null })),
    ...known.map(({ batch, id, confirmedAtMs, payoutCount }) => ({
      batch: id,
      confirmedAtMs,
      rows: payoutCount,
      paid: store.tally(batch).counts.success,
    })),
  ];
}
