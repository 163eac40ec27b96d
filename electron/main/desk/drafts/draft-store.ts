// The drafts of a desk, by handle. A file that asks for a choice is kept with its question. Two readings of one draft run one
// after the other. A draft whose thread has ended, also by a restart, is read again with all its edits when next used; one that
// became a batch never comes back.

import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { AnswerOf } from '../../../../shared/api/contract.ts';
import {
  type CheckedReading,
  type DraftEdit,
  type DraftSeen,
  type DraftSummary,
  READ_OPTIONS,
  type DraftReading as ReadingView,
  type ReadOptions,
} from '../../../../shared/api/draft-commands.ts';
import type { BatchId, CommandId, Sha256 } from '../../../../shared/ids.ts';
import { msg } from '../../../../shared/messages/message.ts';
import type { Paise } from '../../../../shared/money.ts';
import type { Book } from '../../../../shared/profiles.ts';
import type { CheckedFile, Refusal } from '../../../../shared/rows.ts';
import type { HeldRows } from '../../import/open-sheet.ts';
import { type HandlerContext, PROGRAM_CHANGED } from '../runtime/context.ts';
import type { Memory, RememberedLayout } from '../runtime/memory.ts';
import { CHANGED_MEANWHILE, type TypedCell } from './draft.ts';
import {
  type DraftFacts,
  type DraftFolder,
  DraftJournal,
  type JournalLine,
  type ReadLine,
  type StartLine,
} from './draft-journal.ts';
import type { StartDraft } from './draft-places.ts';
import type { DraftNow, DraftRead } from './draft-thread.ts';
import { newHandle, type ReceivedFiles } from './received-files.ts';
import type { RetryOrigin } from './retry-draft.ts';
import { type AskedDraft, DRAFT_GONE, type DraftThread, startDraftThread, takePieces } from './start-draft.ts';

/**
 * How many drafts are in memory at once; each may hold a million rows. The thread of the draft used longest ago ends, and its
 * draft is read again when next used.
 */
export const DRAFT_THREADS_MAX = 6;

/** How many files can be open at once. Nothing is closed by itself. */
export const DRAFTS_MAX = 200;

/** What a draft is read from: the handle of a file's bytes, or payouts that are paid again. */
type DraftSource =
  | { readonly file: string; readonly retry: null }
  | { readonly file: null; readonly retry: RetryOrigin; readonly rows: HeldRows };

/** `draft` is null while a file asks for its first choice. If it asks again later, the draft and its corrections are kept. */
interface HeldDraft {
  readonly source: DraftSource;
  readonly draft: OpenDraft | null;
  readonly view: ReadingView;
  readonly reopened: Reopened;
}

type Reopened = CheckedReading['reopened'];

export interface ReadingContext {
  readonly profile: string;
  readonly maxPayoutPaise: Paise | null;
  repeatsOf(file: { readonly sha256: Sha256; readonly fingerprint: Sha256 }): CurrentReading['repeats'];
}

export interface DraftStore {
  open(file: string, options: ReadOptions, context: ReadingContext): Promise<ReadingView | Refusal>;
  /** Cancels the first reading of a file; does nothing if it is over. */
  cancelOpening(file: string): void;
  /** Opens a draft of payouts that are paid again. */
  openRetry(again: RetryAgain): Promise<ReadingView | Refusal>;
  /** `newer`: the handle of the changed file; null to read the file as it was opened. */
  reread(
    id: string,
    asked: { readonly options: ReadOptions; readonly context: ReadingContext; readonly newer: string | null },
  ): Promise<ReadingView | Refusal>;
  /** Edits the draft, or undoes or redoes a step. Refuses with the draft unchanged. */
  change(id: string, change: DraftChange, revision: number): Promise<DraftSummary | Refusal>;
  /** Where the draft's file was copied from; null if it has no path. */
  pathOf(id: string): string | null;
  /** The draft's reading, with the edits since. `repeats` are as they were when it was read. */
  view(id: string): Promise<ReadingView | Refusal>;
  /** The draft in memory. Any other is absent until it is loaded. */
  find(id: string): OpenDraft | Refusal;
  /** The same, but first reads again a draft that is not in memory. Use it before waiting for anything else. */
  load(id: string): Promise<OpenDraft | Refusal>;
  list(): AnswerOf<'listDrafts'>;
  noteSeen(id: string, seen: DraftSeen): void;
  /** Records durably that this command may make the draft a batch. Returns false if the disk refused. */
  noteStart(id: string, start: { readonly book: Book; readonly commandId: CommandId }): boolean;
  /** Whether an open draft is read from this file, or may be again. */
  holds(file: string): boolean;
  close(id: string): void;
  /** Closes a draft that became a batch. Later requests for it are refused with the batch's name. */
  closePaid(id: string, batch: BatchId): void;
  forgetColumns(id: string): void;
  /** Closes all threads; the journals stay, to be reopened. */
  end(): Promise<void>;
}

