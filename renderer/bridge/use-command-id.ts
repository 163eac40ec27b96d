// The id of one intention of a person. In: how the desk answered. Out: an id that stays while nobody knows whether it was
// done, so that asking again does nothing twice. This file must never give a refused intention's id to a corrected one.

import { useCallback, useState } from 'react';
import { mayBeDone } from './may-be-done.ts';
import type { Told } from './told.ts';

export interface CommandIntention {
  readonly commandId: string;
  readonly hear: (told: Told<unknown>) => void;
}

export function useCommandId(): CommandIntention {
  const [commandId, setCommandId] = useState(() => crypto.randomUUID());
  const hear = useCallback((told: Told<unknown>) => {
    if (!mayBeDone(told)) setCommandId(crypto.randomUUID());
  }, []);
  return { commandId, hear };
}
