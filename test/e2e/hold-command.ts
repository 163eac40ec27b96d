// Holds a command of the page until a test releases it. Never lose one: held commands continue in the end, and later ones are
// passed on here instead of being returned to the browser. Some versions of Chromium lose a request that leaves just as
// interception stops (playwright#41802): the answer to what was held triggers the next ones.

import type { Page, Request } from 'playwright-core';
import { COMMAND_PATH } from '../../shared/api/wire.ts';

export interface HeldCommand {
  readonly count: () => number;
  /** Releases what is held and everything later. Waits until what was held has been answered. */
  readonly goOn: () => Promise<void>;
}

export async function holdCommand(page: Page, command: string): Promise<HeldCommand> {
  const held = Promise.withResolvers<undefined>();
  const asked: Request[] = [];
  await page.route(`**${COMMAND_PATH}`, async (route) => {
    if (route.request().postData()?.includes(`"${command}"`) === true) {
      asked.push(route.request());
      await held.promise;
    }
    await route.continue();
  });
  return {
    count: () => asked.length,
    goOn: async () => {
      held.resolve(undefined);
      await Promise.all(asked.map((request) => request.response()));
    },
  };
}
