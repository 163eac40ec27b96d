// The way to the desk through its loopback door. In: commands, files. Out: replies, events, saved downloads.
// A changing command carries its id, so a lost answer is asked for again without doing anything twice.
// This file must never keep the secret: it is exchanged once and taken out of the address.

import { z } from 'zod';
import { FILE_HANDLE } from '../../shared/api/file-handles.ts';
import {
  COMMAND_PATH,
  DOWNLOADS_PATH,
  EVENTS_PATH,
  FILE_NAME_HEADER,
  FILES_PATH,
  SECRET_FRAGMENT,
  SESSION_PATH,
} from '../../shared/api/wire.ts';
import { decodeEvent, decodeReply } from './decode.ts';
import type { Told } from './told.ts';
import type { EventListener, Transport } from './transport.ts';

/** A desk that restarts is back within seconds; asking more often than this helps nobody. */
const RECONNECT_MS = 2_000;

const UNAUTHORIZED = 401;

/** Who wants to know that the session is over. */
const endings = new Set<() => void>();

/** Exchanges the one-time secret in the address, if there is one, for the session's cookie. */
export async function openSession(location: Location, history: History): Promise<void> {
  if (!location.hash.startsWith(SECRET_FRAGMENT)) return;
  const secret = location.hash.slice(SECRET_FRAGMENT.length);
  history.replaceState(null, '', `${location.pathname}${location.search}`);
  await post(SESSION_PATH, { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ secret }) });
}

export const httpTransport: Transport = {
  async command(name, params) {
    const headers = { 'content-type': 'application/json' };
    return decodeReply(await post(COMMAND_PATH, { headers, body: JSON.stringify({ name, params }) }), z.unknown());
  },

  async giveFile(file) {
    const headers = { 'content-type': 'application/octet-stream', [FILE_NAME_HEADER]: encodeURIComponent(file.name) };
    return decodeReply(await post(FILES_PATH, { headers, body: file }), FILE_HANDLE);
  },

  saveDownload({ download, name }) {
    const link = document.createElement('a');
    link.href = `${DOWNLOADS_PATH}/${download}`;
    link.download = name;
    link.click();
    return Promise.resolve<Told<unknown>>({ kind: 'done', value: {} });
  },

  followEvents(listener) {
    return followEvents(listener);
  },

  followWishes: () => () => {},
};

async function post(path: string, request: Pick<RequestInit, 'headers' | 'body'>): Promise<unknown> {
  try {
    const response = await fetch(path, { ...request, method: 'POST', credentials: 'same-origin', redirect: 'error' });
    // The desk was started anew, or this page was idle for too long: only a new link helps.
    if (response.status === UNAUTHORIZED) for (const onEnded of endings) onEnded();
    return await response.json();
  } catch {
    return null;
  }
}

function followEvents(listener: EventListener): ReturnType<Transport['followEvents']> {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;

  const connect = (): void => {
    timer = null;
    source?.close();
    source = new EventSource(EVENTS_PATH);
    source.addEventListener('open', () => listener.onConnection('open'));
    source.addEventListener('message', (message: MessageEvent<string>) => hear(message.data));
    source.addEventListener('error', () => {
      listener.onConnection('lost');
      // Closed means refused: the browser will not try again by itself, and a question tells whether the session is over.
      if (source?.readyState !== EventSource.CLOSED) return;
      timer ??= setTimeout(connect, RECONNECT_MS);
      void httpTransport.command('readDesk', {});
    });
  };

  const onEnded = (): void => {
    stop();
    listener.onConnection('ended');
  };

  const stop = (): void => {
    endings.delete(onEnded);
    source?.close();
    if (timer !== null) clearTimeout(timer);
  };

  const hear = (data: string): void => {
    const numbered = decodeEvent(parseJson(data));
    if (numbered === null) connect();
    else listener.onEvent(numbered);
  };

  endings.add(onEnded);
  connect();
  return { fresh: connect, stop };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
