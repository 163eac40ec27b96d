// Which computer this is, so that a desk copied to another one notices, and who goes into the audit log: the system's
// user and this machine, as `user@machine`. Nobody is asked: a name that is typed proves nothing, and neither does a
// variable of the environment.

import { execFileSync } from 'node:child_process';
import { hash, randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';

/** A system that does not answer by then has no id to give. Units: milliseconds. */
const PATIENCE_MS = 2_000;

/** Source: machine-id(5), which asks for a hash of the id with something of the application's own. */
export function machineId(
  stateFolder: string,
  {
    platform,
    systemId = readSystemId,
  }: { readonly platform: NodeJS.Platform; readonly systemId?: typeof readSystemId },
): string {
  const id = systemId(platform) ?? ownId(stateFolder);
  return hash('sha256', `payout-desk\n${id}`, 'hex').slice(0, 32);
}

/** The system's own id. Errors: null where it has none or does not tell. */
function readSystemId(platform: NodeJS.Platform): string | null {
  try {
    if (platform === 'darwin') return idOfMac(ask('/usr/sbin/ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice']));
    if (platform === 'win32') {
      const reg = join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'reg.exe');
      return idOfWindows(ask(reg, ['query', 'HKLM\\SOFTWARE\\Microsoft\\Cryptography', '/v', 'MachineGuid']));
    }
    // Empty in an image, `uninitialized` in its first boot: then it is not this computer's yet.
    return /^[0-9a-f]{32}$/.exec(readFileSync('/etc/machine-id', 'utf8').trim())?.[0] ?? null;
  } catch {
    return null;
  }
}

/** What macOS calls the computer, in what `ioreg` prints. */
export function idOfMac(text: string): string | null {
  return /"IOPlatformUUID"\s*=\s*"([0-9A-Fa-f-]{36})"/.exec(text)?.[1] ?? null;
}

/** What Windows calls the computer, in what `reg query` prints. */
export function idOfWindows(text: string): string | null {
  return /MachineGuid\s+REG_SZ\s+([0-9A-Fa-f-]{36})/.exec(text)?.[1] ?? null;
}

function ask(program: string, words: readonly string[]): string {
  return execFileSync(program, words, { encoding: 'utf8', timeout: PATIENCE_MS, stdio: ['ignore', 'pipe', 'ignore'] });
}

/** An id made once and kept beside the heads: it tells a copied data folder, not a copied home. */
function ownId(stateFolder: string): string {
  const path = join(stateFolder, 'machine-id');
  const found = readOwn(path);
  if (found !== null) return found;
  const made = randomUUID();
  try {
    mkdirSync(stateFolder, { recursive: true, mode: 0o700 });
    chmodSync(stateFolder, 0o700);
    writeFileSync(path, made, { mode: 0o600, flag: 'wx' });
    return made;
  } catch {
    // Another process made it first, or nothing can be kept here, which the head then says itself.
    return readOwn(path) ?? made;
  }
}

function readOwn(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim() || null;
  } catch {
    return null;
  }
}

export function actorName(): string {
  return `${userName()}@${hostname()}`;
}

/** A user whom the system has no name for, as in a container, goes by the number that it knows him by. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return process.geteuid === undefined ? 'unnamed user' : `uid ${process.geteuid()}`;
  }
}
