// Separate computers, each the composed program over its own data folders, without a window. The test moves their clocks forward;
// a run itself uses the real ones.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type TestContext } from 'vitest';
import { composeForWindows } from '../../electron/main/compose.ts';
import { cancelBatch } from '../../electron/main/desk/batches/batch-handlers.ts';
import { readFileRows } from '../../electron/main/desk/batches/confirmation.ts';
import { resumeBatch } from '../../electron/main/desk/batches/resume-batch.ts';
import type { RetryRows } from '../../electron/main/desk/batches/retry-rows.ts';
import { prepareStart, type RowsAsked, startBatch, type Yes } from '../../electron/main/desk/batches/start-batch.ts';
import { watchBatches } from '../../electron/main/desk/batches/watch-batches.ts';
import { setProfile } from '../../electron/main/desk/profiles/manage-profiles.ts';
import type { RunReport } from '../../electron/main/session/following.ts';
import type { System } from '../../electron/main/session/system.ts';
import type { Answer } from '../../shared/api/contract.ts';
import type { BatchId, Mid } from '../../shared/ids.ts';
import type { Paise } from '../../shared/money.ts';
import type { RetryPayout } from '../../shared/retry-payout.ts';
import { type PayoutRow, writeCsv } from '../cli/payout-files.ts';
import type { SpecGateway } from '../cli/spec-gateway.ts';

const FOLLOWER = { onProgress: () => undefined, signal: new AbortController().signal };
const SPEED = { ratePerSecond: 100, inFlightMax: 8, pollFirstMs: 50, pollMaxMs: 200, timeoutMs: 5_000 };
const UNSET = { maxPayoutPaise: null, maxBatchPaise: null, decideAfterMs: null, walletUnit: null };

type Options = Omit<RowsAsked, 'source'> & Omit<Yes, 'confirmed'>;

/** How a person starts something. `meanwhile` runs while they read the confirmation; absent when they agreed beforehand. */
export type StartOptions = Partial<Options> & { readonly meanwhile?: () => unknown };

export type RunOptions = StartOptions & {
  readonly fileName?: string;
  readonly profile?: string;
  readonly onlyPayable?: boolean;
  readonly acceptRepeats?: readonly BatchId[];
};

export interface Computer {
  readonly system: System;
  readonly folder: string;
  /** Moves the monotonic clock forward, like a person who takes their time. */
  wait(ms: number): void;
  /** Moves the wall clock forward. */
  setDaysLater(days: number): void;
  /** Sets what is drawn at random from now on. */
  drawBy(draw: System['randomBelow']): void;
  connect(profile: {
    readonly name?: string;
    readonly baseUrl: string;
    readonly mid: number;
    readonly maxPayoutPaise?: Paise;
    readonly severalComputers?: boolean;
  }): Promise<void>;
  run(rows: readonly PayoutRow[], params?: RunOptions): Promise<Answer<RunReport>>;
  resume(batch: string, how?: Pick<Yes, 'payer'>): Promise<Answer<RunReport>>;
  retry(batch: string, asked?: StartOptions & { readonly from?: RetryRows['from'] }): Promise<Answer<RunReport>>;
  watch(batch: string): Promise<unknown>;
  cancel(batch: string): Promise<unknown>;
  /** The payouts of a batch on disk, in file order. */
  payouts(batch: string): readonly RetryPayout[];
}

/**
 * A computer whose account `acme` pays through this gateway; every account has its token. `beside` is a desk of the same user on
 * the same computer, with its own data folder; `secondLook` takes no time unless given.
 */
