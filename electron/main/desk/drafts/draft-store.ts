// The drafts of a process, by handle. A file that asks for a choice is kept with its question. Two readings of one draft
// come one after the other.

import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import type { AnswerOf } from '../../../../shared/api/contract.ts';
import {
  type CheckedReading,
  type DraftSummary,
  READ_OPTIONS,
  type DraftReading as ReadingView,
  type ReadOptions,
} from '../../../../shared/api/draft-commands.ts';
import { errorCode, InvariantError } from '../../../../shared/failures.ts';
import type { BatchId, Sha256 } from '../../../../shared/ids.ts';
import type { Paise } from '../../../../shared/money.ts';
import { type CheckedFile, FIELDS, type Refusal } from '../../../../shared/rows.ts';
import { type CheckedHead, CheckedUnpacking } from '../../import/checked-pieces.ts';
import type { HeldRows } from '../../import/open-sheet.ts';
import { refuseSheet } from '../../import/sentences.ts';
import { type Asked, openThreadCalls } from '../../platform/thread-calls.ts';
import { workerFiles } from '../../platform/worker-files.ts';
import type { HandlerContext } from '../runtime/context.ts';
import type { Memory, RememberedLayout } from '../runtime/memory.ts';
import { CHANGED_MEANWHILE } from './draft.ts';
import type { DraftFunctions, DraftListener, DraftNow, DraftRead } from './draft-thread.ts';
import { newHandle, type ReceivedFiles } from './received-files.ts';
import type { RetryOrigin } from './retry-draft.ts';

/** Files open in a window at once; each may hold a million rows in memory. One without corrections goes first. */
export const DRAFTS_MAX = 6;

/** What a draft is read from: the handle of a file's bytes, or payouts that are paid again. */
type DraftSource =
  | { readonly file: string; readonly retry: null }
  | { readonly file: null; readonly retry: RetryOrigin; readonly rows: HeldRows };

/** Shape: `draft` null while a file asks for its first choice; one that asks again later keeps it, and what was corrected, behind the question. */
interface HeldDraft {
  readonly source: DraftSource;
  readonly draft: OpenDraft | null;
  readonly view: ReadingView;
}

/** What a reading depends on besides the file. `repeatsOf` finds earlier batches of it. */
export interface ReadingContext {
  readonly maxPayoutPaise: Paise | null;
  repeatsOf(file: { readonly sha256: Sha256; readonly fingerprint: Sha256 }): CurrentReading['repeats'];
}

export interface DraftStore {
  open(file: string, options: ReadOptions, context: ReadingContext): Promise<ReadingView | Refusal>;
  /** Ends the first reading of a file; nothing happens when it is over. */
  cancelOpening(file: string): void;
  /** A draft of payouts that are paid again. */
  openRetry(rows: HeldRows, retry: RetryOrigin, maxPayoutPaise: Paise | null): Promise<ReadingView | Refusal>;
  /** Shape: `newer` the handle of what became of the file; null for the file as it was opened. */
  reread(
    id: string,
    asked: { readonly options: ReadOptions; readonly context: ReadingContext; readonly newer: string | null },
  ): Promise<ReadingView | Refusal>;
  /** Where the file of a draft was copied from; null for what came without a place of its own. */
  pathOf(id: string): string | null;
  /** How far its reading came, with the edits since. Shape: `repeats` as they were when it was read. */
  view(id: string): ReadingView | Refusal;
  find(id: string): OpenDraft | Refusal;
  list(): AnswerOf<'listDrafts'>['drafts'];
  /** Whether an open draft is read from this file, and may be again. */
  holds(file: string): boolean;
  close(id: string): void;
  /** Closes what became a batch: who still asks for it gets its name. */
  closePaid(id: string, batch: BatchId): void;
  forgetColumns(id: string): void;
  /** Lets all go. */
  end(): void;
}

/** What the handlers of capabilities stand on that open, change or pay drafts. */
export interface DraftContext extends HandlerContext {
  readonly drafts: DraftStore;
}

interface DraftNeeds {
  readonly files: ReceivedFiles;
  readonly memory: Memory;
  readonly samplePath: string;
}

