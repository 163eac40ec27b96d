// The window in Hindi, in a real Chromium on the built door: chosen in Settings, and used on every screen a batch passes through,
// also for the desk's own sentences.

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectShown, goTo, sample, startWithPractice } from './desk-page.ts';
import { useSession } from './use-session.ts';

const TEST_WITHIN_MS = 90_000;

/** What is in Latin letters in Hindi too: names of things, keys, and LIVE or PRACTICE. */
const AS_THEY_ARE =
  /\b(smtp\.example\.com|TLS|STARTTLS|UPI|ID|IFSC|IMPS|UTR|RRN|CSV|PDF|QR|Excel|Tally|Payout Desk|PRACTICE|LIVE|Ctrl|Shift|F8|F9|English|Language|mid|debit|credit|practice|desk|retry|Salary Nov|Google Pay|PhonePe|Paytm|csv|xlsx|pdf|dd-mm-yyyy|messy|first-salaries|Rupees [A-Za-z ]+ Only|Payouts|Gateway wallet|KB|HTTP|https?)\b/g;

/** Text from a person's file within a sentence. */
const DETAILS = /"[^"]*"( \(\d+ rows?\))?|\S+@\S+|\bNEFT\b|[A-Z]\w+ Bank|Wallet balance fetched successfully/g;

const PLACES = ['इतिहास', 'पाने वाले', 'भुगतान लें', 'स्थिति देखें', 'वॉलेट', 'सेटिंग', 'भुगतान'];

describe('The window in Hindi', { timeout: TEST_WITHIN_MS }, () => {
  const session = useSession();

  it('speaks Hindi from the choice in Settings on, on every screen, and English again after the next', async () => {
    const { page, link } = session();
    const heading = (name: string) => page.getByRole('heading', { level: 1, name });
    const button = (name: string | RegExp) => page.getByRole('button', { name });
    const left: string[] = [];
    const look = async (screen: string): Promise<void> => {
      left.push(...(await englishOn(page)).map((words) => `${screen}: ${words}`));
    };
    await startWithPractice(page, link);
    await goTo(page, 'Settings');
    await button('हिन्दी').click();
    await heading('सेटिंग').waitFor();
    expect(await page.evaluate('document.documentElement.lang')).toBe('hi-IN');
    for (const place of PLACES) {
      await page.getByRole('navigation', { name: 'पन्ने' }).getByRole('button', { name: place, exact: true }).click();
      await heading(place).waitFor();
      await look(place);
    }

    await page.locator('input[type=file]').setInputFiles(sample('messy.csv'));
    await heading('कॉलम मिलाएँ').or(heading('जाँचें और सुधारें')).first().waitFor();
    if (await heading('कॉलम मिलाएँ').isVisible()) {
      await look('match');
      await page.getByRole('radio', { name: 'भुगतान न करें' }).first().click();
      await button('पंक्तियाँ जाँचें').click();
    }
    await heading('जाँचें और सुधारें').waitFor();
    // The desk's own sentences about rows.
    await expectShown(page.getByText('भुगतान का तरीका नहीं है'));
    await look('review');

    await page.getByRole('navigation', { name: 'पन्ने' }).getByRole('button', { name: 'भुगतान', exact: true }).click();
    await button('नमूना खोलें').click();
    await heading('जाँचें और सुधारें').waitFor();
    await button('जाँचें और पुष्टि करें').click();
    await heading('practice से 12 लोगों को').waitFor();
    await look('confirm');
    await button(/का भुगतान करें$/).click();
    await expectShown(page.getByText('12 में से 10 का भुगतान हुआ'));
    await look('run');
    await button('परिणाम देखें').click();
    await expectShown(page.getByText('जोड़ मिलते हैं'));
    await look('result');
    await page.getByRole('navigation', { name: 'पन्ने' }).getByRole('button', { name: 'सेटिंग' }).click();
    for (const dialog of ['रिपोर्ट सत्यापित करें', 'बैकअप वापस लाएँ', 'पुराने बैच संग्रह में रखें']) {
      await button(dialog).click();
      await page.getByRole('dialog', { name: dialog }).waitFor();
      // The browser would say it in the words of its own system.
      if ((await page.getByRole('dialog').locator('input[type=file]').count()) > 0) {
        await expectShown(page.getByRole('dialog').getByText('कोई फ़ाइल नहीं चुनी'));
        expect(await page.evaluate(BROWSERS_OWN)).toBe('0');
      }
      expect(await page.getByRole('dialog').innerText()).not.toMatch(/file|batch|backup/i);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    expect(left).toEqual([]);

    await button('English').click();
    await heading('Settings').waitFor();
  });
});

/** How much is seen of the browser's own field for a file. */
const BROWSERS_OWN = `getComputedStyle(document.querySelector('[role=dialog] input[type=file]')).opacity`;

/** English text outside the cells of lists and fields, whose texts are a person's or the gateway's. */
async function englishOn(page: Page): Promise<readonly string[]> {
  const shown = (await page.evaluate(`(() => {
    const found = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const { parentElement: where } = node;
      if (where.closest('[role=gridcell], td, del, ins, code, pre, script, style, select, option') !== null) continue;
      if (where.checkVisibility()) found.push(node.textContent);
    }
    for (const one of document.querySelectorAll('[aria-label], [title], [placeholder]')) {
      if (one.closest('[role=gridcell], td') !== null || !one.checkVisibility()) continue;
      for (const name of ['aria-label', 'title', 'placeholder']) found.push(one.getAttribute(name) ?? '');
    }
    return found;
  })()`)) as readonly string[];
  return shown.filter(
    (text) => !text.includes('→') && /[A-Za-z]{3,}/.test(text.replace(DETAILS, '').replace(AS_THEY_ARE, '')),
  );
}
