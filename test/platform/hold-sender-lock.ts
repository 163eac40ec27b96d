// Another process that wants a data folder's lock. In: the folder as its argument. Out: what it got, as one word on a line,
// and its process number; when it got the lock it stays until it is killed or its standard input ends.

import { takeSenderLock } from '../../electron/main/platform/sender-lock.ts';

const lock = takeSenderLock(process.argv[2] ?? '');
process.stdout.write(`${lock.kind}\n`);
if (lock.kind === 'held') {
  process.stdin.resume();
  process.stdin.once('end', () => lock.release());
}
