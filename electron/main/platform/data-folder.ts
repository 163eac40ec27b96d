// The folder that holds the desk's database, logs and practice gateway: private to this user, and written by one process alone.
// This file must never loosen a permission, and never leave the lock behind when the rest cannot be had.

import { accessSync, chmodSync, constants, mkdirSync, statfsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import type { Book } from '../../../shared/books.ts';
import { RefusedStart } from '../../../shared/failures.ts';
import type { Refusal } from '../../../shared/issues.ts';
import type { TakeSenderLock } from './sender-lock.ts';

/** File systems that live on another machine, where SQLite's locks cannot be trusted. Source: Linux statfs(2), f_type. */
const NETWORK_FILE_SYSTEMS = new Map<number, string>([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xfe534d42, 'SMB2'],
  [0xff534d42, 'CIFS'],
]);

/** This user's own folder. Errors: throws RefusedStart where neither the environment nor the system names one. */
export function homeFolder(): string {
  try {
    return homedir();
  } catch {
    throw new RefusedStart({
      code: 'noHomeFolder',
      message: 'This user has no home folder on this computer.',
      cure: 'Set HOME to a folder of your own, or name folders with XDG_DATA_HOME and XDG_STATE_HOME.',
    });
  }
}

/** Where the desk keeps its data when nobody says otherwise. */
export function defaultDataFolder(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  if (platform === 'win32')
    return join(given(environment['APPDATA']) ?? join(homeFolder(), 'AppData', 'Roaming'), 'Payout Desk');
  if (platform === 'darwin') return join(homeFolder(), 'Library', 'Application Support', 'Payout Desk');
  return join(given(environment['XDG_DATA_HOME']) ?? join(homeFolder(), '.local', 'share'), 'payout-desk');
}

/** An empty or relative path counts as not given: else the data would lie wherever the desk is started. Source: XDG Base Directory. */
function given(path: string | undefined): string | null {
  return path !== undefined && isAbsolute(path) ? path : null;
}

export type DataFolder =
  | { readonly kind: 'ready'; readonly path: string; readonly warning: string | null }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Makes the folder ready for writing, private to this user. Errors: a refusal when that cannot be. */
export function prepareDataFolder(wish: string): DataFolder {
  const path = resolve(wish);
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const { mode } = statSync(path);
    // Asked of the mode itself, because an administrator may write everywhere and would not notice.
    if ((mode & 0o200) === 0) return refused(path, 'is read-only');
    // A sticky folder, such as /tmp, is everybody's and stays so; the desk's files in it are private all the same.
    if ((mode & 0o077) !== 0 && (mode & 0o1000) === 0) chmodSync(path, mode & 0o700);
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return { kind: 'ready', path, warning: networkWarning(path) };
  } catch (error) {
    return refused(path, reasonOf(error));
  }
}

function networkWarning(path: string): string | null {
  const name = NETWORK_FILE_SYSTEMS.get(statfsSync(path).type);
  if (name === undefined) return null;
  return `The data folder is on a network drive (${name}): locks there cannot be trusted. Move it to this computer's disk.`;
}

function refused(path: string, why: string): DataFolder {
  return {
    kind: 'refused',
    refusal: {
      code: 'dataFolder',
      message: `The data folder ${path} ${why}.`,
      cure: 'Choose a folder that you may write to, with --data.',
    },
  };
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return 'may not be written by you';
    case 'EROFS':
      return 'is on a read-only disk';
    case 'ENOSPC':
      return 'is on a full disk';
    case 'ENOTDIR':
    case 'EEXIST':
      return 'is not a folder';
    default:
      return `cannot be used (${code})`;
  }
}

export type Held =
  | { readonly kind: 'held'; readonly path: string; release(): void }
  | { readonly kind: 'busy' }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Shape: `book` names the desk; the practice desk lies in a folder of its own inside. */
export interface HoldWish {
  readonly book: Book;
  readonly takeLock: TakeSenderLock;
  readonly onWarning: (warning: string) => void;
}

/** Makes the data folder ready and takes the sender's lock. */
export function holdDataFolder(dataFolder: string, { book, takeLock, onWarning }: HoldWish): Held {
  const folder = prepareDataFolder(dataFolder);
  if (folder.kind === 'refused') return folder;
  if (folder.warning !== null) onWarning(folder.warning);
  const lock = takeLock(folder.path);
  if (lock.kind === 'busy') return lock;
  if (lock.kind === 'unusable') return { kind: 'refused', refusal: unusable(folder.path, lock.code) };
  const inner = book === 'practice' ? prepareDataFolder(join(folder.path, 'practice')) : folder;
  if (inner.kind === 'ready') return { kind: 'held', path: folder.path, release: () => lock.release() };
  lock.release();
  return inner;
}

function unusable(path: string, code: string): Refusal {
  return {
    code: 'dataFolder',
    message: `The data folder ${path} cannot be written${/^SQLITE_(?:FULL|CANTOPEN|READONLY|PERM)/.test(code) ? '' : ` (${code})`}.`,
    cure: 'Check that you may write there and that the disk has free space.',
  };
}
