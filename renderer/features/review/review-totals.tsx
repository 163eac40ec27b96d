// What would be paid, live. In: the draft's summary. Out: figures that keep their places.
// This file must never add up by itself.

import type { DraftSummary } from '../../../shared/api/draft-commands.ts';
import { countOf, formatCount, formatRupees } from '../../text/format.ts';
import { REVIEW } from '../../text/review.ts';
import styles from './review-screen.module.css';

export function ReviewTotals({ summary }: { readonly summary: DraftSummary }) {
  const { payable, byMethod, counts, hidden } = summary;
  return (
    <div className={styles.totals} role="status">
      <dl className={styles.figures}>
        <div>
          <dt>{REVIEW.payable}</dt>
          <dd>{countOf(payable.count, 'payout')}</dd>
        </div>
        <div>
          <dt>{REVIEW.total}</dt>
          <dd className={styles.total}>{formatRupees(payable.paise)}</dd>
        </div>
        <div>
          <dt>{REVIEW.upi}</dt>
          <dd>
            {formatCount(byMethod.UPI.count)} · {formatRupees(byMethod.UPI.paise)}
          </dd>
        </div>
        <div>
          <dt>{REVIEW.imps}</dt>
          <dd>
            {formatCount(byMethod.IMPS.count)} · {formatRupees(byMethod.IMPS.paise)}
          </dd>
        </div>
      </dl>
      <span className={styles.left}>
        {payable.count === 0
          ? REVIEW.nothingToPay
          : counts.errors > 0
            ? REVIEW.errorsLeft(counts.errors)
            : REVIEW.hidden(hidden)}
      </span>
    </div>
  );
}
