// What happened to a payout, oldest first: each request and look-up with its time and its answer word for word.
// In: the payout's detail. Out: a list. This file must never shorten an answer.

import type { AnswerOf } from '../../../shared/api/contract.ts';
import { outcomeWords } from '../../text/evidence.ts';
import { formatClock, formatDay } from '../../text/format.ts';
import { PAYOUT } from '../../text/payout.ts';
import { Faint } from '../../ui/page.tsx';
import styles from './timeline.module.css';

type Detail = AnswerOf<'readPayout'>;

interface Moment {
  readonly key: string;
  readonly atMs: number;
  readonly what: string;
  readonly outcome: string;
  readonly facts: string;
  readonly message: string | null;
  readonly answer: string | null;
}

export function Timeline({ detail }: { readonly detail: Detail }) {
  const moments = momentsOf(detail);
  if (moments.length === 0) return <Faint>{PAYOUT.nothingYet}</Faint>;
  return (
    <ol className={styles.timeline}>
      {moments.map(({ key, atMs, what, outcome, facts, message, answer }) => (
        <li key={key} className={styles.moment}>
          <div className={styles.head}>
            <strong>{what}</strong>
            <span className={styles.outcome}>{outcome}</span>
            <time className={styles.time} dateTime={new Date(atMs).toISOString()}>
              {formatDay(atMs)}, {formatClock(atMs)}
            </time>
          </div>
          {facts === '' ? null : <Faint>{facts}</Faint>}
          {message === null ? null : <p>{message}</p>}
          {answer === null ? null : (
            <details>
              <summary>{PAYOUT.answer}</summary>
              <pre className={styles.answer}>{answer}</pre>
            </details>
          )}
        </li>
      ))}
    </ol>
  );
}

function momentsOf({ attempts, answers }: Detail): readonly Moment[] {
  const sent = attempts.map((attempt): Moment => {
    const facts = [
      ...(attempt.httpStatus === null ? [] : [PAYOUT.http(attempt.httpStatus)]),
      ...(attempt.answeredAtMs === null ? [] : [PAYOUT.took(attempt.answeredAtMs - attempt.atMs)]),
    ];
    return {
      key: `a${attempt.number}`,
      atMs: attempt.atMs,
      what: PAYOUT.attempt(attempt.number),
      outcome: attempt.outcome === null ? PAYOUT.onItsWay : outcomeWords(attempt.outcome),
      facts: facts.join(' · '),
      message: attempt.message,
      answer: attempt.answer,
    };
  });
  const looked = answers.map(
    ({ atMs, by, finding, httpStatus, answer }, index): Moment => ({
      key: `l${index}`,
      atMs,
      what: `${PAYOUT.lookup} ${PAYOUT.by[by]}`,
      outcome: outcomeWords(finding),
      facts: httpStatus === null ? '' : PAYOUT.http(httpStatus),
      message: null,
      answer,
    }),
  );
  return [...sent, ...looked].toSorted((left, right) => left.atMs - right.atMs);
}
