// The profiles of a desk whose file is not looked through: a window asks for them each time it needs a token, also in the
// middle of a run, and looking through a long file takes long. In: where the database is. Out: its profiles.
// This file must never serve what is sent: that comes from a desk which was opened whole.

import Database from 'better-sqlite3';
import type { Profile } from '../../../shared/profiles.ts';
import { readProfiles } from './merchants-and-profiles.ts';

/** Shape: null where there is no database, or it cannot be read. */
export function peekProfiles(path: string): readonly Profile[] | null {
  try {
    const database = new Database(path, { readonly: true, fileMustExist: true });
    try {
      return readProfiles(database).list();
    } finally {
      database.close();
    }
  } catch {
    return null;
  }
}
