// Requests to the runner while it waits for something else.

import { describe, expect, it } from 'vitest';
import { Runner, type RunnerWorld } from '../../electron/main/desk/runtime/runner.ts';
import { systemClock } from '../../electron/main/platform/clock.ts';
import type { Follower, RunReport } from '../../electron/main/session/following.ts';
import type { Answer } from '../../shared/api/contract.ts';
import type { DeskEvent, LiveProgress } from '../../shared/api/events.ts';
import { type BatchId, formatBatchId, type PayoutId } from '../../shared/ids.ts';
import { asPaise } from '../../shared/money.ts';
import { STATE_KINDS, type StateKind } from '../../shared/states.ts';
import { spoken } from '../fixtures/spoken.ts';

const X = formatBatchId('B', 1);
const Y = formatBatchId('B', 2);

function zeros<Value>(value: Value): Record<StateKind, Value> {
  return Object.fromEntries(STATE_KINDS.map((state) => [state, value])) as Record<StateKind, Value>;
}

function reportOf(batch: BatchId, end: RunReport['end'] = 'reached'): RunReport {
  const view = { batch, profile: 'acme', state: 'settled' as const, paused: null };
  return { view: { ...view, counts: zeros(0), paise: zeros(asPaise(0)) }, end, pause: null };
}

function progressOf(batch: BatchId, phase: LiveProgress['phase'], queued = 0): LiveProgress {
  const { view } = reportOf(batch);
  const counted = { ...view, counts: { ...view.counts, queued } };
  const numbers = { total: 1, inFlight: 2, elapsedMs: 0, sentPerSecond: 0, nextLookupInMs: null };
  return { phase, note: null, view: counted, ...numbers };
}

/** A job that goes on until the test ends it. */
class HeldJob {
  isBegun = false;
  follower: Follower | null = null;
  readonly #ending = Promise.withResolvers<Answer<RunReport>>();

  readonly run = (follower: Follower): Promise<Answer<RunReport>> => {
    this.isBegun = true;
    this.follower = follower;
    return this.#ending.promise;
  };

  get isPaused(): boolean {
    return this.follower?.signal.aborted === true;
  }

  end(batch: BatchId): void {
    this.#ending.resolve({ kind: 'done', value: reportOf(batch) });
  }

  break(error: Error): void {
    this.#ending.reject(error);
  }
}

interface TestRunner {
  readonly runner: Runner;
  readonly events: readonly DeskEvent[];
  readonly faults: readonly unknown[];
  readonly watches: readonly HeldJob[];
  /** Assigned by a test to make a watch due. */
  dueAtMs: () => number | null;
}

function openRunner(change: Partial<RunnerWorld> = {}): TestRunner {
  const events: DeskEvent[] = [];
  const faults: unknown[] = [];
  const watches: HeldJob[] = [];
  const opened: { dueAtMs: () => number | null } = { dueAtMs: () => null };
  const runner = new Runner({
    clock: systemClock,
    publish: (event) => events.push(event),
    follow: async (follower) => {
      const watch = new HeldJob();
      watches.push(watch);
      const answer = await watch.run(follower);
      return answer.kind === 'done' ? { reports: [answer.value], refused: null } : { reports: [], refused: answer };
    },
    nextDueAtMs: () => opened.dueAtMs(),
    beforeSending: () => null,
    onRunBegins: () => {},
    onRunEnds: () => {},
    onFault: (error) => faults.push(error),
    ...change,
  });
  return Object.assign(opened, { runner, events, faults, watches });
}

/** A runner whose watch is under way but ignores requests, as while a keychain is asked. */
async function watching(): Promise<TestRunner & { readonly watch: HeldJob }> {
  const test = openRunner();
  test.runner.startFollowing();
  test.runner.checkNow(Y);
  await expect.poll(() => test.watches.length).toBe(1);
  const [watch] = test.watches;
  if (watch === undefined) throw new Error('nothing is watched');
  return Object.assign(test, { watch });
}

const codeOf = (answer: Answer<unknown>): string => (answer.kind === 'done' ? 'done' : answer.refusal.code);

