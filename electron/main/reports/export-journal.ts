// A batch as bookkeeping entries: one per paid payout, debiting what is paid for and crediting the paying account. A payout that
// came back, or is not known to be paid, gets no entry.

import { decimalText } from '../../../shared/money.ts';
import type { BatchReport, ReportHead, ReportPayout } from '../domain/report.ts';
import type { FillFile } from './atomic-file.ts';
import { fillCsvList } from './csv.ts';
import { type Column, countPayouts, localIso, payoutName } from './report-payouts.ts';

/** The names of the two ledger accounts, as a person set them. */
export interface Ledgers {
  readonly debit: string;
  readonly credit: string;
}

/** One line per entry, for any program that reads CSV. */
export function fillJournal(report: BatchReport, { debit, credit }: Ledgers): FillFile {
  return fillPaid(report, (payout) => [payout], [
    { name: 'date', kind: 'text', read: (payout) => dayOf(payout) },
    { name: 'voucher', kind: 'text', read: payoutName },
    { name: 'debit_ledger', kind: 'text', read: () => debit },
    { name: 'credit_ledger', kind: 'text', read: () => credit },
    { name: 'amount', kind: 'rupees', read: ({ amountPaise }) => amountPaise },
    { name: 'narration', kind: 'text', read: (payout) => narrationOf(report.head, payout) },
    { name: 'party', kind: 'text', read: ({ name }) => name },
    { name: 'reference', kind: 'text', read: ({ reference }) => reference },
    { name: 'utr', kind: 'text', read: ({ ids }) => ids.utr ?? ids.rrn },
    { name: 'environment', kind: 'text', read: () => report.head.environment },
  ]);
}

interface TallyLine extends ReportPayout {
  readonly ledger: string;
  readonly side: 'Dr' | 'Cr';
}

/** Two lines per voucher, under the headers of TallyPrime's sheet for accounting vouchers. */
export function fillTally(report: BatchReport, { debit, credit }: Ledgers): FillFile {
  const sides = (payout: ReportPayout): readonly TallyLine[] => [
    { ...payout, ledger: debit, side: 'Dr' },
    { ...payout, ledger: credit, side: 'Cr' },
  ];
  return fillPaid(report, sides, [
    { name: 'Voucher Date', kind: 'text', read: (line) => dayOf(line).split('-').toReversed().join('-') },
    { name: 'Voucher Type Name', kind: 'text', read: () => 'Payment' },
    { name: 'Voucher Number', kind: 'text', read: payoutName },
    { name: 'Ledger Name', kind: 'text', read: ({ ledger }) => ledger },
    { name: 'Ledger Amount', kind: 'rupees', read: ({ amountPaise }) => amountPaise },
    { name: 'Ledger Amount Dr/Cr', kind: 'text', read: ({ side }) => side },
    { name: 'Voucher Narration', kind: 'text', read: (payout) => narrationOf(report.head, payout) },
  ]);
}

/** Refuses when the payouts change meanwhile. */
function fillPaid<Row>(
  report: BatchReport,
  rowsOf: (payout: ReportPayout) => readonly Row[],
  columns: readonly Column<Row>[],
): FillFile {
  return async (sink, signal) => {
    const counted = countPayouts(report);
    await fillCsvList(columns, paidRows(counted.payouts(), rowsOf))(sink, signal);
    return counted.difference();
  };
}

function* paidRows<Row>(
  payouts: Iterable<ReportPayout>,
  rowsOf: (payout: ReportPayout) => readonly Row[],
): Generator<Row> {
  for (const payout of payouts) if (payout.state === 'success') yield* rowsOf(payout);
}

/** The local day on which the money left: `2026-04-01`. */
function dayOf({ sentAtMs, settledAtMs }: ReportPayout): string {
  return localIso(sentAtMs ?? settledAtMs ?? 0).slice(0, 10);
}

function narrationOf(
  { environment }: ReportHead,
  { name, remark, amountPaise, beneficiary, ids }: ReportPayout,
): string {
  const utr = ids.utr ?? ids.rrn;
  return [
    environment === 'PRACTICE' ? 'PRACTICE: no money was moved' : null,
    `${beneficiary.method} ${decimalText(amountPaise)}`,
    name === null ? null : `to ${name}`,
    remark,
    utr === null ? null : `UTR ${utr}`,
  ]
    .filter((part) => part !== null && part !== '')
    .join(', ');
}
