// How a run ends: a person's pause, the time limit, what it waits for; and faults of the disk and the clocks.

import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LedgerFailure } from '../../electron/main/domain/ledger.ts';
import type { RunEnd } from '../../electron/main/domain/run.ts';
import { InvariantError, type Pause } from '../../shared/failures.ts';
import { verbatim } from '../../shared/messages/message.ts';
import { spoken } from '../fixtures/spoken.ts';
import { notSent, refused, unknown } from './ready-answers.ts';
import type { PayPlan } from './scripted-gateway.ts';
import { SimulatedDesk, type StartedRun } from './simulated-desk.ts';

const MINUTE_MS = 60_000;
const PAID: PayPlan = { executes: 'success' };
const ASKED: Pause = { code: 'person', message: verbatim('asked') };

let desk: SimulatedDesk;
beforeEach(() => {
  desk = new SimulatedDesk();
});
afterEach(() => desk.close());

function codeOf(end: RunEnd): string {
  return end.kind === 'paused' ? end.pause.code : end.kind;
}

describe('a person’s pause', () => {
  it('lets nothing new go and waits for what is in flight', async () => {
    const batch = desk.confirm(50);
    desk.gateway.script = { pay: () => ({ ...PAID, answerMs: 5_000 }) };
    const started = desk.start(batch, { inFlightMax: 6 });
    await desk.until(() => desk.gateway.times('pay').length >= 8);
    started.run.pause(ASKED);
    const posts = desk.gateway.times('pay').length;
    const inFlight = started.run.inFlight;
    expect(inFlight).toBeGreaterThan(0);
    expect(await desk.finish(started)).toEqual({ kind: 'paused', pause: ASKED });
    expect(desk.gateway.times('pay').length - posts).toBeLessThanOrEqual(inFlight);
    expect(desk.counts(batch)).toEqual({
      success: desk.gateway.times('pay').length,
      queued: 50 - desk.gateway.times('pay').length,
    });
    expect(desk.record(batch).pause).toEqual(ASKED);
    expect(started.process.firedCount).toBeLessThan(200);
  });

  it('asked twice, or after the end, changes nothing', async () => {
    const batch = desk.confirm(3);
    const started = desk.start(batch, { until: 'sent' });
    started.run.pause(ASKED);
    started.run.pause({ code: 'keychainLocked', message: verbatim('later') });
    expect(await desk.finish(started)).toEqual({ kind: 'paused', pause: ASKED });
    started.run.pause({ code: 'keychainLocked', message: verbatim('too late') });
    await desk.clock.advance(MINUTE_MS);
    expect(desk.record(batch).pause).toEqual(ASKED);
    expect(desk.gateway.writes).toEqual([]);
  });

  it('can be resumed, and the rest is sent', async () => {
    const batch = desk.confirm(30);
    desk.gateway.script = { pay: () => PAID };
    const started = desk.start(batch, { until: 'sent' });
    await desk.until(() => desk.gateway.times('pay').length >= 5);
    started.run.pause(ASKED);
    await desk.finish(started);
    expect(await desk.run(batch, { until: 'sent' })).toEqual({ kind: 'reached' });
    expect(desk.counts(batch)).toEqual({ success: 30 });
    expect(desk.contradictions(batch)).toEqual([]);
  });
});

describe('the bound', () => {
  it('ends a run in time, with what is in flight settled, and the batch says why it stands still', async () => {
    const batch = desk.confirm(200);
    desk.gateway.script = { pay: () => ({ ...PAID, answerMs: 4_000 }) };
    const startMs = desk.clock.monotonicMs;
    const started = desk.start(batch, { forMs: 5_000, inFlightMax: 4 });
    expect(await desk.finish(started)).toEqual({ kind: 'bound' });
    const tookMs = desk.clock.monotonicMs - startMs;
    expect(tookMs).toBeGreaterThanOrEqual(5_000);
    expect(tookMs).toBeLessThan(9_200);
    const lastWrite = desk.gateway.times().at(-1) ?? 0;
    expect(lastWrite - startMs).toBeLessThan(5_100);
    expect(desk.counts(batch).sending ?? 0).toBe(0);
    expect(desk.record(batch).pause?.code).toBe('timeOver');
    // Waiting for the last answers must not spin.
    expect(started.process.firedCount).toBeLessThan(100);
  });

  it('bounds a run that only follows, too, which leaves the reason of an earlier pause as it is', async () => {
    const batch = desk.confirm(2);
    desk.gateway.script = { pay: () => ({ executes: 'processing', outcome: unknown('invalidMid') }) };
    expect(codeOf(await desk.run(batch, { inFlightMax: 1, until: 'sent' }))).toBe('invalidMid');
    const startMs = desk.clock.monotonicMs;
    expect(await desk.run(batch, { send: false, forMs: 7_000 })).toEqual({ kind: 'bound' });
    expect(desk.clock.monotonicMs - startMs).toBeLessThan(8_000);
    const watching = desk.start(batch, { send: false });
    watching.run.pause(ASKED);
    expect(await desk.finish(watching)).toEqual({ kind: 'paused', pause: ASKED });
    expect(desk.record(batch).pause?.code).toBe('invalidMid');
    expect(desk.counts(batch)).toEqual({ processing: 1, queued: 1 });
  });
});

