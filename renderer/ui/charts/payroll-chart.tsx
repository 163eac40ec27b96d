// What was paid per month and kind, as bars and as a table.

import { scaleBand, scaleLinear } from 'd3-scale';
import { stack } from 'd3-shape';
import type { PaidMonthView } from '../../../shared/api/payout-commands.ts';
import { formatCount } from '../../../shared/counts.ts';
import { formatRupees } from '../../../shared/money.ts';
import { PAYMENT_KINDS, type PaymentKind } from '../../../shared/payment-kinds.ts';
import type { Book } from '../../../shared/profiles.ts';
import { formatMonth, formatMonthName, formatRound, formatYear } from '../../../shared/text/format.ts';
import { CHARTS } from '../../../shared/text/places.ts';
import { useAsk } from '../../bridge/use-desk.ts';
import { Table } from '../table.tsx';
import { amountsBeside, Charted, NONE_BESIDE } from './charted.tsx';
import styles from './charts.module.css';

interface PayrollChartProps {
  readonly book: Book;
  /** One payee, by its key; null for all. */
  readonly person?: string | null;
  readonly isSmall?: boolean;
}

export function PayrollChart({ book, person = null, isSmall = false }: PayrollChartProps) {
  const months = useAsk('readPayroll', { book, person }).value?.months ?? [];
  if (months.length === 0) return null;
  const kinds = PAYMENT_KINDS.filter((kind) => months.some(({ byKind }) => byKind[kind].count > 0));
  return (
    <Charted
      label={CHARTS.payroll}
      isSmall={isSmall}
      chart={(widthPx) => <Bars months={months} kinds={kinds} widthPx={widthPx} isSmall={isSmall} />}
      about={isSmall ? null : <Legend kinds={kinds} />}
      table={<PayrollTable months={months} kinds={kinds} />}
    />
  );
}

interface MonthsProps {
  readonly months: readonly PaidMonthView[];
  /** Those with a payment in these months. */
  readonly kinds: readonly PaymentKind[];
}

/** The amounts beside the bars, and below them month and year. */
const LARGE = { heightPx: 152, topPx: 8, bottomPx: 36 } as const;
const SMALL = { heightPx: 36, topPx: 2, bottomPx: 0 } as const;
const BAR_MOST_PX = 56;
const MONTH_LEAST_PX = 32;
const AMOUNTS = 3;

interface BarsProps extends MonthsProps {
  readonly widthPx: number;
  readonly isSmall: boolean;
}

function Bars({ months, kinds, widthPx, isSmall }: BarsProps) {
  const { heightPx, topPx, bottomPx } = isSmall ? SMALL : LARGE;
  const heights = scaleLinear()
    .domain([0, Math.max(...months.map(({ byKind }) => totalOf(byKind).paise))])
    .range([heightPx - bottomPx, topPx]);
  if (!isSmall) heights.nice(AMOUNTS);
  const { leftPx, lines } = isSmall
    ? NONE_BESIDE
    : amountsBeside(heights, { most: AMOUNTS, words: formatRound, widthPx });
  const columns = scaleBand<number>()
    .domain(months.map(({ fromMs }) => fromMs))
    .range([leftPx, Math.min(widthPx, leftPx + months.length * 2 * BAR_MOST_PX)])
    .paddingInner(0.25)
    .paddingOuter(0.1);
  const labelEvery = Math.ceil(MONTH_LEAST_PX / columns.step());
  const stacked = stack<PaidMonthView, PaymentKind>()
    .keys(kinds)
    .value(({ byKind }, kind) => byKind[kind].paise)(months);
  return (
    <svg aria-hidden="true" className={styles.chart} width={widthPx} height={heightPx}>
      {lines}
      {months.map(({ fromMs, byKind }, at) => {
        const x = columns(fromMs) ?? 0;
        const middle = x + columns.bandwidth() / 2;
        return (
          <g key={fromMs}>
            <title>{monthWords({ fromMs, byKind }, kinds)}</title>
            <rect
              className={styles.hit}
              x={x}
              y={topPx}
              width={columns.bandwidth()}
              height={heightPx - bottomPx - topPx}
            />
            {stacked.map((ofKind) => {
              const [from = 0, to = 0] = ofKind[at] ?? [];
              const top = heights(to);
              return to === from ? null : (
                <rect
                  key={ofKind.key}
                  className={styles[ofKind.key]}
                  x={x}
                  y={top}
                  width={columns.bandwidth()}
                  height={Math.max(heights(from) - top, 1)}
                />
              );
            })}
            {isSmall || (months.length - 1 - at) % labelEvery !== 0 ? null : (
              <text x={middle} y={heightPx - bottomPx + 16} className={styles.below}>
                {formatMonthName(fromMs)}
              </text>
            )}
            {!isSmall && hasYear(months, at) ? (
              <text x={middle} y={heightPx - bottomPx + 32} className={styles.below}>
                {formatYear(fromMs)}
              </text>
            ) : null}
          </g>
        );
      })}
    </svg>
  );
}

