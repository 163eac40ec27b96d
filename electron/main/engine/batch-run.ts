// The loop that runs one batch: each turn settles all that came back, claims what is free, then opens the sockets. This file
// decides only when; what an answer means, when a breaker trips, what to request next and when a run is over are decided
// elsewhere. Changes that others make meanwhile arrive through the ledger.

import { InvariantError, invariant, type Pause } from '../../../shared/failures.ts';
import { msg } from '../../../shared/messages/message.ts';
import type { BatchNotes } from '../domain/batches.ts';
import { DiskPatience, pauseOfDisk } from '../domain/disk-patience.ts';
import {
  type Change,
  type Claimed,
  type DueLookup,
  type Ledger,
  type LedgerFailure,
  neverLeft,
  type TurnResult,
} from '../domain/ledger.ts';
import type { Pacer, RunEnd, RunHandle, RunProgress, RunRequest } from '../domain/run.ts';
import type { Clock } from '../platform/clock.ts';
import { SleepWatch } from './breakers.ts';
import {
  type Arrival,
  type EngineGateway,
  type Exchanges,
  prepareExchanges,
  Traffic,
  type TrafficEvents,
} from './exchange.ts';
import { Listener, type ListenerWorld } from './listener.ts';
import { Permits, RATE_WINDOW_MS } from './rate-window.ts';
import { type ControlStart, endOf, pauseToNote, RunControl } from './run-control.ts';
import { RunDemand, RunTotals, TURN_RESTS_MS, WalletBudget } from './run-demand.ts';
import { pauseOfFall, WalletFall } from './wallet-fall.ts';

const NOTHING: TurnResult = { changes: [], claimed: [], lookUpFirst: [], heldCount: 0, shortPaise: null };

/** One run of one batch. Started only once. */
export class BatchRun implements RunHandle {
  readonly #world: RunWorld;
  readonly #request: RunRequest;
  readonly #parts: RunParts;
  readonly #sleepWatch: SleepWatch;
  readonly #timer: WakeTimer;
  readonly #startedMs: number;
  /** Notes about the batch, written once the turn that caused them is on disk. */
  readonly #notes: (() => void)[] = [];
  readonly #unsubscribe: () => void;
  readonly #breakOff: BreakOff;
  /** The machine slept, and that is not on disk yet. */
  #mustDoubt = false;
  #finish: PromiseWithResolvers<RunEnd> | null = null;

