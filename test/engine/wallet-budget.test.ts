// A wallet with too little for the next payout: it is read again, rarely, and then the batch pauses; never when no unit is
// confirmed.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunEnd } from '../../electron/main/domain/run.ts';
import type { KnownWallet } from '../../shared/wallet.ts';
import { spoken } from '../fixtures/spoken.ts';
import { notSent, unclearWallet } from './ready-answers.ts';
import { SimulatedDesk } from './simulated-desk.ts';

// The payouts of a simulated batch are 1,000.00, 1,001.00, 1,002.00 rupees and so on.
const PAID = { executes: 'success' } as const;

let desk: SimulatedDesk;
beforeEach(() => {
  desk = new SimulatedDesk();
});
afterEach(() => desk.close());

function rupees(balance: string): KnownWallet {
  return { balance, unit: 'rupees' };
}

function codeOf(end: RunEnd): string {
  return end.kind === 'paused' ? end.pause.code : end.kind;
}

/** A gateway whose wallet starts with this much and pays its payouts from it. */
function walletOf(startPaise: number): () => string {
  return () => {
    const paid = desk.gateway.writes.reduce((sum, { order }) => sum + (order?.amountPaise ?? 0), 0);
    return ((startPaise - paid) / 100).toFixed(2);
  };
}

describe('a wallet below the next payout', () => {
  it('pauses before that payout, with both amounts, and everything before it is paid', async () => {
    const batch = desk.confirm(10);
    const balance = walletOf(350_000);
    desk.gateway.script = {
      pay: () => PAID,
      wallet: () => ({ answer: { kind: 'balance', balance: balance(), message: null } }),
    };
    const end = await desk.run(batch, { wallet: rupees('3500.00') });
    expect(spoken(end)).toEqual({
      kind: 'paused',
      pause: {
        code: 'walletLow',
        message: 'The wallet holds ₹497.00, and the next payment is ₹1,003.00: nothing more was sent.',
      },
    });
    expect(desk.counts(batch)).toEqual({ success: 3, queued: 7 });
    expect(desk.gateway.times('wallet')).toHaveLength(1);
    expect(desk.record(batch).pause?.code).toBe('walletLow');
  });

  it('does not let a smaller payout behind it go first', async () => {
    const batch = desk.confirm(3);
    desk.gateway.script = {
      pay: () => PAID,
      wallet: () => ({ answer: { kind: 'balance', balance: '999.99', message: null } }),
    };
    expect(codeOf(await desk.run(batch, { wallet: rupees('999.99') }))).toBe('walletLow');
    expect(desk.gateway.times('pay')).toEqual([]);
  });

  it('goes on when it was topped up meanwhile, asking only when it has to', async () => {
    const batch = desk.confirm(10);
    desk.gateway.script = {
      pay: () => PAID,
      wallet: () => ({ answer: { kind: 'balance', balance: '50000', message: null } }),
    };
    expect(await desk.run(batch, { wallet: rupees('3500.00') })).toEqual({ kind: 'reached' });
    expect(desk.counts(batch)).toEqual({ success: 10 });
    expect(desk.gateway.times('wallet')).toHaveLength(1);
  });

  it('is asked only when nothing is on its way, and not again within seconds', async () => {
    const batch = desk.confirm(8);
    const openAtRead: number[] = [];
    const started = desk.start(batch, { wallet: rupees('2500.00'), inFlightMax: 4 });
    desk.gateway.script = {
      pay: () => ({ ...PAID, answerMs: 3_000 }),
      wallet: (nth) => {
        openAtRead.push(started.run.inFlight);
        return { answer: nth < 3 ? unclearWallet(503) : { kind: 'balance', balance: '90000', message: null } };
      },
    };
    expect(await desk.finish(started)).toEqual({ kind: 'reached' });
    expect(openAtRead).toEqual([1, 1, 1]);
    const [first, second, third] = desk.gateway.times('wallet');
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(10_000);
    expect((third ?? 0) - (second ?? 0)).toBeGreaterThanOrEqual(10_000);
    expect(started.process.firedCount).toBeLessThan(300);
  });

  it('that cannot be read any more pauses after a few tries', async () => {
    const batch = desk.confirm(4);
    desk.gateway.script = { pay: () => PAID, wallet: () => ({ answer: unclearWallet(503) }) };
    expect(codeOf(await desk.run(batch, { wallet: rupees('1500') }))).toBe('walletLow');
    expect(desk.gateway.times('wallet')).toHaveLength(5);
    expect(desk.counts(batch)).toEqual({ success: 1, queued: 3 });
  });

  it('counts a payout that never left as not paid', async () => {
    const batch = desk.confirm(3);
    desk.gateway.script = { pay: (_order, nth) => (nth.inAll <= 2 ? { outcome: notSent('dns') } : PAID) };
    expect(await desk.run(batch, { wallet: rupees('3003.00'), inFlightMax: 1 })).toEqual({ kind: 'reached' });
    expect(desk.gateway.times('wallet')).toEqual([]);
  });

  it.each([
    ['no confirmed unit', null],
    ['a balance that is no number', rupees('plenty')],
  ])('holds nothing up with %s', async (_name, wallet) => {
    const batch = desk.confirm(5);
    desk.gateway.script = { pay: () => PAID };
    expect(await desk.run(batch, { wallet })).toEqual({ kind: 'reached' });
    expect(desk.gateway.times('wallet')).toEqual([]);
  });
});
