// The entry of the practice gateway's thread, which keeps its SQLite and HTTP work off the desk's thread.

import { parentPort, workerData } from 'node:worker_threads';
import { invariant } from '../../../shared/failures.ts';
import { type PracticeOptions, startPracticeGateway, type WorkerReport } from './start-practice-gateway.ts';

const port = parentPort;
invariant(port !== null, 'the practice worker runs as a worker thread');

const start = await startPracticeGateway(workerData as PracticeOptions);
if (start.kind === 'refused') {
  port.postMessage(start satisfies WorkerReport);
} else {
  const { url, mid, token, close } = start.gateway;
  // The port keeps this thread alive; once it is closed, the thread ends.
  port.once('message', () => void close().then(() => port.close()));
  port.postMessage({ kind: 'started', url, mid, token } satisfies WorkerReport);
}
