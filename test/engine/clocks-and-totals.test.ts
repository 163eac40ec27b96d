// The small parts of the loop: the clock watch, the alarm, the totals, the retries of disk writes and the refusals of the rate.

import { beforeEach, describe, expect, it } from 'vitest';
import type { Tally } from '../../electron/main/domain/batches.ts';
import { DiskPatience, pauseOfDisk } from '../../electron/main/domain/disk-patience.ts';
import type { LedgerFailure } from '../../electron/main/domain/ledger.ts';
import { WakeTimer } from '../../electron/main/engine/batch-run.ts';
import { SleepWatch } from '../../electron/main/engine/breakers.ts';
import { Permits, RateWindow } from '../../electron/main/engine/rate-window.ts';
import { OFFLINE_RETRY_MAX_MS, Reachability } from '../../electron/main/engine/run-control.ts';
import { RunTotals } from '../../electron/main/engine/run-demand.ts';
import { InvariantError } from '../../shared/failures.ts';
import type { PayoutId } from '../../shared/ids.ts';
import { verbatim } from '../../shared/messages/message.ts';
import { inEnglish } from '../../shared/messages/speak.ts';
import type { Paise } from '../../shared/money.ts';
import { STATE_KINDS, type StateKind, zeroCounts } from '../../shared/states.ts';
import { settlePromises, VirtualClock } from './virtual-clock.ts';

const MINUTE_MS = 60_000;

describe('SleepWatch', () => {
  let clock: VirtualClock;
  let watch: SleepWatch;
  beforeEach(() => {
    clock = new VirtualClock();
    watch = new SleepWatch(clock.spawn().clock);
  });

  it('sees nothing while both clocks go on together and somebody looks, however long', async () => {
    for (let minute = 0; minute < 8 * 60; minute += 0.5) {
      await clock.advance(0.5 * MINUTE_MS);
      expect(watch.look()).toBeNull();
    }
  });

  it('takes a long silence for a sleep, where both clocks go on meanwhile', async () => {
    await clock.advance(8 * 60 * MINUTE_MS);
    expect(watch.look()).toMatchObject({ aheadMs: 8 * 60 * MINUTE_MS, pause: { code: 'slept' } });
  });

  it.each([
    ['ignores a drift of half a minute', 30_000, null],
    ['notices a nap, which is no pause', 30_001, { aheadMs: 30_001, pause: null }],
    ['ignores being set back a little', -30_000, null],
    ['notices being set back, which is no pause', -10 * MINUTE_MS, { aheadMs: -10 * MINUTE_MS, pause: null }],
  ])('%s', (_sentence, ms, jump) => {
    clock.setWallBy(ms);
    expect(watch.look()).toEqual(jump);
    expect(watch.look()).toBeNull();
  });

  it('takes it for a sleep when nobody looked for long, though both clocks went on', async () => {
    await clock.advance(31 * MINUTE_MS);
    expect(watch.look()).toMatchObject({ aheadMs: 31 * MINUTE_MS, pause: { code: 'slept' } });
    expect(watch.look()).toBeNull();
  });

  it.each([
    [31, 'slept', 'by 31 minutes'],
    [-31, 'clockJumped', 'set back by 31 minutes'],
  ])('asks for a person after %i minutes', (minutes, code, words) => {
    clock.setWallBy(minutes * MINUTE_MS);
    const pause = watch.look()?.pause;
    expect(pause?.code).toBe(code);
    expect(inEnglish(pause?.message ?? verbatim(''))).toContain(words);
  });
});

describe('WakeTimer', () => {
  it('wakes once at the earliest time anybody asked for', async () => {
    const clock = new VirtualClock();
    const wakes: number[] = [];
    const timer = new WakeTimer(clock.spawn().clock, () => wakes.push(clock.monotonicMs - start));
    const start = clock.monotonicMs;
    timer.in(500);
    timer.in(100);
    timer.in(300);
    await clock.advance(1_000);
    expect(wakes).toEqual([100]);
  });

  it('can be set again from within its alarm, and stopped', async () => {
    const clock = new VirtualClock();
    let wakes = 0;
    const timer = new WakeTimer(clock.spawn().clock, () => {
      wakes += 1;
      if (wakes < 3) timer.in(10);
    });
    timer.in(10);
    await clock.advance(100);
    expect(wakes).toBe(3);
    timer.in(10);
    timer.stop();
    await clock.advance(100);
    expect(wakes).toBe(3);
    timer.in(10);
    await clock.advance(100);
    expect(wakes).toBe(4);
  });
});

