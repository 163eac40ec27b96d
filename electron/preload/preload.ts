// What the page of the desktop window can do: one function per command of the contract, files, events, and nothing else.

import { contextBridge, ipcRenderer, webUtils } from 'electron';
import type { CommandName } from '../../shared/api/contract.ts';
import {
  COMMAND_CHANNEL,
  EVENT_CHANNELS,
  type FeedChannels,
  GIVE_FILE_CHANNEL,
  RESTART_CHANNEL,
  SAVE_DOWNLOAD_CHANNEL,
  WINDOW_REQUEST_CHANNELS,
} from '../../shared/api/ipc-channels.ts';
import type { PageBridgeExtras } from '../../shared/api/window.ts';

/** The contract's command names, inserted by the build, because the contract itself would load its schemas. */
declare const CONTRACT_COMMAND_NAMES: readonly CommandName[];

const commands = Object.fromEntries(
  CONTRACT_COMMAND_NAMES.map((name) => [
    name,
    (params: unknown): Promise<unknown> => ipcRenderer.invoke(COMMAND_CHANNEL, name, params),
  ]),
);

const extras: PageBridgeExtras = {
  giveFile: ({ name, bytes }, file) => ipcRenderer.invoke(GIVE_FILE_CHANNEL, name, bytes, sourceOf(file)),
  saveDownload: (download) => ipcRenderer.invoke(SAVE_DOWNLOAD_CHANNEL, download),
  restart: () => ipcRenderer.invoke(RESTART_CHANNEL),
  followEvents: (listener) => follow(EVENT_CHANNELS, listener),
  followWindowRequests: (listener) => follow(WINDOW_REQUEST_CHANNELS, listener),
};

/** The path of a file that a person chose; empty for one the page made. The page never sees it. See webUtils.getPathForFile. */
function sourceOf(file: unknown): string {
  try {
    // It throws for anything that is no File.
    return webUtils.getPathForFile(file as File);
  } catch {
    return '';
  }
}

let feeds = 0;

/** Only messages with this feed's number are for its listener. */
function follow(channels: FeedChannels, listener: (message: unknown) => void): () => void {
  feeds += 1;
  const mine = feeds;
  const onMessage = (_event: unknown, feed: unknown, message: unknown): void => {
    if (feed === mine) listener(message);
  };
  ipcRenderer.on(channels.message, onMessage);
  ipcRenderer.send(channels.follow, mine);
  return () => {
    ipcRenderer.off(channels.message, onMessage);
    ipcRenderer.send(channels.unfollow, mine);
  };
}

contextBridge.exposeInMainWorld('desk', { ...commands, ...extras });
