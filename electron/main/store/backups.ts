// Copies a database while others use it, and puts a copy in a database's place. One database's write-ahead log must never be
// next to another database: SQLite would apply it to the wrong one.

import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  linkSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Refused, refusedAs } from '../../../shared/failures.ts';
import { msg, withTextReplaced } from '../../../shared/messages/message.ts';
import type { Profile } from '../../../shared/profiles.ts';
import { loosensProfile, loosensTiers, type Person, type Tier } from '../domain/approval.ts';
import type { TrackTempFile } from '../domain/file-state.ts';
import { syncFile } from '../platform/sync-folder.ts';
import { readApprovals } from './approvals.ts';
import { archiveFolder, type BroughtArchives, bringArchives, listArchives } from './archives.ts';
import { DeskDatabase } from './desk-database.ts';
import { damaged, faultOfDisk, refusing } from './disk-refusals.ts';
import { readProfiles } from './merchants-and-profiles.ts';
import { COMPANIONS, canBeRead, openReadOnly, openWritable, peek } from './open-database.ts';
import { type AuditProgress, type AuditVerdict, verifyDatabase } from './verify-database.ts';

/** `archives`: what was copied into the folder beside the copy; null where none were to be. */
export type BackUp =
  | {
      readonly kind: 'written';
      readonly path: string;
      readonly bytes: number;
      readonly verdict: AuditVerdict;
      readonly archives: BroughtArchives | null;
    }
  | Refused;

/** Copies the database at `path` to the empty file `draft`, and verifies the copy. */
export type CopyAndVerify = (
  file: DatabaseToCopy & { readonly draft: string },
) => Promise<{ readonly kind: 'whole'; readonly verdict: AuditVerdict } | Refused>;

interface DatabaseToCopy {
  readonly path: string;
  readonly prefix: 'B' | 'P';
}

/**
 * Makes a copy. Refuses when the target exists or cannot be written, or when the copy does not verify. With `withArchives`, the
 * folder beside the copy has the archives that it needs afterwards; those of an earlier backup there are not copied again.
 */
export async function backUp(
  source: DatabaseToCopy,
  {
    target,
    track,
    withArchives = false,
    copy,
  }: {
    readonly target: string;
    readonly track?: TrackTempFile;
    readonly withArchives?: boolean;
    readonly copy: CopyAndVerify;
  },
): Promise<BackUp> {
  const path = resolve(target);
  if (!existsSync(dirname(path))) {
    return refusedAs('folderMissing', msg('backup.folderMissing', { folder: dirname(path) }), msg('cure.makeFolder'));
  }
  if (existsSync(path)) {
    return refusedAs('fileExists', msg('backup.fileExists', { path }), msg('cure.newBackupFile'));
  }
  const draft = join(dirname(path), `.payout-desk-${randomBytes(8).toString('hex')}.partial`);
  const untrack = track?.(draft);
  try {
    const made = refusing(path, () => {
      closeSync(openSync(draft, 'wx', 0o600));
      return { kind: 'made' as const };
    });
    if (made.kind === 'refused') return made;
    const copied = await copy({ ...source, draft });
    if (copied.kind === 'refused') return copied;
    return refusing(path, () => {
      const archives = withArchives ? bringArchivesOf(draft, source, archiveFolder(path)) : null;
      // Linking fails if a file appeared meanwhile; renaming would replace it.
      linkSync(draft, path);
      return { kind: 'written', path, bytes: statSync(path).size, verdict: copied.verdict, archives };
    });
  } finally {
    for (const ending of [...ENDINGS, '-journal']) rmSync(draft + ending, { force: true });
    untrack?.();
  }
}

/** Copies the archives that a copy needs into a folder. */
function bringArchivesOf(copy: string, { path, prefix }: DatabaseToCopy, to: string): BroughtArchives {
  const database = new DeskDatabase(copy, { readonly: true, fileMustExist: true });
  try {
    return bringArchives(listArchives(database), { from: archiveFolder(path), to, prefix });
  } finally {
    database.close();
  }
}

