// What a run leaves in the log: that it was, how it ended, and nobody's name.

import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { startFile } from './live-scene.ts';
import { openTestDesk, type TestWindowDesk } from './window-desk.ts';

describe('the log of a window’s desk', () => {
  let desk: TestWindowDesk | null = null;
  afterEach(async () => {
    await desk?.close();
    desk = null;
  });

  it('tells a run from its begin to its end, and can be saved', async () => {
    const open = openTestDesk();
    desk = open;
    const file = ['name,upi id,amount,remark', 'Asha,asha@sample,10,Salary'];
    const batch = await startFile(open, file, { profile: 'practice' });
    await open.eventWhere(({ kind }) => kind === 'ended');

    const { download } = await open.ask('exportLog');
    const text = readFileSync(open.desk.files.find(download)?.path ?? '', 'utf8');
    expect(text).toContain(`run sending ${batch}\n`);
    expect(text).toContain(`run ${batch} reached: 1 success\n`);
    expect(text).not.toMatch(/asha|salary/i);
  });
});
