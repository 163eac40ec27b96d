// What axe finds wrong on a page, by every rule and in both themes.

import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const THEMES = ['light', 'dark'] as const;

/**
 * What the size of the window decides; all other rules read the markup, which every size has in common. Not
 * `scrollable-region-focusable`: Chromium itself gives the focus to a scroller without controls, which axe does not know.
 */
export const RULES_OF_SIZE = ['color-contrast', 'target-size'];

type Theme = (typeof THEMES)[number];

interface AxeOptions {
  /** Every rule when absent. */
  readonly rules?: readonly string[];
  readonly themes?: readonly Theme[];
}

/** Each line names the theme, the rule, and the first place that breaks it. */
export async function axeFaults(page: Page, { rules, themes = THEMES }: AxeOptions = {}): Promise<string[]> {
  const faults: string[] = [];
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Runs within the page: the other mode, for pages with frames, opens another page for each run.
    const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(true);
    if (rules !== undefined) axe.withRules([...rules]);
    const { violations } = await axe.analyze();
    faults.push(
      ...violations.map(({ id, impact, nodes }) => `${colorScheme}: ${impact} ${id} ${nodes[0]?.html.slice(0, 200)}`),
    );
  }
  return faults;
}
