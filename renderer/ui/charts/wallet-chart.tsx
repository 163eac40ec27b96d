// What a wallet held over time, with the batches that were confirmed meanwhile, as a line and as a table. A balance holds from its
// reading until the next one; what it was in between nobody knows.

import { scaleLinear, scaleTime } from 'd3-scale';
import { curveStepAfter, line } from 'd3-shape';
import type { WalletHistory } from '../../../shared/api/payout-commands.ts';
import type { ListedProfile } from '../../../shared/api/profile-commands.ts';
import { formatCount } from '../../../shared/counts.ts';
import { DAY_MS } from '../../../shared/limits.ts';
import { formatRupees } from '../../../shared/money.ts';
import {
  formatBalance,
  formatClock,
  formatDayAndTime,
  formatDayOfYear,
  formatHour,
  formatMonth,
  formatRound,
} from '../../../shared/text/format.ts';
import { CHARTS } from '../../../shared/text/places.ts';
import type { WalletUnit } from '../../../shared/wallet.ts';
import { useAsk } from '../../bridge/use-desk.ts';
import { Table } from '../table.tsx';
import { amountsBeside, Charted, LETTER_PX, NONE_BESIDE } from './charted.tsx';
import styles from './charts.module.css';

interface WalletChartProps {
  readonly profile: Pick<ListedProfile, 'name' | 'walletUnit'>;
  readonly isSmall?: boolean;
}

export function WalletChart({ profile: { name, walletUnit }, isSmall = false }: WalletChartProps) {
  const history = useAsk('readWalletHistory', { profile: name }).value;
  if (history === null || history.readings.length === 0) return null;
  const { earlierBatches } = history;
  return (
    <Charted
      label={CHARTS.wallet}
      isSmall={isSmall}
      chart={(widthPx) => <Line history={history} unit={walletUnit} widthPx={widthPx} isSmall={isSmall} />}
      about={isSmall || earlierBatches === 0 ? null : <p className="soft small">{CHARTS.earlier(earlierBatches)}</p>}
      table={<HistoryTable history={history} unit={walletUnit} />}
    />
  );
}

interface HistoryProps {
  readonly history: WalletHistory;
  readonly unit: WalletUnit | null;
}

/** The amounts beside the line, below it the times, and between them the batches. */
const LARGE = { heightPx: 184, topPx: 8, bottomPx: 40 } as const;
const SMALL = { heightPx: 36, topPx: 2, bottomPx: 2 } as const;
const MARK_PX = 8;
const AMOUNTS = 4;
const PX_PER_TIME = 120;

/** A rupee. */
const LEAST_RANGE = 100;

interface LineProps extends HistoryProps {
  readonly widthPx: number;
  readonly isSmall: boolean;
}

