import { parse } from 'node:path';
import type { Answer, AnswerOf, ParsedParamsOf } from '../../../../shared/api/contract.ts';
import type { BatchView } from '../../../../shared/api/views.ts';
import type { Pause } from '../../../../shared/failures.ts';
import { type BatchId, type CommandId, formatPayoutName } from '../../../../shared/ids.ts';
import { msg } from '../../../../shared/messages/message.ts';
import { BOOKS, bookOfBatch } from '../../../../shared/profiles.ts';
import { reversedRange } from '../../../../shared/ranges.ts';
import { ADVICE_PDF_SLIPS_MAX, type ReportForm } from '../../../../shared/report-forms.ts';
import type { Refusal } from '../../../../shared/rows.ts';
import { sumResults } from '../../../../shared/states.ts';
import type { BatchRecord } from '../../domain/batches.ts';
import { emailColumnsToAsk } from '../../reports/advice-address.ts';
import {
  changeOnce,
  findBatch,
  noBatch,
  noSuchBatch,
  onceWithWriter,
  refused,
  withReader,
  withWriter,
} from '../../session/desks.ts';
import {
  currentTally,
  DOUBTED_UNATTENDED,
  lockedPause,
  lockedRefusal,
  tallyInDoubt,
  whyStanding,
} from '../../session/locked-desk.ts';
import type { System } from '../../session/system.ts';
import type { HeadedReader, HeadedWriter } from '../../store/store.ts';
import { approvalShown } from '../approval/requests.ts';
import type { DraftContext, RetryAgain } from '../drafts/draft-store.ts';
import { retryOrigin, retrySheet } from '../drafts/retry-draft.ts';
import {
  done,
  type HandlerContext,
  type Handlers,
  holdsText,
  isRefusal,
  lookUpBatch,
  refuse,
  replyOf,
  replyWith,
  rowsInWindow,
  sortedBy,
} from '../runtime/context.ts';
import { windowLanguage } from '../runtime/memory.ts';
import { alarmed, type BatchLine, batchLine, batchView, withNews } from './batch-views.ts';
import { exportBatch, reconcile } from './export-batch.ts';
import { countAsked, resumeBatch } from './resume-batch.ts';
import { type Foreseen, foreseeRetry } from './retry.ts';
import { findRetryPlace, type RetryPlace } from './retry-place.ts';
import { NO_ROW_LEFT } from './start-refusals.ts';

type BatchCommand =
  | 'pauseBatch'
  | 'resumeBatch'
  | 'cancelBatch'
  | 'checkNow'
  | 'listBatches'
  | 'searchBatches'
  | 'readBatch'
  | 'exportBatch'
  | 'exportReconciliation';

