// The door of the desktop window: commands, files and events over Electron's IPC. Each message's frame and origin are checked
// before its content is read, and no error reaches the page. See Electron's security checklist, 17 (validate all IPC senders).

import { readFile, stat, writeFile } from 'node:fs/promises';
import { extname, isAbsolute } from 'node:path';
import type { Reply } from '../../../../shared/api/contract.ts';
import {
  COMMAND_CHANNEL,
  EVENT_CHANNELS,
  type FeedChannels,
  GIVE_FILE_CHANNEL,
  RESTART_CHANNEL,
  SAVE_DOWNLOAD_CHANNEL,
  WINDOW_REQUEST_CHANNELS,
} from '../../../../shared/api/ipc-channels.ts';
import type { FileHandle } from '../../../../shared/api/schemas.ts';
import { DESK_ORIGIN, isPageAddress } from '../../../../shared/api/window.ts';
import { FILE_MAX_BYTES } from '../../../../shared/limits.ts';
import { msg } from '../../../../shared/messages/message.ts';
import { SPREADSHEET_ENDINGS } from '../../../../shared/rows.ts';
import { NEW_FILE } from '../../desk/drafts/received-files.ts';
import type { HostedDesk } from '../../desk-host.ts';

interface Message {
  readonly senderFrame: SenderFrame | null;
  readonly sender: FeedPage;
}

/** The part of Electron's ipcMain that is used. */
export interface IpcSide {
  handle(channel: string, answer: (message: Message, ...args: readonly unknown[]) => Promise<Reply<unknown>>): void;
  on(channel: string, listener: (message: Message, ...args: readonly unknown[]) => void): unknown;
}

export interface IpcDoorParts {
  readonly desk: Pick<HostedDesk, 'dispatch' | 'hub' | 'files' | 'saveCopy'>;
  readonly requests: FeedSource;
  /** Shows the system's save dialog. Returns null if the person chose not to save. */
  readonly askWhereToSave: (name: string) => Promise<string | null>;
  readonly requestRestart: () => void;
  readonly onFault: (what: string, error: unknown) => void;
}

export interface IpcDoor {
  /** The page crashed or was left: no events are sent until a page follows again. */
  dropPage(): void;
}

export function openIpcDoor(
  ipc: IpcSide,
  { desk, requests, askWhereToSave, requestRestart, onFault }: IpcDoorParts,
): IpcDoor {
  const answer = (channel: string, work: (...args: readonly unknown[]) => Promise<Reply<unknown>>): void =>
    ipc.handle(channel, async ({ senderFrame }, ...args) => {
      if (!isOurPage(senderFrame)) return refusalOf('stranger');
      try {
        return await work(...args);
      } catch (error) {
        onFault(channel, error);
        return refusalOf('fault');
      }
    });

  const saveDownload = async (download: unknown): Promise<Reply<{ readonly saved: boolean }>> => {
    const file = typeof download === 'string' ? await desk.files.find(download) : null;
    if (file === null) return refusalOf('goneDownload');
    const to = await askWhereToSave(file.name);
    if (to === null) return { kind: 'done', value: { saved: false } };
    const refusal = await desk.saveCopy({ from: file.path, to });
    return refusal === null ? { kind: 'done', value: { saved: true } } : { kind: 'refused', refusal };
  };

  answer(COMMAND_CHANNEL, (name, params) => desk.dispatch(name, params));
  answer(GIVE_FILE_CHANNEL, (name, bytes, source) => takeBytes(desk.files, { name, bytes, source }));
  answer(SAVE_DOWNLOAD_CHANNEL, saveDownload);
  answer(RESTART_CHANNEL, () => {
    requestRestart();
    return Promise.resolve({ kind: 'done', value: {} });
  });

  const feeds = [
    { channels: EVENT_CHANNELS, feed: openFeed(EVENT_CHANNELS, (listener) => desk.hub.follow(listener, null)) },
    { channels: WINDOW_REQUEST_CHANNELS, feed: openFeed(WINDOW_REQUEST_CHANNELS, requests) },
  ];
  for (const { channels, feed } of feeds) {
    ipc.on(channels.follow, ({ senderFrame, sender }, number) => {
      if (isOurPage(senderFrame)) feed.follow(sender, number);
    });
    ipc.on(channels.unfollow, ({ senderFrame }, number) => {
      if (isOurPage(senderFrame)) feed.unfollow(number);
    });
  }
  return { dropPage: () => feeds.forEach(({ feed }) => feed.drop()) };
}