export type DraftChange =
  | { readonly kind: 'edit'; readonly edit: DraftEdit }
  | { readonly kind: 'step'; readonly direction: 'undo' | 'redo' };

export interface RetryAgain {
  readonly rows: HeldRows;
  readonly retry: RetryOrigin;
  readonly profile: string;
  readonly maxPayoutPaise: Paise | null;
}

/** What handlers need to open, change or pay drafts. */
export interface DraftContext extends HandlerContext {
  readonly drafts: DraftStore;
}

interface DraftNeeds {
  readonly files: ReceivedFiles;
  readonly memory: Memory;
  readonly samplePath: string;
  readonly nowMs: () => number;
  /** Where the journals are, and what was found there at the start. */
  readonly folder: string;
  readonly found: Pick<DraftFolder, 'journals' | 'unopened'>;
  readonly onWriteFailed: () => void;
  /** Where the threads of drafts run. */
  readonly startDraft: StartDraft;
  /** Whether a thread would be of another version than this one. */
  readonly hasProgramChanged: () => boolean;
  /** The batch that a recorded start command began, or null. */
  readonly batchOf: (start: StartLine) => BatchId | null;
  /** The account of a draft from before a restart. */
  readonly contextOf: (profile: string) => ReadingContext;
  /** What can be paid again of a batch now. */
  readonly retryOf: (batch: BatchId) => RetryAgain | Refusal;
}