  constructor(world: RunWorld, request: RunRequest) {
    const { ledger, notes, clock } = world;
    const { batch } = request;
    this.#world = world;
    this.#request = request;
    this.#startedMs = clock.monotonicMs();
    this.#sleepWatch = new SleepWatch(clock);
    this.#timer = new WakeTimer(clock, () => this.#wake());
    this.#breakOff = new BreakOff(() => {
      this.#parts.control.stop({ kind: 'bound' });
      this.#timer.in(0);
    });
    this.#parts = buildRunParts(world, request, {
      onProven: () => this.#notes.push(() => notes.proveLookups(batch)),
      onLift: () => this.#notes.push(() => notes.countLift(batch)),
      onFirstAlone: () => this.#notes.push(() => notes.wentAlone(batch, clock.nowMs())),
      onRefusedRate: (ms) => this.#onRefusedRate(ms),
      onArrival: (arrival) => this.#breakOff.carefully(() => this.#onArrival(arrival)),
      onBug: (error) => this.#breakOff.met(error),
      onWaiting: () => this.#timer.in(0),
    });
    this.#unsubscribe = ledger.subscribe({
      onChanges: (changes) => takeChanges(this.#parts, batch, changes),
      onFault: (error) => this.#breakOff.met(error),
    });
  }

  /** Runs to the end. Rejects only for a bug of ours; what it could not settle is left to the next start. */
  run(): Promise<RunEnd> {
    invariant(this.#finish === null, 'a run is started once');
    this.#finish = Promise.withResolvers();
    this.#timer.in(0);
    return this.#finish.promise;
  }

  /** Stops new requests at once; the run ends when those in flight have come back. */
  pause(pause: Pause): void {
    this.#parts.control.stop({ kind: 'paused', pause });
    this.#timer.in(0);
  }

  /** Ends a run that only looks up, once its requests in flight are answered. Nothing is paused. */
  preempt(): void {
    this.#parts.control.stop({ kind: 'preempted' });
    this.#timer.in(0);
  }

  get inFlight(): number {
    return this.#parts.traffic.total;
  }

  // A turn: check the clocks, decide, commit, and only then send requests.

  #wake(): void {
    try {
      if (this.#finish !== null) this.#turn();
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Requests in flight are awaited and settled first: they were sent, and only this run gets their answers. */
  #failed(error: unknown): void {
    if (this.inFlight === 0) return this.#settleRun((finish) => finish.reject(error));
    if (this.#breakOff.bug === null) this.#breakOff.met(error);
    this.#timer.in(TURN_RESTS_MS);
  }

  #turn(): void {
    const nowMs = this.#world.clock.monotonicMs();
    if (!this.#watchClocks(nowMs)) return;
    const { forMs } = this.#request;
    if (forMs !== null && nowMs - this.#startedMs >= forMs) this.#parts.control.stop({ kind: 'bound' });
    const withheld = this.#request.mayLeave?.() ?? null;
    if (withheld !== null) this.#parts.control.stopSending(withheld);
    this.#parts.control.checkBreakers(nowMs);
    if (this.#parts.demand.claimable > 0) this.#parts.control.checkSilence(nowMs);
    this.#parts.permits.grant(nowMs);
    const wanted = this.#parts.demand.share(nowMs);
    const result = this.#commit(wanted.sends);
    if (result !== null) this.#breakOff.carefully(() => this.#goOn(result, wanted, nowMs));
  }

  /** The rest of a turn after its commit. The claimed payouts have already been sent, even if this fails. */
  #goOn(result: TurnResult, { sends, lookups }: ReturnType<RunDemand['share']>, nowMs: number): void {
    const { bug } = this.#breakOff;
    // Requests in flight may still wait for a permit, which only a turn grants.
    if (bug !== null && !this.#isHome()) return this.#timer.in(TURN_RESTS_MS);
    if (bug !== null) return this.#settleRun((finish) => finish.reject(bug.error));
    const { claimed, lookUpFirst, heldCount } = result;
    if (sends > 0 && claimed.length + lookUpFirst.length + heldCount === 0) this.#parts.demand.restClaims(nowMs);
    this.#parts.dispatcher.ask(result, lookups, nowMs);
    if (!this.#allNoted()) return;
    this.#parts.report.emit(nowMs);
    if (this.#endIfDone(nowMs)) return;
    this.#parts.patience.committed();
    this.#timer.in(this.#parts.demand.restMs(nowMs, this.#startedMs));
  }

  /** Settles all that came back, claims, and sends what it claimed. Returns null when none of it is on disk. */
  #commit(claimCount: number): TurnResult | null {
    const { news } = this.#parts.listener;
    if (news.length === 0 && claimCount === 0) return NOTHING;
    const at = { nowMs: this.#world.clock.nowMs(), backoff: this.#request.backoff };
    const claim = claimCount === 0 ? null : this.#parts.demand.claimOf(claimCount);
    const answer = this.#world.ledger.turn({ ...at, news, claim });
    if (answer.kind !== 'committed') {
      this.#waitForDisk(answer);
      return null;
    }
    const { result } = answer;
    this.#parts.patience.committed();
    this.#parts.listener.committed();
    this.#parts.dispatcher.send(result.claimed, (stuck, error) => {
      this.#onArrival(stuck);
      this.#breakOff.met(error);
    });
    this.#breakOff.carefully(() => {
      if (claimCount > 0) this.#parts.walletBudget.claimed(result);
      this.#parts.demand.hold(result.heldCount);
    });
    return result;
  }

  #onArrival(arrival: Arrival): void {
    const { control, listener, walletBudget, walletFall, traffic } = this.#parts;
    const { notes, clock } = this.#world;
    const pause = walletBudget.onArrival(arrival, traffic.sends);
    if (pause !== null) control.stopSending(pause);
    const alarm = walletFall.onArrival(arrival);
    if (alarm !== null) {
      control.stopFirst(pauseOfFall(alarm));
      this.#notes.push(() => notes.walletFell(alarm.payoutId, alarm.words, clock.nowMs()));
    }
    listener.onArrival(arrival, { nowMs: clock.monotonicMs(), atMs: clock.nowMs() });
    this.#timer.in(this.inFlight === 0 ? 0 : listener.gathersMs(this.#request.inFlightMax));
  }

  #onRefusedRate(retryAfterMs: number | null): void {
    const { notes, clock, window } = this.#world;
    const { untilMs, refusedRate } = window.refused(retryAfterMs, clock.monotonicMs());
    this.#parts.control.onRateRefused(untilMs);
    if (refusedRate !== null) this.#notes.push(() => notes.refuseRate(this.#request.batch, refusedRate));
  }

  /** After a sleep, spreads requests out again and marks what was in flight as unknown. Returns false if that is not on disk. */
  #watchClocks(nowMs: number): boolean {
    const jump = this.#sleepWatch.look();
    if (jump !== null) {
      this.#world.window.closeUntil(nowMs + RATE_WINDOW_MS);
      if (jump.pause !== null) this.#parts.control.stopSending(jump.pause);
      if (jump.aheadMs > 0) this.#mustDoubt = true;
    }
    if (!this.#mustDoubt) return true;
    // Answers that have come back are known, so they are settled first.
    if (this.#commit(0) === null) return false;
    const isDoubted = this.#written(() => {
      const at = { nowMs: this.#world.clock.nowMs(), backoff: this.#request.backoff };
      this.#world.ledger.interrupt('slept', at);
    });
    if (isDoubted) this.#mustDoubt = false;
    return isDoubted;
  }

  // The end of a run.

  #endIfDone(nowMs: number): boolean {
    if (!this.#isHome() || this.#isStillReading()) return false;
    const end = endOf(this.#parts.control.mode, this.#request, this.#parts.demand.remainder());
    if (end !== null) this.#end(end, nowMs);
    return end !== null;
  }

  /** Whether the wallet must still be read to see what the first payout cost. */
  #isStillReading(): boolean {
    const { walletFall, control } = this.#parts;
    return walletFall.isReading && control.mode.kind !== 'stopping';
  }

  /** Whether every request has come back and is on disk. */
  #isHome(): boolean {
    return this.inFlight === 0 && this.#parts.listener.news.length === 0;
  }

  #end(end: RunEnd, nowMs: number): void {
    const { notes, clock } = this.#world;
    const note = () => {
      const pause = pauseToNote(end, { send: this.#request.send, claimable: this.#parts.demand.claimable });
      if (pause !== null) notes.pause(this.#request.batch, pause, clock.nowMs());
    };
    const failure = this.#tried(note);
    // The pause is reported even if it cannot be written: the note holds nothing about money.
    if (failure !== null && !this.#parts.patience.isOver(nowMs)) return this.#waitForDisk(failure);
    this.#parts.report.emitLast(nowMs);
    this.#settleRun((finish) => finish.resolve(end));
  }

  /** Writes the notes in order; a refused one stays for later. Returns false if one was refused. */
  #allNoted(): boolean {
    for (let note = this.#notes[0]; note !== undefined; note = this.#notes[0]) {
      if (!this.#written(note)) return false;
      this.#notes.shift();
    }
    return true;
  }

  /** A write outside the turn. Returns false if the disk refused it; then nothing of it was stored. */
  #written(write: () => void): boolean {
    const failure = this.#tried(write);
    if (failure !== null) this.#waitForDisk(failure);
    return failure === null;
  }

  #tried(write: () => void): LedgerFailure | null {
    try {
      write();
      return null;
    } catch (error) {
      const isOfTheWorld = !(error instanceof InvariantError) && error instanceof Error && 'code' in error;
      if (!isOfTheWorld) throw error;
      const code = String(error.code);
      return code === 'SQLITE_FULL' ? { kind: 'diskFull' } : { kind: 'unwritable', code };
    }
  }

  /** The disk refuses writes: results stay in memory and are retried for a while; nothing new is sent. */
  #waitForDisk(failure: LedgerFailure): void {
    const nowMs = this.#world.clock.monotonicMs();
    const { control, patience, report } = this.#parts;
    const pause = pauseOfDisk(failure);
    patience.refused(nowMs, failure);
    if (!patience.isMoment(nowMs)) control.stop({ kind: 'paused', pause });
    if (patience.isOver(nowMs) && this.inFlight === 0) {
      const { bug } = this.#breakOff;
      return this.#settleRun((finish) =>
        bug === null ? finish.resolve({ kind: 'paused', pause }) : finish.reject(bug.error),
      );
    }
    report.emit(nowMs);
    this.#timer.in(patience.retryMs);
  }

  #settleRun(settle: (finish: PromiseWithResolvers<RunEnd>) => void): void {
    const finish = this.#finish;
    this.#finish = null;
    this.#unsubscribe();
    this.#timer.stop();
    if (finish !== null) settle(finish);
  }
}

