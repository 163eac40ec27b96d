// The loop that runs one batch: each turn settles all that came back, claims what is free, then opens the sockets.
// In: the ports, and what a person asked for. Out: how it ended. What an answer means, when a breaker trips and what a
// state may become are decided elsewhere; when something happens is decided here.
// This file must never open a socket for a payout before the turn that claimed it is on disk.

import { invariant, type Pause } from '../../../shared/failures.ts';
import type { Claimed, DueLookup, LedgerFailure, TurnResult } from '../../../shared/ledger.ts';
import {
  DISK_PATIENCE_MS,
  DISK_RETRY_MS,
  PROGRESS_EVERY_MS,
  RATE_WINDOW_MS,
  RETRY_AFTER_DEFAULT_MS,
  SETTLED_HORIZON_MS,
  TURN_AT_LEAST_EVERY_MS,
  TURN_GATHERS_MS,
} from '../../../shared/limits.ts';
import type { Pacer, RunEnd, RunHandle, RunRequest } from '../../../shared/run.ts';
import { allotSlots } from './allot-slots.ts';
import { ClockWatch } from './clock-watch.ts';
import { type Exchanges, prepareExchanges } from './exchange.ts';
import { Listener } from './listener.ts';
import type { EngineClock, EngineGateway, EngineLedger, EngineNotes } from './ports.ts';
import { RunControl } from './run-control.ts';
import { RunTotals } from './run-totals.ts';
import { Traffic } from './traffic.ts';
import { WakeTimer } from './wake-timer.ts';

export interface RunWorld {
  readonly ledger: EngineLedger;
  readonly notes: EngineNotes;
  readonly gateway: EngineGateway;
  readonly clock: EngineClock;
  readonly window: Pacer;
}

interface Finish {
  readonly resolve: (end: RunEnd) => void;
  readonly reject: (error: unknown) => void;
}

const NOTHING: TurnResult = { changes: [], claimed: [], lookUpFirst: [], heldCount: 0 };

/** One run of one batch; it is started once. */
export class BatchRun implements RunHandle {
  readonly #world: RunWorld;
  readonly #request: RunRequest;
  readonly #control: RunControl;
  readonly #listener: Listener;
  readonly #traffic: Traffic;
  readonly #exchanges: Exchanges;
  readonly #totals: RunTotals;
  readonly #clocks: ClockWatch;
  readonly #timer: WakeTimer;
  readonly #startedMs: number;
  readonly #heldBefore: number;
  #held: number;
  #phase = 0;
  #permits: (() => void)[] = [];
  #nextWalletReadMs = 0;
  #claimsRestUntilMs = 0;
  #slowedAtMs = Number.NEGATIVE_INFINITY;
  #diskTroubleSinceMs: number | null = null;
  #lastProgressMs = Number.NEGATIVE_INFINITY;
  #finish: Finish | null = null;

