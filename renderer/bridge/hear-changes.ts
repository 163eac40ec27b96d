// Which answers grow old with which news; long lists hear for themselves.

import type { QueryClient } from '@tanstack/react-query';
import type { CommandName } from '../../shared/api/contract.ts';
import type { Topic } from '../../shared/api/events.ts';
import type { BatchView } from '../../shared/api/views.ts';
import type { BatchId } from '../../shared/ids.ts';
import type { DeskClient } from './desk-client.ts';

const AFFECTED: Readonly<Record<Topic, readonly CommandName[]>> = {
  batches: ['listBatches', 'listRecentFiles', 'readBatch', 'readAttention', 'readFailures', 'readRetry'],
  payouts: ['readPayout', 'readFailures', 'readRetry'],
  profiles: ['listProfiles', 'readTokenState', 'readWallet', 'readDesk', 'listUnknown', 'readConfirmation'],
  drafts: ['listDrafts', 'readDraft', 'readConfirmation'],
  recentFiles: ['listRecentFiles'],
  settings: ['readSettings'],
  unknown: ['listUnknown', 'readAttention'],
  lateNews: ['listLateNews', 'readAttention'],
  confirmations: ['readConfirmation'],
};

const UNKNOWN_EVERY_MS = 1_000;

/** Asks again what events say has changed, and everything after the connection was lost. Gives the way to stop. */
export function hearChanges(desk: DeskClient, queries: QueryClient): () => void {
  const forget = (names: ReadonlySet<unknown>): void => {
    // A first answer that is still on its way may be older than the change, and asking again would only wait for it.
    void queries.resetQueries({
      predicate: ({ queryKey, state }) =>
        names.has(queryKey[0]) && state.data === undefined && state.fetchStatus === 'fetching',
    });
    void queries.invalidateQueries({ predicate: ({ queryKey }) => names.has(queryKey[0]) });
  };
  // A run tells each change in its own progress, which the counts follow; the list behind them is asked for now and then.
  let unknown = new Map<BatchId, number>();
  let waiting: ReturnType<typeof setTimeout> | null = null;
  const hearUnknown = ({ batch, counts }: BatchView): void => {
    const isChanged = (unknown.get(batch) ?? 0) !== counts.unknown;
    unknown.set(batch, counts.unknown);
    if (!isChanged || waiting !== null) return;
    waiting = setTimeout(() => {
      waiting = null;
      forget(new Set(['listUnknown']));
    }, UNKNOWN_EVERY_MS);
  };
  let hasSnapshot = false;
  const stop = desk.live.onEvent((event) => {
    if (event.kind === 'progress') hearUnknown(event.progress.view);
    if (event.kind === 'changed') forget(new Set(event.topics.flatMap((topic) => AFFECTED[topic])));
    // An alarm stays until somebody has read it: the questions that show it are asked again.
    if (event.kind === 'alarm') forget(new Set([...AFFECTED.lateNews, ...AFFECTED.unknown]));
    // A balance that could not be asked for can be now.
    if (event.kind === 'environment' && event.about === 'online') forget(new Set(['readWallet']));
    if (event.kind === 'ended')
      forget(
        new Set([
          ...AFFECTED.batches,
          ...AFFECTED.payouts,
          ...AFFECTED.unknown,
          ...AFFECTED.confirmations,
          'readWallet',
        ]),
      );
    if (event.kind === 'snapshot') {
      if (hasSnapshot) void queries.invalidateQueries();
      hasSnapshot = true;
      unknown = new Map(event.progress.map(({ view }) => [view.batch, view.counts.unknown]));
    }
  });
  return () => {
    stop();
    if (waiting !== null) clearTimeout(waiting);
  };
}
