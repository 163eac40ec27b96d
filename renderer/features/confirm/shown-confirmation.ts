// Which confirmation stands on the screen while the desk is asked again. What was typed and ticked stays exactly as long as the
// seal does: no word of a person is carried over to other figures.

import { useState } from 'react';
import type { Confirmation } from '../../../shared/api/batch-commands.ts';
import type { Asked } from '../../bridge/use-desk.ts';

/** Shape: `asked` is what the person chose to be shown; `key` is another one when what was typed no longer counts. */
export interface Shown {
  readonly confirmation: Confirmation;
  readonly asked: string;
  readonly key: string;
  readonly isChanged: boolean;
}

/** What stands there after one more answer. A change that the person asked for is none that must be pointed out. */
export function nextShown(before: Shown | null, confirmation: Confirmation, asked: string): Shown {
  const key = JSON.stringify([asked, confirmation.seal, confirmation.blocked?.code ?? null]);
  const isSameQuestion = before?.asked === asked;
  const isChanged = isSameQuestion && (before.isChanged || before.key !== key);
  return { confirmation, asked, key, isChanged };
}

interface ShownConfirmation {
  /** Null while there is no answer to what is asked now. */
  readonly shown: Shown | null;
  /** The person has seen that it changed. */
  readonly seen: () => void;
}

/** Shape: nothing else is shown while `isFrozen`, as during a Start. */
export function useShownConfirmation(
  told: Asked<Confirmation>,
  { asked, isFrozen }: { readonly asked: string; readonly isFrozen: boolean },
): ShownConfirmation {
  const [kept, setKept] = useState<Shown | null>(null);
  let shown = kept;
  if (told.kind === 'done' && !isFrozen && (told.value !== kept?.confirmation || asked !== kept.asked)) {
    shown = nextShown(kept, told.value, asked);
    setKept(shown);
  }
  return {
    shown: shown?.asked === asked ? shown : null,
    seen: () => setKept((now) => (now === null ? null : { ...now, isChanged: false })),
  };
}
