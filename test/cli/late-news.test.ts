// Late news at the command line: an alarm after every command that shows a batch, until a person has read it.

import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openDeskFor } from './desk-in-process.ts';
import { answerOf, BATCH, BATCHES } from './json-answers.ts';
import { makeRows, writeCsv } from './payout-files.ts';
import { PATIENCE_MS } from './run-desk.ts';
import { startSpecGateway } from './spec-gateway.ts';
import type { Conduct } from './spec-payouts.ts';

const UNREAD = z.strictObject({ unread: z.number(), possibleDuplicates: z.number() });
const ALARMED = BATCH.extend({ news: UNREAD });
const NEWS = z.strictObject({
  unread: z.number().int(),
  news: z.array(
    z.strictObject({
      payout: z.string(),
      batch: z.string(),
      row: z.number().int(),
      reference: z.string(),
      name: z.string().nullable(),
      amountPaise: z.number().int(),
      kind: z.enum(['changed', 'contradicted', 'mismatch']),
      from: z.string(),
      to: z.string(),
      word: z.string(),
      heardAt: z.iso.datetime({ offset: true }),
      declaredNotPaidBy: z.string().nullable(),
      possibleDuplicate: z.strictObject({ payout: z.string(), state: z.string() }).nullable(),
      readAt: z.iso.datetime({ offset: true }).nullable(),
      readBy: z.string().nullable(),
      sentence: z.string().min(1),
    }),
  ),
});

describe.concurrent('late news', { timeout: 3 * PATIENCE_MS }, () => {
  it('of a look-up about another payment is told by watch, status and list until it is read', async (test) => {
    const conduct = ({ remark }: { remark: unknown }): Partial<Conduct> =>
      String(remark).endsWith('2') ? { reply: 'lost', lookupNames: 'SOMEBODY-ELSE' } : {};
    const gateway = await startSpecGateway(test, { conduct });
    const desk = await openDeskFor(test, gateway);
    const file = writeCsv(desk.folder, { name: 'pay.csv', rows: makeRows(3) });
    await desk.run('run', file, '--profile', 'acme', '--yes', '--until', 'sent');
    const watched = await desk.run('watch', 'B0001', '--for', '6', '--json');
    const view = answerOf(watched, ALARMED);
    expect(view.news).toEqual({ unread: 1, possibleDuplicates: 0 });
    expect(view.counts).toMatchObject({ success: 2, unknown: 1 });
    const alarm = /ALARM: 1 piece of late news about batch B0001 nobody has read.*desk news B0001/;
    expect(watched.stderr).toMatch(alarm);

    const status = await desk.run('status', 'B0001', '--json');
    expect(answerOf(status, ALARMED).news.unread).toBe(1);
    expect(status.stderr).toMatch(alarm);
    const list = await desk.run('list', '--json');
    expect(answerOf(list, z.looseObject({ batches: z.array(z.looseObject({ news: UNREAD })) })).batches).toHaveLength(
      1,
    );
    expect((await desk.run('list')).stderr).toMatch(alarm);

    // The alarm comes even when nothing is left to send.
    const resumed = await desk.run('resume', 'B0001', '--for', '1', '--json');
    expect(answerOf(resumed, ALARMED).news.unread).toBe(1);
    expect(resumed.stderr).toMatch(alarm);

    const shown = answerOf(await desk.run('news', '--json'), NEWS);
    expect(shown.unread).toBe(1);
    expect(shown.news).toMatchObject([
      { payout: 'B0001/3', kind: 'mismatch', from: 'unknown', to: 'unknown', readBy: null },
    ]);
    const text = await desk.run('news', 'B0001');
    expect(text).toMatchObject({ exitCode: 0, stderr: '' });
    expect(text.stdout).toContain('answered about another reference');

    const read = answerOf(await desk.run('news', 'B0001', '--read', '--json'), NEWS);
    expect(read.unread).toBe(0);
    expect(read.news).toMatchObject([{ payout: 'B0001/3', readBy: expect.stringContaining('@') as string }]);
    expect(answerOf(await desk.run('news', '--json'), NEWS)).toEqual({ unread: 0, news: [] });
    expect(answerOf(await desk.run('news', '--all', '--json'), NEWS).news).toHaveLength(1);
    const quiet = await desk.run('status', 'B0001', '--json');
    expect(answerOf(quiet, BATCH).batch).toBe('B0001');
    expect(quiet.stderr).not.toContain('ALARM');
    expect(answerOf(await desk.run('list', '--json'), BATCHES).batches).toHaveLength(1);
  });

  it('is nothing in an empty data folder, and refused for a batch that is not there', async (test) => {
    const gateway = await startSpecGateway(test);
    const desk = await openDeskFor(test, gateway);
    expect(await desk.run('news')).toMatchObject({ exitCode: 0, stdout: 'No late news waits to be read.\n' });
    expect((await desk.run('news', 'B0001', '--read')).exitCode).toBe(2);
    expect((await desk.run('unknown', 'B0001')).exitCode).toBe(2);
    expect((await desk.run('resolve', 'B0001/2', '--not-paid', '--note', 'x')).exitCode).toBe(2);
  });
});
