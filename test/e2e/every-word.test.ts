// A third language is one file: an invented one takes the place of Hindi, and no screen shows a word outside it, but what a
// person, a file or the gateway said.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildInvented } from './build-invented.ts';
import { DOOR, type Host, openDoor } from './hosts.ts';
import { tour } from './tour.ts';
import { useSession } from './use-session.ts';

const BUILT_WITHIN_MS = 180_000;
const TOUR_WITHIN_MS = 900_000;

/** Fewer would mean that the walk ended early without saying so. */
const SCREENS_MIN = 25;

/** Names, abbreviations, keys, months as the platform writes them, and whose money it is. */
const AS_THEY_ARE =
  /\S+@\S+|https?:\S+|\b(?:UPI|IFSC|IMPS|NEFT|UTR|RRN|HTTP|PRACTICE|LIVE|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept|Oct|Nov|Dec|Ctrl|HDFC Bank|English|Payout Desk)\b/g;

/** What the tour's files, accounts and people are called, and what its gateways say. */
const REPORTED =
  /\b[\w-]+\.(?:csv|xlsx|db)\b|\b(?:practice|Person|Colleague|New Joiner|Asha Rao|Messy sa?mple|Salaries HDFC|Salary|people|Diwali bonus|Name|Amount|Remark|Email|Manager Email|Invalid order ID|Transaction not found|Wallet balance fetched successfully|Too many requests|PENDING)\b/g;

let program = '';
const INVENTED: Host = { ...DOOR, name: 'invented language', open: (options) => openDoor(options, { program }) };

describe('An invented language', () => {
  beforeAll(async () => {
    if (DOOR.unavailable === null) program = await buildInvented();
  }, BUILT_WITHIN_MS);
  const session = useSession({
    host: INVENTED,
    prepare: (folder) => writeFileSync(join(folder, 'settings.json'), JSON.stringify({ settings: SETTINGS })),
  });

  it('is spoken on every screen, by window and desk', { timeout: TOUR_WITHIN_MS }, async () => {
    const visited = new Set<string>();
    const left: string[] = [];
    await tour(session(), async (name) => {
      visited.add(name);
      // Papers with files of their own: each language has its guide, and licences are what they are.
      if (name.startsWith('guide') || name === 'settings-licences') return;
      left.push(...(await plainWordsOn(session().page)).map((words) => `${name}: ${words}`));
    });
    expect(visited.size).toBeGreaterThan(SCREENS_MIN);
    expect([...new Set(left)]).toEqual([]);
  });
});

const SETTINGS = {
  theme: 'system',
  density: 'comfortable',
  maskAccounts: false,
  language: 'hi',
  profile: null,
  draft: null,
  grids: {},
  filters: [],
  books: { debit: 'Payouts', credit: 'Gateway wallet', payer: '' },
};

/** What is shown outside the cells of lists, and has a word that no language file has. */
async function plainWordsOn(page: Page): Promise<readonly string[]> {
  const shown = (await page.evaluate(`(() => {
    const found = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const { parentElement: where } = node;
      if (where.closest('[role=gridcell], td, del, ins, code, pre, script, style') !== null) continue;
      if (where.checkVisibility()) found.push(node.textContent);
    }
    for (const one of document.querySelectorAll('[aria-label], [title], [placeholder]')) {
      if (one.closest('[role=gridcell], td') !== null || !one.checkVisibility()) continue;
      for (const name of ['aria-label', 'title', 'placeholder']) found.push(one.getAttribute(name) ?? '');
    }
    return found;
  })()`)) as readonly string[];
  return shown.filter((text) =>
    /(?<![\u200B\w])[A-Za-z]{3,}/.test(text.replace(AS_THEY_ARE, '').replace(REPORTED, '')),
  );
}
