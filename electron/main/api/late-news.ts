// Late news at the front doors: read beside a running desk, marked as read by a person. In: a batch or none for all.
// Out: views with a sentence each. This file must never mark an alarm that its answer does not show.

import type { Answer } from '../../../shared/api/answers.ts';
import type { NewsListView, NewsView, UnreadNews } from '../../../shared/api/news-views.ts';
import type { BatchSummaryView, BatchView } from '../../../shared/api/views.ts';
import type { BatchRecord } from '../../../shared/batches.ts';
import { type Book, bookOfBatch, BOOKS } from '../../../shared/books.ts';
import type { BatchId } from '../../../shared/ids.ts';
import type { LateNews } from '../../../shared/late-news.ts';
import { findBatch, noSuchBatch, refused, withReader, withWriter } from './desks.ts';
import { newsSentence } from './news-sentences.ts';
import type { Reader, Rooms } from './ports.ts';

/** Shape: `all` with those that were read; `markRead` marks what is shown. */
export interface NewsWish {
  readonly batch: BatchId | null;
  readonly all: boolean;
  readonly markRead: boolean;
}

/**
 * The alarms that nobody has read, or all. Errors: refused with none marked. The two desks are marked one after the other:
 * where the second cannot be, the answer shows what was marked in the first, and the second's as unread.
 */
export async function readNews(rooms: Rooms, wish: NewsWish): Promise<Answer<NewsListView>> {
  const byBook = new Map<Book, readonly LateNews[]>();
  for (const book of booksOf(wish.batch)) {
    const answer = listed(rooms, book, wish);
    if (answer.kind !== 'done') return answer;
    byBook.set(book, answer.value);
  }
  let isMarked = false;
  for (const [book, shown] of byBook) {
    // A desk without an alarm is not opened for writing: reading the other one must not wait for it.
    if (!wish.markRead || shown.every(({ readAtMs }) => readAtMs !== null)) continue;
    const answer = await marked(rooms, book, wish);
    if (answer.kind === 'done') byBook.set(book, answer.value);
    else if (!isMarked) return answer;
    isMarked = true;
  }
  const news = [...byBook.values()].flat();
  const views = news.toSorted((one, other) => one.heardAtMs - other.heardAtMs).map(newsView);
  return { kind: 'done', value: { unread: views.filter(({ readAt }) => readAt === null).length, news: views } };
}

function booksOf(batch: BatchId | null): readonly Book[] {
  return batch === null ? BOOKS : [bookOfBatch(batch)];
}

function listed(rooms: Rooms, book: Book, { batch: id, all }: NewsWish): Answer<readonly LateNews[]> {
  return withReader<readonly LateNews[]>(rooms, book, {
    act: (store) => {
      const batch = id === null ? null : findBatch(store, id);
      if (batch !== null && 'kind' in batch) return batch;
      return { kind: 'done', value: store.news.list({ batch: batch?.batch ?? null, all }) };
    },
    absent: () => (id === null ? { kind: 'done', value: [] } : refused(noSuchBatch(id))),
  });
}

function marked(rooms: Rooms, book: Book, { batch: id, all }: NewsWish): Promise<Answer<readonly LateNews[]>> {
  return withWriter<readonly LateNews[]>(rooms, book, (store) => {
    const batch = id === null ? null : findBatch(store, id);
    if (batch !== null && 'kind' in batch) return batch;
    const number = batch?.batch ?? null;
    const value = store.together(() => {
      const read = store.readNews(number, rooms.clock.nowMs());
      return all ? store.news.list({ batch: number, all }) : read;
    });
    return { kind: 'done', value };
  });
}

/** Marks these alarms as read, which a person was shown. Errors: refused when one of them is none of the desk's. */
export function markNewsRead(
  rooms: Rooms,
  { book, news }: { readonly book: Book; readonly news: readonly number[] },
): Promise<Answer<null>> {
  return withWriter<null>(rooms, book, (store) => {
    const known = new Set(store.news.list({ batch: null, all: true }).map(({ newsId }) => newsId));
    if (news.some((one) => !known.has(one))) return refused(NO_SUCH_NEWS);
    store.readNews(null, rooms.clock.nowMs(), new Set(news));
    return { kind: 'done', value: null };
  });
}

const NO_SUCH_NEWS = {
  code: 'unknownNews',
  message: 'There is no such news in this desk.',
  cure: 'Look at the news as they are now.',
};

/** The alarms of a batch that nobody has read, counted; null when there are none. */
function unreadNews(store: Reader, { batch }: Pick<BatchRecord, 'batch'>): UnreadNews | null {
  const unread = store.news.unreadCount(batch);
  if (unread === 0) return null;
  const news = store.news.list({ batch, all: false });
  return { unread, possibleDuplicates: news.filter(({ successor }) => successor !== null).length };
}

/** A batch of the list with its alarms, which stay until a person has read them. */
export function alarmedSummary(store: Reader, batch: BatchRecord, view: BatchSummaryView): BatchSummaryView {
  const news = unreadNews(store, batch);
  return news === null ? view : { ...view, news };
}

/** A batch with its alarms, and with the names of the desk's other batches that have some: none may be overlooked. */
export function alarmed(store: Reader, batch: BatchRecord, view: BatchView): BatchView {
  const news = unreadNews(store, batch);
  const others = store.news.unreadBatches().filter((id) => id !== batch.id);
  return { ...view, ...(news === null ? {} : { news }), ...(others.length === 0 ? {} : { newsElsewhere: others }) };
}

function newsView(news: LateNews): NewsView {
  const { batch, rowNumber, reference, name, amountPaise, from, to, word, successor } = news;
  return {
    payout: `${batch}/${rowNumber}`,
    batch,
    row: rowNumber,
    reference,
    name,
    amountPaise,
    kind: to === 'mismatch' ? 'mismatch' : to === from ? 'contradicted' : 'changed',
    from,
    to: to === 'mismatch' ? from : to,
    word,
    heardAt: new Date(news.heardAtMs).toISOString(),
    declaredNotPaidBy: news.declaredBy,
    possibleDuplicate:
      successor === null ? null : { payout: `${successor.batch}/${successor.rowNumber}`, state: successor.state },
    readAt: news.readAtMs === null ? null : new Date(news.readAtMs).toISOString(),
    readBy: news.readBy,
    sentence: newsSentence(news),
  };
}
