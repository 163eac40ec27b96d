// Sending: intent before the socket, each payout once, the first one alone, references that are looked up first.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunEnd } from '../../electron/main/domain/run.ts';
import { verbatim } from '../../shared/messages/message.ts';
import { accepted, found, NOT_KNOWN, notSent, otherWords, refused, unclear, unknown } from './ready-answers.ts';
import { payableRow, SimulatedDesk } from './simulated-desk.ts';

const PAID = { executes: 'processing', ends: { as: 'success', afterMs: 2_000 } } as const;

let desk: SimulatedDesk;
beforeEach(() => {
  desk = new SimulatedDesk();
});
afterEach(() => desk.close());

function codeOf(end: RunEnd): string {
  return end.kind === 'paused' ? end.pause.code : end.kind;
}

describe('a run', () => {
  it('pays each row once, with its own person, amount, remark and reference, and follows it to its end', async () => {
    const rows = Array.from({ length: 40 }, (_, index) => payableRow(index));
    const batch = desk.confirm(rows);
    desk.gateway.script = { pay: () => PAID };
    expect(await desk.run(batch)).toEqual({ kind: 'reached' });
    expect(desk.counts(batch)).toEqual({ success: 40 });
    expect(desk.contradictions(batch)).toEqual([]);
    const orders = desk.gateway.writes.flatMap((write) => (write.order === null ? [] : [write.order]));
    expect(orders).toHaveLength(40);
    orders.forEach((order, index) => {
      const { beneficiary, amountPaise, remark } = rows[index]?.payment ?? {};
      expect(order).toMatchObject({ beneficiary, amountPaise, remark, firstRequest: true });
      expect(order.reference).toBe(desk.payouts(batch)[index]?.reference);
    });
  });

  it('tells its progress in counts and paise that always add up, and its last word last', async () => {
    const batch = desk.confirm(12);
    desk.gateway.script = { pay: () => PAID };
    const started = desk.start(batch);
    await desk.finish(started);
    const total = desk.record(batch).totalPaise;
    for (const { counts, paise } of started.progress) {
      expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(12);
      expect(Object.values(paise).reduce((sum, one) => sum + one, 0)).toBe(total);
    }
    expect(started.progress.at(-1)).toMatchObject({
      counts: { success: 12 },
      inFlight: 0,
      nextLookupInMs: null,
    });
  });

  it('never has more requests out than allowed', async () => {
    const batch = desk.confirm(60);
    desk.gateway.script = { pay: () => ({ ...PAID, answerMs: 900 }), lookUp: () => ({ answerMs: 900 }) };
    await desk.run(batch, { inFlightMax: 5, ratePerSecond: 50, backoff: { firstMs: 100, maxMs: 1_000 } });
    expect(desk.gateway.inFlightPeak).toBe(5);
    expect(desk.counts(batch)).toEqual({ success: 60 });
  });

  it('sends a payout again only when its request provably did not leave', async () => {
    const batch = desk.confirm(6);
    desk.gateway.script = { pay: (_order, nth) => (nth.of <= 2 ? { outcome: notSent('refused') } : PAID) };
    expect(await desk.run(batch)).toEqual({ kind: 'reached' });
    expect(desk.payouts(batch).map(({ state, attempts }) => [state, attempts])).toEqual(Array(6).fill(['success', 3]));
    expect(desk.contradictions(batch)).toEqual([]);
    expect(desk.gateway.writes.filter((write) => write.order?.firstRequest === false)).toEqual([]);
  });

  it('does not send again what was lost, and finds it by looking it up', async () => {
    const batch = desk.confirm(10);
    desk.gateway.script = {
      pay: (_order, nth) => (nth.inAll % 4 === 0 ? { executes: 'success', outcome: unknown('cut') } : PAID),
    };
    expect(await desk.run(batch)).toEqual({ kind: 'reached' });
    expect(desk.counts(batch)).toEqual({ success: 10 });
    expect(desk.contradictions(batch)).toEqual([]);
  });

  it('is watched: a request whose intent is not on disk does not go unnoticed', async () => {
    const batch = desk.confirm(1);
    desk.faults = {
      ledger: (real) => ({
        ...real,
        turn: (request) => {
          const answer = real.turn(request);
          // Undoes on disk what it reports, like a claim that was never committed.
          if (request.claim !== null)
            desk.store.ledger.interrupt('crashed', { nowMs: request.nowMs, backoff: request.backoff });
          return answer;
        },
      }),
    };
    await desk.run(batch, { until: 'sent' }).catch(() => undefined);
    expect(desk.violations.splice(0)).toEqual(['B1ROW000002 was sent while unknown with 1 open attempts']);
  });

  it('breaks off for a bug of ours and leaves what is in flight to the next start', async () => {
    const batch = desk.confirm(3);
    desk.faults = {
      ledger: (real) => ({
        ...real,
        dueLookups: () => {
          throw new TypeError('ours');
        },
      }),
    };
    await expect(desk.run(batch)).rejects.toThrow('ours');
    expect(desk.gateway.writes).toEqual([]);
  });
});

