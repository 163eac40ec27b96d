// What a run leaves in the log: that it was, how it ended, and nobody's name.

import { readFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { openTestDesk, type TestWindowDesk } from './window-desk.ts';

describe('the log of a window’s desk', { timeout: 60_000 }, () => {
  let desk: TestWindowDesk | null = null;
  afterEach(async () => {
    await desk?.close();
    desk = null;
  });

  it('tells a run from its begin to its end, and can be saved', async () => {
    const open = openTestDesk();
    desk = open;
    const file = await open.give('pay.csv', 'name,upi id,amount,remark\nAsha,asha@sample,10,Salary');
    const reading = await open.change('openDraft', { file, profile: 'practice', options: {} });
    if (reading.kind !== 'checked') throw new Error(reading.refusal.code);
    const { draft, revision } = reading.summary;
    const seen = await open.ask('readConfirmation', { draft, revision, profile: 'practice' });
    const { count, totalPaise, seal, ticks } = seen;
    const wish = { draft, revision, profile: 'practice', name: 'May', count, totalPaise, seal, ticks, repeatOf: null };
    const { batch } = await open.ask('startBatch', { ...wish, commandId: randomUUID() });
    await open.eventWhere(({ kind }) => kind === 'ended');

    const { download } = await open.ask('exportLog');
    const text = readFileSync(open.desk.files.find(download)?.path ?? '', 'utf8');
    expect(text).toContain(`run sending ${batch}\n`);
    expect(text).toContain(`run ${batch} reached: 1 success\n`);
    expect(text).not.toMatch(/asha|salary/i);
  });
});
