// Checks the whole database that it was started with, on a thread of its own.

import { parentPort, workerData } from 'node:worker_threads';
import { InvariantError } from '../../../shared/failures.ts';
import { checkWhole } from './damage.ts';

if (parentPort === null) throw new InvariantError('the whole check was not started as a worker');
// compose passed it when it started the thread.
parentPort.postMessage(checkWhole(String(workerData)));
