import { join } from 'node:path';
import { app, BrowserWindow, dialog, protocol, session } from 'electron';
import { DESK_SCHEME, PAGE_ADDRESS } from '../../../../shared/api/window.ts';
import { faultWords, RefusedError } from '../../../../shared/failures.ts';
import { inEnglish } from '../../../../shared/messages/speak.ts';
import type { Refusal } from '../../../../shared/rows.ts';
import { DESKTOP } from '../../../../shared/text/desktop.ts';
import { openHostedDesk } from '../../desk-host.ts';
import { systemClock } from '../../platform/clock.ts';
import { dataFolderOf, prepareDataFolder } from '../../platform/data-folder.ts';
import { takeSecret } from '../../platform/environment-secrets.ts';
import { type Log, openLog, saidAloud } from '../../platform/log.ts';
import { EXIT, type ExitCode, exitCodeOfUnopened, outliveTerminal } from '../process-end.ts';
import { selfTest } from '../self-test.ts';
import { type BufferedFeed, intrudingSwitch, openBufferedFeed, readStartWords } from './app-life.ts';
import { fusesAmiss } from './fuses.ts';
import { openPageSession, PAGE_FOLDER, runDesktop, type Spoken } from './run-desktop.ts';
import { startUtility } from './utility-child.ts';

/** Identifies the app's notifications and its taskbar entry on Windows. */
const WINDOWS_APP_ID = 'payout-desk';

prepare();

/** Does what must be done before Electron is ready. */
function prepare(): void {
  outliveTerminal();
  const intruding = app.isPackaged ? intrudingSwitch(process.argv) : null;
  // Before Electron is ready, when it would listen.
  if (intruding !== null) return refuseSwitch(intruding);
  const words = readStartWords(process.argv, process.cwd());
  app.setName('Payout Desk');
  app.enableSandbox();
  protocol.registerSchemesAsPrivileged([{ scheme: DESK_SCHEME, privileges: { standard: true, secure: true } }]);
  if (words.isSelfTest) {
    // The only window closes partway through, which would otherwise end the app.
    app.on('window-all-closed', () => undefined);
    app
      .whenReady()
      .then(tryItself)
      .then((exitCode) => app.exit(exitCode))
      .catch((error: unknown) => {
        process.stderr.write(`FAILED start: ${faultWords('start', error)}\n`);
        app.exit(EXIT.fault);
      });
    return;
  }
  const dataFolder = dataFolderOf(words.dataFolder);
  const token = takeSecret(process.env, 'token');
  const mailPassword = takeSecret(process.env, 'mailPassword');
  const log = saidAloud(
    openLog(dataFolder, () => systemClock.nowMs()),
    (said) => process.stderr.write(said),
  );
  if (process.platform === 'win32') app.setAppUserModelId(WINDOWS_APP_ID);
  // One app per data folder: Electron recognises a second start by this folder.
  const ownFolder = prepareDataFolder(join(dataFolder, 'window'));
  if (ownFolder.kind === 'refused') return refuse(ownFolder.refusal);
  app.setPath('userData', ownFolder.path);
  if (!app.requestSingleInstanceLock({ files: words.files })) return app.exit(0);
  const handed = openBufferedFeed<string>();
  words.files.forEach(handed.emit);
  app.on('open-file', (event, path) => {
    event.preventDefault();
    handed.emit(path);
  });
  app
    .whenReady()
    .then(() => open({ dataFolder, token, mailPassword, log, ownFolder: ownFolder.path, handed }))
    .catch((error: unknown) => {
      if (error instanceof RefusedError) return refuse(error.refusal);
      log.note('fault', faultWords('start', error));
      sayFault();
    });
}

/** The additional checks of an installed app: the fuses of its executable, and that its window loads a page. */
function tryItself(): Promise<ExitCode> {
  return selfTest({
    version: app.getVersion(),
    door: 'electron',
    systemProxy: (url) => session.defaultSession.resolveProxy(url),
    startChild: startUtility,
    pageFolder: PAGE_FOLDER,
    more: [
      ['fuses', sayFuses],
      ['window', loadPage],
    ],
  });
}

function sayFuses(): string {
  if (!app.isPackaged) return 'not looked at: this is the runtime as it is downloaded';
  const amiss = fusesAmiss(process.execPath);
  if (amiss.length > 0) throw new Error(`${amiss.join(', ')} are not as they should be`);
  return 'all as they should be';
}

async function loadPage(): Promise<string> {
  const failed: unknown[] = [];
  const window = new BrowserWindow({
    show: false,
    webPreferences: { session: openPageSession((_what, error) => failed.push(error)), sandbox: true },
  });
  try {
    await window.loadURL(PAGE_ADDRESS);
    if (failed.length > 0) throw new Error(faultWords('page', failed[0]));
    return `${PAGE_ADDRESS} loaded`;
  } finally {
    window.destroy();
  }
}

interface Start {
  readonly dataFolder: string;
  readonly token: string | null;
  readonly mailPassword: string | null;
  readonly log: Log;
  readonly ownFolder: string;
  readonly handed: BufferedFeed<string>;
}

async function open({ dataFolder, token, mailPassword, log, ownFolder, handed }: Start): Promise<void> {
  const spoken: Spoken = { words: DESKTOP };
  const opening = await openHostedDesk({
    dataFolder,
    environmentToken: token,
    environmentPassword: mailPassword,
    version: app.getVersion(),
    door: 'electron',
    systemProxy: (url) => session.defaultSession.resolveProxy(url),
    startChild: startUtility,
    onBroken: (error) => {
      log.note('fault', faultWords('desk', error));
      sayBroken(spoken);
    },
  });
  if (opening.kind === 'refused') return refuse(opening.refusal);
  runDesktop({ desk: opening.desk, log, ownFolder, handed, spoken });
}

/** Without a window nobody could close an app that holds the desk, so it reports the fault and exits, which releases the desk. */
function sayFault(): void {
  dialog.showErrorBox(
    'Payout Desk cannot open',
    'It met a fault of its own. Nothing was sent.\n\nStart it again. The log in its data folder says what happened.',
  );
  app.exit(EXIT.fault);
}

/** A window over a desk that is gone would show outdated figures. */
function sayBroken({ words: { broken } }: Spoken): void {
  dialog.showErrorBox(broken.message, broken.detail);
  app.exit(EXIT.fault);
}

/** On Linux a box before Electron is ready is only a line on standard error, which is what who starts it so reads. */
function refuseSwitch(name: string): void {
  const image = name === '--no-sandbox' && process.env['APPIMAGE'] !== undefined;
  dialog.showErrorBox(
    'Payout Desk cannot open',
    image
      ? 'This system gives no sandbox to an AppImage, and Payout Desk does not run without one.\n\nInstall its .deb package instead.'
      : `An installed Payout Desk does not start with ${name}: it would let other programs in.\n\nStart it without.`,
  );
  app.exit(EXIT.refused);
}

/** Shown in the system's own box, as there is no window yet. */
function refuse(refusal: Refusal): void {
  const { message, cure } = refusal;
  dialog.showErrorBox('Payout Desk cannot open', `${inEnglish(message, 'window')}\n\n${inEnglish(cure, 'window')}`);
  app.exit(exitCodeOfUnopened(refusal));
}
