import { useMemo } from 'react';
import type { BatchId } from '../../shared/ids.ts';
import { type BatchNeeds, type Need, type Sum, sumNeeds } from '../../shared/needs-you.ts';
import type { Book } from '../../shared/profiles.ts';
import { newestNeeds } from './live-state.ts';
import { useAsk, useLive } from './use-desk.ts';

/** What a person has to read, the most urgent first. See `readAttention`. */
const NEWS_KINDS = ['lateNews', 'mismatches', 'misfits'] as const;

interface UnreadNews extends Sum {
  readonly kind: (typeof NEWS_KINDS)[number];
}

/** `needs`: what is not confirmed, by batch. `news`: what is unread, no kind without any. */
interface Attention {
  readonly needs: readonly BatchNeeds[];
  readonly news: readonly UnreadNews[];
}

/** What needs a person in one book, the same for all who ask in this window. */
export function useAttention(book: Book): Attention {
  const { value } = useAsk('readAttention', { book }, { keepPrevious: true });
  const batches = useLive((state) => state.batches);
  return useMemo(() => {
    if (value === null) return { needs: [], news: [] };
    const news = NEWS_KINDS.map((kind) => ({ kind, ...value[kind] })).filter(({ count }) => count > 0);
    return { needs: newestNeeds(value, { book, batches }), news };
  }, [value, book, batches]);
}

/** The sums of one book, or of one batch in it. */
export function useNeeds(book: Book, batch: BatchId | null): Readonly<Record<Need, Sum>> {
  const { needs } = useAttention(book);
  return sumNeeds(batch === null ? needs : needs.filter((own) => own.batch === batch));
}

/** Whether persons are enrolled who may have to approve payments. */
export function useIsTeam(): boolean {
  const { value } = useAsk('readTeam', {});
  return value !== null && value.persons.length > 0;
}
