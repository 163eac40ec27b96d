// A copy of a database, made beside whoever uses it. In: the database and where the copy goes. Out: a whole, verified file
// that only this user can read, or a refusal. This file must never overwrite anything, nor leave half a copy behind.

import { randomBytes } from 'node:crypto';
import { chmodSync, closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { TrackTempFile } from '../../../shared/file-writing.ts';
import type { Refusal } from '../../../shared/issues.ts';
import { refusing } from './disk-refusals.ts';
import { openReadOnly } from './open-database.ts';
import { type Verdict, verifyDatabase } from './verify-database.ts';

export type BackUp =
  | { readonly kind: 'written'; readonly path: string; readonly bytes: number; readonly verdict: Verdict }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Makes a copy. Errors: refused when the target is there, cannot be written, or the copy does not verify. */
export function backUp({
  source,
  target,
  prefix,
  track,
}: {
  readonly source: string;
  readonly target: string;
  readonly prefix: 'B' | 'P';
  readonly track?: TrackTempFile;
}): BackUp {
  const path = resolve(target);
  if (!existsSync(dirname(path))) return { kind: 'refused', refusal: folderMissing(path) };
  if (existsSync(path)) return { kind: 'refused', refusal: fileExists(path) };
  const opened = openReadOnly(source);
  if (opened.kind === 'refused') return opened;
  const { database } = opened;
  const draft = join(dirname(path), `.payout-desk-${randomBytes(8).toString('hex')}.partial`);
  const untrack = track?.(draft);
  try {
    return refusing(path, () => {
      // SQLite makes the copy of one moment, with what still lies in the write-ahead log, and fills an empty file only.
      closeSync(openSync(draft, 'wx', 0o600));
      database.prepare('VACUUM INTO ?').run(draft);
      chmodSync(draft, 0o600);
      sync(draft);
      const verdict = verifyCopy(draft, prefix);
      if (verdict.kind === 'refused') return verdict;
      // A link is refused where a file has come meanwhile; a rename would replace it.
      linkSync(draft, path);
      return { kind: 'written', path, bytes: statSync(path).size, verdict: verdict.verdict };
    });
  } finally {
    database.close();
    rmSync(draft, { force: true });
    untrack?.();
  }
}

/** Verifies a file that nobody uses. Errors: refused with the first thing that does not fit. */
export function verifyCopy(
  path: string,
  prefix: 'B' | 'P',
): { readonly kind: 'whole'; readonly verdict: Verdict } | { readonly kind: 'refused'; readonly refusal: Refusal } {
  const opened = openReadOnly(path);
  if (opened.kind === 'refused') return opened;
  const { database } = opened;
  try {
    const verdict = verifyDatabase(database, { prefix, machine: '', head: null });
    const [finding] = verdict.findings;
    if (finding === undefined) return { kind: 'whole', verdict };
    return { kind: 'refused', refusal: doesNotFit(finding.message) };
  } finally {
    database.close();
  }
}

/** Puts a file's content on the disk. Errors: throws what the disk says. */
export function sync(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function folderMissing(path: string): Refusal {
  return {
    code: 'folderMissing',
    message: `The folder ${dirname(path)} does not exist.`,
    cure: 'Make it, or name another.',
  };
}

function fileExists(path: string): Refusal {
  return {
    code: 'fileExists',
    message: `${path} is already there.`,
    cure: 'Name a new file: a backup overwrites nothing.',
  };
}

function doesNotFit(finding: string): Refusal {
  return {
    code: 'auditDoesNotFit',
    message: `The copy does not pass its own audit: ${finding}`,
    cure: 'See `audit verify`. Keep the database as it is.',
  };
}
