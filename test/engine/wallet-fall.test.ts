// What the first payout of a batch costs the wallet: a fall of exactly a hundred times its amount stops the batch, and nothing
// else does.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunEnd } from '../../electron/main/domain/run.ts';
import { inEnglish } from '../../shared/messages/speak.ts';
import type { WalletAnswer } from '../../shared/outcomes.ts';
import type { ReportedWallet } from '../../shared/wallet.ts';
import { spoken } from '../fixtures/spoken.ts';
import { refused, unclearWallet } from './ready-answers.ts';
import { SimulatedDesk } from './simulated-desk.ts';

// The payouts of a simulated batch are 1,000.00, 1,001.00, 1,002.00 rupees and so on.
const PAID = { executes: 'success' } as const;
const REFUSED = { executes: null, outcome: refused('No such account', 'failed') } as const;

let desk: SimulatedDesk;
beforeEach(() => {
  desk = new SimulatedDesk();
});
afterEach(() => desk.close());

/** A gateway whose wallet falls by `times` what it pays, from `start` paise. */
function takes(times: number, start = 90_000_000): void {
  const left = (): string => {
    const paid = desk.gateway.writes.reduce((sum, { order }) => sum + (order?.amountPaise ?? 0), 0);
    return String((start * 100 - paid * times) / 100);
  };
  desk.gateway.script = { pay: () => PAID, wallet: () => ({ answer: balance(left()) }) };
}

function balance(of: string): WalletAnswer {
  return { kind: 'balance', balance: of, message: null };
}

const UNCONFIRMED: ReportedWallet = { balance: '90000000', unit: null };

function pauseOf(end: RunEnd): string {
  return end.kind === 'paused' ? `${end.pause.code}: ${inEnglish(end.pause.message)}` : end.kind;
}

function alarms(): readonly unknown[] {
  return desk.store.news.list({ batch: null, all: false }).map(({ rowNumber, to, word }) => [rowNumber, to, word]);
}

describe('the wallet after the first payout', () => {
  it('stops the batch where it fell by exactly a hundred times the amount, and is an alarm at that row', async () => {
    takes(100);
    const batch = desk.confirm(10);
    expect(pauseOf(await desk.run(batch, { walletBefore: UNCONFIRMED }))).toBe(
      'walletFall: The wallet fell by 100000 for a payment of ₹1,000.00, exactly a hundred times as much: the gateway takes amounts in another unit than rupees, or counts the wallet in paise.',
    );
    expect(desk.counts(batch)).toEqual({ success: 1, queued: 9 });
    expect(desk.record(batch).pause?.code).toBe('walletFall');
    expect(spoken(alarms())).toEqual([[2, 'walletFall', '100000 for a payment of ₹1,000.00']]);
  });

  it.each<[string, number, ReportedWallet]>([
    ['rupees', 100, { balance: '90000000', unit: 'rupees' }],
    ['paise', 10_000, { balance: '90000000', unit: 'paise' }],
  ])('is compared in the unit that a person confirmed: %s', async (_unit, times, walletBefore) => {
    takes(times);
    const batch = desk.confirm(3);
    expect(pauseOf(await desk.run(batch, { walletBefore }))).toBe(
      'walletFall: The wallet fell by ₹1,00,000.00 for a payment of ₹1,000.00, exactly a hundred times as much: the gateway seems to take amounts in another unit than rupees.',
    );
  });

  it.each<[string, number, ReportedWallet]>([
    ['as much as was paid', 1, UNCONFIRMED],
    ['a hundredth of it', 0.01, UNCONFIRMED],
    ['nearly a hundred times as much', 99.999, UNCONFIRMED],
    ['as many paise as were paid, the unit confirmed', 100, { balance: '90000000', unit: 'paise' }],
  ])('goes on where it fell by %s, and is read once', async (_what, times, walletBefore) => {
    takes(times);
    const batch = desk.confirm(5);
    expect(await desk.run(batch, { walletBefore })).toEqual({ kind: 'reached' });
    expect(desk.counts(batch)).toEqual({ success: 5 });
    expect(desk.gateway.times('wallet')).toHaveLength(1);
    expect(alarms()).toEqual([]);
  });

  it('is waited for before the second payout leaves, and for a moment only where it has not fallen yet', async () => {
    const batch = desk.confirm(4);
    desk.gateway.script = { pay: () => PAID, wallet: () => ({ answer: balance('90000000') }) };
    expect(await desk.run(batch, { walletBefore: UNCONFIRMED })).toEqual({ kind: 'reached' });
    const reads = desk.gateway.times('wallet');
    expect(reads).toHaveLength(3);
    const [, second = 0] = desk.gateway.times('pay');
    expect(second).toBeGreaterThanOrEqual(reads.at(-1) ?? 0);
    expect(second - (reads[0] ?? 0)).toBeLessThan(5_000);
  });

  it('that falls only at the second look is compared then', async () => {
    const batch = desk.confirm(4);
    desk.gateway.script = {
      pay: () => PAID,
      wallet: (nth) => ({ answer: balance(nth === 1 ? '90000000' : '89900000') }),
    };
    expect(pauseOf(await desk.run(batch, { walletBefore: UNCONFIRMED }))).toMatch(/^walletFall: /);
  });

  it('holds nothing up where it gives no balance', async () => {
    const batch = desk.confirm(4);
    desk.gateway.script = { pay: () => PAID, wallet: () => ({ answer: unclearWallet(500) }) };
    expect(await desk.run(batch, { walletBefore: UNCONFIRMED })).toEqual({ kind: 'reached' });
    expect(desk.counts(batch)).toEqual({ success: 4 });
  });

  it('is compared for a file of one row as well, whose run says so though nothing is left to stop', async () => {
    takes(100);
    const batch = desk.confirm(1);
    expect(pauseOf(await desk.run(batch, { walletBefore: UNCONFIRMED }))).toMatch(/^walletFall: /);
    expect(desk.counts(batch)).toEqual({ success: 1 });
    expect(alarms()).toHaveLength(1);
  });

  it('is told before what a person only asked to be asked about', async () => {
    takes(100);
    const batch = desk.confirm(3, { firstAlone: true });
    const end = await desk.run(batch, { walletBefore: UNCONFIRMED, firstAlone: true, lookupsProven: false });
    expect(pauseOf(end)).toMatch(/^walletFall: /);
    expect(desk.counts(batch)).toEqual({ success: 1, queued: 2 });
  });

  it('is not read after a payout that was refused: the next one goes alone', async () => {
    takes(1);
    const { script } = desk.gateway;
    desk.gateway.script = { ...script, pay: (_order, { inAll }) => (inAll === 1 ? REFUSED : PAID) };
    const batch = desk.confirm(5);
    expect(pauseOf(await desk.run(batch, { walletBefore: { ...UNCONFIRMED, balance: '90100000' } }))).toBe('reached');
    expect(desk.gateway.times('wallet')).toHaveLength(1);
    const [, second = 0, third = 0] = desk.gateway.times('pay');
    expect(desk.gateway.times('wallet')[0]).toBeGreaterThan(second);
    expect(desk.gateway.times('wallet')[0]).toBeLessThan(third);
  });

  it('is not watched where something of the batch was sent before', async () => {
    takes(100);
    const batch = desk.confirm(3);
    expect(await desk.run(batch, { walletBefore: null })).toEqual({ kind: 'reached' });
    expect(desk.gateway.times('wallet')).toEqual([]);
  });
});
