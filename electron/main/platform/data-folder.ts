// The desk's folders: one for its database, logs and practice gateway, private to this user, and one outside it where the desk
// notes how far it has come. Each has one writer at a time, by a small SQLite file locked exclusively while this process lives;
// the system frees the lock when the process dies.

import { accessSync, chmodSync, constants, existsSync, mkdirSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { errorCode, invariant, type Refused, RefusedError, refusedAs } from '../../../shared/failures.ts';
import { isDatabaseId } from '../../../shared/ids.ts';
import { type Message, msg } from '../../../shared/messages/message.ts';
import type { Book } from '../../../shared/profiles.ts';

/** File systems on another machine, where SQLite's locks cannot be trusted. From Linux statfs(2), f_type. */
const NETWORK_FILE_SYSTEMS = new Map<number, string>([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xfe534d42, 'SMB2'],
  [0xff534d42, 'CIFS'],
]);

/** This user's home folder. Throws RefusedError where neither the environment nor the system names one. */
function homeFolder(): string {
  try {
    return homedir();
  } catch {
    throw new RefusedError({
      code: 'noHomeFolder',
      message: msg('folder.noHome'),
      cure: msg('cure.noHomeFolder'),
    });
  }
}

/** The data folder: the one named, or the default. */
export function dataFolderOf(named: string | null): string {
  return resolve(named ?? defaultDataFolder(process.env, process.platform));
}

/** The data folder when none is named. */
export function defaultDataFolder(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  if (platform === 'win32')
    return join(nonEmpty(environment['APPDATA']) ?? join(homeFolder(), 'AppData', 'Roaming'), 'Payout Desk');
  if (platform === 'darwin') return join(homeFolder(), 'Library', 'Application Support', 'Payout Desk');
  return join(nonEmpty(environment['XDG_DATA_HOME']) ?? join(homeFolder(), '.local', 'share'), 'payout-desk');
}

/** An empty or relative path counts as not set, or the data would end up wherever the desk is started. See XDG Base Directory. */
function nonEmpty(path: string | undefined): string | null {
  return path !== undefined && isAbsolute(path) ? path : null;
}

export type DataFolder = { readonly kind: 'ready'; readonly path: string; readonly warning: Message | null } | Refused;

/** Prepares the folder for writing, private to this user; returns a refusal if that fails. */
export function prepareDataFolder(folder: string): DataFolder {
  const path = resolve(folder);
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const { mode } = statSync(path);
    // Checks the mode itself, because an administrator may write everywhere and would not notice.
    if ((mode & 0o200) === 0) return refused(path, msg('why.folder.readOnly'));
    // A sticky folder, such as /tmp, is shared and stays so; the desk's files in it are private anyway.
    if ((mode & 0o077) !== 0 && (mode & 0o1000) === 0) chmodSync(path, mode & 0o700);
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return { kind: 'ready', path, warning: networkWarning(path) };
  } catch (error) {
    return refused(path, reasonOf(error));
  }
}

function networkWarning(path: string): Message | null {
  const name = NETWORK_FILE_SYSTEMS.get(statfsSync(path).type);
  return name === undefined ? null : msg('folder.networkDrive', { name });
}

function refused(path: string, why: Message): Refused {
  return refusedAs('dataFolder', msg('folder.unusable', { path, why }), msg('cure.dataFolder'));
}

function reasonOf(error: unknown): Message {
  const code = errorCode(error) ?? 'unknown';
  return REASONS[code] ?? msg('why.folder.unusable', { code });
}

const REASONS: Readonly<Record<string, Message>> = {
  EACCES: msg('why.folder.notYours'),
  EPERM: msg('why.folder.notYours'),
  EROFS: msg('why.folder.readOnlyDisk'),
  ENOSPC: msg('why.folder.fullDisk'),
  ENOTDIR: msg('why.folder.noFolder'),
  EEXIST: msg('why.folder.noFolder'),
};

export type Held =
  | { readonly kind: 'held'; readonly path: string; release(): void }
  | { readonly kind: 'busy' }
  | Refused;

/** `book` is the desk; the practice desk has a folder inside. */
export interface HoldOptions {
  readonly book: Book;
  readonly takeLock: TakeSenderLock;
  readonly onWarning: (warning: Message) => void;
}

/** Prepares the data folder and takes the sender's lock. */
export function holdDataFolder(dataFolder: string, { book, takeLock, onWarning }: HoldOptions): Held {
  const folder = prepareDataFolder(dataFolder);
  if (folder.kind === 'refused') return folder;
  if (folder.warning !== null) onWarning(folder.warning);
  const lock = takeLock(folder.path);
  if (lock.kind === 'busy') return lock;
  if (lock.kind === 'unusable') return unusable(folder.path, lock.code);
  const inner = book === 'practice' ? prepareDataFolder(join(folder.path, 'practice')) : folder;
  if (inner.kind === 'ready') return { ...lock, path: folder.path };
  lock.release();
  return inner;
}

