// The month of the chosen account's book in figures, and its balance as it was reported.

import { formatRupees } from '../../../shared/money.ts';
import type { Book } from '../../../shared/profiles.ts';
import { useAsk } from '../../bridge/use-desk.ts';
import { HOME_FIGURES } from '../../text/drafts.ts';
import { formatDay, formatMonth } from '../../text/format.ts';
import { Figure, Figures } from '../../ui/page.tsx';
import type { Sum } from './attention.tsx';
import styles from './open-screen.module.css';

interface MonthFiguresProps {
  readonly book: Book;
  readonly profile: string;
  readonly notConfirmed: Sum;
}

export function MonthFigures({ book, profile, notConfirmed }: MonthFiguresProps) {
  const figures = useAsk('readFigures', { book }, { keepPrevious: true }).value;
  if (figures === null) return null;
  const { monthFromMs, paid, failed, balances } = figures;
  const month = formatMonth(monthFromMs);
  const readings = balances.find((one) => one.profile === profile)?.readings ?? [];
  return (
    <section className={`surface padded ${styles.month}`} aria-label={HOME_FIGURES.label(month)}>
      <Figures>
        <Figure label={HOME_FIGURES.paid(month)} {...figureOf(paid)} />
        <Figure label={HOME_FIGURES.failed(month)} {...figureOf(failed)} />
        <Figure label={HOME_FIGURES.notConfirmed} {...figureOf(notConfirmed)} />
      </Figures>
      <BalanceChart readings={readings} />
    </section>
  );
}

function figureOf({ count, paise }: Sum): { readonly value: string; readonly about: string } {
  return { value: formatRupees(paise), about: HOME_FIGURES.payments(count) };
}

const CHART_WIDTH = 200;
const CHART_HEIGHT = 32;

/** Half of the line stands over the highest and the lowest point. */
const CHART_EDGE = 2;

interface BalanceChartProps {
  readonly readings: readonly { readonly atMs: number; readonly reported: string; readonly paise: number | null }[];
}

/** How the balance went; the number itself stands in the rail. */
function BalanceChart({ readings }: BalanceChartProps) {
  const [first] = readings;
  const points = readings.flatMap(({ atMs, paise, reported }) => {
    const height = paise ?? Number(reported);
    return Number.isFinite(height) ? [{ atMs, height }] : [];
  });
  if (first === undefined || points.length < 2) return null;
  const heights = points.map(({ height }) => height);
  const lowest = Math.min(...heights);
  const range = Math.max(...heights) - lowest || 1;
  const spanMs = Math.max(...points.map(({ atMs }) => atMs)) - first.atMs || 1;
  const line = points.map(({ atMs, height }) => {
    const x = ((atMs - first.atMs) / spanMs) * CHART_WIDTH;
    const y = CHART_HEIGHT - ((height - lowest) / range) * CHART_HEIGHT;
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <figure className={styles.balance}>
      <figcaption className="soft small">{HOME_FIGURES.balance(formatDay(first.atMs))}</figcaption>
      <svg
        width={CHART_WIDTH}
        height={CHART_HEIGHT + CHART_EDGE * 2}
        viewBox={`0 ${-CHART_EDGE} ${CHART_WIDTH} ${CHART_HEIGHT + CHART_EDGE * 2}`}
        role="img"
        aria-label={HOME_FIGURES.balance(formatDay(first.atMs))}
      >
        <polyline points={line.join(' ')} />
      </svg>
    </figure>
  );
}
