// A beneficiary between the table's three columns and the union of shared/rows. In: columns. Out: who is paid.
// This file must never mix the two kinds: the table's CHECK forbids it, and so does this.

import { invariant } from '../../../shared/failures.ts';
import type { Beneficiary } from '../../../shared/rows.ts';

export interface BeneficiaryColumns {
  readonly upi_id: string | null;
  readonly account_number: string | null;
  readonly ifsc: string | null;
}

/** Reads a beneficiary. Errors: throws InvariantError when the columns name none. */
export function decodeBeneficiary(row: BeneficiaryColumns): Beneficiary {
  if (row.upi_id !== null) return { method: 'UPI', upiId: row.upi_id };
  invariant(row.account_number !== null && row.ifsc !== null, 'a payout has no beneficiary');
  return { method: 'IMPS', accountNumber: row.account_number, ifsc: row.ifsc };
}

/** Writes a beneficiary. */
export function encodeBeneficiary(beneficiary: Beneficiary): BeneficiaryColumns {
  return beneficiary.method === 'UPI'
    ? { upi_id: beneficiary.upiId, account_number: null, ifsc: null }
    : { upi_id: null, account_number: beneficiary.accountNumber, ifsc: beneficiary.ifsc };
}
