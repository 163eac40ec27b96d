// The loop that runs one batch: each turn settles all that came back, claims what is free, then opens the sockets.
// In: the ports, and what a person asked for. Out: how it ended. What an answer means, when a breaker trips, what is wanted
// next and when a run is over are decided elsewhere; when something happens is decided here.
// This file must never open a socket for a payout before the turn that claimed it is on disk.

import { invariant, InvariantError, type Pause } from '../../../shared/failures.ts';
import type { LedgerFailure, TurnResult } from '../../../shared/ledger.ts';
import { RATE_WINDOW_MS, TURN_GATHERS_MS, TURN_GATHERS_SHARE } from '../../../shared/limits.ts';
import type { RunEnd, RunHandle, RunRequest } from '../../../shared/run.ts';
import { ClockWatch } from './clock-watch.ts';
import type { Arrival } from './exchange.ts';
import { pauseOfDisk } from './disk-patience.ts';
import { endOf, pauseToNote } from './run-end.ts';
import { buildRunParts, type RunParts, type RunWorld } from './run-parts.ts';
import { SlowDown } from './slow-down.ts';
import { WakeTimer } from './wake-timer.ts';

const NOTHING: TurnResult = { changes: [], claimed: [], lookUpFirst: [], heldCount: 0, shortPaise: null };

/** One run of one batch; it is started once. */
export class BatchRun implements RunHandle {
  readonly #world: RunWorld;
  readonly #request: RunRequest;
  readonly #parts: RunParts;
  readonly #slowDown: SlowDown;
  readonly #clocks: ClockWatch;
  readonly #timer: WakeTimer;
  readonly #startedMs: number;
  /** What is to be noted of the batch once the turn that brought it is on disk. */
  readonly #notes: (() => void)[] = [];
  /** The machine slept, and that is not on disk yet. */
  #mustDoubt = false;
  #finish: PromiseWithResolvers<RunEnd> | null = null;

