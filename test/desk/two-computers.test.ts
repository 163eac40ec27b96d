// One file on two computers: whatever each of them did, learned and forgot, it is paid once. The gateway is a server written from
// the specification alone; both desks are the composed program over their own data folders.

import { cpSync, rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { BatchId } from '../../shared/ids.ts';
import { asPaise } from '../../shared/money.ts';
import { NO_TICKS } from '../../shared/repeats.ts';
import type { RetryPayout } from '../../shared/retry-payout.ts';
import { makeRows } from '../cli/payout-files.ts';
import { type SpecGateway, startSpecGateway } from '../cli/spec-gateway.ts';
import { spoken } from '../fixtures/spoken.ts';
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
    // Two rows are alike, so that the second of them gets the second reference.
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
    expect(endingOf(await low.run(rows, { onlyPayable: true }))).toEqual([
      [6, 'aboveCeiling'],
      ...[2, 3, 4, 5].map((row) => [row, 'referenceKnown']),
    ]);
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
    // The tenth row was sent from elsewhere; it is not among those looked up first.
    const sent = desk.payouts(FIRST)[9] ?? expect.unreachable();
    await postElsewhere(gateway, sent);
    let drawn = 0;
    desk.drawBy((limit) => 10 + (drawn++ % (limit - 10)));
    desk.setDaysLater(1 / 12);
    expect(endingOf(await desk.resume(FIRST))).toEqual({ queued: 1, success: 15 });
    expect([...gateway.timesPosted().values()].every((times) => times === 1)).toBe(true);
  });
});

describe.concurrent('a file with one row more', () => {
  const rows = makeRows(12);
  const more = [...makeRows(1, { label: 'more' }), ...rows.toReversed()];
  const KNOWN = rows.map((_row, at) => [at + 3, 'referenceKnown']);

  it('stops in a second data folder, shows each row that was paid, and pays the one more by a new Confirm', async (test) => {
    const gateway = await startSpecGateway(test);
    const first = await computer(test, gateway);
    expect(endingOf(await first.run(rows))).toEqual({ success: 12 });
    const second = await computer(test, gateway, { beside: first });
    expect(endingOf(await second.run(more, { onlyPayable: true }))).toBe('referenceKnown');
    expect(gateway.executed).toHaveLength(12);
    const blocked = await second.run(more);
    expect(endingOf(blocked)).toEqual(KNOWN);
    expect(spoken(blocked)).toMatchObject({
      check: {
        issues: expect.arrayContaining([
          expect.objectContaining({
            row: 3,
            message:
              'The gateway already knows this reference (success): paid from another computer or before a restore.',
          }),
        ]),
      },
    });
    expect(endingOf(await second.run(more, { onlyPayable: true }))).toEqual({ success: 1 });
    expect(gateway.executed).toHaveLength(13);
  });

  it('stops on a machine that was rolled back with its state folder', async (test) => {
    const gateway = await startSpecGateway(test);
    const machine = await computer(test, gateway);
    const yesterday = `${machine.folder}-yesterday`;
    test.onTestFinished(() => rmSync(yesterday, { recursive: true, force: true }));
    expect(endingOf(await machine.run(makeRows(2, { label: 'before' })))).toEqual({ success: 2 });
    cpSync(machine.folder, yesterday, { recursive: true });
    expect(endingOf(await machine.run(rows))).toEqual({ success: 12 });
    rmSync(machine.folder, { recursive: true });
    cpSync(yesterday, machine.folder, { recursive: true });
    expect(endingOf(await machine.run(more))).toBe('referenceKnown');
    expect(endingOf(await machine.run(more))).toEqual(KNOWN);
    expect(gateway.executed).toHaveLength(14);
  });

  it('is shown at Confirm without the rows that were paid elsewhere, and looks up each of the others right before its send', async (test) => {
    const gateway = await startSpecGateway(test);
    const first = await computer(test, gateway);
    const second = await computer(test, gateway);
    expect(endingOf(await first.run(rows))).toEqual({ success: 12 });
    const answer = await second.run(more, {
      onlyPayable: true,
      meanwhile: () => expect(gateway.executed).toHaveLength(12),
    });
    expect(endingOf(answer)).toEqual({ success: 1 });
    expect(gateway.executed).toHaveLength(13);
    const asked = gateway.posts.map(({ path, body }) => `${path} ${String(body['udf1'])}`);
    const sent = asked.findIndex((post) => post === `/api/payout/ ${gateway.executed[12]?.reference}`);
    expect(asked[sent - 1]).toBe(`/api/payoutStatus/ ${gateway.executed[12]?.reference}`);
  });
});

