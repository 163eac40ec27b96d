// What the process does about payouts: one thing at a time. It follows what is not final by itself, from its start on; it
// sends only while a person's command asks for it, and then follows again. In: jobs. Out: events.
// This file must never start to send by itself: sending begins with a person's Start or Resume, whatever happened before.

import type { Answer } from '../../../../shared/api/answers.ts';
import type { Activity } from '../../../../shared/api/desk-commands.ts';
import type { DeskEvent, Progress } from '../../../../shared/api/events.ts';
import type { Follower, RunReport } from '../../../../shared/api/following.ts';
import type { BatchId } from '../../../../shared/ids.ts';
import type { Refusal } from '../../../../shared/issues.ts';
import { FOLLOW_AGAIN_MAX_MS, FOLLOW_REFUSED_WAIT_MS } from '../../../../shared/limits.ts';
import { refused } from '../desks.ts';
import type { Clock } from '../ports.ts';
import type { RunEars } from './hear-runs.ts';
import { RunTelling } from './run-telling.ts';

export interface RunnerWorld {
  readonly clock: Clock;
  readonly publish: (event: DeskEvent) => void;
  /** Looks up what is not final, of every batch, until nothing more is due soon. */
  readonly follow: (follower: Follower) => Promise<Answer<readonly RunReport[]>>;
  /** When the next look-up of any batch is due; null when nothing is followed. Units: milliseconds since 1970. */
  readonly nextDueAtMs: () => number | null;
  /** A job of ours broke: what it left in the middle is in doubt. */
  readonly onFault: (error: unknown) => void;
}

type Job = (follower: Follower) => Promise<Answer<RunReport>>;

/** Shape: `batch` is known once the run is prepared. */
interface Current {
  readonly kind: 'preparing' | 'sending' | 'following';
  readonly batch: BatchId | null;
  readonly ended: Promise<void>;
}

export const RUN_UNDER_WAY: Refusal = {
  code: 'runUnderWay',
  message: 'A batch is being sent.',
  cure: 'Wait until it is sent, or pause it first.',
};

export class Runner {
  readonly #world: RunnerWorld;
  readonly #telling: RunTelling;
  #current: Current | null = null;
  #prepared: ((batch: BatchId) => void) | null = null;
  #wakeFollowing = (): void => {};
  #isClosing = false;
  #isCheckAsked = false;

  constructor(world: RunnerWorld) {
    this.#world = world;
    this.#telling = new RunTelling(world.publish);
  }

  get activity(): Activity {
    const current = this.#current;
    if (current === null) return { kind: 'idle' };
    const { kind, batch } = current;
    if (kind === 'sending' && batch !== null) return { kind, batch };
    return { kind: kind === 'sending' ? 'preparing' : kind, batch };
  }

  get progress(): Progress | null {
    return this.#telling.progress;
  }

  /** Follows by itself from now on. */
  startFollowing(): void {
    void this.#followForEver();
  }

  /**
   * Starts a job that sends, after what is only followed has made way. Shape: the batch, as soon as its run begins; the run
   * goes on by itself. Errors: the job's own refusal, or that another batch is being sent.
   */
  async send(job: Job): Promise<Answer<BatchId>> {
    if (this.isSending() || this.#isClosing) return refused(RUN_UNDER_WAY);
    const begun = Promise.withResolvers<Answer<BatchId>>();
    const ended = Promise.withResolvers<void>();
    const before = this.#current;
    this.#setCurrent({ kind: 'preparing', batch: null, ended: ended.promise });
    this.#telling.askPause();
    await before?.ended;
    if (this.#isClosing) {
      this.#rest(ended.promise);
      ended.resolve();
      return refused(RUN_UNDER_WAY);
    }
    this.#prepared = (batch) => {
      this.#setCurrent({ kind: 'sending', batch, ended: ended.promise });
      begun.resolve({ kind: 'done', value: batch });
    };
    void this.#carryOut(job)
      .then(
        (answer) => begun.resolve(answer.kind === 'done' ? { kind: 'done', value: answer.value.view.batch } : answer),
        (error: unknown) => {
          this.#world.onFault(error);
          begun.reject(error);
        },
      )
      .finally(() => {
        this.#rest(ended.promise);
        ended.resolve();
        this.#wakeFollowing();
      });
    return begun.promise;
  }

