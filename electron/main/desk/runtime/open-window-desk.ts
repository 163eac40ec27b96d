// The desk behind a window's door: both databases are open for writing once, lookups run by themselves, every command goes
// through one dispatch, and every change is published to all windows. Only a person's Start or Resume starts sending.

import { join } from 'node:path';
import type { DeskEvent, LiveProgress } from '../../../../shared/api/events.ts';
import { faultWords } from '../../../../shared/failures.ts';
import { type Message, msg } from '../../../../shared/messages/message.ts';
import { inEnglish } from '../../../../shared/messages/speak.ts';
import { BOOKS, type Book, batchIdIn } from '../../../../shared/profiles.ts';
import type { Refusal } from '../../../../shared/rows.ts';
import type { Log } from '../../platform/log.ts';
import type { ProgramFiles } from '../../platform/program-files.ts';
import { workerFiles } from '../../platform/worker-files.ts';
import { copyAtomically } from '../../reports/atomic-file.ts';
import { recover, refused, withWriter } from '../../session/desks.ts';
import { NewestQuestion } from '../../session/following.ts';
import type { System } from '../../session/system.ts';
import type { HeadedWriter } from '../../store/store.ts';
import { AdviceSender, adviceHandlers } from '../advice/advice-handlers.ts';
import { approvalHandlers } from '../approval/approval-handlers.ts';
import { keepExchanging } from '../approval/carried-requests.ts';
import { createLogin } from '../approval/login.ts';
import { batchHandlers, retryAgain, retryHandlers } from '../batches/batch-handlers.ts';
import { confirmHandlers } from '../batches/confirm-handlers.ts';
import { journalHandlers } from '../batches/journal.ts';
import { watchEach } from '../batches/watch-batches.ts';
import { gatewayHandlers } from '../collect/ask-gateway.ts';
import { OrderWatch, orderHandlers } from '../collect/orders.ts';
import { draftHandlers, readingContext, recentHandlers } from '../drafts/draft-handlers.ts';
import { DraftJournal } from '../drafts/draft-journal.ts';
import { draftsInThreads, type StartDraft } from '../drafts/draft-places.ts';
import { type DraftContext, type DraftStore, openDraftStore } from '../drafts/draft-store.ts';
import { openReceivedFiles, type ReceivedFiles } from '../drafts/received-files.ts';
import { openRecentFiles } from '../drafts/recent-files.ts';
import { isSourceSheet } from '../drafts/source-sheets.ts';
import { payeeHandlers } from '../payees/payee-handlers.ts';
import { prepareDoubts } from '../payouts/doubts.ts';
import { NeedsWatch } from '../payouts/needs-watch.ts';
import { paidHistoryHandlers } from '../payouts/paid-history.ts';
import { payoutHandlers } from '../payouts/payout-handlers.ts';
import { unknownHandlers } from '../payouts/unknown-handlers.ts';
import { profileHandlers, usersOf } from '../profiles/manage-profiles.ts';
import { Archiver, archiveHandlers } from '../recovery/archiver.ts';
import { dataHandlers, FileWatch } from '../recovery/desk-data.ts';
import { OtherDesks, otherDesksHandlers } from '../register/other-desks.ts';
import { type DeskFacts, type HandlerTable, isRefusal, PROGRAM_CHANGED } from './context.ts';
import { deskHandlers } from './desk-handlers.ts';
import { createDispatch, type Dispatch } from './dispatch.ts';
import { EnvironmentWatch } from './environment-watch.ts';
import { EventHub, logEvent } from './event-hub.ts';
import { type HeldDesks, holdDesks } from './hold-desk.ts';
import { LeftOver } from './left-over.ts';
import { openMemory } from './memory.ts';
import { CLOSING, Runner } from './runner.ts';
import { WholeChecks } from './whole-checks.ts';

/** How often to retry writing what a run left unwritten, while nothing else runs. */
const LEFT_OVER_RETRY_MS = 2_000;