/** The page, as the main process sends to it. */
export interface FeedPage {
  send(channel: string, ...args: readonly unknown[]): void;
}

/** Subscribes a listener and returns the function that unsubscribes. */
type FeedSource = (listener: (message: unknown) => void) => () => void;

interface Feed {
  follow(page: FeedPage, feed: unknown): void;
  unfollow(feed: unknown): void;
  /** The page is gone, so nobody follows. */
  drop(): void;
}

function openFeed({ message }: FeedChannels, source: FeedSource): Feed {
  let current: { readonly feed: number; readonly stop: () => void } | null = null;
  const drop = (): void => {
    current?.stop();
    current = null;
  };
  return {
    follow: (page, feed) => {
      if (typeof feed !== 'number') return;
      drop();
      const stop = source((thing) => {
        try {
          page.send(message, feed, thing);
        } catch {
          // The page is closing or reloading; it asks for missed events by their number.
        }
      });
      current = { feed, stop };
    },
    unfollow: (feed) => {
      if (current !== null && current.feed === feed) drop();
    },
    drop,
  };
}

/** Unchecked values from the page. */
interface SentFile {
  readonly name: unknown;
  readonly bytes: unknown;
  readonly source: unknown;
}

async function takeBytes(files: HostedDesk['files'], { name, bytes, source }: SentFile): Promise<Reply<FileHandle>> {
  if (typeof name !== 'string' || name === '' || !(bytes instanceof Uint8Array)) return refusalOf('malformed');
  if (bytes.byteLength > FILE_MAX_BYTES) return refusalOf('tooLarge');
  const known = typeof source === 'string' && (await isFoundAt(source, bytes)) ? source : null;
  const { file, path } = await files.receive(name);
  try {
    await writeFile(path, bytes, NEW_FILE);
    return { kind: 'done', value: await files.received(file, known) };
  } catch {
    await files.abandon(file);
    return refusalOf('notTaken');
  }
}

/**
 * Whether a spreadsheet at this path has exactly these bytes. That proves that the page was given the file: a page cannot make
 * the desk open a file that no person chose.
 */
async function isFoundAt(path: string, bytes: Uint8Array): Promise<boolean> {
  if (!isAbsolute(path) || !SPREADSHEET_ENDINGS.includes(extname(path).toLowerCase())) return false;
  try {
    const about = await stat(path);
    if (!about.isFile() || about.size !== bytes.byteLength) return false;
    return (await readFile(path)).equals(bytes);
  } catch {
    return false;
  }
}

/** `parent` is null for the window's own frame. */
export interface SenderFrame {
  readonly url: string;
  readonly origin: string;
  readonly parent: unknown;
}

/** The frame is null if it closed or navigated before its message was read. */
function isOurPage(frame: SenderFrame | null): boolean {
  return frame !== null && frame.parent === null && frame.origin === DESK_ORIGIN && isPageAddress(frame.url);
}

const REFUSALS = {
  stranger: [msg('door.stranger'), msg('cure.closePage')],
  malformed: [msg('door.malformed'), msg('cure.chooseReload')],
  tooLarge: [msg('door.fileTooLarge'), msg('cure.splitIt')],
  notTaken: [msg('door.notTaken'), msg('cure.checkSpaceAndOpen')],
  goneDownload: [msg('door.goneDownload'), msg('cure.makeItAgain')],
  fault: [msg('door.fault'), msg('cure.tryAgain')],
} as const;

function refusalOf(code: keyof typeof REFUSALS): Reply<never> {
  const [message, cure] = REFUSALS[code];
  return { kind: 'refused', refusal: { code, message, cure } };
}
