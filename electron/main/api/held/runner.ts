// What the process does about payouts: one thing at a time. It follows what is not final by itself, from its start on; it
// sends only while a person's command asks for it, and then follows again. In: jobs. Out: events.
// This file must never start to send by itself: sending begins with a person's Start or Resume, whatever happened before.
// Nor may it begin what was paused, stopped or quit before it began, whatever it was waiting for then.

import type { Answer } from '../../../../shared/api/answers.ts';
import type { Activity, Work } from '../../../../shared/api/desk-commands.ts';
import type { DeskEvent, Progress } from '../../../../shared/api/events.ts';
import type { Follower, RunReport } from '../../../../shared/api/following.ts';
import type { BatchId } from '../../../../shared/ids.ts';
import type { Refusal } from '../../../../shared/issues.ts';
import { FOLLOW_REFUSED_WAIT_MS } from '../../../../shared/limits.ts';
import { refused } from '../desks.ts';
import { activityOf, type Current, sends } from './current-job.ts';
import type { RunEars } from './hear-runs.ts';
import { type BellWorld, LookUpBell } from './look-up-bell.ts';
import { CLOSING, PAUSED_BEFORE, UNDER_WAY } from './run-refusals.ts';
import { RunTelling } from './run-telling.ts';
import { tellChanges } from './tell-changes.ts';

export interface RunnerWorld extends BellWorld {
  readonly publish: (event: DeskEvent) => void;
  /** Looks up what is not final, of every batch, until nothing more is due soon. */
  readonly follow: (follower: Follower) => Promise<Answer<readonly RunReport[]>>;
  /** Asked before a job that sends begins. Shape: why it must not; null when it may. */
  readonly beforeSending: () => Refusal | null;
  /** A job of ours broke: what it left in the middle is in doubt. It must not throw. */
  readonly onFault: (error: unknown) => void;
}

type Job = (follower: Follower) => Promise<Answer<RunReport>>;

type What = Pick<Current, 'batch' | 'work'>;
/** The place of the one thing at a time, taken. */
interface Place extends Pick<Current, 'before' | 'telling'> {
  readonly leave: () => void;
}

export class Runner {
  readonly #world: RunnerWorld;
  readonly #bell: LookUpBell;
  #current: Current | null = null;
  /** The job at work, which is still another than the current one while it makes way. */
  #working: RunTelling | null = null;

  constructor(world: RunnerWorld) {
    this.#world = world;
    this.#bell = new LookUpBell(world);
  }

  get activity(): Activity {
    return activityOf(this.#current);
  }

  /** Null before its first. */
  get progress(): Progress | null {
    return this.#current?.telling.progress ?? null;
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
    const telling = this.#running(batch)?.telling;
    telling?.askPause();
    return telling === undefined ? null : (telling.progress?.inFlight ?? 0);
  }

  /** Looks up now. */
  checkNow(): void {
    this.#bell.ask();
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
        if (isFollowing) this.#bell.ask();
      }
    }
    // Another batch has the place and keeps it; what makes way for it may still count this one.
    await this.#current.before;
    return this.#bell.isOver ? refused(CLOSING) : act();
  }

  async close(): Promise<void> {
    this.#bell.end();
    this.#askToEnd();
    await this.#current?.ended;
  }

  /** What runs tell, and the ledgers of both desks. Shape: see hear-runs. */
  get ears(): RunEars {
    return {
      onPrepared: (batch) => this.#working?.begin(batch),
      onOver: () => this.#working?.runOver(),
      onChanges: (book, changes) =>
        tellChanges({ publish: this.#world.publish, working: this.#working }, book, changes),
    };
  }

  /** Whether payouts leave now or are about to: what only looks up makes way for what sends. */
  isSending(): boolean {
    return sends(this.#current);
  }

  /** The run of the batch, or what is about to be; null while it is only watched. */
  #running(batch: BatchId): Current | null {
    const current = this.#current;
    return current?.kind === 'following' || current?.batch !== batch ? null : current;
  }

  /** What sends is paused; what only looks up makes way. */
  #askToEnd(): void {
    if (this.isSending()) this.#current?.telling.askPause();
    else this.#current?.telling.askWay();
  }

  /** Why nothing else may begin now; null when it may. */
  whyNot(): Refusal | null {
    if (this.#bell.isOver) return CLOSING;
    return this.isSending() ? UNDER_WAY[this.#current?.work ?? 'pay'] : null;
  }

  /** Takes the place: what only looks up is asked to make way. */
  #take({ batch, work }: What, onBegun: (batch: BatchId) => void = () => {}): Place {
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const telling: RunTelling = new RunTelling(this.#world.publish, (begun) => {
      this.#setCurrent({ kind: 'sending', work, batch: begun, ...taken });
      onBegun(begun);
    });
    const had = this.#current;
    const taken = { before: had?.ended ?? Promise.resolve(), ended, telling };
    this.#setCurrent({ kind: 'preparing', work, batch, ...taken });
    had?.telling.askWay();
    const leave = (): void => {
      if (this.#working === telling) this.#working = null;
      this.#rest(ended);
      resolve();
      this.#bell.wake();
    };
    return { ...taken, leave };
  }

  async #carryOut(job: Job, place: Place, begun: PromiseWithResolvers<Answer<BatchId>>): Promise<void> {
    const { telling, before, leave } = place;
    try {
      await before;
      const refusal = this.#bell.isOver ? CLOSING : telling.isPauseAsked ? PAUSED_BEFORE : this.#world.beforeSending();
      if (refusal !== null) return begun.resolve(refused(refusal));
      this.#working = telling;
      const answer = await job(telling.follower);
      if (answer.kind === 'done') telling.end(answer.value);
      begun.resolve(answer.kind === 'done' ? { kind: 'done', value: answer.value.view.batch } : answer);
    } catch (error) {
      // Whoever waits hears of it first, whatever becomes of the rest.
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
      return this.#bell.isOver ? refused(CLOSING) : await act();
    } finally {
      leave();
    }
  }

  async #followForEver(): Promise<void> {
    while (!this.#bell.isOver) {
      await this.#bell.untilDue(() => this.#current === null);
      if (this.#bell.isOver || this.#current !== null) continue;
      await this.#bell.rest(await this.#followOnce());
    }
  }

  /** Shape: how long to leave it alone now: what was refused, such as for want of a token, is not asked again at once. */
  async #followOnce(): Promise<number> {
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const telling = new RunTelling(this.#world.publish, () => {});
    this.#working = telling;
    this.#setCurrent({ kind: 'following', work: 'pay', batch: null, before: Promise.resolve(), ended, telling });
    try {
      const answer = await this.#world.follow(telling.follower);
      if (answer.kind !== 'done') return FOLLOW_REFUSED_WAIT_MS;
      for (const report of answer.value) telling.end(report);
      return answer.value.some(({ end }) => end === 'paused') ? FOLLOW_REFUSED_WAIT_MS : 0;
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
