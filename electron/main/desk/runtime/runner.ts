// What the process does about payouts: one thing at a time. It follows what is not final by itself, from its start on; it
// sends only while a person's Start or Resume asks for it, and then follows again. What was paused, stopped or quit before
// it began does not begin, whatever it was waiting for then.

import type { Answer } from '../../../../shared/api/contract.ts';
import type { Activity, Work } from '../../../../shared/api/desk-commands.ts';
import type { DeskEvent, LiveProgress } from '../../../../shared/api/events.ts';
import { type BatchId, formatPayoutName } from '../../../../shared/ids.ts';
import { msg } from '../../../../shared/messages/message.ts';
import { type Book, batchIdIn } from '../../../../shared/profiles.ts';
import type { Refusal } from '../../../../shared/rows.ts';
import type { StateKind } from '../../../../shared/states.ts';
import type { Change } from '../../domain/ledger.ts';
import type { RunEnd } from '../../domain/run.ts';
import type { Clock } from '../../platform/clock.ts';
import { refused } from '../../session/desks.ts';
import type { Follower, RunReport, StopReason, Watched } from '../../session/following.ts';

/** A watch that was refused, such as for want of a token, is tried again after this. */
const FOLLOW_REFUSED_WAIT_MS = 30_000;

/** The longest the desk leaves its look-ups alone before it asks its own calendar again. */
const FOLLOW_AGAIN_MAX_MS = 60_000;

export interface RunnerWorld extends TimerWorld {
  readonly publish: (event: DeskEvent) => void;
  /** Looks up what is not final, of every batch, until nothing more is due soon. */
  readonly follow: (follower: Follower) => Promise<Watched>;
  /** Asked before a job that sends begins. Shape: why it must not; null when it may. */
  readonly beforeSending: () => Refusal | null;
  /** A run begins, and may leave something unwritten. */
  readonly onRunBegins: () => void;
  /** How those end that send. */
  readonly onRunEnds: (batch: BatchId, end: RunEnd) => void;
  /** A job of ours broke: what it left in the middle is in doubt. It must not throw. */
  readonly onFault: (error: unknown) => void;
}

type Job = (follower: Follower) => Promise<Answer<RunReport>>;

type What = Pick<Current, 'batch' | 'work'>;
/** The place of the one thing at a time, taken. */
interface TakenPlace extends Pick<Current, 'before' | 'reporter'> {
  readonly leave: () => void;
}

export class Runner {
  readonly #world: RunnerWorld;
  readonly #timer: LookUpTimer;
  #current: Current | null = null;
  /** The job at work, which is still another than the current one while it makes way. */
  #working: RunReporter | null = null;

  constructor(world: RunnerWorld) {
    this.#world = world;
    this.#timer = new LookUpTimer(world);
  }