describe('what is waited for', () => {
  it('"until sent" is reached as soon as nothing is queued or in flight', async () => {
    const batch = desk.confirm(8);
    const startMs = desk.clock.monotonicMs;
    expect(await desk.run(batch, { until: 'sent' })).toEqual({ kind: 'reached' });
    expect(desk.clock.monotonicMs - startMs).toBeLessThan(2_500);
    expect(desk.counts(batch)).toEqual({ processing: 8 });
  });

  it('nothing to do is reached at once, and a run is started once', async () => {
    const batch = desk.confirm(1);
    await desk.run(batch, { until: 'sent' });
    const startMs = desk.clock.monotonicMs;
    const started = desk.start(batch, { until: 'sent' });
    expect(() => started.run.run()).toThrow(InvariantError);
    expect(await desk.finish(started)).toEqual({ kind: 'reached' });
    expect(desk.clock.monotonicMs - startMs).toBeLessThan(50);
  });

  it('a run that only follows sends nothing, whatever is queued', async () => {
    const batch = desk.confirm(5);
    expect(await desk.run(batch, { send: false })).toEqual({ kind: 'reached' });
    expect(desk.gateway.writes).toEqual([]);
    expect(desk.counts(batch)).toEqual({ queued: 5 });
  });
});

describe('a full disk', () => {
  /** A disk that refuses every write for a while, with the store's own failure. */
  function disk(failure: LedgerFailure = { kind: 'diskFull' }): { fill(): void; free(): void; refusals(): number } {
    let isFull = false;
    let refusals = 0;
    const refuse = (): never => {
      refusals += 1;
      throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL');
    };
    desk.faults = {
      ledger: (real) => ({
        ...real,
        interrupt: (...args) => (isFull ? refuse() : real.interrupt(...args)),
        turn: (request) => {
          if (!isFull) return real.turn(request);
          refusals += 1;
          return failure;
        },
      }),
      notes: (real) => ({
        ...real,
        pause: (...input) => (isFull ? refuse() : real.pause(...input)),
        proveLookups: (...received) => (isFull ? refuse() : real.proveLookups(...received)),
        countLift: (...supplied) => (isFull ? refuse() : real.countLift(...supplied)),
        refuseRate: (...args) => (isFull ? refuse() : real.refuseRate(...args)),
      }),
    };
    return { fill: () => (isFull = true), free: () => (isFull = false), refusals: () => refusals };
  }

  it('lets nothing go without its intent, and pauses', async () => {
    const batch = desk.confirm(5);
    const drive = disk();
    drive.fill();
    const startMs = desk.clock.monotonicMs;
    expect(await desk.run(batch)).toMatchObject({ kind: 'paused', pause: { code: 'diskFull' } });
    expect(desk.gateway.writes).toEqual([]);
    expect(desk.clock.monotonicMs - startMs).toBeLessThan(15_000);
  });

  it('keeps the answers that came meanwhile and writes them when space returns', async () => {
    const batch = desk.confirm(30);
    desk.gateway.script = { pay: () => ({ ...PAID, answerMs: 300 }) };
    const drive = disk();
    const started = desk.start(batch, { inFlightMax: 6 });
    await desk.until(() => desk.gateway.times('pay').length >= 9);
    drive.fill();
    await desk.clock.advance(6_000);
    const posts = desk.gateway.times('pay').length;
    expect(drive.refusals()).toBeGreaterThan(5);
    expect(drive.refusals()).toBeLessThan(40);
    drive.free();
    expect(codeOf(await desk.finish(started))).toBe('diskFull');
    expect(desk.gateway.times('pay')).toHaveLength(posts);
    expect(desk.counts(batch)).toEqual({ success: posts, queued: 30 - posts });
    expect(desk.record(batch).pause?.code).toBe('diskFull');
    expect(await desk.run(batch)).toEqual({ kind: 'reached' });
    expect(desk.counts(batch)).toEqual({ success: 30 });
    expect(desk.contradictions(batch)).toEqual([]);
  });

  it('that stays full ends the run truthfully; the next start finds every payment', async () => {
    const batch = desk.confirm(30);
    desk.gateway.script = { pay: () => ({ ...PAID, answerMs: 300 }) };
    const drive = disk({ kind: 'unwritable', code: 'SQLITE_IOERR_WRITE' });
    const started = desk.start(batch, { inFlightMax: 6 });
    await desk.until(() => desk.gateway.times('pay').length >= 9);
    drive.fill();
    const end = await desk.finish(started);
    expect(spoken(end)).toMatchObject({
      pause: { code: 'diskFull', message: expect.stringContaining('SQLITE_IOERR_WRITE') },
    });
    expect(desk.counts(batch).sending).toBeGreaterThan(0);
    drive.free();
    desk.reopen();
    expect(desk.counts(batch).sending).toBeUndefined();
    await desk.run(batch);
    expect(desk.counts(batch)).toEqual({ success: 30 });
    expect(desk.contradictions(batch)).toEqual([]);
  });

  it('does not hide why a run ended, though that cannot be noted', async () => {
    const batch = desk.confirm(30);
    const drive = disk();
    const started = desk.start(batch, { ratePerSecond: 2 });
    await desk.until(() => desk.gateway.times('pay').length === 2);
    // Between two seconds of the rate everything is settled and nothing is in flight.
    await desk.clock.advance(500);
    expect([started.run.inFlight, desk.counts(batch).sending]).toEqual([0, undefined]);
    drive.fill();
    started.run.pause(ASKED);
    expect(await desk.finish(started)).toEqual({ kind: 'paused', pause: ASKED });
  });

  it('is told while it lasts, and no rate is promised then', async () => {
    const batch = desk.confirm(30);
    desk.gateway.script = { pay: () => ({ ...PAID, answerMs: 300 }) };
    const drive = disk();
    const started = desk.start(batch, { inFlightMax: 6 });
    await desk.until(() => desk.gateway.times('pay').length >= 9);
    drive.fill();
    await desk.clock.advance(3_000);
    expect(spoken(started.progress.at(-1))).toMatchObject({ diskTrouble: 'The disk is full', nextLookupInMs: null });
    drive.free();
    await desk.finish(started);
    expect(started.progress.at(-1)?.diskTrouble).toBeNull();
  });

  it('while a note is written beside an answer pauses as well', async () => {
    const batch = desk.confirm(30);
    const drive = disk();
    desk.gateway.script = { pay: () => ({ executes: null, outcome: unknown('refusedByRate', 1_000) }) };
    const started = desk.start(batch, { inFlightMax: 1 });
    await desk.until(() => desk.gateway.times('pay').length === 1);
    drive.fill();
    expect(codeOf(await desk.finish(started))).toBe('diskFull');
  });
});