describe('the first payout', () => {
  it('goes alone, is looked up by its reference, and opens the way for the others', async () => {
    const batch = desk.confirm(10);
    desk.gateway.script = { pay: () => ({ ...PAID, knownAfterMs: 5_000 }) };
    expect(await desk.run(batch, { lookupsProven: false })).toEqual({ kind: 'reached' });
    const [first, second] = desk.gateway.times('pay');
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThan(5_000);
    const before = desk.gateway.asked.filter(({ atMs }) => atMs < (second ?? 0));
    expect(before.length).toBeGreaterThan(3);
    expect(before.some(({ key }) => key.by === 'reference')).toBe(true);
    expect(desk.record(batch).lookupsProven).toBe(true);
    expect(desk.counts(batch)).toEqual({ success: 10 });
  });

  it('is not sent alone again once the gateway has shown that it knows references', async () => {
    const batch = desk.confirm(4);
    desk.gateway.script = { pay: () => ({ ...PAID, knownAfterMs: 5_000 }) };
    await desk.run(batch, { lookupsProven: true });
    const [first, second] = desk.gateway.times('pay');
    expect((second ?? 0) - (first ?? 0)).toBeLessThan(100);
  });

  it.each([
    ['a transaction id does', accepted('T-B1ROW000002')],
    ['nothing does', accepted(null)],
  ])('stops the run after a minute when its reference finds nothing, though %s', async (_what, outcome) => {
    const batch = desk.confirm(5);
    desk.gateway.script = {
      pay: () => ({ ...PAID, outcome, executes: 'processing' }),
      lookUp: (key) => (key.by === 'reference' ? { answer: otherWords(404) } : {}),
    };
    const startMs = desk.clock.monotonicMs;
    expect(codeOf(await desk.run(batch, { lookupsProven: false }))).toBe('lostAnswersUnrecoverable');
    expect(desk.clock.monotonicMs - startMs).toBeGreaterThan(60_000);
    expect(desk.clock.monotonicMs - startMs).toBeLessThan(75_000);
    expect(desk.gateway.times('pay')).toHaveLength(1);
    expect(desk.record(batch)).toMatchObject({ lookupsProven: false, pause: { code: 'lostAnswersUnrecoverable' } });
  });

  it('goes on after that minute when a person accepted it', async () => {
    const batch = desk.confirm(5);
    desk.gateway.script = {
      pay: () => ({ executes: 'success', outcome: accepted(null, 'success') }),
      lookUp: () => ({ answer: otherWords(404) }),
    };
    const end = await desk.run(batch, { lookupsProven: false, acceptsUnprovable: true, until: 'sent' });
    expect(end).toEqual({ kind: 'reached' });
    expect(desk.counts(batch)).toEqual({ success: 5 });
    expect(desk.record(batch).lookupsProven).toBe(false);
  });

  it('when refused or not sent lets the next go alone', async () => {
    const batch = desk.confirm(5);
    const openAtOnce: number[] = [];
    desk.gateway.script = {
      pay: (_order, nth) => {
        openAtOnce.push(desk.gateway.times('pay').length);
        if (nth.inAll === 1) return { outcome: notSent('dns') };
        return nth.inAll === 2 ? { outcome: refused('wrong details') } : PAID;
      },
    };
    expect(await desk.run(batch, { lookupsProven: false })).toEqual({ kind: 'reached' });
    expect(openAtOnce.slice(0, 4)).toEqual([0, 0, 1, 2]);
    expect(desk.counts(batch)).toEqual({ rejected: 1, success: 4 });
  });

  it('is asked for until it is known while the line is down, and the run waits', async () => {
    const batch = desk.confirm(5);
    const downUntilMs = desk.clock.monotonicMs + 10 * 60_000;
    desk.gateway.script = {
      pay: () => ({ executes: 'success' }),
      lookUp: () =>
        desk.clock.monotonicMs < downUntilMs
          ? { answer: { kind: 'unreachable', message: verbatim('no way'), certificate: false }, leaves: false }
          : {},
    };
    expect(await desk.run(batch, { lookupsProven: false })).toEqual({ kind: 'reached' });
    expect(desk.counts(batch)).toEqual({ success: 5 });
  });
});

