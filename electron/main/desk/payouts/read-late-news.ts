import type { Answer } from '../../../../shared/api/contract.ts';
import type { BatchId } from '../../../../shared/ids.ts';
import { msg } from '../../../../shared/messages/message.ts';
import { BOOKS, type Book, bookOfBatch } from '../../../../shared/profiles.ts';
import type { LateNews } from '../../domain/late-news.ts';
import { findBatch, noSuchBatch, refused, withReader, withWriter } from '../../session/desks.ts';
import type { System } from '../../session/system.ts';

/** `all` includes alarms already read; `markRead` marks those that are shown. */
interface NewsOptions {
  readonly batch: BatchId | null;
  readonly all: boolean;
  readonly markRead: boolean;
}

/**
 * Lists the unread alarms, or all, oldest first. Refuses with none marked. The two books are marked one after the other: if the
 * second cannot be marked, the answer shows what was marked in the first, and the second's as unread.
 */
export async function readNews(system: System, options: NewsOptions): Promise<Answer<readonly LateNews[]>> {
  const byBook = new Map<Book, readonly LateNews[]>();
  for (const book of booksOf(options.batch)) {
    const answer = listed(system, book, options);
    if (answer.kind !== 'done') return answer;
    byBook.set(book, answer.value);
  }
  let isMarked = false;
  for (const [book, shown] of byBook) {
    // A book without unread alarms is not opened for writing, so that reading the other one does not wait for it.
    if (!options.markRead || shown.every(({ readAtMs }) => readAtMs !== null)) continue;
    const answer = await marked(system, book, options);
    if (answer.kind === 'done') byBook.set(book, answer.value);
    else if (!isMarked) return answer;
    isMarked = true;
  }
  const news = [...byBook.values()].flat();
  return { kind: 'done', value: news.toSorted((one, other) => one.heardAtMs - other.heardAtMs) };
}

function booksOf(batch: BatchId | null): readonly Book[] {
  return batch === null ? BOOKS : [bookOfBatch(batch)];
}

function listed(system: System, book: Book, { batch: id, all }: NewsOptions): Answer<readonly LateNews[]> {
  return withReader<readonly LateNews[]>(system, book, {
    act: (store) => {
      const batch = id === null ? null : findBatch(store, id);
      if (batch !== null && 'kind' in batch) return batch;
      return { kind: 'done', value: store.news.list({ batch: batch?.batch ?? null, all }) };
    },
    absent: () => (id === null ? { kind: 'done', value: [] } : refused(noSuchBatch(id))),
  });
}

function marked(system: System, book: Book, { batch: id, all }: NewsOptions): Promise<Answer<readonly LateNews[]>> {
  return withWriter<readonly LateNews[]>(system, book, (store) => {
    const batch = id === null ? null : findBatch(store, id);
    if (batch !== null && 'kind' in batch) return batch;
    const number = batch?.batch ?? null;
    const value = store.together(() => {
      const read = store.readNews(number, system.clock.nowMs());
      return all ? store.news.list({ batch: number, all }) : read;
    });
    return { kind: 'done', value };
  });
}

/** Marks the alarms that a person was shown as read. Refuses if one of them does not exist. */
export function markNewsRead(
  system: System,
  { book, news }: { readonly book: Book; readonly news: readonly number[] },
): Promise<Answer<null>> {
  return withWriter<null>(system, book, (store) => {
    const known = new Set(store.news.list({ batch: null, all: true }).map(({ newsId }) => newsId));
    if (news.some((one) => !known.has(one))) return refused(NO_SUCH_NEWS);
    store.readNews(null, system.clock.nowMs(), new Set(news));
    return { kind: 'done', value: null };
  });
}

const NO_SUCH_NEWS = {
  code: 'unknownNews',
  message: msg('payout.unknownNews'),
  cure: msg('cure.lookAtNews'),
};
