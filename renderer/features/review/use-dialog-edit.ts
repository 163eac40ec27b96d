// An edit that is made from a dialog: the dialog says itself why it was not done, and stays while it is under way. In: how an edit
// is made, and how the dialog is closed. Out: what a dialog shows of it. This file must never close over an edit under way.

import { useState } from 'react';
import type { DraftEdit } from '../../../shared/api/draft-commands.ts';
import type { NotTold } from '../../bridge/told.ts';
import type { DraftEditing } from './use-draft-editing.ts';

export interface DialogWays {
  readonly onClose: () => void;
  readonly edit: DraftEditing['editInDialog'];
}

export interface DialogEdit {
  readonly isPending: boolean;
  readonly notDone: NotTold | null;
  /** Makes the edit and closes the dialog. Shape: `revision` as `editInDialog` has it; false when it was not done. */
  readonly apply: (edit: DraftEdit, revision: number | null) => Promise<boolean>;
  /** Something else is typed: what was said of the edit before is not said of it. */
  readonly unsay: () => void;
  readonly close: () => void;
}

export function useDialogEdit({ onClose, edit }: DialogWays): DialogEdit {
  const [isPending, setPending] = useState(false);
  const [notDone, setNotDone] = useState<NotTold | null>(null);
  const unsay = (): void => setNotDone(null);
  const close = (): void => {
    if (isPending) return;
    unsay();
    onClose();
  };
  const apply = async (wish: DraftEdit, revision: number | null): Promise<boolean> => {
    if (isPending) return false;
    setPending(true);
    unsay();
    const told = await edit(wish, revision);
    setPending(false);
    if (told.kind === 'done') onClose();
    else setNotDone(told);
    return told.kind === 'done';
  };
  return { isPending, notDone, apply, unsay, close };
}
