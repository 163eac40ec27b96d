// A command of the page that does not reach the desk until a test lets it. In: the page and the command's name. Out: how often it
// was asked, and the way to let it go on. This file must never let one be lost: what is held goes on in the end.

import type { Page } from 'playwright-core';
import { COMMAND_PATH } from '../../shared/api/wire.ts';

export interface HeldCommand {
  readonly count: () => number;
  /** Lets what is held go on, and whatever comes later. */
  readonly goOn: () => void;
  /** Holds nothing any more. Shape: waits for what is on its way. */
  readonly end: () => Promise<void>;
}

export async function holdCommand(page: Page, command: string): Promise<HeldCommand> {
  const held = Promise.withResolvers<undefined>();
  let count = 0;
  await page.route(`**${COMMAND_PATH}`, async (route) => {
    if (route.request().postData()?.includes(`"${command}"`) === true) {
      count += 1;
      await held.promise;
    }
    await route.continue();
  });
  return {
    count: () => count,
    goOn: () => held.resolve(undefined),
    end: () => page.unrouteAll({ behavior: 'wait' }),
  };
}
