// Every screen and state held against axe, in both themes. What a person meets on the way is what is looked at.

import { describe, expect, it } from 'vitest';
import { useSession } from './use-session.ts';
import { axeFaults } from './axe.ts';
import { tour } from './tour.ts';

const TOUR_WITHIN_MS = 900_000;

/** Fewer would mean that the walk ended early without saying so. */
const SCREENS_MIN = 25;

describe('The window', () => {
  const current = useSession();

  it(
    '15: has nothing on any screen, in either theme, that axe finds wrong',
    async () => {
      const session = current();
      const { page } = session;
      const found: string[] = [];
      const visited = new Set<string>();
      await tour(session, async (name) => {
        visited.add(name);
        found.push(...(await axeFaults(page)).map((fault) => `${name} ${fault}`));
      });
      expect(found).toEqual([]);
      expect(visited.size).toBeGreaterThanOrEqual(SCREENS_MIN);
    },
    TOUR_WITHIN_MS,
  );
});
