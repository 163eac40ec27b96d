// The desk on its thread, as the doors of a window use it.

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { NEW_FILE } from '../../electron/main/desk/drafts/received-files.ts';
import { openHostedDesk } from '../../electron/main/desk-host.ts';
import { type Offered, openThreadCalls } from '../../electron/main/platform/thread-calls.ts';
import type { NumberedEvent } from '../../shared/api/events.ts';
import { spoken } from '../fixtures/spoken.ts';

const home = mkdtempSync(join(tmpdir(), 'desk-thread-'));
process.env['XDG_STATE_HOME'] = join(home, 'state');
afterAll(() => rmSync(home, { recursive: true, force: true }));

type Hosted = Extract<Awaited<ReturnType<typeof openHostedDesk>>, { kind: 'open' }>['desk'];
const opened: Hosted[] = [];
afterEach(async () => {
  for (const desk of opened.splice(0)) await desk.close();
});

const START = { environmentToken: null, version: '0', door: 'browser', systemProxy: null } as const;

async function open(folder: string): Promise<Awaited<ReturnType<typeof openHostedDesk>>> {
  const opening = await openHostedDesk({
    ...START,
    dataFolder: join(home, folder),
    onBroken: (error) => {
      throw error;
    },
  });
  if (opening.kind === 'open') opened.push(opening.desk);
  return opening;
}

async function openedDesk(folder: string): Promise<Hosted> {
  const opening = await open(folder);
  if (opening.kind === 'refused') throw new Error(opening.refusal.code);
  return opening.desk;
}

describe('a desk on its thread', () => {
  it('answers commands, tells events, takes files and reports why one cannot be read', {
    timeout: 60_000,
  }, async () => {
    const desk = await openedDesk('commands');
    const events: NumberedEvent[] = [];
    desk.hub.follow((event) => events.push(event), null);
    const started = await desk.dispatch('saveSettings', { settings: { theme: 'dark' }, commandId: randomUUID() });
    expect(started).toMatchObject({ kind: 'done' });
    expect(await desk.dispatch('noSuchCommand', {})).toMatchObject({ kind: 'refused' });
    expect(desk.isSending()).toBe(false);
    await expect.poll(() => events[0]?.event.kind).toBe('snapshot');

    const { file, path } = await desk.files.receive('pay.csv');
    writeFileSync(path, 'name,amount\n', NEW_FILE);
    expect(await desk.files.received(file)).toEqual({ file, name: 'pay.csv', sizeBytes: 12 });
    expect(await desk.files.find(file)).toMatchObject({ name: 'pay.csv', sizeBytes: 12 });
    expect(spoken(await desk.takeFromDisk(join(home, 'gone.csv')))).toMatchObject({
      message: 'gone.csv is no longer there.',
    });
  });

  it('catches a window up from the last event that it has seen', async () => {
    const desk = await openedDesk('events');
    const first: NumberedEvent[] = [];
    const stop = desk.hub.follow((event) => first.push(event), null);
    await expect.poll(() => first.length).toBe(1);
    stop();
    await desk.dispatch('saveSettings', { settings: { theme: 'dark' }, commandId: randomUUID() });
    const { epoch = '', sequence = 0 } = first[0] ?? {};
    const later: NumberedEvent[] = [];
    desk.hub.follow((event) => later.push(event), { epoch, sequence });
    await expect.poll(() => later.length).toBeGreaterThan(0);
    expect(later.every((event) => event.sequence > sequence && event.event.kind !== 'snapshot')).toBe(true);
    expect(first).toHaveLength(1);
  });

  it('is closed without a fault, though a window asks to follow it once more', async () => {
    const broken: unknown[] = [];
    const opening = await openHostedDesk({
      ...START,
      dataFolder: join(home, 'closed'),
      onBroken: (error) => broken.push(error),
    });
    if (opening.kind === 'refused') throw new Error(opening.refusal.code);
    await opening.desk.close();
    const late: NumberedEvent[] = [];
    opening.desk.hub.follow((event) => late.push(event), null);
    await expect(opening.desk.dispatch('readSettings', {})).rejects.toThrow('gone');
    expect({ broken, late }).toEqual({ broken: [], late: [] });
  });

  it('is refused while another one has its folder', async () => {
    await openedDesk('taken');
    expect(await open('taken')).toMatchObject({ kind: 'refused', refusal: { code: 'alreadyOpen' } });
  });
});

describe('calls between two threads', () => {
  const faults: string[] = [];
  const join2 = (offered: Offered) => {
    const { port1, port2 } = new MessageChannel();
    openThreadCalls(port1, offered, (name) => faults.push(name));
    const calls = openThreadCalls<{ readonly work: (text: string) => Promise<string> }>(port2, {}, () => {});
    return { calls, close: () => port1.close() };
  };

  it('give the value, or that it failed and nothing of why', async () => {
    const { calls, close } = join2({
      work: (text: string) => (text === 'bad' ? Promise.reject(new Error('secret')) : Promise.resolve(`${text}!`)),
    });
    expect(await calls.other.work('good')).toBe('good!');
    await expect(calls.other.work('bad')).rejects.toThrow('failed at what it was asked');
    await expect(calls.other.work('bad')).rejects.not.toThrow('secret');
    expect(faults).toEqual(['work', 'work']);
    close();
  });

  it('fail when the other side goes, those under way and all that come', async () => {
    const { calls, close } = join2({ work: () => delay(60_000) });
    const underWay = calls.other.work('x');
    calls.end();
    await expect(underWay).rejects.toThrow('gone');
    await expect(calls.other.work('y')).rejects.toThrow('gone');
    close();
  });
});
