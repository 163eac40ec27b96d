// A day or a month over all batches: what the files asked for, what the desk holds, what the gateway said and what people
// decided, to the paisa; and beside it each wallet's change, with what this desk's payouts do not explain of it.

import { formatRupees } from '../../../shared/money.ts';
import type { BatchMoved, Period, WalletMoved } from '../domain/report.ts';
import { type FileWriting, type WriteOptions, writeByEnding } from './atomic-file.ts';
import { fillCsvList } from './csv.ts';
import { openBook, writeListSheet } from './report-book.ts';
import { type Column, localIso } from './report-payouts.ts';

export interface Reconciled {
  readonly period: Period;
  readonly madeAtMs: number;
  readonly environment: 'LIVE' | 'PRACTICE';
  readonly batches: readonly BatchMoved[];
  readonly wallets: readonly WalletMoved[];
}

/** Writes it: CSV holds the batches, XLSX the totals and the wallets as well. Errors: as writing a report. */
export function writeReconciliation(path: string, reconciled: Reconciled, options: WriteOptions): Promise<FileWriting> {
  const { batches, wallets, madeAtMs, environment } = reconciled;
  const forms = {
    '.csv': fillCsvList(BATCHES, batches),
    '.xlsx': async (...[sink, signal]: Parameters<ReturnType<typeof fillCsvList>>) => {
      const title = environment === 'PRACTICE' ? 'PRACTICE - no money was moved' : 'Reconciliation';
      const book = openBook({ madeAtMs, left: 'Payout Desk', title }, { sink, signal });
      const refusal =
        (await writeListSheet(book, { name: 'Totals', columns: TOTALS, rows: totalsOf(reconciled) })) ??
        (await writeListSheet(book, { name: 'Batches', columns: BATCHES, rows: batches })) ??
        (await writeListSheet(book, { name: 'Wallets', columns: WALLETS, rows: wallets }));
      if (refusal === null) await book.finish();
      return refusal;
    },
  };
  return writeByEnding({ ...options, path }, { what: 'report', forms });
}

const BATCHES: readonly Column<BatchMoved>[] = [
  { name: 'batch', kind: 'text', read: ({ batch }) => batch },
  { name: 'file', kind: 'text', read: ({ file }) => file },
  { name: 'profile', kind: 'text', read: ({ profile }) => profile },
  { name: 'mid', kind: 'text', read: ({ mid }) => String(mid) },
  { name: 'confirmed_at', kind: 'time', read: ({ confirmedAtMs }) => confirmedAtMs },
  { name: 'confirmed_payouts', kind: 'integer', read: ({ confirmedCount }) => confirmedCount },
  { name: 'confirmed', kind: 'rupees', read: ({ confirmedPaise }) => confirmedPaise },
  { name: 'stored_payouts', kind: 'integer', read: ({ storedCount }) => storedCount },
  { name: 'stored', kind: 'rupees', read: ({ storedPaise }) => storedPaise },
  { name: 'difference', kind: 'rupees', read: ({ confirmedPaise, storedPaise }) => storedPaise - confirmedPaise },
  { name: 'paid_payouts', kind: 'integer', read: ({ paidCount }) => paidCount },
  { name: 'paid', kind: 'rupees', read: ({ paidPaise }) => paidPaise },
  { name: 'paid_by_gateway', kind: 'rupees', read: ({ paidPaise, decidedPaise }) => paidPaise - decidedPaise },
  { name: 'paid_by_decision', kind: 'rupees', read: ({ decidedPaise }) => decidedPaise },
  { name: 'came_back', kind: 'rupees', read: ({ backPaise }) => backPaise },
  { name: 'failed', kind: 'rupees', read: ({ failedPaise }) => failedPaise },
  { name: 'open_payouts', kind: 'integer', read: ({ openCount }) => openCount },
  { name: 'open', kind: 'rupees', read: ({ openPaise }) => openPaise },
  { name: 'open_alarms', kind: 'integer', read: ({ alarms }) => alarms },
];

const WALLETS: readonly Column<WalletMoved>[] = [
  { name: 'profile', kind: 'text', read: ({ profile }) => profile },
  { name: 'first_read', kind: 'time', read: ({ firstAtMs }) => firstAtMs },
  { name: 'first', kind: 'rupees', read: ({ firstPaise }) => firstPaise },
  { name: 'last_read', kind: 'time', read: ({ lastAtMs }) => lastAtMs },
  { name: 'last', kind: 'rupees', read: ({ lastPaise }) => lastPaise },
  { name: 'change', kind: 'rupees', read: ({ firstPaise, lastPaise }) => lastPaise - firstPaise },
  { name: 'paid_by_this_desk', kind: 'rupees', read: ({ outPaise }) => outPaise },
  { name: 'perhaps_paid_by_this_desk', kind: 'rupees', read: ({ unsurePaise }) => unsurePaise },
  { name: 'came_back', kind: 'rupees', read: ({ backPaise }) => backPaise },
  { name: 'not_explained_by_this_desk', kind: 'rupees', read: ({ unexplainedPaise }) => unexplainedPaise },
];

type PeriodTotal = readonly [label: string, value: string];

const TOTALS: readonly Column<PeriodTotal>[] = [
  { name: 'about', kind: 'text', read: ([label]) => label },
  { name: 'value', kind: 'text', read: ([, value]) => value },
];

function totalsOf({ period, madeAtMs, environment, batches }: Reconciled): readonly PeriodTotal[] {
  const sum = (paise: (batch: BatchMoved) => number): number => batches.reduce((all, batch) => all + paise(batch), 0);
  const apart = batches.filter(
    (batch) => batch.storedPaise !== batch.confirmedPaise || batch.storedCount !== batch.confirmedCount,
  );
  const alarmed = batches.filter(({ alarms }) => alarms > 0);
  const verdict =
    apart.length > 0
      ? `DOES NOT RECONCILE: ${apart.map(({ batch }) => batch).join(', ')}.`
      : alarmed.length > 0
        ? 'OPEN ALARMS: every batch holds what its file was confirmed with, but what the alarms are about is in doubt.'
        : 'Reconciles to the paisa: every batch holds what its file was confirmed with.';
  return [
    ['From', localIso(period.fromMs)],
    ['To', localIso(period.toMs)],
    ['As of', localIso(madeAtMs)],
    ['Environment', environment],
    ['Batches', String(batches.length)],
    ['Confirmed', formatRupees(sum(({ confirmedPaise }) => confirmedPaise))],
    ['Paid in the period', formatRupees(sum(({ paidPaise }) => paidPaise))],
    ['Of it by the gateway’s word', formatRupees(sum(({ paidPaise, decidedPaise }) => paidPaise - decidedPaise))],
    ['Of it by a person’s decision', formatRupees(sum(({ decidedPaise }) => decidedPaise))],
    ['Came back in the period', formatRupees(sum(({ backPaise }) => backPaise))],
    ['Failed in the period', formatRupees(sum(({ failedPaise }) => failedPaise))],
    ['Not final yet', formatRupees(sum(({ openPaise }) => openPaise))],
    [
      'Open alarms',
      alarmed.length === 0 ? 'none' : alarmed.map(({ batch, alarms }) => `${batch}: ${alarms}`).join(', '),
    ],
    ['Reconciliation', verdict],
  ];
}