export async function computer(
  test: TestContext,
  gateway: SpecGateway,
  { beside, ...how }: { readonly beside?: Computer; readonly secondLook?: System['secondLook'] } = {},
): Promise<Computer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'payout-desk-computer-'));
  test.onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const composed = composeForWindows({
    dataFolder: path.join(folder, 'data'),
    stateFolder: path.join(beside?.folder ?? folder, 'state'),
    environmentToken: null,
    systemProxy: null,
    secondLook: how.secondLook ?? { leastMs: 0, mostMs: 0 },
    onWarning: () => undefined,
  });
  let aheadMs = 0;
  let daysLater = 0;
  const clock = {
    ...composed.system.clock,
    monotonicMs: () => composed.system.clock.monotonicMs() + aheadMs,
    nowMs: () => composed.system.clock.nowMs() + daysLater * 86_400_000,
  };
  const tokens: System['tokens'] = {
    ...composed.system.tokens,
    read: () => Promise.resolve({ kind: 'token', token: gateway.token, forSession: true }),
  };
  let draw = composed.system.randomBelow;
  const system: System = { ...composed.system, clock, tokens, randomBelow: (limit) => draw(limit) };
  const connect: Computer['connect'] = async ({ name = 'acme', mid, ...more }) => {
    const saved = await setProfile(system, { ...UNSET, ...more, name, mid: mid as Mid, ...SPEED });
    expect(saved.kind).toBe('done');
  };
  await connect({ baseUrl: gateway.url, mid: gateway.mid });
  const bounds = { until: 'settled', forMs: null, follower: FOLLOWER } as const;
  const start = (source: RowsAsked['source'], request: StartOptions): Promise<Answer<RunReport>> =>
    startRead(system, source, { ...bounds, name: null, acceptWarnings: true, ticks: null, ...request });
  const accepted = { acceptWarnings: true, count: 'any' as const };
  return {
    system,
    folder,
    wait: (ms) => void (aheadMs += ms),
    setDaysLater: (days) => void (daysLater = days),
    drawBy: (next) => void (draw = next),
    connect,
    run: async (
      rows,
      { fileName = 'pay.csv', profile = 'acme', onlyPayable = false, acceptRepeats = [], ...options } = {},
    ) => {
      const path = writeCsv(folder, { name: fileName, rows });
      const file = { path, sheet: null, columns: [], encoding: null, fillRemark: null };
      const calledAs = options.name ?? null;
      const how = { file, profile, onlyPayable, acceptRepeats, includeHidden: false, calledAs };
      const read = await readFileRows(system, how);
      return read.kind === 'done' ? start(read.value, options) : read;
    },
    resume: (batch, how) => resumeBatch(system, { batch: batch as BatchId, ...bounds, ...accepted, ...how }),
    retry: (batch, { from = null, ...options } = {}) =>
      start({ kind: 'retry', batch: batch as BatchId, from }, options),
    watch: (batch) => watchBatches(system, { batch: batch as BatchId, forMs: 3_000, follower: FOLLOWER }),
    cancel: (batch) => cancelBatch(system, batch as BatchId),
    payouts: (batch) => {
      const opening = system.openReader('live');
      if (opening.kind !== 'open') throw new Error('the desk does not open');
      try {
        return opening.store.retries.payouts(Number(batch.slice(1)));
      } finally {
        opening.store.close();
      }
    },
  };
}

/** Starts it as a door does. */
export async function startRead(
  system: System,
  source: RowsAsked['source'],
  { meanwhile, ...options }: Options & Pick<StartOptions, 'meanwhile'>,
): Promise<Answer<RunReport>> {
  const asking = { ...options, source };
  if (meanwhile === undefined) return startBatch(system, asking, { ...options, confirmed: 'any' });
  const { answer } = await prepareStart(system, asking);
  if (answer.kind !== 'done') return answer;
  await meanwhile();
  const { seal, view } = answer.value;
  const { count, totalPaise } = view.figures;
  return startBatch(system, asking, { ...options, confirmed: { seal, count, totalPaise } });
}

/** How a command ended: the counts of its batch, or the codes of the findings against it. */
export function endingOf(answer: Answer<RunReport>): unknown {
  if (answer.kind === 'done') {
    const { counts } = answer.value.view;
    return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
  }
  return answer.kind === 'blocked' ? answer.check.issues.map(({ row, code }) => [row, code]) : answer.refusal.code;
}

/** Pauses a batch as soon as it is stored. */
export function stoppedOnceStored(): Required<Pick<Options, 'follower' | 'onStored'>> {
  const stopping = new AbortController();
  return {
    follower: { onProgress: () => undefined, signal: stopping.signal },
    // On the next tick the run listens and has sent nothing yet, because it first waits for a second.
    onStored: () => {
      setImmediate(() => stopping.abort('pause'));
    },
  };
}
