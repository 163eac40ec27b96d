// The way to the desk through its loopback door. In: commands, files. Out: replies, events, saved downloads.
// A changing command carries its id, so a lost answer is asked for again without doing anything twice.
// This file must never keep the link's secret: it is exchanged once and taken out of the address.

import { z } from 'zod';
import { FILE_HANDLE } from '../../shared/api/file-handles.ts';
import {
  COMMAND_PATH,
  DOWNLOADS_PATH,
  FILE_NAME_HEADER,
  FILES_PATH,
  SECRET_FRAGMENT,
  SESSION_KEY,
  SESSION_PATH,
} from '../../shared/api/wire.ts';
import { askAgainIfLost } from './ask-again.ts';
import { decodeReply } from './decode.ts';
import { followHttpEvents } from './http-events.ts';
import { borrowKey, endSession, keepKey, keyHeaders, lendKey } from './http-session.ts';
import { CANNOT_BE_READ, isReadable } from './readable-file.ts';
import type { Told } from './told.ts';
import type { Transport } from './transport.ts';

const UNAUTHORIZED = 401;

/** Exchanges the one-time secret in the address, if there is one, for the session's cookie and key; also one that comes later. */
export async function openSession(page: Window): Promise<void> {
  const hasSecret = (): boolean => page.location.hash.startsWith(SECRET_FRAGMENT);
  // A link that is pasted into this tab changes no more than the fragment.
  page.addEventListener('hashchange', () => {
    if (hasSecret()) page.location.reload();
  });
  if (hasSecret()) await exchangeSecret(page);
  await borrowKey();
  lendKey();
}

async function exchangeSecret({ location, history }: Window): Promise<void> {
  const secret = location.hash.slice(SECRET_FRAGMENT.length);
  history.replaceState(null, '', `${location.pathname}${location.search}`);
  const headers = { 'content-type': 'application/json' };
  const told = decodeReply(await post(SESSION_PATH, { headers, body: JSON.stringify({ secret }) }), SESSION_KEY);
  if (told.kind === 'done') keepKey(told.value.key);
}

export const httpTransport: Transport = {
  async command(name, params) {
    const body = JSON.stringify({ name, params });
    return askAgainIfLost(() => askOnce(body));
  },

  async giveFile(file) {
    const headers = { 'content-type': 'application/octet-stream', [FILE_NAME_HEADER]: encodeURIComponent(file.name) };
    const told = decodeReply(await post(FILES_PATH, { headers, body: file }), FILE_HANDLE);
    return told.kind === 'lost' && !(await isReadable(file)) ? CANNOT_BE_READ : told;
  },

  saveDownload({ download, name }) {
    const link = document.createElement('a');
    link.href = `${DOWNLOADS_PATH}/${download}`;
    link.download = name;
    link.click();
    return Promise.resolve<Told<unknown>>({ kind: 'done', value: {} });
  },

  followEvents: followHttpEvents,

  followWishes: () => () => {},
};

async function askOnce(body: string): Promise<Told<unknown>> {
  return decodeReply(await post(COMMAND_PATH, { headers: { 'content-type': 'application/json' }, body }), z.unknown());
}

interface Posted {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | File;
}

async function post(path: string, { headers, body }: Posted): Promise<unknown> {
  try {
    const how = { method: 'POST', credentials: 'same-origin', redirect: 'error' } as const;
    const response = await fetch(path, { ...how, headers: { ...headers, ...keyHeaders() }, body });
    // The desk was started anew, or this page was idle for too long.
    if (response.status === UNAUTHORIZED) endSession();
    return await response.json();
  } catch {
    return null;
  }
}
