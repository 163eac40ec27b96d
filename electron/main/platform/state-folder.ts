// The folder outside the data folder in which the desk notes how far it has come. In: the system's habits. Out: a private
// folder for each database, held by one process, or a refusal. This file must never lie inside what a backup of the data
// folder copies.

import { chmodSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { invariant } from '../../../shared/failures.ts';
import { isDatabaseId } from '../../../shared/ids.ts';
import type { Refusal } from '../../../shared/issues.ts';
import { homeFolder } from './data-folder.ts';
import { takeSenderLock } from './sender-lock.ts';

/** Where the desk keeps its state. Source: XDG Base Directory; an empty or relative path counts as not given. */
export function defaultStateFolder(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  const given = environment[platform === 'win32' ? 'LOCALAPPDATA' : 'XDG_STATE_HOME'];
  const named = given !== undefined && isAbsolute(given) ? given : null;
  if (platform === 'win32') return join(named ?? join(homeFolder(), 'AppData', 'Local'), 'Payout Desk');
  if (platform === 'darwin') return join(homeFolder(), 'Library', 'Application Support', 'Payout Desk State');
  return join(named ?? join(homeFolder(), '.local', 'state'), 'payout-desk');
}

/** The folder of one database's head. Errors: throws for an id that the desk never makes, which could lead anywhere. */
export function headFolder(stateFolder: string, databaseId: string): string {
  invariant(isDatabaseId(databaseId), 'a folder was asked for by something that is no id of a database');
  return join(stateFolder, 'heads', databaseId);
}

/** Every database that has a head. Errors: throws when the folder is there and cannot be read. */
export function headIds(stateFolder: string): readonly string[] {
  const folder = join(stateFolder, 'heads');
  return existsSync(folder) ? readdirSync(folder).filter(isDatabaseId) : [];
}

export type TakenFolder =
  | { readonly kind: 'taken'; readonly folder: string; release(): void }
  | { readonly kind: 'busy' }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Makes a folder private to this user and holds it. Errors: busy when another process holds it. */
export function takeStateFolder(folder: string): TakenFolder {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
  } catch (error) {
    return refused(folder, error instanceof Error && 'code' in error ? String(error.code) : 'unknown');
  }
  const lock = takeSenderLock(folder);
  if (lock.kind === 'unusable') return refused(folder, lock.code);
  return lock.kind === 'held' ? { kind: 'taken', folder, release: () => lock.release() } : lock;
}

function refused(folder: string, code: string): TakenFolder {
  return {
    kind: 'refused',
    refusal: {
      code: 'stateFolder',
      message: `The folder ${folder}, where the desk notes how far it has come, cannot be written (${code}).`,
      cure: 'Check that this folder is yours to write and that its disk has free space.',
    },
  };
}
