// Never fails a run or delays it for long: what stays missing is listed, and its tests say that they are skipped.

import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';

/** `others` are alternatives for a machine where `command` cannot be installed. */
interface SystemProgram {
  readonly command: string;
  readonly others?: readonly string[];
  readonly packageName: string;
  readonly purpose: string;
}

const PROGRAMS: readonly SystemProgram[] = [
  { command: 'dbus-daemon', packageName: 'dbus', purpose: 'the bus the Secret Service speaks over' },
  { command: 'gnome-keyring-daemon', packageName: 'gnome-keyring', purpose: 'the Secret Service of the token vault' },
  {
    command: 'chromium-headless-shell',
    others: ['chromium', 'chromium-browser', 'google-chrome'],
    packageName: 'chromium-headless-shell',
    purpose: 'the browser that draws the window for its tests',
  },
  { command: 'pdftotext', packageName: 'poppler-utils', purpose: 'the reader of the reports on paper' },
  { command: 'qpdf', packageName: 'qpdf', purpose: 'the check of the reports on paper' },
  { command: 'pg_ctlcluster', packageName: 'postgresql', purpose: 'the database of the register that desks share' },
  { command: 'soffice', packageName: 'libreoffice-calc', purpose: 'the spreadsheet program that opens the workbooks' },
];

/** A slow mirror may need a minute for its lists; a machine without network must not wait longer. */
const UPDATE_TIMEOUT_MS = 90_000;

/** The largest is a browser of a hundred megabytes, or an office suite as large, with its dependencies. */
const INSTALL_TIMEOUT_MS = 300_000;

/** Installs what is missing, where possible. Returns one sentence for each program that stays missing. */
export function prepareSystemPrograms(): readonly string[] {
  if (process.platform !== 'linux') return [];
  const missing = PROGRAMS.filter(({ command }) => !isInstalled(command));
  if (missing.length === 0) return [];
  const obstacle = obstacleToInstalling() ?? install(missing);
  return missing
    .filter(({ command, others = [] }) => ![command, ...others].some(isInstalled))
    .map(({ command, purpose }) => `${command} (${purpose}) is not installed: ${obstacle ?? 'its package lacks it'}`);
}

function isInstalled(command: string): boolean {
  return (process.env['PATH'] ?? '').split(path.delimiter).some((folder) => {
    try {
      accessSync(path.join(folder, command), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function obstacleToInstalling(): string | null {
  if (!existsSync('/etc/debian_version') || !isInstalled('apt-get')) return 'only Debian and Ubuntu are known here';
  if (process.getuid?.() !== 0) return 'installing needs root';
  return null;
}

function install(missing: readonly SystemProgram[]): string | null {
  const names = missing.map(({ packageName }) => packageName);
  console.log(`installing ${names.join(', ')} for the tests that need them`);
  const updated = aptGet(['update', '-qq'], UPDATE_TIMEOUT_MS);
  // One by one, so that a failure of one does not affect the others.
  const installed = names.filter((name) =>
    aptGet(['install', '-y', '-qq', '--no-install-recommends', name], INSTALL_TIMEOUT_MS),
  );
  if (installed.length === names.length) return null;
  return updated ? 'apt-get install failed' : 'the package lists could not be fetched';
}

function aptGet(args: readonly string[], timeoutMs: number): boolean {
  const result = spawnSync('apt-get', args, {
    stdio: 'ignore',
    timeout: timeoutMs,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return result.status === 0;
}
