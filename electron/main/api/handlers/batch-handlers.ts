// Batches: running, pausing, listing, exporting. In: checked parameters. Out: replies.
// This file must never send anything but what Resume asks for.

import { parse } from 'node:path';
import type { Answer } from '../../../../shared/api/answers.ts';
import type { AnswerOf } from '../../../../shared/api/contract.ts';
import type { BatchRecord } from '../../../../shared/batches.ts';
import { bookOfBatch, BOOKS } from '../../../../shared/books.ts';
import { type BatchId, parseCommandId } from '../../../../shared/ids.ts';
import { findBatch, withWriter } from '../desks.ts';
import { asksAgain } from '../follow-batch.ts';
import { tallyInDoubt } from '../left-in-doubt.ts';
import { lockedPause, tallyAsItStands } from '../locked-desk.ts';
import type { Writer } from '../ports.ts';
import { batchView } from '../views.ts';
import { whyStanding } from '../why-standing.ts';
import {
  done,
  type HandlerContext,
  type Handlers,
  isRefusal,
  lookUpBatch,
  refuse,
  replyOf,
  replyWith,
} from './context.ts';

type Names =
  | 'pauseBatch'
  | 'resumeBatch'
  | 'cancelBatch'
  | 'checkNow'
  | 'listBatches'
  | 'readBatch'
  | 'readFailures'
  | 'exportBatch';

export function batchHandlers(context: HandlerContext): Handlers<Names> {
  const { desk, files, hub, leftOver, rooms, runner, stores, tellChanged } = context;
  const viewOf = (store: Writer, batch: BatchRecord): AnswerOf<'cancelBatch'> => {
    const active = isSending(batch.id);
    const counted = store.tally(batch.batch);
    // What nobody sends any more is in doubt, also while the disk does not take that.
    const tally = tallyAsItStands(store, active ? counted : tallyInDoubt(counted));
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
        desk.resume({
          batch,
          acceptWarnings: ticks.includes('warnings'),
          acceptsUnprovable: ticks.includes('unsureLookups'),
          until: 'settled',
          forMs: null,
          follower,
          confirmCount: (question) => Promise.resolve(count === question.count),
          commandId: parseCommandId(commandId),
        }),
      );
      tellChanged(null, 'batches', 'payouts', 'confirmations');
      return replyOf(answer, () => ({}));
    },
    cancelBatch: async ({ batch, commandId }) => {
      const id = parseCommandId(commandId);
      const answer: Answer<AnswerOf<'cancelBatch'>> = await runner.apart(batch, () => desk.cancel(batch, id));
      tellChanged(null, 'batches', 'payouts', 'unknown', 'confirmations');
      return replyOf(answer, (view) => view);
    },
    checkNow: async ({ batch: id }) => {
      // A locked desk is not written to by a click: who looks it up closes it first, and asks all it can then.
      const hasten = (store: Writer): Answer<null> => {
        const batch = findBatch(store, id);
        if ('kind' in batch) return batch;
        if (store.standing.kind === 'current') store.ledger.hastenLookups(batch.batch, rooms.clock.nowMs());
        return { kind: 'done', value: null };
      };
      const answer = await withWriter(rooms, bookOfBatch(id), hasten, { whenLocked: 'asIs' });
      if (answer.kind === 'done') runner.checkNow();
      return replyOf(answer, () => ({}));
    },
    listBatches: () => {
      const batches = BOOKS.flatMap((book) => {
        const store = stores[book];
        return store.batches.list().map((batch) => ({
          view: viewOf(store, batch),
          name: batch.name,
          file: batch.fileName,
          rows: batch.payoutCount,
          totalPaise: batch.totalPaise,
          createdAtMs: batch.confirmedAtMs,
        }));
      });
      return done({ after: hub.place, batches: batches.toSorted((a, b) => b.createdAtMs - a.createdAtMs) });
    },
    readBatch: ({ batch: id }) =>
      replyWith(lookUpBatch(context, id), ({ batch, store }) => {
        const view = viewOf(store, batch);
        return {
          after: hub.place,
          view,
          name: batch.name,
          file: batch.fileName,
          sheet: batch.sheet,
          environment: batch.environment,
          mid: batch.mid,
          baseUrl: batch.baseUrl,
          createdAtMs: batch.confirmedAtMs,
          confirmedBy: batch.confirmedBy,
          rows: batch.payoutCount,
          totalPaise: batch.totalPaise,
          leftOutCount: batch.excludedCount,
          runNumber: batch.runNumber,
          retryOf: batch.retryOf,
          asksCountAgain: view.counts.queued > 0 && asksAgain(rooms, { store, batch }),
          heldCount: store.ledger.heldCount(batch.batch),
          nextLookupAtMs: store.ledger.nextDueAtMs([batch.batch]),
          active: isSending(id),
        };
      }),
    readFailures: ({ batch: id }) =>
      replyWith(lookUpBatch(context, id), ({ batch, store }) => ({
        groups: store.payouts
          .failures(batch.batch)
          .map(({ state, message, count, paise }) => ({ state, message, sum: { count, paise } })),
      })),
    exportBatch: async ({ batch: id, format }) => {
      const found = lookUpBatch(context, id);
      if (isRefusal(found)) return refuse(found);
      const { fileName, environment } = found.batch;
      const practice = environment === 'PRACTICE' ? 'PRACTICE ' : '';
      const name = `${practice}${id} ${parse(fileName).name}.${format}`;
      const { made, download } = await files.offer(name, (path) => desk.exportBatch({ batch: id, path }));
      return replyOf(made, () => download);
    },
  };
}

const NOT_RUNNING = {
  code: 'notRunning',
  message: 'This batch is not being sent now.',
  cure: 'Look at it as it is now.',
};
