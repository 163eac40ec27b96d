// The log says that a run was there and how it ended, and contains nobody's name.

import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { startFile } from './live-scene.ts';
import { openTestDesk, type TestWindowDesk } from './window-desk.ts';

const PLANTED = {
  token: 'planted-token-9f8e7d6c5b4a',
  name: 'Kamala Devi',
  account: '50100222333444',
  ifsc: 'HDFC0000123',
  upi: 'kamala.two@sample',
  rupees: '4321.98',
  remark: 'November wages',
  profile: 'Sunrise Textiles',
  baseUrl: 'https://gateway.sunrise.example/v1',
} as const;

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

  it('tells whoever helps the program, the machine and counts, and nobody’s name, account, amount or address', async () => {
    const open = openTestDesk(undefined, { token: PLANTED.token });
    desk = open;
    const { name, account, ifsc, upi, rupees, remark, profile, baseUrl } = PLANTED;
    await open.change('saveProfile', { name: profile, isNew: true, baseUrl, mid: 778_899 });
    const file = ['name,account,ifsc,upi id,amount,remark', `${name},${account},${ifsc},,${rupees},${remark}`];
    await startFile(open, [...file, `${name} Two,,,${upi},${rupees},${remark}`], { profile: 'practice' });
    await open.eventWhere(({ kind }) => kind === 'ended');
    const { download } = await open.ask('exportLog');
    const text = readFileSync(open.desk.files.find(download)?.path ?? '', 'utf8');
    expect(text).toMatch(/^Program +Payout Desk 0, browser window$/m);
    expect(text).toMatch(/^Practice payments +2 success$/m);
    expect(text).toMatch(/^LIVE accounts +1$/m);
    const planted = Object.values(PLANTED).map((value) => value.toLowerCase());
    expect(planted.filter((value) => text.toLowerCase().includes(value))).toEqual([]);
    expect(text.includes(open.folder)).toBe(false);
  });
});
