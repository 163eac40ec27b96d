// The desk on a separate thread, started by desk-host.ts. The host's event loop never waits for it, so the desk may run long
// synchronous work. It calls the host for the system's proxy settings and the keychain's process.

import { parentPort, workerData } from 'node:worker_threads';
import type { EventPlace, NumberedEvent } from '../../shared/api/events.ts';
import type { FileHandle } from '../../shared/api/schemas.ts';
import { faultWords, InvariantError, type Refused, RefusedError } from '../../shared/failures.ts';
import type { Message } from '../../shared/messages/message.ts';
import type { Refusal } from '../../shared/rows.ts';
import { composeForWindows } from './compose.ts';
import { type DraftProcessHost, type DraftProcessListener, draftsInProcesses } from './desk/drafts/draft-places.ts';
import { takeFromDisk } from './desk/drafts/received-files.ts';
import type { DeskFacts } from './desk/runtime/context.ts';
import { openWindowDesk, type WindowDesk } from './desk/runtime/open-window-desk.ts';
import type { AskKeychain } from './platform/keychain/keychain-vault.ts';
import { saidAloud } from './platform/log.ts';
import { noteProgramFiles } from './platform/program-files.ts';
import { openThreadCalls } from './platform/thread-calls.ts';

export interface DeskThreadStart extends Pick<DeskFacts, 'version' | 'door'> {
  readonly dataFolder: string;
  /** Null or absent for the person's own. */
  readonly stateFolder?: string | null;
  readonly environmentToken: string | null;
  readonly environmentPassword?: string | null;
  /** Whether the host can ask the system for proxies. */
  readonly hasSystemProxy: boolean;
  /** Whether the host starts a process for each draft. */
  readonly hasDraftProcesses: boolean;
}

/** What the thread calls in its host. */
export type HostFunctions = {
  readonly askKeychain: AskKeychain;
  readonly readSystemProxy: (url: string) => Promise<string>;
  /** `follower`: the number given to `follow`. */
  readonly onEvent: (follower: number, event: NumberedEvent) => void;
} & DraftProcessHost;

type DeskThreadOpening = { readonly kind: 'open'; readonly warnings: readonly Message[] } | Refused;

/** What the host calls in the thread. `open` comes first, and once. */
export type DeskFunctions = {
  readonly open: () => DeskThreadOpening;
  readonly follow: (follower: number, after: EventPlace | null) => void;
  readonly unfollow: (follower: number) => void;
  readonly takeFromDisk: (path: string) => Promise<FileHandle | Refusal>;
} & Pick<WindowDesk, 'dispatch' | 'saveCopy' | 'close'> &
  Pick<WindowDesk['files'], 'receive' | 'received' | 'abandon' | 'find'> &
  DraftProcessListener;

if (parentPort === null) throw new InvariantError('the desk was not started as a thread');

// The host passed it when it started the thread.
const start = workerData as DeskThreadStart;
const program = noteProgramFiles();
const warnings: Message[] = [];
const { other: host } = openThreadCalls<HostFunctions>(parentPort, offered(), (name, error) => {
  if (composed.kind === 'open') composed.log.note('fault', faultWords(name, error));
});
const processes = draftsInProcesses(host);
const composed = compose();

/** Returns a refusal if there is no place for the data, which the host shows like any other refusal. */
function compose(): ({ readonly kind: 'open' } & ReturnType<typeof composeForWindows>) | Refused {
  try {
    const parts = composeForWindows({
      dataFolder: start.dataFolder,
      stateFolder: start.stateFolder ?? null,
      environmentToken: start.environmentToken,
      environmentPassword: start.environmentPassword ?? null,
      askKeychain: host.askKeychain,
      systemProxy: start.hasSystemProxy ? host.readSystemProxy : null,
      onWarning: (warning) => warnings.push(warning),
    });
    return { ...parts, kind: 'open', log: saidAloud(parts.log, (words) => process.stderr.write(words)) };
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return { kind: 'refused', refusal: error.refusal };
  }
}

function offered(): DeskFunctions {
  let opened: WindowDesk | null = null;
  const desk = (): WindowDesk => {
    if (opened === null) throw new InvariantError('the desk is opened first');
    return opened;
  };
  const followers = new Map<number, () => void>();
  return {
    open: () => {
      if (composed.kind === 'refused') return composed;
      const { system, dataFolder, actor, log } = composed;
      const facts = { version: start.version, door: start.door, dataFolder, actor };
      const opening = openWindowDesk({
        system,
        facts,
        warnings,
        log,
        program,
        ...(start.hasDraftProcesses ? { startDraft: processes.startDraft } : {}),
      });
      if (opening.kind === 'refused') return opening;
      opened = opening.desk;
      return { kind: 'open', warnings };
    },
    dispatch: (name, params) => desk().dispatch(name, params),
    follow: (follower, after) => {
      // If the host is gone, this thread ends too.
      const listener = (event: NumberedEvent): void => void host.onEvent(follower, event).catch(() => {});
      followers.set(follower, desk().hub.follow(listener, after));
    },
    unfollow: (follower) => {
      followers.get(follower)?.();
      followers.delete(follower);
    },
    takeFromDisk: (path) => takeFromDisk(desk().files, path),
    receive: (name) => desk().files.receive(name),
    received: (file, source) => desk().files.received(file, source),
    abandon: (file) => desk().files.abandon(file),
    find: (download) => desk().files.find(download),
    saveCopy: (files) => desk().saveCopy(files),
    close: () => desk().close(),
    onDraftMessage: (draft, message) => processes.listener.onDraftMessage(draft, message),
    onDraftGone: (draft) => processes.listener.onDraftGone(draft),
  };
}