  get activity(): Activity {
    if (this.#current === null) return { kind: 'idle' };
    const { kind, batch, work } = this.#current;
    if (kind === 'sending' && batch !== null) return { kind, batch };
    return kind === 'following' ? { kind, batch } : { kind: 'preparing', batch, work };
  }

  /** Null before its first. */
  get progress(): LiveProgress | null {
    return this.#current?.reporter.progress ?? null;
  }

  /** Follows by itself from now on. */
  startFollowing(): void {
    void this.#followForEver();
  }

  /**
   * Starts a job that sends, after what is only followed has made way. Shape: the batch, as soon as its run begins; the run
   * goes on by itself. `batch` names what is resumed, null what is started. Errors: the job's own refusal, that another
   * batch is being sent, or that it was paused or the desk closed before it began.
   */
  async send(batch: BatchId | null, job: Job): Promise<Answer<BatchId>> {
    const refusal = this.whyNot();
    if (refusal !== null) return refused(refusal);
    const begun = Promise.withResolvers<Answer<BatchId>>();
    const onBegun = (value: BatchId): void => begun.resolve({ kind: 'done', value });
    void this.#carryOut(job, this.#take({ batch, work: 'pay' }, onBegun), begun);
    return begun.promise;
  }

  /** Stops new requests at once. Shape: how many are in flight; null when this batch is not running. */
  pause(batch: BatchId): number | null {
    const reporter = this.#running(batch)?.reporter;
    reporter?.askPause();
    return reporter === undefined ? null : (reporter.progress?.inFlight ?? 0);
  }

  /** Looks the batch up now: what only follows another one makes way. */
  checkNow(batch: BatchId): void {
    this.#timer.ask();
    const current = this.#current;
    if (current?.kind === 'following' && current.reporter.progress?.view.batch !== batch) current.reporter.askWay();
  }

  /** Does something while nothing is sent or followed. Errors: refused while a batch is being sent; else what `act` says. */
  async aside<Value>(work: Work, act: () => Promise<Answer<Value>>): Promise<Answer<Value>> {
    const whyNot = this.whyNot();
    return whyNot === null ? this.#alone({ batch: null, work }, act) : refused(whyNot);
  }

  /**
   * Stops a batch, and does something about it while nothing counts its payouts; what is followed then begins anew.
   * Errors: refused when the desk closes first; else what `act` says.
   */
  async apart<Value>(batch: BatchId, act: () => Promise<Answer<Value>>): Promise<Answer<Value>> {
    for (let one = this.#running(batch); one !== null; one = this.#running(batch)) {
      this.#askToEnd();
      await one.ended;
    }
    const isFollowing = this.#current?.kind === 'following';
    if (this.#current === null || isFollowing) {
      try {
        return await this.#alone({ batch, work: 'cancel' }, act);
      } finally {
        if (isFollowing) this.#timer.ask();
      }
    }
    // A desk that is restored or opened anew has no batch to stop until that is done.
    const { work } = this.#current;
    if (!this.#timer.isOver && (work === 'restore' || work === 'unlock')) return refused(UNDER_WAY[work]);
    // Another batch has the place and keeps it; what makes way for it may still count this one.
    await this.#current.before;
    return this.#timer.isOver ? refused(CLOSING) : act();
  }

  async close(): Promise<void> {
    this.#timer.end();
    this.#askToEnd();
    await this.#current?.ended;
  }

  /** What a desk's ledger changed, once it is on disk. */
  onChanges(book: Book, changes: readonly Change[]): void {
    const { publish } = this.#world;
    let isToAskAgain = false;
    for (const [number, its] of Map.groupBy(changes, ({ batch }) => batch)) {
      const batch = batchIdIn(book, number);
      const isCarried = this.#working?.carries(batch, its) ?? false;
      if (!isCarried && its.some(({ from, to, late }) => from !== to || late)) isToAskAgain = true;
      for (const change of its) alarmsOf(batch, change).forEach(publish);
    }
    if (isToAskAgain) {
      publish({ kind: 'changed', book, topics: ['batches', 'payouts', 'unknown', 'lateNews', 'confirmations'] });
    }
  }

  /** Whether payouts leave now or are about to: what only looks up makes way for what sends. */
  isSending(): boolean {
    if (this.#current === null || this.#current.kind === 'following') return false;
    return this.#current.kind === 'preparing' || this.#current.reporter.progress?.phase !== 'settling';
  }

  /** The run of the batch, or what is about to be; null while it is only watched. */
  #running(batch: BatchId): Current | null {
    const current = this.#current;
    return current?.kind === 'following' || current?.batch !== batch ? null : current;
  }

  /** What sends is paused; what only looks up makes way. */
  #askToEnd(): void {
    if (this.isSending()) this.#current?.reporter.askPause();
    else this.#current?.reporter.askWay();
  }

  /** Why nothing else may begin now; null when it may. */
  whyNot(): Refusal | null {
    if (this.#timer.isOver) return CLOSING;
    return this.isSending() ? UNDER_WAY[this.#current?.work ?? 'pay'] : null;
  }

  /** Takes the place: what only looks up is asked to make way. */
  #take({ batch, work }: What, onBegun: (batch: BatchId) => void = () => {}): TakenPlace {
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const reporter: RunReporter = new RunReporter(this.#world, (begun) => {
      this.#setCurrent({ kind: 'sending', work, batch: begun, ...taken });
      onBegun(begun);
    });
    const had = this.#current;
    const taken = { before: had?.ended ?? Promise.resolve(), ended, reporter };
    this.#setCurrent({ kind: 'preparing', work, batch, ...taken });
    had?.reporter.askWay();
    const leave = (): void => {
      if (this.#working === reporter) this.#working = null;
      this.#rest(ended);
      resolve();
      this.#timer.wake();
    };
    return { ...taken, leave };
  }

  async #carryOut(job: Job, place: TakenPlace, begun: PromiseWithResolvers<Answer<BatchId>>): Promise<void> {
    const { reporter, before, leave } = place;
    try {
      await before;
      const refusal = this.#timer.isOver
        ? CLOSING
        : reporter.isPauseAsked
          ? PAUSED_BEFORE
          : this.#world.beforeSending();
      if (refusal !== null) return begun.resolve(refused(refusal));
      this.#working = reporter;
      const answer = await job(reporter.follower);
      if (answer.kind === 'done') reporter.end(answer.value);
      begun.resolve(answer.kind === 'done' ? { kind: 'done', value: answer.value.view.batch } : answer);
    } catch (error) {
      // Whoever waits is answered first, whatever becomes of the rest.
      begun.reject(error);
      this.#world.onFault(error);
    } finally {
      leave();
    }
  }

  async #alone<Value>(what: What, act: () => Promise<Answer<Value>>): Promise<Answer<Value>> {
    const { before, leave } = this.#take(what);
    try {
      await before;
      return this.#timer.isOver ? refused(CLOSING) : await act();
    } finally {
      leave();
    }
  }