  /** Stops new requests at once. Shape: how many are in flight; null when this batch is not running. */
  pause(batch: BatchId): number | null {
    const isRunning = this.#current !== null && (this.#current.batch ?? batch) === batch;
    if (!isRunning || this.#current?.kind === 'following') return null;
    this.#telling.askPause();
    return this.progress?.inFlight ?? 0;
  }

  /** Waits until the batch is not running any more. */
  async stop(batch: BatchId): Promise<void> {
    if (this.pause(batch) !== null) await this.#current?.ended;
  }

  /** Looks up now. */
  checkNow(): void {
    this.#isCheckAsked = true;
    this.#wakeFollowing();
  }

  /** What only looks up begins anew, with what is on disk now; what has something to send, or to be resumed, goes on. */
  followAnew(): void {
    const unsent = this.progress?.view.counts.queued ?? 0;
    if (this.#current === null || this.isSending() || unsent > 0) return;
    this.#isCheckAsked = true;
    this.#telling.askPause();
  }

  /** Does something while nothing is sent or followed. Errors: refused while a batch is being sent; else what `act` says. */
  async aside<Value>(act: () => Promise<Answer<Value>>): Promise<Answer<Value>> {
    if (this.isSending() || this.#isClosing) return refused(RUN_UNDER_WAY);
    const ended = Promise.withResolvers<void>();
    const before = this.#current;
    this.#setCurrent({ kind: 'preparing', batch: null, ended: ended.promise });
    this.#telling.askPause();
    try {
      await before?.ended;
      return await act();
    } finally {
      this.#rest(ended.promise);
      ended.resolve();
      this.#wakeFollowing();
    }
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    this.#wakeFollowing();
    this.#telling.askPause();
    await this.#current?.ended;
  }

  /** What a run tells while it goes on. Shape: see hear-runs. */
  get ears(): RunEars {
    return {
      onPrepared: (batch) => {
        this.#telling.begin();
        const begun = this.#prepared;
        this.#prepared = null;
        begun?.(batch);
      },
      onChanges: (changes) => this.#telling.hear(changes),
      onAlarm: (alarm) => this.#world.publish(alarm),
    };
  }

  async #carryOut(job: Job): Promise<Answer<RunReport>> {
    const answer = await job(this.#telling.follower());
    if (answer.kind === 'done') this.#telling.end(answer.value);
    return answer;
  }

  async #followForEver(): Promise<void> {
    while (!this.#isClosing) {
      await this.#untilDue();
      if (this.#isClosing || this.#current !== null) continue;
      const waitMs = await this.#followOnce();
      if (waitMs > 0 && !this.#isCheckAsked) await this.#rested(waitMs);
    }
  }

  /** Shape: how long to leave it alone now: what was refused, such as for want of a token, is not asked again at once. */
  async #followOnce(): Promise<number> {
    const ended = Promise.withResolvers<void>();
    this.#setCurrent({ kind: 'following', batch: null, ended: ended.promise });
    try {
      const answer = await this.#world.follow(this.#telling.follower());
      if (answer.kind !== 'done') return FOLLOW_REFUSED_WAIT_MS;
      for (const report of answer.value) this.#telling.end(report);
      return answer.value.some(({ end }) => end === 'paused') ? FOLLOW_REFUSED_WAIT_MS : 0;
    } catch (error) {
      this.#world.onFault(error);
      return FOLLOW_REFUSED_WAIT_MS;
    } finally {
      this.#rest(ended.promise);
      ended.resolve();
    }
  }

  /** Waits until a look-up is due, or a person asked for one, and nothing is sent. */
  async #untilDue(): Promise<void> {
    while (!this.#isClosing) {
      const isFree = this.#current === null;
      const dueAtMs = isFree ? this.#world.nextDueAtMs() : null;
      const waitMs = dueAtMs === null ? FOLLOW_AGAIN_MAX_MS : dueAtMs - this.#world.clock.nowMs();
      if (isFree && (waitMs <= 0 || this.#isCheckAsked)) {
        this.#isCheckAsked = false;
        return;
      }
      await this.#rested(Math.min(waitMs, FOLLOW_AGAIN_MAX_MS));
    }
  }

  #rested(waitMs: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#world.clock.after(waitMs, resolve);
      this.#wakeFollowing = () => {
        cancel();
        resolve();
      };
      if (this.#isClosing) this.#wakeFollowing();
    });
  }

  /** Whether payouts leave now or are about to: what only looks up makes way for what sends. */
  isSending(): boolean {
    const current = this.#current;
    if (current === null || current.kind === 'following') return false;
    return current.kind === 'preparing' || this.progress?.phase !== 'settling';
  }

  /** The place is free again, unless a command that waited for exactly this end has taken it already. */
  #rest(ended: Promise<void>): void {
    if (this.#current?.ended === ended) this.#setCurrent(null);
  }

  #setCurrent(current: Current | null): void {
    this.#current = current;
    if (current === null || current.kind === 'preparing') {
      this.#telling.forget();
      this.#prepared = null;
    }
    this.#world.publish({ kind: 'activity', activity: this.activity });
  }
}
