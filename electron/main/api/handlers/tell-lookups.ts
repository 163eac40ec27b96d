// What look-ups before a retry wrote down, told to the windows: they are no run that tells it by itself. In: the desk they
// write to. Out: alarms and changes. This file must never tell the same alarm twice.

import type { Follower } from '../../../../shared/api/following.ts';
import type { Book } from '../ports.ts';
import type { HandlerContext } from './context.ts';

export interface LookupTelling {
  /** A look-up was done. */
  readonly heard: () => void;
  /** Tells what came since the last time. */
  readonly tell: () => void;
}

export function tellLookups(
  { stores, runner, tellChanged }: Pick<HandlerContext, 'stores' | 'runner' | 'tellChanged'>,
  book: Book,
): LookupTelling {
  const newsAfter = (newsId: number) =>
    stores[book].news.list({ batch: null, all: true }).filter((one) => one.newsId > newsId);
  let lastId = newsAfter(0).reduce((last, { newsId }) => Math.max(last, newsId), 0);
  let isHeard = false;
  return {
    heard: () => {
      isHeard = true;
    },
    tell: () => {
      const news = newsAfter(lastId);
      for (const { newsId, batch, rowNumber, to } of news) {
        lastId = Math.max(lastId, newsId);
        const alarm = to === 'mismatch' ? 'echoMismatch' : 'lateNews';
        runner.ears.onAlarm({ kind: 'alarm', alarm, batch, payout: `${batch}-${rowNumber}` });
      }
      if (isHeard || news.length > 0) tellChanged(book, 'batches', 'payouts', 'unknown', 'lateNews');
      // Only what is new: a retry's own question looks up, and must not have itself asked again for ever.
      if (news.length > 0) tellChanged(book, 'confirmations');
      isHeard = false;
    },
  };
}

/** What is looked up before a retry is told as progress of the batch that it pays again: for a window that one stands still. */
export function ofTheRunAlone(follower: Follower, onLookedUp: () => void): Follower {
  return {
    ...follower,
    onProgress: (progress) => {
      if (progress.phase === 'preflight') onLookedUp();
      else follower.onProgress(progress);
    },
  };
}
