// Starts the desk on its thread and connects the doors of a window to it. The host keeps what must stay on its own thread:
// windows, HTTP, the keychain's process and the system's proxy settings.

import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { EventPlace, NumberedEvent } from '../../shared/api/events.ts';
import type { FileHandle } from '../../shared/api/schemas.ts';
import { InvariantError } from '../../shared/failures.ts';
import type { Message } from '../../shared/messages/message.ts';
import type { Refusal } from '../../shared/rows.ts';
import type { DraftProcessHost } from './desk/drafts/draft-places.ts';
import type { ReceivedFiles } from './desk/drafts/received-files.ts';
import type { Dispatch } from './desk/runtime/dispatch.ts';
import type { DeskFunctions, DeskThreadStart, HostFunctions } from './desk-thread.ts';
import { withoutSecrets } from './platform/environment-secrets.ts';
import { forkKeychain } from './platform/keychain/keychain-vault.ts';
import type { OwnChild, StartChild } from './platform/start-child.ts';
import { openThreadCalls } from './platform/thread-calls.ts';
import { workerFiles } from './platform/worker-files.ts';

/** Synchronous if the desk is in this thread, else a promise. */
type Awaitable<Function_ extends (...args: never[]) => unknown> = (
  ...args: Parameters<Function_>
) => ReturnType<Function_> | Promise<ReturnType<Function_>>;

/** The desk as a window's door uses it. */
export interface HostedDesk {
  readonly dispatch: Dispatch;
  readonly hub: {
    /** Subscribes and returns the function that unsubscribes. `after`: the last event the window has seen, or null. */
    follow(listener: (event: NumberedEvent) => void, after: EventPlace | null): () => void;
  };
  readonly files: {
    readonly [Name in 'receive' | 'received' | 'abandon' | 'find']: Awaitable<ReceivedFiles[Name]>;
  };
  /** Copies a person's file. Returns its handle, or a refusal if it could not be read. */
  takeFromDisk(path: string): Promise<FileHandle | Refusal>;
  /** Copies a file of the desk to where a person has chosen. Returns a refusal if that failed, else null. */
  saveCopy(files: { readonly from: string; readonly to: string }): Promise<Refusal | null>;
  /** Whether payouts are being sent now, to ask before quitting. */
  isSending(): boolean;
  /** Pauses sending, waits for what is in flight, and releases the desk. */
  close(): Promise<void>;
}

export interface HostOptions extends Omit<DeskThreadStart, 'hasSystemProxy' | 'hasDraftProcesses'> {
  /** The system's proxy settings for an address; null if only the environment can be used. */
  readonly systemProxy: ((url: string) => Promise<string>) | null;
  /**
   * How processes are started: the keychain's, and one for each draft. By default the keychain's is a fork of this Node, and
   * drafts are threads.
   */
  readonly startChild?: StartChild;
  /** The thread broke. What it was sending is in doubt, as after any crash, and is looked up at the next start. */
  readonly onBroken: (error: unknown) => void;
}

type HostOpening =
  | { readonly kind: 'open'; readonly desk: HostedDesk; readonly warnings: readonly Message[] }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** A batch of the largest size with its file and its report needs far less. */
const HEAP_MAX_MB = 4_096;

