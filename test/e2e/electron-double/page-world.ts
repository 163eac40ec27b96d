// The page's side of contextBridge, and what keeps a page from opening windows. Its source text runs in the page before any of
// its scripts. It must not refer to anything outside itself, nor leave a trace in the page except what was exposed.

import type { Codec, Encoded } from './codec.ts';

/** Messages between the two worlds, as the detail of an event with the secret name; each direction has its own. */
export type FromPreload =
  | { readonly kind: 'expose'; readonly key: string; readonly api: Encoded }
  | { readonly kind: 'call'; readonly fn: number; readonly args: Encoded }
  | { readonly kind: 'returned'; readonly value: Encoded }
  | { readonly kind: 'threw'; readonly value: Encoded }
  | { readonly kind: 'promised'; readonly promise: number }
  | { readonly kind: 'settled'; readonly promise: number; readonly isKept: boolean; readonly value: Encoded };

export type FromPage =
  | { readonly kind: 'hello' }
  /** `files` are the indexes of arguments that are a File; each was sent before, in a separate event. */
  | { readonly kind: 'call'; readonly fn: number; readonly args: Encoded; readonly files: readonly number[] }
  | { readonly kind: 'window-open'; readonly url: string; readonly frameName: string; readonly features: string };

export function pageWorld(secret: string, { encode, decode }: Codec): void {
  const view = globalThis as unknown as EventTarget & { top: unknown; open: unknown; location: { href: string } };
  if (view.top !== view) return;
  type Fn = (...args: unknown[]) => unknown;
  const functions: Fn[] = [];
  const promises = new Map<number, { resolve: Fn; reject: Fn }>();
  let reply: FromPreload | null = null;
  const keep = (fn: Fn): number => functions.push(fn) - 1;
  const say = (message: FromPage): void => {
    view.dispatchEvent(new CustomEvent(`${secret} to preload`, { detail: JSON.stringify(message) }));
  };

  const callPreload = (fn: number, args: unknown[]): unknown => {
    reply = null;
    const files = args.flatMap((arg, at) => (arg instanceof File ? [at] : []));
    // Chromium copies it into the other world, together with its path.
    for (const at of files) view.dispatchEvent(new CustomEvent(`${secret} file`, { detail: args[at] }));
    const plain = args.map((arg) => (arg instanceof File ? null : arg));
    say({ kind: 'call', fn, args: encode(plain, keep), files });
    // Events are synchronous, so the preload has answered by now.
    const answer = reply as FromPreload | null;
    switch (answer?.kind) {
      case 'returned':
        return decode(answer.value, wrap);
      case 'threw':
        throw decode(answer.value);
      case 'promised': {
        const { promise } = answer;
        return new Promise((resolve, reject) => {
          promises.set(promise, { resolve, reject });
        });
      }
      case 'expose':
      case 'call':
      case 'settled':
      case undefined:
      default:
        throw new Error('the preload did not answer');
    }
  };
  const wrap =
    (fn: number): Fn =>
    (...args) =>
      callPreload(fn, args);

  const freeze = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
    for (const one of Object.values(value)) freeze(one);
    return Object.freeze(value);
  };

  view.addEventListener(`${secret} to page`, (event) => {
    event.stopImmediatePropagation();
    const message = JSON.parse((event as CustomEvent<string>).detail) as FromPreload;
    switch (message.kind) {
      case 'expose':
        Object.defineProperty(view, message.key, { value: freeze(decode(message.api, wrap)), enumerable: true });
        return;
      case 'call':
        functions[message.fn]?.(...(decode(message.args, wrap) as unknown[]));
        return;
      case 'settled': {
        const waiting = promises.get(message.promise);
        promises.delete(message.promise);
        if (message.isKept) waiting?.resolve(decode(message.value, wrap));
        else waiting?.reject(decode(message.value));
        return;
      }
      case 'returned':
      case 'threw':
      case 'promised':
        reply = message;
        return;
      default:
        throw new Error('the preload said something else');
    }
  });

  // A popup that is closed afterwards freezes its opener, so none is ever created.
  view.open = (url: unknown = '', frameName: unknown = '', features: unknown = ''): null => {
    const to = new URL(String(url), view.location.href).href;
    say({ kind: 'window-open', url: to, frameName: String(frameName), features: String(features) });
    return null;
  };
  say({ kind: 'hello' });
}