/** Our own bug after a commit: start nothing new, drain, then reject. */
class BreakOff {
  readonly #onMet: () => void;
  #bug: { readonly error: unknown } | null = null;

  /** `onMet` is called for each bug, to stop new work. */
  constructor(onMet: () => void) {
    this.#onMet = onMet;
  }

  /** The error to reject with; null while there is none. */
  get bug(): { readonly error: unknown } | null {
    return this.#bug;
  }

  met(error: unknown): void {
    this.#bug ??= { error };
    this.#onMet();
  }

  /** Runs a step that follows a commit. */
  carefully(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.met(error);
    }
  }
}

/** One timer, set to the earliest time requested. */
export class WakeTimer {
  readonly #clock: Clock;
  readonly #wake: () => void;
  #cancel: (() => void) | null = null;
  #atMs = Number.POSITIVE_INFINITY;

  constructor(clock: Clock, wake: () => void) {
    this.#clock = clock;
    this.#wake = wake;
  }

  /** Wakes after this delay, or earlier if an earlier wake is already set. */
  in(delayMs: number): void {
    const atMs = this.#clock.monotonicMs() + delayMs;
    if (atMs >= this.#atMs) return;
    this.#cancel?.();
    this.#atMs = atMs;
    this.#cancel = this.#clock.after(delayMs, () => {
      this.#atMs = Number.POSITIVE_INFINITY;
      this.#cancel = null;
      this.#wake();
    });
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#atMs = Number.POSITIVE_INFINITY;
  }
}