export function batchHandlers(context: HandlerContext): Handlers<BatchCommand> {
  const { files, hub, leftOver, login, system, runner, stores, emitChanged } = context;
  const viewOf = (store: HeadedWriter, batch: BatchRecord): AnswerOf<'cancelBatch'> => {
    const active = isSending(batch.id);
    const counted = store.tally(batch.batch);
    // Payouts left `sending` that nobody sends any more are in doubt, even while the disk cannot record it.
    const tally = currentTally(store, active ? counted : tallyInDoubt(counted, DOUBTED_UNATTENDED));
    const unwritten = leftOver.pauseOf(batch.id);
    const standing = whyStanding(store, batch.batch, tally.counts, unwritten);
    const left = counted.counts.sending > 0 ? unwritten : null;
    const pause = active ? lockedPause(store) : (standing ?? left);
    return batchView(batch, { tally, pause, active });
  };
  const isSending = (id: BatchId): boolean => {
    const { activity } = runner;
    return activity.kind === 'sending' && activity.batch === id;
  };
  return {
    pauseBatch: ({ batch }) => {
      const inFlight = runner.pause(batch);
      return inFlight === null ? refuse(NOT_RUNNING) : done({ inFlight });
    },
    resumeBatch: async ({ batch, count, ticks, commandId }) => {
      const answer = await runner.send(batch, (follower) =>
        resumeBatch(system, {
          batch,
          acceptWarnings: ticks.includes('warnings'),
          acceptsUnprovable: ticks.includes('unsureLookups'),
          acceptsWalletFall: ticks.includes('walletFall'),
          until: 'settled',
          payer: login.pays(),
          forMs: null,
          follower,
          count,
          commandId,
        }),
      );
      emitChanged(null, 'batches', 'payouts', 'confirmations', 'approvals');
      return replyOf(answer, () => ({}));
    },
    cancelBatch: async ({ batch, commandId }) => {
      const answer: Answer<AnswerOf<'cancelBatch'>> = await runner.whileStopped(batch, () =>
        cancelBatch(system, batch, commandId),
      );
      emitChanged(null, 'batches', 'payouts', 'unknown', 'confirmations');
      return answer;
    },
    checkNow: async ({ batch: id }) => {
      // A click never writes to a locked desk: the lookup run moves its unsent payouts into doubt first and then asks about all.
      const hasten = (store: HeadedWriter): Answer<null> => {
        const batch = findBatch(store, id);
        if ('kind' in batch) return batch;
        if (store.standing.kind === 'current') store.ledger.hastenLookups(batch.batch, system.clock.nowMs());
        return { kind: 'done', value: null };
      };
      const answer = await withWriter(system, bookOfBatch(id), hasten, { whenLocked: 'asIs' });
      if (answer.kind === 'done') runner.checkNow(id);
      return replyOf(answer, () => ({}));
    },
    listBatches: () => {
      const batches = BOOKS.flatMap((book) => {
        const store = stores[book];
        return store.batches.list().map((batch) => batchLine(batch, viewOf(store, batch)));
      });
      return done({ after: hub.place, batches: batches.toSorted((a, b) => b.createdAtMs - a.createdAtMs) });
    },
    searchBatches: ({ book, states, search, sort, window, ...bounds }) => {
      const reversed = reversedRange(bounds);
      if (reversed !== null) return refuse(reversed);
      const store = stores[book];
      const found = store.batches
        .list()
        .map((batch) => batchLine(batch, viewOf(store, batch)))
        .filter(
          ({ view, name, file, totalPaise, createdAtMs }) =>
            (states.length === 0 || states.includes(view.state)) &&
            holdsText(search, [view.batch, view.profile, name, file]) &&
            totalPaise >= (bounds.amountFromPaise ?? 0) &&
            totalPaise <= (bounds.amountToPaise ?? Number.POSITIVE_INFINITY) &&
            createdAtMs >= (bounds.fromMs ?? 0) &&
            createdAtMs < (bounds.toMs ?? Number.POSITIVE_INFINITY),
        );
      const rows = rowsInWindow(sortedBy(found, BATCH_SORTS[sort.by], sort.direction), window);
      const paise = found.reduce((sum, { totalPaise }) => sum + totalPaise, 0);
      return done({ total: found.length, sum: { count: found.length, paise }, rows: [...rows] });
    },
    readBatch: ({ batch: id }) =>
      replyWith(lookUpBatch(context, id), ({ batch, store }) => {
        const view = viewOf(store, batch);
        const nowMs = system.clock.nowMs();
        return {
          ...batchLine(batch, view),
          after: hub.place,
          asOfMs: nowMs,
          sheet: batch.sheet,
          environment: batch.environment,
          mid: batch.mid,
          baseUrl: batch.baseUrl,
          confirmedBy: batch.confirmedBy,
          leftOutCount: batch.excludedCount,
          retryOf: batch.retryOf,
          emailColumns: [...emailColumnsToAsk(batch.headers)],
          asksCountAgain: countAsked(system, { store, batch }) !== null,
          // It reads every unsent row, which nobody asks about while they are being sent.
          approval:
            view.state === 'paused' ? approvalShown(store, store.approvals.resumeStanding(batch, nowMs), nowMs) : null,
          heldCount: store.ledger.heldCount(batch.batch),
          alarms: store.news.list({ batch: batch.batch, all: false }).length,
          nextLookupAtMs: store.nextDueAtMs(batch.batch),
        };
      }),
    exportReconciliation: async ({ book, fromMs, toMs, format }) => {
      const name = `${book === 'practice' ? 'PRACTICE ' : ''}reconciliation.${format}`;
      const period = { fromMs: fromMs ?? 0, toMs: toMs ?? system.clock.nowMs() };
      const { made, download } = await files.offer(name, (path) =>
        reconcile(system, { book, path, language: windowLanguage(system), ...period }),
      );
      return replyOf(made, () => download);
    },
    exportBatch: async ({ batch: id, form: chosen, language, emailColumn }) => {
      const found = lookUpBatch(context, id);
      if (isRefusal(found)) return refuse(found);
      const { fileName, environment, batch } = found.batch;
      const isForPayees = chosen === 'advice' || chosen === 'advice-files';
      const isInParts = chosen === 'advice' && found.store.tally(batch).counts.success > ADVICE_PDF_SLIPS_MAX;
      const form = isInParts ? 'advice-parts' : chosen;
      const practice = environment === 'PRACTICE' ? 'PRACTICE ' : '';
      const { endingOf } = await import('../../reports/export-report.ts');
      const name = `${practice}${id} ${parse(fileName).name}`;
      const about = NAMED[form] === undefined ? '' : ` ${NAMED[form]}`;
      const spoken = isForPayees ? language : windowLanguage(system);
      const how = { batch: id, form, language: spoken, emailColumn, csvName: `${name}.csv`, isWithChecksums: false };
      const { made, download } = await files.offer(
        `${name}${form === 'checksums' ? '.csv' : about}${endingOf(form)}`,
        (path) => exportBatch(system, { ...how, path }),
      );
      return replyOf(made, () => download);
    },
  };
}

