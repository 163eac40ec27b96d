// The app's one window. In: the desk behind it. Out: the window with its page, its place kept, loaded again when it breaks.
// This file must never make a window with other preferences than window-options says.

import { app, BrowserWindow, dialog, nativeTheme, screen, type Session } from 'electron';
import { isPageAddress, PAGE_ADDRESS } from '../../../shared/api/window-address.ts';
import { openCrashWatch } from './crash-watch.ts';
import { windowOptions } from './window-options.ts';
import { choosePlace, type WindowPlace } from './window-place.ts';
import { askAfterCrash } from './questions.ts';

export interface WindowWorld {
  readonly preload: string;
  readonly session: Session;
  /** Where the window's place is kept. */
  readonly place: { read(): unknown; write(value: unknown): void };
  readonly nowMs: () => number;
  /** The page broke or is drawn anew: nothing is told to it until it asks again. */
  readonly dropPage: () => void;
  /** A person closes the window. */
  readonly wishToLeave: () => void;
  readonly onFault: (what: string, error: unknown) => void;
}

export function showWindow({
  preload,
  session,
  place,
  nowMs,
  dropPage,
  wishToLeave,
  onFault,
}: WindowWorld): BrowserWindow {
  const displays = screen.getAllDisplays().map(({ workArea }) => workArea);
  const { bounds, isMaximised } = choosePlace(place.read(), displays);
  const isDark = nativeTheme.shouldUseDarkColors;
  const window = new BrowserWindow(
    windowOptions({ preload, session, bounds, isDark, isForDevelopers: !app.isPackaged }),
  );
  if (isMaximised) window.maximize();
  window.once('ready-to-show', () => window.show());
  window.on('close', (event) => {
    event.preventDefault();
    keepPlace();
    wishToLeave();
  });
  const keepPlace = (): void => {
    const now: WindowPlace = { bounds: window.getNormalBounds(), isMaximised: window.isMaximized() };
    try {
      place.write(now);
    } catch {
      // A full disk costs the window its place, and nothing else.
    }
  };
  const crashes = openCrashWatch();
  const load = (): void => {
    window.loadURL(PAGE_ADDRESS).catch((error: unknown) => onFault('page', error));
  };
  // A page that goes away hears nothing any more: what is said meanwhile is kept for the one that comes. Whatever leads
  // elsewhere is turned away, and the page that stays goes on hearing.
  window.webContents.on('did-start-navigation', ({ url, isMainFrame, isSameDocument }) => {
    if (isMainFrame && !isSameDocument && isPageAddress(url)) dropPage();
  });
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    dropPage();
    // Its end was meant: the window is on its way out.
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    onFault('page', new Error(`the page's process is gone: ${reason}`));
    if (crashes.mayReload(nowMs())) load();
    else dialog.showMessageBox(window, askAfterCrash()).then(load, (error: unknown) => onFault('page', error));
  });
  load();
  return window;
}
