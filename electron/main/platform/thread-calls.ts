// Calls between two threads: each side offers functions by name and calls the other's. Values are copied. An
// error stays on the side that threw it; the other side only learns that the call failed.

import { InvariantError } from '../../../shared/failures.ts';

/** The functions one side offers. Arguments and results are plain data. */
export type Offered = Readonly<Record<string, (...args: never[]) => unknown>>;

/** The other side's functions, as called from here. Each rejects when the other side failed or is gone. */
export type Asked<Functions extends Offered> = {
  readonly [Name in keyof Functions]: (
    ...args: Parameters<Functions[Name]>
  ) => Promise<Awaited<ReturnType<Functions[Name]>>>;
};

/** A thread, its parent, or whatever carries messages between two. */
export interface CallPort {
  postMessage(message: object): void;
  on(event: 'message', listener: (message: object) => void): unknown;
}

type ThreadMessage =
  | { readonly kind: 'call'; readonly id: number; readonly name: string; readonly args: readonly never[] }
  | { readonly kind: 'value'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failed'; readonly id: number };

export interface ThreadCalls<Other extends Offered> {
  readonly other: Asked<Other>;
  /** Call when the other side is gone: pending and later calls fail. */
  end(): void;
}

export function openThreadCalls<Other extends Offered>(
  port: CallPort,
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

  port.on('message', (from) => {
    // The other side is this module, too.
    const message = from as ThreadMessage;
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
    // Any name counts as one of the other side's functions: the type says which exist, and an unknown one fails there.
    other: new Proxy({} as Asked<Other>, {
      // Without a `then` it can be returned from a promise.
      get: (_, name) => (name === 'then' ? undefined : (...args: readonly unknown[]) => ask(String(name), args)),
    }),
    end: () => {
      isOver = true;
      for (const call of waiting.values()) call.reject(new Error('the other thread is gone'));
      waiting.clear();
    },
  };
}
