// Runs the process's work on payouts, one job at a time. From its start it follows by itself what is not final. It sends only
// when a person's Start or Resume asks for it, and then follows again. A job cancelled while waiting never starts.

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

/** How long to wait after a refused watch, for example one without a token. */
const FOLLOW_REFUSED_WAIT_MS = 30_000;

/** The longest wait before reading the lookup schedule again. */
const FOLLOW_AGAIN_MAX_MS = 60_000;

export interface RunnerWorld extends TimerWorld {
  readonly publish: (event: DeskEvent) => void;
  /** Looks up what is not final, in every batch, until nothing more is due soon. */
  readonly follow: (follower: Follower) => Promise<Watched>;
  /** Asked before a job that sends begins. Returns a refusal if it must not, else null. */
  readonly beforeSending: () => Refusal | null;
  /** A run begins, and may leave something unwritten. */
  readonly onRunBegins: () => void;
  /** Called at the end of each run that sends. */
  readonly onRunEnds: (batch: BatchId, end: RunEnd) => void;
  /** A job of ours broke: what it left unfinished is in doubt. Must not throw. */
  readonly onFault: (error: unknown) => void;
}

type Job = (follower: Follower) => Promise<Answer<RunReport>>;

type What = Pick<Current, 'batch' | 'work'>;
/** The single running place, once a job has taken it. */
interface RunnerPlace extends Pick<Current, 'before' | 'reporter'> {
  readonly leave: () => void;
}

export class Runner {
  readonly #world: RunnerWorld;
  readonly #timer: LookUpTimer;
  #current: Current | null = null;
  /** The job that is still working. While it makes way, the current job is already another one. */
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

  /** Null before the first progress. */
  get progress(): LiveProgress | null {
    return this.#current?.reporter.progress ?? null;
  }

  startFollowing(): void {
    void this.#followForEver();
  }

  /**
   * Starts a job that sends, after a job that only follows has made way. Returns the batch once its run begins; the run continues
   * by itself. `batch`: the batch that is resumed, or null for a start. Refuses as the job does, if another batch is being sent,
   * or if the job was paused or the desk closed before it began.
   */
  async send(batch: BatchId | null, job: Job): Promise<Answer<BatchId>> {
    const refusal = this.refusalNow();
    if (refusal !== null) return refused(refusal);
    const begun = Promise.withResolvers<Answer<BatchId>>();
    const onBegun = (value: BatchId): void => begun.resolve({ kind: 'done', value });
    void this.#carryOut(job, this.#take({ batch, work: 'pay' }, onBegun), begun);
    return begun.promise;
  }

  /** Stops new requests at once. Returns how many are in flight, or null if this batch is not running. */
  pause(batch: BatchId): number | null {
    const reporter = this.#running(batch)?.reporter;
    reporter?.askPause();
    return reporter === undefined ? null : (reporter.progress?.inFlight ?? 0);
  }

  /** Looks the batch up now; following another batch makes way for it. */
  checkNow(batch: BatchId): void {
    this.#timer.ask();
    const current = this.#current;
    if (current?.kind === 'following' && current.reporter.progress?.view.batch !== batch) current.reporter.askPreempt();
  }

  /** Runs `act` while nothing is sent or followed. Refuses while a batch is being sent; otherwise returns what `act` does. */
  async aside<Value>(work: Work, act: () => Promise<Answer<Value>>): Promise<Answer<Value>> {
    const refusalNow = this.refusalNow();
    return refusalNow === null ? this.#alone({ batch: null, work }, act) : refused(refusalNow);
  }