function Line({ history: { readings, readAtMs, batches }, unit, widthPx, isSmall }: LineProps) {
  const { heightPx, topPx, bottomPx } = isSmall ? SMALL : LARGE;
  // Its unit may not be confirmed yet: then it is the gateway's own number.
  const points = readings.map(({ atMs, paise, reported }) => ({ atMs, height: paise ?? Number(reported) }));
  const moments = [...points, ...batches].map(({ atMs }) => atMs);
  const fromMs = Math.min(...moments);
  const untilMs = Math.max(...moments, readAtMs ?? 0, fromMs + 1);
  const last = points.at(-1);
  const drawn = last === undefined ? points : [...points, { ...last, atMs: untilMs }];
  const lowest = Math.min(...points.map(({ height }) => height));
  const highest = Math.max(...points.map(({ height }) => height));
  // From zero, unless the line then only moves far above it and the amounts beside it say so.
  const isFromLowest = lowest < 0 || (!isSmall && lowest > highest / 2 && lowest < highest);
  const amounts = scaleLinear()
    .domain([isFromLowest ? lowest : 0, Math.max(highest, lowest + LEAST_RANGE)])
    .range([heightPx - bottomPx, topPx]);
  if (!isSmall) amounts.nice(AMOUNTS);
  const words = unit === null ? formatCount : formatRound;
  const { leftPx, lines } = isSmall ? NONE_BESIDE : amountsBeside(amounts, { most: AMOUNTS, words, widthPx });
  const times = scaleTime()
    .domain([fromMs, untilMs])
    .range([leftPx, widthPx - 2]);
  const path = line<(typeof drawn)[number]>()
    .x(({ atMs }) => times(atMs))
    .y(({ height }) => amounts(height))
    .curve(curveStepAfter)(drawn);
  const floor = heightPx - bottomPx;
  return (
    <svg aria-hidden="true" className={styles.chart} width={widthPx} height={heightPx}>
      {isSmall ? null : (
        <>
          {lines}
          {times
            .ticks(Math.max(2, Math.floor((widthPx - leftPx) / PX_PER_TIME)))
            .map((time) => ({ x: times(time), word: timeWords(time, untilMs - fromMs) }))
            .filter(({ x, word }) => x + (LETTER_PX * word.length) / 2 < widthPx)
            .map(({ x, word }) => (
              <text key={x} x={x} y={heightPx - 8} className={styles.below}>
                {word}
              </text>
            ))}
        </>
      )}
      {batches.map(({ batch, name, atMs, paid }) => {
        const x = times(atMs);
        return (
          <g key={batch} className={styles.batch}>
            <title>{[`${batch} ${name}`, formatDayAndTime(atMs), formatRupees(paid.paise)].join('\n')}</title>
            <line x1={x} x2={x} y1={topPx} y2={floor} />
            {isSmall ? null : <path d={`M${x},${floor} l${MARK_PX / 2},${MARK_PX} h${-MARK_PX} z`} />}
            <rect className={styles.hit} x={x - MARK_PX / 2} y={topPx} width={MARK_PX} height={heightPx - topPx} />
          </g>
        );
      })}
      <path className={styles.balance} d={path ?? ''} />
    </svg>
  );
}

/** Shorter than this, several times would be the same minute. */
const SHORT_MS = 600_000;

/** As precise as the time shown is long. */
function timeWords(time: Date, spanMs: number): string {
  if (spanMs < SHORT_MS) return formatClock(time.getTime());
  if (spanMs < 2 * DAY_MS) return formatHour(time.getTime());
  return time.getDate() === 1 && spanMs > 60 * DAY_MS ? formatMonth(time.getTime()) : formatDayOfYear(time.getTime());
}

interface HistoryLine {
  readonly key: string;
  readonly atMs: number;
  readonly balance: string;
  readonly batch: string;
  readonly paid: string;
}

/** Balances and batches by their time, newest first. */
function HistoryTable({ history: { readings, batches }, unit }: HistoryProps) {
  const lines: readonly HistoryLine[] = [
    ...readings.map(({ atMs, reported }) => {
      return { key: `${atMs} ${reported}`, atMs, balance: formatBalance(reported, unit), batch: '', paid: '' };
    }),
    ...batches.map(({ batch, name, atMs, paid }) => {
      return { key: batch, atMs, balance: '', batch: `${batch} ${name}`, paid: formatRupees(paid.paise) };
    }),
  ];
  return (
    <Table
      label={CHARTS.wallet}
      columns={[
        { word: CHARTS.columns.when, cell: ({ atMs }) => formatDayAndTime(atMs) },
        { word: CHARTS.columns.balance, isNumber: true, cell: ({ balance }) => balance },
        { word: CHARTS.columns.batch, cell: ({ batch }) => batch },
        { word: CHARTS.columns.paid, isNumber: true, cell: ({ paid }) => paid },
      ]}
      rows={lines.toSorted((one, other) => other.atMs - one.atMs)}
      keyOf={({ key }) => key}
    />
  );
}