export function openDraftStore(needs: DraftNeeds): DraftStore {
  const { files, memory, samplePath } = needs;
  /** The drafts in memory, those used longest ago first. */
  const drafts = new Map<string, HeldDraft>();
  const journals = new Map(needs.found.journals.map((journal) => [journal.draft, journal]));
  const readings = new OneAfterOther();
  const batches = new Map<string, BatchId>();
  /** The draft that a person last asked to pay: it stays in memory, because its start checks that it is unchanged. */
  let starting: string | null = null;
  /** Files that are read for the first time; their drafts have no handle yet. */
  const opening = new Map<string, DraftThread>();
  /** The remembered layout that each draft was last read with; while a draft is repeated from its journal, the one used then. */
  const layouts = new Map<string, RememberedLayout | null>();
  const replayed = new Map<string, RememberedLayout | null>();
  const layoutFor = (id: string, headers: readonly string[]): RememberedLayout | null => {
    const then = replayed.get(id);
    const layout = then === undefined ? memory.layoutOf(headersKey(headers)) : then;
    layouts.set(id, layout);
    return layout;
  };

  const goneOf = (id: string): Refusal => {
    const batch = batches.get(id);
    return batch === undefined ? DRAFT_GONE : confirmedAs(batch);
  };

  const letGo = (id: string): void => {
    const thread = drafts.get(id)?.draft?.thread;
    drafts.delete(id);
    journals.get(id)?.remove();
    journals.delete(id);
    layouts.delete(id);
    void thread?.close(goneOf(id));
  };

  /** `known`: what exists of the draft so far, or null. If it has a draft, the caller owns the thread. */
  const read = async (
    id: string,
    { source, known }: { readonly source: DraftSource; readonly known: HeldDraft | null },
    { options, context }: { readonly options: ReadOptions; readonly context: ReadingContext },
  ): Promise<HeldDraft | Refusal> => {
    const from = source.file === null ? source.rows : files.pathOf(source.file);
    const isNewer = known !== null && known.source.file !== source.file;
    if (from === null) return FILE_GONE;
    // Another version's threads may read a file otherwise.
    if (needs.hasProgramChanged()) return PROGRAM_CHANGED;
    const before = known?.draft ?? null;
    const thread = before?.thread ?? startDraftThread(needs.startDraft, (headers) => layoutFor(id, headers));
    if (known === null && source.file !== null) opening.set(source.file, thread);
    let isStarted = before !== null;
    try {
      const { maxPayoutPaise } = context;
      const isSample = source.file !== null && files.sourceOf(source.file) === samplePath;
      const now = await thread.ask((asked) =>
        asked.read({ draft: id, from, options, maxPayoutPaise, nowMs: needs.nowMs(), isNewer, isSample }),
      );
      if (!isStarted && needs.hasProgramChanged()) return PROGRAM_CHANGED;
      if ('code' in now) return now;
      const reopened = known?.reopened ?? null;
      if (now.kind === 'asks') return { source, draft: before, view: now, reopened };
      if (options.rememberColumns) memory.rememberLayout(keyOf(now.view), now.layout);
      const { view, fingerprint } = now;
      const isOnDisk = source.file !== null && files.sourceOf(source.file) !== null;
      const reading = { ...now, isOnDisk, repeats: context.repeatsOf({ sha256: view.file.sha256, fingerprint }) };
      before?.take(reading);
      const draft = before ?? new OpenDraft(thread, source.retry, reading);
      isStarted = true;
      return { source, draft, view: viewOf(id, draft, reopened), reopened };
    } finally {
      if (source.file !== null && opening.get(source.file) === thread) opening.delete(source.file);
      if (!isStarted) void thread.close(DRAFT_GONE);
    }
  };

  const viewOf = (id: string, draft: OpenDraft, reopened: Reopened): CheckedReading => {
    return { ...draft.view, seen: journals.get(id)?.seen ?? null, reopened };
  };

  /** Stores the reading and appends it to the journal. */
  const keep = (
    id: string,
    { held, isNew, line }: { readonly held: HeldDraft; readonly isNew: boolean; readonly line: ReadLine },
  ): ReadingView | Refusal => {
    const refuseIt = (refusal: Refusal): Refusal => {
      void held.draft?.thread.close(refusal);
      return refusal;
    };
    // A draft closed while it was being read again stays closed, because it may have been paid meanwhile.
    if (!isNew && !drafts.has(id)) return refuseIt(goneOf(id));
    use(id, held);
    if (held.source.file !== null) files.makeLasting(held.source.file);
    const { folder, onWriteFailed } = needs;
    const journal = journals.get(id);
    if (journal === undefined)
      journals.set(id, DraftJournal.begin(folder, { draft: id, first: line, onFailed: onWriteFailed }));
    else journal.append(line);
    return held.view;
  };

  const use = (id: string, held: HeldDraft): void => {
    drafts.delete(id);
    drafts.set(id, held);
    // The caller uses the thread in the same turn.
    setImmediate(endIdleThreads);
  };

  const endIdleThreads = (): void => {
    // None of them could be read again.
    if (needs.hasProgramChanged()) return;
    const loaded = [...drafts].flatMap(([id, { draft }]) => (draft === null ? [] : [{ id, draft }]));
    const idle = loaded.filter(
      ({ id, draft }) =>
        id !== starting && !draft.thread.isBusy() && !readings.has(id) && journals.get(id)?.isSaved === true,
    );
    for (const { id, draft } of idle.slice(0, Math.max(0, loaded.length - DRAFT_THREADS_MAX))) {
      drafts.delete(id);
      void draft.thread.close(DRAFT_GONE);
    }
  };

  const lineOf = (id: string, held: HeldDraft, { profile }: ReadingContext): ReadLine => {
    const { source, view } = held;
    const from =
      source.file === null
        ? { batch: source.retry.batch }
        : { file: source.file, name: files.nameOf(source.file) ?? '', source: files.sourceOf(source.file) };
    const remembered = layouts.get(id) ?? null;
    const { options } = view;
    return { kind: 'read', atMs: needs.nowMs(), profile, options, from, remembered, facts: factsOf(held) };
  };

  const open = async (
    source: DraftSource,
    asked: { readonly options: ReadOptions; readonly context: ReadingContext },
  ): Promise<ReadingView | Refusal> => {
    if (journals.size >= DRAFTS_MAX) return TOO_MANY;
    const id = newHandle();
    const held = await read(id, { source, known: null }, asked);
    return 'code' in held ? held : keep(id, { held, isNew: true, line: lineOf(id, held, asked.context) });
  };

  /** Returns the change in a form that can be repeated from the journal. */
  const applyTo = async (
    { draft }: HeldDraft,
    change: DraftChange,
    revision: number,
  ): Promise<DraftChange | Refusal> => {
    if (draft === null) return DRAFT_GONE;
    if (change.kind === 'edit') {
      const now = await draft.change((asked) => asked.edit(revision, change.edit));
      return 'code' in now ? now : { kind: 'edit', edit: now.made };
    }
    const now = await draft.change((asked) => asked.go(change.direction, revision));
    return 'code' in now ? now : change;
  };

  /** Reads a draft that is not in memory and repeats its changes through the same checks. */
  const reopen = async (id: string, journal: DraftJournal): Promise<HeldDraft | Refusal> => {
    const journalled = journal.reread();
    if (journalled === null) return FILE_GONE;
    const { lines, isDamaged } = journalled;
    let held: HeldDraft | null = null;
    let isPartly = isDamaged;
    const leave = (refusal: Refusal): Refusal => {
      void held?.draft?.thread.close(refusal);
      return refusal;
    };
    for (const line of lines) {
      if (line.kind === 'read') {
        const again = reopenedSource(line);
        if ('code' in again) return leave(again);
        replayed.set(id, line.remembered);
        const now: HeldDraft | Refusal = await read(id, { source: again.source, known: held }, { ...line, ...again });
        replayed.delete(id);
        if ('code' in now && held === null) return now;
        if ('code' in now) isPartly = true;
        else if ('file' in line.from && now.view.file.sha256 !== line.facts.file.sha256) {
          held = now;
          return leave(BYTES_CHANGED);
        } else held = now;
      } else if ((line.kind === 'edit' || line.kind === 'step') && held !== null) {
        const made = await applyTo(held, line, held.draft?.summary.revision ?? 0);
        isPartly ||= 'code' in made;
      }
    }
    if (held === null) return FILE_GONE;
    const { rows, payable } = factsOf(held);
    const isAsBefore = rows === journal.facts.rows && isDeepStrictEqual(payable, journal.facts.payable);
    const reopened = isPartly ? 'partly' : isAsBefore ? null : 'otherwise';
    return { ...held, reopened };
  };

  const reopenedSource = (line: ReadLine): { source: DraftSource; context: ReadingContext } | Refusal => {
    if ('file' in line.from) {
      return { source: { file: line.from.file, retry: null }, context: needs.contextOf(line.profile) };
    }
    const again = needs.retryOf(line.from.batch);
    return 'code' in again ? again : retrySource(again);
  };

  /** A draft in memory. One whose thread has ended is as good as gone. */
  const inMemory = (id: string) => {
    const known = drafts.get(id);
    return known?.draft?.thread.hasEnded() === true ? undefined : known;
  };

  /** Loads a draft that is not in memory. Returns a refusal if it cannot be loaded, else null. */
  const load = async (id: string): Promise<Refusal | null> => {
    const known = inMemory(id);
    if (known !== undefined) use(id, known);
    if (known !== undefined || !journals.has(id)) return null;
    return readings.do(id, async () => {
      const journal = journals.get(id);
      if (inMemory(id) !== undefined || journal === undefined) return null;
      drafts.delete(id);
      const held = await reopen(id, journal);
      if ('code' in held) return held;
      if (journals.has(id)) use(id, held);
      else void held.draft?.thread.close(goneOf(id));
      return null;
    });
  };

  const find = (id: string): OpenDraft | Refusal => {
    const known = drafts.get(id);
    if (known === undefined) return goneOf(id);
    return known.view.kind === 'asks' ? known.view.refusal : (known.draft ?? DRAFT_GONE);
  };

  // A draft confirmed before the process died is paid as a batch, so it must not be offered for confirmation again.
  for (const [id, { starts }] of journals) {
    const batch = starts.map(needs.batchOf).find((begun) => begun !== null);
    if (batch === undefined || batch === null) continue;
    batches.set(id, batch);
    letGo(id);
  }

  return {
    open: (file, options, context) => open({ file, retry: null }, { options, context }),
    cancelOpening: (file) => void opening.get(file)?.close(OPENING_CANCELLED),
    openRetry: (again) => {
      const { source, context } = retrySource(again);
      return open(source, { options: READ_OPTIONS.parse({}), context });
    },
    // Two readings of one draft run one after the other: the later starts from the earlier's result, with a new revision.
    reread: async (id, { options, context, newer }) => {
      const unread = await load(id);
      if (unread !== null) return unread;
      return readings.do(id, async () => {
        const known = drafts.get(id);
        if (known === undefined) return goneOf(id);
        if (known.source.file === null) return NOT_A_FILE;
        const source = newer === null ? known.source : { file: newer, retry: null };
        const held = await read(id, { source, known }, { options, context });
        if ('code' in held) return held;
        return keep(id, { held: { ...held, reopened: null }, isNew: false, line: lineOf(id, held, context) });
      });
    },
    change: async (id, change, revision) => {
      const draft = (await load(id)) ?? find(id);
      if ('code' in draft) return draft;
      const held = drafts.get(id);
      if (held === undefined) return goneOf(id);
      const made = await applyTo(held, change, revision);
      if ('code' in made) return made;
      const line: JournalLine = { ...made, facts: factsOf(held) };
      if (draft.summary.revision !== revision) journals.get(id)?.append(line);
      return draft.summary;
    },
    view: async (id) => {
      const unread = await load(id);
      if (unread !== null) return unread;
      const known = drafts.get(id);
      if (known === undefined) return goneOf(id);
      return known.draft === null || known.view.kind === 'asks' ? known.view : viewOf(id, known.draft, known.reopened);
    },
    find,
    load: async (id) => (await load(id)) ?? find(id),
    pathOf: (id) => {
      const file = drafts.get(id)?.source.file ?? null;
      return file === null ? null : files.sourceOf(file);
    },
    list: () => ({
      drafts: [...journals].map(([draft, { facts, openedAtMs, seen, isSaved, retryOf }]) => {
        return { draft, ...facts, openedAtMs, isSaved, retryOf, step: seen?.step ?? 'review' };
      }),
      unopened: [...needs.found.unopened],
    }),
    noteSeen: (id, { step, query }) => {
      const journal = journals.get(id);
      journal?.append({ kind: 'seen', seen: { step, query: query ?? journal.seen?.query ?? null } });
    },
    noteStart: (id, start) => {
      starting = id;
      return journals.get(id)?.append({ kind: 'start', ...start }, true) ?? false;
    },
    holds: (file) => [...journals.values()].some(({ files: named }) => named.has(file)),
    close: letGo,
    closePaid: (id, batch) => {
      batches.set(id, batch);
      letGo(id);
    },
    forgetColumns: (id) => {
      const view = drafts.get(id)?.view;
      if (view !== undefined && view.headers.length > 0) memory.rememberLayout(keyOf(view), null);
    },
    end: async () => {
      const open = [...drafts.values()].flatMap(({ draft }) => (draft === null ? [] : [draft.thread]));
      await Promise.all([...open, ...opening.values()].map((thread) => thread.close(DRAFT_GONE)));
    },
  };
}

