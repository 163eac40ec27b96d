import type { PayoutLine } from '../../../../shared/api/payout-commands.ts';
import type { Beneficiary } from '../../../../shared/rows.ts';
import { bankOf } from '../../import/ifsc-list.ts';

/** Where money goes, as lists show it. */
export async function payToLine(
  beneficiary: Beneficiary,
): Promise<Pick<PayoutLine, 'method' | 'beneficiary' | 'ifsc' | 'bank'>> {
  if (beneficiary.method === 'UPI') return { method: 'UPI', beneficiary: beneficiary.upiId, ifsc: null, bank: null };
  const { accountNumber, ifsc } = beneficiary;
  return { method: 'IMPS', beneficiary: accountNumber, ifsc, bank: await bankOf(ifsc) };
}