describe('references of the sheet', () => {
  const rows = [payableRow(0, { reference: 'INV-1' }), payableRow(1, { reference: 'INV-2' }), payableRow(2)];

  it('are looked up before their send; the desk’s own are not', async () => {
    const batch = desk.confirm(rows);
    await desk.run(batch, { until: 'sent' });
    const asked = desk.gateway.asked.map(({ key }) => (key.by === 'reference' ? key.reference : ''));
    expect(asked).toEqual(['INV-1', 'INV-2']);
    const { writes } = desk.gateway;
    for (const reference of ['INV-1', 'INV-2']) {
      const kinds = writes.filter((write) => write.reference === reference).map((write) => write.kind);
      expect(kinds).toEqual(['lookUp', 'pay']);
    }
  });

  it('that the gateway knows hold their row, and the others are paid', async () => {
    const batch = desk.confirm(rows);
    desk.gateway.script = {
      lookUp: (key) => (key.by === 'reference' && key.reference === 'INV-1' ? { answer: found('success') } : {}),
    };
    const end = await desk.run(batch, { until: 'sent' });
    expect(codeOf(end)).toBe('referenceKnown');
    expect(desk.payouts(batch).map(({ state, hold }) => [state, hold])).toEqual([
      ['queued', 'referenceKnown'],
      ['processing', null],
      ['processing', null],
    ]);
    expect(desk.gateway.posts('INV-1')).toBe(0);
    expect(desk.record(batch).pause?.code).toBe('referenceKnown');
  });

  it('wait while the gateway cannot answer, and are paid when it can', async () => {
    const batch = desk.confirm(rows);
    desk.gateway.script = {
      pay: () => PAID,
      lookUp: (key, nth) => (key.by === 'reference' && nth.of < 12 ? { answer: unclear(503) } : {}),
    };
    const started = desk.start(batch);
    expect(await desk.finish(started)).toEqual({ kind: 'reached' });
    expect(desk.counts(batch)).toEqual({ success: 3 });
    expect(started.process.firedCount).toBeLessThan(600);
  });

  it('are all looked up first after a long break, whoever made them', async () => {
    const batch = desk.confirm(6);
    desk.gateway.script = {
      pay: () => PAID,
      lookUp: (key) => (key.by === 'reference' && key.reference.endsWith('4') ? { answer: found('failed') } : {}),
    };
    expect(codeOf(await desk.run(batch, { lookUpAll: true }))).toBe('referenceKnown');
    expect(desk.counts(batch)).toEqual({ queued: 1, success: 5 });
    const first = desk.gateway.writes.findIndex((write) => write.kind === 'pay');
    expect(desk.gateway.writes.slice(0, first).some((write) => write.kind === 'lookUp')).toBe(true);
    for (const { reference } of desk.payouts(batch)) {
      expect(desk.gateway.writes.find((write) => write.reference === reference)?.kind).toBe('lookUp');
    }
  });
});

describe('preflight before a run', () => {
  it('learns how the gateway says "not known", from a gateway that then knows what was paid', async () => {
    const batch = desk.confirm(3);
    const references = desk.store.ledger.queuedReferences(batch).map(({ reference }) => reference);
    expect(await desk.preflight(references)).toMatchObject({ kind: 'ready', notKnown: NOT_KNOWN, doubt: null });
    await desk.run(batch, { until: 'sent' });
    expect(await desk.preflight(references)).toMatchObject({ kind: 'stopped', pause: { code: 'referenceKnown' } });
    expect(desk.gateway.times('pay')).toHaveLength(3);
  });
});

describe('guarded rows', () => {
  it('are held while another batch pays the same person the same, and end the run with the reason', async () => {
    const rows = Array.from({ length: 30 }, (_, index) => payableRow(index));
    desk.confirm(rows.slice(0, 5));
    const later = desk.confirm(rows);
    desk.gateway.script = { pay: () => PAID };
    const started = desk.start(later);
    expect(codeOf(await desk.finish(started))).toBe('guarded');
    expect(desk.counts(later)).toEqual({ queued: 5, success: 25 });
    expect(desk.gateway.writes.filter((write) => write.order !== null)).toHaveLength(25);
  });

  it('in their thousands are put aside quickly', async () => {
    const rows = Array.from({ length: 400 }, (_, index) => payableRow(index));
    desk.confirm(rows);
    const later = desk.confirm(rows);
    const startMs = desk.clock.monotonicMs;
    expect(codeOf(await desk.run(later, { lookupsProven: false }))).toBe('guarded');
    expect(desk.clock.monotonicMs - startMs).toBeLessThan(2_000);
    expect(desk.gateway.writes).toEqual([]);
  });
});
