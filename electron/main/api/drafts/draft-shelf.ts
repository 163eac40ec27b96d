// The drafts of a process, by handle. In: a file that was given to the desk, and how to read it. Out: how far its reading
// came. A file that asks for a choice is kept with its question. This file must never choose for the person, nor let go of what
// they corrected.

import type { AnswerOf } from '../../../../shared/api/contract.ts';
import {
  type DraftReading as ReadingView,
  READ_OPTIONS,
  type ReadOptions,
} from '../../../../shared/api/draft-commands.ts';
import type { BatchId } from '../../../../shared/ids.ts';
import type { Refusal } from '../../../../shared/issues.ts';
import { DRAFTS_MAX } from '../../../../shared/limits.ts';
import type { Paise } from '../../../../shared/money.ts';
import type { FileShelf } from '../held/file-shelf.ts';
import { newHandle } from '../held/file-shelf.ts';
import type { Memory } from '../held/memory.ts';
import type { Rooms } from '../ports.ts';
import type { OpenedSheet } from '../sheet-port.ts';
import { Draft, type RetryOrigin } from './draft.ts';
import { headersOf, summaryOf } from './draft-views.ts';
import { OneAfterOther } from './one-after-other.ts';
import { headersKey, matchRemembering } from './remembered-columns.ts';
import { lockedFields, RETRY_COLUMNS } from './retry-draft.ts';

/**
 * Shape: `file` is the handle of the bytes, null for rows of the desk's own; `draft` null while a file asks for its first choice.
 * One that asks again later keeps its draft, and what was corrected in it, behind the question.
 * `lastRevision` is the last that this handle had, -1 before the first: none ever stands for two contents.
 */
interface Kept {
  readonly file: string | null;
  readonly lastRevision: number;
  readonly draft: Draft | null;
  readonly view: ReadingView;
}

/** Where a reading is kept. Shape: `isNew` for a handle that was never given out. */
interface Place {
  readonly id: string;
  readonly file: string | null;
  readonly isNew: boolean;
}

type Repeats = Extract<ReadingView, { kind: 'checked' }>['repeats'];

/** What a reading depends on besides the file. `repeatsOf` finds earlier batches of it. */
export interface ReadingContext {
  readonly maxPayoutPaise: Paise | null;
  repeatsOf(draft: Draft): Promise<Repeats>;
}

export interface DraftShelf {
  open(file: string, options: ReadOptions, context: ReadingContext): Promise<ReadingView | Refusal>;
  /** A draft of payouts that are paid again. */
  openRetry(sheet: OpenedSheet, retry: RetryOrigin, maxPayoutPaise: Paise | null): Promise<ReadingView | Refusal>;
  reread(id: string, options: ReadOptions, context: ReadingContext): Promise<ReadingView | Refusal>;
  /** How far its reading came, with the edits since. Shape: `repeats` as they were when it was read. */
  view(id: string): ReadingView | Refusal;
  find(id: string): Draft | Refusal;
  list(): AnswerOf<'listDrafts'>['drafts'];
  /** Whether an open draft is read from this file, and may be again. */
  holds(file: string): boolean;
  close(id: string): void;
  /** Closes what became a batch: who still asks for it hears which one. */
  closePaid(id: string, batch: BatchId): void;
  forgetColumns(id: string): void;
}

