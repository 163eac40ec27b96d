// How long a run bears a disk that refuses its writes. In: refusals and commits. Out: the pause, and whether patience is
// over. What is known stays in memory meanwhile. This file must never call anything written.

import { type Pause, unreachable } from '../../../shared/failures.ts';
import type { LedgerFailure } from '../../../shared/ledger.ts';
import { DISK_PATIENCE_MS } from '../../../shared/limits.ts';

/** Units: every `nowMs` is a time of the monotonic clock. */
export class DiskPatience {
  #sinceMs: number | null = null;

  /** A write was refused. */
  refused(nowMs: number): void {
    this.#sinceMs ??= nowMs;
  }

  /** A write is on disk. */
  committed(): void {
    this.#sinceMs = null;
  }

  isOver(nowMs: number): boolean {
    return this.#sinceMs !== null && nowMs - this.#sinceMs > DISK_PATIENCE_MS;
  }
}

/** Why a run pauses when the disk refuses. */
export function pauseOfDisk(failure: LedgerFailure): Pause {
  return { code: 'diskFull', message: `${reasonOf(failure)}: free some space, then resume.` };
}

function reasonOf(failure: LedgerFailure): string {
  switch (failure.kind) {
    case 'diskFull':
      return 'The disk is full';
    case 'unwritable':
      return `The database cannot be written (${failure.code})`;
    case 'headUnwritable':
      return `The note of how far the desk has come, in your state folder, cannot be written (${failure.code})`;
    default:
      return unreachable(failure);
  }
}
