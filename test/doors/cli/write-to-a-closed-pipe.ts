// Run by a test as a separate process: keeps writing after the readers have left, then ends normally.

import { setTimeout as wait } from 'node:timers/promises';
import { processStreams } from '../../../electron/main/doors/cli/terminal.ts';

const { stdin, stdout, stderr } = processStreams();
// Starts once the test says that nobody reads any more.
for await (const _ of stdin) break;
for (let line = 0; line < 20; line += 1) {
  stderr.write('progress\n');
  stdout.write('result\n');
  await wait(1);
}