export function openDraftShelf({
  rooms,
  files,
  memory,
}: {
  rooms: Rooms;
  files: FileShelf;
  memory: Memory;
}): DraftShelf {
  const kept = new Map<string, Kept>();
  const readings = new OneAfterOther();
  const batches = new Map<string, BatchId>();

  const lastRevisionOf = (id: string): number => {
    const known = kept.get(id);
    return known?.draft?.revision ?? known?.lastRevision ?? -1;
  };

  const goneOf = (id: string): Refusal => {
    const batch = batches.get(id);
    return batch === undefined ? DRAFT_GONE : confirmedAs(batch);
  };

  const read = async (
    place: Place & { readonly file: string; readonly before: Draft | null },
    options: ReadOptions,
    context: ReadingContext,
  ): Promise<ReadingView | Refusal> => {
    const { id, before } = place;
    const path = files.pathOf(place.file);
    if (path === null) return FILE_GONE;
    const opening = await rooms.openSheet({ path, sheet: options.sheet, encoding: options.encoding });
    if (opening.kind === 'refused') return opening.refusal;
    const about = { draft: id, options };
    if (opening.kind === 'asks') {
      const { about: question, file: facts, refusal, sheets, encodings } = opening;
      const asked = { refusal, sheets: [...sheets], encodings: [...encodings], sheet: null, headers: [], rows: 0 };
      return keep(place, {
        draft: before,
        view: { kind: 'asks', ...about, file: facts, about: question, ...asked },
      });
    }
    const { sheet } = opening;
    const matching = matchRemembering(sheet, { options, memory });
    const headers = headersOf(sheet, matching.columns);
    const facts = {
      file: sheet.file,
      sheet: sheet.sheet,
      sheets: [...sheet.sheets],
      headers,
      rows: sheet.rowNumbers.length,
    };
    if (matching.kind === 'refused') {
      const asked = { about: 'columns', refusal: matching.refusal, encodings: [] } as const;
      return keep(place, { draft: before, view: { kind: 'asks', ...about, ...facts, ...asked, encodings: [] } });
    }
    const reading = { sheet, columns: matching.columns, options, maxPayoutPaise: context.maxPayoutPaise, retry: null };
    const draft = before ?? (await Draft.open(id, reading, lastRevisionOf(id) + 1));
    if ('code' in draft) return draft;
    const wrong = before === null ? null : await before.reread(reading);
    if (wrong !== null) return wrong;
    if (options.rememberColumns && options.columns.length > 0) {
      memory.rememberColumns(headersKey(sheet.headers), [...options.columns]);
    }
    const repeats = await context.repeatsOf(draft);
    return keep(place, { draft, view: checkedView(draft, repeats) });
  };

  const keep = (
    { id, file, isNew }: Place,
    { draft, view }: { draft: Draft | null; view: ReadingView },
  ): ReadingView | Refusal => {
    // Closed while it was being read again: it stays closed, for it may have been paid meanwhile.
    if (!isNew && !kept.has(id)) return goneOf(id);
    const lastRevision = lastRevisionOf(id);
    kept.delete(id);
    if (kept.size >= DRAFTS_MAX) {
      const [oldest] = uneditedOf(kept);
      if (oldest === undefined) return TOO_MANY;
      kept.delete(oldest);
    }
    kept.set(id, { file, draft, view, lastRevision });
    return view;
  };
  const isFull = (): boolean => kept.size >= DRAFTS_MAX && uneditedOf(kept).length === 0;

  return {
    open: async (file, options, context) =>
      isFull() ? TOO_MANY : read({ id: newHandle(), file, isNew: true, before: null }, options, context),
    openRetry: async (sheet, retry, maxPayoutPaise) => {
      if (isFull()) return TOO_MANY;
      const reading = { sheet, columns: RETRY_COLUMNS, options: RETRY_OPTIONS, maxPayoutPaise, retry };
      const draft = await Draft.open(newHandle(), reading);
      // What it pays again is known: it repeats no file.
      return 'code' in draft
        ? draft
        : keep({ id: draft.id, file: null, isNew: true }, { draft, view: checkedView(draft, []) });
    },
    // Two readings of one draft: the later begins with what the earlier left, and no revision stands for both.
    reread: (id, options, context) =>
      readings.do(id, async () => {
        const known = kept.get(id);
        if (known === undefined) return goneOf(id);
        return known.file === null
          ? NOT_A_FILE
          : read({ id, file: known.file, isNew: false, before: known.draft }, options, context);
      }),
    view: (id) => {
      const known = kept.get(id);
      if (known === undefined) return goneOf(id);
      const { draft, view } = known;
      if (draft === null || view.kind !== 'checked') return view;
      return checkedView(draft, view.repeats);
    },
    find: (id) => {
      const known = kept.get(id);
      if (known === undefined) return goneOf(id);
      return known.view.kind === 'asks' ? known.view.refusal : (known.draft ?? DRAFT_GONE);
    },
    list: () => [...kept].map(([draft, { view }]) => ({ draft, file: view.file, rows: view.rows })),
    holds: (file) => [...kept.values()].some((one) => one.file === file),
    close: (id) => void kept.delete(id),
    closePaid: (id, batch) => {
      batches.set(id, batch);
      kept.delete(id);
    },
    forgetColumns: (id) => {
      const headers = kept.get(id)?.view.headers.map(({ header }) => header) ?? [];
      if (headers.length > 0) memory.rememberColumns(headersKey(headers), null);
    },
  };
}

/** Drafts in which nothing was corrected, the one opened longest ago first: the file itself is all there is of them. */
function uneditedOf(kept: ReadonlyMap<string, Kept>): string[] {
  return [...kept].filter(([, { draft }]) => draft?.isCorrected !== true).map(([id]) => id);
}

function checkedView(draft: Draft, repeats: Repeats): ReadingView {
  const { sheet, columns, options } = draft.reading;
  return {
    kind: 'checked',
    draft: draft.id,
    file: sheet.file,
    options,
    sheet: sheet.sheet,
    sheets: [...sheet.sheets],
    headers: headersOf(sheet, columns),
    sureOfColumns: Object.values(columns).every(({ how }) => how === 'exact' || how === 'remembered'),
    rows: sheet.rowNumbers.length,
    repeats,
    retryOf: draft.reading.retry?.batch ?? null,
    lockedFields: lockedFields(draft),
    summary: summaryOf(draft),
  };
}

const RETRY_OPTIONS = READ_OPTIONS.parse({});

const NOT_A_FILE: Refusal = {
  code: 'notAFile',
  message: 'These rows come from a batch of this desk and are read in one way only.',
  cure: 'Correct the rows themselves.',
};
const FILE_GONE: Refusal = {
  code: 'fileGone',
  message: 'The desk does not hold this file any more.',
  cure: 'Open the file again.',
};
const TOO_MANY: Refusal = {
  code: 'tooManyDrafts',
  message: `${DRAFTS_MAX} files with corrections are open, and no more fit.`,
  cure: 'Pay one of them or close it, and open this file again.',
};
function confirmedAs(batch: BatchId): Refusal {
  return {
    code: 'draftConfirmed',
    message: `This file was confirmed as batch ${batch}.`,
    cure: `Open ${batch} under Payouts: it tells what became of each row. Opening the file again would be another batch.`,
  };
}
const DRAFT_GONE: Refusal = {
  code: 'draftGone',
  message: 'This file is not open any more.',
  cure: 'Open the file again.',
};
