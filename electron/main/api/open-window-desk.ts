// The desk as a window's door holds it: both databases open for writing once, look-ups going by themselves, every command
// behind one dispatch, every change told to all windows. In: the rooms. Out: what an adapter needs, or why it cannot open.
// This file must never start to send: a person's Start or Resume does.

import { join } from 'node:path';
import type { DeskEvent, Progress } from '../../../shared/api/events.ts';
import { type Book, BOOKS } from '../../../shared/books.ts';
import { faultWords } from '../../../shared/failures.ts';
import type { BatchId } from '../../../shared/ids.ts';
import type { Refusal } from '../../../shared/issues.ts';
import { LEFT_OVER_RETRY_MS } from '../../../shared/limits.ts';
import { createDesk } from './desk.ts';
import { recover, refused, withWriter } from './desks.ts';
import { type DraftShelf, openDraftShelf } from './drafts/draft-shelf.ts';
import type { DeskFacts } from './handlers/context.ts';
import { createDispatch, type Dispatch } from './handlers/dispatch.ts';
import { handlerTable } from './handlers/handler-table.ts';
import { NewestQuestion } from './handlers/newest-question.ts';
import { EventHub } from './held/event-hub.ts';
import { type FileShelf, openFileShelf } from './held/file-shelf.ts';
import { type HeldDesks, holdDesks } from './held/hold-desk.ts';
import { hearDesk, hearRuns } from './held/hear-runs.ts';
import { LeftOver } from './held/left-over.ts';
import { CLOSING } from './held/run-refusals.ts';
import { logEvent } from './held/log-events.ts';
import { openMemory } from './held/memory.ts';
import { openRecentFiles } from './held/recent-files.ts';
import { Runner } from './held/runner.ts';
import { Surroundings } from './held/surroundings.ts';
import type { DeskLog, Rooms, Writer } from './ports.ts';
import { isSourceSheet } from './source-sheets.ts';

export interface WindowDesk {
  readonly dispatch: Dispatch;
  readonly hub: EventHub;
  readonly files: FileShelf;
  /** Copies a file of the desk's to where a person has chosen. Shape: why it could not; null when it is there. */
  saveCopy(files: { readonly from: string; readonly to: string }): Promise<Refusal | null>;
  /** Whether payouts are on their way now: a question before quitting. */
  readonly isSending: () => boolean;
  /** Pauses what is sent, waits for what is in flight, and gives the desk back. */
  close(): Promise<void>;
}

export interface WindowDeskOptions {
  readonly rooms: Rooms;
  readonly facts: DeskFacts;
  readonly warnings: readonly string[];
  readonly log: DeskLog;
}

export type WindowDeskOpening =
  | { readonly kind: 'open'; readonly desk: WindowDesk }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

