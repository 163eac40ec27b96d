// A day of use in which things go wrong: a repeated file, a wrong token, a gateway that goes away. In a real Chromium on the built
// door.

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { withAccount } from './accounts.ts';
import { chooseIn, csvOf, expectShown, goTo, openRows, startWithPractice } from './desk-page.ts';
import { useSession } from './use-session.ts';

const TEST_WITHIN_MS = 300_000;
const RUN_WITHIN_MS = 90_000;

/** Three attempts in a row, with their waits. */
const NOTICED_WITHIN_MS = 90_000;

/** A gateway that takes connections and does not answer is asked three times, each until its timeout. */
const FROZEN_WITHIN_MS = 150_000;

const AWAY = 'The gateway of Salaries cannot be reached.';

const rowsOf = (count: number, word: string): readonly string[] =>
  Array.from({ length: count }, (_, at) => `Person ${word}${at},success.${word}${at}@practice,1${at},Salary`);

describe('A day of use', { timeout: TEST_WITHIN_MS }, () => {
  const current = useSession({ prepare: withAccount('Salaries', ['--rate', '5']) });

  it('29: says each thing in one place, and is never green while the gateway is away', async () => {
    const { page, link, gateway } = current();
    const confirm = async (count: number): Promise<void> => {
      await page.getByRole('button', { name: 'Check and confirm' }).click();
      await page.getByLabel(/Type the number of payments/).fill(String(count));
    };
    await startWithPractice(page, link);
    await chooseIn(page.getByRole('combobox', { name: 'Account' }), 'Salaries');
    await openRows(page, csvOf(rowsOf(3, 'p')));
    await confirm(3);
    await page.getByRole('button', { name: /^Pay ₹/ }).click();
    await expectShown(page.getByText(/^Finished: 3 paid/), RUN_WITHIN_MS);
    expect(await shown(page)).toEqual({ twice: [], down: 0, isGreen: true });

    // The same file once more.
    await goTo(page, 'Payouts');
    await openRows(page, csvOf(rowsOf(3, 'p')));
    await expectShown(page.getByText(/^Run before on /));
    await expectShown(page.getByText(/may be paid twice/));
    expect(await shown(page)).toMatchObject({ twice: [] });
    await page.getByRole('button', { name: 'Check and confirm' }).click();
    await expectShown(page.getByText('Tick what is to be paid again.'));
    expect(await page.getByText(/^Run before on /).count()).toBe(1);
    expect(await shown(page)).toMatchObject({ twice: [] });

    // A token that is not the gateway's.
    await goTo(page, 'Settings');
    await page.getByRole('button', { name: 'Replace the token Salaries' }).click();
    await page.getByRole('dialog').getByLabel('New token').fill('not-the-token-of-this-gateway');
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await expectShown(page.getByText('Token refused.'));
    expect(await page.getByText('Token refused.').count()).toBe(1);
    expect(await shown(page)).toMatchObject({ twice: [] });
    await page.getByRole('dialog').getByLabel('New token').fill(gateway.token);
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await expectShown(page.getByRole('dialog').getByText(/The gateway answered\.$/));
    expect(await shown(page)).toMatchObject({ twice: [] });
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

    // The gateway goes away in the middle of a run.
    await goTo(page, 'Payouts');
    await openRows(page, csvOf(rowsOf(60, 'q')));
    await confirm(60);
    await page.getByRole('button', { name: /^Pay ₹/ }).click();
    await expectShown(page.getByRole('grid').getByText('Paid').first(), RUN_WITHIN_MS);
    await gateway.close();
    await expectShown(page.getByText(AWAY), NOTICED_WITHIN_MS);
    const away = { twice: [], down: 1, isGreen: false };
    expect(await shown(page)).toEqual(away);
    // Nothing leaves, so nothing says that it is being sent.
    await expectShown(page.getByRole('heading', { level: 1, name: 'Waiting to send' }));
    for (const place of ['Payouts', 'History']) {
      await goTo(page, place);
      if (place === 'History') await page.getByRole('button', { name: 'Batches', exact: true }).click();
      await expectShown(page.getByText('Waiting to send', { exact: true }));
      expect(await page.getByText(/^Sending/).count()).toBe(0);
    }
    for (const place of ['Payouts', 'Wallet', 'History']) {
      await goTo(page, place);
      await expect.poll(() => shown(page)).toEqual(away);
    }
    // A window that has never seen the balance.
    await goTo(page, 'Wallet');
    await page.reload();
    await expectShown(page.getByText(AWAY));

    await expect.poll(() => shown(page)).toEqual(away);
    // The other account has a gateway of its own.
    await chooseIn(page.getByRole('combobox', { name: 'Account' }), 'practice');
    await expect.poll(() => shown(page)).toEqual({ ...away, isGreen: true });
    await chooseIn(page.getByRole('combobox', { name: 'Account' }), 'Salaries');
    await goTo(page, 'Payouts');
    await openRows(page, csvOf(rowsOf(1, 'r')));
    await expect.poll(() => shown(page)).toEqual(away);
    await page.getByRole('button', { name: 'Check and confirm' }).click();
    await expectShown(page.getByText(/^The gateway cannot be reached/), NOTICED_WITHIN_MS);
    expect(await shown(page)).toEqual(away);

    // Asking once more says why it is not reached.
    await goTo(page, 'History');
    await page.getByRole('button', { name: 'Check now' }).click();
    await expectShown(page.getByText(/^Unsent payments wait .* The gateway refuses connections/));
  });
});

