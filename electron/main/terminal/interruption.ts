// Ctrl+C while a batch runs: the first asks for a pause, the second leaves at once. In: the process's signals.
// Out: calls. This file must never take one key press for two: npm and the terminal each deliver the same one. Nor may it take
// a terminal that is closed for somebody in a hurry: shell and system each say so, and nobody sits there any more.

import { SAME_KEY_PRESS_MS } from '../../../shared/limits.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** What a person's interruption leads to. */
export interface Interruption {
  readonly onFirst: () => void;
  readonly onSecond: () => void;
}

/** Listens until the returned function is called. */
export function listenForInterruption({ onFirst, onSecond }: Interruption): () => void {
  let firstAtMs: number | null = null;
  const hear = (signal: NodeJS.Signals): void => {
    const nowMs = performance.now();
    if (firstAtMs === null) {
      firstAtMs = nowMs;
      onFirst();
    } else if (signal !== 'SIGHUP' && nowMs - firstAtMs > SAME_KEY_PRESS_MS) {
      onSecond();
    }
  };
  for (const signal of SIGNALS) process.on(signal, hear);
  return () => {
    for (const signal of SIGNALS) process.off(signal, hear);
  };
}