/** Pages copied between two calls of onProgress: 8 MB. */
const COPIED_PAGES = 2_048;

/** Copies one moment of a database into an empty file, including what is only in the write-ahead log. */
export async function copyTo(
  source: string,
  draft: string,
  onProgress: (share: number) => void,
): Promise<Refused | null> {
  const opened = openReadOnly(source);
  if (opened.kind === 'refused') return opened;
  const { database } = opened;
  try {
    // As long as this reads one moment, a writer does not make the copy begin anew.
    database.exec('BEGIN');
    database.prepare('SELECT count(*) FROM desk').get();
    await database.backup(draft, {
      progress: ({ totalPages, remainingPages }) => {
        onProgress(totalPages === 0 ? 0 : 1 - remainingPages / totalPages);
        return COPIED_PAGES;
      },
    });
    const done = refusing(draft, () => {
      closeLog(draft);
      chmodSync(draft, 0o600);
      syncFile(draft);
      return { kind: 'copied' as const };
    });
    return done.kind === 'refused' ? done : null;
  } catch (error) {
    const refusal = faultOfDisk(error, draft);
    if (refusal === null) throw error;
    return { kind: 'refused', refusal };
  } finally {
    database.close();
  }
}

/** A copy is one file, and can be read where nothing can be written: without the mark that it has a write-ahead log. */
function closeLog(path: string): void {
  const database = new DeskDatabase(path);
  try {
    database.pragma('journal_mode = DELETE');
  } finally {
    database.close();
  }
}

/** Verifies a file that nobody uses. Refuses with the first finding, unless it is only that an archive cannot be read. */
export function verifyCopy(
  path: string,
  prefix: 'B' | 'P',
  { archivesIn = archiveFolder(path), onProgress = () => undefined }: VerifyCopyOptions = {},
): { readonly kind: 'whole'; readonly verdict: AuditVerdict } | Refused {
  return refusing(path, () => {
    const opened = openReadOnly(path);
    if (opened.kind === 'refused') return opened;
    const { database } = opened;
    try {
      const verdict = verifyDatabase(database, { prefix, machine: '', head: null, archivesIn, onProgress });
      const finding = verdict.findings.find(({ code }) => code !== 'archiveMissing' && code !== 'archiveAltered');
      if (finding === undefined) return { kind: 'whole', verdict };
      if (finding.code === 'fileDamaged' && !canBeRead(database)) return { kind: 'refused', refusal: damaged(path) };
      const message = msg('backup.auditDoesNotFit', { finding: finding.message });
      return refusedAs('auditDoesNotFit', message, msg('cure.auditDoesNotFit'));
    } finally {
      database.close();
    }
  });
}

interface VerifyCopyOptions {
  readonly archivesIn?: string;
  readonly onProgress?: AuditProgress;
}

/** `missingArchives`: the files that are neither in the data folder nor beside the backup. */
export type Restored =
  | { readonly kind: 'restored'; readonly kept: string | null; readonly missingArchives: readonly string[] }
  | Refused;

/** `target` is the path of the database to replace. */
interface Restoring {
  readonly file: string;
  readonly target: string;
  readonly prefix: 'B' | 'P';
}

/** Restores a file. Refuses when it is missing, damaged, foreign, newer, or belongs to another desk. */
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
      const prepared = prepareDraft(draft, restoring);
      if (prepared.kind === 'refused') return prepared;
      const kept = exchange(draft, { target, nowMs });
      return { kind: 'restored', kept, missingArchives: prepared.missing };
    } finally {
      for (const ending of ENDINGS) rmSync(draft + ending, { force: true });
    }
  });
}

const ENDINGS = ['', ...COMPANIONS] as const;