describe('another program in the database', () => {
  const BUSY: LedgerFailure = { kind: 'unwritable', code: 'SQLITE_BUSY' };

  /** Holds the database for this long, from the ninth payout on. */
  async function held(forMs: number): Promise<{ readonly batch: number; readonly started: StartedRun }> {
    const batch = desk.confirm(30);
    desk.gateway.script = { pay: () => ({ ...PAID, answerMs: 300 }) };
    let isHeld = false;
    desk.faults = { ledger: (real) => ({ ...real, turn: (request) => (isHeld ? BUSY : real.turn(request)) }) };
    const started = desk.start(batch, { inFlightMax: 6 });
    await desk.until(() => desk.gateway.times('pay').length >= 9);
    isHeld = true;
    await desk.clock.advance(forMs);
    isHeld = false;
    return { batch, started };
  }

  it('for a moment is waited out: nothing is paused, told or sent twice', async () => {
    const { batch, started } = await held(1_900);
    expect(await desk.finish(started)).toEqual({ kind: 'reached' });
    expect(started.progress.every(({ diskTrouble }) => diskTrouble === null)).toBe(true);
    expect(desk.counts(batch)).toEqual({ success: 30 });
    expect(desk.contradictions(batch)).toEqual([]);
  });

  it('for longer pauses the run, in words that name it', async () => {
    const { batch, started } = await held(3_000);
    const end = await desk.finish(started);
    expect(spoken(end)).toMatchObject({
      kind: 'paused',
      pause: { message: expect.stringContaining('Another program holds') },
    });
    expect(desk.counts(batch).sending).toBeUndefined();
    expect(desk.contradictions(batch)).toEqual([]);
  });

  it('at the moment of a note leaves the note waiting, and it is written', async () => {
    const batch = desk.confirm(20);
    desk.gateway.script = { pay: () => PAID };
    let refusals = 0;
    desk.faults = {
      notes: (real) => ({
        ...real,
        proveLookups: (...args) => {
          refusals += 1;
          if (refusals <= 3) throw new Database.SqliteError('database is locked', 'SQLITE_BUSY');
          return real.proveLookups(...args);
        },
      }),
    };
    expect(await desk.run(batch, { lookupsProven: false })).toEqual({ kind: 'reached' });
    expect(refusals).toBe(4);
    expect(desk.record(batch).lookupsProven).toBe(true);
  });
});

