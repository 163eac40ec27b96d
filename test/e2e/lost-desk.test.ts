// What a person sees when the desk is gone: a browser page whose desk ended, and a desktop app that was killed and is reopened.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { COMMAND_PATH } from '../../shared/api/wire.ts';
import { type BuiltDesktop, startBuiltDesktop, whyNoDesktop } from './built-desktop.ts';
import { type BuiltDoor, startBuiltDoor } from './built-door.ts';
import { csvOf, expectShown, openRows, startWithPractice } from './desk-page.ts';
import { SESSION_STARTS_WITHIN_MS } from './page-session.ts';
import { useSession } from './use-session.ts';

describe('A page without its desk', () => {
  const current = useSession({ begin: ({ page, link }) => startWithPractice(page, link) });
  let next: BuiltDoor | null = null;

  afterAll(() => next?.close());

  it(
    'says that it cannot reach it, and asks for a new start when another one answers',
    async () => {
      const { page, link, folder, kill } = current();
      await kill();
      await expectShown(page.getByText('This page cannot reach Payout Desk.').first());
      const port = Number(new URL(link).port);
      next = await startBuiltDoor({ port, folder });
      await expectShown(page.getByText('This page is no longer connected to Payout Desk.'));
      // Pasted into the same tab: only the fragment changes.
      await page.goto(next.link);
      await expectShown(page.getByRole('heading', { level: 1, name: 'Payouts' }));
      expect(page.url()).not.toContain('key=');
    },
    SESSION_STARTS_WITHIN_MS,
  );
});

/** Enough that some are unsent when it is killed. */
const PEOPLE = 300;

describe('A page that opens while its desk is too busy to answer', () => {
  const current = useSession({ begin: ({ page, link }) => startWithPractice(page, link) });

  it(
    'asks again by itself what was never answered, and shows the file that was begun',
    async () => {
      const { page } = current();
      await openRows(page, csvOf(['Asha,asha@sample,100.00,Salary']));
      let lost = 0;
      await page.route(`**${COMMAND_PATH}`, (route) => {
        const isLost = lost < 2 && route.request().postData()?.includes('"listDrafts"') === true;
        if (isLost) lost += 1;
        return isLost ? route.abort() : route.continue();
      });
      await page.evaluate("location.hash = '#/open'");
      await page.reload();
      await expectShown(page.getByRole('row', { name: /people\.csv/ }).getByRole('button', { name: 'Continue' }));
      expect(lost).toBe(2);
    },
    SESSION_STARTS_WITHIN_MS,
  );
});

describe('A desktop app that is killed while it sends', () => {
  let desktop: BuiltDesktop | null = null;

  beforeAll(async () => {
    if (whyNoDesktop() !== null) return;
    desktop = await startBuiltDesktop();
    const { page, link } = desktop;
    await startWithPractice(page, link);
    await openRows(
      page,
      csvOf(Array.from({ length: PEOPLE }, (_, index) => `Person ${index},run${index}@sample,${100 + index},Salary`)),
    );
    await page.getByRole('button', { name: 'Check and confirm' }).click();
    await page.getByRole('button', { name: /^Pay ₹/ }).click();
    await expectShown(page.getByRole('grid').getByText('Paid').first());
  }, SESSION_STARTS_WITHIN_MS);

  afterAll(async () => {
    await desktop?.close();
  });

  beforeEach((context) => context.skip(desktop === null, whyNoDesktop() ?? ''));

  it(
    'opens where it was, with the batch not sent further by itself',
    async () => {
      if (desktop === null) throw new Error('there is no desktop');
      await desktop.kill();
      desktop = await startBuiltDesktop({ folder: desktop.folder });
      const { page } = desktop;
      await expectShown(page.getByRole('heading', { level: 1, name: 'Payouts' }));
      await page.getByRole('table', { name: 'Batches' }).getByRole('row').nth(1).getByRole('button').first().click();
      await expectShown(page.getByRole('button', { name: 'Resume' }));
    },
    SESSION_STARTS_WITHIN_MS,
  );
});
