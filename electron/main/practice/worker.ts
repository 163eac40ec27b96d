// The entry of the practice gateway's own thread: keeps its SQLite and HTTP work off the desk's main thread.
// In: the options as workerData, then the word `close`. Out: one message that says how the start went.
// This file must never be imported: it is a build entry of its own.

import { parentPort, workerData } from 'node:worker_threads';
import { invariant } from '../../../shared/failures.ts';
import { startPracticeGateway } from './start-practice-gateway.ts';
import { PRACTICE_OPTIONS, type WorkerReport } from './worker-messages.ts';

const port = parentPort;
invariant(port !== null, 'the practice worker runs as a worker thread');

const start = await startPracticeGateway(PRACTICE_OPTIONS.parse(workerData));
if (start.kind === 'refused') {
  port.postMessage(start satisfies WorkerReport);
} else {
  const { url, mid, token, close } = start.gateway;
  // The port keeps this thread alive; once it is closed the thread ends by itself.
  port.once('message', () => void close().then(() => port.close()));
  port.postMessage({ kind: 'started', url, mid, token } satisfies WorkerReport);
}
