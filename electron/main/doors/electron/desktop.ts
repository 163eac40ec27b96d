import { join } from 'node:path';
import { app, dialog, protocol, session, utilityProcess } from 'electron';
import { DESK_SCHEME } from '../../../../shared/api/window.ts';
import { saidAt } from '../../../../shared/cures.ts';
import { faultWords, RefusedStart } from '../../../../shared/failures.ts';
import type { Refusal } from '../../../../shared/rows.ts';
import { type HostOptions, openHostedDesk } from '../../desk-host.ts';
import { systemClock } from '../../platform/clock.ts';
import { dataFolderOf, prepareDataFolder } from '../../platform/data-folder.ts';
import { type Log, openLog, saidAloud } from '../../platform/log.ts';
import { takeToken } from '../../platform/take-token.ts';
import { EXIT, exitCodeOfUnopened, outliveTerminal } from '../process-end.ts';
import { type BufferedFeed, openBufferedFeed, readStartWords } from './app-life.ts';
import { runDesktop } from './run-desktop.ts';

/** How Windows knows the app's notices and its place on the taskbar. */
const WINDOWS_APP_ID = 'payout-desk';

prepare();

/** What must be said before Electron is ready. */
function prepare(): void {
  outliveTerminal();
  const words = readStartWords(process.argv, process.cwd());
  const dataFolder = dataFolderOf(words.dataFolder);
  const token = takeToken(process.env);
  const log = saidAloud(
    openLog(dataFolder, () => systemClock.nowMs()),
    (said) => process.stderr.write(said),
  );
  app.setName('Payout Desk');
  app.enableSandbox();
  if (process.platform === 'win32') app.setAppUserModelId(WINDOWS_APP_ID);
  protocol.registerSchemesAsPrivileged([{ scheme: DESK_SCHEME, privileges: { standard: true, secure: true } }]);
  // One app for each data folder: Electron tells a second start by this folder.
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
    .then(() => open({ dataFolder, token, log, ownFolder: ownFolder.path, handed }))
    .catch((error: unknown) => {
      if (error instanceof RefusedStart) return refuse(error.refusal);
      log.note('fault', faultWords('start', error));
      sayFault();
    });
}

interface Start {
  readonly dataFolder: string;
  readonly token: string | null;
  readonly log: Log;
  readonly ownFolder: string;
  readonly handed: BufferedFeed<string>;
}

async function open({ dataFolder, token, log, ownFolder, handed }: Start): Promise<void> {
  const opening = await openHostedDesk({
    dataFolder,
    environmentToken: token,
    version: app.getVersion(),
    door: 'electron',
    systemProxy: (url) => session.defaultSession.resolveProxy(url),
    startKeychainChild: startUtility,
    onBroken: (error) => {
      log.note('fault', faultWords('desk', error));
      sayBroken();
    },
  });
  if (opening.kind === 'refused') return refuse(opening.refusal);
  runDesktop({ desk: opening.desk, log, ownFolder, handed });
}

/** Without a window nobody could close an app that holds the desk: it says so and ends, which gives the desk back. */
function sayFault(): void {
  dialog.showErrorBox(
    'Payout Desk cannot open',
    'It met a fault of its own. Nothing was sent.\n\nStart it again. The log in its data folder says what happened.',
  );
  app.exit(EXIT.fault);
}

/** A window over a desk that is gone shows what is no longer so. */
function sayBroken(): void {
  dialog.showErrorBox(
    'Payout Desk stopped',
    'It met a fault of its own. Nothing is sent any more; what was on its way is looked up at the next start.\n\nStart it again. The log in its data folder says what happened.',
  );
  app.exit(EXIT.fault);
}

/** Said in the system's own box: there is no window yet. */
function refuse(refusal: Refusal): void {
  const { message, cure } = saidAt('window', refusal);
  dialog.showErrorBox('Payout Desk cannot open', `${message}\n\n${cure}`);
  app.exit(exitCodeOfUnopened(refusal));
}

/**
 * Starts a script as one of Electron's utility processes: a packaged app cannot be run as plain Node, so that nobody else's
 * script ever runs with its name and its right to the keychain. Shape: `onEnd` also when it could not be started.
 */
const startUtility: NonNullable<HostOptions['startKeychainChild']> = (
  { script, environment },
  { onSpawn, onMessage, onEnd },
) => {
  const child = utilityProcess.fork(script, [], {
    env: definedOnly(environment),
    execArgv: [],
    stdio: 'ignore',
    serviceName: 'Payout Desk keychain',
  });
  child.once('spawn', onSpawn);
  child.once('message', onMessage);
  child.once('exit', onEnd);
  return { send: (message) => child.postMessage(message), kill: () => void child.kill() };
};

function definedOnly(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
