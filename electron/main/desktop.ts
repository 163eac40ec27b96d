// The front door of the desktop app. In: the words it was started with. Out: the desk in a window of its own, until it is quit.
// This file must never hold logic: the api's IPC door, the room of the desktop and the desk behind them do.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, dialog, protocol, session } from 'electron';
import { DESK_SCHEME } from '../../shared/api/window-address.ts';
import { faultWords } from '../../shared/failures.ts';
import type { Refusal } from '../../shared/issues.ts';
import { listenOnIpc } from './api/ipc/listen-on-ipc.ts';
import { openPath } from './api/ipc/open-path.ts';
import { answerPage } from './api/ipc/page-answers.ts';
import { openWindowDesk } from './api/open-window-desk.ts';
import { listPageFiles } from './api/page-files.ts';
import { composeForWindows, type WindowParts } from './compose.ts';
import { type KeptUntilHeard, keepUntilHeard } from './desktop/kept-until-heard.ts';
import { runDesktop } from './desktop/run-desktop.ts';
import { startUtility } from './desktop/start-utility.ts';
import { readStartWords } from './desktop/start-words.ts';
import { prepareDataFolder } from './platform/data-folder.ts';
import { saidAloud } from './platform/log.ts';
import { settingsFile } from './platform/settings-file.ts';
import { takeToken } from './platform/take-token.ts';
import { inTheWindow } from './api/window-cures.ts';
import { EXIT, exitCodeOfUnopened } from './terminal/exit-codes.ts';
import { outliveTerminal } from './terminal/gone-terminal.ts';

/** How Windows knows the app's notices and its place on the taskbar. */
const WINDOWS_APP_ID = 'payout-desk';

/** Built beside the program: out/main, out/preload and out/renderer. */
const PRELOAD = fileURLToPath(new URL('../preload/preload.cjs', import.meta.url));
const PAGE_FOLDER = fileURLToPath(new URL('../renderer', import.meta.url));

const warnings: string[] = [];

prepare();

/** What must be said before Electron is ready. */
function prepare(): void {
  outliveTerminal();
  const words = readStartWords(process.argv, process.cwd());
  const parts = composeForWindows({
    dataFolder: words.dataFolder,
    stateFolder: null,
    startKeychainChild: startUtility,
    systemProxy: (url) => session.defaultSession.resolveProxy(url),
    environmentToken: takeToken(process.env),
    onWarning: (warning) => warnings.push(warning),
  });
  const log = saidAloud(parts.log, (words) => process.stderr.write(words));
  app.setName('Payout Desk');
  app.enableSandbox();
  if (process.platform === 'win32') app.setAppUserModelId(WINDOWS_APP_ID);
  protocol.registerSchemesAsPrivileged([{ scheme: DESK_SCHEME, privileges: { standard: true, secure: true } }]);
  // One app for each data folder: Electron tells a second start by this folder.
  const ownFolder = prepareDataFolder(join(parts.dataFolder, 'window'));
  if (ownFolder.kind === 'refused') return refuse(ownFolder.refusal);
  app.setPath('userData', ownFolder.path);
  if (!app.requestSingleInstanceLock({ files: words.files })) return app.exit(0);
  const handed = keepUntilHeard<string>();
  words.files.forEach(handed.say);
  app.on('open-file', (event, path) => {
    event.preventDefault();
    handed.say(path);
  });
  app
    .whenReady()
    .then(() => open({ ...parts, log }, { ownFolder: ownFolder.path, handed }))
    .catch((error: unknown) => {
      log.note('fault', faultWords('start', error));
      sayFault();
    });
}

function open(
  { rooms, dataFolder, actor, log }: WindowParts,
  { ownFolder, handed }: { readonly ownFolder: string; readonly handed: KeptUntilHeard<string> },
): void {
  const facts = { version: app.getVersion(), door: 'electron' as const, dataFolder, actor };
  const opening = openWindowDesk({ rooms, facts, warnings, log });
  if (opening.kind === 'refused') return refuse(opening.refusal);
  const { desk } = opening;
  const onFault = (what: string, error: unknown): void => log.note('fault', faultWords(what, error));
  const pageFiles = listPageFiles(PAGE_FOLDER);
  runDesktop({
    preload: PRELOAD,
    answerPage: (request) => answerPage(pageFiles, request),
    openDoor: (needs) => listenOnIpc({ desk, ...needs, onFault }),
    readSettings: () => desk.dispatch('readSettings', {}),
    followEvents: (listener) => {
      desk.hub.follow(({ event }) => {
        // What the desktop shows of a run must never stop the run.
        try {
          listener(event);
        } catch (error) {
          onFault('signs', error);
        }
      }, null);
    },
    closeDesk: () => desk.close(),
    openPath: (path) => openPath(desk.files, path),
    handed,
    place: settingsFile(join(ownFolder, 'place.json')),
    nowMs: () => rooms.clock.monotonicMs(),
    onFault,
  });
}

/** Without a window nobody could close an app that holds the desk: it says so and ends, which gives the desk back. */
function sayFault(): void {
  dialog.showErrorBox(
    'Payout Desk cannot open',
    'It met a fault of its own. Nothing was sent.\n\nStart it again. The log in its data folder says what happened.',
  );
  app.exit(EXIT.fault);
}

/** Said in the system's own box: there is no window yet. */
function refuse(refusal: Refusal): void {
  const { message, cure } = inTheWindow(refusal);
  dialog.showErrorBox('Payout Desk cannot open', `${message}\n\n${cure}`);
  app.exit(exitCodeOfUnopened(refusal));
}
