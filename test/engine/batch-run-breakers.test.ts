// The breakers in a running batch: each pauses sending with its reason, records it, and lets nothing more leave.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunEnd } from '../../electron/main/domain/run.ts';
import type { PauseCode } from '../../shared/failures.ts';
import type { LookupAnswer } from '../../shared/outcomes.ts';
import { spoken } from '../fixtures/spoken.ts';
import {
  accepted,
  BALANCE,
  found,
  INVALID_MID_LOOKUP,
  MISMATCH_LOOKUP,
  notSent,
  refused,
  UNAUTHORIZED,
  UNAUTHORIZED_LOOKUP,
  unclearWallet,
  unknown,
  unreachable,
  utrOf,
} from './ready-answers.ts';
import type { PayPlan, Script } from './scripted-gateway.ts';
import { SimulatedDesk } from './simulated-desk.ts';

const MINUTE_MS = 60_000;
const PAID: PayPlan = { executes: 'success' };
const LOST: PayPlan = { executes: null, outcome: unknown('timeout') };

let desk: SimulatedDesk;
beforeEach(() => {
  desk = new SimulatedDesk();
});
afterEach(() => desk.close());

function codeOf(end: RunEnd): string {
  return end.kind === 'paused' ? end.pause.code : end.kind;
}

/** A gateway that answers by each plan in turn, then always by the last. */
function inTurn(...plans: readonly PayPlan[]): Script {
  return { pay: (_order, nth) => plans[Math.min(nth.inAll, plans.length) - 1] ?? PAID };
}

describe('one answer that is enough', () => {
  it.each<[PauseCode, PayPlan, string]>([
    ['echoMismatch', { executes: 'success', outcome: unknown('echoMismatch') }, 'unknown'],
    ['invalidMid', { executes: null, outcome: unknown('invalidMid') }, 'unknown'],
    ['wrongUrl', { executes: null, outcome: unknown('wrongUrl') }, 'unknown'],
    ['certificate', { outcome: notSent('certificate') }, 'queued'],
  ])('%s', async (code, plan, state) => {
    const batch = desk.confirm(10);
    desk.gateway.script = inTurn(PAID, plan, PAID);
    expect(codeOf(await desk.run(batch, { inFlightMax: 1, until: 'sent' }))).toBe(code);
    expect(desk.payouts(batch).map((payout) => payout.state)).toEqual(['success', state, ...Array(8).fill('queued')]);
    expect(desk.record(batch).pause?.code).toBe(code);
    expect(desk.contradictions(batch)).toEqual([]);
  });

  it('stops in the middle of many, and waits for those in flight', async () => {
    const batch = desk.confirm(60);
    desk.gateway.script = {
      pay: (_order, nth) =>
        nth.inAll === 12 ? { executes: null, outcome: unknown('invalidMid') } : { ...PAID, answerMs: 3_000 },
    };
    expect(codeOf(await desk.run(batch, { inFlightMax: 8 }))).toBe('invalidMid');
    const { sending = 0, success = 0, unknown: doubtful = 0, queued = 0 } = desk.counts(batch);
    expect([sending, doubtful, success + queued]).toEqual([0, 1, 59]);
    expect(desk.gateway.times('pay')).toHaveLength(success + doubtful);
  });
});

describe('a refused token', () => {
  it.each([
    ['that the wallet confirms', { kind: 'unauthorized' } as const, 'unauthorized'],
    ['that the wallet does not confirm', unclearWallet(500), 'unauthorizedUnconfirmed'],
  ])('%s pauses, and what was on its way is in doubt and never sent again', async (_name, wallet, reason) => {
    await desk.proveLookups();
    const batch = desk.confirm(6);
    const before = desk.gateway.times('pay').length;
    desk.gateway.script = {
      pay: () => ({ executes: null, outcome: UNAUTHORIZED }),
      wallet: () => ({ answer: wallet }),
    };
    expect(codeOf(await desk.run(batch, { inFlightMax: 3, until: 'sent' }))).toBe('tokenRefused');
    const refused = desk.gateway.times('pay').length - before;
    expect(refused).toBeLessThanOrEqual(3);
    expect(desk.counts(batch)).toEqual({ unknown: refused, queued: 6 - refused });
    desk.gateway.script = { pay: () => PAID };
    await desk.run(batch);
    expect(desk.counts(batch)).toEqual({ unknown: refused, success: 6 - refused });
    expect(desk.gateway.times('pay')).toHaveLength(before + 6);
    const doubted = desk.payouts(batch).filter(({ state }) => state === 'unknown');
    expect(doubted.map(({ unknownReason }) => unknownReason)).toEqual(Array.from({ length: refused }, () => reason));
  });

  it('of what was executed all the same, and shown a minute later, is found: it is paid once', async () => {
    const batch = desk.confirm(6);
    desk.gateway.script = {
      pay: () => ({ executes: 'success', outcome: UNAUTHORIZED, knownAfterMs: MINUTE_MS }),
      wallet: () => ({ answer: { kind: 'unauthorized' } }),
    };
    expect(codeOf(await desk.run(batch, { inFlightMax: 3 }))).toBe('tokenRefused');
    desk.gateway.script = { pay: () => PAID };
    await desk.run(batch);
    expect(desk.counts(batch)).toEqual({ success: 6 });
    expect(desk.gateway.times('pay')).toHaveLength(6);
    for (const { reference } of desk.payouts(batch)) expect(desk.gateway.executions(reference)).toBe(1);
  });
});

