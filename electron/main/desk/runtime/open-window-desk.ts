// The desk as a window's door holds it: both databases open for writing once, look-ups going by themselves, every
// command behind one dispatch, every change published to all windows. It never starts to send: a person's Start or Resume does.

import { join } from 'node:path';
import type { DeskEvent, LiveProgress } from '../../../../shared/api/events.ts';
import { faultWords } from '../../../../shared/failures.ts';
import { msg, type Words } from '../../../../shared/messages/message.ts';
import { inEnglish } from '../../../../shared/messages/speak.ts';
import { BOOKS, type Book, batchIdIn } from '../../../../shared/profiles.ts';
import type { Refusal } from '../../../../shared/rows.ts';
import type { Log } from '../../platform/log.ts';
import { copyAtomically } from '../../reports/atomic-file.ts';
import { recover, refused, withWriter } from '../../session/desks.ts';
import { NewestQuestion } from '../../session/following.ts';
import type { System } from '../../session/system.ts';
import type { HeadedWriter } from '../../store/store.ts';
import { batchHandlers, retryAgain, retryHandlers } from '../batches/batch-handlers.ts';
import { confirmHandlers } from '../batches/confirm-handlers.ts';
import { watchEach } from '../batches/watch-batches.ts';
import { gatewayHandlers } from '../collect/ask-gateway.ts';
import { draftHandlers, readingContext, recentHandlers } from '../drafts/draft-handlers.ts';
import { DraftJournal } from '../drafts/draft-journal.ts';
import { type DraftContext, type DraftStore, openDraftStore } from '../drafts/draft-store.ts';
import { openReceivedFiles, type ReceivedFiles } from '../drafts/received-files.ts';
import { openRecentFiles } from '../drafts/recent-files.ts';
import { isSourceSheet } from '../drafts/source-sheets.ts';
import { payoutHandlers } from '../payouts/payout-handlers.ts';
import { unknownHandlers } from '../payouts/unknown-handlers.ts';
import { profileHandlers } from '../profiles/manage-profiles.ts';
import { dataHandlers } from '../recovery/desk-data.ts';
import { type DeskFacts, type HandlerTable, isRefusal } from './context.ts';
import { deskHandlers } from './desk-handlers.ts';
import { createDispatch, type Dispatch } from './dispatch.ts';
import { EnvironmentWatch } from './environment-watch.ts';
import { EventHub, logEvent } from './event-hub.ts';
import { type HeldDesks, holdDesks } from './hold-desk.ts';
import { LeftOver } from './left-over.ts';
import { openMemory } from './memory.ts';
import { CLOSING, Runner } from './runner.ts';

/** What the disk did not take when a run ended is tried again this often while nothing else goes on. */
const LEFT_OVER_RETRY_MS = 2_000;

export interface WindowDesk {
  readonly dispatch: Dispatch;
  readonly hub: EventHub;
  readonly files: ReceivedFiles;
  /** Copies a file of the desk's to where a person has chosen. Shape: why it could not; null when it is there. */
  saveCopy(files: { readonly from: string; readonly to: string }): Promise<Refusal | null>;
  /** Whether payouts are on their way now: a question before quitting. */
  readonly isSending: () => boolean;
  /** Pauses what is sent, waits for what is in flight, and gives the desk back. */
  close(): Promise<void>;
}

interface WindowDeskOptions {
  readonly system: System;
  readonly facts: DeskFacts;
  readonly warnings: readonly Words[];
  readonly log: Log;
}

type WindowDeskOpening =
  | { readonly kind: 'open'; readonly desk: WindowDesk }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

