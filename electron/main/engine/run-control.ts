// What a run may do next, and why: its mode, what the answers so far add up to, and how long it must wait.
// A run is in exactly one mode, which changes only through functions that assert what must hold:
//
// proving    One payout at a time, until the gateway has accepted one and knows it by our reference. Leaves to flowing, or
//            to stopping when the gateway does not know it within a minute and nobody accepted that, or when a person
//            asked to be asked after the first payout.
// flowing    Everything the rate and the in-flight limit allow. Leaves to doubting or stopping when a breaker trips.
// doubting   Too many answers were lost. Reads only; after ten good ones in a minute one payout goes alone, and when it is
//            accepted the run flows again, at most three times a batch. Otherwise it stops.
// following  Lookups only: nothing of this batch is sent.
// stopping   No new request. Ends when the last one in flight has come back and is on disk.

import { type Pause, unreachable } from '../../../shared/failures.ts';
import type { PayoutId } from '../../../shared/ids.ts';
import { type Message, msg } from '../../../shared/messages/message.ts';
import {
  type GatewayIds,
  isDocumentedWord,
  type LookupKey,
  type LookupMeaning,
  NO_IDS,
} from '../../../shared/outcomes.ts';
import type { Finding, SettlingOutcome } from '../../../shared/states.ts';
import type { Change, Claimed, DueLookup } from '../domain/ledger.ts';
import { isPlaceholderId } from '../domain/lookup-key.ts';
import type { RunEnd, RunRequest } from '../domain/run.ts';
import {
  countOutcome,
  FRESH_WATCH,
  isDoubt,
  obstacleOf,
  offlineTooLong,
  stopOf,
  trip,
  type Watch,
} from './breakers.ts';

const PROOF_MAX_MS = 10_000;

/** The delay between lookups of the first payout by its reference; doubles up to PROOF_MAX_MS. */
const PROOF_FIRST_MS = 250;

/** The first payout goes alone and is looked up. A gateway that does not know it by then cannot help with lost answers. */
export const FIRST_PAYOUT_KNOWN_WITHIN_MS = 60_000;

export const OFFLINE_RETRY_MAX_MS = 30_000;

/** The delay between tries while nothing can be reached; doubles up to OFFLINE_RETRY_MAX_MS. */
export const OFFLINE_RETRY_FIRST_MS = 500;

const AMBIGUITY_GOOD_READS_WINDOW_MS = 60_000;

const AMBIGUITY_GOOD_READS = 10;

/** An ambiguity pause may lift by itself three times a batch, each time after ten good reads in a minute. */
const AMBIGUITY_LIFTS_MAX = 3;

/** `--until settled` ends when the next lookup is further away than this. See CLI. */
const SETTLED_HORIZON_MS = 600_000;

/** A run that takes turns with other batches yields when its own next lookup is further away than this. */
export const ASKED_HORIZON_MS = 5_000;

/** `needsProof`: the gateway has not yet shown that it knows a payout by our reference. */
export interface ControlStart {
  readonly sends: boolean;
  readonly needsProof: boolean;
  readonly liftsUsed: number;
  readonly acceptsUnprovable: boolean;
  /** Ask a person once the first payout is known. */
  readonly firstAlone: boolean;
  readonly onFirstAlone: () => void;
  readonly onProven: () => void;
  readonly onLift: () => void;
}

/** Every `nowMs` is a time of the monotonic clock. */
export class RunControl {
  readonly #start: ControlStart;
  readonly #reach = new Reachability();
  #mode: RunMode;
  #watch: Watch = FRESH_WATCH;
  #lifts: number;
  /** Payouts that came into doubt since the last Resume and are still unresolved. */
  readonly #doubtful = new Set<PayoutId>();
  #hasConfirmedId = false;

  constructor(start: ControlStart) {
    this.#start = start;
    this.#lifts = start.liftsUsed;
    this.#mode = start.sends ? (start.needsProof ? UNPROVEN : { kind: 'flowing' }) : { kind: 'following' };
  }

  get mode(): RunMode {
    return this.#mode;
  }

