// The signs of a run on the desktop: taskbar progress, no sleep while sending, notices when nobody looks.
// In: the desk's events and the system's own means. Out: nothing but what is seen. This file must never decide what to show.

import type { DeskEvent } from '../../../shared/api/events.ts';
import type { Notice } from './notices.ts';
import { nextRunState, noticeOf, RUN_AT_REST, type RunSigns, signsOf } from './run-signs.ts';

/** Electron's value for a bar that only moves. Source: BrowserWindow.setProgressBar. */
const BAR_ASKING = 2;
const BAR_NONE = -1;

/** The system's means, as Electron offers them. */
export interface SignMeans {
  readonly setProgressBar: (value: number) => void;
  /** Shape: the way to let the computer sleep again. */
  readonly keepAwake: () => () => void;
  readonly isLookedAt: () => boolean;
  readonly tell: (notice: Notice) => void;
}

export interface ShownSigns {
  /** Whether payouts leave now. */
  readonly isSending: () => boolean;
  readonly hear: (event: DeskEvent) => void;
}

export function showSigns(means: SignMeans): ShownSigns {
  let state = RUN_AT_REST;
  let shown: RunSigns = signsOf(state);
  let letSleep: (() => void) | null = null;
  const show = (signs: RunSigns): void => {
    if (signs.bar !== shown.bar) means.setProgressBar(barOf(signs.bar));
    if (signs.isSending && letSleep === null) letSleep = means.keepAwake();
    if (!signs.isSending && letSleep !== null) {
      letSleep();
      letSleep = null;
    }
    shown = signs;
  };
  return {
    isSending: () => shown.isSending,
    hear: (event) => {
      const notice = noticeOf(state, event);
      state = nextRunState(state, event);
      show(signsOf(state));
      if (notice !== null && !means.isLookedAt()) means.tell(notice);
    },
  };
}

function barOf(bar: RunSigns['bar']): number {
  if (bar === null) return BAR_NONE;
  return bar === 'asking' ? BAR_ASKING : bar;
}