/** The word in a file's name where its extension does not say what it is. */
const NAMED: Readonly<Partial<Record<ReportForm, string>>> = {
  advice: 'payment advice',
  'advice-parts': 'payment advice',
  'advice-files': 'payment advice',
  'mail-merge': 'mail merge',
};

type BatchSort = ParsedParamsOf<'searchBatches'>['sort']['by'];

const BATCH_SORTS: Readonly<Record<BatchSort, (line: BatchLine) => string | number>> = {
  createdAt: ({ createdAtMs }) => createdAtMs,
  name: ({ name, view }) => name || view.batch,
  file: ({ file }) => file,
  profile: ({ view }) => view.profile,
  state: ({ view }) => view.state,
  rows: ({ rows }) => rows,
  total: ({ totalPaise }) => totalPaise,
  paid: ({ view }) => sumResults(view.paise).paid,
  notSettled: ({ view }) => sumResults(view.paise).notSettled,
  notPaid: ({ view }) => sumResults(view.paise).notPaid,
};

const NOT_RUNNING = {
  code: 'notRunning',
  message: msg('batch.notRunning'),
  cure: msg('cure.lookNow'),
};

/** Review shows the rest. */
const RETRIED_SHOWN = 20;

type RetryNames = 'readRetry' | 'openRetry';

type RetryNeeds = Pick<DraftContext, 'stores' | 'system'>;

function foresee(
  { stores, system }: RetryNeeds,
  id: BatchId,
): { readonly place: RetryPlace; readonly foreseen: Foreseen } | Refusal {
  const book = bookOfBatch(id);
  const store = stores[book];
  if (store.standing.kind === 'locked') return lockedRefusal(store, book);
  const place = findRetryPlace(store, id);
  if (isRefusal(place)) return place;
  const foreseen = foreseeRetry(system, place);
  return isRefusal(foreseen) ? foreseen : { place, foreseen };
}

/** Returns what can be paid again of a batch now, as the rows of a draft. Refuses when nothing can. */
export function retryAgain(needs: RetryNeeds, id: BatchId): RetryAgain | Refusal {
  const found = foresee(needs, id);
  if (isRefusal(found)) return found;
  const { batch, profile } = found.place;
  const { retried } = found.foreseen;
  if (retried.length === 0) return NO_ROW_LEFT;
  const { name, maxPayoutPaise } = profile;
  return { rows: retrySheet(batch, retried), retry: retryOrigin(batch, retried), profile: name, maxPayoutPaise };
}

export function retryHandlers(context: DraftContext): Handlers<RetryNames> {
  const { drafts, emitChanged } = context;
  return {
    readRetry: ({ batch }) =>
      replyWith(foresee(context, batch), ({ foreseen: { retried, notRetried } }) => ({
        retried: {
          count: retried.length,
          paise: retried.reduce((total, { payment }) => total + payment.amountPaise, 0),
        },
        first: retried.slice(0, RETRIED_SHOWN).map(({ batch: of, rowNumber, payment, message }) => ({
          payout: formatPayoutName(of, rowNumber),
          name: payment.name,
          paise: payment.amountPaise,
          message,
        })),
        notRetried: notRetried.map(({ payout, why }) => ({
          payout: formatPayoutName(payout.batch, payout.rowNumber),
          name: payout.payment.name,
          paise: payout.payment.amountPaise,
          state: payout.state,
          why: why.message,
        })),
      })),
    openRetry: async ({ batch: id }) => {
      const again = retryAgain(context, id);
      if (isRefusal(again)) return refuse(again);
      const view = await drafts.openRetry(again);
      emitChanged(null, 'drafts');
      return replyWith(view, (shown) => shown);
    },
  };
}

