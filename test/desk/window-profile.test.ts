// A person's settings of an account and of the window, and the rows they take out of a draft to correct, as a window requests them.

import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { withoutToken } from './filled-desk.ts';
import { openTestDesk, type TestWindowDesk } from './window-desk.ts';

let open: TestWindowDesk | null = null;
afterEach(async () => {
  await open?.close();
  open = null;
});

function openDesk(): TestWindowDesk {
  open = openTestDesk(undefined, { change: withoutToken });
  return open;
}

async function withAccount(): Promise<TestWindowDesk> {
  const desk = openDesk();
  const limits = { maxPayoutPaise: 500_000, ratePerSecond: 3 };
  await desk.change('saveProfile', { name: 'acme', baseUrl: 'https://pay.example.com', mid: 12, ...limits });
  return desk;
}

describe('what a person sets in the window', () => {
  it('stays as it is when something else is saved: language, filters, ledgers and their rules', async () => {
    const desk = openDesk();
    const rule = { column: 'Department', value: 'Sales', kind: null, profile: '', debit: 'Sales pay', credit: '' };
    const books = { debit: 'Salaries', credit: 'HDFC wallet', payer: 'Acme', rules: [rule] };
    const typed = { search: 'asha', state: '', from: '', to: '', amountFrom: '', amountTo: '' };
    const filters = [{ name: 'Asha', tab: 'payouts', typed }] as const;
    const grids = { history: { widths: { name: 200 }, hidden: [], sort: null } };
    await desk.change('saveSettings', { settings: { language: 'hi', books, filters, grids } });
    const before = await desk.ask('readSettings');
    expect(before).toMatchObject({ language: 'hi', books, filters, grids });
    for (const settings of [{ profile: 'practice' }, { draft: null }, { theme: 'dark' as const }, { grids: {} }])
      await desk.change('saveSettings', { settings });
    expect(await desk.ask('readSettings')).toEqual({ ...before, profile: 'practice', theme: 'dark' });
  });
});

describe('what a person settles about an account', () => {
  it('keeps the unit of the wallet and the wait, and all else as it was', async () => {
    const desk = await withAccount();
    const unit = { profile: 'acme', unit: 'paise', commandId: randomUUID() };
    await desk.ask('confirmWalletUnit', unit);
    await desk.ask('confirmWalletUnit', unit);
    await desk.change('saveDecisionWait', { profile: 'ACME', hours: 48 });
    const { profiles } = await desk.ask('listProfiles');
    expect(profiles[0]).toMatchObject({
      name: 'acme',
      walletUnit: 'paise',
      decideAfterMs: 48 * 3_600_000,
      maxPayoutPaise: 500_000,
      ratePerSecond: 3,
    });
    await desk.change('saveDecisionWait', { profile: 'acme', hours: 0 });
    expect((await desk.ask('listProfiles')).profiles[0]).toMatchObject({ decideAfterMs: 0, walletUnit: 'paise' });
  });

  it('forgets the unit when the account moves to another gateway', async () => {
    const desk = await withAccount();
    await desk.change('confirmWalletUnit', { profile: 'acme', unit: 'paise' });
    await desk.change('saveProfile', { name: 'acme', baseUrl: 'https://other.example.com', mid: 12 });
    expect((await desk.ask('listProfiles')).profiles[0]).toMatchObject({ walletUnit: null });
  });

  it('puts no new account in the place of one that is there, and changes it where that is meant', async () => {
    const desk = await withAccount();
    const other = { baseUrl: 'https://other.example.com', mid: 34 };
    for (const name of ['acme', ' ACME ']) {
      const params = { name, isNew: true, ...other, commandId: randomUUID() };
      expect(await desk.refusalOf('saveProfile', params)).toBe('nameTaken');
    }
    expect((await desk.ask('listProfiles')).profiles[0]).toMatchObject({ name: 'acme', mid: 12 });
    await desk.change('saveProfile', { name: 'bonus', isNew: true, ...other });
    await desk.change('saveProfile', { name: 'bonus', ...other, mid: 35 });
    expect((await desk.ask('listProfiles')).profiles[1]).toMatchObject({ name: 'bonus', mid: 35 });
  });

  it('repeats no name that it does not know: a token may have been typed there', async () => {
    const desk = await withAccount();
    const token = 'ZqT0kenSecret9876543210abcdefXYZ';
    const file = await desk.give('pay.csv', 'a');
    for (const [name, params] of [
      ['setToken', { profile: `no such ${token}`, token: `${token}\n\0` }],
      ['setToken', { profile: 'acme', token: `${token} ${token}` }],
      ['testConnection', { profile: token }],
      ['openDraft', { file, profile: token, options: {} }],
      ['listRecentFiles', { profile: token }],
      ['readPayout', { payout: token }],
      ['readDesk', { profile: token }],
    ] as const) {
      const reply = JSON.stringify(await desk.desk.dispatch(name, { ...params, commandId: randomUUID() }));
      expect(reply).toContain('"refused"');
      expect(reply).not.toContain(token.slice(0, 8));
    }
  });

  it('makes no account by the way, and leaves the practice one as it is', async () => {
    const desk = await withAccount();
    const refusal = (name: 'confirmWalletUnit' | 'saveDecisionWait', params: object): Promise<string> =>
      desk.refusalOf(name, { ...params, commandId: randomUUID() });
    expect(await refusal('confirmWalletUnit', { profile: 'nobody', unit: 'rupees' })).toBe('unknownProfile');
    expect(await refusal('saveDecisionWait', { profile: 'nobody', hours: 1 })).toBe('unknownProfile');
    expect(await refusal('confirmWalletUnit', { profile: 'practice', unit: 'paise' })).toBe('practiceIsFixed');
    expect(await refusal('saveDecisionWait', { profile: 'practice', hours: 1 })).toBe('practiceIsFixed');
    expect(await refusal('saveDecisionWait', { profile: 'acme', hours: 721 })).toBe('wrongValue');
    expect(await refusal('saveDecisionWait', { profile: 'acme', hours: 1.5 })).toBe('wrongValue');
    expect(await refusal('confirmWalletUnit', { profile: 'acme', unit: 'dollars' })).toBe('wrongValue');
    expect((await desk.ask('listProfiles')).profiles.map(({ name }) => name)).toEqual(['acme', 'practice']);
  });

  it('takes one command id for one wait only', async () => {
    const desk = await withAccount();
    const asked = { profile: 'acme', hours: 5, commandId: randomUUID() };
    await desk.ask('saveDecisionWait', asked);
    await desk.desk.close();
    open = openTestDesk(desk.folder, { change: withoutToken });
    expect(await open.refusalOf('saveDecisionWait', { ...asked, hours: 6 })).toBe('commandIdUsed');
    expect((await open.ask('listProfiles')).profiles[0]).toMatchObject({ decideAfterMs: 5 * 3_600_000 });
  });
});