describe('a pause that comes while nobody listens', () => {
  it('is heard by the run as soon as it listens', async () => {
    const { runner } = openRunner();
    const job = new HeldJob();
    const begun = runner.send(X, job.run);
    await expect.poll(() => job.isBegun).toBe(true);
    expect(runner.pause(X)).toBe(0);
    job.follower?.onRun?.({ batch: X, send: true });
    expect(job.isPaused).toBe(true);
    job.end(X);
    expect(codeOf(await begun)).toBe('done');
    await runner.close();
  });

  it('reaches a watch that only starts to listen later, so that a start never waits for its end', async () => {
    const { runner, watch } = await watching();
    const job = new HeldJob();
    const begun = runner.send(null, job.run);
    expect(watch.isPaused).toBe(true);
    expect(job.isBegun).toBe(false);
    watch.end(Y);
    await expect.poll(() => job.isBegun).toBe(true);
    job.end(X);
    expect(codeOf(await begun)).toBe('done');
    await runner.close();
  });

  it('is not heard by the next job', async () => {
    const { runner } = openRunner();
    const first = new HeldJob();
    const begun = runner.send(X, first.run);
    await expect.poll(() => first.isBegun).toBe(true);
    runner.pause(X);
    first.end(X);
    await begun;
    const second = new HeldJob();
    await expect.poll(() => runner.activity.kind).toBe('idle');
    const again = runner.send(X, second.run);
    await expect.poll(() => second.isBegun).toBe(true);
    expect(second.isPaused).toBe(false);
    second.end(X);
    await again;
    await runner.close();
  });
});

describe('what was called off before it began', () => {
  it('does not begin once it was stopped while a watch made way', async () => {
    const { runner, watch } = await watching();
    const job = new HeldJob();
    const begun = runner.send(X, job.run);
    const stopped = runner.whileStopped(X, () => Promise.resolve({ kind: 'done' as const, value: 'cancelled' }));
    watch.end(Y);
    expect(codeOf(await begun)).toBe('pausedBefore');
    expect(await stopped).toMatchObject({ value: 'cancelled' });
    expect(job.isBegun).toBe(false);
    await runner.close();
  });

  it('does not begin once the desk closes while a watch made way', async () => {
    const { runner, watch } = await watching();
    const job = new HeldJob();
    const begun = runner.send(null, job.run);
    const closed = runner.close();
    expect(watch.isPaused).toBe(true);
    watch.end(Y);
    await closed;
    expect(codeOf(await begun)).toBe('closing');
    expect(job.isBegun).toBe(false);
  });

  it('is called what it is while a desk is restored or a batch cancelled: nothing is sent', async () => {
    const { runner, watch } = await watching();
    const held = Promise.withResolvers<void>();
    const slowly = async (): Promise<Answer<null>> => {
      await held.promise;
      return { kind: 'done', value: null };
    };
    const restoring = runner.aside('restore', slowly);
    watch.end(Y);
    expect(runner.activity).toEqual({ kind: 'preparing', batch: null, work: 'restore' });
    const other = await runner.send(Y, () => Promise.reject(new Error('nothing is sent meanwhile')));
    expect(spoken(other)).toMatchObject({ kind: 'refused', refusal: { message: 'A backup is being restored.' } });
    const stopping = await runner.whileStopped(Y, () => Promise.reject(new Error('nothing is stopped meanwhile')));
    expect(spoken(stopping)).toMatchObject({ kind: 'refused', refusal: { message: 'A backup is being restored.' } });
    held.resolve();
    await restoring;

    const cancelled = Promise.withResolvers<void>();
    const cancelling = runner.whileStopped(X, async () => {
      await cancelled.promise;
      return { kind: 'done' as const, value: null };
    });
    await expect.poll(() => runner.activity).toEqual({ kind: 'preparing', batch: X, work: 'cancel' });
    expect(spoken(runner.refusalNow())).toMatchObject({ message: 'A batch is being cancelled.' });
    cancelled.resolve();
    await cancelling;
    await runner.close();
  });

  it('is neither done aside nor to a stopped batch once the desk closes', async () => {
    const { runner, watch } = await watching();
    const acts: string[] = [];
    const act = (name: string) => () => {
      acts.push(name);
      return Promise.resolve({ kind: 'done' as const, value: null });
    };
    const aside = runner.aside('restore', act('aside'));
    const closed = runner.close();
    const separate = runner.whileStopped(X, act('apart'));
    watch.end(Y);
    await closed;
    expect([codeOf(await aside), codeOf(await separate)]).toEqual(['closing', 'closing']);
    expect(codeOf(await runner.aside('restore', act('late')))).toBe('closing');
    expect(acts).toEqual([]);
  });
});

