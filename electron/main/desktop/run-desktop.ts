// The desktop app around the desk: its window, menu, signs, files opened with it, and the way out. In: the desk, as ports.
// Out: an app that runs until it is quit. This file must never know what a command means.

import { join } from 'node:path';
import { app, type BrowserWindow, dialog, Menu, nativeTheme, type Session, session, shell } from 'electron';
import type { DeskEvent } from '../../../shared/api/events.ts';
import type { Reply } from '../../../shared/api/reply.ts';
import { DESK_SCHEME } from '../../../shared/api/window-address.ts';
import type { WindowWish } from '../../../shared/api/window-wishes.ts';
import { readTheme, touchesTheme } from './follow-theme.ts';
import { guardContents } from './guard-contents.ts';
import { guardSession } from './guard-session.ts';
import { type KeptUntilHeard, keepUntilHeard } from './kept-until-heard.ts';
import { menuTemplate } from './menu.ts';
import { askForSpreadsheet, askToLeaveAtOnce, askToQuit, LEAVE_NOW, PAUSE_AND_QUIT } from './questions.ts';
import { openQuitGuard } from './quit-guard.ts';
import { showSigns } from './show-signs.ts';
import { showWindow } from './show-window.ts';
import { bringForward, signMeans } from './sign-means.ts';
import { readHandedFiles } from './start-words.ts';

/** What the page's door needs of the desktop. */
export interface DoorNeeds {
  readonly wishes: (listener: (wish: unknown) => void) => () => void;
  readonly askWhereToSave: (name: string) => Promise<string | null>;
}

/** The desk and the machine, as the desktop sees them. */
export interface DesktopWorld {
  readonly preload: string;
  /** Answers the page's own scheme. */
  readonly answerPage: (request: Request) => Response;
  readonly openDoor: (needs: DoorNeeds) => { dropPage(): void };
  readonly readSettings: () => Promise<Reply<unknown>>;
  readonly followEvents: (listener: (event: DeskEvent) => void) => void;
  readonly closeDesk: () => Promise<void>;
  readonly openPath: (path: string) => Promise<WindowWish>;
  /** Files that were opened with the app, before and after its start. */
  readonly handed: KeptUntilHeard<string>;
  readonly place: { read(): unknown; write(value: unknown): void };
  readonly nowMs: () => number;
  readonly onFault: (what: string, error: unknown) => void;
}

export function runDesktop(world: DesktopWorld): void {
  const wishes = keepUntilHeard<WindowWish>();
  const pageSession = openPageSession(world);
  const door = world.openDoor({
    wishes: (listener) => wishes.follow(listener),
    askWhereToSave: (name) => askWhereToSave(window, name),
  });
  const guard = openQuitGuard({
    isSending: () => signs.isSending(),
    askToQuit: async () => (await dialog.showMessageBox(window, askToQuit())).response === PAUSE_AND_QUIT,
    askToLeaveAtOnce: async () => (await dialog.showMessageBox(window, askToLeaveAtOnce())).response === LEAVE_NOW,
    closeDesk: world.closeDesk,
    leave: (exitCode) => app.exit(exitCode),
    onFault: (error) => world.onFault('close', error),
  });
  const window = showWindow({
    ...world,
    session: pageSession,
    dropPage: () => door.dropPage(),
    wishToLeave: () => guard.wish(),
  });
  const signs = showSigns(signMeans(window));
  followDesk(world, signs.hear);
  handleFiles(world, { window, say: wishes.say });
  setMenu(world, { window, say: wishes.sayNow });
  app.on('activate', () => bringForward(window));
  app.on('before-quit', (event) => {
    event.preventDefault();
    guard.wish();
  });
}

/** Kept in memory only: nothing that the page showed is left on disk by Chromium. */
function openPageSession({ answerPage, onFault }: DesktopWorld): Session {
  const pageSession = session.fromPartition('desk', { cache: false });
  guardSession(pageSession, { isForDevelopers: !app.isPackaged });
  pageSession.protocol.handle(DESK_SCHEME, answerPage);
  const openLink = (address: string): void => {
    shell.openExternal(address).catch((error: unknown) => onFault('link', error));
  };
  app.on('web-contents-created', (_event, contents) => guardContents(contents, openLink));
  return pageSession;
}

async function askWhereToSave(window: BrowserWindow, name: string): Promise<string | null> {
  const defaultPath = join(app.getPath('downloads'), name);
  // On Linux it replaces without a question unless it is told to ask.
  const asking = { defaultPath, properties: ['showOverwriteConfirmation' as const] };
  const { canceled, filePath } = await dialog.showSaveDialog(window, asking);
  return canceled || filePath === '' ? null : filePath;
}

function followDesk({ readSettings, followEvents, onFault }: DesktopWorld, hear: (event: DeskEvent) => void): void {
  const follow = (): void => {
    readTheme(readSettings).then(
      (theme) => {
        if (theme !== null) nativeTheme.themeSource = theme;
      },
      (error: unknown) => onFault('theme', error),
    );
  };
  follow();
  followEvents((event) => {
    hear(event);
    if (touchesTheme(event)) follow();
  });
}

interface Shown {
  readonly window: BrowserWindow;
  readonly say: (wish: WindowWish) => void;
}

/** Files opened with the app: from its own words, a second start, the system's lists. */
function handleFiles({ handed, openPath, onFault }: DesktopWorld, { window, say }: Shown): void {
  const open = async (path: string): Promise<void> => {
    const wish = await openPath(path);
    if (wish.kind === 'open') app.addRecentDocument(path);
    say(wish);
  };
  handed.follow((path) => {
    open(path).catch((error: unknown) => onFault('file', error));
  });
  app.on('second-instance', (_event, _words, _folder, data) => {
    bringForward(window);
    for (const file of readHandedFiles(data)) handed.say(file);
  });
}

function setMenu({ handed, onFault }: DesktopWorld, { window, say }: Shown): void {
  const chooseFile = async (): Promise<void> => {
    const { filePaths } = await dialog.showOpenDialog(window, askForSpreadsheet());
    for (const path of filePaths) handed.say(path);
  };
  const template = menuTemplate({
    platform: process.platform,
    isForDevelopers: !app.isPackaged,
    acts: {
      open: () => {
        chooseFile().catch((error: unknown) => onFault('file', error));
      },
      export: () => say({ kind: 'export' }),
      go: (place) => say({ kind: 'go', place }),
    },
  });
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
