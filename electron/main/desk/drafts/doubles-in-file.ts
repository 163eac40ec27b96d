// Rows of one file that pay one person more than once. The later row is asked about where it may be the same payment as an
// earlier one, where one of the two was corrected to the other's account, or where the account has two names.

import type { PayableRow } from '../../../../shared/rows.ts';
import { accountKey, foldName, personKey } from '../../domain/person-key.ts';
import { comparePurposes, Purposes } from '../../domain/purpose.ts';
import { namesDiffer } from '../../import/compare-names.ts';
import type { HeadedWriter } from '../../store/store.ts';
import type { HistoryPlace } from './row-history.ts';

/** A row of the same file that pays the same person. */
export interface Double {
  readonly rowNumber: number;
  readonly message: string;
}

/** By row number, the rows before it that pay its person too, where they may be the same payment. */
export function findDoubles(
  store: HeadedWriter,
  payable: readonly PayableRow[],
  { mid, retryOf, called }: HistoryPlace,
): ReadonlyMap<number, readonly Double[]> {
  const first = new Map<string, PayableRow>();
  const several = new Map<string, PayableRow[]>();
  for (const row of payable) {
    const payee = personKey(row.payment.beneficiary);
    const before = first.get(payee);
    if (before === undefined) first.set(payee, row);
    else several.set(payee, [...(several.get(payee) ?? [before]), row]);
  }
  const names = [called.batchName, called.fileName].filter((name) => name !== null);
  const purposes = new Purposes();
  const purposeOfRow = ({ payment: { reference, remark } }: PayableRow) =>
    purposes.of({ reference, remark, called: names });
  const paidBefore = (row: PayableRow): string | null => {
    const payout = retryOf.get(row.rowNumber);
    const before = payout === undefined ? null : store.retries.find(payout);
    return before === null ? null : personKey(before.payment.beneficiary);
  };
  const isKnownAs = ({ payment: { name, beneficiary } }: PayableRow): boolean =>
    store.payees.wasPaid({ mid, name: foldName(name ?? ''), account: accountKey(beneficiary) });
  const messageOf = (row: PayableRow, other: PayableRow): string | null => {
    const [one, two] = [row.payment, other.payment];
    const isSameAmount = one.amountPaise === two.amountPaise;
    if (isSameAmount && comparePurposes(purposeOfRow(row), purposeOfRow(other)) !== 'another') {
      return `The same person gets the same amount in row ${other.rowNumber}.`;
    }
    if (paidBefore(row) !== paidBefore(other)) return `Row ${other.rowNumber} was corrected to the same account.`;
    const isOtherName = one.name !== null && two.name !== null && namesDiffer(one.name, two.name);
    if (!isOtherName || (isKnownAs(row) && isKnownAs(other))) return null;
    return `Row ${other.rowNumber} pays the same account under the name ${two.name}.`;
  };
  const doubles = new Map<number, readonly Double[]>();
  for (const rows of several.values()) {
    for (const [at, row] of rows.entries()) {
      const found = rows.slice(0, at).flatMap((other) => {
        const message = messageOf(row, other);
        return message === null ? [] : [{ rowNumber: other.rowNumber, message }];
      });
      if (found.length > 0) doubles.set(row.rowNumber, found);
    }
  }
  return doubles;
}

/** Issues of the import that the doubles of a file say as ticks of their rows. */
export const SAID_AS_TICKS: ReadonlySet<string> = new Set(['samePayment', 'otherName']);