export function openDraftStore({ files, memory, samplePath }: DraftNeeds): DraftStore {
  const drafts = new Map<string, HeldDraft>();
  const readings = new OneAfterOther();
  const batches = new Map<string, BatchId>();
  /** Files that are read for the first time: their drafts have no handle yet. */
  const opening = new Map<string, DraftThread>();

  const goneOf = (id: string): Refusal => {
    const batch = batches.get(id);
    return batch === undefined ? DRAFT_GONE : confirmedAs(batch);
  };

  const letGo = (id: string): void => {
    const thread = drafts.get(id)?.draft?.thread;
    drafts.delete(id);
    thread?.close(goneOf(id));
  };

  /** Shape: `known` what the handle had so far, null for one that was never given out. */
  const read = async (
    id: string,
    { source, known }: { readonly source: DraftSource; readonly known: HeldDraft | null },
    { options, context }: { readonly options: ReadOptions; readonly context: ReadingContext },
  ): Promise<ReadingView | Refusal> => {
    const from = source.file === null ? source.rows : files.pathOf(source.file);
    const isNewer = known !== null && known.source !== source;
    if (from === null) return FILE_GONE;
    const before = known?.draft ?? null;
    const thread =
      before?.thread ?? startDraftThread(workerFiles().draft, (headers) => memory.layoutOf(headersKey(headers)));
    if (known === null && source.file !== null) opening.set(source.file, thread);
    try {
      const { maxPayoutPaise } = context;
      const isSample = source.file !== null && files.sourceOf(source.file) === samplePath;
      const now = await thread.ask((asked) =>
        asked.read({ draft: id, from, options, maxPayoutPaise, isNewer, isSample }),
      );
      if ('code' in now) return now;
      if (now.kind === 'asks') return keep(id, { source, draft: before, view: now }, known === null);
      if (options.rememberColumns) memory.rememberLayout(keyOf(now.view), layoutOf(now.view));
      const { view, fingerprint } = now;
      const isOnDisk = source.file !== null && files.sourceOf(source.file) !== null;
      const reading = { ...now, isOnDisk, repeats: context.repeatsOf({ sha256: view.file.sha256, fingerprint }) };
      before?.take(reading);
      const draft = before ?? new OpenDraft(thread, source.retry, reading);
      return keep(id, { source, draft, view: draft.view }, known === null);
    } finally {
      if (source.file !== null && opening.get(source.file) === thread) opening.delete(source.file);
      if (drafts.get(id)?.draft?.thread !== thread) thread.close(DRAFT_GONE);
    }
  };

  const keep = (id: string, now: HeldDraft, isNew: boolean): ReadingView | Refusal => {
    // Closed while it was being read again: it stays closed, for it may have been paid meanwhile.
    if (!isNew && !drafts.has(id)) return goneOf(id);
    drafts.delete(id);
    if (drafts.size >= DRAFTS_MAX) {
      const [oldest] = uneditedOf(drafts);
      if (oldest === undefined) return TOO_MANY;
      letGo(oldest);
    }
    drafts.set(id, now);
    return now.view;
  };

  const open = async (
    source: DraftSource,
    asked: { readonly options: ReadOptions; readonly context: ReadingContext },
  ): Promise<ReadingView | Refusal> => {
    const isFull = drafts.size >= DRAFTS_MAX && uneditedOf(drafts).length === 0;
    return isFull ? TOO_MANY : read(newHandle(), { source, known: null }, asked);
  };

  return {
    open: (file, options, context) => open({ file, retry: null }, { options, context }),
    cancelOpening: (file) => opening.get(file)?.close(OPENING_CANCELLED),
    // What it pays again is known: it repeats no file.
    openRetry: (rows, retry, maxPayoutPaise) =>
      open(
        { file: null, retry, rows },
        { options: READ_OPTIONS.parse({}), context: { maxPayoutPaise, repeatsOf: () => [] } },
      ),
    // Two readings of one draft: the later begins with what the earlier left, and no revision stands for both.
    reread: (id, { options, context, newer }) =>
      readings.do(id, async () => {
        const known = drafts.get(id);
        if (known === undefined) return goneOf(id);
        if (known.source.file === null) return NOT_A_FILE;
        const source = newer === null ? known.source : { file: newer, retry: null };
        return read(id, { source, known }, { options, context });
      }),
    view: (id) => {
      const known = drafts.get(id);
      if (known === undefined) return goneOf(id);
      return known.draft === null || known.view.kind === 'asks' ? known.view : known.draft.view;
    },
    find: (id) => {
      const known = drafts.get(id);
      if (known === undefined) return goneOf(id);
      return known.view.kind === 'asks' ? known.view.refusal : (known.draft ?? DRAFT_GONE);
    },
    pathOf: (id) => {
      const file = drafts.get(id)?.source.file ?? null;
      return file === null ? null : files.sourceOf(file);
    },
    list: () => [...drafts].map(([draft, { view }]) => ({ draft, file: view.file, rows: view.rows })),
    holds: (file) => [...drafts.values()].some(({ source }) => source.file === file),
    close: letGo,
    closePaid: (id, batch) => {
      batches.set(id, batch);
      letGo(id);
    },
    forgetColumns: (id) => {
      const view = drafts.get(id)?.view;
      if (view !== undefined && view.headers.length > 0) memory.rememberLayout(keyOf(view), null);
    },
    end: () => {
      for (const id of drafts.keys()) letGo(id);
    },
  };
}

