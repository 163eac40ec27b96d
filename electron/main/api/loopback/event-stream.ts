// The desk's events as server-sent events. In: the hub and a window's last number. Out: an open answer that follows.
// This file must never hold events for a window that does not read them: it is cut off, and catches up when it is back.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { EVENT_STREAM_BUFFER_MAX_BYTES, EVENT_STREAM_HEARTBEAT_MS } from '../../../../shared/limits.ts';
import type { EventPlace, NumberedEvent } from '../../../../shared/api/events.ts';
import type { EventHub } from '../held/event-hub.ts';
import type { Clock } from '../ports.ts';
import { SECURITY_HEADERS } from './answers.ts';

/** Follows until the window goes. `onEnd` is called once. */
export function streamEvents(
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
  { hub, clock, onEnd }: { readonly hub: EventHub; readonly clock: Clock; readonly onEnd: () => void },
): void {
  request.socket.setTimeout(0);
  response.writeHead(200, { ...SECURITY_HEADERS, 'Content-Type': 'text/event-stream; charset=utf-8' });
  response.flushHeaders();
  let stopBeating = (): void => {};
  const beat = (): void => {
    response.write(': here\n\n');
    stopBeating = clock.after(EVENT_STREAM_HEARTBEAT_MS, beat);
  };
  const send = (event: NumberedEvent): void => {
    response.write(`id: ${event.epoch}:${event.sequence}\ndata: ${JSON.stringify(event)}\n\n`);
    if (response.writableLength > EVENT_STREAM_BUFFER_MAX_BYTES) response.destroy();
  };
  const stopFollowing = hub.follow(send, placeOf(request));
  stopBeating = clock.after(EVENT_STREAM_HEARTBEAT_MS, beat);
  response.once('close', () => {
    stopFollowing();
    stopBeating();
    onEnd();
  });
}

/** Where the window was: the browser says it by itself when it reconnects. */
function placeOf({ headers }: IncomingMessage): EventPlace | null {
  const last = headers['last-event-id'];
  const parts = typeof last === 'string' ? /^([0-9a-f-]{36}):(\d{1,15})$/.exec(last) : null;
  const [, epoch, digits] = parts ?? [];
  return epoch === undefined || digits === undefined ? null : { epoch, sequence: Number(digits) };
}