/** Applies changes to the batch. Throws InvariantError for a change that is impossible. */
function takeChanges(
  { totals, control, demand }: Pick<RunParts, 'totals' | 'control' | 'demand'>,
  batch: number,
  everyChange: readonly Change[],
): void {
  const changes = everyChange.filter((change) => change.batch === batch);
  for (const change of changes) {
    totals.apply(change);
    control.changed(change);
    if (change.sameId === true) control.stopSending(SAME_ID);
  }
  // Only a person takes rows out of the queue like this; held rows among them no longer wait for anybody.
  if (changes.some(({ from, to }) => from === 'queued' && to !== 'queued' && to !== 'sending')) demand.recountHeld();
}

/** The gateway called a payout by the id of another. */
const SAME_ID: Pause = { code: 'echoMismatch', message: msg('pause.echoMismatch.sameId') };

/** The part of the ledger that a run uses. */
export type EngineLedger = Pick<
  Ledger,
  | 'turn'
  | 'subscribe'
  | 'dueLookups'
  | 'nextDueAtMs'
  | 'dueWatches'
  | 'nextWatchAtMs'
  | 'interrupt'
  | 'heldCount'
  | 'knownCount'
  | 'tally'
>;

export interface RunWorld {
  readonly ledger: EngineLedger;
  readonly notes: BatchNotes;
  readonly gateway: EngineGateway;
  readonly clock: Clock;
  readonly window: Pacer;
  /** Makes a random reference, never used. */
  readonly invent: () => string;
}

/** `onWaiting`: a request waits for a permit. */
interface RunEvents
  extends Pick<ControlStart, 'onProven' | 'onLift' | 'onFirstAlone'>,
    Pick<ListenerWorld, 'onRefusedRate'>,
    TrafficEvents {
  onWaiting(): void;
}

interface RunParts {
  readonly totals: RunTotals;
  readonly control: RunControl;
  readonly listener: Listener;
  readonly walletBudget: WalletBudget;
  readonly walletFall: WalletFall;
  readonly traffic: Traffic;
  readonly permits: Permits;
  readonly demand: RunDemand;
  readonly dispatcher: Dispatcher;
  readonly patience: DiskPatience;
  readonly report: ProgressReport;
}

