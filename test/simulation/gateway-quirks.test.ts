import { describe, expect, it } from 'vitest';
import { Dialect } from './dialect.ts';
import { GatewayQuirks, QUIRK_KINDS, type QuirkKind } from './gateway-quirks.ts';
import { GroundTruth, mayBePaid } from './ground-truth.ts';
import { type PayPlan, planPay } from './pay-plans.ts';
import { randomFrom } from './random.ts';
import type { WirePayout } from './wire-payout.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const PAID = { endsAs: 'success', endsAfterMs: 0, hiddenForMs: 0, flipsTo: null } as const;

function payout(reference: string): WirePayout & { readonly machine: string } {
  const who = { person: 'upi:asha@okbank', payee: 'asha@okbank', remark: 'Salary' };
  return { ...who, reference, mid: 77, amountText: '10', amountPaise: 1_000, machine: 'one' };
}

function gateway(...kinds: readonly QuirkKind[]) {
  const at = { ms: 0 };
  const quirks = new GatewayQuirks(kinds, randomFrom(1));
  const truth = new GroundTruth(() => at.ms, 10_000_000, quirks);
  truth.execute(payout('R1'), PAID);
  const seenAfter = (ms: number): boolean => mayBePaid(truth.seen(truth.find({ mid: 77, reference: 'R1' }), ms));
  return { at, quirks, truth, seenAfter };
}

describe('a gateway', () => {
  it('that hides a payout for a while shows it before and after', () => {
    const { seenAfter } = gateway('hidesForAWhile');
    expect([0, 5 * MINUTE_MS, DAY_MS].map(seenAfter)).toEqual([true, false, true]);
  });

  it('that forgets does so after days', () => {
    const { seenAfter } = gateway('forgets');
    expect([0, DAY_MS, 10 * DAY_MS].map(seenAfter)).toEqual([true, true, false]);
  });

  it('that takes paise empties the wallet a hundred times as fast', () => {
    expect(gateway('takesPaise').truth.walletPaise).toBe(10_000_000 - 100_000);
  });

  it('with blind look-ups answers all of them alike', () => {
    expect(gateway('blindLookups').quirks.lookup()).toMatchObject({ httpStatus: 400, says: null });
  });

  it('that executes what it refused does so minutes later, and knows nothing of it until then', () => {
    const { quirks } = gateway('executesRefused');
    const world = { random: randomFrom(2), dialect: new Dialect(randomFrom(3)), payout: payout('R2') };
    const plans = Array.from({ length: 50 }, (): PayPlan => quirks.plan(planPay('paidAtOnce', world)));
    const refused = plans.filter(({ kind }) => kind === 'executesRefused');
    expect(refused.length).toBeGreaterThan(5);
    for (const { executes, remembers, answer } of refused) {
      expect(executes?.delayMs).toBeGreaterThanOrEqual(MINUTE_MS);
      expect(remembers).toBeNull();
      expect([400, 401, 429]).toContain(answer.httpStatus);
    }
  });

  it('that repeats its first ids calls every payout by them', () => {
    const dialect = new Dialect(randomFrom(4), gateway('repeatsFirstIds').quirks);
    const idsOf = (reference: string): object =>
      dialect.ids({
        ...payout(reference),
        transactionId: `TX77-${reference}`,
        movements: [],
        sinceMs: 0,
        course: PAID,
      });
    expect(idsOf('R2')).toEqual(idsOf('R1'));
  });

  it('has no quirk any more once all faults are over', () => {
    const { quirks, truth, seenAfter } = gateway(...QUIRK_KINDS);
    quirks.heal();
    truth.heal();
    expect([quirks.lookup(), quirks.walletTimes, seenAfter(10 * DAY_MS)]).toEqual([null, 1, true]);
  });
});