describe('ambiguity', () => {
  it('lets nothing go after three lost answers in a row but reads, and pauses when they are no good', async () => {
    const batch = desk.confirm(20);
    desk.gateway.script = {
      pay: () => LOST,
      lookUp: () => ({ answer: unreachable(), leaves: false }),
      wallet: () => ({ answer: unclearWallet(500) }),
    };
    const startMs = desk.clock.monotonicMs;
    expect(codeOf(await desk.run(batch, { inFlightMax: 1 }))).toBe('ambiguity');
    expect(desk.counts(batch)).toEqual({ unknown: 3, queued: 17 });
    expect(desk.clock.monotonicMs - startMs).toBeGreaterThan(MINUTE_MS);
    expect(desk.record(batch)).toMatchObject({ ambiguityLifts: 0, pause: { code: 'ambiguity' } });
  });

  it('trips at twenty unresolved, answered ones between them', async () => {
    const batch = desk.confirm(80);
    desk.gateway.script = {
      pay: (_order, nth) => (nth.inAll % 2 === 0 ? LOST : PAID),
      wallet: () => ({ answer: unclearWallet(500) }),
      lookUp: () => ({ answer: unreachable(), leaves: false }),
    };
    const end = await desk.run(batch, { inFlightMax: 1, backoff: { firstMs: 10 * MINUTE_MS, maxMs: 10 * MINUTE_MS } });
    expect(codeOf(end)).toBe('ambiguity');
    expect(desk.counts(batch)).toEqual({ success: 20, unknown: 20, queued: 40 });
  });

  it('does not trip on doubts that look-ups resolve as fast as they come', async () => {
    const batch = desk.confirm(80);
    desk.gateway.script = {
      pay: (_order, nth) => (nth.inAll % 2 === 0 ? { executes: 'success', outcome: unknown('cut') } : PAID),
    };
    expect(await desk.run(batch, { inFlightMax: 2, backoff: { firstMs: 100, maxMs: 1_000 } })).toEqual({
      kind: 'reached',
    });
    expect(desk.counts(batch)).toEqual({ success: 80 });
    expect(desk.record(batch).ambiguityLifts).toBe(0);
  });

  it('lifts after ten good reads: one payout goes alone, and when it is accepted the run flows on', async () => {
    const batch = desk.confirm(20);
    const openWhenSent: number[] = [];
    let open = 0;
    desk.gateway.script = {
      pay: (_order, nth) => {
        openWhenSent.push(open);
        open += 1;
        return nth.inAll <= 3 ? LOST : { ...PAID, answerMs: nth.inAll === 4 ? 2_000 : 200 };
      },
    };
    const { ledger } = desk.store;
    desk.faults = {
      ledger: () => ({
        ...ledger,
        turn: (request) => {
          open -= request.news.filter((news) => news.kind === 'answer').length;
          return ledger.turn(request);
        },
      }),
    };
    expect(await desk.run(batch, { inFlightMax: 3, until: 'sent' })).toEqual({ kind: 'reached' });
    expect(desk.counts(batch)).toEqual({ unknown: 3, success: 17 });
    expect(desk.record(batch)).toMatchObject({ ambiguityLifts: 1, pause: null });
    const [, , , lone, next] = desk.gateway.writes.filter((write) => write.kind === 'pay').map((write) => write.atMs);
    expect((next ?? 0) - (lone ?? 0)).toBeGreaterThan(2_000);
    expect(openWhenSent[3]).toBe(0);
    expect(openWhenSent[4]).toBe(0);
    const reads = desk.gateway.writes.filter((write) => write.kind !== 'pay' && write.atMs < (lone ?? 0));
    expect(reads.length).toBeGreaterThanOrEqual(10);
  });

  it('lifts three times a batch, across runs, and then pauses at once', async () => {
    const batch = desk.confirm(60);
    let sinceLift = 0;
    desk.gateway.script = {
      pay: () => {
        sinceLift += 1;
        // Three are lost, the one that goes alone is accepted, then three are lost again.
        return sinceLift % 4 === 0 ? PAID : LOST;
      },
    };
    expect(codeOf(await desk.run(batch, { inFlightMax: 1, until: 'sent' }))).toBe('ambiguity');
    expect(desk.record(batch).ambiguityLifts).toBe(3);
    const posts = desk.gateway.times('pay').length;
    expect(posts).toBe(15);
    sinceLift = 0;
    expect(codeOf(await desk.run(batch, { inFlightMax: 1, until: 'sent' }))).toBe('ambiguity');
    expect(desk.gateway.times('pay')).toHaveLength(posts + 3);
  });

  it('stays while the first payout is not even proven: the run pauses', async () => {
    const batch = desk.confirm(20);
    desk.gateway.script = { pay: () => LOST, wallet: () => ({ answer: BALANCE }) };
    expect(codeOf(await desk.run(batch, { lookupsProven: false }))).toBe('lostAnswersUnrecoverable');
    expect(desk.counts(batch)).toEqual({ unknown: 1, queued: 19 });
  });

  it('that lifts meets a low wallet and stops there', async () => {
    const batch = desk.confirm(40);
    desk.gateway.script = inTurn(LOST, LOST, LOST, { executes: null, outcome: refused('Insufficient balance') });
    expect(codeOf(await desk.run(batch, { inFlightMax: 1, until: 'sent' }))).toBe('sameRefusals');
    expect(desk.counts(batch)).toEqual({ unknown: 3, rejected: 5, queued: 32 });
  });
});

