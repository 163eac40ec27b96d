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
import type { Language } from '../../../../shared/report-forms.ts';
import { DESKTOP, type DesktopWords } from '../../../../shared/text/desktop.ts';
import type { HostedDesk } from '../../desk-host.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { type SmallFile, settingsFile } from '../../platform/settings-file.ts';
import { listPageFiles } from '../page-files.ts';
import { EXIT } from '../process-end.ts';
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
import { installDownloaded, lookForUpdate, type NewVersion, plainNotes, type UpdateWorld } from './updates.ts';
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
  /** Files opened with the app, before and after its start. */
  readonly handed: BufferedFeed<string>;
  readonly spoken: Spoken;
}

/** The app's words in the window's current language. */
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
    requestRestart: () => guard.requestRestart(),
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
    startAgain: relaunch,
    onFault: (error) => onFault('close', error),
  });
  /** The updater closes the window and quits; the desk is already released. */
  let mayQuit = false;
  const window = showWindow({
    session: pageSession,
    place: settingsFile(join(ownFolder, 'place.json')),
    dropPage: () => door.dropPage(),
    requestQuit: () => guard.requestQuit(),
    endSession: () => guard.endSession(),
    mayClose: () => mayQuit,
    spoken,
    onFault,
  });
  const signs = showSigns(signMeans(window, spoken));
  handleFiles({ desk, handed, window, emit: requests.emit, onFault });
  const update = openUpdates({
    desk,
    window,
    spoken,
    onFault,
    letQuit: () => {
      mayQuit = true;
    },
    // The desk is gone already.
    startAgain: () => {
      relaunch();
      app.exit(EXIT.done);
    },
  });
  const showMenu = (): void => setMenu({ handed, window, emit: requests.emitNow, spoken, onFault, update });
  showMenu();
  let latest: Language = 'en';
  const speak = async (language: Language): Promise<void> => {
    latest = language;
    const words = await loadWords(language);
    // Another language may have been chosen while this one was loaded.
    if (latest !== language || spoken.words === words) return;
    spoken.words = words;
    showMenu();
  };
  followDesk(desk, { show: signs.onEvent, speak, onFault });
  app.on('activate', () => bringForward(window));
  app.on('before-quit', (event) => {
    if (mayQuit) return;
    event.preventDefault();
    guard.requestQuit();
  });
}

/** An AppImage's own program lies in a mount that goes with it. */
function relaunch(): void {
  const image = process.env['APPIMAGE'];
  app.relaunch(image === undefined ? {} : { execPath: image, args: process.argv.slice(1) });
}

/** Only English is loaded at start. */
async function loadWords(language: Language): Promise<DesktopWords> {
  if (language === 'en') return DESKTOP;
  const { LANGUAGE_OF } = await import('../../../../shared/messages/languages.ts');
  return LANGUAGE_OF[language].desktop;
}

type OnFault = (what: string, error: unknown) => void;

/** Looks for a newer version, one request at a time. Null if this installation cannot. */
function openUpdates({
  desk,
  window,
  spoken,
  onFault,
  letQuit,
  startAgain,
}: {
  readonly desk: HostedDesk;
  readonly window: BrowserWindow;
  readonly spoken: Spoken;
  readonly onFault: OnFault;
  readonly letQuit: () => void;
  readonly startAgain: () => void;
}): (() => void) | null {
  if (!knowsUpdates()) return null;
  let isLooking = false;
  let isReleased = false;
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
        isReleased = true;
        await installDownloaded({
          updater: await loadUpdater(),
          closeDesk: () => desk.close(),
          letQuit,
          hideWindow: () => window.hide(),
        });
      },
      ask: async (box) => (await dialog.showMessageBox(window, box)).response,
      onFault: (error) => onFault('update', error),
    }).finally(() => {
      isLooking = false;
      if (isReleased) startAgain();
    });
  };
}

