// The data of a desk: backup, restore, the audit log, and unlocking a locked desk. A person unlocks it after seeing what is in
// doubt, typing the count and giving a reason; everything in doubt stays unknown. Reading a whole database takes
// the machine's time for a minute or two, so it is refused while a batch is being sent; it has a thread, and can be stopped.

import { basename } from 'node:path';
import type { Answer, AnswerOf } from '../../../../shared/api/contract.ts';
import { RESTORE_WORD, type Work } from '../../../../shared/api/desk-commands.ts';
import type { AuditVerifyView, AuditView, BackupView } from '../../../../shared/api/views.ts';
import type { Pause } from '../../../../shared/failures.ts';
import { parseBatchId } from '../../../../shared/ids.ts';
import { areSameWords, type Message, msg, withTextReplaced } from '../../../../shared/messages/message.ts';
import { BOOKS, type Book } from '../../../../shared/profiles.ts';
import type { Refusal } from '../../../../shared/rows.ts';
import type { FileFollower, FileProgress } from '../../domain/file-work.ts';
import type { LostBatch } from '../../domain/standing.ts';
import { BUSY, nothingHere, refused, withWriter } from '../../session/desks.ts';
import { lockedPause, unknownIn, whyLocked } from '../../session/locked-desk.ts';
import { copyDatabase, replaceDatabase, type System, verifyDatabaseOf } from '../../session/system.ts';
import type { HeadedWriter } from '../../store/store.ts';
import type { AuditVerdict } from '../../store/verify-database.ts';
import { CHANGED_MEANWHILE } from '../drafts/draft.ts';
import { done, type HandlerContext, type Handlers, refuse, replyOf, unlessUnderWay } from '../runtime/context.ts';
import { NOT_A_PASSPORT, verifyPassport } from './verify-passport.ts';
import { verifyReport } from './verify-report.ts';

/** What a locked desk contains. `unknown`: every payout in doubt, of all batches. `lost`: the batches missing in its database. */
export interface UnlockView {
  readonly book: Book;
  readonly why: Message;
  readonly unknown: { readonly count: number; readonly paise: number };
  readonly lost: readonly LostBatch[];
}

/** `kept`: where the replaced database is, null if there was none. `locked`: null if the backup is as recent as the desk was. */
export interface RestoreView extends Pick<UnlockView, 'book' | 'unknown' | 'lost'> {
  readonly file: string;
  readonly kept: string | null;
  readonly locked: Pause | null;
  /** The archives that are neither in the data folder nor beside the backup. */
  readonly missingArchives: readonly string[];
}

/**
 * What a person must see before a desk is unlocked: from then on every unsent payout is in doubt. Refuses if it is not locked.
 */
export function prepareUnlock(system: System, book: Book): Promise<Answer<UnlockView>> {
  return inLocked(system, book, (_store, view) => ({ kind: 'done', value: view }));
}

interface UnlockOptions {
  readonly book: Book;
  readonly note: string;
  /** How many payouts in doubt the person was shown. */
  readonly unknown: number;
}

/** Unlocks a desk. Refuses if it is not locked, if the count in doubt has changed, or if its head cannot be written. */
export function unlockDesk(system: System, { book, note, unknown }: UnlockOptions): Promise<Answer<UnlockView>> {
  return inLocked(system, book, (store, view) => {
    if (view.unknown.count !== unknown) return refused(CHANGED_MEANWHILE);
    const failure = store.unlock(note, system.clock.nowMs());
    if (failure === null) return { kind: 'done', value: view };
    return refused({
      code: 'stateFolder',
      message: msg('recovery.stateFolder'),
      cure: msg('cure.freeSpaceAndUnlock'),
    });
  });
}

function inLocked(
  system: System,
  book: Book,
  act: (store: HeadedWriter, view: UnlockView) => Answer<UnlockView>,
): Promise<Answer<UnlockView>> {
  return withWriter(
    system,
    book,
    (store) => (store.standing.kind === 'current' ? refused(NOT_LOCKED) : act(store, unlockView(store, book))),
    { whenLocked: 'closedFirst' },
  );
}

function unlockView(store: HeadedWriter, book: Book): UnlockView {
  return { book, why: whyLocked(store), unknown: unknownIn(store), lost: store.lostBatches };
}

const NOT_LOCKED = {
  code: 'notLocked',
  message: msg('recovery.notLocked'),
  cure: msg('cure.notLocked'),
};

