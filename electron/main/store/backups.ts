// A copy of a database, made beside whoever uses it, and a copy put in the place of a database. The write-ahead log of
// one database never lies beside another: SQLite would write it into that one.

import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Refused, refusedAs } from '../../../shared/failures.ts';
import { type Message, msg, type Param, type Words } from '../../../shared/messages/message.ts';
import type { TrackTempFile } from '../domain/file-state.ts';
import type { DeskDatabase } from './desk-database.ts';
import { refusing } from './disk-refusals.ts';
import { COMPANIONS, openReadOnly, openWritable, peek } from './open-database.ts';
import { type AuditVerdict, verifyDatabase } from './verify-database.ts';

export type BackUp =
  | { readonly kind: 'written'; readonly path: string; readonly bytes: number; readonly verdict: AuditVerdict }
  | Refused;

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
  if (!existsSync(dirname(path))) {
    return refusedAs('folderMissing', msg('backup.folderMissing', { folder: dirname(path) }), msg('cure.makeFolder'));
  }
  if (existsSync(path)) {
    return refusedAs('fileExists', msg('backup.fileExists', { path }), msg('cure.newBackupFile'));
  }
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
): { readonly kind: 'whole'; readonly verdict: AuditVerdict } | Refused {
  const opened = openReadOnly(path);
  if (opened.kind === 'refused') return opened;
  const { database } = opened;
  try {
    const verdict = verifyDatabase(database, { prefix, machine: '', head: null });
    const [finding] = verdict.findings;
    if (finding === undefined) return { kind: 'whole', verdict };
    const message = msg('backup.auditDoesNotFit', { finding: finding.message });
    return refusedAs('auditDoesNotFit', message, msg('cure.auditDoesNotFit'));
  } finally {
    database.close();
  }
}

/** Puts a file's content on the disk. Errors: throws what the disk says. */
function sync(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

export type Restored = { readonly kind: 'restored'; readonly kept: string | null } | Refused;

/** What is restored. Shape: `target` is the database whose place it takes. */
interface Restoring {
  readonly file: string;
  readonly target: string;
  readonly prefix: 'B' | 'P';
}

/** Restores a file. Errors: refused for a missing, damaged, foreign or newer file, or one of another desk. */
export function restore({ nowMs, ...restoring }: Restoring & { readonly nowMs: number }): Restored {
  const { file, target } = restoring;
  return refusing(target, () => {
    const facts = statSync(file, { throwIfNoEntry: false });
    if (facts === undefined || !facts.isFile()) {
      return refusedAs('fileMissing', msg('backup.fileMissing', { file }), msg('cure.notABackup'));
    }
    const now = statSync(target, { throwIfNoEntry: false });
    if (now !== undefined && now.ino === facts.ino && now.dev === facts.dev) {
      return refusedAs('sameFile', msg('backup.sameFile', { file }), msg('cure.notABackup'));
    }
    const draft = `${target}.restoring`;
    try {
      return prepareDraft(draft, restoring) ?? { kind: 'restored', kept: exchange(draft, { target, nowMs }) };
    } finally {
      for (const ending of ENDINGS) rmSync(draft + ending, { force: true });
    }
  });
}

const ENDINGS = ['', ...COMPANIONS] as const;

/** Copies the file beside the database and makes it whole. Errors: why it cannot take the database's place. */
function prepareDraft(draft: string, { file, target, prefix }: Restoring): Refused | null {
  for (const ending of ENDINGS) rmSync(draft + ending, { force: true });
  copyFileSync(file, draft);
  if (!beginsAsDatabase(draft)) {
    return refusedAs('foreignDatabase', msg('backup.foreignDatabase', { file }), msg('cure.notABackup'));
  }
  // A copy that was made of the files themselves brings its newest commits along beside it.
  if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${draft}-wal`);
  const named = ({ refusal: { code, message, cure } }: Refused): Refused =>
    refusedAs(code, withPath(message, { draft, file }), cure);
  const opened = openWritable(draft);
  if (opened.kind === 'refused') return named(opened);
  const { database } = opened;
  const id = idOf(database);
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
  if (id === null || id.prefix !== prefix) {
    return refusedAs('otherDesk', msg('backup.otherDesk', { file }), msg('cure.otherDesk'));
  }
  const verified = verifyCopy(draft, prefix);
  if (verified.kind === 'refused') return named(verified);
  const replaced = peek(target, idOf);
  if (replaced !== null && replaced.batches > 0 && replaced.databaseId !== id.databaseId) {
    return refusedAs('otherDatabase', msg('backup.otherDatabase', { file }), msg('cure.otherDatabase'));
  }
  sync(draft);
  return null;
}

/** The same words about the file that a person named, where they are about the copy that is looked at in its place. */
function withPath(words: Words, paths: { readonly draft: string; readonly file: string }): Words {
  const inPlace = (param: Param): Param => {
    if (typeof param === 'number') return param;
    if (Array.isArray(param)) return param.map((one: string | Message) => withPath(one, paths));
    return withPath(param as Words, paths);
  };
  if (typeof words === 'string') return words.replaceAll(paths.draft, paths.file);
  return {
    ...words,
    params: Object.fromEntries(Object.entries(words.params).map(([key, one]) => [key, inPlace(one)])),
  };
}

interface Identity {
  readonly databaseId: string;
  readonly prefix: string;
  readonly batches: number;
}

function idOf(database: DeskDatabase): Identity | null {
  return (
    database
      .prepare<[], Identity>(
        'SELECT database_id AS databaseId, prefix, (SELECT count(*) FROM batches) AS batches FROM desk',
      )
      .get() ?? null
  );
}

/**
 * Keeps the replaced database beside the new one, then lets the new one take its name. Shape: where it is kept.
 * A process that dies in between leaves the old database without its newest commits, which then opens locked, being older
 * than its head, or is refused as damaged: restoring once more mends it.
 */
function exchange(
  draft: string,
  { target, nowMs }: { readonly target: string; readonly nowMs: number },
): string | null {
  const stamp = new Date(nowMs).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const kept = existsSync(target) ? freeName(`${target}.replaced-${stamp}`) : null;
  if (kept !== null) {
    linkSync(target, kept);
    if (existsSync(`${target}-wal`)) copyFileSync(`${target}-wal`, `${kept}-wal`);
  }
  for (const companion of COMPANIONS) rmSync(target + companion, { force: true });
  renameSync(draft, target);
  sync(target);
  return kept;
}

/** The name, with a number behind it where a restore of the same second has it already. */
function freeName(wanted: string): string {
  let name = wanted;
  for (let more = 2; existsSync(name); more += 1) name = `${wanted}-${more}`;
  return name;
}

/** Whether the file begins as each SQLite file does; a backup that was damaged further on still does. */
function beginsAsDatabase(path: string): boolean {
  const head = Buffer.alloc(SQLITE_HEAD.length);
  const file = openSync(path, 'r');
  try {
    return readSync(file, head, 0, head.length, 0) === head.length && head.equals(SQLITE_HEAD);
  } finally {
    closeSync(file);
  }
}
const SQLITE_HEAD = Buffer.from('SQLite format 3\0');
