import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  type MessageBoxOptions,
  Notification,
  nativeTheme,
  powerSaveBlocker,
  type Session,
  screen,
  session,
  shell,
} from 'electron';
import type { AppUpdater } from 'electron-updater';
import { CONTRACT } from '../../../../shared/api/contract.ts';
import type { DeskEvent } from '../../../../shared/api/events.ts';
import { DESK_SCHEME, isPageAddress, PAGE_ADDRESS, type WindowRequest } from '../../../../shared/api/window.ts';
import { faultWords } from '../../../../shared/failures.ts';
import { LANGUAGE_OF } from '../../../../shared/messages/languages.ts';
import type { Language } from '../../../../shared/report-forms.ts';
import type { DesktopWords } from '../../../../shared/text/desktop.ts';
import type { HostedDesk } from '../../desk-host.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { type SmallFile, settingsFile } from '../../platform/settings-file.ts';
import { listPageFiles } from '../page-files.ts';
import {
  type BufferedFeed,
  openBufferedFeed,
  openCrashWatch,
  openQuitGuard,
  readHandedFiles,
  readLook,
  touchesLook,
} from './app-life.ts';
import { openIpcDoor } from './ipc-door.ts';
import { type MenuActs, menuTemplate } from './menu.ts';
import { answerPage, openPath } from './page-answers.ts';
import { guardContents, guardSession } from './page-guards.ts';
import { type SignMeans, showSigns } from './run-signs.ts';
import { lookForUpdate, type NewVersion, plainNotes, type UpdateWorld } from './updates.ts';
import {
  askAfterCrash,
  askForSpreadsheet,
  choosePlace,
  GO,
  question,
  type WindowPlace,
  windowOptions,
} from './windows.ts';

/** Built beside the program: out/main, out/preload and out/renderer. */
const PRELOAD = fileURLToPath(new URL('../preload/preload.cjs', import.meta.url));
export const PAGE_FOLDER = fileURLToPath(new URL('../renderer', import.meta.url));

interface DesktopParts {
  readonly desk: HostedDesk;
  readonly log: Log;
  /** Electron's own folder in the data folder. */
  readonly ownFolder: string;
  /** Files that were opened with the app, before and after its start. */
  readonly handed: BufferedFeed<string>;
  readonly spoken: Spoken;
}

/** What the app says, in the language that the window speaks now. */
export interface Spoken {
  words: DesktopWords;
}

export function runDesktop({ desk, log, ownFolder, handed, spoken }: DesktopParts): void {
  const onFault: OnFault = (what, error) => log.note('fault', faultWords(what, error));
  const requests = openBufferedFeed<WindowRequest>();
  const pageSession = openPageSession(onFault);
  const door = openIpcDoor(ipcMain, {
    desk,
    requests: requests.follow,
    askWhereToSave: (name) => askWhereToSave(window, name),
    onFault,
  });
  const confirmed = async (box: MessageBoxOptions): Promise<boolean> =>
    (await dialog.showMessageBox(window, box)).response === GO;
  const guard = openQuitGuard({
    isSending: () => signs.isSending(),
    askToQuit: async () => await confirmed(question(spoken.words.quit)),
    askToLeaveAtOnce: async () => await confirmed(question(spoken.words.leaveAtOnce, 'warning')),
    closeDesk: () => desk.close(),
    leave: (exitCode) => app.exit(exitCode),
    onFault: (error) => onFault('close', error),
  });
  const window = showWindow({
    session: pageSession,
    place: settingsFile(join(ownFolder, 'place.json')),
    dropPage: () => door.dropPage(),
    requestQuit: () => guard.requestQuit(),
    spoken,
    onFault,
  });
  const signs = showSigns(signMeans(window, spoken));
  handleFiles({ desk, handed, window, emit: requests.emit, onFault });
  let isInstalling = false;
  const update = openUpdates({
    desk,
    window,
    spoken,
    onFault,
    beforeInstall: async () => {
      await desk.close();
      isInstalling = true;
    },
  });
  const showMenu = (): void => setMenu({ handed, window, emit: requests.emitNow, spoken, onFault, update });
  showMenu();
  const speak = (language: Language): void => {
    if (spoken.words === LANGUAGE_OF[language].desktop) return;
    spoken.words = LANGUAGE_OF[language].desktop;
    showMenu();
  };
  followDesk(desk, { show: signs.onEvent, speak, onFault });
  app.on('activate', () => bringForward(window));
  app.on('before-quit', (event) => {
    // The installer's own: the desk is given back already.
    if (isInstalling) return;
    event.preventDefault();
    guard.requestQuit();
  });
}