/** Verifies both books. Refuses if there is no database or one cannot be opened. */
export async function verifyAudit(system: System, follower?: FileFollower): Promise<Answer<AuditVerifyView>> {
  const desks: AuditView[] = [];
  for (const book of BOOKS) {
    const verifying = await verifyDatabaseOf(system, book, follower);
    if (verifying.kind === 'refused') return refused(verifying.refusal);
    if (verifying.kind !== 'verified') continue;
    const { missingArchives: _, ...verdict } = verifying.verdict;
    desks.push({ desk: book, ...verdict });
  }
  if (desks.length === 0) return refused(nothingHere());
  return { kind: 'done', value: { ok: desks.every(({ ok }) => ok), desks } };
}

/** Verifies one book. Refuses as verifyAudit does. */
async function verifyBook(system: System, book: Book, follower: FileFollower): Promise<Answer<AuditVerdict>> {
  const verifying = await verifyDatabaseOf(system, book, follower);
  if (verifying.kind === 'absent') return refused(nothingHere());
  return verifying.kind === 'refused' ? refused(verifying.refusal) : { kind: 'done', value: verifying.verdict };
}

interface CopyOptions {
  readonly book: Book;
  readonly file: string;
}

/**
 * Writes a verified copy beside a running desk. With `withArchives` its archives are copied into the folder beside it, each once.
 * Refuses if the file exists or cannot be written.
 */
export async function backUpDesk(
  system: System,
  { book, file, withArchives }: CopyOptions & { readonly withArchives: boolean },
  follower?: FileFollower,
): Promise<Answer<BackupView>> {
  const backup = await copyDatabase(system, { book, file, withArchives }, follower);
  if (backup.kind === 'absent') return refused(nothingHere());
  if (backup.kind === 'refused') return refused(backup.refusal);
  const { path, bytes, verdict, archives } = backup;
  const { entries, hash, batches } = verdict;
  const counted = { entries, hash, batches, bytes, archives: verdict.archives };
  const missingArchives = archives?.missing ?? verdict.missingArchives;
  return { kind: 'done', value: { file: path, desk: book, ...counted, missingArchives } };
}

/** Replaces a desk's database with a backup and keeps the old one beside it. Refuses without changing anything. */
export async function restoreDesk(system: System, { book, file }: CopyOptions): Promise<Answer<RestoreView>> {
  const restored = replaceDatabase(system.files, { book, file, nowMs: system.clock.nowMs() });
  if (restored.kind === 'busy') return { kind: 'busy', refusal: BUSY };
  if (restored.kind === 'refused') return refused(restored.refusal);
  const { kept, missingArchives } = restored;
  return withWriter(
    system,
    book,
    (store) => {
      const from = { file: basename(file), kept: kept === null ? null : basename(kept) };
      store.lock.noteRestored(from, system.clock.nowMs());
      const [locked, unknown] = [lockedPause(store), unknownIn(store)];
      return { kind: 'done', value: { file, book, kept, locked, unknown, lost: store.lostBatches, missingArchives } };
    },
    { whenLocked: 'closedFirst' },
  );
}

type DataCommand =
  | 'backUp'
  | 'restore'
  | 'verifyAudit'
  | 'verifyReport'
  | 'openLockedDesk'
  | 'readFileWork'
  | 'stopFileWork';

/** The backup or audit under way, at most one. */
export class FileWatch {
  readonly #emitChanged: () => void;
  #current: { readonly stopping: AbortController; progress: FileProgress } | null = null;

  constructor(emitChanged: () => void) {
    this.#emitChanged = emitChanged;
  }

  get progress(): FileProgress | null {
    return this.#current?.progress ?? null;
  }

  stop(): void {
    this.#current?.stopping.abort();
  }