export interface WindowDesk {
  readonly dispatch: Dispatch;
  readonly hub: EventHub;
  readonly files: ReceivedFiles;
  /** Copies a file of the desk to where a person has chosen. Returns a refusal if that failed, else null. */
  saveCopy(files: { readonly from: string; readonly to: string }): Promise<Refusal | null>;
  /** Whether payouts are being sent now, to ask before quitting. */
  readonly isSending: () => boolean;
  /** Pauses sending, waits for what is in flight, and releases the desk. */
  close(): Promise<void>;
}

interface WindowDeskOptions {
  readonly system: System;
  readonly facts: DeskFacts;
  readonly warnings: readonly Message[];
  readonly log: Log;
  readonly program: ProgramFiles;
  /** By default drafts are threads of this process. */
  readonly startDraft?: StartDraft;
}

type WindowDeskOpening =
  | { readonly kind: 'open'; readonly desk: WindowDesk }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

export function openWindowDesk({
  system: plain,
  facts,
  warnings,
  log,
  program,
  startDraft = (onEnd) => draftsInThreads(workerFiles().draft)(onEnd),
}: WindowDeskOptions): WindowDeskOpening {
  // Nothing changes before all of this is set up.
  const watchOpened = (book: Book, store: HeadedWriter): void => {
    store.checkBeside();
    store.ledger.subscribe({
      onChanges: (changes) => {
        runner.onChanges(book, changes);
        needsWatch.onChanges();
      },
      onFault: (bug) => onFault('tell', bug),
    });
  };
  const startPractice: System['startPractice'] = async (options) =>
    environmentWatch.hasProgramChanged() ? refused(PROGRAM_CHANGED) : plain.startPractice(options);
  const holding = holdDesks({ ...plain, startPractice }, watchOpened);
  if (holding.kind === 'refused') return holding;
  if (holding.kind === 'busy') return { kind: 'refused', refusal: ALREADY_OPEN };
  const { desks } = holding;
  const { stores } = desks;
  const draftFolder = join(facts.dataFolder, 'drafts');
  const onDraftNotWritten = (): void => log.note('around', 'a draft was not written');
  const found = DraftJournal.openAll(draftFolder, onDraftNotWritten);
  for (const { name, message } of found.unopened) log.note('around', `${name} was not opened: ${message.code}`);
  const files = openReceivedFiles({
    folder: join(facts.dataFolder, 'open-files'),
    isInUse: (file) => drafts.holds(file),
    ofDrafts: new Map(found.journals.flatMap((journal) => [...journal.files])),
    mayBeNeeded: found.mayName,
  });
  const hub: EventHub = new EventHub(
    () => plain.clock.nowMs(),
    (progressAt) => {
      const progress: LiveProgress[] = runner.progress === null ? [] : [runner.progress];
      const { troubles, unreached, unanswered } = environmentWatch;
      return { kind: 'snapshot', activity: runner.activity, progress, progressAt, troubles, unreached, unanswered };
    },
  );
  const publish = (event: DeskEvent): void => {
    logEvent(log, event);
    hub.publish(event);
  };
  const emitAround: Parameters<typeof handlerTable>[0]['emitAround'] = (about) =>
    publish({ kind: 'environment', about });
  const environmentWatch = new EnvironmentWatch({
    clock: plain.clock,
    program,
    publish,
    accountsAt: (baseUrl) => usersOf(plain, baseUrl),
  });
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
      // A disk that refuses this would refuse the lookups' findings too.
      return leftOver.write() === null ? nextDueAtMs(desks, nowMs) : nowMs + LEFT_OVER_RETRY_MS;
    },
    beforeSending: () => {
      wholeChecks.begin();
      return leftOver.write();
    },
    onRunBegins: () => leftOver.begins(),
    onRunEnds: (batch, end) => leftOver.ended(batch, end),
    onFault: (error) => {
      onFault('run', error);
      recoverAll();
    },
  });
  const wholeChecks = new WholeChecks({
    system: plain,
    stores,
    onDamage: (book) => log.note('around', `the ${book} database is damaged`),
    onFault: (error) => onFault('wholeCheck', error),
  });
  wholeChecks.begin();
  const doubts = prepareDoubts({ stores, system: plain, runner });
  let isToRecover = false;
  /** What a broken job left unfinished is in doubt. Tried again later if the disk refuses now. */
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
    startDraft,
    files,
    memory,
    samplePath: system.files.samplePath,
    nowMs: () => plain.clock.nowMs(),
    folder: draftFolder,
    found,
    hasProgramChanged: environmentWatch.hasProgramChanged,
    onWriteFailed: onDraftNotWritten,
    batchOf: ({ book, commandId }) => {
      const begun = stores[book].commands.find(commandId)?.begun ?? null;
      return begun === null ? null : batchIdIn(book, begun);
    },
    contextOf: (profile) => {
      const about = readingContext({ system, stores }, profile);
      // An account that is gone has no ceiling; paying asks which account to pay from.
      return isRefusal(about) ? { profile, maxPayoutPaise: null, repeatsOf: () => [] } : about;
    },
    retryOf: (batch) => retryAgain({ system, stores }, batch),
  });
  const emitChanged = (...[book, ...topics]: Parameters<Parameters<typeof handlerTable>[0]['emitChanged']>): void =>
    hub.publish({ kind: 'changed', book, topics: [...topics] });
  /** Why no more commands are carried out. */
  let over: Refusal | null = null;
  let reopening: Promise<unknown> = Promise.resolve();
  let isReopening = false;
  /** The commands in progress, except those that replace a desk. */
  const underWay = new Set<Promise<unknown>>();
  const reopenAround: HeldDesks['reopenAround'] = async (book, act) => {
    fileWatch.stop();
    // Commands already running finish in the desk they began in, and so do the mails that one of them may have begun. Windows
    // replaces no file that a check has open.
    const reopened = Promise.all(underWay)
      .then(() => Promise.all([advice.close(), wholeChecks.stop(book)]))
      .then(() => {
        isReopening = true;
        return desks.reopenAround(book, act);
      })
      .finally(() => {
        isReopening = false;
      });
    void reopened.then(({ kind }) => (kind === 'reopened' ? wholeChecks.begin() : undefined)).catch(() => {});
    reopening = reopened.catch(() => {});
    const around = await reopened;
    if (around.kind === 'lost') {
      // This process no longer holds the desk and must not touch it: from now on it only refuses.
      over = around.refusal;
      for (const fault of around.faults) onFault('reopen', fault);
      publish({ kind: 'environment', about: 'closing' });
      questions.close();
      void runner.close();
    }
    return around;
  };
  const fileWatch: FileWatch = new FileWatch(() => emitChanged(null, 'fileWork'));
  const advice: AdviceSender = new AdviceSender({
    system,
    stores,
    emitChanged,
    onFault: (error) => onFault('advice', error),
  });
  const orderWatch = new OrderWatch({
    system,
    stores,
    isReadable: () => !isReopening && over === null,
    emitChanged,
    onFault: (error) => onFault('orders', error),
  });
  const archiver = new Archiver({ system, runner, emitChanged, onFault: (error) => onFault('archive', error) });
  const otherDesks: OtherDesks = new OtherDesks({
    system,
    store: () => stores.live,
    isReadable: () => !isReopening && over === null,
    isIdle: () => runner.activity.kind === 'idle',
    onChanged: () => emitChanged(null, 'desks'),
    onFault: (error) => onFault('otherDesks', error),
  });
  const context = {
    facts,
    otherDesks,
    advice,
    archiver,
    orderWatch,
    fileWatch,
    system,
    stores,
    runner,
    hub,
    drafts,
    files,
    login: createLogin(plain),
    questions,
    memory,
    recent,
    log,
    warnings,
    doubts,
    leftOver,
    reopenAround,
    environmentWatch,
    emitAround,
    emitChanged,
  };
  const carryOut = createDispatch(handlerTable(context), {
    onFault,
    hasProgramChanged: environmentWatch.hasProgramChanged,
  });
  const dispatch: Dispatch = async (name, params) => {
    // While a desk is closed for a moment, commands wait until it is open again.
    await reopening;
    if (over !== null) return { kind: 'refused', refusal: over };
    const reply = carryOut(name, params);
    if (name === 'restore' || name === 'openLockedDesk') return reply;
    const ended = reply.finally(() => underWay.delete(ended));
    underWay.add(ended);
    return ended;
  };
  const needsWatch: NeedsWatch = new NeedsWatch({
    clock: plain.clock,
    needs: doubts.needs,
    isReadable: () => !isReopening && over === null,
    publish,
    onFault: (error) => onFault('needs', error),
  });
  const exchange = keepExchanging(system, {
    isReadable: () => !isReopening && over === null,
    onNews: () => emitChanged('live', 'approvals', 'profiles'),
    onFault: (error) => onFault('approvals', error),
  });
  runner.startFollowing();
  const close = async (): Promise<void> => {
    publish({ kind: 'environment', about: 'closing' });
    questions.close();
    archiver.stop();
    orderWatch.close();
    fileWatch.stop();
    await Promise.all([runner.close(), advice.end(), exchange.close()]);
    environmentWatch.close();
    needsWatch.close();
    await otherDesks.close();
    over ??= CLOSING;
    await Promise.all([drafts.end(), wholeChecks.close()]);
    await desks.close();
    files.close();
  };
  const saveCopy: WindowDesk['saveCopy'] = async (copy) => {
    // The system's dialog has already asked whether to replace an existing file.
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

/** Puts what a locked desk calls unsent into doubt. Returns a refusal if that could not be written, else null. */
async function closeLocked({ system, stores }: HeldDesks): Promise<ReturnType<typeof refused> | null> {
  for (const book of BOOKS) {
    if (stores[book].standing.kind === 'current') continue;
    const nothing = { kind: 'done', value: null } as const;
    const closed = await withWriter(system, book, () => nothing, { whenLocked: 'closedFirst' });
    if (closed.kind !== 'done') return refused(closed.refusal);
  }
  return null;
}

/** When anything in either desk is next due for a lookup, final or not, in milliseconds since 1970. */
function nextDueAtMs({ stores }: HeldDesks, nowMs: number): number | null {
  const times = BOOKS.flatMap((book) => {
    const store = stores[book];
    const batches = store.batches.list().map(({ batch }) => batch);
    // What a locked desk calls unsent may have been sent, so it is looked up, as the command line's `watch` does.
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

/** All handlers behind every window's door. A missing one does not compile. */
function handlerTable(
  context: DraftContext &
    Parameters<typeof adviceHandlers>[0] &
    Parameters<typeof archiveHandlers>[0] &
    Parameters<typeof otherDesksHandlers>[0] &
    Parameters<typeof dataHandlers>[0],
): HandlerTable {
  return {
    ...deskHandlers(context),
    ...profileHandlers(context),
    ...gatewayHandlers(context),
    ...orderHandlers(context),
    ...draftHandlers(context),
    ...recentHandlers(context),
    ...confirmHandlers(context),
    ...approvalHandlers(context),
    ...batchHandlers(context),
    ...journalHandlers(context),
    ...payoutHandlers(context),
    ...payeeHandlers(context),
    ...paidHistoryHandlers(context),
    ...unknownHandlers(context),
    ...dataHandlers(context),
    ...archiveHandlers(context),
    ...retryHandlers(context),
    ...adviceHandlers(context),
    ...otherDesksHandlers(context),
  };
}