type OnFault = (what: string, error: unknown) => void;

/** Looking for a newer version, one question at a time. Shape: null where this installation knows none. */
function openUpdates({
  desk,
  window,
  spoken,
  onFault,
  beforeInstall,
}: {
  readonly desk: HostedDesk;
  readonly window: BrowserWindow;
  readonly spoken: Spoken;
  readonly onFault: OnFault;
  readonly beforeInstall: () => Promise<void>;
}): (() => void) | null {
  if (!knowsUpdates()) return null;
  let isLooking = false;
  return () => {
    if (isLooking) return;
    isLooking = true;
    const updater = appUpdater();
    void lookForUpdate({
      find: updater.find,
      download: updater.download,
      version: app.getVersion(),
      words: spoken.words.update,
      openBatches: async () => {
        const reply = await desk.dispatch('listBatches', {});
        if (reply.kind !== 'done') throw new Error('the batches cannot be read');
        const { batches } = CONTRACT.listBatches.answer.parse(reply.value);
        return batches.filter(({ view }) => view.state !== 'settled').length;
      },
      install: async () => {
        await beforeInstall();
        // Closing it would ask whether to quit.
        window.destroy();
        await updater.quitAndInstall();
      },
      ask: async (box) => (await dialog.showMessageBox(window, box)).response,
      onFault: (error) => onFault('update', error),
    }).finally(() => {
      isLooking = false;
    });
  };
}

/** Kept in memory only: nothing that the page showed is left on disk by Chromium. */
export function openPageSession(onFault: OnFault): Session {
  const pageSession = session.fromPartition('desk', { cache: false });
  guardSession(pageSession, { isForDevelopers: !app.isPackaged });
  const pageFiles = listPageFiles(PAGE_FOLDER);
  pageSession.protocol.handle(DESK_SCHEME, (request) => answerPage(pageFiles, request));
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
  desk: HostedDesk,
  {
    show,
    speak,
    onFault,
  }: {
    readonly show: (event: DeskEvent) => void;
    readonly speak: (language: Language) => void;
    readonly onFault: OnFault;
  },
): void {
  const followLook = (): void => {
    readLook(() => desk.dispatch('readSettings', {})).then(
      (look) => {
        if (look === null) return;
        nativeTheme.themeSource = look.theme;
        speak(look.language);
      },
      (error: unknown) => onFault('settings', error),
    );
  };
  followLook();
  desk.hub.follow(({ event }) => {
    // What the desktop shows of a run must never stop the run.
    try {
      show(event);
      if (touchesLook(event)) followLook();
    } catch (error) {
      onFault('signs', error);
    }
  }, null);
}

interface FileOpening extends Pick<DesktopParts, 'handed'> {
  readonly window: BrowserWindow;
  readonly emit: (request: WindowRequest) => void;
  readonly onFault: OnFault;
}

/** Files opened with the app: from its own words, a second start, the system's lists. */
function handleFiles({ desk, handed, window, emit, onFault }: FileOpening & Pick<DesktopParts, 'desk'>): void {
  const open = async (path: string): Promise<void> => {
    const request = await openPath(desk, path);
    if (request.kind === 'open') app.addRecentDocument(path);
    emit(request);
  };
  handed.follow((path) => {
    open(path).catch((error: unknown) => onFault('file', error));
  });
  app.on('second-instance', (_event, _words, _folder, data) => {
    bringForward(window);
    for (const file of readHandedFiles(data)) handed.emit(file);
  });
}