describe('RunTotals', () => {
  const paise = Object.fromEntries(STATE_KINDS.map((kind) => [kind, 0])) as Record<StateKind, Paise>;
  const start: Tally = {
    counts: { ...zeroCounts(), queued: 2 },
    paise: { ...paise, queued: 700 as Paise },
  };
  const change = {
    payoutId: 1 as PayoutId,
    batch: 1,
    rowNumber: 2,
    amountPaise: 300 as Paise,
    late: false,
    echoMismatch: false,
  };

  it('follows each change in count and in money, and leaves what it was given alone', () => {
    const totals = new RunTotals(start);
    totals.apply({ ...change, from: 'queued', to: 'sending' });
    totals.apply({ ...change, from: 'sending', to: 'sending' });
    const { counts, paise: money } = totals.snapshot();
    expect([counts.queued, counts.sending]).toEqual([1, 1]);
    expect([money.queued, money.sending]).toEqual([400, 300]);
    expect(start.counts.queued).toBe(2);
  });

  it('gives a snapshot that later changes leave alone', () => {
    const totals = new RunTotals(start);
    const before = totals.snapshot();
    totals.apply({ ...change, from: 'queued', to: 'sending' });
    expect(before.counts.queued).toBe(2);
    expect(totals.queued).toBe(1);
  });

  it('holds it to be our bug when more leave a state than were in it', () => {
    expect(() => new RunTotals(start).apply({ ...change, from: 'success', to: 'reversed' })).toThrow(InvariantError);
  });
});

describe('DiskPatience', () => {
  const FULL: LedgerFailure = { kind: 'diskFull' };
  const BUSY: LedgerFailure = { kind: 'unwritable', code: 'SQLITE_BUSY' };

  it('lasts ten seconds from the first refusal and begins anew after a commit', () => {
    const patience = new DiskPatience();
    expect(patience.isOver(1e9)).toBe(false);
    patience.refused(100, FULL);
    patience.refused(9_000, FULL);
    expect(patience.isOver(10_100)).toBe(false);
    expect(patience.isOver(10_101)).toBe(true);
    patience.committed();
    patience.refused(20_000, FULL);
    expect(patience.isOver(20_001)).toBe(false);
  });

  it('stops nothing for a moment in which another program holds the database, and tells no trouble', () => {
    const patience = new DiskPatience();
    patience.refused(0, BUSY);
    expect([patience.isMoment(2_000), patience.trouble(2_000), patience.retryMs]).toEqual([true, null, 100]);
    expect([patience.isMoment(2_001), patience.isOver(2_001)]).toEqual([false, false]);
    expect(inEnglish(patience.trouble(2_001) ?? verbatim(''))).toContain('Another program holds the database');
    patience.committed();
    expect([patience.isMoment(2_001), patience.trouble(2_001)]).toEqual([false, null]);
    patience.refused(5_000, FULL);
    expect([patience.isMoment(5_000), patience.retryMs]).toEqual([false, 500]);
    expect(inEnglish(patience.trouble(5_000) ?? verbatim(''))).toBe('The disk is full');
  });

  it('names the disk, the other program or the code', () => {
    expect(inEnglish(pauseOfDisk(BUSY).message)).not.toContain('space');
    expect(inEnglish(pauseOfDisk({ kind: 'diskFull' }).message)).toContain('disk is full');
    expect(inEnglish(pauseOfDisk({ kind: 'unwritable', code: 'SQLITE_IOERR' }).message)).toContain('SQLITE_IOERR');
  });
});

describe('Reachability', () => {
  it('waits longer each time, up to half a minute', () => {
    const reach = new Reachability();
    const waits: number[] = [];
    for (let now = 0, tries = 0; tries < 9; tries += 1, now = reach.untilMs) {
      reach.missed(now);
      waits.push(reach.untilMs - now);
    }
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, OFFLINE_RETRY_MAX_MS]);
  });

  it('takes requests that fail together for one failure', () => {
    const reach = new Reachability();
    for (let request = 0; request < 64; request += 1) reach.missed(10 + request);
    expect(reach.untilMs).toBe(510);
    expect(reach.silentSinceMs).toBe(10);
  });

  it('begins anew with the first answer', () => {
    const reach = new Reachability();
    reach.missed(0);
    reach.missed(500);
    expect(reach.isDoubtful).toBe(true);
    reach.answered();
    expect([reach.isDoubtful, reach.silentSinceMs]).toEqual([false, null]);
    reach.missed(5_000);
    expect([reach.untilMs, reach.silentSinceMs]).toEqual([5_500, 5_000]);
  });
});

describe('Permits', () => {
  it('grants in the order of the wishes, never more than is free', async () => {
    const window = new RateWindow({ limitPerSecond: 2, nowMs: 0, refusedRate: null });
    let requests = 0;
    const permits = new Permits(window, () => (requests += 1));
    const granted: number[] = [];
    for (const one of [1, 2, 3]) void permits.next().then(() => granted.push(one));
    permits.grant(999);
    await settlePromises();
    expect(granted).toEqual([]);
    permits.grant(1_000);
    await settlePromises();
    expect([granted, requests, permits.areWanted, window.free(1_000)]).toEqual([[1, 2], 3, true, 0]);
    window.withdraw();
    permits.grant(1_000);
    await settlePromises();
    expect([granted, permits.areWanted]).toEqual([[1, 2, 3], false]);
  });
});
