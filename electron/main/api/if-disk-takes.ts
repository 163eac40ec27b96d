// What is noted beside something that is done already: a disk that refuses the note undoes nothing. In: the note. Out: nothing.
// This file must never be used for what somebody is answered by, nor hide a bug of ours.

import type { Rooms } from './ports.ts';

export function ifDiskTakes({ faultOfDisk }: Pick<Rooms, 'faultOfDisk'>, note: () => void): void {
  try {
    note();
  } catch (error) {
    if (faultOfDisk(error) === null) throw error;
  }
}