/** Starts the thread and opens the desk in it. Rejects if the thread cannot be started. */
export async function openHostedDesk({
  systemProxy,
  startChild,
  onBroken,
  ...start
}: HostOptions): Promise<HostOpening> {
  const workers = workerFiles();
  const workerData: DeskThreadStart = {
    ...start,
    hasSystemProxy: systemProxy !== null,
    hasDraftProcesses: startChild !== undefined,
  };
  const worker = new Worker(workers.desk, { workerData, resourceLimits: { maxOldGenerationSizeMb: HEAP_MAX_MB } });
  const listeners = new Map<number, (event: NumberedEvent) => void>();
  const hostFunctions: HostFunctions = {
    askKeychain: forkKeychain(fileURLToPath(workers.keychain), startChild),
    ...draftProcesses(startChild, fileURLToPath(workers.draftProcess), {
      onMessage: (draft, message) => thread.onDraftMessage(draft, message),
      onGone: (draft) => thread.onDraftGone(draft),
    }),
    readSystemProxy: async (url) => (await systemProxy?.(url)) ?? '',
    onEvent: (follower, event) => listeners.get(follower)?.(event),
  };
  // Errors of these functions, such as an unknown proxy or a keychain process that does not start, go back to the thread.
  const calls = openThreadCalls<DeskFunctions>(worker, hostFunctions, () => {});
  const thread = calls.other;
  let isOpen = false;
  const failing = Promise.withResolvers<never>();
  const broke = (error: unknown): void => {
    calls.end();
    if (isOpen) onBroken(error);
    else failing.reject(error);
    isOpen = false;
  };
  worker.once('error', broke);
  worker.once('exit', () => broke(new Error("the desk's thread ended")));

  // If the thread ends before it answers, this rejects with the reason.
  const opening = await Promise.race([thread.open(), failing.promise]);
  if (opening.kind === 'refused') {
    await worker.terminate();
    return opening;
  }
  isOpen = true;
  let lastFollower = 0;
  const follow: HostedDesk['hub']['follow'] = (listener, after) => {
    lastFollower += 1;
    const follower = lastFollower;
    listeners.set(follower, listener);
    thread.follow(follower, after).catch(broke);
    return () => {
      listeners.delete(follower);
      // A thread that is gone sends no more events.
      thread.unfollow(follower).catch(() => {});
    };
  };
  let isSending = false;
  follow(({ event }) => {
    if (event.kind !== 'snapshot' && event.kind !== 'activity') return;
    isSending = event.activity.kind === 'sending' || event.activity.kind === 'preparing';
  }, null);
  const desk: HostedDesk = {
    dispatch: (name, params) => thread.dispatch(name, params),
    hub: { follow },
    files: thread,
    takeFromDisk: (path) => thread.takeFromDisk(path),
    saveCopy: (files) => thread.saveCopy(files),
    isSending: () => isSending,
    close: async () => {
      await thread.close();
      isOpen = false;
      await worker.terminate();
    },
  };
  return { kind: 'open', desk, warnings: opening.warnings };
}

/** The processes of drafts. `report` fails where the desk's thread is gone, and then nobody waits for a draft. */
function draftProcesses(
  start: StartChild | undefined,
  script: string,
  report: {
    readonly onMessage: (draft: number, message: object) => Promise<void>;
    readonly onGone: (draft: number) => Promise<void>;
  },
): DraftProcessHost {
  const running = new Map<number, DraftProcess>();
  return {
    startDraft: (draft) => {
      if (start === undefined) throw new InvariantError('this host starts no processes of drafts');
      const process = new DraftProcess(
        start,
        script,
        (message) => void report.onMessage(draft, message).catch(() => {}),
      );
      running.set(draft, process);
      void process.ended.then(() => {
        running.delete(draft);
        return report.onGone(draft).catch(() => {});
      });
    },
    sendToDraft: (draft, message) => running.get(draft)?.send(message),
    endDraft: async (draft) => running.get(draft)?.end(),
  };
}

/** A process takes messages, and can be killed, once it has started. */
class DraftProcess {
  readonly ended: Promise<void>;
  readonly #child: OwnChild;
  #early: object[] | null = [];
  #isEnding = false;

  constructor(start: StartChild, script: string, onMessage: (message: object) => void) {
    const ended = Promise.withResolvers<void>();
    this.ended = ended.promise;
    this.#child = start(
      { script, environment: withoutSecrets(process.env), name: 'Payout Desk file' },
      {
        onSpawn: () => {
          const early = this.#early ?? [];
          this.#early = null;
          for (const message of early) this.#child.send(message);
          if (this.#isEnding) this.#child.kill();
        },
        onMessage: (message) => {
          if (typeof message === 'object' && message !== null) onMessage(message);
        },
        onEnd: ended.resolve,
      },
    );
  }

  send(message: object): void {
    if (this.#early === null) this.#child.send(message);
    else this.#early.push(message);
  }

  end(): Promise<void> {
    this.#isEnding = true;
    if (this.#early === null) this.#child.kill();
    return this.ended;
  }
}