function buildRunParts(world: RunWorld, request: RunRequest, events: RunEvents): RunParts {
  const { ledger, gateway, clock, window, invent } = world;
  const { notKnown, firstAlone, onProgress } = request;
  const { onProven, onLift, onFirstAlone, onRefusedRate } = events;
  const totals = new RunTotals(ledger.tally(request.batch));
  const control = new RunControl({
    sends: request.send,
    // Without a fingerprint no lookup by reference proves anything; the person accepted that before this run.
    needsProof: firstAlone || (!request.lookupsProven && notKnown !== null),
    firstAlone,
    liftsUsed: request.liftsUsed,
    acceptsUnprovable: request.acceptsUnprovable,
    onProven,
    onLift,
    onFirstAlone,
  });
  const stopsAtKnown = request.looksFirst && !request.lookUpAll;
  const listener = new Listener({ control, stopsAtKnown, notKnown, onRefusedRate });
  const walletBudget = new WalletBudget(request.wallet);
  const walletFall = new WalletFall(request.send ? request.walletBefore : null);
  const traffic = new Traffic(window, events);
  const permits = new Permits(window, () => events.onWaiting());
  const sendRate = new SendRate();
  const onPaymentWritten = (nowMs: number): void => sendRate.written(nowMs);
  const nextPermit = (): Promise<void> => permits.next();
  const exchanges = prepareExchanges({
    gateway,
    window,
    clock,
    invent,
    notKnown,
    nextPermit,
    earlier: request.earlier,
    onPaymentWritten,
  });
  const shared = { control, traffic, walletBudget, walletFall };
  const demand = new RunDemand({ ...shared, request, ledger, clock, window, permits, listener, totals });
  const dispatcher = new Dispatcher({ ...shared, exchanges, demand });
  const startedMs = clock.monotonicMs();
  const patience = new DiskPatience();
  const report = new ProgressReport({ control, demand, totals, traffic, patience, sendRate, startedMs, onProgress });
  return {
    totals,
    control,
    listener,
    walletBudget,
    walletFall,
    traffic,
    permits,
    demand,
    dispatcher,
    patience,
    report,
  };
}

type DispatcherWorld = Pick<RunParts, 'control' | 'demand' | 'traffic' | 'walletBudget' | 'walletFall'> & {
  readonly exchanges: Exchanges;
};

/** Sends requests: payouts once their claims are on disk, then as many reads as there is room for. */
class Dispatcher {
  readonly #world: DispatcherWorld;
  #nextWalletReadMs = 0;

  constructor(world: DispatcherWorld) {
    this.#world = world;
  }

  /** Sends every payout that a turn claimed. `onStuck` gets a `neverLeft` answer for one whose request could not leave. */
  send(claims: readonly Claimed[], onStuck: (arrival: Arrival, error: unknown) => void): void {
    const { control, traffic, exchanges } = this.#world;
    for (const claimed of claims) {
      try {
        control.sent(claimed.payoutId);
        traffic.depart({ kind: 'send', payoutId: null, exchange: () => exchanges.pay(claimed) });
      } catch (error) {
        onStuck({ kind: 'paid', claimed, ...neverLeft(STUCK), retryAfterMs: null }, error);
      }
    }
  }

  /** Sends every other request of a turn. */
  ask({ lookUpFirst }: TurnResult, lookups: readonly DueLookup[], nowMs: number): void {
    const { control, traffic, exchanges } = this.#world;
    this.#readWalletAfterFirst(nowMs);
    for (const first of lookUpFirst) {
      traffic.depart({ kind: 'first', payoutId: first.payoutId, exchange: () => exchanges.lookUpFirst(first) });
    }
    for (const due of lookups) {
      if (control.proofDue(nowMs)?.payoutId === due.payoutId) control.proofAsked(nowMs);
      traffic.depart({ kind: 'read', payoutId: due.payoutId, exchange: () => exchanges.lookUp(control.asked(due)) });
    }
    this.#readWalletInDoubt(nowMs);
    this.#readWalletWhenLow(nowMs);
  }

  #readWalletAfterFirst(nowMs: number): void {
    const { walletFall } = this.#world;
    if (!walletFall.wantsRead(nowMs) || !this.#isRoomToRead(nowMs)) return;
    walletFall.asked(nowMs);
    this.#readWallet();
  }

