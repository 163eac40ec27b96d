// Which rows Review shows: the chips with their counts, one kind of issue, a search. In: counts. Out: what is asked.
// This file must never count by itself.

import type { DraftFilter, DraftQuery, DraftSummary } from '../../../shared/api/draft-commands.ts';
import { REVIEW } from '../../text/review.ts';
import { type Chip, Chips } from '../../ui/chips.tsx';
import { BareInput } from '../../ui/field.tsx';
import styles from './review-screen.module.css';

const FILTERS: readonly DraftFilter[] = ['all', 'ready', 'errors', 'warnings', 'excluded', 'edited'];

interface ReviewFiltersProps {
  readonly counts: DraftSummary['counts'];
  readonly asked: DraftQuery;
  readonly onAsk: (asked: DraftQuery) => void;
}

export function ReviewFilters({ counts, asked, onAsk }: ReviewFiltersProps) {
  const chips = FILTERS.map((key): Chip<DraftFilter> => ({ key, word: REVIEW.filters[key], count: counts[key] }));
  return (
    <div className={styles.filters}>
      <Chips
        label={REVIEW.filterLabel}
        chips={chips}
        chosen={asked.filter}
        onChoose={(filter) => onAsk({ ...asked, filter, issue: null })}
      />
      <div className={styles.search}>
        <BareInput
          label={REVIEW.search}
          type="search"
          value={asked.search}
          onChange={(event) => onAsk({ ...asked, search: event.target.value })}
        />
      </div>
    </div>
  );
}