/** Drafts in which nothing was corrected, the one opened longest ago first: the file itself is all there is of them. */
function uneditedOf(drafts: ReadonlyMap<string, HeldDraft>): string[] {
  return [...drafts].filter(([, { draft }]) => draft?.isCorrected !== true).map(([id]) => id);
}

const OPENING_CANCELLED: Refusal = {
  code: 'openingCancelled',
  message: 'The file was not opened: its reading was cancelled.',
  cure: 'Open the file again.',
};
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

function keyOf({ headers }: Pick<ReadingView, 'headers'>): string {
  return headersKey(headers.map(({ header }) => header));
}

/** What the person who went on from Match has confirmed: every field with its column or without one, and each answer. */
function layoutOf({ headers, methodWords }: Pick<ReadingView, 'headers' | 'methodWords'>): RememberedLayout {
  const columns = FIELDS.map((field) => ({
    field,
    header: headers.find((header) => header.field === field)?.header ?? '',
  }));
  return { columns, methods: methodWords.flatMap(({ word, as }) => (as === null ? [] : [{ word, as }])) };
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
  /** Shape: `why` is the answer to whoever still asks it. */
  close(why: Refusal): void;
}

/** A million rows of 24 columns, checked, stay below. Units: MB. */
const HEAP_MAX_MB = 4_096;

/** A million rows take some tens of seconds. */
const ANSWER_TIMEOUT_MS = 300_000;

/** Starts a thread. Shape: `url` is the built draft-thread. No environment goes along: it may hold a token. */
export function startDraftThread(
  url: URL,
  layoutOf: DraftListener['layoutOf'],
  maxOldGenerationSizeMb = HEAP_MAX_MB,
): DraftThread {
  const worker = new Worker(url, { env: {}, execArgv: [], resourceLimits: { maxOldGenerationSizeMb } });
  let why: Refusal | null = null;
  let fault: Error | null = null;
  let isOver = false;
  const listener: DraftListener = {
    layoutOf,
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

const TOO_LARGE = refuseSheet('tooManyCells').refusal;

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

/** Shape: `repeats` the earlier batches of its file. */
interface CurrentReading extends DraftRead, Pick<CheckedReading, 'isOnDisk'> {
  readonly repeats: CheckedReading['repeats'];
}

/** A draft at one revision, checked from scratch; later edits do not change it. Shape: `retry` null for a file of its own. */
export interface WholeDraft {
  readonly retry: RetryOrigin | null;
  readonly options: ReadOptions;
  readonly checked: CheckedFile;
}

export class OpenDraft {
  readonly thread: DraftThread;
  readonly retry: RetryOrigin | null;
  #reading: CurrentReading;
  /** Taken over once for a revision. */
  #whole: (WholeDraft & { readonly revision: number }) | null = null;
  #changes = 0;
  #taking: Promise<unknown> = Promise.resolve();

  constructor(thread: DraftThread, retry: RetryOrigin | null, reading: CurrentReading) {
    this.thread = thread;
    this.retry = retry;
    this.#reading = reading;
  }

  get view(): CheckedReading {
    const { view, repeats, isOnDisk, summary } = this.#reading;
    return { ...view, repeats, isOnDisk, retryOf: this.retry?.batch ?? null, summary };
  }
  /** Of the rows as they were read. */
  get fingerprint(): Sha256 {
    return this.#reading.fingerprint;
  }
  get summary(): DraftSummary {
    return this.#reading.summary;
  }
  /** Null while a change is under way: then nobody knows. */
  get revision(): number | null {
    return this.#changes > 0 ? null : this.summary.revision;
  }
  get isCorrected(): boolean {
    return this.#reading.isCorrected;
  }

  /** Takes over what the thread has read again. */
  take(reading: CurrentReading): void {
    this.#whole = null;
    this.#reading = reading;
  }

  /** Edits the draft, or takes a step back or once more. Errors: a refusal with the draft as it was. */
  async change(act: (asked: AskedDraft) => Promise<DraftNow | Refusal>): Promise<Refusal | null> {
    this.#changes += 1;
    try {
      const now = await this.thread.ask(act);
      if ('code' in now) return now;
      this.#whole = null;
      this.#reading = { ...this.#reading, ...now };
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
    const { retry } = this;
    const { options } = this.#reading.view;
    const checked = await this.thread.ask(async (asked) => {
      const head = await asked.checkWhole(revision);
      return 'code' in head ? head : takePieces(asked, head);
    });
    if ('code' in checked) return checked;
    this.#whole = { revision, retry, options, checked };
    return this.#whole;
  }
}
