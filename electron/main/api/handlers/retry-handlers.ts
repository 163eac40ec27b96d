// Paying again what failed of a batch: what would be retried and what not, and a draft of it. In: a batch. Out: replies.
// This file must never decide whether a payout may be paid again: retry-world does, for every door.

import { bookOfBatch } from '../../../../shared/books.ts';
import type { Refusal } from '../../../../shared/issues.ts';
import type { BatchId } from '../../../../shared/ids.ts';
import { retryOrigin, retrySheet } from '../drafts/retry-draft.ts';
import { lockedRefusal } from '../locked-desk.ts';
import { NO_ROW_LEFT } from '../retry-refusals.ts';
import { findRetryPlace, foreseeRetry, type Foreseen, type RetryPlace } from '../retry-world.ts';
import { type HandlerContext, type Handlers, isRefusal, refuse, replyWith } from './context.ts';

type Names = 'readRetry' | 'openRetry';

export function retryHandlers({ stores, rooms, drafts, tellChanged }: HandlerContext): Handlers<Names> {
  const foresee = async (
    id: BatchId,
  ): Promise<{ readonly place: RetryPlace; readonly foreseen: Foreseen } | Refusal> => {
    const book = bookOfBatch(id);
    const store = stores[book];
    if (store.standing.kind === 'locked') return lockedRefusal(store, book);
    const place = await rooms.inTurns(findRetryPlace(store, id));
    if (isRefusal(place)) return place;
    const foreseen = await rooms.inTurns(foreseeRetry(rooms, place));
    return isRefusal(foreseen) ? foreseen : { place, foreseen };
  };
  return {
    readRetry: async ({ batch }) =>
      replyWith(await foresee(batch), ({ foreseen: { retried, notRetried } }) => ({
        retried: {
          count: retried.length,
          paise: retried.reduce((total, { payment }) => total + payment.amountPaise, 0),
        },
        notRetried: notRetried.map(({ payout, why }) => ({
          payout: `${payout.batch}-${payout.rowNumber}`,
          state: payout.state,
          why: why.message,
        })),
      })),
    openRetry: async ({ batch: id }) => {
      const found = await foresee(id);
      if (isRefusal(found)) return refuse(found);
      const { batch, profile } = found.place;
      const { retried } = found.foreseen;
      if (retried.length === 0) return refuse(NO_ROW_LEFT);
      const opening = await rooms.openRows(retrySheet(batch, retried));
      if (opening.kind !== 'opened') return refuse(opening.refusal);
      const view = await drafts.openRetry(opening.sheet, retryOrigin(batch, retried), profile.maxPayoutPaise);
      tellChanged(null, 'drafts');
      return replyWith(view, (shown) => shown);
    },
  };
}