function retrySource({ rows, retry, profile, maxPayoutPaise }: RetryAgain): {
  readonly source: DraftSource;
  readonly context: ReadingContext;
} {
  // What a retry pays again is known, so it repeats no file.
  return { source: { file: null, retry, rows }, context: { profile, maxPayoutPaise, repeatsOf: () => [] } };
}

function factsOf({ draft, view: { file, rows, kind } }: HeldDraft): DraftFacts {
  return { file, rows, payable: kind === 'asks' || draft === null ? null : draft.summary.payable };
}

const OPENING_CANCELLED: Refusal = {
  code: 'openingCancelled',
  message: msg('draft.openingCancelled'),
  cure: msg('cure.openFileAgain'),
};
const BYTES_CHANGED: Refusal = {
  code: 'draftFileChanged',
  message: msg('draft.draftFileChanged'),
  cure: msg('cure.closeAndOpenFileAgain'),
};
const NOT_A_FILE: Refusal = {
  code: 'notAFile',
  message: msg('draft.notAFile'),
  cure: msg('cure.correctTheRows'),
};
const FILE_GONE: Refusal = {
  code: 'fileGone',
  message: msg('draft.fileGone'),
  cure: msg('cure.openFileAgain'),
};
const TOO_MANY: Refusal = {
  code: 'tooManyDrafts',
  message: msg('draft.tooManyDrafts', { count: DRAFTS_MAX }),
  cure: msg('cure.closeADraft'),
};
function confirmedAs(batch: BatchId): Refusal {
  return {
    code: 'draftConfirmed',
    message: msg('draft.draftConfirmed', { batch }),
    cure: msg('cure.openBatchInstead', { batch }),
  };
}