/** Copies the file and its archives beside the database and completes it. Refuses what cannot replace the database. */
function prepareDraft(
  draft: string,
  { file, target, prefix }: Restoring,
): ({ readonly kind: 'prepared' } & BroughtArchives) | Refused {
  for (const ending of ENDINGS) rmSync(draft + ending, { force: true });
  copyFileSync(file, draft);
  if (!beginsAsDatabase(draft)) {
    return refusedAs('foreignDatabase', msg('backup.foreignDatabase', { file }), msg('cure.notABackup'));
  }
  // A copy of the raw files has its newest commits in a write-ahead log beside it.
  if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${draft}-wal`);
  const named = ({ refusal: { code, message, cure } }: Refused): Refused =>
    refusedAs(code, withTextReplaced(message, { from: draft, to: file }), cure);
  const opened = openWritable(draft);
  if (opened.kind === 'refused') return named(opened);
  const { database } = opened;
  const id = idOf(database);
  const archives = listArchives(database);
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
  if (id === null || id.prefix !== prefix) {
    return refusedAs('otherDesk', msg('backup.otherDesk', { file }), msg('cure.otherDesk'));
  }
  const to = archiveFolder(target);
  const brought = bringArchives(archives, { from: archiveFolder(file), to, prefix });
  const verified = verifyCopy(draft, prefix, { archivesIn: to });
  if (verified.kind === 'refused') return named(verified);
  const replaced = peek(target, idOf);
  if (replaced !== null && replaced.batches > 0 && replaced.databaseId !== id.databaseId) {
    return refusedAs('otherDatabase', msg('backup.otherDatabase', { file }), msg('cure.otherDatabase'));
  }
  const [rules, earlier] = [target, draft].map((path) => peek(path, (one) => rulesOf(one, prefix)));
  if (rules && (!earlier || loosensRules(rules, earlier))) {
    return refusedAs('otherRules', msg('backup.otherRules', { file }), msg('cure.otherRules'));
  }
  syncFile(draft);
  return { kind: 'prepared', ...brought };
}

/** Who may approve and what must be approved; null where nobody is enrolled. */
interface Rules {
  readonly persons: readonly Person[];
  readonly tiers: readonly Tier[];
  readonly profiles: readonly Profile[];
}

function rulesOf(database: DeskDatabase, prefix: 'B' | 'P'): Rules | null {
  const approvals = readApprovals(database, prefix);
  const persons = approvals.persons();
  return persons.length === 0 ? null : { persons, tiers: approvals.tiers(), profiles: readProfiles(database).list() };
}

/** Whether a copy of before would let somebody approve who may not, or more leave without approval. */
function loosensRules(now: Rules, earlier: Rules): boolean {
  const names = new Set([...now.tiers, ...earlier.tiers].map(({ profile }) => profile.toLowerCase()));
  const own = (tiers: readonly Tier[], name: string): readonly Tier[] =>
    tiers.filter(({ profile }) => profile.toLowerCase() === name);
  return (
    !isDeepStrictEqual(now.persons, earlier.persons) ||
    [...names].some((name) => loosensTiers(own(now.tiers, name), own(earlier.tiers, name))) ||
    earlier.profiles.some((profile) => {
      const before = now.profiles.find(({ name }) => name === profile.name) ?? null;
      return loosensProfile(before, profile);
    })
  );
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
 * Keeps the replaced database under another name and renames the new one into its place. Returns the path of the kept file. If
 * the process dies in between, the old database lacks its newest commits: it opens locked, being older than its head, or is
 * refused as damaged. Restoring again fixes it.
 */
function exchange(
  draft: string,
  { target, nowMs }: { readonly target: string; readonly nowMs: number },
): string | null {
  const stamp = new Date(nowMs).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const replaced = existsSync(target) ? freeName(`${target}.replaced-${stamp}`) : null;
  if (replaced !== null) {
    linkSync(target, replaced);
    if (existsSync(`${target}-wal`)) copyFileSync(`${target}-wal`, `${replaced}-wal`);
  }
  for (const companion of COMPANIONS) rmSync(target + companion, { force: true });
  renameSync(draft, target);
  syncFile(target);
  return replaced;
}

/** The name itself, or with a number appended when a restore in the same second took it. */
function freeName(wanted: string): string {
  let name = wanted;
  for (let more = 2; existsSync(name); more += 1) name = `${wanted}-${more}`;
  return name;
}

/** Whether the file starts with SQLite's magic bytes. A backup that is damaged further on still passes. */
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
