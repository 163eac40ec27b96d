import { useSyncExternalStore } from 'react';

/** A low window, as a laptop's at 200 %: the same height as in the style sheets. */
const LOW = '(height < 500px)';

function subscribe(changed: () => void): () => void {
  const query = window.matchMedia(LOW);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

export function useIsLow(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(LOW).matches);
}
