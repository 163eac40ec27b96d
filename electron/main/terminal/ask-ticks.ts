// The question about rows that only a tick lets through. In: the rows. Out: which are paid all the same, which are left out.
// Enter leaves them out; paying them takes their exact count. This file must never take anything else for a tick.

import { unreachable } from '../../../shared/failures.ts';
import { LEFT_OUT_SHOWN } from '../../../shared/limits.ts';
import type { TickAnswer, TickQuestion, TickReason, TickRow } from '../../../shared/ticks.ts';
import { readLine } from './ask.ts';
import { counted, formatCount, formatMoney } from './format-count.ts';
import { type Streams, textColumns } from './streams.ts';
import { hangText, plainText, wrapText } from './text-width.ts';

/** Asks about each reason there is. Shape: a row with two reasons is paid only when both were ticked. */
export async function askForTicks({ rows }: TickQuestion, streams: Streams): Promise<TickAnswer | null> {
  const ticks: Record<TickReason, readonly number[]> = { paidBefore: [], accountChanged: [] };
  let open = rows;
  for (const reason of ['paidBefore', 'accountChanged'] as const) {
    const asked = open.filter(({ reasons }) => reasons.includes(reason));
    if (asked.length === 0) continue;
    const choice = await askOnce(asked, { reason, streams });
    if (choice === 'stop') {
      streams.stderr.write('That is neither Enter nor the number of rows. Nothing was paid.\n');
      return null;
    }
    if (choice === 'pay') ticks[reason] = asked.map(({ rowNumber }) => rowNumber);
    else open = open.filter((row) => !asked.includes(row));
  }
  const paid = new Set(open.map(({ rowNumber }) => rowNumber));
  const leaveOut = rows.map(({ rowNumber }) => rowNumber).filter((row) => !paid.has(row));
  const ofPaid = (ticked: readonly number[]): number[] => ticked.filter((row) => paid.has(row));
  return { paidBefore: ofPaid(ticks.paidBefore), accountChanged: ofPaid(ticks.accountChanged), leaveOut };
}

async function askOnce(
  rows: readonly TickRow[],
  { reason, streams }: { readonly reason: TickReason; readonly streams: Streams },
): Promise<'pay' | 'leaveOut' | 'stop'> {
  const columns = textColumns(streams, 'stderr');
  const lines = [
    ...wrapText(headingOf(reason, rows.length), columns),
    ...rows.slice(0, LEFT_OUT_SHOWN).flatMap((row) => hangText(plainText(lineOf(row)), columns)),
    ...(rows.length > LEFT_OUT_SHOWN ? [`  and ${formatCount(rows.length - LEFT_OUT_SHOWN)} more`] : []),
  ];
  streams.stderr.write(`${lines.join('\n')}\n`);
  const typed = await readLine(streams, questionOf(reason, rows.length));
  if (typed === null) return 'stop';
  if (typed.trim() === '') return 'leaveOut';
  return typed.trim() === String(rows.length) ? 'pay' : 'stop';
}

function headingOf(reason: TickReason, count: number): string {
  switch (reason) {
    case 'paidBefore':
      return `${counted(count, 'row')} of this file: the same amount went to the same person in the last 30 days.`;
    case 'accountChanged':
      return `${counted(count, 'row')} of this file: the payee was paid before, to another account.`;
    default:
      return unreachable(reason);
  }
}

function questionOf(reason: TickReason, count: number): string {
  const which =
    reason === 'paidBefore' ? `the ${formatCount(count)} already paid` : `the ${formatCount(count)} changed`;
  return `Enter leaves out ${which}; to pay them all the same, type ${count} (anything else stops): `;
}

function lineOf({ rowNumber, name, amountPaise, messages }: TickRow): string {
  const who = name === null ? '' : `${name}, `;
  return `Row ${rowNumber}: ${who}${formatMoney(amountPaise)}. ${messages.join(' ')}`;
}
