// The log for whoever helps: one text file to save. In: nothing. Out: a download.
// This file must never add anything to what the log holds.

import { writeFile } from 'node:fs/promises';
import { done, type HandlerContext, type Handlers } from './context.ts';

export function logHandlers({ files, log }: HandlerContext): Handlers<'exportLog'> {
  return {
    exportLog: async () => {
      const { download } = await files.offer('payout-desk.log', (path) => writeFile(path, log.read()));
      return done(download);
    },
  };
}
