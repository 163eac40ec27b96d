// How long whoever sends or looks up bears a disk that refuses its writes. What is known stays in memory meanwhile.

import { type Pause, unreachable } from '../../../shared/failures.ts';
import { type Message, msg } from '../../../shared/messages/message.ts';
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
  trouble(nowMs: number): Message | null {
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
  return { code: 'diskFull', message: msg('pause.diskFull', wordsOf(failure)) };
}

/** The same for what is no run yet: what to do after the cure is said by whoever gives it up. */
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
