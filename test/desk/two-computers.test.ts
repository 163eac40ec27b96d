// One file on two computers: whatever each of them did, was heard to know, and forgot, it is paid once. The gateway is
// a server written from the specification alone; both desks are the composed program over data folders of their own.

import { describe, expect, it } from 'vitest';
import type { BatchId } from '../../shared/ids.ts';
import { asPaise } from '../../shared/money.ts';
import { NO_TICKS } from '../../shared/repeats.ts';
import type { RetryPayout } from '../../shared/retry.ts';
import { makeRows } from '../cli/payout-files.ts';
import { type SpecGateway, startSpecGateway } from '../cli/spec-gateway.ts';
import { computer, endingOf, stoppedOnceStored } from './computers.ts';

const FIRST = 'B0001' as BatchId;

describe.concurrent('one file on two computers', () => {
  it('is paid once when the other computer paid it while the count was being typed', async (test) => {
    const gateway = await startSpecGateway(test);
    const slow = await computer(test, gateway);
    const quick = await computer(test, gateway);
    const rows = makeRows(4);
    const answer = await slow.run(rows, {
      meanwhile: async () => expect(endingOf(await quick.run(rows))).toEqual({ success: 4 }),
    });
    expect(endingOf(answer)).toBe('referenceKnown');
    expect(gateway.executed).toHaveLength(4);
  });

  it('is never cancelled as unpaid once the gateway was heard to know any of it', async (test) => {
    const gateway = await startSpecGateway(test);
    const first = await computer(test, gateway);
    const second = await computer(test, gateway);
    const rows = makeRows(20);
    expect(endingOf(await first.run(rows, stoppedOnceStored()))).toEqual({ queued: 20 });
    expect(endingOf(await second.run(rows))).toEqual({ success: 20 });
    for (const _twice of [1, 2]) {
      expect(await first.resume('B0001')).toMatchObject({ value: { pause: { code: 'referenceKnown' } } });
    }
    expect(await first.cancel('B0001')).toMatchObject({ value: { counts: { unknown: 20, cancelled: 0 } } });
    const again = { acceptRepeats: [FIRST], onlyPayable: true };
    expect(endingOf(await first.run(rows, again))).toEqual(rows.map((_row, at) => [at + 2, 'inFlightElsewhere']));
    await first.watch('B0001');
    expect(endingOf(await first.run(rows, again))).toEqual(rows.map((_row, at) => [at + 2, 'paidBefore']));
    expect(gateway.executed).toHaveLength(20);
  });

  it('is looked up as a whole when a batch that was cancelled unheard is repeated', async (test) => {
    const gateway = await startSpecGateway(test);
    const first = await computer(test, gateway);
    const second = await computer(test, gateway);
    const rows = makeRows(20);
    await first.run(rows, stoppedOnceStored());
    expect(endingOf(await second.run(rows))).toEqual({ success: 20 });
    expect(await first.cancel('B0001')).toMatchObject({ value: { counts: { cancelled: 20 } } });
    const again = await first.run(rows, { acceptRepeats: [FIRST], onlyPayable: true });
    expect(endingOf(again)).toEqual(rows.map((_row, at) => [at + 2, 'maybePaid']));
    expect(gateway.executed).toHaveLength(20);
  });

  it('may be repeated when it was cancelled and nobody else paid it', async (test) => {
    const gateway = await startSpecGateway(test);
    const desk = await computer(test, gateway);
    const rows = makeRows(3);
    await desk.run(rows, stoppedOnceStored());
    await desk.cancel('B0001');
    expect(endingOf(await desk.run(rows, { acceptRepeats: [FIRST] }))).toEqual({ success: 3 });
  });

  it('is paid once when the other computer cancelled its first run and paid it in a second one', async (test) => {
    const gateway = await startSpecGateway(test);
    const late = await computer(test, gateway);
    const quick = await computer(test, gateway);
    const stored = await computer(test, gateway);
    // Two rows are alike, so that the second of them is named as the second.
    const rows = [...makeRows(1), ...makeRows(10)];
    const ticks = { ...NO_TICKS, paidBefore: [3] };
    expect(endingOf(await stored.run(rows, { ticks, ...stoppedOnceStored() }))).toEqual({ queued: 11 });
    await quick.run(rows, { ticks, ...stoppedOnceStored() });
    await quick.cancel('B0001');
    expect(endingOf(await quick.run(rows, { ticks, acceptRepeats: [FIRST] }))).toEqual({ success: 11 });
    expect(endingOf(await late.run(rows, { ticks }))).toBe('referenceKnown');
    expect(await stored.resume('B0001')).toMatchObject({ value: { pause: { code: 'referenceKnown' } } });
    expect(await stored.cancel('B0001')).toMatchObject({ value: { counts: { unknown: 11, cancelled: 0 } } });
    expect(gateway.executed).toHaveLength(11);
  });

  it('is known again where another ceiling blocks a row of it', async (test) => {
    const gateway = await startSpecGateway(test);
    const high = await computer(test, gateway);
    const low = await computer(test, gateway);
    await low.connect({ baseUrl: gateway.url, mid: gateway.mid, maxPayoutPaise: asPaise(10_400) });
    const rows = makeRows(5);
    expect(endingOf(await high.run(rows))).toEqual({ success: 5 });
    expect(endingOf(await low.run(rows))).toEqual([[6, 'aboveCeiling']]);
    expect(endingOf(await low.run(rows, { onlyPayable: true }))).toBe('referenceKnown');
    expect(gateway.executed).toHaveLength(5);
  });

  it('is paid no further when the other computer left its first row out and died after the next ones', async (test) => {
    const gateway = await startSpecGateway(test);
    const desk = await computer(test, gateway);
    await desk.run(makeRows(60), stoppedOnceStored());
    await postElsewhere(gateway, desk.payouts(FIRST)[1] ?? expect.unreachable());
    const other = await computer(test, gateway);
    other.drawBy((limit) => limit - 2 - (drawn++ % 10));
    let drawn = 0;
    expect(endingOf(await other.run(makeRows(60)))).toBe('referenceKnown');
  });

  it('sends after an hour only what the gateway still does not know, each looked up', async (test) => {
    const gateway = await startSpecGateway(test);
    const desk = await computer(test, gateway);
    await desk.run(makeRows(16), stoppedOnceStored());
    // The tenth row was sent from elsewhere; it is none of those that are looked up at first.
    const sent = desk.payouts(FIRST)[9] ?? expect.unreachable();
    await postElsewhere(gateway, sent);
    let drawn = 0;
    desk.drawBy((limit) => 10 + (drawn++ % (limit - 10)));
    desk.setDaysLater(1 / 12);
    expect(endingOf(await desk.resume(FIRST))).toEqual({ queued: 1, success: 15 });
    expect([...gateway.timesPosted().values()].every((times) => times === 1)).toBe(true);
  });
});

/** The same payout, by a program that is none of ours. */
async function postElsewhere({ url, mid, token }: SpecGateway, { reference, payment }: RetryPayout): Promise<void> {
  const { beneficiary, amountPaise, remark } = payment;
  if (beneficiary.method !== 'UPI') expect.unreachable();
  const body = { mid, paymentMethod: 'UPI', beneficiaryUPI: beneficiary.upiId, amount: amountPaise / 100, remark };
  const posted = await fetch(`${url}/api/payout/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, udf1: reference }),
  });
  expect(posted.status).toBe(200);
}
