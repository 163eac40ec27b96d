import { beforeAll, describe, expect, it } from 'vitest';
import { CONTRACT } from '../../../shared/api/contract.ts';
import {
  COMMAND_CHANNEL,
  EVENT_CHANNELS,
  GIVE_FILE_CHANNEL,
  RESTART_CHANNEL,
  SAVE_DOWNLOAD_CHANNEL,
  WINDOW_REQUEST_CHANNELS,
} from '../../../shared/api/ipc-channels.ts';
import { type BuiltPreload, runBuiltPreload } from './built-preload.ts';

/** A file that a person chose, as the page holds it. */
const CHOSEN = new File(['a'], 'a.csv');

const COMMANDS = Object.keys(CONTRACT);

describe('the built preload', () => {
  let preload: BuiltPreload;
  beforeAll(() => {
    preload = runBuiltPreload(new Map([[CHOSEN, '/home/asha/a.csv']]));
  });

  it('gives the page one function for each command of the contract, files, events, wishes, and nothing else', () => {
    expect([...preload.exposed.keys()]).toEqual(['desk']);
    const args = preload.exposed.get('desk') ?? {};
    expect(Object.keys(args).toSorted()).toEqual(
      [...COMMANDS, 'giveFile', 'saveDownload', 'restart', 'followEvents', 'followWindowRequests'].toSorted(),
    );
    expect(new Set(Object.values(args).map((value) => typeof value))).toEqual(new Set(['function']));
  });

  it('says each command’s own name, whatever the page adds', () => {
    for (const name of COMMANDS) {
      const before = preload.said.length;
      void preload.call(name, { a: 1 }, 'setToken', COMMAND_CHANNEL);
      expect(preload.said.slice(before)).toEqual([{ how: 'invoke', channel: COMMAND_CHANNEL, rest: [name, { a: 1 }] }]);
    }
  });

  it('hands over files and downloads on their own channels', () => {
    const before = preload.said.length;
    const bytes = Uint8Array.of(1, 2);
    void preload.call('giveFile', { name: 'a.csv', bytes, path: '/etc/passwd' });
    void preload.call('saveDownload', 'handle', '/etc/passwd');
    void preload.call('restart', '--data', '/etc/passwd');
    expect(preload.said.slice(before)).toEqual([
      { how: 'invoke', channel: GIVE_FILE_CHANNEL, rest: ['a.csv', bytes, ''] },
      { how: 'invoke', channel: SAVE_DOWNLOAD_CHANNEL, rest: ['handle'] },
      { how: 'invoke', channel: RESTART_CHANNEL, rest: [] },
    ]);
  });

  it('tells the main process where a chosen file lies, and never the page, nor a place that the page names', async () => {
    const bytes = Uint8Array.of(1, 2);
    const placeOf = async (file: unknown): Promise<unknown> => {
      const answer = await preload.call('giveFile', { name: 'a.csv', bytes }, file);
      expect(JSON.stringify(answer)).not.toContain('asha');
      return preload.said.at(-1)?.rest[2];
    };
    expect(await placeOf(CHOSEN)).toBe('/home/asha/a.csv');
    const named = { path: '/etc/passwd', name: 'passwd' };
    for (const other of [new File(['a'], '/etc/passwd'), '/etc/passwd', named, null]) {
      expect(await placeOf(other)).toBe('');
    }
  });

  it.each([
    ['followEvents', EVENT_CHANNELS],
    ['followWindowRequests', WINDOW_REQUEST_CHANNELS],
  ])(
    '%s hears what was told to this very following, without anything of Electron’s, until it stops',
    (name, channels) => {
      const received: unknown[][] = [];
      const stop = preload.call(name, (...reported: unknown[]) => received.push(reported));
      const number = preload.said.at(-1)?.rest[0];
      expect(preload.said.at(-1)).toMatchObject({ how: 'send', channel: channels.follow });
      preload.tell(channels.message, number, 'mine');
      preload.tell(channels.message, Number(number) + 1, 'another’s');
      expect(received).toEqual([['mine']]);
      if (typeof stop === 'function') Reflect.apply(stop, undefined, []);
      preload.tell(channels.message, number, 'too late');
      expect(received).toEqual([['mine']]);
      expect(preload.said.at(-1)).toEqual({ how: 'send', channel: channels.unfollow, rest: [number] });
      expect(preload.listeners()).toBe(0);
    },
  );
});