class OneAfterOther {
  /** The last task of each name; a name is removed once nothing waits for it. */
  readonly #last = new Map<string, Promise<unknown>>();

  has(name: string): boolean {
    return this.#last.has(name);
  }

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

/** A key for a set of headers; columns without a header do not count. */
function headersKey(headers: readonly string[]): string {
  return createHash('sha256')
    .update(headers.flatMap((header) => (header === '' ? [] : [header.toLowerCase()])).join('\n'))
    .digest('base64url');
}

/** `repeats`: the earlier batches of its file. */
interface CurrentReading extends DraftRead, Pick<CheckedReading, 'isOnDisk'> {
  readonly repeats: CheckedReading['repeats'];
}

/** A draft at one revision, checked from scratch; later edits do not change it. `typed`: what a person typed in a retry. */
export interface WholeDraft {
  readonly retry: RetryOrigin | null;
  readonly options: ReadOptions;
  readonly checked: CheckedFile;
  readonly typed: readonly TypedCell[];
}

export class OpenDraft {
  readonly thread: DraftThread;
  readonly retry: RetryOrigin | null;
  #reading: CurrentReading;
  /** Received once per revision. */
  #whole: (WholeDraft & { readonly revision: number }) | null = null;
  #changes = 0;
  #taking: Promise<unknown> = Promise.resolve();

