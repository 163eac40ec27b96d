// The fingerprint of a checked file, made once however often the file is asked about. In: a checked file. Out: its SHA-256.
// It is of the whole file, whatever a desk leaves out or an account's ceiling blocks: another desk, or this one restored, must make the same references.
// This file must never keep a fingerprint longer than its file.

import type { Sha256 } from '../../../shared/ids.ts';
import type { CheckedFile } from '../../../shared/rows.ts';
import type { Steps } from '../../../shared/steps.ts';
import type { Rooms } from './ports.ts';

const known = new WeakMap<CheckedFile, Promise<Sha256>>();

/** The fingerprint of the rows as they are now: a checked file does not change. */
export function fingerprintOfFile(rooms: Rooms, checked: CheckedFile): Promise<Sha256> {
  const before = known.get(checked);
  if (before !== undefined) return before;
  const made = rooms.inTurns(fingerprintOf(rooms, checked));
  known.set(checked, made);
  return made;
}

function* fingerprintOf(rooms: Rooms, { rows }: CheckedFile): Steps<Sha256> {
  yield;
  const payments = rows.flatMap((row) => (row.kind === 'payable' ? row.payment : (row.aboveCeiling ?? [])));
  yield;
  return yield* rooms.fingerprint(payments);
}
