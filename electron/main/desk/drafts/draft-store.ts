// The drafts of a process, by handle. A file that asks for a choice is kept with its question. Two readings of one draft
// come one after the other.

import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import type { AnswerOf } from '../../../../shared/api/contract.ts';
import {
  type DraftSummary,
  READ_OPTIONS,
  type DraftReading as ReadingView,
  type ReadOptions,
} from '../../../../shared/api/draft-commands.ts';
import { saidAt } from '../../../../shared/cures.ts';
import { errorCode, InvariantError } from '../../../../shared/failures.ts';
import type { BatchId, Sha256 } from '../../../../shared/ids.ts';
import type { Paise } from '../../../../shared/money.ts';
import type { CheckedFile, Refusal } from '../../../../shared/rows.ts';
import { type CheckedHead, CheckedUnpacking } from '../../import/checked-pieces.ts';
import type { Columns } from '../../import/match-columns.ts';
import type { HeldRows } from '../../import/open-sheet.ts';
import { refuse } from '../../import/sentences.ts';
import { type Asked, openThreadCalls } from '../../platform/thread-calls.ts';
import { workerFiles } from '../../platform/worker-files.ts';
import type { HandlerContext } from '../runtime/context.ts';
import type { Memory } from '../runtime/memory.ts';
import { CHANGED_MEANWHILE, LOCKED_FIELDS } from './draft.ts';
import type { DraftFunctions, DraftListener, DraftNow, SheetView } from './draft-thread.ts';
import { newHandle, type ReceivedFiles } from './received-files.ts';
import { RETRY_COLUMNS, type RetryOrigin } from './retry-draft.ts';

/** Files open in a window at once; each may hold a hundred thousand rows in memory. One without corrections goes first. */
export const DRAFTS_MAX = 6;

/**
 * Shape: `file` is the handle of the bytes, null for rows of the desk's own; `draft` null while a file asks for its first choice.
 * One that asks again later keeps its draft, and what was corrected in it, behind the question.
 * `lastRevision` is the last that this handle had, -1 before the first: none ever stands for two contents.
 */
interface Kept {
  readonly file: string | null;
  readonly lastRevision: number;
  readonly draft: OpenDraft | null;
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
  repeatsOf(draft: OpenDraft): Repeats;
}

export interface DraftStore {
  open(file: string, options: ReadOptions, context: ReadingContext): Promise<ReadingView | Refusal>;
  /** A draft of payouts that are paid again. */
  openRetry(rows: HeldRows, retry: RetryOrigin, maxPayoutPaise: Paise | null): Promise<ReadingView | Refusal>;
  reread(id: string, options: ReadOptions, context: ReadingContext): Promise<ReadingView | Refusal>;
  /** How far its reading came, with the edits since. Shape: `repeats` as they were when it was read. */
  view(id: string): ReadingView | Refusal;
  find(id: string): OpenDraft | Refusal;
  list(): AnswerOf<'listDrafts'>['drafts'];
  /** Whether an open draft is read from this file, and may be again. */
  holds(file: string): boolean;
  close(id: string): void;
  /** Closes what became a batch: who still asks for it hears which one. */
  closePaid(id: string, batch: BatchId): void;
  forgetColumns(id: string): void;
  /** Lets all go. */
  end(): void;
}

/** What the handlers of capabilities stand on that open, change or pay drafts. */
export interface DraftContext extends HandlerContext {
  readonly drafts: DraftStore;
}

