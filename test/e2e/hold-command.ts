// A command of the page that does not reach the desk until a test lets it. This file must never let one be lost: what
// is held goes on in the end, and the page's commands are let through from then on rather than given back to the
// browser. Some versions of Chromium lose a request that leaves in the moment they stop handing requests over
// (playwright#41802): the answer to what was held brings the next ones.

import type { Page, Request } from 'playwright-core';
import { COMMAND_PATH } from '../../shared/api/wire.ts';

export interface HeldCommand {
  readonly count: () => number;
  /** Lets what is held go on, and whatever comes later. Shape: waits until what was held has been answered. */
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
