// The columns of the payouts, once for every kind of report. In: a payout and its batch. Out: its cells, in order.
// This file must never turn a number into text or money into a double: each writer does that in its own exact way.

import type { BatchReport, ReportHead, ReportPayout } from '../../../shared/report.ts';

/** How a cell is to be written. `rupees` holds paise, `time` milliseconds since 1970. */
export type CellKind = 'text' | 'integer' | 'rupees' | 'time';
export type CellValue = string | number | null;

export interface Column<Row> {
  readonly name: string;
  readonly kind: CellKind;
  readonly read: (row: Row) => CellValue;
}

/** The columns of the payouts, then one for each of the source file's. Source: CLI, CSV export columns. */
export function payoutColumns(head: ReportHead): readonly Column<ReportPayout>[] {
  return [
    { name: 'row', kind: 'integer', read: (payout) => payout.rowNumber },
    { name: 'status', kind: 'text', read: (payout) => payout.status },
    { name: 'reference', kind: 'text', read: (payout) => payout.reference },
    { name: 'payment_method', kind: 'text', read: (payout) => payout.beneficiary.method },
    { name: 'beneficiary', kind: 'text', read: beneficiaryText },
    {
      name: 'ifsc',
      kind: 'text',
      read: ({ beneficiary }) => (beneficiary.method === 'IMPS' ? beneficiary.ifsc : null),
    },
    { name: 'amount', kind: 'rupees', read: (payout) => payout.amountPaise },
    { name: 'remark', kind: 'text', read: (payout) => payout.remark },
    { name: 'name', kind: 'text', read: (payout) => payout.name },
    { name: 'transaction_id', kind: 'text', read: (payout) => payout.ids.transactionId },
    { name: 'rrn', kind: 'text', read: (payout) => payout.ids.rrn },
    { name: 'utr', kind: 'text', read: (payout) => payout.ids.utr },
    { name: 'log_number', kind: 'text', read: (payout) => payout.ids.logNumber },
    { name: 'tran_ref_no', kind: 'text', read: (payout) => payout.ids.tranRefNo },
    { name: 'gateway_status', kind: 'text', read: (payout) => payout.gatewayStatus },
    { name: 'message', kind: 'text', read: messageText },
    { name: 'attempts', kind: 'integer', read: (payout) => payout.attempts },
    { name: 'sent_at', kind: 'time', read: (payout) => payout.sentAtMs },
    { name: 'settled_at', kind: 'time', read: (payout) => payout.settledAtMs },
    { name: 'retry_of', kind: 'text', read: (payout) => payout.retryOf },
    { name: 'batch', kind: 'text', read: () => head.batch },
    { name: 'profile', kind: 'text', read: () => head.profile },
    { name: 'mid', kind: 'text', read: () => String(head.mid) },
    { name: 'environment', kind: 'text', read: () => head.environment },
    ...sourceColumns<ReportPayout>(head),
  ];
}

/** One column for each of the source file's, with what its cells said. */
export function sourceColumns<Row extends { readonly source: readonly string[] }>(
  head: BatchReport['head'],
): readonly Column<Row>[] {
  return head.headers.map((header, index) => ({
    name: `source.${header}`,
    kind: 'text',
    read: (row) => row.source[index] ?? null,
  }));
}

function beneficiaryText({ beneficiary }: ReportPayout): string {
  return beneficiary.method === 'UPI' ? beneficiary.upiId : beneficiary.accountNumber;
}

/** A state that a person decided is never mistaken for the gateway's word. */
function messageText({ decidedBy, message }: ReportPayout): string | null {
  if (decidedBy === null) return message;
  return message === null ? `Decided by ${decidedBy}` : `Decided by ${decidedBy}: ${message}`;
}