  async follow<Value>(
    begin: FileProgress['part'],
    act: (follower: FileFollower) => Promise<Answer<Value>>,
  ): Promise<Answer<Value>> {
    if (this.#current !== null) return refused(FILE_WORK_UNDER_WAY);
    const current = { stopping: new AbortController(), progress: { part: begin, share: 0 } };
    this.#current = current;
    this.#emitChanged();
    try {
      const onProgress = (progress: FileProgress): void => {
        current.progress = progress;
        this.#emitChanged();
      };
      return await act({ signal: current.stopping.signal, onProgress });
    } finally {
      this.#current = null;
      this.#emitChanged();
    }
  }
}

const FILE_WORK_UNDER_WAY: Refusal = {
  code: 'fileWorkUnderWay',
  message: msg('fileWork.underWay'),
  cure: msg('cure.fileWork.underWay'),
};

export function dataHandlers(context: HandlerContext & { readonly fileWatch: FileWatch }): Handlers<DataCommand> {
  const { files, reopenAround, system, runner, emitChanged, fileWatch } = context;

  /** Runs `act` as the only user of a desk: nothing else is in progress, and the desk is reopened afterwards. */
  const alone = async <Value>(
    { book, work }: { readonly book: Book; readonly work: Work },
    act: (plain: System) => Promise<Answer<Value>>,
  ): Promise<Answer<Value>> => {
    const answer = await runner.aside<Value>(work, async () => {
      const around = await reopenAround(book, act);
      return around.kind === 'lost' ? refused(around.refusal) : around.value;
    });
    emitChanged(null, 'batches', 'payouts', 'unknown', 'lateNews', 'profiles', 'confirmations');
    return answer;
  };

  return {
    backUp: unlessUnderWay(context, async ({ book }) => {
      const day = new Date(system.clock.nowMs()).toISOString().slice(0, 10);
      const name = `${book === 'practice' ? 'PRACTICE ' : ''}payout-desk ${day}.db`;
      const { made, download } = await files.offer(name, (file) =>
        fileWatch.follow('copy', (follower) => backUpDesk(system, { book, file, withArchives: false }, follower)),
      );
      return replyOf(made, ({ archives }) => ({ ...download, archives }));
    }),
    restore: async ({ book, file, typed }) => {
      if (typed.trim() !== RESTORE_WORD) return refuse(NOT_TYPED);
      const path = files.pathOf(file);
      if (path === null) return refuse(FILE_GONE);
      const answer = await alone({ book, work: 'restore' }, (plain) => restoreDesk(plain, { book, file: path }));
      if (answer.kind === 'refused') return refuse(ofChosenFile(answer.refusal, path));
      return replyOf(answer, ({ kept, locked, unknown, missingArchives }) => {
        const about = { unknown: unknown.count, missingArchives: [...missingArchives] };
        return { kept: kept === null ? null : basename(kept), locked: locked?.message ?? null, ...about };
      });
    },
    verifyReport: unlessUnderWay(context, async ({ file }) => {
      const path = files.pathOf(file);
      if (path === null) return refuse(FILE_GONE);
      return await verifyFile(system, path);
    }),
    verifyAudit: unlessUnderWay(context, async ({ book }) => {
      const verified = await fileWatch.follow('file', (follower) => verifyBook(system, book, follower));
      return replyOf(verified, ({ entries, batches, payouts, alarms, findings, more }) => {
        return { entries, batches, payouts, alarms, findings: [...findings], more };
      });
    }),
    readFileWork: () => done({ work: fileWatch.progress }),
    stopFileWork: () => {
      fileWatch.stop();
      return done({});
    },
    openLockedDesk: async ({ book, unknown, note }) => {
      const answer = await alone({ book, work: 'unlock' }, (plain) => unlockDesk(plain, { book, note, unknown }));
      return replyOf(answer, () => ({}));
    },
  };
}

/** Verifies a file that a person chose: a passport, or else a report. */
async function verifyFile(system: System, path: string): Promise<Answer<AnswerOf<'verifyReport'>>> {
  const passport = await verifyPassport(system, path);
  if (passport.kind === 'done') {
    const { asOf, verdict, findings, payout } = passport.value;
    const batch = parseBatchId(payout?.split('/')[0] ?? '');
    if (batch === null) return refused(ALTERED_PASSPORT);
    return { kind: 'done', value: { passport: payout, batch, asOf, verdict, findings: [...findings], more: 0 } };
  }
  if (passport.kind !== 'refused' || passport.refusal.code !== NOT_A_PASSPORT.code) return passport;
  return replyOf(await verifyReport(system, path), ({ file: _name, findings, ...verdict }) => {
    return { ...verdict, passport: null, findings: [...findings] };
  });
}

const ALTERED_PASSPORT: Refusal = {
  code: 'passportAltered',
  message: msg('verify.passport.altered'),
  cure: msg('cure.chooseAPassport'),
};

/** Names the file by its own name: the path of the desk's copy means nothing to the person. */
function ofChosenFile(refusal: Refusal, path: string): Refusal {
  const message = withTextReplaced(refusal.message, { from: path, to: basename(path) });
  if (areSameWords(message, refusal.message)) return refusal;
  const said = { ...refusal, message };
  return KNOWN_CURES.has(refusal.code) ? said : { ...said, code: 'notABackup', cure: msg('cure.anotherBackup') };
}

/** The window has its own cures for these; such files are backups. */
const KNOWN_CURES: ReadonlySet<string> = new Set(['newerDatabase', 'otherDesk', 'otherDatabase']);

const NOT_TYPED: Refusal = {
  code: 'notTyped',
  message: msg('recovery.notTyped', { word: RESTORE_WORD }),
  cure: msg('cure.typeInCapitals', { word: RESTORE_WORD }),
};
const FILE_GONE: Refusal = {
  code: 'fileGone',
  message: msg('draft.fileGone'),
  cure: msg('cure.chooseBackupAgain'),
};