describe('refusals', () => {
  it('with the same words five times in a row pause, with those words', async () => {
    const batch = desk.confirm(30);
    desk.gateway.script = inTurn(PAID, PAID, { executes: null, outcome: refused('Insufficient balance') });
    const end = await desk.run(batch, { inFlightMax: 1, until: 'sent' });
    expect(spoken(end)).toMatchObject({
      pause: { code: 'sameRefusals', message: expect.stringContaining('Insufficient balance') },
    });
    expect(desk.counts(batch)).toEqual({ success: 2, rejected: 5, queued: 23 });
  });

  it('with words of their own are each their row’s affair', async () => {
    const batch = desk.confirm(30);
    desk.gateway.script = { pay: (order) => ({ executes: null, outcome: refused(`No account ${order.reference}`) }) };
    expect(await desk.run(batch, { until: 'sent' })).toEqual({ kind: 'reached' });
    expect(desk.counts(batch)).toEqual({ rejected: 30 });
  });
});

describe('offline', () => {
  it('for less than half an hour is no pause: the payouts wait and go on', async () => {
    const batch = desk.confirm(20);
    const downUntilMs = desk.clock.monotonicMs + 29 * MINUTE_MS;
    desk.gateway.script = { pay: () => (desk.clock.monotonicMs < downUntilMs ? { outcome: notSent('dns') } : PAID) };
    const started = desk.start(batch, { until: 'sent' });
    expect(await desk.finish(started)).toEqual({ kind: 'reached' });
    expect(desk.counts(batch)).toEqual({ success: 20 });
    expect(desk.clock.monotonicMs - downUntilMs).toBeLessThan(35_000);
    // Tries are half a minute apart, one request at a time.
    expect(desk.payouts(batch).reduce((sum, { attempts }) => sum + attempts, 0)).toBeLessThan(90);
    expect(started.process.firedCount).toBeLessThan(2_500);
  });

  it('is told while it lasts, and no rate is promised then', async () => {
    const batch = desk.confirm(40);
    let isDown = false;
    desk.gateway.script = { pay: () => (isDown ? { outcome: notSent('refused') } : { ...PAID, answerMs: 300 }) };
    const started = desk.start(batch, { inFlightMax: 6, until: 'sent' });
    await desk.until(() => desk.gateway.times('pay').length >= 15);
    expect(started.progress.at(-1)).toMatchObject({ isSilent: false });
    isDown = true;
    await desk.clock.advance(5_000);
    expect(started.progress.at(-1)).toMatchObject({ isSilent: true, sentPerSecond: 0 });
    isDown = false;
    await desk.finish(started);
    expect(started.progress.at(-1)).toMatchObject({ isSilent: false });
  });

  it('for longer pauses, with every payout still queued', async () => {
    const batch = desk.confirm(20);
    desk.gateway.script = { pay: () => ({ outcome: notSent('refused') }) };
    const startMs = desk.clock.monotonicMs;
    expect(codeOf(await desk.run(batch, { until: 'sent' }))).toBe('offline');
    expect(desk.clock.monotonicMs - startMs).toBeGreaterThan(30 * MINUTE_MS);
    expect(desk.clock.monotonicMs - startMs).toBeLessThan(31 * MINUTE_MS);
    expect(desk.counts(batch)).toEqual({ queued: 20 });
  });

  it('for longer pauses too where only the look-ups before the sends are tried', async () => {
    const batch = desk.confirm(5);
    desk.gateway.script = { lookUp: () => ({ answer: unreachable(), leaves: false }) };
    expect(codeOf(await desk.run(batch, { lookUpAll: true, until: 'sent' }))).toBe('offline');
    expect(desk.counts(batch)).toEqual({ queued: 5 });
  });

  it('is one short wait when many requests fail together', async () => {
    const batch = desk.confirm(200);
    desk.gateway.script = {
      pay: (_order, nth) => (nth.inAll > 64 && nth.inAll <= 128 ? { outcome: notSent('refused') } : PAID),
    };
    const startMs = desk.clock.monotonicMs;
    await desk.run(batch, { inFlightMax: 64, ratePerSecond: 64, until: 'sent' });
    expect(desk.counts(batch)).toEqual({ success: 200 });
    expect(desk.clock.monotonicMs - startMs).toBeLessThan(8_000);
  });
});

