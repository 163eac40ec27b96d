// Drafts: opening, matching, showing and correcting. In: checked parameters. Out: replies.
// This file must never hold a rule about a row: the import does. Nor may it open a file while a batch is being sent.

import { parse } from 'node:path';
import type { AnswerOf } from '../../../../shared/api/contract.ts';
import type { DraftSummary } from '../../../../shared/api/draft-commands.ts';
import type { Reply } from '../../../../shared/api/reply.ts';
import type { Refusal } from '../../../../shared/issues.ts';
import { bookOfProfile } from '../desks.ts';
import type { Draft } from '../drafts/draft.ts';
import type { ReadingContext } from '../drafts/draft-shelf.ts';
import { findRows } from '../drafts/draft-query.ts';
import { stepOf } from '../drafts/draft-steps.ts';
import { issueGroupsOf, nextIssue, problemRowsOf, rowsOf, summaryOf } from '../drafts/draft-views.ts';
import { anyProfile } from '../profiles.ts';
import { inTheWindow } from '../window-cures.ts';
import { done, type HandlerContext, type Handlers, isRefusal, refuse, replyWith, unlessUnderWay } from './context.ts';
import { noteOpened, noteReread } from './note-opened.ts';
import { repeatsOf } from './repeats.ts';

type Names =
  | 'openDraft'
  | 'rereadDraft'
  | 'readDraft'
  | 'listDrafts'
  | 'closeDraft'
  | 'forgetColumns'
  | 'readDraftRows'
  | 'readDraftIssues'
  | 'findNextIssue'
  | 'editDraft'
  | 'undoDraft'
  | 'redoDraft'
  | 'exportProblemRows'
  | 'readTemplate'
  | 'openSample';

export function draftHandlers(context: HandlerContext): Handlers<Names> {
  const { drafts, files, questions, rooms, desk, tellChanged } = context;
  const readingContext = (profile: string): ReadingContext | Refusal => {
    const known = anyProfile(rooms, profile);
    if (known.kind !== 'done') return known.refusal;
    const { maxPayoutPaise } = known.value;
    const store = context.stores[bookOfProfile(profile)];
    return {
      maxPayoutPaise,
      repeatsOf: (draft) => repeatsOf(rooms, { store, profile: known.value, checked: draft.checked }),
    };
  };
  const change = async (id: string, act: (draft: Draft) => Promise<Refusal | null>): Promise<Reply<DraftSummary>> => {
    const draft = drafts.find(id);
    if (isRefusal(draft)) return refuse(draft);
    const wrong = await act(draft);
    if (wrong !== null) return refuse(wrong);
    tellChanged(null, 'drafts');
    return done(summaryOf(draft));
  };
  const show = <Shown>(id: string, view: (draft: Draft) => Shown): Reply<Shown> => replyWith(drafts.find(id), view);
  const read = async (
    profile: string,
    act: (about: ReadingContext) => Promise<AnswerOf<'openDraft'> | Refusal>,
  ): Promise<Reply<AnswerOf<'openDraft'>>> => {
    const about = readingContext(profile);
    if (isRefusal(about)) return refuse(about);
    const view = await act(about);
    tellChanged(null, 'drafts');
    return replyWith(view, sayAsked);
  };
  return {
    openDraft: unlessUnderWay(context, ({ file, profile, options }) =>
      read(profile, async (about) => {
        const view = await drafts.open(file, options, about);
        if (!isRefusal(view)) await noteOpened(context, file, view);
        return view;
      }),
    ),
    rereadDraft: ({ draft, profile, options }) =>
      read(profile, async (about) => {
        const view = await drafts.reread(draft, options, about);
        if (!isRefusal(view)) await noteReread(context, view);
        return view;
      }),
    readDraft: ({ draft }) => replyWith(drafts.view(draft), sayAsked),
    listDrafts: () => done({ drafts: drafts.list() }),
    closeDraft: ({ draft }) => {
      drafts.close(draft);
      questions.end(draft);
      tellChanged(null, 'drafts');
      return done({});
    },
    forgetColumns: ({ draft }) => {
      drafts.forgetColumns(draft);
      return done({});
    },
    readDraftRows: ({ draft, window, ...query }) => show(draft, (one) => rowsOf(one, findRows(one, query), window)),
    readDraftIssues: ({ draft }) => show(draft, issueGroupsOf),
    findNextIssue: ({ draft, afterRowNumber, severity, ...query }) =>
      show(draft, (one) => ({ found: nextIssue(one, findRows(one, query), { afterRowNumber, severity }) })),
    editDraft: ({ draft, revision, edit }) => change(draft, (one) => one.edit(revision, () => stepOf(one, edit))),
    undoDraft: ({ draft, revision }) => change(draft, (one) => one.undo(revision)),
    redoDraft: ({ draft, revision }) => change(draft, (one) => one.redo(revision)),
    exportProblemRows: async ({ draft: id }) => {
      const draft = drafts.find(id);
      if (isRefusal(draft)) return refuse(draft);
      const problems = problemRowsOf(draft, rooms.clock.nowMs());
      if (problems.rows.length === 0) return refuse(NO_PROBLEMS);
      const name = `${parse(draft.checked.file.name).name} - to correct.xlsx`;
      const { made, download } = await files.offer(name, (path) => rooms.exportProblemRows(problems, path));
      return made.kind === 'written' ? done(download) : refuse(made.refusal);
    },
    readTemplate: async ({ format }) => {
      const { made, download } = await files.offer(`payout-template.${format}`, (path) => desk.writeTemplate(path));
      return made.kind === 'written' ? done(download) : refuse(made.refusal);
    },
    openSample: unlessUnderWay(context, async () => done(await files.copyIn(rooms.samplePath, 'sample-salaries.csv'))),
  };
}

/** What a file asks for is chosen in the window. */
function sayAsked(view: AnswerOf<'readDraft'>): AnswerOf<'readDraft'> {
  return view.kind === 'asks' ? { ...view, refusal: inTheWindow(view.refusal) } : view;
}

const NO_PROBLEMS: Refusal = {
  code: 'nothingToExport',
  message: 'Every row can be paid: there is nothing to correct.',
  cure: 'Go on to confirm the payment.',
};
