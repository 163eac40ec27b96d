// The numbers of a run: a bar, how much of how much, how fast, how long. In: the batch and its live progress. Out: figures
// that keep their places. This file must never guess a rate it was not told.

import type { BatchView } from '../../../shared/api/views.ts';
import type { LiveBatch } from '../../bridge/live-state.ts';
import { formatCount, formatDuration, formatRupees } from '../../text/format.ts';
import { RUN } from '../../text/run.ts';
import { Figure, Figures } from '../../ui/page.tsx';
import { BarMark, StackedBar } from '../../ui/stacked-bar.tsx';
import { groupsOf } from './run-groups.ts';
import type { BatchDetail } from './run-props.ts';
import styles from './run-screen.module.css';
import { timeLeftMs } from './time-left.ts';

interface RunFiguresProps {
  readonly detail: BatchDetail;
  readonly live: LiveBatch | null;
  readonly view: BatchView;
  readonly isSending: boolean;
}

export function RunFigures({ detail, live, view, isSending }: RunFiguresProps) {
  const { counts, paise } = view;
  const sent = detail.rows - counts.queued - counts.cancelled;
  const leftMs = live === null || !isSending ? null : timeLeftMs(live.progress);
  const groups = groupsOf(view);
  return (
    <section className={styles.figures}>
      <Figures>
        <Figure
          label={RUN.paid}
          value={formatRupees(paise.success)}
          about={RUN.ofTotal(formatRupees(detail.totalPaise))}
          isLarge
        />
        <Figure label={RUN.done} value={formatCount(sent)} about={RUN.ofRows(detail.rows)} isLarge />
        <Figure label={RUN.inFlight} value={isSending ? formatCount(live?.progress.inFlight ?? 0) : RUN.none} isLarge />
        <Figure
          label={RUN.rate}
          value={
            isSending && live !== null && live.progress.sentPerSecond > 0
              ? RUN.perSecond(live.progress.sentPerSecond)
              : RUN.none
          }
          isLarge
        />
        <Figure
          label={RUN.left}
          value={leftMs === null ? RUN.none : formatDuration(leftMs)}
          about={live !== null && isSending ? `${RUN.elapsed} ${formatDuration(live.progress.elapsedMs)}` : undefined}
          isLarge
        />
      </Figures>
      <StackedBar
        label={groups.map(({ word, count }) => `${word} ${formatCount(count)}`).join(', ')}
        parts={groups.map(({ key, tone, count }) => ({ key, tone, value: count }))}
      />
      <ul className={styles.legend} aria-label={RUN.legend}>
        {groups.map(({ key, word, tone, count, paise: worth }) => (
          <li key={key}>
            <BarMark tone={tone} />
            <span className={styles.legendWord}>{word}</span>
            <span className={styles.legendSum}>
              {formatCount(count)} · {formatRupees(worth)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
