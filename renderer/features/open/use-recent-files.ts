// What can be done with the files opened last. In: the desk, and how a file goes on from here. Out: the acts, and how the last
// one of each ended. This file must never show anything.

import { useState } from 'react';
import type { AnswerOf } from '../../../shared/api/contract.ts';
import type { FileHandle } from '../../../shared/api/file-handles.ts';
import { RECENT_FILE_GONE } from '../../../shared/api/recent-commands.ts';
import type { NotTold, Told } from '../../bridge/told.ts';
import { useChange, useForget } from '../../bridge/use-desk.ts';

export type RecentFile = AnswerOf<'listRecentFiles'>['files'][number];

export interface RecentFiles {
  readonly open: (file: RecentFile) => void;
  readonly takeOff: (entry: string) => void;
  readonly clear: () => void;
  /** The line whose file is being taken to the desk. */
  readonly opening: string | null;
  /** Why it was not; `gone` its line, when taking it off mends that. */
  readonly notOpened: NotTold | null;
  readonly gone: string | null;
  readonly notForgotten: NotTold | null;
  readonly dismiss: () => void;
}

export function useRecentFiles({
  onHeld,
  onChoose,
}: {
  readonly onHeld: (file: FileHandle) => void;
  readonly onChoose: () => void;
}): RecentFiles {
  const opening = useChange('openRecentFile');
  const forgetting = useChange('forgetRecentFile');
  const clearing = useChange('clearRecentFiles');
  const forget = useForget();
  const [asked, setAsked] = useState<string | null>(null);

  const open = async ({ entry, opens }: RecentFile): Promise<void> => {
    if (opens === 'choose') {
      onChoose();
      return;
    }
    setAsked(entry);
    const told = await opening.run({ entry });
    if (told.kind === 'done') onHeld(told.value);
    // What could not be opened from here may only be chosen again by now.
    else forget('listRecentFiles');
  };
  const drop = async (act: () => Promise<unknown>): Promise<void> => {
    opening.reset();
    await act();
    forget('listRecentFiles');
  };
  const notOpened = notDone(opening.told);
  const isGone = notOpened?.kind === 'refused' && notOpened.refusal.code === RECENT_FILE_GONE;
  return {
    open: (file) => void open(file),
    takeOff: (entry) => void drop(() => forgetting.run({ entry })),
    clear: () => void drop(() => clearing.run({})),
    opening: opening.isPending ? asked : null,
    notOpened,
    gone: isGone ? asked : null,
    notForgotten: notDone(forgetting.told) ?? notDone(clearing.told),
    dismiss: opening.reset,
  };
}

function notDone(told: Told<unknown> | null): NotTold | null {
  return told?.kind === 'done' ? null : told;
}