  constructor(world: RunWorld, request: RunRequest) {
    const { ledger, notes, gateway, clock, window } = world;
    const { batch, notKnown } = request;
    this.#world = world;
    this.#request = request;
    this.#startedMs = clock.monotonicMs();
    this.#heldBefore = ledger.heldCount(batch);
    this.#held = this.#heldBefore;
    this.#totals = new RunTotals(ledger.tally(batch));
    this.#clocks = new ClockWatch(clock);
    this.#timer = new WakeTimer(clock, () => this.#guarded(() => this.#turn()));
    this.#control = new RunControl({
      sends: request.send,
      // Without a fingerprint no look-up by reference proves anything; the person accepted that before this run.
      needsProof: !request.lookupsProven && notKnown !== null,
      liftsUsed: request.liftsUsed,
      acceptsUnprovable: request.acceptWarnings,
      onProven: () => notes.proveLookups(batch),
      onLift: () => notes.countLift(batch),
    });
    this.#listener = new Listener({ control: this.#control, notKnown, onRefusedRate: (ms) => this.#slowDown(ms) });
    this.#traffic = new Traffic(window, {
      onArrival: (arrival) =>
        this.#guarded(() => {
          this.#listener.hear(arrival, { nowMs: clock.monotonicMs(), atMs: clock.nowMs() });
          const gathered = this.#listener.news.length >= Math.max(1, request.inFlightMax / 2);
          this.#timer.in(gathered || this.inFlight === 0 ? 0 : TURN_GATHERS_MS);
        }),
      onBug: (error) => this.#settleRun((finish) => finish.reject(error)),
    });
    const nextPermit = (): Promise<void> => new Promise((resolve) => this.#permits.push(resolve));
    this.#exchanges = prepareExchanges({ gateway, window, clock, nextPermit });
  }

  /** Runs to the end. Errors: rejects only for a bug of ours; what is in flight is then left to the next start. */
  run(): Promise<RunEnd> {
    invariant(this.#finish === null, 'a run is started once');
    return new Promise((resolve, reject) => {
      this.#finish = { resolve, reject };
      this.#timer.in(0);
    });
  }

  /** Stops new requests at once; the run ends when those in flight have come back. */
  pause(pause: Pause): void {
    this.#control.stop({ kind: 'paused', pause });
    this.#timer.in(0);
  }

  get inFlight(): number {
    return this.#traffic.total;
  }

  // The turn: look at the clocks, decide, commit, and only then ask.

  #turn(): void {
    if (this.#finish === null) return;
    const nowMs = this.#world.clock.monotonicMs();
    this.#watchClocks(nowMs);
    const { forMs, inFlightMax } = this.#request;
    if (forMs !== null && nowMs - this.#startedMs >= forMs) this.#control.stop({ kind: 'bound' });
    this.#control.checkBreakers(nowMs);
    this.#grantPermits(nowMs);
    const due = this.#listDue(nowMs);
    const slots = allotSlots({
      free: this.#freeSlots(nowMs),
      inFlightMax,
      sends: { wanted: this.#sendsWanted(nowMs), inFlight: this.#traffic.sends },
      lookups: { wanted: due.length, inFlight: this.#traffic.reads },
      phase: this.#phase,
    });
    this.#phase = slots.phase;
    const result = this.#commit(slots.sends);
    if (result === null) return;
    if (slots.sends > 0 && result.claimed.length + result.lookUpFirst.length === 0) {
      this.#claimsRestUntilMs = nowMs + PROGRESS_EVERY_MS;
    }
    this.#depart(result, due.slice(0, slots.lookups), nowMs);
    this.#report(nowMs);
    if (!this.#endIfDone()) this.#scheduleNext(nowMs);
  }

  /** Settles all that came back and claims, in one transaction. Errors: null when nothing of it is on disk. */
  #commit(claimCount: number): TurnResult | null {
    const { news, cleared } = this.#listener;
    if (news.length === 0 && claimCount === 0) return NOTHING;
    const { batch, pace, lookUpAll } = this.#request;
    const claim = { batch, count: claimCount, busy: this.#traffic.lookedUp, cleared, lookUpAll };
    const nowMs = this.#world.clock.nowMs();
    const answer = this.#world.ledger.turn({ nowMs, pace, news, claim: claimCount === 0 ? null : claim });
    if (answer.kind !== 'committed') {
      this.#waitForDisk(answer);
      return null;
    }
    this.#diskTroubleSinceMs = null;
    this.#listener.committed();
    this.#held += answer.result.heldCount;
    for (const change of answer.result.changes) {
      this.#totals.apply(change);
      this.#control.changed(change);
    }
    return answer.result;
  }

  #depart(result: TurnResult, lookups: readonly DueLookup[], nowMs: number): void {
    for (const claimed of result.claimed) this.#send(claimed);
    for (const first of result.lookUpFirst) {
      const exchange = () => this.#exchanges.lookUpFirst(first);
      this.#traffic.depart({ kind: 'first', payoutId: first.payoutId, exchange });
    }
    for (const due of lookups) {
      if (this.#control.proofDue(nowMs)?.payoutId === due.payoutId) this.#control.proofAsked(nowMs);
      const exchange = () => this.#exchanges.lookUp(due);
      this.#traffic.depart({ kind: 'read', payoutId: due.payoutId, exchange });
    }
    const { mode } = this.#control;
    const readsWallet = mode.kind === 'doubting' && !mode.isAlone && nowMs >= this.#nextWalletReadMs;
    if (!readsWallet || this.#freeSlots(nowMs) === 0) return;
    this.#nextWalletReadMs = nowMs + RATE_WINDOW_MS;
    this.#traffic.depart({ kind: 'read', payoutId: null, exchange: () => this.#exchanges.readWallet() });
  }

  #send(claimed: Claimed): void {
    this.#traffic.depart({ kind: 'send', payoutId: null, exchange: () => this.#exchanges.pay(claimed) });
  }

  // What is wanted, and when.

  #freeSlots(nowMs: number): number {
    return Math.max(0, Math.min(this.#request.inFlightMax - this.inFlight, this.#world.window.free(nowMs)));
  }

  #claimable(): number {
    return this.#totals.queued - this.#held - this.#traffic.firsts;
  }

  #sendsWanted(nowMs: number): number {
    if (nowMs < this.#claimsRestUntilMs) return 0;
    const atOnce = this.#control.sendsAtOnce(nowMs) - this.#traffic.sends - this.#traffic.firsts;
    return Math.max(0, Math.min(atOnce, this.#claimable()));
  }

  #listDue(nowMs: number): DueLookup[] {
    const limit = this.#freeSlots(nowMs);
    if (limit === 0 || !this.#control.mayRead(nowMs)) return [];
    const { batch, pace } = this.#request;
    const busy = this.#traffic.lookedUp;
    const proof = this.#control.proofDue(nowMs);
    const first = proof === null || busy.has(proof.payoutId) ? [] : [proof];
    const at = { nowMs: this.#world.clock.nowMs(), limit, maxMs: pace.maxMs, busy };
    const due = this.#world.ledger.dueLookups([batch], at);
    return [...first, ...due.filter((lookup) => lookup.payoutId !== first[0]?.payoutId)];
  }

  #grantPermits(nowMs: number): void {
    for (let free = this.#world.window.free(nowMs); free > 0; free -= 1) {
      const grant = this.#permits.shift();
      if (grant === undefined) return;
      this.#world.window.admit();
      grant();
    }
  }

  #nextDueInMs(): number | null {
    const at = this.#world.ledger.nextDueAtMs([this.#request.batch]);
    return at === null ? null : Math.max(0, at - this.#world.clock.nowMs());
  }

  #scheduleNext(nowMs: number): void {
    const times = [nowMs + TURN_AT_LEAST_EVERY_MS];
    const { forMs, inFlightMax } = this.#request;
    if (forMs !== null) times.push(this.#startedMs + forMs);
    const check = this.#control.nextCheckMs(nowMs);
    if (check !== null) times.push(check);
    if (this.#claimsRestUntilMs > nowMs) times.push(this.#claimsRestUntilMs);
    const freeAt = this.#world.window.nextFreeAtMs(nowMs);
    if (freeAt !== null) {
      const hasRoom = this.inFlight < inFlightMax;
      if (this.#permits.length > 0 || (hasRoom && this.#sendsWanted(nowMs) > 0)) times.push(freeAt);
      const dueInMs = hasRoom && this.#control.mayRead(nowMs) ? this.#nextDueInMs() : null;
      if (dueInMs !== null) times.push(Math.max(freeAt, nowMs + dueInMs));
    }
    this.#timer.in(Math.max(0, Math.min(...times) - nowMs));
  }

  #slowDown(retryAfterMs: number | null): void {
    const { window, notes, clock } = this.#world;
    const nowMs = clock.monotonicMs();
    window.closeUntil(nowMs + (retryAfterMs ?? RETRY_AFTER_DEFAULT_MS));
    // Requests that were on their way together are refused together: that is one refusal of one rate.
    if (nowMs - this.#slowedAtMs < RATE_WINDOW_MS) return;
    this.#slowedAtMs = nowMs;
    notes.refuseRate(this.#request.batch, window.limitPerSecond);
    window.halve();
  }

  /** After the machine slept, what was in flight is in doubt, and nothing bursts out. */
  #watchClocks(nowMs: number): void {
    const jump = this.#clocks.look();
    if (jump === null) return;
    const { clock, ledger, window } = this.#world;
    window.closeUntil(nowMs + RATE_WINDOW_MS);
    if (jump.aheadMs > 0) {
      const changes = ledger.interrupt('slept', { nowMs: clock.nowMs(), pace: this.#request.pace });
      for (const change of changes) this.#totals.apply(change);
    }
    if (jump.pause !== null) this.#control.stop({ kind: 'paused', pause: jump.pause });
  }

  // Ending.

  #endIfDone(): boolean {
    if (this.inFlight > 0 || this.#listener.news.length > 0) return false;
    const { mode } = this.#control;
    if (mode.kind === 'stopping') return this.#end(mode.end);
    const { send, until } = this.#request;
    if (send && this.#claimable() > 0) return false;
    const dueInMs = send && until === 'sent' ? null : this.#nextDueInMs();
    if (dueInMs !== null && dueInMs <= SETTLED_HORIZON_MS) return false;
    return this.#end(send && this.#held > 0 ? { kind: 'paused', pause: this.#pauseOfHeld() } : { kind: 'reached' });
  }

  #pauseOfHeld(): Pause {
    const rows = this.#held === 1 ? '1 row is' : `${this.#held} rows are`;
    return this.#heldBefore > 0 || this.#listener.foundKnownReference
      ? { code: 'referenceKnown', message: `${rows} held back: the gateway already knows the reference.` }
      : { code: 'guarded', message: `${rows} held back: another batch pays, or lately paid, the same amount to the same person.` };
  }

  #end(end: RunEnd): true {
    const { notes, clock } = this.#world;
    if (end.kind === 'paused') notes.pause(this.#request.batch, end.pause, clock.nowMs());
    this.#lastProgressMs = Number.NEGATIVE_INFINITY;
    this.#report(clock.monotonicMs());
    this.#settleRun((finish) => finish.resolve(end));
    return true;
  }

  /** The disk refuses: what came back stays in memory and is tried again for a while; nothing new is sent. */
  #waitForDisk(failure: LedgerFailure): void {
    const nowMs = this.#world.clock.monotonicMs();
    const why = failure.kind === 'diskFull' ? 'The disk is full' : `The database cannot be written (${failure.code})`;
    const pause: Pause = { code: 'diskFull', message: `${why}: free some space, then resume.` };
    this.#control.stop({ kind: 'paused', pause });
    this.#diskTroubleSinceMs ??= nowMs;
    const isOver = nowMs - this.#diskTroubleSinceMs > DISK_PATIENCE_MS;
    if (isOver && this.inFlight === 0) return this.#settleRun((finish) => finish.resolve({ kind: 'paused', pause }));
    this.#timer.in(DISK_RETRY_MS);
  }

  #guarded(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.#settleRun((finish) => finish.reject(error));
    }
  }

  #settleRun(settle: (finish: Finish) => void): void {
    const finish = this.#finish;
    this.#finish = null;
    this.#timer.stop();
    if (finish !== null) settle(finish);
  }

  #report(nowMs: number): void {
    if (nowMs - this.#lastProgressMs < PROGRESS_EVERY_MS) return;
    this.#lastProgressMs = nowMs;
    this.#request.onProgress({
      ...this.#totals.snapshot(),
      mode: this.#control.mode.kind,
      inFlight: this.inFlight,
      elapsedMs: nowMs - this.#startedMs,
      sentCount: this.#traffic.sentCount,
      nextLookupInMs: this.#nextDueInMs(),
    });
  }
}
