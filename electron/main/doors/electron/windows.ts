// Creates and places the window, and what the app asks in the system's boxes. See Electron's security checklist, 2 to 11.

import type {
  BrowserWindowConstructorOptions,
  MessageBoxOptions,
  OpenDialogOptions,
  Session,
  WebPreferences,
} from 'electron';
import { z } from 'zod';
import { SPREADSHEET_ENDINGS } from '../../../../shared/rows.ts';
import type { DesktopWords } from '../../../../shared/text/desktop.ts';

/** The page is sandboxed like any web page. Every setting is explicit, even where it is Electron's default. */
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
  // A run and its figures continue while the window is behind another.
  backgroundThrottling: false,
} as const satisfies WebPreferences;

/** The background before the page has rendered, as --canvas in renderer/ui/tokens.css. */
const GROUND = { light: '#f5f6f8', dark: '#0f1215' } as const;

interface NewWindow {
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
}: NewWindow): BrowserWindowConstructorOptions {
  return {
    ...bounds,
    minWidth: SIZE_MIN.width,
    minHeight: SIZE_MIN.height,
    title: 'Payout Desk',
    // Shown once it has rendered.
    show: false,
    backgroundColor: isDark ? GROUND.dark : GROUND.light,
    webPreferences: { ...PAGE_PREFERENCES, preload, session, devTools: isForDevelopers },
  };
}

/** In device-independent pixels. */
const BOUNDS = z.object({ x: z.int(), y: z.int(), width: z.int().positive(), height: z.int().positive() });
type Bounds = z.infer<typeof BOUNDS>;

const PLACE = z.object({ bounds: BOUNDS, isMaximised: z.boolean() });
export type WindowPlace = z.infer<typeof PLACE>;

/** Without `x` and `y` the system centres it. */
interface WindowBounds {
  readonly x?: number;
  readonly y?: number;
  readonly width: number;
  readonly height: number;
}

/** The screens are laid out for at least this size. See UX, statement 15. */
export const SIZE_MIN = { width: 960, height: 600 } as const;
const SIZE_USUAL = { width: 1280, height: 800 } as const;

/** How much of the window must be on a display to be seen and dragged. */
const SEEN_MIN = 120;

/** Unreadable stored data counts as none. A stored position that is on no display keeps its size. */
export function choosePlace(
  stored: unknown,
  displays: readonly Bounds[],
): { readonly bounds: WindowBounds; readonly isMaximised: boolean } {
  const read = PLACE.safeParse(stored);
  if (!read.success) return { bounds: SIZE_USUAL, isMaximised: false };
  const { bounds, isMaximised } = read.data;
  const display = displays.find((one) => isSeenOn(bounds, one));
  if (display === undefined) {
    const [largest = bounds] = displays.toSorted((one, other) => other.width - one.width);
    return { bounds: fitted(bounds, largest), isMaximised };
  }
  return { bounds: { ...fitted(bounds, display), x: bounds.x, y: bounds.y }, isMaximised };
}

function fitted({ width, height }: Bounds, display: Bounds): { readonly width: number; readonly height: number } {
  return {
    width: Math.max(SIZE_MIN.width, Math.min(width, display.width)),
    height: Math.max(SIZE_MIN.height, Math.min(height, display.height)),
  };
}

/** Whether enough of its title bar is on this display. */
function isSeenOn(bounds: Bounds, display: Bounds): boolean {
  const seenWidth = Math.min(bounds.x + bounds.width, display.x + display.width) - Math.max(bounds.x, display.x);
  const isTopSeen = bounds.y >= display.y && bounds.y + SEEN_MIN <= display.y + display.height;
  return seenWidth >= SEEN_MIN && isTopSeen;
}

/** The index of the button that continues. */
export const GO = 1;

/** A question whose first button changes nothing and is pressed by Enter and Esc. */
export function question(
  { message, detail, buttons }: DesktopWords['quit'],
  type: 'question' | 'warning' = 'question',
): MessageBoxOptions {
  return { type, message, detail, buttons: [...buttons], defaultId: 0, cancelId: 0, noLink: true };
}

/** Shown when the page keeps crashing. */
export function askAfterCrash({ message, detail, button }: DesktopWords['afterCrash']): MessageBoxOptions {
  return { type: 'error', message, detail, buttons: [button], noLink: true };
}

export function askForSpreadsheet({ title, kind }: DesktopWords['open']): OpenDialogOptions {
  const extensions = SPREADSHEET_ENDINGS.map((ending) => ending.slice(1));
  return { title, properties: ['openFile'], filters: [{ name: kind, extensions }] };
}
