import { type Pause, unreachable } from '../../../shared/failures.ts';
import type { PayoutId } from '../../../shared/ids.ts';
import { msg } from '../../../shared/messages/message.ts';
import type { Evidence, LookupAnswer, WalletAnswer } from '../../../shared/outcomes.ts';
import type { News } from '../domain/ledger.ts';
import type { Arrival } from './exchange.ts';
import { type AnsweredLookup, findingOf, isDeliberate, lookupResult, provenBy, soundsPaid } from './findings.ts';
import { evidenceOf, pauseOfWallet } from './preflight.ts';
import type { RunControl } from './run-control.ts';

/** How often a reference is looked up before its send until the row is put on hold. */
const LOOK_UP_FIRST_TRIES = 5;

/** A turn starts at once when this share of the in-flight limit has come back: measured as fastest at 64 in flight. */
const TURN_GATHERS_SHARE = 2 / 3;

/** A turn waits this long for more answers, so that many settle in one fsync; far below what a person notices. */
const TURN_GATHERS_MS = 4;

/** The gateway has another payment under the first payout's reference than the one it answered with. */
const TWO_UNDER_ONE: Pause = { code: 'echoMismatch', message: msg('pause.echoMismatch.twoUnderOne') };

/** Somebody else has paid it since the rows were confirmed. */
const KNOWN_AT_SEND: Pause = { code: 'referenceKnown', message: msg('pause.referenceKnown.next') };

export interface ListenerWorld {
  readonly control: RunControl;
  /** A first payout that the gateway already knows stops the run. */
  readonly stopsAtKnown: boolean;
  readonly notKnown: string | null;
  /** The gateway refused the rate. `retryAfterMs` is null when it gave no time. */
  readonly onRefusedRate: (retryAfterMs: number | null) => void;
}

/** When something came back: `nowMs` by the monotonic clock, `atMs` by the wall clock. */
export interface Moment {
  readonly nowMs: number;
  readonly atMs: number;
}

export class Listener {
  readonly #world: ListenerWorld;
  readonly #cleared = new Set<PayoutId>();
  readonly #tries = new Map<PayoutId, number>();
  #news: News[] = [];
  #knownReferences = 0;

  constructor(world: ListenerWorld) {
    this.#world = world;
  }

  /** What is not on disk yet. */
  get news(): readonly News[] {
    return this.#news;
  }

  /** Payouts whose reference the gateway did not know, so that they may be sent. */
  get cleared(): ReadonlySet<PayoutId> {
    return this.#cleared;
  }

  /** Whether a row was put on hold because the gateway knows its reference. */
  get foundKnownReference(): boolean {
    return this.#knownReferences > 0;
  }

  /** How long a turn may wait for more answers. */
  gathersMs(inFlightMax: number): number {
    return this.#news.length >= Math.max(1, inFlightMax * TURN_GATHERS_SHARE) ? 0 : TURN_GATHERS_MS;
  }

  /** All news so far is on disk. */
  committed(): void {
    this.#news = [];
  }

  onArrival(arrival: Arrival, at: Moment): void {
    switch (arrival.kind) {
      case 'paid':
        return this.#onPaid(arrival, at);
      case 'lookedUp':
        return this.#onLookedUp(arrival, at);
      case 'lookedUpFirst':
        return this.#onLookedUpFirst(arrival, at);
      case 'askedEarlier':
        return this.#onAskedEarlier(arrival, at);
      case 'walletRead':
        return this.#onWallet(arrival.answer, at);
      default:
        return unreachable(arrival);
    }
  }

