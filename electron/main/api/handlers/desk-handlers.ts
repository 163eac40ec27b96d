// The desk itself: what it is and how its window looks. In: checked parameters. Out: replies.
// This file must never let a setting change what may be paid.

import type { AnswerOf } from '../../../../shared/api/contract.ts';
import { type Book, BOOKS } from '../../../../shared/books.ts';
import type { Refusal } from '../../../../shared/issues.ts';
import { tallyInLock, whyLocked } from '../locked-desk.ts';
import type { Writer } from '../ports.ts';
import { done, type HandlerContext, type Handlers, refuse } from './context.ts';
import { forgetUnused, usersOf } from './unreached.ts';

type Names = 'readDesk' | 'checkGateways' | 'readSettings' | 'saveSettings';

export function deskHandlers(context: HandlerContext): Handlers<Names> {
  const { facts, warnings, desk, runner, memory, stores, surroundings, tellChanged } = context;
  return {
    readDesk: () => {
      const lockedBooks = BOOKS.flatMap((book) => lockedBook(book, stores[book]));
      return done({ ...facts, warnings: [...warnings], lockedBooks, activity: runner.activity });
    },
    checkGateways: async () => {
      forgetUnused(context);
      const asked = surroundings.unreached.flatMap((baseUrl) => usersOf(context, baseUrl).slice(0, 1));
      const refusals: Refusal[] = [];
      for (const profile of asked) {
        const answer = await desk.wallet(profile);
        if (answer.kind === 'refused') refusals.push(answer.refusal);
      }
      const [first] = refusals;
      return first === undefined ? done({}) : refuse(first);
    },
    readSettings: () => done(memory.settings),
    saveSettings: ({ settings }) => {
      const saved = memory.save(settings);
      tellChanged(null, 'settings');
      return done(saved);
    },
  };
}

/** Why the desk is locked, and what is in doubt in it. Shape: nothing when it is not. */
function lockedBook(book: Book, store: Writer): AnswerOf<'readDesk'>['lockedBooks'] {
  if (store.standing.kind === 'current') return [];
  const unknown = { count: 0, paise: 0 };
  for (const { batch } of store.batches.list()) {
    const { counts, paise } = tallyInLock(store.tally(batch));
    unknown.count += counts.unknown;
    unknown.paise += paise.unknown;
  }
  const lost = store.lostBatches.map(({ id, count, totalPaise, confirmedAtMs }) => {
    return { batch: id, rows: count, totalPaise, createdAtMs: confirmedAtMs };
  });
  const isGone = store.standing.reason === 'gone';
  return [{ book, why: whyLocked(store), isGone, unknown, lost }];
}
