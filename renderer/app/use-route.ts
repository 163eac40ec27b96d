// The route as a component's value. In: the address. Out: the route and the way to another.
// This file must never leave a step out of the browser's history: Back goes one step back.

import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { formatRoute, parseRoute, type Route } from './route.ts';

export function useRoute(): readonly [Route, (next: Route) => void] {
  const fragment = useSyncExternalStore(subscribe, () => window.location.hash);
  const route = useMemo(() => parseRoute(fragment), [fragment]);
  const go = useCallback((next: Route) => {
    window.location.hash = formatRoute(next);
  }, []);
  return [route, go];
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}
