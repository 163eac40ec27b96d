// The built preload, run as a sandboxed preload is: a function of `require`, which knows electron and nothing else.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { compileFunction } from 'node:vm';
import { REPOSITORY } from '../../../build/repository.ts';

/** One message to the main process. Shape: `how` as ipcRenderer calls it. */
export interface Said {
  readonly how: string;
  readonly channel: string;
  readonly rest: readonly unknown[];
}

export interface BuiltPreload {
  readonly source: string;
  /** The worlds and names it put something in, and what. */
  readonly exposed: ReadonlyMap<string, object>;
  readonly required: readonly string[];
  readonly said: readonly Said[];
  /** Calls a function that the page was given. */
  call(name: string, ...args: readonly unknown[]): unknown;
  /** The main process tells the page something. */
  tell(channel: string, ...args: readonly unknown[]): void;
  readonly listeners: () => number;
}

/** Shape: `places` where files lie; a File that a script made lies nowhere. */
export function runBuiltPreload(places: ReadonlyMap<File, string> = new Map()): BuiltPreload {
  const source = readFileSync(path.join(REPOSITORY, 'out', 'preload', 'preload.cjs'), 'utf8');
  const exposed = new Map<string, object>();
  const required: string[] = [];
  const said: Said[] = [];
  const hearing = new Map<string, Set<(...args: readonly unknown[]) => void>>();
  const of = (channel: string) => {
    const waitListeners = hearing.get(channel) ?? new Set();
    hearing.set(channel, waitListeners);
    return waitListeners;
  };
  const electron = {
    contextBridge: { exposeInMainWorld: (name: string, value: object) => void exposed.set(name, value) },
    webUtils: {
      getPathForFile: (file: unknown) => {
        if (!(file instanceof File)) throw new TypeError('getPathForFile expected to receive a File object');
        return places.get(file) ?? '';
      },
    },
    ipcRenderer: {
      invoke: (channel: string, ...rest: unknown[]) => {
        said.push({ how: 'invoke', channel, rest });
        return Promise.resolve({ kind: 'done', value: channel });
      },
      send: (channel: string, ...rest: unknown[]) => void said.push({ how: 'send', channel, rest }),
      on: (channel: string, listener: () => void) => of(channel).add(listener),
      off: (channel: string, listener: () => void) => of(channel).delete(listener),
    },
  };
  const require = (name: string): unknown => {
    required.push(name);
    if (name !== 'electron') throw new Error(`module not found: ${name}`);
    return electron;
  };
  // What a sandboxed preload does not have is undefined, also where Node would have it.
  const run = compileFunction(source, ['require', 'process', 'module', 'exports', 'global', 'Buffer']);
  Reflect.apply(run, undefined, [require, undefined, { exports: {} }, {}, undefined, undefined]);
  return {
    source,
    exposed,
    required,
    said,
    call: (name, ...args) => {
      const given: unknown = Reflect.get(exposed.get('desk') ?? {}, name);
      if (typeof given !== 'function') throw new TypeError(`the page was given no ${name}`);
      const answer: unknown = Reflect.apply(given, undefined, args);
      return answer;
    },
    tell: (channel, ...args) => {
      for (const listener of of(channel)) listener({ sender: 'electron’s own' }, ...args);
    },
    listeners: () => [...hearing.values()].reduce((count, waitListeners) => count + waitListeners.size, 0),
  };
}
