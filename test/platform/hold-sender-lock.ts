// Another process that wants a data folder's lock.

import { takeSenderLock } from '../../electron/main/platform/data-folder.ts';

const lock = takeSenderLock(process.argv[2] ?? '');
process.stdout.write(`${lock.kind}\n`);
if (lock.kind === 'held') {
  process.stdin.resume();
  process.stdin.once('end', () => lock.release());
}