describe('the rows to correct', () => {
  const HEADER = 'Name,Account Number,IFSC,Amount,Remark';
  const WRONG = ['Asha,00123456789,HDFC0000001,=1+1,"- bonus"', 'Ravi,00123456780,HDFC000,500.555,+91 98 =cmd'];
  const RIGHT = 'Meera,00123456781,HDFC0000001,500,Salary';

  async function draftOf(desk: TestWindowDesk, text: string): Promise<string> {
    const file = await desk.give('pay.csv', text);
    const reading = await desk.change('openDraft', { file, profile: 'practice', options: {} });
    if (reading.kind !== 'checked') throw new Error(reading.refusal.code);
    return reading.draft;
  }

  it('come out as a workbook with the cells of the file, the problem and the cure, and open again', async () => {
    const desk = openDesk();
    const draft = await draftOf(desk, [HEADER, ...WRONG, RIGHT, ''].join('\n'));
    const { download, name } = await desk.ask('exportProblemRows', { draft });
    expect(name).toBe('pay - to correct.xlsx');
    const file = await desk.giveBytes(name, desk.take(download));
    const reading = await desk.change('openDraft', { file, profile: 'practice', options: {} });
    if (reading.kind !== 'checked') throw new Error(reading.refusal.code);
    const columns = reading.headers.map(({ header, field }) => [header, field]);
    expect(columns).toEqual([
      ['Name', 'name'],
      ['Account Number', 'accountNumber'],
      ['IFSC', 'ifsc'],
      ['Amount', 'amount'],
      ['Remark', 'remark'],
      ['Row in the file', null],
      ['What is wrong', null],
      ['How to correct it', null],
    ]);
    const page = await desk.ask('readDraftRows', { draft: reading.draft, window: { from: 0, count: 10 } });
    const texts = page.rows.map(({ cells }) => cells.map(({ text }) => text));
    expect(texts).toEqual([
      ['00123456789', 'HDFC0000001', '=1+1', '- bonus', 'Asha'],
      ['00123456780', 'HDFC000', '500.555', '+91 98 =cmd', 'Ravi'],
    ]);
    // The same errors as before: nothing was fixed or lost on the way.
    const codesOf = async (of: string): Promise<readonly string[]> =>
      (await desk.ask('readDraftIssues', { draft: of })).groups.flatMap(({ code, severity }) =>
        severity === 'error' ? [code] : [],
      );
    expect(await codesOf(reading.draft)).toEqual(await codesOf(draft));
    const [row, problem, cure] = reading.headers.slice(5).map(({ samples }) => samples);
    expect(row).toEqual(['2', '3']);
    expect(problem?.every((text) => text !== '')).toBe(true);
    expect(cure?.every((text) => text !== '')).toBe(true);
  });

  it('are refused where there are none, and for a file that is not open', async () => {
    const desk = openDesk();
    const draft = await draftOf(desk, [HEADER, RIGHT, ''].join('\n'));
    expect(await desk.refusalOf('exportProblemRows', { draft })).toBe('nothingToExport');
    expect(await desk.refusalOf('exportProblemRows', { draft: 'A'.repeat(22) })).toBe('draftGone');
  });
});