  constructor(thread: DraftThread, retry: RetryOrigin | null, reading: CurrentReading) {
    this.thread = thread;
    this.retry = retry;
    this.#reading = reading;
  }

  get view(): Omit<CheckedReading, 'seen' | 'reopened'> {
    const { view, repeats, isOnDisk, summary } = this.#reading;
    return { ...view, repeats, isOnDisk, retryOf: this.retry?.batch ?? null, summary };
  }
  /** The fingerprint of the rows as they were read. */
  get fingerprint(): Sha256 {
    return this.#reading.fingerprint;
  }
  get summary(): DraftSummary {
    return this.#reading.summary;
  }
  /** Null while a change is in progress, as the revision is then uncertain. */
  get revision(): number | null {
    return this.#changes > 0 ? null : this.summary.revision;
  }
  get isCorrected(): boolean {
    return this.#reading.isCorrected;
  }

  /** Replaces the reading with a newer one from the thread. */
  take(reading: CurrentReading): void {
    this.#whole = null;
    this.#reading = reading;
  }

  /** Edits the draft, or undoes or redoes a step. Refuses with the draft unchanged. */
  async change<Now extends DraftNow>(act: (asked: AskedDraft) => Promise<Now | Refusal>): Promise<Now | Refusal> {
    this.#changes += 1;
    try {
      const now = await this.thread.ask(act);
      if ('code' in now) return now;
      const { summary, isCorrected } = now;
      this.#whole = null;
      this.#reading = { ...this.#reading, summary, isCorrected };
      return now;
    } finally {
      this.#changes -= 1;
    }
  }

  /**
   * Checks the draft from scratch at the revision that was seen: what is stored never rests on incremental checks alone. Refuses
   * if the draft has another revision by now.
   */
  checkWhole(revision: number): Promise<WholeDraft | Refusal> {
    // One after the other, because the pieces of two would mix.
    const reading = this.#taking.then(() => this.#takeWhole(revision));
    this.#taking = reading.catch(() => undefined);
    return reading;
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
    const typed = retry === null ? [] : await this.thread.ask((asked) => asked.typedCells(revision));
    if ('code' in typed) return typed;
    this.#whole = { revision, retry, options, checked, typed };
    return this.#whole;
  }
}
