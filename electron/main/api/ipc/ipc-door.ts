// The desktop window's door: commands, files and events over Electron's IPC. In: messages. Out: replies; errors are data.
// Every message's frame and origin are checked before anything of it is looked at.
// This file must never hold a rule about a command, and never throw to the page: what an error says stays here.

import {
  COMMAND_CHANNEL,
  EVENT_CHANNELS,
  GIVE_FILE_CHANNEL,
  SAVE_DOWNLOAD_CHANNEL,
  WISH_CHANNELS,
} from '../../../../shared/api/ipc-channels.ts';
import type { Reply } from '../../../../shared/api/reply.ts';
import type { WindowDesk } from '../open-window-desk.ts';
import { isOurPage, type SenderFrame } from './check-sender.ts';
import { type FeedPage, type FeedSource, openFeed } from './feed.ts';
import { refusalOf } from './ipc-refusals.ts';
import { takeBytes } from './take-bytes.ts';

interface Message {
  readonly senderFrame: SenderFrame | null;
  readonly sender: FeedPage;
}

/** The part of Electron's ipcMain that is used. */
export interface IpcSide {
  handle(channel: string, answer: (message: Message, ...args: readonly unknown[]) => Promise<Reply<unknown>>): void;
  on(channel: string, hear: (message: Message, ...args: readonly unknown[]) => void): unknown;
}

export interface IpcDoorParts {
  readonly desk: Pick<WindowDesk, 'dispatch' | 'hub' | 'files' | 'saveCopy'>;
  readonly wishes: FeedSource;
  /** The system's own save dialog. Shape: null when the person chose not to save. */
  readonly askWhereToSave: (name: string) => Promise<string | null>;
  readonly onFault: (what: string, error: unknown) => void;
}

export interface IpcDoor {
  /** The page crashed or went: nothing is told until a page follows again. */
  dropPage(): void;
}

export function openIpcDoor(ipc: IpcSide, { desk, wishes, askWhereToSave, onFault }: IpcDoorParts): IpcDoor {
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
    const file = typeof download === 'string' ? desk.files.find(download) : null;
    if (file === null) return refusalOf('goneDownload');
    const to = await askWhereToSave(file.name);
    if (to === null) return { kind: 'done', value: { saved: false } };
    const refusal = await desk.saveCopy({ from: file.path, to });
    return refusal === null ? { kind: 'done', value: { saved: true } } : { kind: 'refused', refusal };
  };

  answer(COMMAND_CHANNEL, (name, params) => desk.dispatch(name, params));
  answer(GIVE_FILE_CHANNEL, (name, bytes, source) => takeBytes(desk.files, { name, bytes, source }));
  answer(SAVE_DOWNLOAD_CHANNEL, saveDownload);

  const feeds = [
    { channels: EVENT_CHANNELS, feed: openFeed(EVENT_CHANNELS, (listener) => desk.hub.follow(listener, null)) },
    { channels: WISH_CHANNELS, feed: openFeed(WISH_CHANNELS, wishes) },
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
