// A changing command carries its id, so resending it after a lost answer does nothing twice. The link's secret is never kept: it
// is exchanged once and removed from the address.

import { z } from 'zod';
import { FILE_HANDLE } from '../../shared/api/schemas.ts';
import {
  COMMAND_PATH,
  DOWNLOADS_PATH,
  EVENTS_PATH,
  FILE_NAME_HEADER,
  FILES_PATH,
  KEY_HEADER,
  SECRET_FRAGMENT,
  SESSION_KEY,
  SESSION_PATH,
} from '../../shared/api/wire.ts';
import { askAgainIfLost } from './command-ids.ts';
import {
  cannotBeRead,
  decodeEvent,
  decodeReply,
  type EventStreamListener,
  isReadable,
  type Transport,
} from './desk-transport.ts';

const UNAUTHORIZED = 401;

/** Exchanges the one-time secret in the address, now or later, for the session's cookie and key. */
export async function openBrowserSession(page: Window): Promise<void> {
  const hasSecret = (): boolean => page.location.hash.startsWith(SECRET_FRAGMENT);
  // Pasting a link into this tab changes only the fragment.
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
  const result = decodeReply(await post(SESSION_PATH, { headers, body: JSON.stringify({ secret }) }), SESSION_KEY);
  if (result.kind === 'done') keepKey(result.value.key);
}

export const httpTransport: Transport = {
  command(asked, answer) {
    const posted = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(asked) };
    return askAgainIfLost(async () => decodeReply(await post(COMMAND_PATH, posted), answer));
  },

  async giveFile(file) {
    const headers = { 'content-type': 'application/octet-stream', [FILE_NAME_HEADER]: encodeURIComponent(file.name) };
    const result = decodeReply(await post(FILES_PATH, { headers, body: file }), FILE_HANDLE);
    return result.kind === 'lost' && !(await isReadable(file)) ? cannotBeRead() : result;
  },

  saveDownload({ download, name }) {
    const link = document.createElement('a');
    link.href = `${DOWNLOADS_PATH}/${download}`;
    link.download = name;
    link.click();
    return Promise.resolve({ kind: 'done', value: { saved: true } });
  },

  restart: null,

  followEvents: followHttpEvents,

  followWindowRequests: () => () => {},
};

interface Posted {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | File;
}

async function post(path: string, { headers, body }: Posted): Promise<unknown> {
  try {
    const how = { method: 'POST', credentials: 'same-origin', redirect: 'error' } as const;
    const response = await fetch(path, { ...how, headers: { ...headers, ...keyHeaders() }, body });
    // The desk restarted, or this page was idle too long.
    if (response.status === UNAUTHORIZED) endSession();
    return await response.json();
  } catch {
    return null;
  }
}

/** A restarting desk is back within seconds; retrying more often does not help. */
const RECONNECT_MS = 2_000;

/** `id` is empty for a heartbeat, which only keeps the connection open. */
interface Sent {
  readonly id: string;
  readonly data: string;
}

/**
 * Follows events as long as the page lives. After a gap the missed events come first, or a new snapshot. Uses fetch because
 * EventSource sends no headers, and the session's key must not appear in an address.
 */
function followHttpEvents(listener: EventStreamListener): ReturnType<Transport['followEvents']> {
  let connection = new AbortController();
  let timer: ReturnType<typeof setTimeout> | null = null;

  const connect = (after: string | null): void => {
    leave();
    const mine = new AbortController();
    connection = mine;
    let last = after;
    const take = ({ id, data }: Sent): void => {
      if (id === '' || mine.signal.aborted) return;
      last = id;
      const numbered = decodeEvent(parseJson(data));
      if (numbered === null) connect(null);
      else listener.onEvent(numbered);
    };
    const onOpen = (): void => listener.onConnection('open');
    void readStream({ after, signal: mine.signal, onOpen, take }).then((end) => {
      if (mine.signal.aborted) return;
      if (end === 'unauthorized') {
        endSession();
        return;
      }
      listener.onConnection('lost');
      timer = setTimeout(() => connect(last), RECONNECT_MS);
    });
  };

  const leave = (): void => {
    connection.abort();
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };

  session.signal.addEventListener('abort', () => {
    leave();
    listener.onConnection('ended');
  });
  connect(null);
  return () => connect(null);
}

async function readStream({
  after,
  signal,
  onOpen,
  take,
}: {
  readonly after: string | null;
  readonly signal: AbortSignal;
  readonly onOpen: () => void;
  readonly take: (sent: Sent) => void;
}): Promise<'over' | 'unauthorized'> {
  try {
    const headers = { ...keyHeaders(), ...(after === null ? {} : { 'last-event-id': after }) };
    const how = { credentials: 'same-origin', redirect: 'error', cache: 'no-store' } as const;
    const response = await fetch(EVENTS_PATH, { ...how, headers, signal });
    if (response.status === UNAUTHORIZED) return 'unauthorized';
    if (!response.ok || response.body === null) return 'over';
    onOpen();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      const blocks = `${rest}${piece.value}`.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) take(sentOf(block));
    }
  } catch {
    // The desk closed the connection, or this page reconnected.
  }
  return 'over';
}

function sentOf(block: string): Sent {
  const [, id = '', data = ''] = /^id: (.+)\ndata: (.+)$/.exec(block) ?? [];
  return { id, data };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Cookies go to every program on this host, whatever its port. The key stays with this origin and is forgotten with the tab. */
const PLACE = 'payout-desk-key';
const CHANNEL = 'payout-desk-key';

/** Tabs of one browser answer within milliseconds, so the wait for a missing one is short. */
const LENT_WITHIN_MS = 500;

const MESSAGE = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('asks') }),
  z.object({ kind: z.literal('lends'), key: z.string() }),
]);

/** Aborted when the session ends. */
const session = new AbortController();

function keepKey(key: string): void {
  sessionStorage.setItem(PLACE, key);
}

/** Proves to the door that the request comes from this page. */
function keyHeaders(): Record<string, string> {
  const key = sessionStorage.getItem(PLACE);
  return key === null ? {} : { [KEY_HEADER]: key };
}

/** Asks the other tabs for the key, unless this one has it. */
function borrowKey(): Promise<void> {
  if (sessionStorage.getItem(PLACE) !== null) return Promise.resolve();
  const channel = new BroadcastChannel(CHANNEL);
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      channel.close();
      resolve();
    };
    const timer = setTimeout(end, LENT_WITHIN_MS);
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const message = MESSAGE.safeParse(data).data;
      if (message?.kind !== 'lends') return;
      keepKey(message.key);
      end();
    });
    channel.postMessage({ kind: 'asks' });
  });
}

/** Sends the key to tabs that are opened later. */
function lendKey(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const key = sessionStorage.getItem(PLACE);
    if (key !== null && MESSAGE.safeParse(data).data?.kind === 'asks') channel.postMessage({ kind: 'lends', key });
  });
}

/** The session is over: only a new link helps, or a tab that used one. */
function endSession(): void {
  sessionStorage.removeItem(PLACE);
  session.abort();
}
