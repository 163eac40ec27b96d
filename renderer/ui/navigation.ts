import { createContext, useContext, useMemo, useSyncExternalStore } from 'react';
import { InvariantError } from '../../shared/failures.ts';
import type { BatchId } from '../../shared/ids.ts';
import { type BatchView, formatRoute, parseRoute, type Route } from './route.ts';

/** Every step stands in the browser's history: Back goes one step back. */
export function go(next: Route): void {
  window.location.hash = formatRoute(next);
}

export function goToBatch(batch: BatchId, view: BatchView = 'run'): void {
  go({ at: 'batch', batch, view });
}

export function useRoute(): Route {
  const fragment = useSyncExternalStore(subscribe, () => window.location.hash);
  return useMemo(() => parseRoute(fragment), [fragment]);
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

/** The ways to what opens above the screen. */
export interface Above {
  readonly openPayout: (payout: string) => void;
  readonly openToken: (profile: string) => void;
}

export const AboveContext = createContext<Above | null>(null);

export function useAbove(): Above {
  const above = useContext(AboveContext);
  if (above === null) throw new InvariantError('a component stands outside the screens');
  return above;
}
