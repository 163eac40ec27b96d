import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import type { DeskClient } from '../../renderer/bridge/desk-client.ts';
import { refetchOnEvents } from '../../renderer/bridge/use-desk.ts';
import type { CommandName } from '../../shared/api/contract.ts';
import type { NumberedEvent, Topic } from '../../shared/api/events.ts';
import { formatBatchId } from '../../shared/ids.ts';
import { zeroCounts } from '../../shared/states.ts';

type Tell = (event: NumberedEvent['event']) => void;

/** A question whose answers come when the test gives them. */
function ask(name: CommandName = 'readBatch', topic: Topic = 'batches') {
  let tell: Tell = () => {};
  const live = {
    onEvent: (listener: Tell) => {
      tell = listener;
      return () => {};
    },
  };
  const queries = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', staleTime: Infinity } } });
  // Only the events of the desk's client are used here.
  refetchOnEvents({ live } as unknown as DeskClient, queries);
  const waiting: ((answer: string) => void)[] = [];
  const queryFn = (): Promise<string> => {
    const { promise, resolve } = Promise.withResolvers<string>();
    waiting.push(resolve);
    return promise;
  };
  const observer = new QueryObserver(queries, { queryKey: [name], queryFn });
  observer.subscribe(() => {});
  return {
    observer,
    queries,
    waiting,
    change: () => tell({ kind: 'changed', book: null, topics: [topic] }),
    tell: (event: NumberedEvent['event']) => tell(event),
  };
}

describe('hearing changes', () => {
  it('never keeps a first answer that was on its way while something changed', async () => {
    const { observer, waiting, change } = ask();
    await expect.poll(() => waiting.length).toBe(1);
    change();
    await expect.poll(() => waiting.length).toBe(2);
    waiting[0]?.('before');
    waiting[1]?.('after');
    await expect.poll(() => observer.getCurrentResult().data).toBe('after');
  });

  it('shows no list of batches again that changed while nobody looked at it', async () => {
    const { observer, queries, waiting, change } = ask('listBatches');
    await expect.poll(() => waiting.length).toBe(1);
    waiting[0]?.('No batch yet');
    await expect.poll(() => observer.getCurrentResult().data).toBe('No batch yet');
    observer.destroy();
    change();
    await expect.poll(() => queries.getQueryData(['listBatches'])).toBe(undefined);
  });

  it('asks again what it has an answer to', async () => {
    const { observer, waiting, change } = ask();
    await expect.poll(() => waiting.length).toBe(1);
    waiting[0]?.('before');
    await expect.poll(() => observer.getCurrentResult().data).toBe('before');
    change();
    await expect.poll(() => waiting.length).toBe(2);
    waiting[1]?.('after');
    await expect.poll(() => observer.getCurrentResult().data).toBe('after');
  });

  it.each([
    ['readDraft', 'drafts'],
    ['readConfirmation', 'drafts'],
    ['readConfirmation', 'profiles'],
  ] as const)('asks %s again when %s changed in another tab', async (name, topic) => {
    const { waiting, change } = ask(name, topic);
    await expect.poll(() => waiting.length).toBe(1);
    waiting[0]?.('before');
    change();
    await expect.poll(() => waiting.length).toBe(2);
  });

  it.each([
    ['readUnknown', 'unknown'],
    ['readRetry', 'rejected'],
  ] as const)('asks %s again while a run adds to it', async (name, state) => {
    const { waiting, tell } = ask(name);
    await expect.poll(() => waiting.length).toBe(1);
    waiting[0]?.('none');
    const counts = { ...zeroCounts(), [state]: 1 };
    const view = { batch: formatBatchId('B', 1), profile: 'acme', state: 'sending', paused: null } as const;
    const numbers = { total: 1, inFlight: 0, elapsedMs: 1, sentPerSecond: 1, nextLookupInMs: null, note: null };
    const progress = { phase: 'sending', view: { ...view, counts, paise: zeroCounts() }, ...numbers } as const;
    for (let times = 0; times < 5; times += 1) tell({ kind: 'progress', progress, changes: [] });
    await expect.poll(() => waiting.length, { timeout: 5_000 }).toBe(2);
  });
});
