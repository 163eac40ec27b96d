// Where the thread of a draft runs: in this process, or in the desktop app in a process of its own, which the host starts and whose
// messages it carries, because only the host can.

import { Worker, type WorkerOptions } from 'node:worker_threads';
import { errorCode } from '../../../../shared/failures.ts';
import type { Asked, CallPort } from '../../platform/thread-calls.ts';
import { endThread, openGate, type ThreadGate } from '../../platform/thread-gate.ts';
import type { DraftThreadData } from './draft-thread.ts';

/** Why a draft's thread ended without having been asked to: it broke, or its process is gone, which nobody can explain. */
type DraftEnd = BrokenDraft | { readonly kind: 'gone' } | { readonly kind: 'processGone' };

/** Posted by the process of a draft, because an error does not cross whole. */
export interface BrokenDraft {
  readonly kind: 'broken';
  readonly isOutOfMemory: boolean;
  readonly words: string;
}

export function brokenDraft(error: Error): BrokenDraft {
  const isOutOfMemory = errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY';
  return { kind: 'broken', isOutOfMemory, words: error.stack ?? error.message };
}

export interface DraftPlace {
  readonly port: CallPort;
  end(): Promise<void>;
}

export type StartDraft = (onEnd: (end: DraftEnd) => void) => DraftPlace;

/** A checked sheet of a million rows with 24 columns fits. */
const HEAP_MAX_MB = 4_096;

/** It gets no environment variables, because they may hold a token. */
export function threadOptions(gate: ThreadGate, maxOldGenerationSizeMb = HEAP_MAX_MB): WorkerOptions {
  const workerData: DraftThreadData = { gate };
  return { workerData, env: {}, execArgv: [], resourceLimits: { maxOldGenerationSizeMb } };
}

/** Drafts as threads of this process; `url` is the built draft-thread. */
export function draftsInThreads(url: URL, heapMaxMb?: number): StartDraft {
  return (onEnd) => {
    const gate = openGate();
    const worker = new Worker(url, threadOptions(gate, heapMaxMb));
    worker.once('error', (error: Error) => onEnd(brokenDraft(error)));
    worker.once('exit', () => onEnd({ kind: 'gone' }));
    return { port: worker, end: () => endThread(worker, gate) };
  };
}

/** What the host does for the processes of drafts, each known by a number. */
export type DraftProcessHost = {
  readonly startDraft: (draft: number) => void;
  readonly sendToDraft: (draft: number, message: object) => void;
  /** Returns once the process is gone. */
  readonly endDraft: (draft: number) => Promise<void>;
};

/** What the host calls with what comes from them. */
export type DraftProcessListener = {
  readonly onDraftMessage: (draft: number, message: object) => void;
  readonly onDraftGone: (draft: number) => void;
};

/** Drafts as processes of the host. */
export function draftsInProcesses(host: Asked<DraftProcessHost>): {
  readonly startDraft: StartDraft;
  readonly listener: DraftProcessListener;
} {
  let lastDraft = 0;
  const running = new Map<
    number,
    { readonly onEnd: Parameters<StartDraft>[0]; readonly listeners: ((message: object) => void)[] }
  >();
  const isBroken = (message: object): message is BrokenDraft => 'kind' in message && message.kind === 'broken';
  const goneOf = (draft: number) => (): void => running.get(draft)?.onEnd({ kind: 'processGone' });
  return {
    startDraft: (onEnd) => {
      lastDraft += 1;
      const draft = lastDraft;
      const listeners: ((message: object) => void)[] = [];
      running.set(draft, { onEnd, listeners });
      host.startDraft(draft).catch(goneOf(draft));
      return {
        port: {
          postMessage: (message) => void host.sendToDraft(draft, message).catch(goneOf(draft)),
          on: (_event, listener) => listeners.push(listener),
        },
        end: async () => {
          running.delete(draft);
          await host.endDraft(draft);
        },
      };
    },
    listener: {
      onDraftMessage: (draft, message) => {
        const known = running.get(draft);
        if (isBroken(message)) known?.onEnd(message);
        else for (const listener of known?.listeners ?? []) listener(message);
      },
      onDraftGone: (draft) => goneOf(draft)(),
    },
  };
}
