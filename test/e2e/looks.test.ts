// What every control looks like, in both themes side by side: readable, complete, and marked when it has the focus.

import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REPOSITORY } from '../../build/repository.ts';
import { type Gallery, openGallery } from '../gallery/build-gallery.ts';
import { axeFaults } from './axe.ts';
import { findChromium, NO_CHROMIUM, openChromium } from './chromium.ts';
import { expectShown } from './desk-page.ts';

const PICTURES = path.join(REPOSITORY, 'out', 'gallery');
const SIZE = { width: 1440, height: 900 };
const TEXT_MIN_PX = 12;

describe('The controls', () => {
  let gallery: Gallery;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    const chromium = findChromium();
    if (chromium === null) throw new Error(NO_CHROMIUM);
    [gallery, browser] = await Promise.all([openGallery(), openChromium(chromium)]);
    page = await browser.newPage({ viewport: SIZE, reducedMotion: 'reduce' });
    await page.goto(gallery.url);
    await expectShown(page.getByRole('heading', { name: 'Controls' }));
    await page.evaluate('document.fonts.ready.then(() => null)');
    mkdirSync(PICTURES, { recursive: true });
    await page.screenshot({ path: path.join(PICTURES, 'controls.png'), fullPage: true, animations: 'disabled' });
  });

  afterAll(async () => {
    await browser.close();
    gallery.close();
  });

  it('are written in Inter, the rupee sign too', async () => {
    expect(await page.evaluate(`document.fonts.check('13px "Inter Variable"', '₹ 1')`)).toBe(true);
    expect(await page.evaluate(LOADED_FONTS)).toBe(2);
  });

  it.each(['रवि', 'রবি', 'રવિ', 'ਰਵੀ', 'ರವಿ', 'രവി', 'ରବି', 'ரவி', 'రవి', 'روی'])(
    'have letters for the name %s, bold ones too, whatever is installed here',
    async (name) => {
      for (const weight of [400, 600]) {
        const font = `${weight} 13px "Scripts of India", "More Scripts of India"`;
        const faces = `document.fonts.load('${font}', '${name}').then((faces) => faces.length)`;
        expect(await page.evaluate(faces)).toBe(1);
      }
    },
  );

  it('have nothing that axe finds wrong, contrast included', async () => {
    expect(await axeFaults(page)).toEqual([]);
  });

  it('have no text under 12 px and nothing that leaves its place', async () => {
    expect(await page.evaluate(`(${SMALL_TEXT})(${TEXT_MIN_PX})`)).toEqual([]);
    expect(await page.evaluate(`(${OVERFLOWING})()`)).toEqual([]);
  });

  it('show which of them has the focus', async () => {
    const unmarked: unknown[] = [];
    const count = await page.evaluate<number>(`document.querySelectorAll('${FOCUSABLE}').length`);
    for (let step = 0; step < count; step += 1) {
      await page.keyboard.press('Tab');
      unmarked.push(...(await page.evaluate<unknown[]>(`(${UNMARKED})()`)));
    }
    expect(count).toBeGreaterThan(30);
    expect(unmarked).toEqual([]);
  });

  it.each(['dialog', 'drawer', 'toast'])('are as readable in a %s', async (kind) => {
    await page.getByRole('button', { name: new RegExp(`a ${kind}$`) }).click();
    const above = page.getByRole('dialog').first();
    await expectShown(above);
    // A toast stays while the mouse is on it.
    await above.hover();
    expect(await axeFaults(page)).toEqual([]);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: path.join(PICTURES, `${kind}-${colorScheme}.png`), animations: 'disabled' });
    }
    await above.getByRole('button', { name: /^(?:Close|Cancel)$/ }).click();
    await expect.poll(() => above.count()).toBe(0);
  });
});

const LOADED_FONTS = `[...document.fonts].filter(({ status }) => status === 'loaded').length`;

const FOCUSABLE = 'button:enabled, input:enabled:not([aria-hidden]), textarea:enabled';

const SMALL_TEXT = `(least) => [...document.querySelectorAll('main *')]
  .filter((element) => [...element.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent.trim() !== ''))
  .filter((element) => parseFloat(getComputedStyle(element).fontSize) < least)
  .map((element) => element.textContent)`;

const OVERFLOWING = `() => [...document.querySelectorAll('main *')]
  .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1)
  .filter((element) => getComputedStyle(element).overflowX === 'visible' && getComputedStyle(element).display !== 'inline')
  .map((element) => element.outerHTML.slice(0, 120))`;

const UNMARKED = `() => {
  const at = document.activeElement;
  const { outlineStyle, outlineWidth } = getComputedStyle(at);
  return at === document.body || (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) ? [] : [at.outerHTML.slice(0, 120)];
}`;
