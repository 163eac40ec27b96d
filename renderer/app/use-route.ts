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
