// What a run may do next, and why: its mode, what the answers so far add up to, and how long it must wait.
// In: outcomes, findings and changes in the order they came. Out: limits for the loop. The modes are told in run-mode.
// This file must never ask the gateway or the store anything.

import type { Pause } from '../../../shared/failures.ts';
import type { PayoutId } from '../../../shared/ids.ts';
import type { Change, Claimed, DueLookup } from '../../../shared/ledger.ts';
import {
  AMBIGUITY_GOOD_READS,
  AMBIGUITY_GOOD_READS_WINDOW_MS,
  AMBIGUITY_LIFTS_MAX,
  FIRST_PAYOUT_KNOWN_WITHIN_MS,
  OFFLINE_RETRY_FIRST_MS,
  OFFLINE_RETRY_MAX_MS,
  PROOF_FIRST_MS,
  PROOF_MAX_MS,
} from '../../../shared/limits.ts';
import type { RunEnd } from '../../../shared/run.ts';
import type { Finding, SettlingOutcome } from '../../../shared/states.ts';
import { FRESH_WATCH, heed, stopOf, trip, type Watch } from './breakers.ts';
import type { RunMode } from './run-mode.ts';

/** What a run starts with. Shape: `needsProof` when the gateway has not yet shown that it knows a payout by our reference. */
export interface ControlStart {
  readonly sends: boolean;
  readonly needsProof: boolean;
  readonly liftsUsed: number;
  readonly acceptsUnprovable: boolean;
  readonly onProven: () => void;
  readonly onLift: () => void;
}

export class RunControl {
  readonly #start: ControlStart;
  #mode: RunMode;
  #watch: Watch = FRESH_WATCH;
  #lifts: number;
  #offlineDelayMs = 0;
  #offlineUntilMs = 0;
  /** Payouts that came into doubt since the last Resume and are still unresolved. */
  readonly #doubtful = new Set<PayoutId>();

  constructor(start: ControlStart) {
    this.#start = start;
    this.#lifts = start.liftsUsed;
    this.#mode = start.sends ? firstSendingMode(start) : { kind: 'following' };
  }

  get mode(): RunMode {
    return this.#mode;
  }

  /** Until when nothing may be asked because the gateway cannot be reached. Units: monotonic milliseconds. */
  get offlineUntilMs(): number {
    return this.#offlineUntilMs;
  }

