import { join } from 'node:path';
import {
  app,
  BrowserWindow,
  dialog,
  Menu,
  Notification,
  nativeTheme,
  powerSaveBlocker,
  type Session,
  screen,
  session,
  shell,
} from 'electron';
import type { Reply } from '../../../../shared/api/contract.ts';
import type { DeskEvent } from '../../../../shared/api/events.ts';
import { DESK_SCHEME, isPageAddress, PAGE_ADDRESS, type WindowRequest } from '../../../../shared/api/window.ts';
import {
  type KeptUntilHeard,
  keepUntilHeard,
  openCrashWatch,
  openQuitGuard,
  readHandedFiles,
  readTheme,
  touchesTheme,
} from './app-life.ts';
import { menuTemplate } from './menu.ts';
import { guardContents, guardSession } from './page-guards.ts';
import { type SignMeans, showSigns } from './run-signs.ts';
import {
  askAfterCrash,
  askForSpreadsheet,
  askToLeaveAtOnce,
  askToQuit,
  choosePlace,
  LEAVE_NOW,
  PAUSE_AND_QUIT,
  type WindowPlace,
  windowOptions,
} from './windows.ts';

/** What the page's door needs of the desktop. */
interface DoorNeeds {
  readonly requests: (listener: (request: unknown) => void) => () => void;
  readonly askWhereToSave: (name: string) => Promise<string | null>;
}

/** The desk and the machine, as the desktop sees them. */
interface DesktopWorld {
  readonly preload: string;
  /** Answers the page's own scheme. */
  readonly answerPage: (request: Request) => Response;
  readonly openDoor: (needs: DoorNeeds) => { dropPage(): void };
  readonly readSettings: () => Promise<Reply<unknown>>;
  readonly followEvents: (listener: (event: DeskEvent) => void) => void;
  readonly closeDesk: () => Promise<void>;
  readonly openPath: (path: string) => Promise<WindowRequest>;
  /** Files that were opened with the app, before and after its start. */
  readonly handed: KeptUntilHeard<string>;
  readonly place: { read(): unknown; write(value: unknown): void };
  readonly nowMs: () => number;
  readonly onFault: (what: string, error: unknown) => void;
}

export function runDesktop(world: DesktopWorld): void {
  const requests = keepUntilHeard<WindowRequest>();
  const pageSession = openPageSession(world);
  const door = world.openDoor({
    requests: (listener) => requests.follow(listener),
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
    requestQuit: () => guard.requestQuit(),
  });
  const signs = showSigns(signMeans(window));
  followDesk(world, signs.subscribe);
  handleFiles(world, { window, say: requests.say });
  setMenu(world, { window, say: requests.sayNow });
  app.on('activate', () => bringForward(window));
  app.on('before-quit', (event) => {
    event.preventDefault();
    guard.requestQuit();
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

function followDesk(
  { readSettings, followEvents, onFault }: DesktopWorld,
  subscribe: (event: DeskEvent) => void,
): void {
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
    subscribe(event);
    if (touchesTheme(event)) follow();
  });
}

interface Shown {
  readonly window: BrowserWindow;
  readonly say: (request: WindowRequest) => void;
}

/** Files opened with the app: from its own words, a second start, the system's lists. */
function handleFiles({ handed, openPath, onFault }: DesktopWorld, { window, say }: Shown): void {
  const open = async (path: string): Promise<void> => {
    const request = await openPath(path);
    if (request.kind === 'open') app.addRecentDocument(path);
    say(request);
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

function signMeans(window: BrowserWindow): SignMeans {
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
function bringForward(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

interface WindowWorld {
  readonly preload: string;
  readonly session: Session;
  /** Where the window's place is kept. */
  readonly place: { read(): unknown; write(value: unknown): void };
  readonly nowMs: () => number;
  /** The page broke or is drawn anew: nothing is told to it until it asks again. */
  readonly dropPage: () => void;
  /** A person closes the window. */
  readonly requestQuit: () => void;
  readonly onFault: (what: string, error: unknown) => void;
}

function showWindow({ preload, session, place, nowMs, dropPage, requestQuit, onFault }: WindowWorld): BrowserWindow {
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
    requestQuit();
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
