// The world of the preload: separate from the page's, on the same document. Its source text runs in Chromium before any script of
// the page, so it must not refer to anything outside itself: what it needs is passed to it.

import type { Codec, Encoded } from './codec.ts';
import type { FromPage, FromPreload } from './page-world.ts';

/** Messages from the preload's world to the main process. */
export type ToMain =
  | { readonly kind: 'invoke'; readonly id: number; readonly channel: string; readonly args: Encoded }
  | { readonly kind: 'send'; readonly channel: string; readonly args: Encoded }
  | { readonly kind: 'window-open'; readonly url: string; readonly frameName: string; readonly features: string }
  | { readonly kind: 'fault'; readonly words: string };

/** Messages from the main process to the preload's world. */
export type ToPreload =
  | { readonly kind: 'message'; readonly channel: string; readonly args: Encoded }
  | { readonly kind: 'answer'; readonly id: number; readonly isKept: boolean; readonly value: Encoded };

export type Preload = (
  require: (name: string) => unknown,
  module: { exports: unknown },
  process: Record<string, unknown>,
) => void;

export interface PreloadWorldOptions {
  readonly secret: string;
  readonly codec: Codec;
  readonly preload: Preload;
  readonly process: Record<string, unknown>;
}

export function preloadWorld({ secret, codec: { encode, decode }, preload, process }: PreloadWorldOptions): void {
  type Fn = (...args: unknown[]) => unknown;
  const view = globalThis as unknown as EventTarget & { top: unknown } & Record<string, (text: string) => void>;
  // As in Electron without nodeIntegrationInSubFrames.
  if (view.top !== view) return;
  const tellMain = (message: ToMain): void => view[secret]?.(JSON.stringify(message));

  const functions: Fn[] = [];
  const exposed: FromPreload[] = [];
  let lastPromise = 0;
  const keep = (fn: Fn): number => functions.push(fn) - 1;
  const say = (message: FromPreload): void => {
    view.dispatchEvent(new CustomEvent(`${secret} to page`, { detail: JSON.stringify(message) }));
  };
  const wrap =
    (fn: number): Fn =>
    (...args) =>
      say({ kind: 'call', fn, args: encode(args, keep) });

  const contextBridge = {
    exposeInMainWorld: (key: string, api: unknown): void => {
      const message: FromPreload = { kind: 'expose', key, api: encode(api, keep) };
      exposed.push(message);
      say(message);
    },
  };

  const filesOnTheirWay: unknown[] = [];
  const callFromPage = ({ fn, args, files }: Extract<FromPage, { kind: 'call' }>): void => {
    try {
      const input = decode(args, wrap) as unknown[];
      for (const at of files) input[at] = filesOnTheirWay.shift();
      const value = functions[fn]?.(...input);
      if (!(value instanceof Promise)) return say({ kind: 'returned', value: encode(value, keep) });
      lastPromise += 1;
      const promise = lastPromise;
      say({ kind: 'promised', promise });
      value.then(
        (stored) => say({ kind: 'settled', promise, isKept: true, value: encode(stored, keep) }),
        (error: unknown) => say({ kind: 'settled', promise, isKept: false, value: encode(error) }),
      );
      return;
    } catch (error) {
      return say({ kind: 'threw', value: encode(error) });
    }
  };

  view.addEventListener(`${secret} file`, (event) => {
    event.stopImmediatePropagation();
    filesOnTheirWay.push((event as CustomEvent<unknown>).detail);
  });
  view.addEventListener(`${secret} to preload`, (event) => {
    event.stopImmediatePropagation();
    const message = JSON.parse((event as CustomEvent<string>).detail) as FromPage;
    switch (message.kind) {
      case 'hello':
        for (const one of exposed) say(one);
        return;
      case 'call':
        return callFromPage(message);
      case 'window-open':
        return tellMain(message);
      default:
        throw new Error('the page said something else');
    }
  });

  const listeners = new Map<string, Set<Fn>>();
  const waiting = new Map<number, { resolve: Fn; reject: Fn }>();
  let lastInvoke = 0;
  const on = (channel: string, listener: Fn): unknown => {
    const known = listeners.get(channel) ?? new Set();
    listeners.set(channel, known.add(listener));
    return ipcRenderer;
  };
  const removeListener = (channel: string, listener: Fn): unknown => {
    listeners.get(channel)?.delete(listener);
    return ipcRenderer;
  };
  const ipcRenderer = {
    invoke: (channel: string, ...args: unknown[]): Promise<unknown> => {
      lastInvoke += 1;
      const id = lastInvoke;
      tellMain({ kind: 'invoke', id, channel, args: encode(args) });
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
      });
    },
    send: (channel: string, ...args: unknown[]): void => tellMain({ kind: 'send', channel, args: encode(args) }),
    on,
    off: removeListener,
    removeListener,
  };

  Object.defineProperty(view, `${secret} hear`, {
    value: (text: string): void => {
      const message = JSON.parse(text) as ToPreload;
      if (message.kind === 'message') {
        const args = decode(message.args) as unknown[];
        for (const listener of listeners.get(message.channel) ?? []) listener({ sender: ipcRenderer }, ...args);
        return;
      }
      const asked = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.isKept) asked?.resolve(decode(message.value));
      else asked?.reject(decode(message.value));
    },
  });

  // A click that would open a window; it does not call the page's window.open.
  interface Clicked {
    readonly target: string;
    readonly href: string;
  }
  const onClick = (event: Event): void => {
    const { ctrlKey, metaKey, shiftKey, button } = event as Event & Record<string, unknown>;
    const links = event.composedPath().filter((node) => node !== undefined && 'href' in node && 'target' in node);
    const link = links[0] as unknown as Clicked | undefined;
    if (link === undefined || link.href === '') return;
    const isModified = ctrlKey === true || metaKey === true || shiftKey === true || button === 1;
    if (!isModified && ['', '_self', '_top', '_parent'].includes(link.target)) return;
    event.preventDefault();
    tellMain({ kind: 'window-open', url: link.href, frameName: link.target, features: '' });
  };
  view.addEventListener('click', onClick, true);
  view.addEventListener('auxclick', onClick, true);

  // Only the main process can ask Chromium for the path of a File: it replaces this placeholder with the path.
  const askedFiles: File[] = [];
  Object.defineProperty(view, `${secret} files`, { value: askedFiles });
  const webUtils = {
    getPathForFile: (file: unknown): string => {
      if (!(file instanceof File)) throw new TypeError('getPathForFile expected to receive a File object');
      return `${secret} file ${askedFiles.push(file) - 1}`;
    },
  };

  const require = (name: string): unknown => {
    if (name === 'electron' || name === 'electron/renderer') return { contextBridge, ipcRenderer, webUtils };
    throw new Error(`module not found: ${name}`);
  };
  try {
    preload(require, { exports: {} }, process);
  } catch (error) {
    tellMain({ kind: 'fault', words: String(error) });
  }
}
