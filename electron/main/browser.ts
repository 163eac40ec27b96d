// The front door for this machine's own browser, where the Electron runtime cannot be had. In: a command line. Out: the desk
// on 127.0.0.1, until it is stopped. This file must never hold logic: the loopback door and the desk behind it do.

import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { faultWords, RefusedStart } from '../../shared/failures.ts';
import { PORT_MAX } from '../../shared/limits.ts';
import { listPageFiles } from './api/page-files.ts';
import { openLoopbackDoor } from './api/loopback/loopback-door.ts';
import { openWindowDesk } from './api/open-window-desk.ts';
import { composeForWindows } from './compose.ts';
import { saidAloud, withoutPeople } from './platform/log.ts';
import { openInBrowser } from './platform/open-in-browser.ts';
import { takeToken } from './platform/take-token.ts';
import { EXIT, exitCodeOfUnopened } from './terminal/exit-codes.ts';
import { outliveTerminal } from './terminal/gone-terminal.ts';
import { listenForInterruption } from './terminal/interruption.ts';

async function start(): Promise<void> {
  outliveTerminal();
  const values = readWords();
  if (values === null) {
    process.stderr.write(`${USAGE}\n`);
    process.exitCode = EXIT.refused;
    return;
  }
  const warnings: string[] = [];
  const { rooms, dataFolder, actor, log } = composeForWindows({
    dataFolder: values.data,
    stateFolder: null,
    environmentToken: takeToken(process.env),
    systemProxy: null,
    onWarning: (warning) => warnings.push(warning),
  });
  const opening = openWindowDesk({
    rooms,
    facts: { version: versionOf(), door: 'browser', dataFolder, actor },
    warnings,
    log: saidAloud(log, (words) => process.stderr.write(words)),
  });
  if (opening.kind === 'refused') {
    process.stderr.write(`${opening.refusal.message} ${opening.refusal.cure}\n`);
    process.exitCode = exitCodeOfUnopened(opening.refusal);
    return;
  }
  const { desk } = opening;
  // The page is built beside the program: out/renderer and out/main.
  const pageFiles = listPageFiles(fileURLToPath(new URL('../renderer', import.meta.url)));
  let removePage: (() => void) | null = null;
  const door = await openLoopbackDoor({
    desk,
    clock: rooms.clock,
    pageFiles,
    folder: dataFolder,
    port: values.port,
    onSession: () => removePage?.(),
  });
  for (const warning of warnings) process.stdout.write(`${warning}\n`);
  const link = door.newLink();
  removePage = values.quiet ? null : openInBrowser(link, dataFolder);
  process.once('exit', () => removePage?.());
  process.stdout.write(
    `${removePage !== null ? 'Opening' : 'Open'} Payout Desk in the browser of this computer:\n  ${link}\n`,
  );
  process.stdout.write('The link works once. Press Enter for another, Ctrl+C to end.\n');

  const lines = createInterface({ input: process.stdin });
  lines.on('line', () => void process.stdout.write(`  ${door.newLink()}\n`));
  lines.on('error', () => lines.close());
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
    // What was in flight is in doubt then, and is looked up at the next start.
    onSecond: () => process.exit(EXIT.fault),
  });
}

/** The version in the package's own file, which lies as far from this file as from the built one. */
function versionOf(): string {
  const file = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(file) as { version: string };
  return version;
}

const USAGE = 'Options: --data FOLDER, --port NUMBER (0 to 65535), --quiet. Each may be left out.';

/** The words it was started with; null when they cannot be understood. */
function readWords(): { readonly data: string | null; readonly port: number; readonly quiet: boolean } | null {
  try {
    const { values } = parseArgs({
      options: { data: { type: 'string' }, port: { type: 'string' }, quiet: { type: 'boolean' } },
    });
    const port = Number(values.port ?? 0);
    const isPort = Number.isInteger(port) && port >= 0 && port <= PORT_MAX && values.port !== '';
    return isPort ? { data: values.data ?? null, port, quiet: values.quiet === true } : null;
  } catch {
    return null;
  }
}

/** Ends the process, which may hold the desk, whatever still goes on in it. */
function end(error: unknown): void {
  if (error instanceof RefusedStart) {
    const { message, cure } = error.refusal;
    process.stderr.write(`${message} ${cure}\n`, () => process.exit(EXIT.refused));
    return;
  }
  const words = withoutPeople(faultWords('start', error));
  process.stderr.write(`Payout Desk stopped on a fault of its own: ${words}\n`, () => process.exit(EXIT.fault));
}

start().catch(end);