/** The first month names its year, and each January; where they are neighbours, January alone. */
function hasYear(months: readonly PaidMonthView[], at: number): boolean {
  const isJanuary = (index: number): boolean => new Date(months[index]?.fromMs ?? Number.NaN).getMonth() === 0;
  return isJanuary(at) || (at === 0 && !isJanuary(1));
}

function Legend({ kinds }: Pick<MonthsProps, 'kinds'>) {
  return (
    <div className="row gap-4 small soft" aria-hidden="true">
      {kinds.map((kind) => (
        <span key={kind} className="line">
          <svg width="10" height="10">
            <rect width="10" height="10" rx="2" className={styles[kind]} />
          </svg>
          {CHARTS.kinds[kind]}
        </span>
      ))}
    </div>
  );
}

/** Newest first, with what all months sum to. */
function PayrollTable({ months, kinds }: MonthsProps) {
  const all = (kind: PaymentKind): number => months.reduce((sum, { byKind }) => sum + byKind[kind].paise, 0);
  return (
    <Table
      label={CHARTS.payroll}
      columns={[
        { word: CHARTS.month, cell: ({ fromMs }) => formatMonth(fromMs), total: CHARTS.total },
        ...kinds.map((kind) => ({
          word: CHARTS.kinds[kind],
          isNumber: true,
          cell: ({ byKind }: PaidMonthView) => (byKind[kind].count === 0 ? '–' : formatRupees(byKind[kind].paise)),
          total: formatRupees(all(kind)),
        })),
        {
          word: CHARTS.payments,
          isNumber: true,
          cell: ({ byKind }) => formatCount(totalOf(byKind).count),
          total: formatCount(months.reduce((sum, { byKind }) => sum + totalOf(byKind).count, 0)),
        },
        {
          word: CHARTS.total,
          isNumber: true,
          cell: ({ byKind }) => formatRupees(totalOf(byKind).paise),
          total: formatRupees(kinds.reduce((sum, kind) => sum + all(kind), 0)),
        },
      ]}
      rows={months.toReversed()}
      keyOf={({ fromMs }) => fromMs}
    />
  );
}

function monthWords({ fromMs, byKind }: PaidMonthView, kinds: readonly PaymentKind[]): string {
  const parts = kinds.flatMap((kind) => {
    const { count, paise } = byKind[kind];
    return count === 0 ? [] : [`${CHARTS.kinds[kind]} ${formatRupees(paise)}`];
  });
  const total = formatRupees(totalOf(byKind).paise);
  return [`${formatMonth(fromMs)}: ${total}`, ...(parts.length > 1 ? parts : [])].join('\n');
}

function totalOf(byKind: PaidMonthView['byKind']): { readonly count: number; readonly paise: number } {
  return Object.values(byKind).reduce((sum, { count, paise }) => {
    return { count: sum.count + count, paise: sum.paise + paise };
  });
}