/** In memory only, so that Chromium leaves nothing the page showed on disk. */
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
  // On Linux the dialog asks before overwriting only with this property.
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
    readonly speak: (language: Language) => Promise<void>;
    readonly onFault: OnFault;
  },
): void {
  const followLook = (): void => {
    readLook(() => desk.dispatch('readSettings', {}))
      .then(async (look) => {
        if (look === null) return;
        nativeTheme.themeSource = look.theme;
        await speak(look.language);
      })
      .catch((error: unknown) => onFault('settings', error));
  };
  followLook();
  desk.hub.follow(({ event }) => {
    // A fault in what the desktop shows of a run must never stop the run.
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

/** Opens files given to the app: on its command line, by a second start, from the system's lists. */
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
  const shown = new Map<string, Notification>();
  return {
    setProgressBar: (value) => window.setProgressBar(value),
    keepAwake: () => {
      const blocker = powerSaveBlocker.start('prevent-app-suspension');
      return () => void powerSaveBlocker.stop(blocker);
    },
    isLookedAt: () => window.isFocused(),
    words: () => spoken.words.notices,
    notify: ({ title, body }, about) => {
      if (!Notification.isSupported()) return;
      // The previous notification about the same is outdated.
      shown.get(about)?.close();
      const notice = new Notification({ title, body });
      shown.set(about, notice);
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
  /** Where the window's position is stored. */
  readonly place: SmallFile;
  /** The page broke or is reloading: nothing is sent to it until it follows again. */
  readonly dropPage: () => void;
  /** A person closes the window. */
  readonly requestQuit: () => void;
  /** As in QuitGuard. */
  readonly endSession: () => boolean;
  /** True when the window closes without asking. */
  readonly mayClose: () => boolean;
  readonly spoken: Spoken;
  readonly onFault: OnFault;
}

function showWindow({
  session,
  place,
  dropPage,
  requestQuit,
  endSession,
  mayClose,
  spoken,
  onFault,
}: DesktopWindowParts): BrowserWindow {
  const displays = screen.getAllDisplays().map(({ workArea }) => workArea);
  const { bounds, isMaximised } = choosePlace(place.read(), displays);
  const isDark = nativeTheme.shouldUseDarkColors;
  const window = new BrowserWindow(
    windowOptions({ preload: PRELOAD, session, bounds, isDark, isForDevelopers: !app.isPackaged }),
  );
  if (isMaximised) window.maximize();
  window.once('ready-to-show', () => window.show());
  window.on('close', (event) => {
    if (mayClose()) return;
    event.preventDefault();
    keepPlace();
    requestQuit();
  });
  const keepPlace = (): void => {
    const now: WindowPlace = { bounds: window.getNormalBounds(), isMaximised: window.isMaximized() };
    try {
      place.write(now);
    } catch {
      // With a full disk only the window's position is lost.
    }
  };
  const crashes = openCrashWatch();
  const load = (): void => {
    window.loadURL(PAGE_ADDRESS).catch((error: unknown) => onFault('page', error));
  };
  // Windows logs off or shuts down, and would end the app in the middle of a request.
  window.on('query-session-end', (event) => {
    if (endSession()) event.preventDefault();
  });
  // A page that is replaced gets no more messages; they are buffered for the next page. Navigation elsewhere is blocked, so that
  // page stays and keeps its messages.
  window.webContents.on('did-start-navigation', ({ url, isMainFrame, isSameDocument }) => {
    if (isMainFrame && !isSameDocument && isPageAddress(url)) dropPage();
  });
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    dropPage();
    // A clean exit is intended: the window is closing.
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

/** Whether this installation can look for updates: a published build that is not portable. */
function knowsUpdates(): boolean {
  return (
    app.isPackaged &&
    process.env['PORTABLE_EXECUTABLE_DIR'] === undefined &&
    existsSync(join(process.resourcesPath, 'app-update.yml'))
  );
}

/** Electron's updater, loaded only when somebody asks for a newer version. It does nothing by itself. */
function appUpdater(): Pick<UpdateWorld, 'find' | 'download'> {
  return {
    find: async (): Promise<NewVersion | null> => {
      const found = await (await loadUpdater()).checkForUpdates();
      if (found === null || !found.isUpdateAvailable) return null;
      return { version: found.updateInfo.version, notes: plainNotes(found.updateInfo.releaseNotes) };
    },
    download: async () => void (await (await loadUpdater()).downloadUpdate()),
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