export function openWindowDesk({ system: plain, facts, warnings, log }: WindowDeskOptions): WindowDeskOpening {
  // Nothing is changed before all of this is put together.
  const watchOpened = (book: Book, { ledger }: HeadedWriter): void =>
    void ledger.subscribe({
      onChanges: (changes) => runner.onChanges(book, changes),
      onFault: (bug) => onFault('tell', bug),
    });
  const holding = holdDesks(plain, watchOpened);
  if (holding.kind === 'refused') return holding;
  if (holding.kind === 'busy') return { kind: 'refused', refusal: ALREADY_OPEN };
  const { desks } = holding;
  const { stores } = desks;
  const draftFolder = join(facts.dataFolder, 'drafts');
  const onDraftNotWritten = (): void => log.note('around', 'a draft was not written');
  const { journals, damaged } = DraftJournal.openAll(draftFolder, onDraftNotWritten);
  for (const draft of damaged) log.note('around', `the draft ${draft} is damaged, and was left out`);
  const files = openReceivedFiles({
    folder: join(facts.dataFolder, 'open-files'),
    isInUse: (file) => drafts.holds(file),
    ofDrafts: new Map(journals.flatMap((journal) => [...journal.files])),
  });
  const hub: EventHub = new EventHub((progressAt) => {
    const progress: LiveProgress[] = runner.progress === null ? [] : [runner.progress];
    return { kind: 'snapshot', activity: runner.activity, progress, progressAt, troubles: environmentWatch.troubles };
  });
  const publish = (event: DeskEvent): void => {
    logEvent(log, event);
    hub.publish(event);
  };
  const emitAround: Parameters<typeof handlerTable>[0]['emitAround'] = (about) =>
    publish({ kind: 'environment', about });
  const environmentWatch = new EnvironmentWatch(plain.clock, (about) => emitAround(about));
  const runner: Runner = new Runner({
    clock: plain.clock,
    publish,
    follow: async (follower) => {
      const closed = await closeLocked(desks);
      if (closed !== null) return { reports: [], refused: closed };
      const watched = await watchEach(system, { batch: null, forMs: null, follower, takesTurns: true });
      if (watched.refused !== null) log.note('around', inEnglish(watched.refused.refusal.message));
      return watched;
    },
    nextDueAtMs: () => {
      if (isToRecover) recoverAll();
      const nowMs = plain.clock.nowMs();
      // A disk that does not take this would not take what look-ups find either.
      return leftOver.write() === null ? nextDueAtMs(desks, nowMs) : nowMs + LEFT_OVER_RETRY_MS;
    },
    beforeSending: () => leftOver.write(),
    onRunBegins: () => leftOver.begins(),
    onRunEnds: (batch, end) => leftOver.ended(batch, end),
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
  const leftOver = new LeftOver({
    system: plain,
    stores,
    onWritten: (book) => emitChanged(book, 'batches', 'payouts', 'unknown'),
    onTrouble: ({ message }) => log.note('around', inEnglish(message)),
  });
  const system = environmentWatch.watch(desks.system);
  const questions = new NewestQuestion();
  const memory = openMemory(plain.files.settings, () =>
    log.note('around', 'what the window remembers was not written'),
  );
  const recent = openRecentFiles(plain.files.recentFiles, () =>
    log.note('around', 'the list of files opened last was not written'),
  );
  const drafts: DraftStore = openDraftStore({
    files,
    memory,
    samplePath: system.files.samplePath,
    nowMs: () => plain.clock.nowMs(),
    folder: draftFolder,
    journals,
    onWriteFailed: onDraftNotWritten,
    batchOf: ({ book, commandId }) => {
      const begun = stores[book].commands.find(commandId)?.begun ?? null;
      return begun === null ? null : batchIdIn(book, begun);
    },
    contextOf: (profile) => {
      const about = readingContext({ system, stores }, profile);
      // An account that is gone has no ceiling; whoever pays is asked from which account.
      return isRefusal(about) ? { profile, maxPayoutPaise: null, repeatsOf: () => [] } : about;
    },
    retryOf: (batch) => retryAgain({ system, stores }, batch),
  });
  const emitChanged = (...[book, ...topics]: Parameters<Parameters<typeof handlerTable>[0]['emitChanged']>): void =>
    hub.publish({ kind: 'changed', book, topics: [...topics] });
  /** Why nothing more is carried out. */
  let over: Refusal | null = null;
  let reopening: Promise<unknown> = Promise.resolve();
  /** Commands that are carried out now, without those that replace a desk. */
  const underWay = new Set<Promise<unknown>>();
  const reopenAround: HeldDesks['reopenAround'] = async (book, act) => {
    // What was begun before ends in the desk that it began in.
    const reopened = Promise.all(underWay).then(() => desks.reopenAround(book, act));
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
    system,
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
    environmentWatch,
    emitAround,
    emitChanged,
  };
  const carryOut = createDispatch(handlerTable(context), onFault);
  const dispatch: Dispatch = async (name, params) => {
    // A desk that is closed for a moment is asked when it is open again.
    await reopening;
    if (over !== null) return { kind: 'refused', refusal: over };
    const reply = carryOut(name, params);
    if (name === 'restore' || name === 'openLockedDesk') return reply;
    const ended = reply.finally(() => underWay.delete(ended));
    underWay.add(ended);
    return ended;
  };
  runner.startFollowing();
  const close = async (): Promise<void> => {
    publish({ kind: 'environment', about: 'closing' });
    questions.close();
    await runner.close();
    environmentWatch.close();
    over ??= CLOSING;
    await drafts.end();
    await desks.close();
    files.close();
  };
  const saveCopy: WindowDesk['saveCopy'] = async (copy) => {
    // Who chose the name was asked by the system's own dialog whether to replace what is there.
    const written = await copyAtomically({
      ...copy,
      existing: { force: true, isSource: isSourceSheet(system) },
      track: system.files.track,
    });
    return written.kind === 'refused' ? written.refusal : null;
  };
  const isSending = (): boolean => runner.activity.kind === 'sending' || runner.activity.kind === 'preparing';
  return { kind: 'open', desk: { dispatch, hub, files, saveCopy, isSending, close } };
}

/** What a locked desk calls unsent is in doubt from here on. Shape: why that could not be written; null when it is. */
async function closeLocked({ system, stores }: HeldDesks): Promise<ReturnType<typeof refused> | null> {
  for (const book of BOOKS) {
    if (stores[book].standing.kind === 'current') continue;
    const nothing = { kind: 'done', value: null } as const;
    const closed = await withWriter(system, book, () => nothing, { whenLocked: 'closedFirst' });
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
    return batches.flatMap((batch) => [store.nextDueAtMs(batch), store.nextWatchAtMs(batch, nowMs)]);
  }).filter((time) => time !== null);
  return times.length === 0 ? null : Math.min(...times);
}

function hasUnsent(store: HeadedWriter, batch: number): boolean {
  const { queued, sending } = store.tally(batch).counts;
  return queued + sending > 0;
}

const ALREADY_OPEN: Refusal = {
  code: 'alreadyOpen',
  message: msg('running.alreadyOpen'),
  cure: msg('cure.alreadyOpen'),
};

/** The one table of handlers behind every window's door. The compiler refuses a forgotten one. */
function handlerTable(context: DraftContext): HandlerTable {
  return {
    ...deskHandlers(context),
    ...profileHandlers(context),
    ...gatewayHandlers(context),
    ...draftHandlers(context),
    ...recentHandlers(context),
    ...confirmHandlers(context),
    ...batchHandlers(context),
    ...payoutHandlers(context),
    ...unknownHandlers(context),
    ...dataHandlers(context),
    ...retryHandlers(context),
  };
}
