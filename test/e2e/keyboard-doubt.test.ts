// The unknown desk by keyboard alone: both decisions with their typed evidence, and late news read a day later.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../shared/limits.ts';
import { withAccount } from './accounts.ts';
import { type BuiltDoor, startBuiltDoor } from './built-door.ts';
import { csvOf, expectShown } from './desk-page.ts';
import { confirmAlone, openAlone, pressThrice, startAlone } from './keyboard-steps.ts';
import { type Keys, keysOf } from './keys.ts';
import type { PageSession } from './page-session.ts';
import { useSession } from './use-session.ts';

const RUNS_WITHIN_MS = 60_000;
const TEST_WITHIN_MS = 180_000;

/** Nothing is looked up before a person decides. */
const POLL_FIRST_MS = 3_600_000;

describe('Payouts in doubt by keyboard alone', { timeout: TEST_WITHIN_MS }, () => {
  const place = mkdtempSync(path.join(tmpdir(), 'payout-desk-clock-'));
  const clockFile = path.join(place, 'clock');
  writeFileSync(clockFile, '0');
  const current = useSession({
    clockFile,
    prepare: withAccount('Salaries', ['--poll-first-ms', String(POLL_FIRST_MS)]),
  });
  let next: BuiltDoor | null = null;
  let session: PageSession;
  let page: Page;
  let keys: Keys;
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const dialog = () => page.getByRole('dialog');
  const record = () => dialog().getByRole('button', { name: /^Mark / });
  const doubt = () => page.getByRole('heading', { level: 1, name: 'Needs review' });

  beforeEach(() => {
    session = current();
    ({ page } = session);
    keys = keysOf(page);
  });

  afterAll(async () => {
    await next?.close();
    rmSync(place, { recursive: true, force: true });
  });

  it('are found from the run, opened, and come back from', async () => {
    await startAlone(page, { keys, link: session.link });
    await keys.choose(page.getByRole('combobox', { name: 'Account' }), 'Salaries');
    await expectShown(page.getByRole('banner').getByText('LIVE'));
    const rows = ['Asha,toomany.asha@practice,1000,Salary', 'Ravi,toomany.ravi@practice,2000.50,Salary'];
    const late = ['Meera,latereversal.meera@practice,3000,Salary', 'Zoya,latereversal.zoya@practice,10,Salary'];
    await openAlone(page, { keys, file: csvOf(['Kiran,success.kiran@practice,500,Salary', ...rows, ...late]) });
    await confirmAlone(page, keys);
    await keys.back(page.getByLabel(/Type the number of payments/));
    await keys.fill(page.getByLabel(/Type the number of payments/), '5');
    await keys.act(button(/^Pay ₹/));
    await expectShown(button(/^Needs review/), RUNS_WITHIN_MS);
    await keys.act(button(/^Needs review/));
    await keys.expectAt(doubt());
    await keys.visit(button('B0001/3'), dialog().getByText('What happened'));
    await keys.visit(button('Mark paid'), record());
    await keys.visit(button('Mark not paid'), record());
  });

  it('are decided "paid" with the number on the statement, once for three presses', async () => {
    await keys.back(button('Mark paid'));
    await keys.press('Enter');
    await keys.expectAt(dialog().getByRole('button', { name: 'Cancel' }));
    await keys.fill(dialog().getByLabel('RRN or UTR'), 'no such');
    await keys.fill(dialog().getByLabel('Note'), 'On the statement of the 2nd.');
    await keys.act(record());
    await expectShown(page.getByText('This is not an RRN or a UTR.'));
    await keys.expectAt(record());
    await keys.back(dialog().getByLabel('RRN or UTR'));
    await keys.fill(dialog().getByLabel('RRN or UTR'), '412345678901');
    await keys.to(record());
    await pressThrice(page, { keys, command: 'resolvePayouts' });
    await expect.poll(() => dialog().count()).toBe(0);
    await expectShown(page.getByRole('region', { name: 'What happened' }).getByRole('heading', { name: 'Ravi' }));
  });

  it('are decided "not paid" with a ticket, and the focus stays when nothing is left', async () => {
    await keys.act(button('Mark not paid'));
    await keys.fill(dialog().getByLabel('Gateway ticket number'), 'T-77');
    await keys.fill(dialog().getByLabel('Note'), 'They told us on the phone.');
    await keys.act(record());
    await expectShown(page.getByText('Nothing needs review'));
    await keys.expectAt(doubt());
  });

  it('and what the gateway says a day later is read, row by row', async () => {
    await session.kill();
    writeFileSync(clockFile, String(DAY_MS + 60_000));
    next = await startBuiltDoor({ token: session.gateway.token, folder: session.folder, clockFile });
    await page.goto('about:blank');
    await page.goto(next.link);
    await expectShown(page.getByText(/^The gateway changed its word/), RUNS_WITHIN_MS);
    await keys.act(button('Read the news'));
    await keys.expectAt(doubt());
    const news = page.getByRole('table', { name: 'Late news' });
    await expectShown(news.getByText(/the gateway now says reversed/).first());
    const [first, second] = ['Meera', 'Zoya'].map((name) => news.getByRole('row').filter({ hasText: name }));
    if (first === undefined || second === undefined) throw new Error('there are two of them');
    await keys.act(first.getByRole('button', { name: 'I have read this' }));
    await expectShown(first.getByText(/^Read by /));
    await keys.expectAt(first.getByRole('button'));
    await keys.visit(first.getByRole('button'), dialog().getByText('What happened'));
    await keys.to(second.getByRole('button', { name: 'I have read this' }));
    await pressThrice(page, { keys, command: 'markLateNewsRead' });
    await expectShown(second.getByText(/^Read by /));
    await keys.expectAt(second.getByRole('button'));
  });
});
