// The desk's events from the loopback door, as server-sent events. In: who listens. Out: events, and how the connection is.
// Read by fetch, since the browser's own reader sends no header and the session's key must not stand in an address.
// This file must never skip an event: after a gap it goes on where it was, or begins anew.

import { EVENTS_PATH } from '../../shared/api/wire.ts';
import { decodeEvent } from './decode.ts';
import { endSession, hearSessionEnd, keyHeaders } from './http-session.ts';
import type { EventListener, Transport } from './transport.ts';

/** A desk that restarts is back within seconds; asking more often than this helps nobody. */
const RECONNECT_MS = 2_000;

const UNAUTHORIZED = 401;

/** Shape: `id` is empty for a beat, which only keeps the connection open. */
interface Sent {
  readonly id: string;
  readonly data: string;
}

/** Follows until stopped; what was missed in between comes first. */
export function followHttpEvents(listener: EventListener): ReturnType<Transport['followEvents']> {
  let connection = new AbortController();
  let timer: ReturnType<typeof setTimeout> | null = null;

  const connect = (after: string | null): void => {
    leave();
    const mine = new AbortController();
    connection = mine;
    let last = after;
    const hear = ({ id, data }: Sent): void => {
      if (id === '' || mine.signal.aborted) return;
      last = id;
      const numbered = decodeEvent(parseJson(data));
      if (numbered === null) connect(null);
      else listener.onEvent(numbered);
    };
    const onOpen = (): void => listener.onConnection('open');
    void readStream({ after, signal: mine.signal, onOpen, hear }).then((end) => {
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

  const stopHearing = hearSessionEnd(() => {
    stop();
    listener.onConnection('ended');
  });

  const stop = (): void => {
    stopHearing();
    leave();
  };

  connect(null);
  return { fresh: () => connect(null), stop };
}

async function readStream({
  after,
  signal,
  onOpen,
  hear,
}: {
  readonly after: string | null;
  readonly signal: AbortSignal;
  readonly onOpen: () => void;
  readonly hear: (sent: Sent) => void;
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
      for (const block of blocks) hear(sentOf(block));
    }
  } catch {
    // The desk went, or this page asked anew.
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
