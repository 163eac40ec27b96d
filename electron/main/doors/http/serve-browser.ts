import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { faultWords, RefusedError } from '../../../../shared/failures.ts';
import { PORT_MAX } from '../../../../shared/limits.ts';
import { inEnglish } from '../../../../shared/messages/speak.ts';
import type { Refusal } from '../../../../shared/rows.ts';
import { openHostedDesk } from '../../desk-host.ts';
import { systemClock } from '../../platform/clock.ts';
import { dataFolderOf } from '../../platform/data-folder.ts';
import { takeSecret, withoutSecrets } from '../../platform/environment-secrets.ts';
import { withoutPeople } from '../../platform/log.ts';
import { listPageFiles } from '../page-files.ts';
import { EXIT, exitCodeOfUnopened, listenForInterruption, outliveTerminal } from '../process-end.ts';
import { selfTest } from '../self-test.ts';
import { readVersion } from '../version.ts';
import { openLoopbackDoor } from './loopback-door.ts';

/** Where the page is built, beside the program: out/renderer and out/main. */
const PAGE_FOLDER = fileURLToPath(new URL('../renderer', import.meta.url));

/** Opens the door and stays until it is interrupted. */
export function serveBrowser(): Promise<void> {
  return start().catch(end);
}

async function start(): Promise<void> {
  outliveTerminal();
  const values = readWords();
  if (values?.help === true) return void process.stdout.write(`${USAGE}\n`);
  if (values?.version === true) return void process.stdout.write(`${readVersion()}\n`);
  if (values === null) {
    process.stderr.write(`${USAGE}\n`);
    process.exitCode = EXIT.refused;
    return;
  }
  const program = { version: readVersion(), door: 'browser', systemProxy: null } as const;
  if (values.selfTest) process.exit(await selfTest({ ...program, pageFolder: PAGE_FOLDER }));
  // Before the desk is held: a window without its page would hold it for nothing.
  const pageFiles = listPageFiles(PAGE_FOLDER);
  const dataFolder = dataFolderOf(values.data);
  const opening = await openHostedDesk({
    ...program,
    dataFolder,
    environmentToken: takeSecret(process.env, 'token'),
    environmentPassword: takeSecret(process.env, 'mailPassword'),
    onBroken: end,
  });
  if (opening.kind === 'refused') {
    process.stderr.write(`${textOf(opening.refusal)}\n`);
    process.exitCode = exitCodeOfUnopened(opening.refusal);
    return;
  }
  const { desk, warnings } = opening;
  let removePage: (() => void) | null = null;
  const door = await openLoopbackDoor({
    desk,
    clock: systemClock,
    pageFiles,
    folder: dataFolder,
    port: values.port,
    onSession: () => removePage?.(),
  });
  // A reader of the output may end the process at this very moment.
  const lines = createInterface({ input: process.stdin });
  lines.on('line', () => void process.stdout.write(`  ${door.newLink()}\n`));
  lines.on('error', () => lines.close());
  // A service has nobody at its input.
  if (process.platform !== 'win32') process.on('SIGUSR2', () => void process.stdout.write(`  ${door.newLink()}\n`));
  process.stdin.on('error', () => undefined);
  listenForInterruption({
    onFirst: () => {
      const what = desk.isSending() ? 'Pausing' : 'Closing';
      const closing = desk.close();
      lines.close();
      process.stdout.write(`${what}: waiting for the requests in flight. Again to leave at once.\n`);
      closing
        .then(() => door.close())
        .then(
          () => process.exit(0),
          (error: unknown) => end(error),
        );
    },
    // What is in flight is then in doubt, and is looked up at the next start.
    onSecond: () => process.exit(EXIT.fault),
  });

  for (const warning of warnings) process.stdout.write(`${inEnglish(warning, 'window')}\n`);
  const link = door.newLink();
  removePage = values.quiet ? null : openInBrowser(link, dataFolder);
  process.once('exit', () => removePage?.());
  process.stdout.write(
    `${removePage !== null ? 'Opening' : 'Open'} Payout Desk in the browser of this computer:\n  ${link}\n`,
  );
  process.stdout.write('The link works once. Press Enter for another, Ctrl+C to end.\n');
}

