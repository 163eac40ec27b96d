// The id of one intention of a person. In: how the desk answered. Out: an id that stays while nothing is known of the
// answer, so that asking again does nothing twice. This file must never give a refused intention's id to a corrected one.

import { useCallback, useState } from 'react';
import type { Told } from './told.ts';

export interface CommandIntention {
  readonly commandId: string;
  readonly hear: (told: Told<unknown>) => void;
}

export function useCommandId(): CommandIntention {
  const [commandId, setCommandId] = useState(() => crypto.randomUUID());
  // What was refused changed nothing: the next try is another one. What was lost may have been done.
  const hear = useCallback((told: Told<unknown>) => {
    if (told.kind !== 'lost') setCommandId(crypto.randomUUID());
  }, []);
  return { commandId, hear };
}