  #onPaid({ claimed, outcome, evidence, retryAfterMs }: Extract<Arrival, { kind: 'paid' }>, at: Moment): void {
    const { payoutId, attemptId } = claimed;
    // It was cleared for one request only, and that has left.
    if (outcome.kind !== 'notSent') this.#cleared.delete(payoutId);
    this.#news.push({ kind: 'answer', payoutId, attemptId, outcome, evidence, atMs: at.atMs });
    this.#world.control.onOutcome(claimed, outcome, at.nowMs);
    if (outcome.kind === 'unknown' && outcome.reason === 'refusedByRate') this.#world.onRefusedRate(retryAfterMs);
  }

  #onLookedUp(arrival: Extract<Arrival, { kind: 'lookedUp' }>, at: Moment): void {
    const { control, notKnown } = this.#world;
    const { due, answer, beside, byReference, byId } = arrival;
    if (!this.#isAnswered(answer, at)) {
      const { payoutId, key } = due;
      const evidence = evidenceOf(answer);
      this.#news.push({ kind: 'unanswered', payoutId, key, wasAsked: true, evidence, atMs: at.atMs });
      return;
    }
    if (beside?.kind === 'answered') this.#checkRate(beside);
    // Another answer about the same payout, checked like the first.
    if (byReference !== null) this.#isAnswered(byReference, at);
    if (byId !== null) this.#isAnswered(byId, at);
    const isAnothers = control.isAnothers(due, answer.meaning, byId?.kind === 'answered' ? byId.meaning : null);
    const finding = isAnothers
      ? ({ kind: 'unclear' } as const)
      : provenBy({ answer, beside, byReference }, { ...due, notKnown, isStrict: false });
    if (isAnothers) control.stop({ kind: 'paused', pause: TWO_UNDER_ONE });
    control.onFinding(due, finding, at.nowMs);
    const { payoutId, key } = due;
    const found = lookupResult(finding, answer, byReference);
    const result = isAnothers ? { ...found, mismatch: TWO_UNDER_ONE.message } : found;
    this.#news.push({ kind: 'lookup', payoutId, key, atMs: at.atMs, ...result });
  }

  #onLookedUpFirst({ first, answer }: Extract<Arrival, { kind: 'lookedUpFirst' }>, at: Moment): void {
    const { control, notKnown, stopsAtKnown } = this.#world;
    const { payoutId, reference } = first;
    if (!this.#isAnswered(answer, at)) return;
    // A server fault says nothing about the reference: the row waits, and this lookup does not count.
    if (!isDeliberate(answer)) return control.onNoAnswer(at.nowMs);
    const key = { by: 'reference', reference } as const;
    const finding = findingOf(answer, { key, notKnown });
    if (finding.kind !== 'unclear') control.onGoodRead(at.nowMs);
    if (finding.kind === 'notKnown' && !soundsPaid(answer)) {
      this.#cleared.add(payoutId);
      return;
    }
    const tries = (this.#tries.get(payoutId) ?? 0) + 1;
    this.#tries.set(payoutId, tries);
    if (finding.kind === 'unclear' && notKnown !== null && tries < LOOK_UP_FIRST_TRIES) return;
    const hold = finding.kind === 'state' ? 'referenceKnown' : 'referenceUnclear';
    if (hold === 'referenceKnown') this.#knownReferences += 1;
    if (hold === 'referenceKnown' && stopsAtKnown && control.mode.kind === 'proving') {
      control.stop({ kind: 'paused', pause: KNOWN_AT_SEND });
    }
    this.#news.push({ kind: 'held', payoutId, hold, evidence: answer.evidence, atMs: at.atMs });
  }

  #onAskedEarlier({ first, verdict }: Extract<Arrival, { kind: 'askedEarlier' }>, at: Moment): void {
    if (verdict?.kind === 'stopped') this.#world.control.stop({ kind: 'paused', pause: verdict.pause });
    if (verdict?.kind !== 'against') return;
    const { message, evidence } = verdict;
    const { payoutId } = first;
    this.#news.push({ kind: 'held', payoutId, hold: 'referenceUnclear', message, evidence, atMs: at.atMs });
  }

  #onWallet(answer: WalletAnswer, at: Moment): void {
    const { control } = this.#world;
    if (answer.kind === 'balance') return control.onGoodRead(at.nowMs);
    if (answer.kind === 'unclear') return this.#checkRate(answer);
    const isPassing = answer.kind === 'unreachable' && !answer.certificate;
    if (!isPassing) control.stop({ kind: 'paused', pause: pauseOfWallet(answer) });
  }

  /** Whether a lookup was answered. A dead token or unreachable gateway says nothing about the payout: it stays due. */
  #isAnswered(answer: LookupAnswer, at: Moment): answer is AnsweredLookup {
    const { control } = this.#world;
    if (answer.kind === 'unreachable' && !answer.certificate) {
      control.onNoAnswer(at.nowMs);
      return false;
    }
    if (answer.kind !== 'answered') {
      control.stop({ kind: 'paused', pause: pauseOfWallet(answer) });
      return false;
    }
    const { meaning } = answer;
    this.#checkRate(answer);
    if (meaning.kind === 'invalidMid') control.stop({ kind: 'paused', pause: pauseOfWallet(meaning) });
    if (meaning.kind === 'mismatch') {
      control.stopSending({ code: 'echoMismatch', message: msg('pause.echoMismatch.lookup') });
    }
    return true;
  }

  #checkRate({ evidence, retryAfterMs }: { readonly evidence: Evidence; readonly retryAfterMs?: number }): void {
    if (evidence.httpStatus === 429) this.#world.onRefusedRate(retryAfterMs ?? null);
  }
}