export function openWindowDesk({ rooms: plain, facts, warnings, log }: WindowDeskOptions): WindowDeskOpening {
  // Nothing is changed before all of this is put together.
  const hearOpened = (book: Book, store: Writer): void =>
    hearDesk(
      { onChanges: (...told) => runner.ears.onChanges(...told), onFault: (bug) => onFault('tell', bug) },
      book,
      store,
    );
  const holding = holdDesks(plain, hearOpened);
  if (holding.kind === 'refused') return holding;
  if (holding.kind === 'busy') return { kind: 'refused', refusal: ALREADY_OPEN };
  const { desks } = holding;
  const { stores } = desks;
  const files = openFileShelf({ folder: join(facts.dataFolder, 'open-files'), isInUse: (file) => drafts.holds(file) });
  const hub: EventHub = new EventHub((progressAt) => {
    const progress: Progress[] = runner.progress === null ? [] : [runner.progress];
    return { kind: 'snapshot', activity: runner.activity, progress, progressAt, troubles: surroundings.troubles };
  });
  const publish = (event: DeskEvent): void => {
    logEvent(log, event);
    hub.publish(event);
  };
  const surroundings = new Surroundings(plain.clock, (about) => publish({ kind: 'environment', about }));
  const runner: Runner = new Runner({
    clock: plain.clock,
    publish,
    follow: async (follower) => {
      const closed = await closeLocked(desks);
      return closed ?? desk.watch({ batch: null, forMs: null, follower });
    },
    nextDueAtMs: () => {
      if (isToRecover) recoverAll();
      const nowMs = plain.clock.nowMs();
      // A disk that does not take this would not take what look-ups find either.
      return leftOver.write() === null ? nextDueAtMs(desks, nowMs) : nowMs + LEFT_OVER_RETRY_MS;
    },
    beforeSending: () => leftOver.write(),
    onFault: (error) => {
      onFault('run', error);
      recoverAll();
    },
  });
  let isToRecover = false;
  /** What a broken job left in the middle is in doubt. Shape: tried again later where the disk does not take it now. */
  const recoverAll = (): void => {
    isToRecover = true;
    try {
      for (const book of BOOKS) if (stores[book].standing.kind === 'current') recover(plain, stores[book]);
      isToRecover = false;
    } catch (error) {
      onFault('recover', error);
    }
  };
  const onFault = (what: string, error: unknown): void => log.note('fault', faultWords(what, error));
  const bookOfLedger = (ledger: object): Book => (ledger === stores.practice.ledger ? 'practice' : 'live');
  const leftOver = new LeftOver({
    rooms: plain,
    stores,
    onWritten: (book) => tellChanged(book, 'batches', 'payouts', 'unknown'),
    onTrouble: ({ message }) => log.note('around', message),
  });
  const onPrepared = (batch: BatchId): void => {
    leftOver.begins();
    runner.ears.onPrepared(batch);
  };
  const onEnded = leftOver.ended.bind(leftOver);
  const rooms = hearRuns(surroundings.hear(desks.rooms), { ...runner.ears, onPrepared, onEnded, bookOfLedger });
  const desk = createDesk(rooms);
  const questions = new NewestQuestion();
  const memory = openMemory(plain.settings, () => log.note('around', 'what the window remembers was not written'));
  const recent = openRecentFiles(plain.recentFiles, () =>
    log.note('around', 'the list of files opened last was not written'),
  );
  const drafts: DraftShelf = openDraftShelf({ rooms, files, memory });
  const tellChanged = (...[book, ...topics]: Parameters<Parameters<typeof handlerTable>[0]['tellChanged']>): void =>
    hub.publish({ kind: 'changed', book, topics: [...topics] });
  /** Why nothing more is carried out. */
  let over: Refusal | null = null;
  let reopening: Promise<unknown> = Promise.resolve();
  const reopenAround: HeldDesks['reopenAround'] = async (book, act) => {
    const reopened = desks.reopenAround(book, act);
    reopening = reopened.catch(() => {});
    const around = await reopened;
    if (around.kind === 'lost') {
      // What this process no longer holds it must not touch: it only says so from now on.
      over = around.refusal;
      for (const fault of around.faults) onFault('reopen', fault);
      publish({ kind: 'environment', about: 'closing' });
      questions.close();
      void runner.close();
    }
    return around;
  };
  const context = {
    facts,
    rooms,
    desk,
    stores,
    runner,
    hub,
    drafts,
    files,
    questions,
    memory,
    recent,
    log,
    warnings,
    leftOver,
    reopenAround,
    surroundings,
    tellChanged,
  };
  const carryOut = createDispatch(handlerTable(context), onFault);
  const dispatch: Dispatch = async (name, params) => {
    // A desk that is closed for a moment is asked when it is open again.
    await reopening;
    return over === null ? carryOut(name, params) : { kind: 'refused', refusal: over };
  };
  runner.startFollowing();
  const close = async (): Promise<void> => {
    publish({ kind: 'environment', about: 'closing' });
    questions.close();
    await runner.close();
    surroundings.close();
    over ??= CLOSING;
    await desks.close();
    files.close();
  };
  const saveCopy: WindowDesk['saveCopy'] = async (copy) => {
    // Who chose the name was asked by the system's own dialog whether to replace what is there.
    const written = await rooms.saveCopy(copy, { force: true, isSource: isSourceSheet(rooms) });
    return written.kind === 'refused' ? written.refusal : null;
  };
  const isSending = (): boolean => runner.activity.kind === 'sending' || runner.activity.kind === 'preparing';
  return { kind: 'open', desk: { dispatch, hub, files, saveCopy, isSending, close } };
}

/** What a locked desk calls unsent is in doubt from here on. Shape: why that could not be written; null when it is. */
async function closeLocked({ rooms, stores }: HeldDesks): Promise<ReturnType<typeof refused> | null> {
  for (const book of BOOKS) {
    if (stores[book].standing.kind === 'current') continue;
    const nothing = { kind: 'done', value: null } as const;
    const closed = await withWriter(rooms, book, () => nothing, { whenLocked: 'closedFirst' });
    if (closed.kind !== 'done') return refused(closed.refusal);
  }
  return null;
}

/** When anything of either desk is to be looked up next, final or not. Units: milliseconds since 1970. */
function nextDueAtMs({ stores }: HeldDesks, nowMs: number): number | null {
  const times = BOOKS.flatMap((book) => {
    const store = stores[book];
    const batches = store.batches.list().map(({ batch }) => batch);
    // What a locked desk calls unsent may have been sent: it is looked up, as the command line's `watch` does.
    if (store.standing.kind === 'locked' && batches.some((batch) => hasUnsent(store, batch))) return [nowMs];
    return [store.ledger.nextDueAtMs(batches), ...batches.map((batch) => store.nextWatchAtMs(batch, nowMs))];
  }).filter((time) => time !== null);
  return times.length === 0 ? null : Math.min(...times);
}

function hasUnsent(store: Writer, batch: number): boolean {
  const { queued, sending } = store.tally(batch).counts;
  return queued + sending > 0;
}

const ALREADY_OPEN: Refusal = {
  code: 'alreadyOpen',
  message: 'Payout Desk is already open: another process holds this data folder.',
  cure: 'Use the window that is open, or close it first.',
};