function setMenu({
  handed,
  window,
  emit,
  spoken,
  onFault,
  update,
}: FileOpening & Pick<DesktopParts, 'spoken'> & Pick<MenuActs, 'update'>): void {
  const chooseFile = async (): Promise<void> => {
    const { filePaths } = await dialog.showOpenDialog(window, askForSpreadsheet(spoken.words.open));
    for (const path of filePaths) handed.emit(path);
  };
  const template = menuTemplate({
    platform: process.platform,
    isForDevelopers: !app.isPackaged,
    words: spoken.words,
    acts: {
      open: () => {
        chooseFile().catch((error: unknown) => onFault('file', error));
      },
      export: () => emit({ kind: 'export' }),
      go: (place) => emit({ kind: 'go', place }),
      guide: () => emit({ kind: 'guide' }),
      update,
    },
  });
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}

function signMeans(window: BrowserWindow, spoken: Spoken): SignMeans {
  let latest: Notification | null = null;
  return {
    setProgressBar: (value) => window.setProgressBar(value),
    keepAwake: () => {
      const blocker = powerSaveBlocker.start('prevent-app-suspension');
      return () => void powerSaveBlocker.stop(blocker);
    },
    isLookedAt: () => window.isFocused(),
    words: () => spoken.words.notices,
    notify: ({ title, body }) => {
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

interface DesktopWindowParts {
  readonly session: Session;
  /** Where the window's place is kept. */
  readonly place: SmallFile;
  /** The page broke or is drawn anew: nothing is told to it until it asks again. */
  readonly dropPage: () => void;
  /** A person closes the window. */
  readonly requestQuit: () => void;
  readonly spoken: Spoken;
  readonly onFault: OnFault;
}

function showWindow({ session, place, dropPage, requestQuit, spoken, onFault }: DesktopWindowParts): BrowserWindow {
  const displays = screen.getAllDisplays().map(({ workArea }) => workArea);
  const { bounds, isMaximised } = choosePlace(place.read(), displays);
  const isDark = nativeTheme.shouldUseDarkColors;
  const window = new BrowserWindow(
    windowOptions({ preload: PRELOAD, session, bounds, isDark, isForDevelopers: !app.isPackaged }),
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
    if (crashes.mayReload(systemClock.monotonicMs())) load();
    else {
      const box = askAfterCrash(spoken.words.afterCrash);
      dialog.showMessageBox(window, box).then(load, (error: unknown) => onFault('page', error));
    }
  });
  load();
  return window;
}

/** Whether this installation knows where newer ones are: a build that was published, and no portable one. */
function knowsUpdates(): boolean {
  return (
    app.isPackaged &&
    process.env['PORTABLE_EXECUTABLE_DIR'] === undefined &&
    existsSync(join(process.resourcesPath, 'app-update.yml'))
  );
}

/** Electron's updater, loaded only when somebody asks for a newer version. It does nothing by itself. */
function appUpdater(): Pick<UpdateWorld, 'find' | 'download'> & {
  readonly quitAndInstall: () => Promise<void>;
} {
  return {
    find: async (): Promise<NewVersion | null> => {
      const found = await (await loadUpdater()).checkForUpdates();
      if (found === null || !found.isUpdateAvailable) return null;
      return { version: found.updateInfo.version, notes: plainNotes(found.updateInfo.releaseNotes) };
    },
    download: async () => void (await (await loadUpdater()).downloadUpdate()),
    quitAndInstall: async () => (await loadUpdater()).quitAndInstall(),
  };
}

async function loadUpdater(): Promise<AppUpdater> {
  const { autoUpdater } = (await import('electron-updater')).default;
  return Object.assign(autoUpdater, {
    autoDownload: false,
    autoInstallOnAppQuit: false,
    allowDowngrade: false,
    allowPrerelease: false,
    logger: null,
  });
}
