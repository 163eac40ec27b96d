// Calls between two threads of one process: each side offers functions by name, and asks the other's. A value that
// crosses is copied. What a function throws stays on its own side: the other hears that it failed, and no more.

import type { MessagePort, Worker } from 'node:worker_threads';
import { InvariantError } from '../../../shared/failures.ts';

/** What one side offers. Shape: arguments and values are plain data. */
export type Offered = Readonly<Record<string, (...args: never[]) => unknown>>;

/** The other side's functions, as they are called from here. Errors: each rejects when the other side failed or is gone. */
export type Asked<Functions extends Offered> = {
  readonly [Name in keyof Functions]: (
    ...args: Parameters<Functions[Name]>
  ) => Promise<Awaited<ReturnType<Functions[Name]>>>;
};

type ThreadMessage =
  | { readonly kind: 'call'; readonly id: number; readonly name: string; readonly args: readonly never[] }
  | { readonly kind: 'value'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failed'; readonly id: number };

export interface ThreadCalls<Other extends Offered> {
  readonly other: Asked<Other>;
  /** The other side is gone: whatever it still owes fails, and so does whatever it is asked from here on. */
  end(): void;
}

export function openThreadCalls<Other extends Offered>(
  port: MessagePort | Worker,
  offered: Offered,
  onFault: (name: string, error: unknown) => void,
): ThreadCalls<Other> {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let lastId = 0;
  let isOver = false;

  const answer = async (id: number, name: string, args: readonly never[]): Promise<void> => {
    try {
      const act = offered[name];
      if (act === undefined) throw new InvariantError(`nobody offers ${name}`);
      port.postMessage({ kind: 'value', id, value: await act(...args) } satisfies ThreadMessage);
    } catch (error) {
      onFault(name, error);
      port.postMessage({ kind: 'failed', id } satisfies ThreadMessage);
    }
  };

  port.on('message', (message: ThreadMessage) => {
    if (message.kind === 'call') return void answer(message.id, message.name, message.args);
    const call = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.kind === 'value') return call?.resolve(message.value);
    return call?.reject(new Error('the other thread failed at what it was asked'));
  });

  const ask = (name: string, args: readonly unknown[]): Promise<unknown> => {
    if (isOver) return Promise.reject(new Error('the other thread is gone'));
    lastId += 1;
    const call = Promise.withResolvers<unknown>();
    waiting.set(lastId, call);
    port.postMessage({ kind: 'call', id: lastId, name, args: args as never[] } satisfies ThreadMessage);
    return call.promise;
  };

  return {
    // Every name is one of the other side's functions: the type says which, and a wrong one fails there.
    other: new Proxy({} as Asked<Other>, {
      // Without a `then` it can be handed through a promise.
      get: (_, name) => (name === 'then' ? undefined : (...args: readonly unknown[]) => ask(String(name), args)),
    }),
    end: () => {
      isOver = true;
      for (const call of waiting.values()) call.reject(new Error('the other thread is gone'));
      waiting.clear();
    },
  };
}
