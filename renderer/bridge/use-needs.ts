import { useMemo } from 'react';
import type { AnswerOf } from '../../shared/api/contract.ts';
import type { BatchId } from '../../shared/ids.ts';
import { type BatchNeeds, type Need, type Sum, sumNeeds } from '../../shared/needs-you.ts';
import type { Book } from '../../shared/profiles.ts';
import { newestNeeds } from './live-state.ts';
import { useAsk, useLive } from './use-desk.ts';

/** `needs`: what is not confirmed, by batch. Of `lateNews`, some are `mismatches` or `misfits`: see `readAttention`. */
interface Attention extends Pick<AnswerOf<'readAttention'>, 'lateNews' | 'mismatches' | 'misfits'> {
  readonly needs: readonly BatchNeeds[];
}

const NO_NEWS = { lateNews: 0, mismatches: 0, misfits: 0 };

/** What needs a person in one book, the same for all who ask in this window. */
export function useAttention(book: Book): Attention {
  const { value } = useAsk('readAttention', { book }, { keepPrevious: true });
  const batches = useLive((state) => state.batches);
  return useMemo(
    () => ({ ...(value ?? NO_NEWS), needs: value === null ? [] : newestNeeds(value, { book, batches }) }),
    [value, book, batches],
  );
}

/** The sums of one book, or of one batch in it. */
export function useNeeds(book: Book, batch: BatchId | null): Readonly<Record<Need, Sum>> {
  const { needs } = useAttention(book);
  return sumNeeds(batch === null ? needs : needs.filter((own) => own.batch === batch));
}