/** Cancels what has not been sent. Payouts that were ever answered become unknown instead. */
export function cancelBatch(
  system: System,
  id: BatchId,
  commandId: CommandId | null = null,
): Promise<Answer<BatchView>> {
  const viewOf = (store: HeadedReader, batch: BatchRecord): Answer<BatchView> => {
    const tally = store.tally(batch.batch);
    return { kind: 'done', value: alarmed(store, batch, batchView(batch, { tally, pause: null, active: false })) };
  };
  return onceWithWriter<BatchView>(
    system,
    { book: bookOfBatch(id), id: commandId, what: `cancel ${id}` },
    {
      stands: () => null,
      act: (store, ticket) => {
        const batch = findBatch(store, id);
        if ('kind' in batch) return batch;
        const backoff = { firstMs: 0, maxMs: 0 };
        return changeOnce(system, { store, ticket }, () => {
          store.ledger.cancel(batch.batch, { nowMs: system.clock.nowMs(), backoff });
          store.notes.pause(batch.batch, null, system.clock.nowMs());
          // A batch that cannot be read back is refused too, and then nothing is cancelled.
          return viewOf(store, batch);
        });
      },
    },
  );
}

/** Reads the batch from disk; the newest one if `id` is null. */
export function readStatus(system: System, id: BatchId | null): Answer<BatchView> {
  const named = id === null ? newestBatch(system) : { kind: 'done' as const, value: id };
  if (named.kind !== 'done') return named;
  const { value: newest } = named;
  const isHeld = system.isDeskHeld();
  return withReader(system, bookOfBatch(newest), {
    act: (store) => {
      const batch = findBatch(store, newest);
      if ('kind' in batch) return batch;
      return { kind: 'done', value: alarmed(store, batch, viewBeside(store, batch, isHeld)) };
    },
    absent: () => refused(noSuchBatch(newest)),
  });
}

/**
 * Shows a batch while another process may hold the desk. `isHeld` was read before the database was opened: a process that began
 * since then sends nothing for its first second. A process writes its pause before it lets go of the desk.
 */
function viewBeside(store: HeadedReader, batch: BatchRecord, isHeld: boolean): BatchView {
  const counted = store.tally(batch.batch);
  const tally = currentTally(store, isHeld ? counted : tallyInDoubt(counted, DOUBTED_UNATTENDED));
  const active = isHeld && batch.pause === null && store.standing.kind === 'current';
  const pause = active ? null : whyStanding(store, batch.batch, tally.counts);
  return batchView(batch, { tally, pause, active });
}

function newestBatch(system: System): Answer<BatchId> {
  const answer = listBatches(system);
  if (answer.kind !== 'done') return answer;
  const [newest] = answer.value.batches;
  return newest === undefined ? noBatch(system) : { kind: 'done', value: newest.view.batch };
}

/** Every batch of both books, newest first. `locked` is the reason while a desk is locked, else absent. */
export interface BatchList {
  readonly batches: readonly BatchLine[];
  readonly locked?: Pause;
}

export function listBatches(system: System): Answer<BatchList> {
  const batches: BatchLine[] = [];
  let locked: Pause | null = null;
  const isHeld = system.isDeskHeld();
  for (const book of BOOKS) {
    const answer = withReader(system, book, {
      act: (store) => {
        locked ??= lockedPause(store);
        const unread = store.news.unreadByBatch();
        const lineOf = (batch: BatchRecord): BatchLine =>
          batchLine(batch, withNews(viewBeside(store, batch, isHeld), unread.get(batch.id)));
        return { kind: 'done', value: store.batches.list().map(lineOf) };
      },
      absent: () => ({ kind: 'done', value: [] as BatchLine[] }),
    });
    if (answer.kind !== 'done') return answer;
    batches.push(...answer.value);
  }
  batches.sort((a, b) => b.createdAtMs - a.createdAtMs);
  return { kind: 'done', value: locked === null ? { batches } : { batches, locked } };
}