  async #followForEver(): Promise<void> {
    while (!this.#timer.isOver) {
      await this.#timer.untilDue(() => this.#current === null);
      if (this.#timer.isOver || this.#current !== null) continue;
      await this.#timer.rest(await this.#followOnce());
    }
  }

  /** Shape: how long to leave it alone now: what was refused, such as for want of a token, is not asked again at once. */
  async #followOnce(): Promise<number> {
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const reporter = new RunReporter(this.#world, () => {});
    this.#working = reporter;
    this.#setCurrent({ kind: 'following', work: 'pay', batch: null, before: Promise.resolve(), ended, reporter });
    try {
      const { reports, refused: refusal } = await this.#world.follow(reporter.follower);
      for (const report of reports) reporter.end(report);
      const isLeftAlone = refusal !== null || reports.some(({ end }) => end === 'paused');
      return isLeftAlone ? FOLLOW_REFUSED_WAIT_MS : 0;
    } catch (error) {
      this.#world.onFault(error);
      return FOLLOW_REFUSED_WAIT_MS;
    } finally {
      this.#working = null;
      this.#rest(ended);
      resolve();
    }
  }

  /** The place is free again, unless a command that waited for exactly this end has taken it already. */
  #rest(ended: Promise<void>): void {
    if (this.#current?.ended === ended) this.#setCurrent(null);
  }

  #setCurrent(current: Current | null): void {
    this.#current = current;
    this.#world.publish({ kind: 'activity', activity: this.activity });
  }
}

/**
 * What has the place. Shape: `batch` is known from the first for what goes on, and once the run is prepared for what is
 * started; `before` settles when what had the place has made way.
 */
interface Current {
  readonly kind: 'preparing' | 'sending' | 'following';
  readonly work: Work;
  readonly batch: BatchId | null;
  readonly before: Promise<void>;
  readonly ended: Promise<void>;
  readonly reporter: RunReporter;
}

class RunReporter {
  readonly #world: Pick<RunnerWorld, 'publish' | 'onRunBegins' | 'onRunEnds'>;
  readonly #onBegun: (batch: BatchId) => void;
  readonly #stopping = new AbortController();
  #progress: LiveProgress | null = null;
  /** What is run now; null before and between runs. */
  #batch: BatchId | null = null;
  #changes = new Map<number, StateKind>();

  /** `onBegun` is called at each run of it, before the run's first turn. */
  constructor(world: Pick<RunnerWorld, 'publish' | 'onRunBegins' | 'onRunEnds'>, onBegun: (batch: BatchId) => void) {
    this.#world = world;
    this.#onBegun = onBegun;
  }

  /** Its last progress; null before the first. */
  get progress(): LiveProgress | null {
    return this.#progress;
  }