  constructor(world: RunWorld, request: RunRequest) {
    const { notes, clock, window } = world;
    const { batch } = request;
    this.#world = world;
    this.#request = request;
    this.#startedMs = clock.monotonicMs();
    this.#clocks = new ClockWatch(clock);
    this.#timer = new WakeTimer(clock, () => this.#guarded(() => this.#turn()));
    this.#slowDown = new SlowDown(window);
    this.#parts = buildRunParts(world, request, {
      onProven: () => this.#notes.push(() => notes.proveLookups(batch)),
      onLift: () => this.#notes.push(() => notes.countLift(batch)),
      onFirstAlone: () => this.#notes.push(() => notes.wentAlone(batch, clock.nowMs())),
      onRefusedRate: (ms) => this.#hearRefusedRate(ms),
      onArrival: (arrival) => this.#guarded(() => this.#hear(arrival)),
      onBug: (error) => this.#settleRun((finish) => finish.reject(error)),
      onWish: () => this.#timer.in(0),
    });
  }

  /** Runs to the end. Errors: rejects only for a bug of ours; what is in flight is then left to the next start. */
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

  get inFlight(): number {
    return this.#parts.traffic.total;
  }

  // The turn: look at the clocks, decide, commit, and only then ask.

  #turn(): void {
    if (this.#finish === null) return;
    const nowMs = this.#world.clock.monotonicMs();
    if (!this.#watchClocks(nowMs)) return;
    const { forMs } = this.#request;
    if (forMs !== null && nowMs - this.#startedMs >= forMs) this.#parts.control.stop({ kind: 'bound' });
    this.#parts.control.checkBreakers(nowMs);
    if (this.#parts.demand.claimable > 0) this.#parts.control.checkSilence(nowMs);
    this.#parts.permits.grant(nowMs);
    const wanted = this.#parts.demand.share(nowMs);
    const result = this.#commit(wanted.sends);
    if (result === null) return;
    const { claimed, lookUpFirst, heldCount } = result;
    if (wanted.sends > 0 && claimed.length + lookUpFirst.length + heldCount === 0) this.#parts.demand.restClaims(nowMs);
    this.#parts.departures.letGo(result, wanted.lookups, nowMs);
    // Only now: what is claimed is on its way, whatever becomes of the notes.
    if (!this.#allNoted()) return;
    this.#parts.report.tell(nowMs);
    if (this.#endIfDone(nowMs)) return;
    this.#parts.patience.committed();
    this.#timer.in(this.#parts.demand.restMs(nowMs, this.#startedMs));
  }

  /** Settles all that came back and claims, in one transaction. Errors: null when nothing of it is on disk. */
  #commit(claimCount: number): TurnResult | null {
    const { news, cleared } = this.#parts.listener;
    if (news.length === 0 && claimCount === 0) return NOTHING;
    const { batch, pace, lookUpAll } = this.#request;
    const claim = {
      batch,
      count: claimCount,
      busy: this.#parts.traffic.lookedUp,
      cleared,
      lookUpAll,
      budgetPaise: this.#parts.purse.budgetPaise,
    };
    const nowMs = this.#world.clock.nowMs();
    const answer = this.#world.ledger.turn({ nowMs, pace, news, claim: claimCount === 0 ? null : claim });
    if (answer.kind !== 'committed') {
      this.#waitForDisk(answer);
      return null;
    }
    this.#parts.patience.committed();
    this.#parts.listener.committed();
    if (claimCount > 0) this.#parts.purse.claimed(answer.result);
    this.#parts.demand.hold(answer.result.heldCount);
    for (const change of answer.result.changes) {
      this.#parts.totals.apply(change);
      this.#parts.control.changed(change);
    }
    return answer.result;
  }

  #hear(arrival: Arrival): void {
    const { control, listener, purse, traffic } = this.#parts;
    const { clock } = this.#world;
    const pause = purse.hear(arrival, traffic.sends);
    if (pause !== null) control.stopSending(pause);
    listener.hear(arrival, { nowMs: clock.monotonicMs(), atMs: clock.nowMs() });
    const gathered = listener.news.length >= Math.max(1, this.#request.inFlightMax * TURN_GATHERS_SHARE);
    this.#timer.in(gathered || this.inFlight === 0 ? 0 : TURN_GATHERS_MS);
  }

  #hearRefusedRate(retryAfterMs: number | null): void {
    const { notes, clock } = this.#world;
    const { untilMs, refusedRate } = this.#slowDown.refused(retryAfterMs, clock.monotonicMs());
    this.#parts.control.heardRefusedRate(untilMs);
    if (refusedRate !== null) this.#notes.push(() => notes.refuseRate(this.#request.batch, refusedRate));
  }

  /** After the machine slept, nothing bursts out, and what was in flight is in doubt. Errors: false when it is not on disk. */
  #watchClocks(nowMs: number): boolean {
    const jump = this.#clocks.look();
    if (jump !== null) {
      this.#world.window.closeUntil(nowMs + RATE_WINDOW_MS);
      if (jump.pause !== null) this.#parts.control.stopSending(jump.pause);
      if (jump.aheadMs > 0) this.#mustDoubt = true;
    }
    if (!this.#mustDoubt) return true;
    // What has come back is known and needs no doubt: it is settled first.
    if (this.#commit(0) === null) return false;
    const isDoubted = this.#written(() => {
      const at = { nowMs: this.#world.clock.nowMs(), pace: this.#request.pace };
      for (const change of this.#world.ledger.interrupt('slept', at)) this.#parts.totals.apply(change);
    });
    if (isDoubted) this.#mustDoubt = false;
    return isDoubted;
  }

  // Ending.

  #endIfDone(nowMs: number): boolean {
    if (this.inFlight > 0 || this.#parts.listener.news.length > 0) return false;
    const { claimable, held, heldBefore } = this.#parts.demand;
    const hasKnownReference = heldBefore > 0 || this.#parts.listener.foundKnownReference;
    const left = { claimable, held, hasKnownReference, nextDueInMs: this.#parts.demand.nextDueInMs() };
    const end = endOf(this.#parts.control.mode, this.#request, left);
    if (end !== null) this.#end(end, nowMs);
    return end !== null;
  }

  #end(end: RunEnd, nowMs: number): void {
    const { notes, clock } = this.#world;
    const note = () => {
      const pause = pauseToNote(end, { send: this.#request.send, claimable: this.#parts.demand.claimable });
      if (pause !== null) notes.pause(this.#request.batch, pause, clock.nowMs());
    };
    const failure = this.#tried(note);
    // The pause is told even where it cannot be noted: nothing about money is in the note.
    if (failure !== null && !this.#parts.patience.isOver(nowMs)) return this.#waitForDisk(failure);
    this.#parts.report.tellLast(nowMs);
    this.#settleRun((finish) => finish.resolve(end));
  }

  /** Writes the notes in their order; one that is refused waits. Errors: as #written. */
  #allNoted(): boolean {
    for (let note = this.#notes[0]; note !== undefined; note = this.#notes[0]) {
      if (!this.#written(note)) return false;
      this.#notes.shift();
    }
    return true;
  }

  /** Writes beside the turn. Errors: false when the disk refused it, so that nothing of it happened. */
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

  /** The disk refuses: what came back stays in memory and is tried again for a while; nothing new is sent. */
  #waitForDisk(failure: LedgerFailure): void {
    const nowMs = this.#world.clock.monotonicMs();
    const { control, patience, report } = this.#parts;
    const pause = pauseOfDisk(failure);
    patience.refused(nowMs, failure);
    if (!patience.isMoment(nowMs)) control.stop({ kind: 'paused', pause });
    if (patience.isOver(nowMs) && this.inFlight === 0) {
      return this.#settleRun((finish) => finish.resolve({ kind: 'paused', pause }));
    }
    report.tell(nowMs);
    this.#timer.in(patience.retryMs);
  }

  #guarded(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.#settleRun((finish) => finish.reject(error));
    }
  }

  #settleRun(settle: (finish: PromiseWithResolvers<RunEnd>) => void): void {
    const finish = this.#finish;
    this.#finish = null;
    this.#timer.stop();
    if (finish !== null) settle(finish);
  }
}
