// How the window is made. In: where the preload lies, where the window stands, how it looks. Out: Electron's options.
// Source: Electron's security checklist, 2 to 11. This file must never loosen one of the page's preferences.

import type { BrowserWindowConstructorOptions, Session, WebPreferences } from 'electron';
import { SIZE_MIN, type WindowBounds } from './window-place.ts';

/** The page is a sandboxed page like any other. Each is said, also where it is Electron's default. */
export const PAGE_PREFERENCES = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  plugins: false,
  webviewTag: false,
  navigateOnDragDrop: false,
  // Chromium fetches its dictionaries from the network.
  spellcheck: false,
  // A run goes on while the window is behind another, and its figures with it.
  backgroundThrottling: false,
} as const satisfies WebPreferences;

/** Before the page has drawn itself. Source: --canvas in renderer/ui/tokens.css. */
const GROUND = { light: '#f5f6f8', dark: '#0f1215' } as const;

export interface WindowWish {
  readonly preload: string;
  readonly session: Session;
  readonly bounds: WindowBounds;
  readonly isDark: boolean;
  readonly isForDevelopers: boolean;
}

export function windowOptions({
  preload,
  session,
  bounds,
  isDark,
  isForDevelopers,
}: WindowWish): BrowserWindowConstructorOptions {
  return {
    ...bounds,
    minWidth: SIZE_MIN.width,
    minHeight: SIZE_MIN.height,
    title: 'Payout Desk',
    // Shown once it is drawn.
    show: false,
    backgroundColor: isDark ? GROUND.dark : GROUND.light,
    webPreferences: { ...PAGE_PREFERENCES, preload, session, devTools: isForDevelopers },
  };
}