  get isPauseAsked(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** Takes changes of the batch that is run, for its next progress. Shape: whether it does. */
  carries(batch: BatchId, changes: readonly Change[]): boolean {
    if (batch !== this.#batch) return false;
    for (const { rowNumber, to } of changes) this.#changes.set(rowNumber, to);
    return true;
  }

  /** What follows the job for the windows. */
  get follower(): Follower {
    return {
      onProgress: (progress) => {
        this.#progress = progress;
        const changes = [...this.#changes].map(([rowNumber, state]) => ({ rowNumber, state }));
        this.#changes = new Map();
        this.#world.publish({ kind: 'progress', progress, changes });
      },
      onRun: ({ batch, send }) => {
        this.#world.onRunBegins();
        this.#batch = batch;
        // What the run before changed is no news of this one.
        this.#changes = new Map();
        this.#onBegun(batch);
        return (end) => {
          if (send && end !== null) this.#world.onRunEnds(batch, end);
          this.#batch = null;
          // Its last progress is out: what was changed since then is published in another way.
          if (this.#changes.size > 0) this.#world.publish(CHANGED);
          this.#changes = new Map();
        };
      },
      signal: this.#stopping.signal,
    };
  }

  /** A person wants it to pause. */
  askPause(): void {
    this.#stopping.abort('pause' satisfies StopReason);
  }

  /** Something else is to be done, and all it does is look up. */
  askWay(): void {
    this.#stopping.abort('makeWay' satisfies StopReason);
  }

  end({ view, end, pause }: RunReport): void {
    this.#world.publish({ kind: 'ended', view, end, pause });
    this.#world.publish(CHANGED);
  }
}

const CHANGED: DeskEvent = { kind: 'changed', book: null, topics: ['batches', 'payouts', 'unknown', 'lateNews'] };

/** What a person must see: words after an ending, and answers about another payout. */
function alarmsOf(batch: BatchId, { rowNumber, late, echoMismatch }: Change): readonly DeskEvent[] {
  const about = { kind: 'alarm', batch, payout: formatPayoutName(batch, rowNumber) } as const;
  return [
    ...(late ? [{ ...about, alarm: 'lateNews' } as const] : []),
    ...(echoMismatch ? [{ ...about, alarm: 'echoMismatch' } as const] : []),
  ];
}

interface TimerWorld {
  readonly clock: Clock;
  /** When the next look-up of any batch is due; null when nothing is followed. Units: milliseconds since 1970. */
  readonly nextDueAtMs: () => number | null;
  readonly onFault: (error: unknown) => void;
}

class LookUpTimer {
  readonly #world: TimerWorld;
  #wake = (): void => {};
  #isAsked = false;
  #isOver = false;

  constructor(world: TimerWorld) {
    this.#world = world;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** A look-up is wanted now, or as soon as nothing else goes on. */
  ask(): void {
    this.#isAsked = true;
    this.#wake();
  }

  /** Something has changed: whoever waits looks again. */
  wake(): void {
    this.#wake();
  }

  /** Every wait ends from now on. */
  end(): void {
    this.#isOver = true;
    this.#wake();
  }

  /** Waits until a look-up is due or asked for while nothing else goes on, or all is over. */
  async untilDue(isFree: () => boolean): Promise<void> {
    while (!this.#isOver) {
      const mayLook = isFree();
      const waitMs = mayLook ? this.#untilCalendarMs() : FOLLOW_AGAIN_MAX_MS;
      if (mayLook && (waitMs <= 0 || this.#isAsked)) {
        this.#isAsked = false;
        return;
      }
      await this.#rested(Math.min(waitMs, FOLLOW_AGAIN_MAX_MS));
    }
  }

  /** Leaves it alone for a while, unless somebody asks. */
  async rest(waitMs: number): Promise<void> {
    if (waitMs > 0 && !this.#isAsked) await this.#rested(waitMs);
  }

  #untilCalendarMs(): number {
    try {
      const dueAtMs = this.#world.nextDueAtMs();
      return dueAtMs === null ? FOLLOW_AGAIN_MAX_MS : dueAtMs - this.#world.clock.nowMs();
    } catch (error) {
      this.#world.onFault(error);
      return FOLLOW_REFUSED_WAIT_MS;
    }
  }

  #rested(waitMs: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#world.clock.after(waitMs, resolve);
      this.#wake = () => {
        cancel();
        resolve();
      };
      if (this.#isOver) this.#wake();
    });
  }
}

/** By what is really under way. */
const UNDER_WAY: Readonly<Record<Work, Refusal>> = {
  pay: {
    code: 'runUnderWay',
    message: msg('running.runUnderWay.pay'),
    cure: msg('cure.waitUntilSent'),
  },
  cancel: { code: 'runUnderWay', message: msg('running.runUnderWay.cancel'), cure: msg('cure.tryWhenDone') },
  restore: { code: 'runUnderWay', message: msg('running.runUnderWay.restore'), cure: msg('cure.tryWhenDone') },
  unlock: { code: 'runUnderWay', message: msg('running.runUnderWay.unlock'), cure: msg('cure.tryWhenDone') },
};

const PAUSED_BEFORE: Refusal = {
  code: 'pausedBefore',
  message: msg('running.pausedBefore'),
  cure: msg('cure.pressResume'),
};

export const CLOSING: Refusal = {
  code: 'closing',
  message: msg('running.closing'),
  cure: msg('cure.openItFirst'),
};
