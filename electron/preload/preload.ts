// What the page of the desktop window may do: one function for each command of the contract, files, events, and nothing else.
// In: the page's calls. Out: messages on channels that are fixed here. This file must never take a channel's or a command's
// name from the page, nor hand it anything of Electron's.

import { contextBridge, ipcRenderer, webUtils } from 'electron';
import type { CommandName } from '../../shared/api/contract.ts';
import {
  COMMAND_CHANNEL,
  EVENT_CHANNELS,
  type FeedChannels,
  GIVE_FILE_CHANNEL,
  SAVE_DOWNLOAD_CHANNEL,
  WISH_CHANNELS,
} from '../../shared/api/ipc-channels.ts';
import type { WindowExtras } from '../../shared/api/window-desk.ts';

/** The contract's own names, written here by the build: the contract itself would bring its schemas along. */
declare const CONTRACT_COMMAND_NAMES: readonly CommandName[];

const commands = Object.fromEntries(
  CONTRACT_COMMAND_NAMES.map((name) => [
    name,
    (params: unknown): Promise<unknown> => ipcRenderer.invoke(COMMAND_CHANNEL, name, params),
  ]),
);

const extras: WindowExtras = {
  giveFile: ({ name, bytes }, file) => ipcRenderer.invoke(GIVE_FILE_CHANNEL, name, bytes, sourceOf(file)),
  saveDownload: (download) => ipcRenderer.invoke(SAVE_DOWNLOAD_CHANNEL, download),
  followEvents: (listener) => follow(EVENT_CHANNELS, listener),
  followWishes: (listener) => follow(WISH_CHANNELS, listener),
};

/**
 * Where a file that a person chose or dropped lies; empty for one that the page made. The page is never told.
 * Source: Electron, webUtils.getPathForFile.
 */
function sourceOf(file: unknown): string {
  try {
    // What is no File it refuses itself.
    return webUtils.getPathForFile(file as File);
  } catch {
    return '';
  }
}

let feeds = 0;

/** Only what is told with the number of this very feed is for its listener. */
function follow(channels: FeedChannels, listener: (told: unknown) => void): () => void {
  feeds += 1;
  const mine = feeds;
  const hear = (_event: unknown, feed: unknown, told: unknown): void => {
    if (feed === mine) listener(told);
  };
  ipcRenderer.on(channels.told, hear);
  ipcRenderer.send(channels.follow, mine);
  return () => {
    ipcRenderer.off(channels.told, hear);
    ipcRenderer.send(channels.unfollow, mine);
  };
}

contextBridge.exposeInMainWorld('desk', { ...commands, ...extras });
