// How a batch stands, for people. In: BatchView and the lists of batches. Out: text.
// This file must never leave a state out of the total.

import type { BatchListView, BatchView } from '../../../shared/api/views.ts';
import { STATE_KINDS } from '../../../shared/states.ts';
import { formatCount, formatMoney } from './format-count.ts';
import { formatLocalTime } from './format-time.ts';
import { cureOfPause } from './pause-cures.ts';
import { formatTable } from './text-table.ts';
import { plainText, wrapText } from './text-width.ts';

/** The batch's states with counts and rupees, and what to do when it is paused. */
export function formatBatch(view: BatchView, columns: number): string {
  const occurring = STATE_KINDS.filter((kind) => view.counts[kind] > 0);
  const rows = occurring.map((kind) => [kind, formatCount(view.counts[kind]), formatMoney(view.paise[kind])]);
  const total = [
    'total',
    formatCount(STATE_KINDS.reduce((sum, kind) => sum + view.counts[kind], 0)),
    formatMoney(STATE_KINDS.reduce((sum, kind) => sum + view.paise[kind], 0)),
  ];
  const lines = [
    ...wrapText(plainText(`Batch ${view.batch}, profile ${view.profile}: ${view.state}`), columns),
    ...formatTable(
      [
        { heading: 'state', align: 'left' },
        { heading: 'payouts', align: 'right' },
        { heading: 'rupees', align: 'right' },
      ],
      { rows: [...rows, total], width: columns },
    ),
  ];
  if (view.paused !== null) {
    lines.push(...wrapText(plainText(`Paused: ${view.paused.message}`), columns));
    lines.push(...wrapText(plainText(cureOfPause(view.paused.code, view)), columns));
  }
  if (view.counts.unknown > 0) {
    const doubt = `${formatCount(view.counts.unknown)} unknown: nobody can say yet whether they were paid. They are never sent again by the desk; \`desk watch ${view.batch}\` asks the gateway about them, \`desk unknown ${view.batch}\` shows what is known.`;
    lines.push(...wrapText(doubt, columns));
  }
  return lines.join('\n');
}

/** The batches, one on a line. */
export function formatBatchList({ batches, locked }: BatchListView, columns: number): string {
  const table = tableOf(batches, columns);
  return locked === undefined ? table : [...wrapText(plainText(locked.message), columns), table].join('\n');
}

function tableOf(batches: BatchListView['batches'], columns: number): string {
  if (batches.length === 0) return 'There are no batches yet. `desk run FILE --profile NAME` makes the first.';
  const rows = batches.map(({ batch, createdAt, profile, file, rows: count, totalPaise, state }) => [
    batch,
    formatLocalTime(createdAt),
    profile,
    formatCount(count),
    formatMoney(totalPaise),
    state,
    file,
  ]);
  return formatTable(
    [
      { heading: 'batch', align: 'left' },
      { heading: 'confirmed', align: 'left' },
      { heading: 'profile', align: 'left', mayShrink: true },
      { heading: 'rows', align: 'right' },
      { heading: 'rupees', align: 'right' },
      { heading: 'state', align: 'left' },
      { heading: 'file', align: 'left', mayShrink: true },
    ],
    { rows, width: columns },
  ).join('\n');
}
