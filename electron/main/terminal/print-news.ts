// Late news for people, and the alarm that every command gives while some of it is unread. In: views. Out: text.
// This file must never leave an alarm out because there are many.

import type { Answer } from '../../../shared/api/answers.ts';
import type { NewsListView, UnreadNews } from '../../../shared/api/news-views.ts';
import type { BatchId } from '../../../shared/ids.ts';
import type { ExitCode } from './exit-codes.ts';
import { counted, formatCount, formatMoney } from './format-count.ts';
import { formatLocalTime } from './format-time.ts';
import { printAnswer, type Printing } from './print-answer.ts';
import type { Result } from './print-result.ts';
import { textColumns } from './streams.ts';
import { plainText, wrapText } from './text-width.ts';

/** What may bring an alarm along. */
interface Alarmed {
  readonly batch: BatchId;
  readonly news?: UnreadNews;
  readonly newsElsewhere?: readonly BatchId[];
}

/** The alarms, oldest first, each with its sentence. */
export function formatNews({ news, unread }: NewsListView, columns: number): string {
  if (news.length === 0) return 'No late news waits to be read.';
  const entries = news.flatMap((one) => {
    const read = one.readAt === null ? '' : `; read by ${one.readBy ?? ''}, ${formatLocalTime(one.readAt)}`;
    const who = one.name === null ? '' : `, ${one.name}`;
    const head = `${formatLocalTime(one.heardAt)}  ${one.payout}${who}, ${formatMoney(one.amountPaise)}, reference ${one.reference}${read}`;
    return [...wrapText(plainText(head), columns), ...wrapText(plainText(`  ${one.sentence}`), columns)];
  });
  const left = unread === 0 ? [] : ['', `${formatCount(unread)} unread. \`desk news --read\` marks them as read.`];
  return [...entries, ...left].join('\n');
}

/** How an answer is told: what is shown of it, and the batches whose late news stand beside it. */
export interface Telling<Value> {
  readonly show: (value: Value) => Shown;
  readonly batches: (value: Value) => readonly Alarmed[];
}

/** Prints an answer, and after it, on standard error, that late news of its batches waits to be read. */
export function printAlarmed<Value>(
  printing: Printing,
  answer: Answer<Value>,
  { show, batches }: Telling<Value>,
): ExitCode {
  const exitCode = printAnswer(printing, answer, show);
  if (answer.kind !== 'done') return exitCode;
  const { streams } = printing;
  const told = batches(answer.value);
  const alarms = told.flatMap(({ batch, news }) => (news === undefined ? [] : [alarmOf(batch, news)]));
  const here = new Set(told.map(({ batch }) => batch));
  const elsewhere = new Set(
    told.flatMap(({ newsElsewhere = [] }) => newsElsewhere).filter((batch) => !here.has(batch)),
  );
  if (elsewhere.size > 0) {
    alarms.push(`ALARM: late news about batch ${[...elsewhere].join(', ')} waits to be read: \`desk news\`.`);
  }
  for (const line of alarms.flatMap((alarm) => wrapText(alarm, textColumns(streams, 'stderr')))) {
    streams.stderr.write(`${line}\n`);
  }
  return exitCode;
}
type Shown = Result & { readonly exitCode: ExitCode };

function alarmOf(batch: BatchId, { unread, possibleDuplicates }: UnreadNews): string {
  const twice = possibleDuplicates === 0 ? '' : `, ${counted(possibleDuplicates, 'POSSIBLE DUPLICATE')} among them`;
  const [pieces, them] = unread === 1 ? ['1 piece', 'it'] : [`${formatCount(unread)} pieces`, 'them'];
  return `ALARM: ${pieces} of late news about batch ${batch} nobody has read${twice}. \`desk news ${batch}\` shows ${them}; \`desk news ${batch} --read\` ends the alarm.`;
}
