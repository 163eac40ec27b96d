// Starts the practice gateway on a thread of its own. In: the built worker's URL and the options. Out: the same handle as
// on this thread, or why there is none. This file must never let the end of that thread end the program.

import { Worker } from 'node:worker_threads';
import type { PracticeGateway, PracticeOptions, PracticeStart } from './start-practice-gateway.ts';
import { WORKER_REPORT, type WorkerReport } from './worker-messages.ts';

/** Starts the practice gateway in a worker thread. Errors: refused with its reason and cure. */
export async function startPracticeGatewayInWorker(
  options: PracticeOptions & { readonly workerUrl: URL },
): Promise<PracticeStart<PracticeGateway>> {
  const { workerUrl, ...workerData } = options;
  const worker = new Worker(workerUrl, { workerData });
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => resolve());
  });
  // Whoever talks to the gateway sees a refused connection when the thread is gone; without this the program would end.
  worker.on('error', () => undefined);
  const report = await firstReport(worker, ended);
  if (report === null) {
    await worker.terminate();
    return { kind: 'refused', refusal: THREAD_ENDED };
  }
  if (report.kind === 'refused') {
    await ended;
    return report;
  }
  const { url, mid, token } = report;
  const close = async (): Promise<void> => {
    worker.postMessage('close');
    await ended;
  };
  return { kind: 'started', gateway: { url, mid, token, close } };
}

const THREAD_ENDED = {
  code: 'practiceThread',
  message: 'The practice gateway could not be started on a thread of its own.',
  cure: 'Reinstall the desk, or build it again.',
};

/** Errors: null when the thread ends without a word, or with one that is not ours. */
function firstReport(worker: Worker, ended: Promise<void>): Promise<WorkerReport | null> {
  return new Promise((resolve) => {
    worker.once('message', (message: unknown) => resolve(WORKER_REPORT.safeParse(message).data ?? null));
    void ended.then(() => resolve(null));
  });
}
