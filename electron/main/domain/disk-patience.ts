// How long a run or a lookup waits for a disk that refuses writes. Meanwhile the results stay in memory.

import { type Pause, unreachable } from '../../../shared/failures.ts';
import { type Message, msg } from '../../../shared/messages/message.ts';
import type { LedgerFailure } from './ledger.ts';

/** A program that copies or scans the database is usually done within this time; only then is the run paused. */
const BUSY_MOMENT_MS = 2_000;

const BUSY_RETRY_MS = 100;

const DISK_PATIENCE_MS = 10_000;

/** A refused write stays in memory and is retried at this interval; after DISK_PATIENCE_MS the run ends and says why. */
const DISK_RETRY_MS = 500;

/** Every `nowMs` is a time of the monotonic clock. */
export class DiskPatience {
  #refusal: { readonly sinceMs: number; readonly failure: LedgerFailure } | null = null;

  refused(nowMs: number, failure: LedgerFailure): void {
    this.#refusal = { sinceMs: this.#refusal?.sinceMs ?? nowMs, failure };
  }

  /** The refused write is on disk now, or no longer pending. */
  committed(): void {
    this.#refusal = null;
  }

  isOver(nowMs: number): boolean {
    return this.#lastsLonger(DISK_PATIENCE_MS, nowMs);
  }

  /** Whether another program has held the database only for a moment. That is waited out and pauses nothing yet. */
  isMoment(nowMs: number): boolean {
    return this.#refusal !== null && isBusy(this.#refusal.failure) && !this.#lastsLonger(BUSY_MOMENT_MS, nowMs);
  }

  /** Why the run is stalled; null while it is not. */
  trouble(nowMs: number): Message | null {
    return this.#refusal === null || this.isMoment(nowMs) ? null : wordsOf(this.#refusal.failure).why;
  }

  /** How long to wait before retrying a refused write. */
  get retryMs(): number {
    return this.#refusal !== null && isBusy(this.#refusal.failure) ? BUSY_RETRY_MS : DISK_RETRY_MS;
  }

  #lastsLonger(ms: number, nowMs: number): boolean {
    return this.#refusal !== null && nowMs - this.#refusal.sinceMs > ms;
  }
}

export function pauseOfDisk(failure: LedgerFailure): Pause {
  return { code: 'diskFull', message: msg('pause.diskFull', wordsOf(failure)) };
}

/** Like pauseOfDisk(), where there is no run yet: the caller that gives up says what to do after the cure. */
export function stopOfDisk(failure: LedgerFailure): Pause {
  return { code: 'diskFull', message: msg('pause.diskFull.stopped', wordsOf(failure)) };
}

function isBusy(failure: LedgerFailure): boolean {
  return failure.kind === 'unwritable' && /^SQLITE_(?:BUSY|PROTOCOL)/.test(failure.code);
}

function wordsOf(failure: LedgerFailure): { readonly why: Message; readonly cure: Message } {
  switch (failure.kind) {
    case 'diskFull':
      return { why: msg('disk.full'), cure: msg('disk.full.cure') };
    case 'unwritable': {
      const { code } = failure;
      return isBusy(failure)
        ? { why: msg('disk.busy', { code }), cure: msg('disk.busy.cure') }
        : { why: msg('disk.unwritable', { code }), cure: msg('disk.unwritable.cure') };
    }
    case 'headUnwritable':
      return { why: msg('disk.noteUnwritable', { code: failure.code }), cure: msg('disk.full.cure') };
    default:
      return unreachable(failure);
  }
}
