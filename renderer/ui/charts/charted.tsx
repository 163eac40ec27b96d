// A chart with its table. The table is always there for a screen reader; a person who sees chooses which of the two is shown.

import type { ScaleLinear } from 'd3-scale';
import { ChartNoAxesColumn, Table2 } from 'lucide-react';
import { type ReactNode, useCallback, useState } from 'react';
import { CHARTS } from '../../../shared/text/places.ts';
import { IconButton } from '../controls.tsx';
import styles from './charts.module.css';

interface ChartedProps {
  readonly label: string;
  /** Draws an SVG of this width. */
  readonly chart: (widthPx: number) => ReactNode;
  readonly table: ReactNode;
  /** Below the chart, such as what its colours mean. */
  readonly about?: ReactNode;
  /** Among the figures of another card. */
  readonly isSmall?: boolean;
}

export function Charted({ label, chart, table, about, isSmall = false }: ChartedProps) {
  const [isTable, setTable] = useState(false);
  const { widthPx, measured } = useWidth();
  return (
    <figure className={`tight gap-1 ${isSmall ? styles.small : `surface padded ${styles.charted}`}`}>
      <figcaption className="row spread nowrap">
        {isSmall ? <span className="soft small">{label}</span> : <h2>{label}</h2>}
        <IconButton
          icon={isTable ? ChartNoAxesColumn : Table2}
          label={isTable ? CHARTS.asChart(label) : CHARTS.asTable(label)}
          onClick={() => setTable(!isTable)}
        />
      </figcaption>
      <div ref={measured} className={styles.drawn}>
        {isTable || widthPx === 0 ? null : chart(widthPx)}
      </div>
      {isTable ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and the keyboard scrolls what has the focus.
        <div role="region" aria-label={label} tabIndex={0} className={`fades ${styles.scrolled}`}>
          {table}
        </div>
      ) : (
        <div className="unseen">{table}</div>
      )}
      {isTable ? null : about}
    </figure>
  );
}

/** A little more than a digit of the smallest text. */
export const LETTER_PX = 7.5;

/** Round amounts beside a chart, each with a line across it, and the room that they take so that none is cut. */
export function amountsBeside(
  heights: ScaleLinear<number, number>,
  {
    most,
    words,
    widthPx,
  }: { readonly most: number; readonly words: (amount: number) => string; readonly widthPx: number },
): { readonly leftPx: number; readonly lines: ReactNode } {
  const amounts = heights
    .ticks(most)
    .filter(Number.isInteger)
    .map((amount) => ({ y: heights(amount), word: words(amount) }));
  const leftPx = 12 + Math.ceil(LETTER_PX * Math.max(...amounts.map(({ word }) => word.length)));
  const lines = amounts.map(({ y, word }) => (
    <g key={y}>
      <line className={styles.rule} x1={leftPx} x2={widthPx} y1={y} y2={y} />
      <text x={leftPx - 8} y={y} className={styles.amount}>
        {word}
      </text>
    </g>
  ));
  return { leftPx, lines };
}

export const NONE_BESIDE = { leftPx: 0, lines: null };

function useWidth(): { readonly widthPx: number; readonly measured: (place: HTMLElement | null) => () => void } {
  const [widthPx, setWidth] = useState(0);
  const measured = useCallback((place: HTMLElement | null) => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    if (place !== null) observer.observe(place);
    return () => observer.disconnect();
  }, []);
  return { widthPx, measured };
}