function unusable(path: string, code: string): Refused {
  const isPlain = /^SQLITE_(?:FULL|CANTOPEN|READONLY|PERM)/.test(code);
  const message = isPlain ? msg('folder.unwritable', { path }) : msg('folder.unwritable.code', { path, code });
  return refusedAs('dataFolder', message, msg('cure.mayWrite'));
}

/** A process that was just killed frees its lock within this time. */
const GRACE_MS = 1_500;

export type Locking =
  | { readonly kind: 'held'; readonly release: () => void }
  | { readonly kind: 'busy' }
  | { readonly kind: 'unusable'; readonly code: string };

export type TakeSenderLock = (dataFolder: string) => Locking;

/** One lock for both databases of a data folder: taken for the first, released with the last. */
export function shareSenderLock(): TakeSenderLock {
  let shared: { readonly dataFolder: string; readonly release: () => void; users: number } | null = null;
  return (dataFolder) => {
    if (shared === null || shared.dataFolder !== dataFolder) {
      const locking = takeSenderLock(dataFolder);
      if (locking.kind !== 'held') return locking;
      shared = { dataFolder, release: locking.release, users: 0 };
    }
    const mine = shared;
    mine.users += 1;
    return {
      kind: 'held',
      release: () => {
        mine.users -= 1;
        if (mine.users > 0) return;
        if (shared === mine) shared = null;
        mine.release();
      },
    };
  };
}

/** Takes the lock of a data folder. `busy` when another process sends from it, `unusable` when it cannot be written. */
export function takeSenderLock(dataFolder: string): Locking {
  let database: Database.Database | null = null;
  try {
    const path = join(dataFolder, 'lock.db');
    database = new Database(path, { timeout: GRACE_MS });
    chmodSync(path, 0o600);
    database.pragma('locking_mode = EXCLUSIVE');
    database.pragma('journal_mode = DELETE');
    database.exec('BEGIN EXCLUSIVE; CREATE TABLE IF NOT EXISTS held (pid INTEGER) STRICT;');
    database.exec('DELETE FROM held');
    database.prepare('INSERT INTO held (pid) VALUES (?)').run(process.pid);
    database.exec('COMMIT');
    const held = database;
    return { kind: 'held', release: () => void held.close() };
  } catch (error) {
    database?.close();
    const code = errorCode(error);
    if (code === null) throw error;
    return code.startsWith('SQLITE_BUSY') ? { kind: 'busy' } : { kind: 'unusable', code };
  }
}

/** Whether a process holds the lock of a data folder now; also true when that cannot be determined. */
export function isSenderLockHeld(dataFolder: string): boolean {
  const path = join(dataFolder, 'lock.db');
  if (!existsSync(path)) return false;
  let database: Database.Database | null = null;
  try {
    database = new Database(path, { readonly: true, fileMustExist: true, timeout: 0 });
    // An exclusive lock also blocks readers, so a successful read means that nobody holds it.
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
    return false;
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error;
    return true;
  } finally {
    database?.close();
  }
}

/** The default state folder. */
export function defaultStateFolder(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  const named = nonEmpty(environment[platform === 'win32' ? 'LOCALAPPDATA' : 'XDG_STATE_HOME']);
  if (platform === 'win32') return join(named ?? join(homeFolder(), 'AppData', 'Local'), 'Payout Desk');
  if (platform === 'darwin') return join(homeFolder(), 'Library', 'Application Support', 'Payout Desk State');
  return join(named ?? join(homeFolder(), '.local', 'state'), 'payout-desk');
}

/** The folder of one database's head. Throws for an id that the desk never makes, because it could lead anywhere. */
export function headFolder(stateFolder: string, databaseId: string): string {
  invariant(isDatabaseId(databaseId), 'a folder was asked for by something that is no id of a database');
  return join(stateFolder, 'heads', databaseId);
}

/** Every database that has a head. Throws when the folder exists and cannot be read. */
export function headIds(stateFolder: string): readonly string[] {
  const folder = join(stateFolder, 'heads');
  return existsSync(folder) ? readdirSync(folder).filter(isDatabaseId) : [];
}

/** Makes a folder private to this user and takes its lock; `busy` when another process holds it. */
export function takeStateFolder(folder: string): Held {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
  } catch (error) {
    return notUsable(folder, errorCode(error) ?? 'unknown');
  }
  const lock = takeSenderLock(folder);
  if (lock.kind === 'unusable') return notUsable(folder, lock.code);
  return lock.kind === 'held' ? { ...lock, path: folder } : lock;
}

function notUsable(folder: string, code: string): Refused {
  return refusedAs('stateFolder', msg('folder.state', { folder, code }), msg('cure.stateFolder'));
}