  /**
   * Stops a batch and runs `act` while no run counts its payouts; following then starts again. Refuses if the desk closes first;
   * otherwise returns what `act` does.
   */
  async whileStopped<Value>(batch: BatchId, act: () => Promise<Answer<Value>>): Promise<Answer<Value>> {
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
    // Nothing can be stopped while a desk is being restored or unlocked.
    const { work } = this.#current;
    if (!this.#timer.isOver && (work === 'restore' || work === 'unlock' || work === 'archive'))
      return refused(UNDER_WAY[work]);
    // Another batch is running and continues. A job that is making way for it may still count this batch.
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

  /** Whether payouts are being sent or about to be. Jobs that only look up make way for sending. */
  isSending(): boolean {
    if (this.#current === null || this.#current.kind === 'following') return false;
    return this.#current.kind === 'preparing' || this.#current.reporter.progress?.phase !== 'settling';
  }

  /** The batch's run, or the job about to run it; null while it is only followed. */
  #running(batch: BatchId): Current | null {
    const current = this.#current;
    return current?.kind === 'following' || current?.batch !== batch ? null : current;
  }

  /** Pauses a job that sends; asks one that only looks up to make way. */
  #askToEnd(): void {
    if (this.isSending()) this.#current?.reporter.askPause();
    else this.#current?.reporter.askPreempt();
  }

  /** Returns why nothing else may begin now, or null. */
  refusalNow(): Refusal | null {
    if (this.#timer.isOver) return CLOSING;
    return this.isSending() ? UNDER_WAY[this.#current?.work ?? 'pay'] : null;
  }

  /** Takes the running place and asks a job that only looks up to make way. */
  #take({ batch, work }: What, onBegun: (batch: BatchId) => void = () => {}): RunnerPlace {
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const reporter: RunReporter = new RunReporter(this.#world, (begun) => {
      this.#setCurrent({ kind: 'sending', work, batch: begun, ...own });
      onBegun(begun);
    });
    const had = this.#current;
    const own = { before: had?.ended ?? Promise.resolve(), ended, reporter };
    this.#setCurrent({ kind: 'preparing', work, batch, ...own });
    had?.reporter.askPreempt();
    const leave = (): void => {
      if (this.#working === reporter) this.#working = null;
      this.#rest(ended);
      resolve();
      this.#timer.wake();
    };
    return { ...own, leave };
  }

  async #carryOut(job: Job, place: RunnerPlace, begun: PromiseWithResolvers<Answer<BatchId>>): Promise<void> {
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
      // Answer the caller first, whatever happens next.
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

  /** Returns how long to wait before following again: a refused watch, such as one without a token, is not repeated at once. */
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

  /** Frees the running place, unless a job that waited for this one has already taken it. */
  #rest(ended: Promise<void>): void {
    if (this.#current?.ended === ended) this.#setCurrent(null);
  }

  #setCurrent(current: Current | null): void {
    this.#current = current;
    this.#world.publish({ kind: 'activity', activity: this.activity });
  }
}

/**
 * The job in the running place. `batch`: known at once for a resume, for a start only once the run is prepared. `before`: settles
 * when the previous job has made way.
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
  /** The batch running now; null before and between runs. */
  #batch: BatchId | null = null;
  #changes = new Map<number, StateKind>();

  /** `onBegun` is called at each of its runs, before the first turn. */
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

  /** Collects changes of the running batch for its next progress. Returns whether they are of that batch. */
  carries(batch: BatchId, changes: readonly Change[]): boolean {
    if (batch !== this.#batch) return false;
    for (const { rowNumber, to } of changes) this.#changes.set(rowNumber, to);
    return true;
  }

  /** The follower that passes the job's events on to the windows. */
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
        // Changes of the previous run do not belong to this one.
        this.#changes = new Map();
        this.#onBegun(batch);
        return (end) => {
          if (send && end !== null) this.#world.onRunEnds(batch, end);
          this.#batch = null;
          // There is no more progress to carry the latest changes, so they are published separately.
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

  /** Asks a job that only looks up to make way. */
  askPreempt(): void {
    this.#stopping.abort('preempt' satisfies StopReason);
  }

  end({ view, end, pause }: RunReport): void {
    this.#world.publish({ kind: 'ended', view, end, pause });
    this.#world.publish(CHANGED);
  }
}

const CHANGED: DeskEvent = { kind: 'changed', book: null, topics: ['batches', 'payouts', 'unknown', 'lateNews'] };

/** What a person must see: changes after an ending, and answers about another payout. */
function alarmsOf(batch: BatchId, { rowNumber, late, echoMismatch }: Change): readonly DeskEvent[] {
  const about = { kind: 'alarm', batch, payout: formatPayoutName(batch, rowNumber) } as const;
  return [
    ...(late ? [{ ...about, alarm: 'lateNews' } as const] : []),
    ...(echoMismatch ? [{ ...about, alarm: 'echoMismatch' } as const] : []),
  ];
}

interface TimerWorld {
  readonly clock: Clock;
  /** When the next lookup of any batch is due, in milliseconds since 1970; null if nothing is followed. */
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

  /** Requests a lookup now, or as soon as nothing else runs. */
  ask(): void {
    this.#isAsked = true;
    this.#wake();
  }

  /** Something changed: waiting code checks again. */
  wake(): void {
    this.#wake();
  }

  /** Ends every wait from now on. */
  end(): void {
    this.#isOver = true;
    this.#wake();
  }

  /** Waits until a lookup is due or requested while nothing else runs, or until the end. */
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

  /** Waits, unless a lookup is requested. */
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

/** By the work that is in progress. */
const UNDER_WAY: Readonly<Record<Work, Refusal>> = {
  pay: {
    code: 'runUnderWay',
    message: msg('running.runUnderWay.pay'),
    cure: msg('cure.waitUntilSent'),
  },
  cancel: { code: 'runUnderWay', message: msg('running.runUnderWay.cancel'), cure: msg('cure.tryWhenDone') },
  restore: { code: 'runUnderWay', message: msg('running.runUnderWay.restore'), cure: msg('cure.tryWhenDone') },
  unlock: { code: 'runUnderWay', message: msg('running.runUnderWay.unlock'), cure: msg('cure.tryWhenDone') },
  archive: { code: 'runUnderWay', message: msg('running.runUnderWay.archive'), cure: msg('cure.tryWhenDone') },
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
