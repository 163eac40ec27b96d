// Earlier batches of the same file or the same rows. In: a checked file and a merchant. Out: what the window shows of them.
// This file must never decide whether a repeat may be paid: Start does.

import type { Confirmation } from '../../../../shared/api/batch-commands.ts';
import type { Profile } from '../../../../shared/profiles.ts';
import type { CheckedFile } from '../../../../shared/rows.ts';
import type { Rooms, Writer } from '../ports.ts';

/** Newest first. */
export function repeatsOf(
  rooms: Rooms,
  { store, profile, checked }: { readonly store: Writer; readonly profile: Profile; readonly checked: CheckedFile },
): Confirmation['repeats'] {
  const merchantId = store.merchants.find(profile);
  if (merchantId === null) return [];
  const payments = checked.rows.flatMap((row) => (row.kind === 'payable' ? [row.payment] : []));
  const same = { fingerprint: rooms.fingerprint(payments), sha256: checked.file.sha256 };
  return store.batches.repeats(merchantId, same).map(({ batch, id, confirmedAtMs, payoutCount }) => ({
    batch: id,
    confirmedAtMs,
    rows: payoutCount,
    paid: store.tally(batch).counts.success,
  }));
}