describe('a note that cannot be written', () => {
  it('leaves no payout claimed and unsent behind', async () => {
    const batch = desk.confirm(20);
    desk.gateway.script = { pay: () => PAID };
    const refuse = (): never => {
      throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL');
    };
    desk.faults = { notes: (real) => ({ ...real, proveLookups: refuse }) };
    expect(codeOf(await desk.run(batch, { lookupsProven: false, until: 'sent' }))).toBe('diskFull');
    const posts = desk.gateway.times('pay').length;
    expect(posts).toBeGreaterThan(1);
    expect(desk.counts(batch)).toEqual({ success: posts, queued: 20 - posts });
  });

  it('is our bug when it fails for a reason of ours', async () => {
    const batch = desk.confirm(2);
    const breakDown = (): never => {
      throw new InvariantError('ours');
    };
    desk.faults = { notes: (real) => ({ ...real, pause: breakDown }) };
    const started = desk.start(batch);
    started.run.pause(ASKED);
    await expect(desk.finish(started)).rejects.toThrow('ours');
  });
});

describe('the clocks', () => {
  const slow: PayPlan = { executes: 'success', answerMs: 20_000 };

  it('after a nap puts what was in flight in doubt, lets a second pass and goes on', async () => {
    const batch = desk.confirm(30);
    desk.gateway.script = { pay: (_order, nth) => (nth.inAll <= 4 ? slow : PAID) };
    const started = desk.start(batch, { inFlightMax: 8 });
    await desk.until(() => desk.gateway.times('pay').length === 8);
    desk.clock.sleep(10 * MINUTE_MS);
    const wokeAtMs = desk.clock.monotonicMs;
    await desk.clock.advance(1_000);
    const napped = desk.payouts(batch).slice(0, 4);
    expect(desk.gateway.times('pay').length).toBeLessThan(30);
    expect(napped.map(({ unknownReason }) => unknownReason)).toEqual(Array(4).fill('slept'));
    expect(await desk.finish(started)).toEqual({ kind: 'reached' });
    expect(desk.counts(batch)).toEqual({ success: 30 });
    expect(desk.contradictions(batch)).toEqual([]);
    // A request that was already connecting may still be written; after that a whole second is quiet.
    const next = desk.gateway.times().find((at) => at > wokeAtMs + 10) ?? 0;
    expect(next - wokeAtMs).toBeGreaterThanOrEqual(1_000);
  });

  it.each([
    ['slept', 8 * 60 * MINUTE_MS],
    ['slept', 24 * 60 * MINUTE_MS],
    ['clockJumped', -40 * MINUTE_MS],
    ['clockJumped', -24 * 60 * MINUTE_MS],
  ])('%s: after %i ms a person must look before anything is sent', async (code, ms) => {
    const batch = desk.confirm(40);
    desk.gateway.script = { pay: () => ({ executes: 'success', answerMs: 500 }) };
    const started = desk.start(batch, { inFlightMax: 4 });
    await desk.until(() => desk.gateway.times('pay').length >= 6);
    desk.clock.setWallBy(ms);
    const posts = desk.gateway.times('pay').length + started.run.inFlight;
    expect(codeOf(await desk.finish(started))).toBe(code);
    expect(desk.gateway.times('pay').length).toBeLessThanOrEqual(posts);
    expect(desk.counts(batch).sending).toBeUndefined();
    desk.reopen();
    await desk.run(batch);
    expect(desk.counts(batch)).toEqual({ success: 40 });
    expect(desk.contradictions(batch)).toEqual([]);
  });

  it('a sleep that a full disk did not take down at once is taken down when there is room', async () => {
    const batch = desk.confirm(20);
    desk.gateway.script = { pay: () => ({ executes: 'success', answerMs: 90_000 }) };
    let isFull = false;
    desk.faults = {
      ledger: (real) => ({
        ...real,
        interrupt: (...args) => {
          if (isFull) throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL');
          return real.interrupt(...args);
        },
      }),
    };
    const started = desk.start(batch, { inFlightMax: 4 });
    await desk.until(() => desk.gateway.times('pay').length === 4);
    isFull = true;
    desk.clock.sleep(10 * MINUTE_MS);
    await desk.clock.advance(2_000);
    expect(desk.counts(batch)).toEqual({ sending: 4, queued: 16 });
    isFull = false;
    await desk.clock.advance(2_000);
    expect(desk.payouts(batch).slice(0, 4)).toMatchObject(Array(4).fill({ state: 'unknown', unknownReason: 'slept' }));
    expect(codeOf(await desk.finish(started))).toBe('diskFull');
    expect(desk.counts(batch)).toEqual({ success: 4, queued: 16 });
  });

  it('set back a little goes on and loses no look-up', async () => {
    const batch = desk.confirm(4);
    desk.gateway.script = { pay: () => ({ executes: 'processing', ends: { as: 'success', afterMs: 20_000 } }) };
    const started = desk.start(batch);
    await desk.clock.advance(5_000);
    desk.clock.setWallBy(-5 * MINUTE_MS);
    expect(await desk.finish(started)).toEqual({ kind: 'reached' });
    expect(desk.counts(batch)).toEqual({ success: 4 });
  });

  it('a run that only follows goes on after a long sleep: it has nothing to pause', async () => {
    const batch = desk.confirm(4);
    desk.gateway.script = { pay: () => ({ executes: 'processing', ends: { as: 'success', afterMs: 30_000 } }) };
    await desk.run(batch, { until: 'sent' });
    const started = desk.start(batch, { send: false });
    await desk.clock.advance(5_000);
    desk.clock.sleep(8 * 60 * MINUTE_MS);
    expect(await desk.finish(started)).toEqual({ kind: 'reached' });
    expect(desk.counts(batch)).toEqual({ success: 4 });
    expect(desk.record(batch).pause).toBeNull();
  });

  it('an answer that was in hand when the machine slept is no doubt', async () => {
    const batch = desk.confirm(1);
    let attempts = 0;
    desk.gateway.script = {
      pay: () => {
        attempts += 1;
        return attempts === 1 ? { outcome: notSent('refused'), connectMs: 5_000 } : PAID;
      },
    };
    const started = desk.start(batch, { until: 'sent', inFlightMax: 8 });
    await desk.until(() => attempts === 1);
    await desk.until(() => started.run.inFlight === 0);
    desk.clock.sleep(MINUTE_MS);
    expect(await desk.finish(started)).toEqual({ kind: 'reached' });
    expect(desk.payouts(batch)).toMatchObject([{ state: 'success', attempts: 2 }]);
  });

  it('an answer that comes after the sleep still moves a payout, but never back to the queue', async () => {
    const batch = desk.confirm(3);
    const outcomes = [
      { executes: 'success' as const },
      { executes: null, outcome: refused('no') },
      { outcome: notSent('refused') },
    ];
    desk.gateway.script = {
      pay: (_order, nth) => ({ ...outcomes[nth.inAll - 1], connectMs: nth.inAll === 3 ? 20_000 : 5, answerMs: 20_000 }),
      lookUp: () => ({
        answer: { kind: 'unreachable', message: verbatim('no way'), certificate: false },
        leaves: false,
      }),
    };
    const started = desk.start(batch, { forMs: 40_000 });
    await desk.until(() => desk.gateway.times('pay').length === 2);
    desk.clock.sleep(MINUTE_MS);
    await desk.finish(started);
    expect(desk.payouts(batch).map(({ state }) => state)).toEqual(['success', 'unknown', 'unknown']);
  });
});
