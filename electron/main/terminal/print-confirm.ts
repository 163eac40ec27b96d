// What a person reads before money moves. In: the batch about to be paid. Out: text.
// This file must never leave out a warning, a row that is left out, or whether the money is real.

import type { ConfirmView } from '../../../shared/api/views.ts';
import { counted, formatCount, formatMoney } from './format-count.ts';
import { formatSpan } from './format-time.ts';
import { formatRetry } from './print-retry.ts';
import { formatTable } from './text-table.ts';
import { hangText, plainText, wrapText } from './text-width.ts';

/** Shape: lines no wider than `columns`, without a newline at the end. */
export function formatConfirm(view: ConfirmView, columns: number): string {
  const facts = formatTable(
    [
      { heading: '', align: 'left' },
      { heading: '', align: 'left', mayShrink: true },
    ],
    { rows: factsOf(view), width: columns },
  );
  const lines = [
    ...wrapText(plainText(titleOf(view)), columns),
    ...facts,
    ...wrapText(`In words: ${view.totalInWords}`, columns),
    ...(view.warnings.length === 0 ? [] : [`${counted(view.warnings.length, 'warning')}:`]),
    ...view.warnings.flatMap((warning) => hangText(plainText(warning), columns)),
    ...tickedLines(view).flatMap((line) => wrapText(line, columns)),
    ...(view.retry === undefined ? [] : formatRetry(view.retry, columns)),
  ];
  return lines.join('\n');
}

function titleOf({ environment, count, totalPaise, profile }: ConfirmView): string {
  const money = environment === 'LIVE' ? 'LIVE, real money' : 'PRACTICE, no money moves';
  return `${money}: ${counted(count, 'payout')}, ${formatMoney(totalPaise)}, from ${profile}.`;
}

function factsOf(view: ConfirmView): readonly (readonly string[])[] {
  const { UPI, IMPS } = view.byMethod;
  return [
    ...(view.retry === undefined ? [] : [['Pays again', `batch ${view.retry.batch}, what ended unpaid`]]),
    ['File', view.file],
    ['Profile', `${view.profile} (${view.environment})`],
    ['Gateway', view.baseUrl],
    ['Merchant id', String(view.mid)],
    ['Payouts', formatCount(view.count)],
    ['Total', formatMoney(view.totalPaise)],
    ['By UPI', `${formatCount(UPI.count)}, ${formatMoney(UPI.paise)}`],
    ['By IMPS', `${formatCount(IMPS.count)}, ${formatMoney(IMPS.paise)}`],
    ['Largest', formatMoney(view.largestPaise)],
    ['Left out', view.excluded === 0 ? 'nothing' : counted(view.excluded, 'row')],
    ['Wallet', view.walletAsReported === null ? 'not known' : `${view.walletAsReported} as the gateway reports it`],
    ['Time', `about ${formatSpan(view.estimatedSeconds * 1000)}`],
  ];
}

function tickedLines({ ticked }: ConfirmView): readonly string[] {
  if (ticked === undefined) return [];
  const { paidBefore, accountChanged } = ticked;
  return [
    ...(paidBefore > 0 ? [`Ticked by you: ${counted(paidBefore, 'row')} paid already in the last 30 days.`] : []),
    ...(accountChanged > 0 ? [`Ticked by you: ${counted(accountChanged, 'row')} to a changed account.`] : []),
  ];
}