describe.concurrent('two clerks with one file within a second', () => {
  it('pay it once: the one who looks later finds what the other has begun', async (test) => {
    const gateway = await startSpecGateway(test);
    const early = await computer(test, gateway, { secondLook: { leastMs: 200, mostMs: 200 } });
    const late = await computer(test, gateway, { secondLook: { leastMs: 2_500, mostMs: 2_500 } });
    const rows = makeRows(30);
    const [one, other] = await Promise.all([early.run(rows), late.run(rows)]);
    expect(endingOf(one)).toEqual({ success: 30 });
    expect(endingOf(other)).toBe('referenceKnown');
    expect(gateway.executed).toHaveLength(30);
  });

  it('pay it once where the other begins between the second look and the first send', async (test) => {
    const gateway = await startSpecGateway(test);
    const desk = await computer(test, gateway);
    const other = await computer(test, gateway);
    const rows = makeRows(4);
    // The other computer has the same row queued, which gives the reference.
    await other.run(rows, stoppedOnceStored());
    const first = other.payouts(FIRST)[0] ?? expect.unreachable();
    let posted = Promise.resolve();
    const answer = await desk.run(rows, { onStored: () => void (posted = postElsewhere(gateway, first)) });
    await posted;
    expect(answer).toMatchObject({ value: { pause: { code: 'referenceKnown' } } });
    expect(endingOf(answer)).toEqual({ queued: 4 });
    expect(gateway.executed).toHaveLength(1);
  });
});

describe.concurrent('an account that several computers pay from', () => {
  it('has each row looked up right before its send: what another computer paid meanwhile is not sent', async (test) => {
    const gateway = await startSpecGateway(test);
    const desk = await computer(test, gateway);
    const stored = await computer(test, gateway);
    const rows = makeRows(12);
    await stored.run(rows, stoppedOnceStored());
    const sent = stored.payouts(FIRST)[10] ?? expect.unreachable();
    await desk.connect({ baseUrl: gateway.url, mid: gateway.mid, severalComputers: true });
    let posted = Promise.resolve();
    const answer = await desk.run(rows, { onStored: () => void (posted = postElsewhere(gateway, sent)) });
    await posted;
    expect(endingOf(answer)).toEqual({ queued: 1, success: 11 });
    expect([...gateway.timesPosted().values()].every((times) => times === 1)).toBe(true);
  });
});

describe.concurrent('another data folder of the same user', () => {
  it('that paid from the same merchant id is named at Confirm, and lifted with the other warnings', async (test) => {
    const gateway = await startSpecGateway(test);
    const elsewhere = await startSpecGateway(test);
    const first = await computer(test, gateway);
    const second = await computer(test, elsewhere, { beside: first });
    await first.run(makeRows(2));
    const refused = await second.run(makeRows(3, { label: 'other' }), { acceptWarnings: false });
    expect(spoken(refused)).toMatchObject({
      refusal: {
        code: 'warnings',
        message: expect.stringMatching(
          new RegExp(
            `The data folder ${first.folder}/data paid from this merchant id .*batches: 1, the last on \\d+ \\w+`,
          ),
        ),
      },
    });
    expect(endingOf(await second.run(makeRows(3, { label: 'other' })))).toEqual({ success: 3 });
  });
});

/** Sends the same payout from another program. */
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
