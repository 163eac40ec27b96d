// The process of one draft in the desktop app, whose processes hold 4 GB each, whatever the machine has: a file that needs more
// ends this process, and never the one that pays. It only carries messages between the desk and the draft's thread.

import { Worker } from 'node:worker_threads';
import { InvariantError } from '../../../../shared/failures.ts';
import { openGate } from '../../platform/thread-gate.ts';
import { workerFiles } from '../../platform/worker-files.ts';
import { type BrokenDraft, brokenDraft, threadOptions } from './draft-places.ts';

/** What an Electron utility process has. */
interface UtilityPort {
  on(event: 'message', listener: (message: { readonly data: object }) => void): unknown;
  postMessage(message: object): void;
}

const port: UtilityPort | undefined = process.parentPort;
if (port === undefined) throw new InvariantError('the process of a draft was not started as one');
// The desk ends the process as a whole, so nobody waits at this gate.
const worker = new Worker(workerFiles().draft, threadOptions(openGate()));
port.on('message', ({ data }) => worker.postMessage(data));
worker.on('message', (message: object) => port.postMessage(message));
worker.once('error', (error: Error) => port.postMessage(brokenDraft(error) satisfies BrokenDraft));