describe('stopping a batch', () => {
  it('leaves the start of another one alone', async () => {
    const { runner } = openRunner();
    const job = new HeldJob();
    const begun = runner.send(null, job.run);
    await expect.poll(() => job.isBegun).toBe(true);
    expect(runner.pause(Y)).toBeNull();
    await runner.whileStopped(Y, () => Promise.resolve({ kind: 'done' as const, value: null }));
    expect(job.isPaused).toBe(false);
    job.end(X);
    await begun;
    await runner.close();
  });

  it('waits until a watch counts nothing of it any more, and follows anew', async () => {
    const { runner, watch, watches } = await watching();
    watch.follower?.onProgress(progressOf(Y, 'settling', 3));
    let isCounted = true;
    const stopped = runner.whileStopped(Y, () => Promise.resolve({ kind: 'done' as const, value: isCounted }));
    expect(watch.isPaused).toBe(true);
    isCounted = false;
    watch.end(Y);
    expect(await stopped).toMatchObject({ value: false });
    await expect.poll(() => watches.length).toBe(2);
    watches[1]?.end(Y);
    await runner.close();
  });

  it('waits for the watch that makes way for another batch', async () => {
    const { runner, watch } = await watching();
    const job = new HeldJob();
    const begun = runner.send(null, job.run);
    let isActed = false;
    const stopped = runner.whileStopped(Y, () => {
      isActed = true;
      return Promise.resolve({ kind: 'done' as const, value: null });
    });
    await Promise.resolve();
    expect(isActed).toBe(false);
    watch.end(Y);
    await stopped;
    expect(isActed).toBe(true);
    await expect.poll(() => job.isBegun).toBe(true);
    job.end(X);
    await begun;
    await runner.close();
  });
});

describe('what only looks up', () => {
  /** Follows a job, and records why it is asked to end. */
  function optionsOf(job: HeldJob): (string | undefined)[] {
    const requests: (string | undefined)[] = [];
    const signal = job.follower?.signal;
    const note = (): void => void requests.push(String(signal?.reason));
    if (signal?.aborted === true) note();
    signal?.addEventListener('abort', note);
    return requests;
  }

  it('makes way for what is started, for what is done aside, and for the desk that closes', async () => {
    for (const act of [
      async (runner: Runner, job: HeldJob) => runner.send(null, job.run),
      async (runner: Runner) => runner.aside('restore', () => Promise.resolve({ kind: 'done', value: null })),
      async (runner: Runner) => runner.close(),
    ]) {
      const { runner, watch } = await watching();
      const requests = optionsOf(watch);
      const job = new HeldJob();
      const acted = act(runner, job);
      expect(requests).toEqual(['preempt']);
      watch.end(Y);
      job.end(X);
      await acted;
      await runner.close();
    }
  });

  it('makes way for a batch that a person wants looked up, and goes on with the very one', async () => {
    const { runner, watch, watches } = await watching();
    const requests = optionsOf(watch);
    watch.follower?.onProgress(progressOf(Y, 'settling'));
    runner.checkNow(Y);
    expect(requests).toEqual([]);
    runner.checkNow(X);
    expect(requests).toEqual(['preempt']);
    watch.end(Y);
    await expect.poll(() => watches.length).toBe(2);
    watches[1]?.end(X);
    await runner.close();
  });

  it('makes way as well once it has sent all there was to send; before that a person pauses it', async () => {
    const { runner } = openRunner();
    const job = new HeldJob();
    const begun = runner.send(X, job.run);
    await expect.poll(() => job.isBegun).toBe(true);
    job.follower?.onRun?.({ batch: X, send: true });
    job.follower?.onProgress(progressOf(X, 'settling'));
    const requests = optionsOf(job);
    const next = new HeldJob();
    const started = runner.send(null, next.run);
    expect(requests).toEqual(['preempt']);
    job.end(X);
    await begun;
    await expect.poll(() => next.isBegun).toBe(true);
    next.follower?.onRun?.({ batch: Y, send: true });
    const closed = runner.close();
    expect(optionsOf(next)).toEqual(['pause']);
    next.end(Y);
    await started;
    await closed;
  });
});

