// A file opened while a batch is being sent becomes a draft; it is read on a separate thread.

import { parse } from 'node:path';
import type { Answer, AnswerOf } from '../../../../shared/api/contract.ts';
import type { DraftReading, DraftSummary } from '../../../../shared/api/draft-commands.ts';
import type { FileHandle } from '../../../../shared/api/schemas.ts';
import { msg } from '../../../../shared/messages/message.ts';
import type { Refusal } from '../../../../shared/rows.ts';
import { bookOfProfile } from '../../session/desks.ts';
import { anyProfile } from '../../session/find-profile.ts';
import { newestRepeatOf, sameRuns } from '../batches/confirmation.ts';
import { done, type HandlerContext, type Handlers, isRefusal, refuse, replyWith } from '../runtime/context.ts';
import { windowLanguage } from '../runtime/memory.ts';
import type { DraftChange, DraftContext, ReadingContext } from './draft-store.ts';
import { takeFromDisk } from './received-files.ts';
import type { RecentFileFacts, RecentLine } from './recent-files.ts';
import { writeTemplate } from './source-sheets.ts';
import type { AskedDraft } from './start-draft.ts';

type DraftCommand =
  | 'openDraft'
  | 'rereadDraft'
  | 'readDraft'
  | 'listDrafts'
  | 'closeDraft'
  | 'noteSeen'
  | 'forgetColumns'
  | 'cancelOpening'
  | 'readDraftRows'
  | 'readDraftIssues'
  | 'previewReplace'
  | 'findDraftRow'
  | 'findNextIssue'
  | 'editDraft'
  | 'undoDraft'
  | 'redoDraft'
  | 'exportProblemRows'
  | 'readTemplate'
  | 'openSample';

export function draftHandlers(context: DraftContext): Handlers<DraftCommand> {
  const { drafts, files, questions, system, emitChanged } = context;
  const change = async (id: string, made: DraftChange, revision: number): Promise<Answer<DraftSummary>> => {
    const summary = await drafts.change(id, made, revision);
    if (isRefusal(summary)) return refuse(summary);
    emitChanged(null, 'drafts');
    return done(summary);
  };
  const show = async <Shown extends object>(
    id: string,
    look: (asked: AskedDraft) => Promise<Shown>,
  ): Promise<Answer<Shown>> => {
    const draft = await drafts.load(id);
    return replyWith(isRefusal(draft) ? draft : await draft.thread.ask(look), (shown) => shown);
  };
  const read = async (
    profile: string,
    act: (about: ReadingContext) => Promise<AnswerOf<'openDraft'> | Refusal>,
  ): Promise<Answer<AnswerOf<'openDraft'>>> => {
    const about = readingContext(context, profile);
    if (isRefusal(about)) return refuse(about);
    const view = await act(about);
    emitChanged(null, 'drafts');
    return replyWith(view, (shown) => shown);
  };
  /** Returns the handle of the draft's newer file: the given one, or the file now at the path it was opened from. */
  const newestFile = async (draft: string, handle: string | null): Promise<string | Refusal> => {
    if (handle !== null) return handle;
    const path = drafts.pathOf(draft);
    const received = path === null ? CHOOSE_AGAIN : await takeFromDisk(files, path);
    return isRefusal(received) ? received : received.file;
  };
  return {
    openDraft: ({ file, profile, options }) =>
      read(profile, async (about) => {
        const view = await drafts.open(file, options, about);
        if (!isRefusal(view)) noteOpened(context, file, view);
        return view;
      }),
    rereadDraft: ({ draft, profile, options, newer }) =>
      read(profile, async (about) => {
        const file = newer === null ? null : await newestFile(draft, newer.file);
        if (file !== null && typeof file !== 'string') return file;
        const view = await drafts.reread(draft, { options, context: about, newer: file });
        if (isRefusal(view)) return view;
        if (file === null) noteReread(context, view);
        else noteOpened(context, file, view);
        return view;
      }),
    readDraft: async ({ draft }) => replyWith(await drafts.view(draft), (shown) => shown),
    listDrafts: () => done(drafts.list()),
    closeDraft: ({ draft }) => {
      drafts.close(draft);
      questions.end(draft);
      emitChanged(null, 'drafts');
      return done({});
    },
    noteSeen: ({ draft, seen }) => {
      drafts.noteSeen(draft, seen);
      return done({});
    },
    forgetColumns: ({ draft }) => {
      drafts.forgetColumns(draft);
      return done({});
    },
    cancelOpening: ({ file }) => {
      drafts.cancelOpening(file);
      return done({});
    },
    readDraftRows: ({ draft, window, ...query }) => show(draft, (one) => one.rows(query, window)),
    previewReplace: ({ draft, ...replacement }) => show(draft, (one) => one.previewReplace(replacement)),
    readDraftIssues: ({ draft }) => show(draft, (one) => one.issues()),
    findDraftRow: ({ draft, rowNumber, ...query }) => show(draft, (one) => one.findRow(query, rowNumber)),
    findNextIssue: ({ draft, fromRowNumber, isBackward, severity, ...query }) =>
      show(draft, (one) => one.nextIssue(query, { fromRowNumber, isBackward, severity })),
    editDraft: ({ draft, revision, edit }) => change(draft, { kind: 'edit', edit }, revision),
    undoDraft: ({ draft, revision }) => change(draft, { kind: 'step', direction: 'undo' }, revision),
    redoDraft: ({ draft, revision }) => change(draft, { kind: 'step', direction: 'redo' }, revision),
    exportProblemRows: async ({ draft: id }) => {
      const draft = await drafts.load(id);
      if (isRefusal(draft)) return refuse(draft);
      const name = `${parse(draft.view.file.name).name} - to correct.xlsx`;
      const { made, download } = await files.offer(name, (path) =>
        draft.thread.ask((one) =>
          one.writeProblems(path, { atMs: system.clock.nowMs(), language: windowLanguage(system) }),
        ),
      );
      if (made === null) return refuse(NO_PROBLEMS);
      if (isRefusal(made)) return refuse(made);
      return made.kind === 'written' ? done(download) : refuse(made.refusal);
    },
    readTemplate: async ({ format }) => {
      const { made, download } = await files.offer(`payment-template.${format}`, (path) => writeTemplate(system, path));
      return made.kind === 'written' ? done(download) : refuse(made.refusal);
    },
    openSample: async () => done(await files.copyIn(system.files.samplePath, 'first-salaries.csv')),
  };
}

