// Identifies this computer, so that a desk copied to another one notices, and gives the audit log its actor: the system's user
// and this machine, as `user@machine`. Nobody is asked, because a typed name proves nothing, and neither does an environment
// variable.

import { execFileSync } from 'node:child_process';
import { hash, randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';

/** A system that does not answer within this time counts as having no id. */
const PATIENCE_MS = 2_000;

/** Hashes the id with our own prefix, as machine-id(5) requires. */
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

/** The system's own id; null where there is none or it cannot be read. */
function readSystemId(platform: NodeJS.Platform): string | null {
  try {
    if (platform === 'darwin') return idOfMac(ask('/usr/sbin/ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice']));
    if (platform === 'win32') {
      const reg = join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'reg.exe');
      return idOfWindows(ask(reg, ['query', 'HKLM\\SOFTWARE\\Microsoft\\Cryptography', '/v', 'MachineGuid']));
    }
    // The file is empty in an image and `uninitialized` during first boot; then the id is not yet this computer's.
    return /^[0-9a-f]{32}$/.exec(readFileSync('/etc/machine-id', 'utf8').trim())?.[0] ?? null;
  } catch {
    return null;
  }
}

/** macOS's id of the computer, from the output of `ioreg`. */
export function idOfMac(text: string): string | null {
  return /"IOPlatformUUID"\s*=\s*"([0-9A-Fa-f-]{36})"/.exec(text)?.[1] ?? null;
}

/** Windows's id of the computer, from the output of `reg query`. */
export function idOfWindows(text: string): string | null {
  return /MachineGuid\s+REG_SZ\s+([0-9A-Fa-f-]{36})/.exec(text)?.[1] ?? null;
}

function ask(program: string, words: readonly string[]): string {
  return execFileSync(program, words, { encoding: 'utf8', timeout: PATIENCE_MS, stdio: ['ignore', 'pipe', 'ignore'] });
}

/** An id created once and stored beside the heads. It detects a copied data folder, not a copied home folder. */
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
    // Another process created it first, or nothing can be stored here, which storing the head then reports.
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

/** A user without a name in the system, as in a container, is named by number. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return process.geteuid === undefined ? 'unnamed user' : `uid ${process.geteuid()}`;
  }
}