describe('what the ledger changes', () => {
  const change = {
    payoutId: 1 as PayoutId,
    rowNumber: 2,
    from: 'unknown',
    to: 'failed',
    amountPaise: asPaise(1),
  } as const;
  const said = { ...change, batch: 1, late: false, echoMismatch: false };

  it('is told with the progress of its own run, and asked about anew where no run tells it', async () => {
    const { runner, events } = openRunner();
    const job = new HeldJob();
    const begun = runner.send(X, job.run);
    await expect.poll(() => job.isBegun).toBe(true);
    const onEnded = job.follower?.onRun?.({ batch: X, send: true });
    runner.onChanges('live', [said, { ...said, batch: 2, rowNumber: 9 }]);
    expect(events.filter(({ kind }) => kind === 'changed')).toMatchObject([{ book: 'live' }]);
    job.follower?.onProgress(progressOf(X, 'sending'));
    expect(events.findLast(({ kind }) => kind === 'progress')).toMatchObject({
      changes: [{ rowNumber: 2, state: 'failed' }],
    });
    runner.onChanges('live', [{ ...said, rowNumber: 3 }]);
    onEnded?.(null);
    runner.onChanges('practice', [said]);
    expect(events.filter(({ kind }) => kind === 'changed')).toMatchObject([
      { book: 'live' },
      { book: null },
      { book: 'practice' },
    ]);
    job.end(X);
    await begun;
    await runner.close();
  });

  it('raises its alarms, whatever goes on', async () => {
    const { runner, events } = openRunner();
    runner.onChanges('practice', [
      { ...said, late: true },
      { ...said, rowNumber: 5, from: 'sending', to: 'unknown', echoMismatch: true },
    ]);
    expect(events.filter(({ kind }) => kind === 'alarm')).toEqual([
      { kind: 'alarm', alarm: 'lateNews', batch: 'P0001', payout: 'P0001/2' },
      { kind: 'alarm', alarm: 'echoMismatch', batch: 'P0001', payout: 'P0001/5' },
    ]);
    await runner.close();
  });
});

describe('a run that has begun and told nothing yet', () => {
  it('counts as sending, whatever the watch before it told last', async () => {
    const { runner, watch } = await watching();
    watch.follower?.onProgress(progressOf(Y, 'settling'));
    const job = new HeldJob();
    const begun = runner.send(null, job.run);
    watch.follower?.onProgress(progressOf(Y, 'settling'));
    watch.end(Y);
    await expect.poll(() => job.isBegun).toBe(true);
    job.follower?.onRun?.({ batch: X, send: true });
    await begun;
    expect(runner.isSending()).toBe(true);
    expect(runner.progress).toBeNull();
    expect(codeOf(await runner.send(null, job.run))).toBe('runUnderWay');
    job.follower?.onProgress(progressOf(X, 'settling'));
    expect(runner.isSending()).toBe(false);
    job.end(X);
    await runner.close();
  });
});

describe('a fault', () => {
  it('in a job is told to who waits for it, and the place is free again', async () => {
    const { runner, faults } = openRunner();
    const job = new HeldJob();
    const begun = runner.send(null, job.run);
    job.break(new Error('a bug'));
    await expect(begun).rejects.toThrow('a bug');
    expect(faults).toMatchObject([{ message: 'a bug' }]);
    await expect.poll(() => runner.activity.kind).toBe('idle');
    await runner.close();
  });

  it('in the calendar ends no following', async () => {
    const test = openRunner();
    test.dueAtMs = () => {
      throw new Error('the disk is gone');
    };
    test.runner.startFollowing();
    await expect.poll(() => test.faults.length).toBe(1);
    test.dueAtMs = () => 0;
    test.runner.checkNow(Y);
    await expect.poll(() => test.watches.length).toBe(1);
    test.watches[0]?.end(Y);
    await test.runner.close();
  });
});