/** What reading a file depends on for this account. Refuses if there is no such account. */
export function readingContext(
  { system, stores }: Pick<HandlerContext, 'system' | 'stores'>,
  name: string,
): ReadingContext | Refusal {
  const known = anyProfile(system, name);
  if (known.kind !== 'done') return known.refusal;
  const profile = known.value;
  const { maxPayoutPaise } = profile;
  return {
    profile: name,
    maxPayoutPaise,
    repeatsOf: (file) => sameRuns(stores[bookOfProfile(name)], { profile, file }),
  };
}

const CHOOSE_AGAIN: Refusal = {
  code: 'chooseAgain',
  message: msg('draft.chooseAgain'),
  cure: msg('cure.chooseItAgain'),
};
const NO_PROBLEMS: Refusal = {
  code: 'nothingToExport',
  message: msg('draft.nothingToExport'),
  cure: msg('cure.goOnToConfirm'),
};

// Recent files. A line opens its file from disk; if only the bytes were given, from the copy held here.
type RecentNames = 'listRecentFiles' | 'openRecentFile' | 'forgetRecentFile' | 'clearRecentFiles';

export function recentHandlers(context: HandlerContext): Handlers<RecentNames> {
  const { files, recent, system, emitChanged } = context;
  const copyOf = ({ entry, sizeBytes }: RecentLine): FileHandle | null => {
    const file = recent.copyOf(entry);
    const held = file === null ? null : files.find(file);
    return file === null || held === null ? null : { file, name: held.name, sizeBytes };
  };
  const opensFrom = (line: RecentLine): 'disk' | 'copy' | 'choose' => {
    if (line.path !== null) return 'disk';
    return copyOf(line) === null ? 'choose' : 'copy';
  };
  const forget = (entry: string | null): Answer<Record<string, never>> => {
    try {
      recent.forget(entry);
    } catch {
      return refuse(NOT_FORGOTTEN);
    }
    emitChanged(null, 'recentFiles');
    return done({});
  };
  return {
    listRecentFiles: ({ profile: name }) => {
      const known = anyProfile(system, name);
      if (known.kind !== 'done') return refuse(known.refusal);
      const profile = known.value;
      const store = context.stores[bookOfProfile(name)];
      const shown = recent.list().map((line) => {
        const { entry, name: fileName, openedAtMs, sizeBytes, rows, totalPaise } = line;
        const run = newestRepeatOf(store, { profile, file: line });
        return { entry, name: fileName, openedAtMs, sizeBytes, rows, totalPaise, opens: opensFrom(line), run };
      });
      return done({ files: shown });
    },
    openRecentFile: async ({ entry }) => {
      const line = recent.find(entry);
      if (line === null) return refuse(NO_SUCH_LINE);
      const received = line.path === null ? copyOf(line) : await takeFromDisk(files, line.path);
      return replyWith(received ?? notHeld(line.name), (file) => file);
    },
    forgetRecentFile: ({ entry }) => forget(entry),
    clearRecentFiles: () => forget(null),
  };
}

function notHeld(name: string): Refusal {
  return { code: 'fileNotHeld', message: msg('draft.fileNotHeld', { name }), cure: msg('cure.chooseItAgain') };
}

const NO_SUCH_LINE: Refusal = {
  code: 'noSuchRecentFile',
  message: msg('draft.noSuchRecentFile'),
  cure: msg('cure.chooseItAgain'),
};
const NOT_FORGOTTEN: Refusal = {
  code: 'notForgotten',
  message: msg('draft.notForgotten'),
  cure: msg('cure.checkDiskSpace'),
};

type Needs = Pick<DraftContext, 'drafts' | 'files' | 'recent' | 'system' | 'emitChanged'>;

/** Records an opened file, even if its reading asks for a choice first. */
function noteOpened(needs: Needs, file: string, view: DraftReading): void {
  const { files, recent, system, emitChanged } = needs;
  const path = files.sourceOf(file);
  if (path === system.files.samplePath) return;
  const facts = factsOf(needs, view) ?? { rows: null, totalPaise: null, fingerprint: null };
  recent.put({ ...view.file, path, openedAtMs: system.clock.nowMs(), ...facts }, file);
  emitChanged(null, 'recentFiles');
}

/** Records that the file was read with another sheet or other columns. */
function noteReread(needs: Needs, view: DraftReading): void {
  const facts = factsOf(needs, view);
  if (facts !== null) needs.recent.learn(view.file.sha256, facts);
}

/** Returns null until there are rows, and if the rows were corrected and are no longer the file's own. */
function factsOf({ drafts }: Needs, view: DraftReading): RecentFileFacts | null {
  if (view.kind === 'asks') return null;
  const draft = drafts.find(view.draft);
  if (isRefusal(draft) || draft.isCorrected) return null;
  const { fingerprint, summary } = draft;
  return { rows: summary.counts.all, totalPaise: summary.payable.paise, fingerprint };
}
