// Run by a test as a process of its own: goes on writing after the readers have left, then ends well.

import { setTimeout as wait } from 'node:timers/promises';
import { processStreams } from '../../../electron/main/doors/cli/terminal.ts';

const { stdin, stdout, stderr } = processStreams();
// Begins once the test says that nobody reads any more.
for await (const _ of stdin) break;
for (let line = 0; line < 20; line += 1) {
  stderr.write('progress\n');
  stdout.write('result\n');
  await wait(1);
}
