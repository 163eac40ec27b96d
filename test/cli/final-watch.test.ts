// Final payouts are looked up for days, by `watch` alone, and the report contains their late news.

import { describe, expect, it } from 'vitest';
import { openDesk, openDeskFor } from './desk-in-process.ts';
import { answerOf, BATCH, counts } from './json-answers.ts';
import { makeRows, writeCsv } from './payout-files.ts';
import { makeClock, PATIENCE_MS } from './run-desk.ts';
import { startSpecGateway } from './spec-gateway.ts';

const DAY_MS = 24 * 3_600_000;

describe.concurrent('watch, days after a batch was paid', { timeout: PATIENCE_MS }, () => {
  it('looks its payouts up on days 1, 3 and 7, and sends nothing', async (test) => {
    const gateway = await startSpecGateway(test);
    const clock = makeClock(openDesk(test).folder);
    const desk = await openDeskFor(test, gateway, { clock });
    const rows = makeRows(5);
    const paid = await desk.run('run', writeCsv(desk.folder, { name: 'pay.csv', rows }), '--profile', 'acme', '--yes');
    expect(paid.exitCode).toBe(0);
    const asked: number[] = [];
    for (const day of [0.5, 1.1, 2, 3.1, 5, 7.1, 9, 40]) {
      clock.setBy(day * DAY_MS);
      const before = lookedUp();
      const watched = await desk.run('watch', '--json');
      expect(watched.exitCode).toBe(0);
      expect(answerOf(watched, BATCH)).toMatchObject({
        state: 'settled',
        paused: null,
        counts: counts({ success: 5 }),
      });
      asked.push(lookedUp() - before);
    }
    // One of them was looked up as the first payout; the other four had come without a UTR.
    expect(asked).toEqual([4, 5, 0, 5, 0, 5, 0, 0]);
    expect(gateway.payoutPosts()).toHaveLength(5);

    /** How many lookups of our payouts reached the gateway. */
    function lookedUp(): number {
      const ids = new Set(gateway.executed.map(({ transactionId }) => transactionId));
      return gateway.posts.filter(
        ({ path, body }) => path === '/api/payoutStatus/' && ids.has(String(body['transactionId'])),
      ).length;
    }
  });

  it('picks up an older batch whose final watch is due, and finds what was reversed meanwhile', async (test) => {
    let reversedAfterMs = Number.POSITIVE_INFINITY;
    const later = {
      get afterMs(): number {
        return reversedAfterMs;
      },
      word: 'reversed',
    };
    const gateway = await startSpecGateway(test, {
      conduct: ({ remark }) => (remark === 'Salary first 0002' ? { later } : {}),
    });
    const clock = makeClock(openDesk(test).folder);
    const desk = await openDeskFor(test, gateway, { clock });
    const first = writeCsv(desk.folder, { name: 'one.csv', rows: makeRows(3, { label: 'first' }) });
    await desk.run('run', first, '--profile', 'acme', '--yes');
    clock.setBy(DAY_MS + 60_000);
    const second = writeCsv(desk.folder, { name: 'two.csv', rows: makeRows(2, { label: 'second' }) });
    await desk.run('run', second, '--profile', 'acme', '--yes');
    reversedAfterMs = 0;
    const watched = await desk.run('watch', '--json');
    expect(watched.exitCode).toBe(4);
    expect(answerOf(watched, BATCH)).toMatchObject({ batch: 'B0001', counts: counts({ success: 2, reversed: 1 }) });
    expect(gateway.payoutPosts()).toHaveLength(5);

    // The news is about the other batch: it counts unless a batch was named, and until a person has read it.
    expect((await desk.run('watch', 'B0002')).exitCode).toBe(0);
    const unread = await desk.run('watch', '--json');
    expect(answerOf(unread, BATCH)).toMatchObject({ batch: 'B0002', newsElsewhere: ['B0001'] });
    expect(unread.exitCode).toBe(4);
    expect((await desk.run('news', '--read')).exitCode).toBe(0);
    expect((await desk.run('watch')).exitCode).toBe(0);
  });
});
