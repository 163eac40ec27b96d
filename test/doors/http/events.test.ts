import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LoopbackDoor, openLoopbackDoor } from '../../../electron/main/doors/http/loopback-door.ts';
import type { DeskEvent } from '../../../shared/api/events.ts';
import { openTestDesk, type TestWindowDesk } from '../../desk/window-desk.ts';
import { sendRaw } from './raw-request.ts';

let desk: TestWindowDesk;
let door: LoopbackDoor;
let cookie: string;
let key: string;

beforeAll(async () => {
  desk = openTestDesk();
  door = await openLoopbackDoor({
    desk: desk.desk,
    clock: desk.system.clock,
    pageFiles: new Map(),
    folder: desk.folder,
    port: 0,
  });
  const headers = { Origin: `http://127.0.0.1:${door.port}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ secret: door.newLink().split('#key=')[1] });
  const answer = await sendRaw(door.port, { method: 'POST', path: '/api/session', headers, body });
  key = (JSON.parse(answer.body) as { value: { key: string } }).value.key;
  cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
});
afterAll(async () => {
  await door.close();
  await desk.close();
});

interface Received {
  readonly id: string;
  readonly event: DeskEvent;
}

interface Window {
  /** Waits until this many events have arrived. */
  received(count: number): Promise<readonly Received[]>;
  leave(): Promise<void>;
}

/** A window as a browser opens it. `after` is the id of the last event it saw. */
function openWindow(after: string | null = null): Window {
  const lines = [
    'GET /api/events HTTP/1.1',
    `Host: 127.0.0.1:${door.port}`,
    `Cookie: ${cookie}`,
    `X-Desk-Key: ${key}`,
    ...(after === null ? [] : [`Last-Event-ID: ${after}`]),
  ];
  const socket: Socket = connect({ host: '127.0.0.1', port: door.port });
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  let text = '';
  const waiting = new Set<() => void>();
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    for (const look of waiting) look();
  });
  const events = (): Received[] =>
    [...text.matchAll(/^id: (\S+)\r?\ndata: (.*)$/gm)].map(([, id = '', data = '']) => {
      const { event } = JSON.parse(data) as { event: DeskEvent };
      return { id, event };
    });
  return {
    received: (count) =>
      new Promise((resolve) => {
        const look = (): void => {
          const all = events();
          if (all.length < count) return;
          waiting.delete(look);
          resolve(all.slice(0, count));
        };
        waiting.add(look);
        look();
      }),
    leave: () =>
      new Promise((resolve) => {
        socket.once('close', () => resolve());
        socket.destroy();
      }),
  };
}

const tell = (theme: 'light' | 'dark'): Promise<unknown> => desk.change('saveSettings', { settings: { theme } });
const numbers = (events: readonly Received[]): number[] => events.map(({ id }) => Number(id.split(':')[1]));

describe('the events of the loopback door', () => {
  it('begin with a snapshot, and are the same for two windows', async () => {
    const [one, other] = [openWindow(), openWindow()];
    await Promise.all([one.received(1), other.received(1)]);
    await tell('dark');
    const [first, second] = await Promise.all([one.received(2), other.received(2)]);
    expect(first.map(({ event }) => event.kind)).toEqual(['snapshot', 'changed']);
    expect(second[1]).toEqual(first[1]);
    await Promise.all([one.leave(), other.leave()]);
  });

  it('go on exactly where a window left off', async () => {
    const before = openWindow();
    await before.received(1);
    await tell('light');
    const [, last] = await before.received(2);
    await before.leave();
    await tell('dark');
    await tell('light');
    const back = openWindow(last?.id ?? '');
    const missed = await back.received(2);
    expect(missed.map(({ event }) => event.kind)).toEqual(['changed', 'changed']);
    const [at = 0] = numbers(last === undefined ? [] : [last]);
    expect(numbers(missed)).toEqual([at + 1, at + 2]);
    await back.leave();
  });

  it.each(['00000000-0000-0000-0000-000000000000:1', 'nonsense', '999999999'])(
    'start anew for a window that comes from elsewhere: %s',
    async (after) => {
      const window = openWindow(after);
      const [first] = await window.received(1);
      expect(first?.event.kind).toBe('snapshot');
      await window.leave();
    },
  );

  it('start anew for a window that says it heard what was never told', async () => {
    const window = openWindow(`${desk.desk.hub.epoch}:999999`);
    expect((await window.received(1))[0]?.event.kind).toBe('snapshot');
    await window.leave();
  });

  it('forget a window that has gone', async () => {
    // The test's own desk listens too.
    await expect.poll(() => desk.desk.hub.followers).toBe(1);
    const window = openWindow();
    await window.received(1);
    expect(desk.desk.hub.followers).toBe(2);
    await window.leave();
    await expect.poll(() => desk.desk.hub.followers).toBe(1);
  });
});
