// Electron's means for the signs of a run. In: the window. Out: taskbar, wakefulness, notices. This file must never decide
// when to use one.

import { type BrowserWindow, Notification, powerSaveBlocker } from 'electron';
import type { SignMeans } from './show-signs.ts';

export function signMeans(window: BrowserWindow): SignMeans {
  let latest: Notification | null = null;
  return {
    setProgressBar: (value) => window.setProgressBar(value),
    keepAwake: () => {
      const blocker = powerSaveBlocker.start('prevent-app-suspension');
      return () => void powerSaveBlocker.stop(blocker);
    },
    isLookedAt: () => window.isFocused(),
    tell: ({ title, body }) => {
      if (!Notification.isSupported()) return;
      // What was told before is no longer so.
      latest?.close();
      const notice = new Notification({ title, body });
      latest = notice;
      notice.on('click', () => bringForward(window));
      notice.show();
    },
  };
}

/** Shows the window to a person who asked for the app. */
export function bringForward(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