  /** Allows no new request from now on. The first reason is kept. */
  stop(end: RunEnd): void {
    if (this.#mode.kind !== 'stopping') this.#mode = { kind: 'stopping', end };
  }

  /** Stops sending. A run that only follows sends nothing and goes on. */
  stopSending(pause: Pause): void {
    if (this.#mode.kind !== 'following') this.stop({ kind: 'paused', pause });
  }

  /** Like stopSending(), but also replaces a pause that is already set, such as the question after the first payout. */
  stopFirst(pause: Pause): void {
    const isAsked = this.#mode.kind === 'stopping' && this.#mode.end.kind === 'paused';
    if (isAsked || this.#mode.kind !== 'following') this.#mode = { kind: 'stopping', end: { kind: 'paused', pause } };
  }

  /** How many payouts may be in flight at once. */
  sendsAtOnce(nowMs: number): number {
    if (nowMs < this.#reach.untilMs) return 0;
    switch (this.#mode.kind) {
      case 'flowing':
        return this.#reach.isDoubtful ? 1 : Number.POSITIVE_INFINITY;
      case 'proving':
        return this.#mode.proof === null ? 1 : 0;
      case 'doubting':
        return this.#mode.isAlone ? 1 : 0;
      case 'following':
      case 'stopping':
        return 0;
      default:
        return unreachable(this.#mode);
    }
  }

  /** Whether the last request got no answer. */
  get isSilent(): boolean {
    return this.#reach.silentSinceMs !== null;
  }

  mayRead(nowMs: number): boolean {
    return this.#mode.kind !== 'stopping' && nowMs >= this.#reach.untilMs;
  }

  /** A payout's request is in flight. */
  sent(payoutId: PayoutId): void {
    if (this.#mode.kind === 'doubting') this.#mode = { ...this.#mode, loneId: payoutId };
  }

  /** The outcome of a payout request, answered or not. */
  onOutcome(claimed: Claimed, outcome: SettlingOutcome, nowMs: number): void {
    this.#watch = countOutcome(this.#watch, outcome, nowMs);
    if (outcome.kind === 'notSent') this.#reach.missed(nowMs);
    else this.#reach.answered();
    if (isDoubt(outcome)) this.#doubtful.add(claimed.payoutId);
    const stop = stopOf(outcome);
    if (stop !== null) this.stop({ kind: 'paused', pause: stop });
    if (this.#mode.kind === 'proving' && (isDoubt(outcome) || outcome.kind === 'accepted'))
      this.#beginProof(claimed, outcome, nowMs);
    if (this.#start.firstAlone && this.#mode.kind === 'proving' && outcome.kind === 'refused') {
      this.stop({ kind: 'paused', pause: firstRefused(outcome.message) });
    }
    // Only the payout that was sent alone ends the doubt, not an older one with a late answer.
    if (this.#mode.kind === 'doubting' && this.#mode.loneId === claimed.payoutId) this.#endDoubt(outcome, this.#mode);
    this.checkBreakers(nowMs);
  }

  /**
   * Whether the gateway knows the first payout's reference as another payment than it answered with, or than it knows by that
   * answer's transaction id. Then two payments carry one reference. `byId` is null where no lookup by id was made.
   */
  isAnothers(due: DueLookup, found: LookupMeaning, byId: LookupMeaning | null): boolean {
    if (this.#mode.kind !== 'proving' || this.#mode.proof?.payoutId !== due.payoutId) return false;
    if (due.key.by !== 'reference' || found.kind !== 'state') return false;
    const { answered } = this.#mode.proof;
    const utrs = [answered.utr, byId?.kind === 'state' ? byId.utr : null];
    return utrs.some((utr) => differ(utr, found.utr)) || differ(answered.rrn, found.rrn ?? null);
  }

  /** A lookup was answered. */
  onFinding(due: DueLookup, finding: Finding, nowMs: number): void {
    this.#reach.answered();
    if (finding.kind !== 'unclear') this.onGoodRead(nowMs);
    const isSuccess = finding.kind === 'state' && finding.state === 'success';
    if (isSuccess && due.confirmsId === true && due.key.by === 'transactionId') this.#hasConfirmedId = true;
    if (this.#mode.kind !== 'proving' || this.#mode.proof?.payoutId !== due.payoutId) return;
    if (due.key.by !== 'reference' || finding.kind !== 'state') return;
    this.#endProof(firstWentOut(finding));
    this.#start.onProven();
  }

  onGoodRead(nowMs: number): void {
    this.#reach.answered();
    if (this.#mode.kind !== 'doubting' || this.#mode.isAlone) return;
    const goodReads = this.#mode.goodReads + 1;
    this.#mode = { ...this.#mode, goodReads, isAlone: goodReads >= AMBIGUITY_GOOD_READS };
    this.checkBreakers(nowMs);
  }

  /** A request got no answer, or only one that says the gateway cannot answer now. */
  onNoAnswer(nowMs: number): void {
    this.#reach.missed(nowMs);
    if (this.#mode.kind === 'proving') this.#restartMinute(nowMs);
  }

  /** The gateway refused the rate. No requests until `untilMs`, so a one-minute limit that is running starts again then. */
  onRateRefused(untilMs: number): void {
    this.#restartMinute(untilMs);
  }

  /** A change that is on disk, whoever caused it. */
  changed(change: Change): void {
    if (change.to !== 'unknown') this.#doubtful.delete(change.payoutId);
  }

  /**
   * The lookup as this run makes it: the first success by transaction id is confirmed by our reference. A gateway that repeats
   * its ids may have given one that only another computer's payment has, and no database here could show that.
   */
  asked(due: DueLookup): DueLookup {
    const isNew = due.key.by === 'transactionId' && due.endedAs === null;
    return isNew && !this.#hasConfirmedId ? { ...due, confirmsId: true } : due;
  }

  /** The lookup that would prove the first payout, when it is due. */
  proofDue(nowMs: number): DueLookup | null {
    const proof = this.#mode.kind === 'proving' ? this.#mode.proof : null;
    if (proof === null || nowMs < proof.nextMs || !this.mayRead(nowMs)) return null;
    // The proof is that lookups distinguish this payout from one that does not exist.
    return { payoutId: proof.payoutId, key: proof.key, inDoubt: true, endedAs: null, comparesIds: true };
  }

  /** The proof's lookup is in flight; if it finds nothing, the next one comes later. */
  proofAsked(nowMs: number): void {
    if (this.#mode.kind !== 'proving' || this.#mode.proof === null) return;
    const { proof } = this.#mode;
    const delayMs = Math.min(PROOF_MAX_MS, proof.delayMs * 2);
    this.#mode = { kind: 'proving', proof: { ...proof, delayMs, nextMs: nowMs + proof.delayMs } };
  }

  /** When the loop has to call again; null when only an answer can change anything. */
  nextCheckMs(nowMs: number): number | null {
    const times = [this.#reach.untilMs];
    if (this.#mode.kind === 'proving' && this.#mode.proof !== null) times.push(this.#mode.proof.nextMs);
    const ahead = times.filter((time) => time > nowMs);
    return ahead.length === 0 ? null : Math.min(...ahead);
  }

  /** Trips the breakers that time or an answer has made due. */
  checkBreakers(nowMs: number): void {
    switch (this.#mode.kind) {
      case 'doubting':
        return this.#checkDoubt(this.#mode, nowMs);
      case 'proving': {
        const { proof } = this.#mode;
        if (proof === null || nowMs - proof.sinceMs <= FIRST_PAYOUT_KNOWN_WITHIN_MS) return this.#checkFlow(nowMs);
        if (this.#start.acceptsUnprovable) return this.#endProof(FIRST_NOT_FOUND);
        return this.#ask(UNRECOVERABLE);
      }
      case 'flowing':
        return this.#checkFlow(nowMs);
      case 'following':
      case 'stopping':
        return;
      default:
        return unreachable(this.#mode);
    }
  }

  /** Trips when payouts wait to be sent and the gateway has been silent for too long. */
  checkSilence(nowMs: number): void {
    const { silentSinceMs } = this.#reach;
    const pause = silentSinceMs === null ? null : offlineTooLong(silentSinceMs, nowMs);
    if (pause !== null) this.stopSending(pause);
  }

  #checkFlow(nowMs: number): void {
    const pause = trip(this.#watch, { unresolved: this.#doubtful.size, nowMs });
    if (pause === null) return;
    if (pause.code === 'ambiguity' && this.#mode.kind === 'flowing' && this.#lifts < AMBIGUITY_LIFTS_MAX) {
      this.#mode = { kind: 'doubting', pause, sinceMs: nowMs, goodReads: 0, isAlone: false, loneId: null };
    } else {
      this.stop({ kind: 'paused', pause });
    }
  }

  #checkDoubt(mode: Doubting, nowMs: number): void {
    const isOver = nowMs - mode.sinceMs > AMBIGUITY_GOOD_READS_WINDOW_MS;
    const pause = mode.isAlone ? obstacleOf(this.#watch, nowMs) : isOver ? mode.pause : null;
    if (pause !== null) this.stop({ kind: 'paused', pause });
  }

  #beginProof(claimed: Claimed, outcome: SettlingOutcome, nowMs: number): void {
    // An answer that names another transaction id than the one just given is about another payment.
    const transactionId = 'ids' in outcome && outcome.kind !== 'unknown' ? outcome.ids.transactionId : null;
    const known = transactionId === null || isPlaceholderId(transactionId) ? {} : { transactionId };
    const key = { by: 'reference', reference: claimed.order.reference, ...known } as const;
    const waits = { sinceMs: nowMs, nextMs: nowMs, delayMs: PROOF_FIRST_MS };
    const answered = outcome.kind === 'accepted' ? outcome.ids : NO_IDS;
    this.#mode = { kind: 'proving', proof: { payoutId: claimed.payoutId, key, answered, ...waits } };
  }

  /** The proof is over: the run flows, or a person is asked first. */
  #endProof(pause: Pause): void {
    if (this.#start.firstAlone) this.#ask(pause);
    else this.#mode = { kind: 'flowing' };
  }

  /** The first payout has left, and a person decides about the others; they are not asked after a second one. */
  #ask(pause: Pause): void {
    if (this.#start.firstAlone) this.#start.onFirstAlone();
    this.stop({ kind: 'paused', pause });
  }

  /** The payout that went alone decides whether the run flows again. If it was refused or not sent, the next one goes alone. */
  #endDoubt(outcome: SettlingOutcome, mode: Doubting): void {
    this.#mode = { ...mode, loneId: null };
    if (isDoubt(outcome)) this.stop({ kind: 'paused', pause: mode.pause });
    if (outcome.kind !== 'accepted') return;
    this.#lifts += 1;
    this.#watch = FRESH_WATCH;
    this.#doubtful.clear();
    this.#mode = { kind: 'flowing' };
    this.#start.onLift();
  }

  #restartMinute(fromMs: number): void {
    const mode = this.#mode;
    if (mode.kind === 'doubting') this.#mode = { ...mode, sinceMs: Math.max(mode.sinceMs, fromMs) };
    if (mode.kind !== 'proving' || mode.proof === null) return;
    const sinceMs = Math.max(mode.proof.sinceMs, fromMs);
    this.#mode = { kind: 'proving', proof: { ...mode.proof, sinceMs } };
  }
}

/** The first accepted payout, being looked up by its reference. Times are of the monotonic clock. */
interface Proof {
  readonly payoutId: PayoutId;
  readonly key: LookupKey;
  /** The ids from its own answer. */
  readonly answered: GatewayIds;
  readonly sinceMs: number;
  readonly nextMs: number;
  readonly delayMs: number;
}

/** Whether both are present and name different payments. */
function differ(one: string | null, other: string | null): boolean {
  if (one === null || other === null || isPlaceholderId(one) || isPlaceholderId(other)) return false;
  return one.toLowerCase() !== other.toLowerCase();
}

/** `isAlone` once one payout may go alone; `loneId` while that one is in flight. */
interface Doubting {
  readonly kind: 'doubting';
  readonly pause: Pause;
  readonly sinceMs: number;
  readonly goodReads: number;
  readonly isAlone: boolean;
  readonly loneId: PayoutId | null;
}

export type RunMode =
  | { readonly kind: 'proving'; readonly proof: Proof | null }
  | { readonly kind: 'flowing' }
  | Doubting
  | { readonly kind: 'following' }
  | { readonly kind: 'stopping'; readonly end: RunEnd };

/** The first mode of a run whose lookups have proved nothing yet. */
const UNPROVEN: RunMode = { kind: 'proving', proof: null };

/** Times are of the monotonic clock. */
export class Reachability {
  #delayMs = 0;
  #untilMs = 0;
  #silentSinceMs: number | null = null;

  /** No requests until then. */
  get untilMs(): number {
    return this.#untilMs;
  }

  /** Whether the last request did not get through; then one at a time is enough to find out. */
  get isDoubtful(): boolean {
    return this.#delayMs > 0;
  }

  /** Since when the gateway has been silent; null when the last request was answered. */
  get silentSinceMs(): number | null {
    return this.#silentSinceMs;
  }

  /** A request did not get through, or its answer was lost. */
  missed(nowMs: number): void {
    this.#silentSinceMs ??= nowMs;
    if (nowMs < this.#untilMs) return;
    this.#delayMs = Math.min(OFFLINE_RETRY_MAX_MS, Math.max(OFFLINE_RETRY_FIRST_MS, this.#delayMs * 2));
    this.#untilMs = nowMs + this.#delayMs;
  }

  answered(): void {
    this.#delayMs = 0;
    this.#silentSinceMs = null;
  }
}

/** The gateway knows the first payout by its reference. */
function firstWentOut({ word, state }: Extract<Finding, { kind: 'state' }>): Pause {
  const said = isDocumentedWord(word) ? msg(`state.${state}`) : word;
  return { code: 'firstAlone', message: msg('pause.firstAlone', { word: said }) };
}

function firstRefused({ params: { text } }: Message): Pause {
  const message =
    typeof text === 'string'
      ? msg('pause.firstAlone.refused', { why: text.replace(/[.\s]+$/, '') })
      : msg('pause.firstAlone.noReason');
  return { code: 'firstAlone', message };
}

/** It cannot be looked up here, and the person has accepted that. */
const FIRST_NOT_FOUND: Pause = { code: 'firstAlone', message: msg('pause.firstAlone.notFound') };

/** It cannot be looked up here, and nobody has accepted that. */
const UNRECOVERABLE: Pause = {
  code: 'lostAnswersUnrecoverable',
  message: msg('pause.lostAnswersUnrecoverable'),
};

/** What is left. `held` rows wait for a person; `claimable` ones are queued and not held. */
export interface Remainder {
  readonly claimable: number;
  readonly held: number;
  readonly nextDueInMs: number | null;
  /** Whether the gateway knows the reference of a held row. */
  readonly hasKnownReference: boolean;
}

/** How a run ends; null while it goes on. Called only when nothing is in flight and all that came back is on disk. */
export function endOf(
  mode: RunMode,
  { send, until }: Pick<RunRequest, 'send' | 'until'>,
  left: Remainder,
): RunEnd | null {
  if (mode.kind === 'stopping') return mode.end;
  if (send && left.claimable > 0) return null;
  const awaitedMs = send && until === 'sent' ? null : left.nextDueInMs;
  const horizonMs = until === 'asked' ? ASKED_HORIZON_MS : SETTLED_HORIZON_MS;
  if (awaitedMs !== null && awaitedMs <= horizonMs) return null;
  return send && left.held > 0 ? { kind: 'paused', pause: pauseOfHeld(left) } : { kind: 'reached' };
}

function pauseOfHeld({ held, hasKnownReference }: Remainder): Pause {
  return hasKnownReference
    ? { code: 'referenceKnown', message: msg('pause.referenceKnown.held', { held }) }
    : { code: 'guarded', message: msg('pause.guarded', { held }) };
}

/**
 * The pause to store with the batch, so that it says why it is stopped; null when nothing is unsent or it ran to its end. A run
 * that only followed has stopped nothing, so an earlier pause stays.
 */
export function pauseToNote(
  end: RunEnd,
  { send, claimable }: { readonly send: boolean; readonly claimable: number },
): Pause | null {
  if (!send) return null;
  if (end.kind === 'paused') return end.pause;
  return end.kind === 'bound' && claimable > 0 ? TIME_OVER : null;
}

const TIME_OVER: Pause = { code: 'timeOver', message: msg('pause.timeOver') };