describe('Confirm', { timeout: TEST_WITHIN_MS }, () => {
  const current = useSession({ prepare: withAccount('Salaries', ['--timeout-ms', '5000']) });

  it('pays nothing while the gateway is away, though all was well when it was opened, and then goes on', async () => {
    const { page, link, gateway } = current();
    await startWithPractice(page, link);
    await chooseIn(page.getByRole('combobox', { name: 'Account' }), 'Salaries');
    await openRows(page, csvOf(rowsOf(1, 's')));
    await page.getByRole('button', { name: 'Check and confirm' }).click();
    await page.getByLabel(/Type the number of payments/).fill('1');
    const pay = page.getByRole('button', { name: /^Pay ₹/ });
    await expect.poll(() => pay.isEnabled()).toBe(true);
    gateway.freeze();
    await expectShown(page.getByText(AWAY), FROZEN_WITHIN_MS);
    await expect.poll(() => pay.isDisabled()).toBe(true);
    expect(await shown(page)).toEqual({ twice: [], down: 1, isGreen: false });
    gateway.thaw();
    await expect.poll(() => pay.isEnabled(), { timeout: FROZEN_WITHIN_MS }).toBe(true);
    await expect.poll(() => shown(page)).toEqual({ twice: [], down: 0, isGreen: true });
    expect(await page.getByLabel(/Type the number of payments/).inputValue()).toBe('1');
  });
});

/** A gateway that was asked and is silent for five seconds is not called connected. */
const SILENT_WITHIN = { timeout: 15_000 };

describe('A run', { timeout: TEST_WITHIN_MS }, () => {
  const current = useSession({ prepare: withAccount('Salaries', ['--rate', '5']) });

  it('29: is not green while its gateway takes requests and answers none, long before they time out', async () => {
    const { page, link, gateway } = current();
    const silent = { twice: [], down: 0, isGreen: false };
    await startWithPractice(page, link);
    await chooseIn(page.getByRole('combobox', { name: 'Account' }), 'Salaries');
    await openRows(page, csvOf(rowsOf(60, 't')));
    await page.getByRole('button', { name: 'Check and confirm' }).click();
    await page.getByLabel(/Type the number of payments/).fill('60');
    await page.getByRole('button', { name: /^Pay ₹/ }).click();
    await expectShown(page.getByRole('grid').getByText('Paid').first(), RUN_WITHIN_MS);
    expect((await shown(page)).isGreen).toBe(true);
    gateway.freeze();
    await expect.poll(() => shown(page), SILENT_WITHIN).toEqual(silent);
    // The run and the rail say the same, and nothing says that it is being sent.
    expect(await page.getByText('Waiting for the gateway', { exact: true }).count()).toBe(2);
    await expectShown(page.getByRole('heading', { level: 1, name: 'Waiting to send' }));
    await goTo(page, 'Payouts');
    await expectShown(page.getByText('Waiting to send', { exact: true }));
    await expectShown(page.getByRole('contentinfo').getByText('Waiting for the gateway'));
    expect(await page.getByText(/^Sending/).count()).toBe(0);
    expect(await shown(page)).toEqual(silent);
    // The other account has a gateway of its own.
    await chooseIn(page.getByRole('combobox', { name: 'Account' }), 'practice');
    await expect.poll(() => shown(page)).toEqual({ ...silent, isGreen: true });
    await chooseIn(page.getByRole('combobox', { name: 'Account' }), 'Salaries');
    gateway.thaw();
    await expect.poll(() => shown(page), { timeout: RUN_WITHIN_MS }).toMatchObject({ isGreen: true });
  });
});

interface Shown {
  /** Sentences that stand on the screen twice, outside its tables. */
  readonly twice: readonly string[];
  /** How often the screen says that the gateway is away. */
  readonly down: number;
  readonly isGreen: boolean;
}

async function shown(page: Page): Promise<Shown> {
  return (await page.evaluate(SHOWN)) as Shown;
}

const SHOWN = `(() => {
  const leaves = [...document.querySelectorAll('body *')].filter(
    (one) => one.children.length === 0 && one.checkVisibility() && one.closest('[role=grid], table, pre, textarea') === null,
  );
  const said = leaves.map((one) => one.textContent.trim()).filter((text) => text.split(/\\s+/).length > 3);
  return {
    twice: said.filter((text, at) => said.indexOf(text) !== at),
    down: said.filter((text) => /cannot be reached|refuses connections|not reachable/.test(text)).length,
    isGreen: leaves.some((one) => one.textContent.trim() === 'Connected' || one.parentElement?.textContent.trim() === 'Connected'),
  };
})()`;
