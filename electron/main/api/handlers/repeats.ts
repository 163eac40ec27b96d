// Earlier batches of the same file or the same rows. In: a file and a merchant. Out: what the window shows of them.
// This file must never decide whether a repeat may be paid: Start does.

import type { Confirmation } from '../../../../shared/api/batch-commands.ts';
import type { Sha256 } from '../../../../shared/ids.ts';
import type { Profile } from '../../../../shared/profiles.ts';
import type { CheckedFile } from '../../../../shared/rows.ts';
import { fingerprintOfFile } from '../file-fingerprint.ts';
import type { Rooms, Writer } from '../ports.ts';

type Repeat = Confirmation['repeats'][number];

/** Those of which nobody can say how many were paid first, then the newest. */
export async function repeatsOf(
  rooms: Rooms,
  { store, profile, checked }: { readonly store: Writer; readonly profile: Profile; readonly checked: CheckedFile },
): Promise<Repeat[]> {
  const fingerprint = await fingerprintOfFile(rooms, checked);
  return sameRuns(store, { profile, file: { fingerprint, sha256: checked.file.sha256 } });
}

/** The first of those of a file that is not open. Shape: `fingerprint` of its rows, null while they are not known. */
export function newestRepeatOf(store: Writer, about: SameFile): Repeat | null {
  return sameRuns(store, about)[0] ?? null;
}

interface SameFile {
  readonly profile: Profile;
  readonly file: { readonly sha256: Sha256; readonly fingerprint: Sha256 | null };
}

function sameRuns(store: Writer, { profile, file }: SameFile): Repeat[] {
  // No rows have the fingerprint of a file's bytes.
  const same = { sha256: file.sha256, fingerprint: file.fingerprint ?? file.sha256 };
  const lost = store.lostBatches.filter(({ fingerprint }) => fingerprint === same.fingerprint);
  const known = store.batches.repeats(profile.mid, same);
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
