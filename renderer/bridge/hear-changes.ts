// Which answers grow old with which news. In: the desk's events. Out: questions that are asked again; long lists hear for
// themselves (use-row-list).
// This file must never throw an answer away that nothing has changed.

import type { QueryClient } from '@tanstack/react-query';
import type { CommandName } from '../../shared/api/contract.ts';
import type { Topic } from '../../shared/api/events.ts';
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
  let hasSnapshot = false;
  return desk.live.onEvent((event) => {
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
    }
  });
}
