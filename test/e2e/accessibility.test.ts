// Every screen and state held against axe, in both themes. What a person meets on the way is what is looked at.

import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NO_CHROMIUM } from './chromium.ts';
import { openPageSession, type PageSession, SESSION_STARTS_WITHIN_MS } from './page-session.ts';
import { tour } from './tour.ts';

const THEMES = ['light', 'dark'] as const;
const TOUR_WITHIN_MS = 900_000;

/** Fewer would mean that the walk ended early without saying so. */
const SCREENS_MIN = 25;

describe('The window', () => {
  let session: PageSession | null = null;

  beforeAll(async () => {
    session = await openPageSession();
  }, SESSION_STARTS_WITHIN_MS);

  afterAll(async () => {
    await session?.close();
  });

  beforeEach((context) => context.skip(session === null, NO_CHROMIUM));

  it(
    '15: has nothing on any screen, in either theme, that axe finds wrong',
    async () => {
      if (session === null) throw new Error(NO_CHROMIUM);
      const { page } = session;
      const found: string[] = [];
      const visited = new Set<string>();
      await tour(session, async (name) => {
        visited.add(name);
        for (const colorScheme of THEMES) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          const { violations } = await new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).analyze();
          found.push(
            ...violations.map(
              ({ id, impact, nodes }) => `${name} ${colorScheme}: ${impact} ${id} ${nodes[0]?.html.slice(0, 200)}`,
            ),
          );
        }
      });
      expect(found).toEqual([]);
      expect(visited.size).toBeGreaterThanOrEqual(SCREENS_MIN);
    },
    TOUR_WITHIN_MS,
  );
});