describe('look-ups in a sending run', () => {
  it.each<[PauseCode, LookupAnswer]>([
    ['echoMismatch', MISMATCH_LOOKUP],
    ['invalidMid', INVALID_MID_LOOKUP],
    ['certificate', unreachable(true)],
    ['tokenRefused', { kind: 'unauthorized', evidence: { httpStatus: 401, text: null } }],
  ])('%s stops the sending', async (code, answer) => {
    const batch = desk.confirm(200);
    desk.gateway.script = {
      pay: (order) => ({ executes: 'processing', outcome: accepted(`T-${order.reference}`) }),
      lookUp: () => ({ answer }),
      wallet: () => ({ answer: code === 'tokenRefused' ? { kind: 'unauthorized' } : BALANCE }),
    };
    expect(codeOf(await desk.run(batch, { backoff: { firstMs: 1_000, maxMs: 10_000 } }))).toBe(code);
    const { queued = 0, processing = 0 } = desk.counts(batch);
    expect(queued).toBeGreaterThan(100);
    expect(queued + processing).toBe(200);
  });

  it('refused the token that the wallet takes stop nothing, and are not counted as "not known"', async () => {
    const batch = desk.confirm(6);
    desk.gateway.script = {
      lookUp: (key, nth) => ({
        answer:
          key.by === 'transactionId' && nth.of === 1 ? UNAUTHORIZED_LOOKUP : found('success', 'success', utrOf(key)),
      }),
    };
    expect(await desk.run(batch)).toEqual({ kind: 'reached' });
    expect(desk.counts(batch)).toEqual({ success: 6 });
    expect(desk.payouts(batch).map(({ lookups, notKnown }) => [lookups, notKnown])).toEqual(Array(6).fill([2, 0]));
    expect(desk.gateway.times('wallet')).toHaveLength(6);
  });

  it('refused while the wallet cannot be asked leave every payout due', async () => {
    const batch = desk.confirm(2);
    desk.gateway.script = {
      lookUp: (key, nth) => ({
        answer:
          key.by === 'transactionId' && nth.of <= 2 ? UNAUTHORIZED_LOOKUP : found('success', 'success', utrOf(key)),
      }),
      wallet: () => ({ answer: unclearWallet(503) }),
    };
    expect(await desk.run(batch)).toEqual({ kind: 'reached' });
    expect(desk.payouts(batch)).toMatchObject(Array(2).fill({ state: 'success', lookups: 1, notKnown: 0 }));
  });
});