const USAGE = `Opens the window of Payout Desk in this computer's browser, until Ctrl+C.

Usage: payout-desk-window [--data FOLDER] [--port NUMBER] [--quiet] [--self-test]

  --data FOLDER    where the database lives; the user's application folder if left out
  --port NUMBER    0 to 65535; any free one if left out or 0
  --quiet          prints the link, and opens no browser
  --self-test      pays a sample at the practice gateway, in a folder of its own
  -h, --help       this help
  -v, --version    the version

Example: payout-desk-window --data ~/payroll`;

interface DoorWords {
  readonly data: string | null;
  readonly port: number;
  readonly quiet: boolean;
  readonly selfTest: boolean;
  readonly help: boolean;
  readonly version: boolean;
}

/** The command-line options; null if they are wrong. */
function readWords(): DoorWords | null {
  try {
    const { values } = parseArgs({
      options: {
        data: { type: 'string' },
        port: { type: 'string' },
        quiet: { type: 'boolean' },
        'self-test': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
      },
    });
    const port = Number(values.port ?? 0);
    const isPort = Number.isInteger(port) && port >= 0 && port <= PORT_MAX && values.port !== '';
    const { data = null, quiet = false, help = false, version = false } = values;
    // An empty one is a script's variable that was never set, and would make a desk wherever the script is.
    const isData = data === null || data.trim() !== '';
    return isPort && isData ? { data, port, quiet, selfTest: values['self-test'] ?? false, help, version } : null;
  } catch {
    return null;
  }
}

/** Ends the process, which may hold the desk, even if something is still running. */
function end(error: unknown): void {
  if (error instanceof RefusedError) {
    process.stderr.write(`${textOf(error.refusal)}\n`, () => process.exit(EXIT.refused));
    return;
  }
  const words = withoutPeople(faultWords('start', error));
  process.stderr.write(`Payout Desk stopped on a fault of its own: ${words}\n`, () => process.exit(EXIT.fault));
}

function textOf({ message, cure }: Refusal): string {
  return `${inEnglish(message)} ${inEnglish(cure)}`;
}

// Opens a link in the system's browser, if there is one. The link contains a secret and every user of the machine can read a
// command line, so it is passed through a page file: in a new folder with an unguessable name that only this user can enter. The
// file is removed once the link is used.

const FOLDER = 'open-';
const PAGE = 'open-desk.html';

/** Returns the function that removes the page; null if no browser can open, for example on a server. */
export function openInBrowser(link: string, folder: string): (() => void) | null {
  const opener = openerOf(process.platform, process.env);
  if (opener === null) return null;
  const page = writePage(link, folder);
  if (page === null) return null;
  const [command, ...words] = opener;
  const child = spawn(command, [...words, pathToFileURL(page.path).href], {
    stdio: 'ignore',
    detached: true,
    env: withoutSecrets(process.env),
  });
  // The link is printed too, so a machine without an opener loses nothing.
  child.on('error', () => {});
  child.unref();
  return page.remove;
}

/** Returns null if the disk refuses; the link is printed anyway. */
function writePage(link: string, folder: string): { readonly path: string; readonly remove: () => void } | null {
  try {
    removePages(folder);
    const own = mkdtempSync(join(folder, FOLDER));
    const path = join(own, PAGE);
    const address = link.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    writeFileSync(
      path,
      `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${address}">`,
      // Never through a symbolic link, and never into an existing file.
      { mode: 0o600, flag: 'wx' },
    );
    return { path, remove: () => removePage(own) };
  } catch {
    return null;
  }
}

/** Removes what a killed process left; its links no longer work. */
function removePages(folder: string): void {
  for (const name of readdirSync(folder)) if (/^open-\w{6}$/.test(name)) removePage(join(folder, name));
}

/** Removes only the page and its folder; any other file in it is not ours and stays. */
function removePage(own: string): void {
  try {
    rmSync(join(own, PAGE), { force: true });
    rmdirSync(own);
  } catch {
    // Tried again at the next start.
  }
}

function openerOf(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): readonly [string, ...string[]] | null {
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  if (platform === 'darwin') return ['open'];
  const hasScreen = [environment['DISPLAY'], environment['WAYLAND_DISPLAY']].some((screen) => (screen ?? '') !== '');
  return hasScreen ? ['xdg-open'] : null;
}
