// The built preload, run as a sandboxed preload is: a function of `require`, which provides only electron.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { compileFunction } from 'node:vm';
import { REPOSITORY } from '../../../build/repository.ts';

/** One message to the main process. `how` is the method of ipcRenderer. */
export interface Said {
  readonly how: string;
  readonly channel: string;
  readonly rest: readonly unknown[];
}

export interface BuiltPreload {
  readonly source: string;
  /** What it exposed, by world and name. */
  readonly exposed: ReadonlyMap<string, object>;
  readonly required: readonly string[];
  readonly said: readonly Said[];
  /** Calls an exposed function as the page would. */
  call(name: string, ...args: readonly unknown[]): unknown;
  /** Sends a message from the main process to the page. */
  tell(channel: string, ...args: readonly unknown[]): void;
  readonly listeners: () => number;
}

/** `places` are the paths of files; a File made by a script has none. */
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
  // What a sandboxed preload lacks is undefined here, even where Node has it.
  const run = compileFunction(source, ['require', 'process', 'module', 'exports', 'global', 'Buffer']);
  Reflect.apply(run, undefined, [require, undefined, { exports: {} }, {}, undefined, undefined]);
  return {
    source,
    exposed,
    required,
    said,
    call: (name, ...args) => {
      const input: unknown = Reflect.get(exposed.get('desk') ?? {}, name);
      if (typeof input !== 'function') throw new TypeError(`the page was given no ${name}`);
      const answer: unknown = Reflect.apply(input, undefined, args);
      return answer;
    },
    tell: (channel, ...args) => {
      for (const listener of of(channel)) listener({ sender: 'electron’s own' }, ...args);
    },
    listeners: () => [...hearing.values()].reduce((count, waitListeners) => count + waitListeners.size, 0),
  };
}