export function openDraftStore({ files, memory }: { files: ReceivedFiles; memory: Memory }): DraftStore {
  const kept = new Map<string, Kept>();
  const readings = new OneAfterOther();
  const batches = new Map<string, BatchId>();

  const lastRevisionOf = (id: string): number => {
    const known = kept.get(id);
    return known?.draft?.summary.revision ?? known?.lastRevision ?? -1;
  };

  const goneOf = (id: string): Refusal => {
    const batch = batches.get(id);
    return batch === undefined ? DRAFT_GONE : confirmedAs(batch);
  };

  const letGo = (id: string): void => {
    const thread = kept.get(id)?.draft?.thread;
    kept.delete(id);
    thread?.close(goneOf(id));
  };

  const read = async (
    place: Place & { readonly file: string; readonly before: OpenDraft | null },
    options: ReadOptions,
    context: ReadingContext,
  ): Promise<ReadingView | Refusal> => {
    const { id, before } = place;
    const path = files.pathOf(place.file);
    if (path === null) return FILE_GONE;
    const thread = before?.thread ?? startDraftThread(workerFiles().draft);
    try {
      return await readIn(thread, { ...place, path }, { options, context });
    } finally {
      if (kept.get(id)?.draft?.thread !== thread) thread.close(DRAFT_GONE);
    }
  };

  const readIn = async (
    thread: DraftThread,
    { before, path, ...place }: Place & { readonly path: string; readonly before: OpenDraft | null },
    { options, context }: { readonly options: ReadOptions; readonly context: ReadingContext },
  ): Promise<ReadingView | Refusal> => {
    const { id } = place;
    const opening = await thread.ask((asked) => asked.read({ path, sheet: options.sheet, encoding: options.encoding }));
    if ('code' in opening) return opening;
    if (opening.kind === 'refused') return opening.refusal;
    const about = { draft: id, options };
    if (opening.kind === 'asks') {
      const { about: question, file: facts, refusal, sheets, encodings } = opening;
      const asked = {
        refusal: saidAt('window', refusal),
        sheets: [...sheets],
        encodings: [...encodings],
        sheet: null,
        headers: [],
        rows: 0,
      };
      return keep(place, {
        draft: before,
        view: { kind: 'asks', ...about, file: facts, about: question, ...asked },
      });
    }
    const { sheet } = opening;
    const key = headersKey(sheet.headers);
    const matched = await thread.ask((asked) =>
      asked.match({ given: options.columns, remembered: memory.columnsOf(key) }),
    );
    if ('code' in matched) return matched;
    const { matching, headers } = matched;
    if (matching.kind === 'refused') {
      const { file: facts, sheet: name, sheets, rows } = sheet;
      const asked = { about: 'columns', refusal: saidAt('window', matching.refusal), encodings: [] } as const;
      const shown = { file: facts, sheet: name, sheets: [...sheets], headers, rows };
      return keep(place, { draft: before, view: { kind: 'asks', ...about, ...shown, ...asked, encodings: [] } });
    }
    const reading = { sheet, columns: matching.columns, options, retry: null };
    const { maxPayoutPaise } = context;
    const start = { id, revision: lastRevisionOf(id) + 1, maxPayoutPaise };
    const draft = before ?? (await OpenDraft.open(thread, { ...reading, ...start }));
    if ('code' in draft) return draft;
    const wrong = before === null ? null : await before.reread(reading, maxPayoutPaise);
    if (wrong !== null) return wrong;
    if (options.rememberColumns && options.columns.length > 0) {
      memory.rememberColumns(key, [...options.columns]);
    }
    return keep(place, { draft, view: checkedView(draft, context.repeatsOf(draft)) });
  };

  const keep = (
    { id, file, isNew }: Place,
    { draft, view }: { draft: OpenDraft | null; view: ReadingView },
  ): ReadingView | Refusal => {
    // Closed while it was being read again: it stays closed, for it may have been paid meanwhile.
    if (!isNew && !kept.has(id)) return goneOf(id);
    const lastRevision = lastRevisionOf(id);
    kept.delete(id);
    if (kept.size >= DRAFTS_MAX) {
      const [oldest] = uneditedOf(kept);
      if (oldest === undefined) return TOO_MANY;
      letGo(oldest);
    }
    kept.set(id, { file, draft, view, lastRevision });
    return view;
  };
  const isFull = (): boolean => kept.size >= DRAFTS_MAX && uneditedOf(kept).length === 0;

  return {
    open: async (file, options, context) =>
      isFull() ? TOO_MANY : read({ id: newHandle(), file, isNew: true, before: null }, options, context),
    openRetry: async (rows, retry, maxPayoutPaise) => {
      if (isFull()) return TOO_MANY;
      const id = newHandle();
      const thread = startDraftThread(workerFiles().draft);
      try {
        const opening = await thread.ask((asked) => asked.read(rows));
        if ('code' in opening) return opening;
        if (opening.kind !== 'opened') return opening.refusal;
        const reading = { sheet: opening.sheet, columns: RETRY_COLUMNS, options: RETRY_OPTIONS, retry };
        const draft = await OpenDraft.open(thread, { ...reading, id, revision: 0, maxPayoutPaise });
        if ('code' in draft) return draft;
        // What it pays again is known: it repeats no file.
        return keep({ id, file: null, isNew: true }, { draft, view: checkedView(draft, []) });
      } finally {
        if (!kept.has(id)) thread.close(DRAFT_GONE);
      }
    },
    // Two readings of one draft: the later begins with what the earlier left, and no revision stands for both.
    reread: (id, options, context) =>
      readings.do(id, async () => {
        const known = kept.get(id);
        if (known === undefined) return goneOf(id);
        if (known.file === null) return NOT_A_FILE;
        return read({ id, file: known.file, isNew: false, before: known.draft }, options, context);
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
    close: letGo,
    closePaid: (id, batch) => {
      batches.set(id, batch);
      letGo(id);
    },
    forgetColumns: (id) => {
      const headers = kept.get(id)?.view.headers.map(({ header }) => header) ?? [];
      if (headers.length > 0) memory.rememberColumns(headersKey(headers), null);
    },
    end: () => {
      for (const id of kept.keys()) letGo(id);
    },
  };
}

/** Drafts in which nothing was corrected, the one opened longest ago first: the file itself is all there is of them. */
function uneditedOf(kept: ReadonlyMap<string, Kept>): string[] {
  return [...kept].filter(([, { draft }]) => draft?.isCorrected !== true).map(([id]) => id);
}

function checkedView(draft: OpenDraft, repeats: Repeats): ReadingView {
  const { sheet, columns, options, retry } = draft.reading;
  return {
    kind: 'checked',
    draft: draft.id,
    file: sheet.file,
    options,
    sheet: sheet.sheet,
    sheets: [...sheet.sheets],
    headers: draft.headers,
    sureOfColumns: Object.values(columns).every(({ how }) => how === 'exact' || how === 'remembered'),
    rows: sheet.rows,
    repeats,
    retryOf: retry?.batch ?? null,
    lockedFields: retry === null ? [] : [...LOCKED_FIELDS],
    summary: draft.summary,
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

class OneAfterOther {
  /** The last of each name. Shape: a name is let go once nobody waits for it. */
  readonly #last = new Map<string, Promise<unknown>>();

  async do<Value>(name: string, act: () => Promise<Value>): Promise<Value> {
    const turn = (this.#last.get(name) ?? Promise.resolve()).then(act);
    const ended = turn.catch(() => undefined);
    this.#last.set(name, ended);
    try {
      return await turn;
    } finally {
      if (this.#last.get(name) === ended) this.#last.delete(name);
    }
  }
}

/** One word for one set of headers; columns without one count for nothing. */
function headersKey(headers: readonly string[]): string {
  return createHash('sha256')
    .update(headers.flatMap((header) => (header === '' ? [] : [header.toLowerCase()])).join('\n'))
    .digest('base64url');
}

/** The thread of a draft, as it is asked. */
export type AskedDraft = Asked<DraftFunctions>;

/** The thread of a draft. */
export interface DraftThread {
  /** Asks it. Errors: a refusal when it ran out of memory or time, or was closed; rejects for a bug of ours. */
  ask<Value>(act: (thread: AskedDraft) => Promise<Value>): Promise<Value | Refusal>;
  /** Shape: `why` is what is told to whoever still asks it. */
  close(why: Refusal): void;
}

/** A million rows of 24 columns, checked, stay below. Units: MB. */
const HEAP_MAX_MB = 4_096;

/** A million rows take some tens of seconds. */
const ANSWER_TIMEOUT_MS = 300_000;

/** Starts a thread. Shape: `url` is the built draft-thread. No environment goes along: it may hold a token. */
export function startDraftThread(url: URL, maxOldGenerationSizeMb = HEAP_MAX_MB): DraftThread {
  const worker = new Worker(url, { env: {}, execArgv: [], resourceLimits: { maxOldGenerationSizeMb } });
  let why: Refusal | null = null;
  let fault: Error | null = null;
  let isOver = false;
  const listener: DraftListener = {
    noteFault: (words) => {
      fault = new InvariantError(words);
    },
  };
  const calls = openThreadCalls<DraftFunctions>(worker, listener, () => {});
  const end = (refusal: Refusal | null): void => {
    if (isOver) return;
    isOver = true;
    why = refusal;
    calls.end();
    void worker.terminate();
  };
  worker.once('error', (error: Error) => {
    fault = error;
    end(errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY' ? TOO_LARGE : null);
  });
  worker.once('exit', () => end(null));
  return {
    ask: async (act) => {
      const deadline = setTimeout(() => end(TOO_LARGE), ANSWER_TIMEOUT_MS);
      try {
        return await act(calls.other);
      } catch (error) {
        if (why !== null) return why;
        throw fault ?? error;
      } finally {
        clearTimeout(deadline);
      }
    },
    close: end,
  };
}

const TOO_LARGE = refuse('tooManyCells').refusal;

export const DRAFT_GONE: Refusal = {
  code: 'draftGone',
  message: 'This file is not open any more.',
  cure: 'Open the file again.',
};

/** Takes a checked file piece by piece: the next one is made while this one is put in its place. */
async function takePieces(asked: AskedDraft, head: CheckedHead): Promise<CheckedFile> {
  const unpacking = new CheckedUnpacking();
  let next = asked.nextPiece();
  for (;;) {
    const piece = await next;
    if (!piece.isLast) next = asked.nextPiece();
    unpacking.add(piece);
    if (piece.isLast) return unpacking.finish(head);
  }
}

/** A draft at one revision, checked from scratch; later edits do not change it. */
export interface WholeDraft {
  readonly reading: DraftSource;
  readonly checked: CheckedFile;
}

/** What a draft was read from, and how. Shape: `retry` null for a file of its own. */
interface DraftSource {
  readonly sheet: SheetView;
  readonly columns: Columns;
  readonly options: ReadOptions;
  readonly retry: RetryOrigin | null;
}

/** What its thread says of a draft that was read. */
interface DraftRead extends DraftNow {
  readonly headers: ReadingView['headers'];
  readonly fingerprint: Sha256;
}

export class OpenDraft {
  readonly id: string;
  readonly #thread: DraftThread;
  #reading: DraftSource;
  #read: DraftRead;
  /** Taken over once for a revision. */
  #whole: (WholeDraft & { readonly revision: number }) | null = null;
  #changes = 0;
  #taking: Promise<unknown> = Promise.resolve();

  private constructor(id: string, thread: DraftThread, reading: DraftSource, read: DraftRead) {
    this.id = id;
    this.#thread = thread;
    this.#reading = reading;
    this.#read = read;
  }

  /** Checks what the thread has read. Shape: `revision` the draft's first one, which the handle never had before. */
  static async open(
    thread: DraftThread,
    { id, revision, maxPayoutPaise, ...reading }: DraftSource & DraftStart,
  ): Promise<OpenDraft | Refusal> {
    const read = await check(thread, reading, { draft: id, revision, maxPayoutPaise });
    return 'code' in read ? read : new OpenDraft(id, thread, reading, read);
  }

  get thread(): DraftThread {
    return this.#thread;
  }
  get reading(): DraftSource {
    return this.#reading;
  }
  /** The file's columns, each with what it carries. */
  get headers(): ReadingView['headers'] {
    return this.#read.headers;
  }
  /** Of the rows as they were read. */
  get fingerprint(): Sha256 {
    return this.#read.fingerprint;
  }
  get summary(): DraftSummary {
    return this.#read.summary;
  }
  /** Null while a change is under way: then nobody knows. */
  get revision(): number | null {
    return this.#changes > 0 ? null : this.#read.summary.revision;
  }
  get isCorrected(): boolean {
    return this.#read.isCorrected;
  }

  /** Takes over what the thread has read again. Errors: a refusal with the draft as it was. */
  async reread(reading: DraftSource, maxPayoutPaise: Paise | null): Promise<Refusal | null> {
    const read = await check(this.#thread, reading, { draft: this.id, revision: 0, maxPayoutPaise });
    if ('code' in read) return read;
    this.#reading = reading;
    this.#read = read;
    return null;
  }

  /** Edits the draft, or takes a step back or once more. Errors: a refusal with the draft as it was. */
  async change(act: (asked: AskedDraft) => Promise<DraftNow | Refusal>): Promise<Refusal | null> {
    this.#changes += 1;
    try {
      const now = await this.#thread.ask(act);
      if ('code' in now) return now;
      this.#read = { ...this.#read, ...now };
      return null;
    } finally {
      this.#changes -= 1;
    }
  }

  /**
   * The draft as it was seen at a revision, checked from scratch: what is stored never rests on differences alone.
   * Errors: a refusal when the draft has another revision by now.
   */
  checkWhole(revision: number): Promise<WholeDraft | Refusal> {
    // One after the other: the pieces of two would mix.
    const taken = this.#taking.then(() => this.#takeWhole(revision));
    this.#taking = taken.catch(() => undefined);
    return taken;
  }

  async #takeWhole(revision: number): Promise<WholeDraft | Refusal> {
    if (revision !== this.revision) return CHANGED_MEANWHILE;
    if (this.#whole?.revision === revision) return this.#whole;
    const reading = this.#reading;
    const checked = await this.#thread.ask(async (asked) => {
      const head = await asked.checkWhole(revision);
      return 'code' in head ? head : takePieces(asked, head);
    });
    if ('code' in checked) return checked;
    this.#whole = { revision, reading, checked };
    return this.#whole;
  }
}

interface DraftStart {
  readonly id: string;
  readonly revision: number;
  readonly maxPayoutPaise: Paise | null;
}

function check(
  thread: DraftThread,
  { columns, options, retry }: DraftSource,
  about: { readonly draft: string; readonly revision: number; readonly maxPayoutPaise: Paise | null },
): Promise<DraftRead | Refusal> {
  const { fillRemark, includeHidden } = options;
  const how = { columns, options: { fillRemark, includeHidden }, isRetry: retry !== null };
  return thread.ask((asked) => asked.check({ ...how, ...about }));
}
