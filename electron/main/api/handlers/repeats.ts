// Earlier batches of the same file or the same rows. In: a file and a merchant. Out: what the window shows of them.
// This file must never decide whether a repeat may be paid: Start does.

import type { Confirmation } from '../../../../shared/api/batch-commands.ts';
import type { BatchRecord } from '../../../../shared/batches.ts';
import type { Sha256 } from '../../../../shared/ids.ts';
import type { Profile } from '../../../../shared/profiles.ts';
import type { CheckedFile } from '../../../../shared/rows.ts';
import { fingerprintOfFile } from '../file-fingerprint.ts';
import type { Rooms, Writer } from '../ports.ts';

type Repeat = Confirmation['repeats'][number];

/** Newest first. */
export async function repeatsOf(
  rooms: Rooms,
  { store, profile, checked }: { readonly store: Writer; readonly profile: Profile; readonly checked: CheckedFile },
): Promise<Repeat[]> {
  const merchantId = store.merchants.find(profile);
  if (merchantId === null) return [];
  const same = { fingerprint: await fingerprintOfFile(rooms, checked), sha256: checked.file.sha256 };
  return store.batches.repeats(merchantId, same).map((batch) => repeatOf(store, batch));
}

/** The newest of a file that is not open. Shape: `fingerprint` of its rows, null while they are not known. */
export function newestRepeatOf(
  store: Writer,
  { profile, file }: { readonly profile: Profile; readonly file: { sha256: Sha256; fingerprint: Sha256 | null } },
): Repeat | null {
  const merchantId = store.merchants.find(profile);
  if (merchantId === null) return null;
  // No rows have the fingerprint of a file's bytes.
  const same = { sha256: file.sha256, fingerprint: file.fingerprint ?? file.sha256 };
  const [newest] = store.batches.repeats(merchantId, same);
  return newest === undefined ? null : repeatOf(store, newest);
}

function repeatOf(store: Writer, { batch, id, confirmedAtMs, payoutCount }: BatchRecord): Repeat {
  return { batch: id, confirmedAtMs, rows: payoutCount, paid: store.tally(batch).counts.success };
}
