// How long whoever sends or looks up bears a disk that refuses its writes. What is known stays in memory meanwhile.

import { type Pause, unreachable } from '../../../shared/failures.ts';
import type { LedgerFailure } from './ledger.ts';

/** A program that copies or looks through the database is done within moments: only after this is the run paused. */
const BUSY_MOMENT_MS = 2_000;

const BUSY_RETRY_MS = 100;

const DISK_PATIENCE_MS = 10_000;

/** While the disk refuses a write, what is known stays in memory and is tried again; after this the run ends, truthfully. */
const DISK_RETRY_MS = 500;

/** Units: every `nowMs` is a time of the monotonic clock. */
export class DiskPatience {
  #refusal: { readonly sinceMs: number; readonly failure: LedgerFailure } | null = null;

  /** A write was refused. */
  refused(nowMs: number, failure: LedgerFailure): void {
    this.#refusal = { sinceMs: this.#refusal?.sinceMs ?? nowMs, failure };
  }

  /** What was refused is on disk, or waits no more. */
  committed(): void {
    this.#refusal = null;
  }

  isOver(nowMs: number): boolean {
    return this.#lastsLonger(DISK_PATIENCE_MS, nowMs);
  }

  /** Whether another program holds the database, and only just: that is waited out, and stops nothing yet. */
  isMoment(nowMs: number): boolean {
    return this.#refusal !== null && isBusy(this.#refusal.failure) && !this.#lastsLonger(BUSY_MOMENT_MS, nowMs);
  }

  /** Why the run stands still; null while it does not. */
  trouble(nowMs: number): string | null {
    return this.#refusal === null || this.isMoment(nowMs) ? null : wordsOf(this.#refusal.failure).why;
  }

  /** When a refused write is tried again. Units: milliseconds. */
  get retryMs(): number {
    return this.#refusal !== null && isBusy(this.#refusal.failure) ? BUSY_RETRY_MS : DISK_RETRY_MS;
  }

  #lastsLonger(ms: number, nowMs: number): boolean {
    return this.#refusal !== null && nowMs - this.#refusal.sinceMs > ms;
  }
}

/** Why a run pauses when the disk refuses. */
export function pauseOfDisk(failure: LedgerFailure): Pause {
  const { why, cure } = wordsOf(failure);
  return { code: 'diskFull', message: `${why}: ${cure}, then resume.` };
}

/** The same for what is no run yet: what to do after the cure is said by whoever gives it up. */
export function stopOfDisk(failure: LedgerFailure): Pause {
  const { why, cure } = wordsOf(failure);
  return { code: 'diskFull', message: `${why}: ${cure}.` };
}

function isBusy(failure: LedgerFailure): boolean {
  return failure.kind === 'unwritable' && /^SQLITE_(?:BUSY|PROTOCOL)/.test(failure.code);
}

function wordsOf(failure: LedgerFailure): { readonly why: string; readonly cure: string } {
  switch (failure.kind) {
    case 'diskFull':
      return { why: 'The disk is full', cure: 'free some space' };
    case 'unwritable':
      return isBusy(failure)
        ? { why: `Another program holds the database (${failure.code})`, cure: 'close it or let it finish' }
        : { why: `The database cannot be written (${failure.code})`, cure: 'see that its disk is there and has space' };
    case 'headUnwritable':
      return {
        why: `The note of how far the desk has come, in your state folder, cannot be written (${failure.code})`,
        cure: 'free some space',
      };
    default:
      return unreachable(failure);
  }
}
