// One payout of a list between its row and shared/payout-pages. In: columns. Out: the payout, decoded.
// This file must never leave a value unchecked that is money.

import { formatBatchId, type Reference } from '../../../shared/ids.ts';
import { asPaise } from '../../../shared/money.ts';
import type { ListedPayout } from '../../../shared/payout-pages.ts';
import type { StateKind } from '../../../shared/states.ts';
import { type BeneficiaryColumns, decodeBeneficiary } from './beneficiary-columns.ts';

/** The columns of a ListedRow, of the table `payouts p`. */
export const LISTED_COLUMNS = `p.payout_id, p.batch_id, p.row_number, p.state, p.hold, p.upi_id, p.account_number, p.ifsc, p.name,
  p.amount_paise, p.remark, p.reference, p.transaction_id, p.rrn, p.utr, p.log_number, p.tran_ref_no, p.gateway_status,
  p.message, p.attempts, p.sent_at_ms, p.settled_at_ms`;

export interface ListedRow extends BeneficiaryColumns {
  readonly payout_id: number;
  readonly batch_id: number;
  readonly row_number: number;
  readonly state: StateKind;
  readonly hold: ListedPayout['hold'];
  readonly name: string | null;
  readonly amount_paise: number;
  readonly remark: string;
  readonly reference: Reference;
  readonly transaction_id: string | null;
  readonly rrn: string | null;
  readonly utr: string | null;
  readonly log_number: string | null;
  readonly tran_ref_no: string | null;
  readonly gateway_status: string | null;
  readonly message: string | null;
  readonly attempts: number;
  readonly sent_at_ms: number | null;
  readonly settled_at_ms: number | null;
}

export function decodeListed(row: ListedRow, prefix: 'B' | 'P'): ListedPayout {
  return { batch: formatBatchId(prefix, row.batch_id), state: row.state, hold: row.hold, ...decodeFacts(row) };
}

/** What a list and a report say alike of a payout. */
export function decodeFacts(row: ListedRow): Omit<ListedPayout, 'batch' | 'state' | 'hold'> {
  return {
    rowNumber: row.row_number,
    beneficiary: decodeBeneficiary(row),
    name: row.name,
    amountPaise: asPaise(row.amount_paise),
    remark: row.remark,
    reference: row.reference,
    ids: {
      transactionId: row.transaction_id,
      rrn: row.rrn,
      utr: row.utr,
      logNumber: row.log_number,
      tranRefNo: row.tran_ref_no,
    },
    gatewayStatus: row.gateway_status,
    message: row.message,
    attempts: row.attempts,
    sentAtMs: row.sent_at_ms,
    settledAtMs: row.settled_at_ms,
  };
}