  #readWalletWhenLow(nowMs: number): void {
    const { traffic, walletBudget } = this.#world;
    if (!walletBudget.wantsRead(nowMs, traffic.sends) || !this.#isRoomToRead(nowMs)) return;
    walletBudget.asked(nowMs);
    this.#readWallet();
  }

  /** In doubt, the wallet is read once a second, because good reads lift the doubt. */
  #readWalletInDoubt(nowMs: number): void {
    const { mode } = this.#world.control;
    const isWanted = mode.kind === 'doubting' && !mode.isAlone && nowMs >= this.#nextWalletReadMs;
    if (!isWanted || !this.#isRoomToRead(nowMs)) return;
    this.#nextWalletReadMs = nowMs + RATE_WINDOW_MS;
    this.#readWallet();
  }

  #isRoomToRead(nowMs: number): boolean {
    return this.#world.control.mayRead(nowMs) && this.#world.demand.freeSlots(nowMs) > 0;
  }

  #readWallet(): void {
    const { traffic, exchanges } = this.#world;
    traffic.depart({ kind: 'read', payoutId: null, exchange: () => exchanges.readWallet() });
  }
}

/** An error while preparing a request is thrown before its first byte, so the claim goes back. */
const STUCK = msg('notSent.fault');

/** Progress is reported at most this often. */
const PROGRESS_EVERY_MS = 100;

/** The rate shown is averaged over this many seconds: fewer would jump with each burst, more would hide changes. */
const SEND_RATE_SECONDS = 5;

type ReportWorld = Pick<RunParts, 'control' | 'demand' | 'totals' | 'traffic' | 'patience'> &
  Pick<RunRequest, 'onProgress'> & { readonly sendRate: SendRate; readonly startedMs: number };

/** Reports progress to the doors, no more often than a person can see. Every `nowMs` is a time of the monotonic clock. */
class ProgressReport {
  readonly #world: ReportWorld;
  #lastMs = Number.NEGATIVE_INFINITY;

  constructor(world: ReportWorld) {
    this.#world = world;
  }

  /** Reports if the last report is long enough ago. */
  emit(nowMs: number): void {
    if (nowMs - this.#lastMs >= PROGRESS_EVERY_MS) this.emitLast(nowMs);
  }

  /** Reports in any case, because the run ends. */
  emitLast(nowMs: number): void {
    const { control, demand, totals, traffic, patience, sendRate, startedMs, onProgress } = this.#world;
    const diskTrouble = patience.trouble(nowMs);
    this.#lastMs = nowMs;
    const progress: RunProgress = {
      ...totals.snapshot(),
      mode: control.mode.kind,
      inFlight: traffic.total,
      elapsedMs: nowMs - startedMs,
      isSilent: control.isSilent,
      // An estimate from before the silence would be a guess.
      sentPerSecond: control.isSilent ? 0 : sendRate.perSecond(nowMs),
      // A disk in trouble gets no more reads than necessary.
      nextLookupInMs: diskTrouble === null ? demand.nextDueInMs() : null,
      diskTrouble,
    };
    onProgress(progress);
  }
}

/**
 * How fast payouts leave. Never shows more than the busiest second, because a person compares it with the limit. Every `nowMs`
 * is a time of the monotonic clock.
 */
export class SendRate {
  #firstMs: number | null = null;
  /** The writes of the last seconds, oldest first. */
  #writes: readonly number[] = [];
  #fresh: number[] = [];

  /** A payout's bytes leave now. */
  written(nowMs: number): void {
    this.#firstMs ??= nowMs;
    this.#fresh.push(nowMs);
  }

  /** Counts whole seconds, each without its first instant, so that no burst is counted twice. Returns 0 in the first second. */
  perSecond(nowMs: number): number {
    this.#writes = [...this.#writes, ...this.#fresh].filter((at) => nowMs - at < SEND_RATE_SECONDS * RATE_WINDOW_MS);
    this.#fresh = [];
    const seconds = Math.min(SEND_RATE_SECONDS, Math.floor((nowMs - (this.#firstMs ?? nowMs)) / RATE_WINDOW_MS));
    if (seconds === 0) return 0;
    return this.#writes.filter((at) => nowMs - at < seconds * RATE_WINDOW_MS).length / seconds;
  }
}
