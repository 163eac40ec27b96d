// A batch whose first payout goes alone because a person chose that: the gateway's own books say what left.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunEnd } from '../../electron/main/domain/run.ts';
import { verbatim } from '../../shared/messages/message.ts';
import { inEnglish } from '../../shared/messages/speak.ts';
import { refused } from './ready-answers.ts';
import type { PayPlan } from './scripted-gateway.ts';
import { Crash, type RunOptions, SimulatedDesk } from './simulated-desk.ts';

const PAID: PayPlan = { executes: 'success' };
const ALONE: RunOptions = { firstAlone: true, inFlightMax: 4 };

let desk: SimulatedDesk;
beforeEach(() => {
  desk = new SimulatedDesk();
});
afterEach(() => desk.close());

function codeOf(end: RunEnd): string {
  return end.kind === 'paused' ? end.pause.code : end.kind;
}

const posted = (): number => desk.gateway.times('pay').length;

describe('the first payout alone', () => {
  it('goes, is looked up by its reference although look-ups are proven, and pauses the batch; Resume sends the others', async () => {
    const batch = desk.confirm(5, { firstAlone: true });
    desk.gateway.script = { pay: () => PAID };
    expect(desk.store.notes.owesFirstAlone(batch)).toBe(true);
    expect(codeOf(await desk.run(batch, ALONE))).toBe('firstAlone');
    expect([posted(), desk.counts(batch)]).toEqual([1, { success: 1, queued: 4 }]);
    expect(desk.gateway.asked.map(({ key }) => key)).toContainEqual({
      by: 'reference',
      reference: 'B1ROW000002',
      transactionId: 'T-B1ROW000002',
    });
    expect(desk.store.notes.owesFirstAlone(batch)).toBe(false);
    expect(inEnglish(desk.record(batch).pause?.message ?? verbatim(''))).toMatch(
      /^The first payment went out\. .* success\. Nothing else was sent\.$/,
    );
    desk.reopen();
    expect(desk.record(batch).pause?.code).toBe('firstAlone');
    await desk.run(batch, { until: 'sent' });
    expect([posted(), desk.counts(batch)]).toEqual([5, { success: 5 }]);
    expect(desk.contradictions(batch)).toEqual([]);
  });

  it('refused by the gateway pauses too, and the next Resume asks after the next one', async () => {
    const batch = desk.confirm(4, { firstAlone: true });
    desk.gateway.script = {
      pay: (_order, nth) => (nth.inAll === 1 ? { executes: null, outcome: refused('no such account') } : PAID),
    };
    expect(codeOf(await desk.run(batch, ALONE))).toBe('firstAlone');
    expect([posted(), desk.counts(batch)]).toEqual([1, { rejected: 1, queued: 3 }]);
    expect(inEnglish(desk.record(batch).pause?.message ?? verbatim(''))).toContain('refused: no such account');
    expect(desk.store.notes.owesFirstAlone(batch)).toBe(true);
    expect(codeOf(await desk.run(batch, ALONE))).toBe('firstAlone');
    expect([posted(), desk.store.notes.owesFirstAlone(batch)]).toEqual([2, false]);
  });

  it('is not asked for where nobody wished it', async () => {
    const batch = desk.confirm(3);
    desk.gateway.script = { pay: () => PAID };
    expect(desk.store.notes.owesFirstAlone(batch)).toBe(false);
    expect(await desk.run(batch, { until: 'sent' })).toEqual({ kind: 'reached' });
  });

  it('is never followed by a second one in the same run, wherever the process dies', async () => {
    desk.gateway.script = { pay: () => PAID };
    let point = 1;
    for (let lived = false; !lived; point += 1) {
      const batch = desk.confirm(3, { firstAlone: true });
      const before = posted();
      desk.crashAt(point);
      try {
        await desk.run(batch, ALONE);
        lived = true;
      } catch (error) {
        if (!(error instanceof Crash)) throw error;
      }
      desk.reopen();
      expect(posted() - before).toBeLessThanOrEqual(1);
      const firstAlone = desk.store.notes.owesFirstAlone(batch);
      if (firstAlone) {
        expect(codeOf(await desk.run(batch, ALONE))).toBe('firstAlone');
        expect(posted() - before).toBeLessThanOrEqual(2);
      }
      expect(desk.counts(batch).queued).toBeGreaterThan(0);
    }
    expect(point).toBeGreaterThan(5);
  });
});