  /** No new request from now on; the first reason stays. */
  stop(end: RunEnd): void {
    if (this.#mode.kind !== 'stopping') this.#mode = { kind: 'stopping', end };
  }

  /** How many payouts may be on their way at once. */
  sendsAtOnce(nowMs: number): number {
    if (nowMs < this.#offlineUntilMs) return 0;
    switch (this.#mode.kind) {
      case 'flowing':
        return this.#offlineDelayMs > 0 ? 1 : Number.POSITIVE_INFINITY;
      case 'proving':
        return this.#mode.proof === null ? 1 : 0;
      case 'doubting':
        return this.#mode.isAlone ? 1 : 0;
      default:
        return 0;
    }
  }

  mayRead(nowMs: number): boolean {
    return this.#mode.kind !== 'stopping' && nowMs >= this.#offlineUntilMs;
  }

  /** An answer to a payout request, or its absence. */
  heardOutcome(claimed: Claimed, outcome: SettlingOutcome, nowMs: number): void {
    this.#watch = heed(this.#watch, outcome, nowMs);
    if (outcome.kind === 'notSent') this.#waitOffline(nowMs);
    else this.#offlineDelayMs = 0;
    const isDoubt = outcome.kind === 'unknown' || outcome.kind === 'tokenDoubted';
    if (isDoubt) this.#doubtful.add(claimed.payoutId);
    const stop = stopOf(outcome);
    if (stop !== null) this.stop({ kind: 'paused', pause: stop });
    if (this.#mode.kind === 'proving' && (isDoubt || outcome.kind === 'accepted')) this.#beginProof(claimed, nowMs);
    if (this.#mode.kind === 'doubting' && this.#mode.isAlone) this.#endDoubt(outcome, this.#mode.pause);
    this.checkBreakers(nowMs);
  }

  /** A look-up that was answered. */
  heardFinding(due: DueLookup, finding: Finding, nowMs: number): void {
    this.#offlineDelayMs = 0;
    if (finding.kind !== 'unclear') this.heardGoodRead(nowMs);
    if (this.#mode.kind !== 'proving' || this.#mode.proof?.payoutId !== due.payoutId) return;
    if (due.key.by !== 'reference' || finding.kind !== 'state') return;
    this.#mode = { kind: 'flowing' };
    this.#start.onProven();
  }

  heardGoodRead(nowMs: number): void {
    this.#offlineDelayMs = 0;
    if (this.#mode.kind !== 'doubting' || this.#mode.isAlone) return;
    const goodReads = this.#mode.goodReads + 1;
    this.#mode = { ...this.#mode, goodReads, isAlone: goodReads >= AMBIGUITY_GOOD_READS };
    this.checkBreakers(nowMs);
  }

  heardUnreachable(nowMs: number): void {
    this.#waitOffline(nowMs);
  }

  /** A change that is on disk. */
  changed(change: Change): void {
    if (change.from === 'unknown' && change.to !== 'unknown') this.#doubtful.delete(change.payoutId);
  }

  /** The look-up that would prove the first payout, when it is due. */
  proofDue(nowMs: number): DueLookup | null {
    const proof = this.#mode.kind === 'proving' ? this.#mode.proof : null;
    if (proof === null || nowMs < proof.nextMs || !this.mayRead(nowMs)) return null;
    return { payoutId: proof.payoutId, key: proof.key };
  }

  /** The proof's look-up is on its way: the next one, should it find nothing, comes later. */
  proofAsked(nowMs: number): void {
    if (this.#mode.kind !== 'proving' || this.#mode.proof === null) return;
    const { proof } = this.#mode;
    const delayMs = Math.min(PROOF_MAX_MS, proof.delayMs * 2);
    this.#mode = { kind: 'proving', proof: { ...proof, delayMs, nextMs: nowMs + proof.delayMs } };
  }

  /** When this needs the loop's attention again; null when only an answer can change anything. */
  nextCheckMs(nowMs: number): number | null {
    const times = [this.#mode.kind === 'proving' ? this.#mode.proof?.nextMs : undefined, this.#offlineUntilMs];
    const ahead = times.filter((time) => time !== undefined && time > nowMs) as number[];
    return ahead.length === 0 ? null : Math.min(...ahead);
  }

  /** Trips what must trip, now that time has passed or an answer came. */
  checkBreakers(nowMs: number): void {
    const mode = this.#mode;
    if (mode.kind === 'doubting') {
      const isOver = nowMs - mode.sinceMs > AMBIGUITY_GOOD_READS_WINDOW_MS;
      if (isOver && !mode.isAlone) this.stop({ kind: 'paused', pause: mode.pause });
      return;
    }
    if (mode.kind === 'proving' && mode.proof !== null && nowMs - mode.proof.sinceMs > FIRST_PAYOUT_KNOWN_WITHIN_MS) {
      if (this.#start.acceptsUnprovable) this.#mode = { kind: 'flowing' };
      else this.stop({ kind: 'paused', pause: UNRECOVERABLE });
      return;
    }
    if (mode.kind !== 'flowing' && mode.kind !== 'proving') return;
    const pause = trip(this.#watch, { unresolved: this.#doubtful.size, nowMs });
    if (pause === null) return;
    if (pause.code === 'ambiguity' && mode.kind === 'flowing' && this.#lifts < AMBIGUITY_LIFTS_MAX) {
      this.#mode = { kind: 'doubting', pause, sinceMs: nowMs, goodReads: 0, isAlone: false };
    } else {
      this.stop({ kind: 'paused', pause });
    }
  }

  #beginProof(claimed: Claimed, nowMs: number): void {
    const key = { by: 'reference', reference: claimed.order.reference } as const;
    const waits = { sinceMs: nowMs, nextMs: nowMs, delayMs: PROOF_FIRST_MS };
    this.#mode = { kind: 'proving', proof: { payoutId: claimed.payoutId, key, ...waits } };
  }

  /** The payout that went alone decides whether the run flows again. */
  #endDoubt(outcome: SettlingOutcome, pause: Pause): void {
    if (outcome.kind === 'unknown' || outcome.kind === 'tokenDoubted') this.stop({ kind: 'paused', pause });
    if (outcome.kind !== 'accepted') return;
    this.#lifts += 1;
    this.#watch = FRESH_WATCH;
    this.#doubtful.clear();
    this.#mode = { kind: 'flowing' };
    this.#start.onLift();
  }

  #waitOffline(nowMs: number): void {
    this.#offlineDelayMs = Math.min(OFFLINE_RETRY_MAX_MS, Math.max(OFFLINE_RETRY_FIRST_MS, this.#offlineDelayMs * 2));
    this.#offlineUntilMs = nowMs + this.#offlineDelayMs;
  }
}

const UNRECOVERABLE: Pause = {
  code: 'lostAnswersUnrecoverable',
  message:
    'The gateway accepted the first payout but does not know it by its reference after a minute: answers that get lost could not be looked up here.',
};

function firstSendingMode(start: ControlStart): RunMode {
  return start.needsProof ? { kind: 'proving', proof: null } : { kind: 'flowing' };
}
