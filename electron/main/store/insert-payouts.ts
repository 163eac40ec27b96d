// Storing the payouts of a confirmed batch, in the caller's transaction. In: the rows a person confirmed. Out: queued payouts.
// SQLite reads the rows as if they were a table of its own, one statement for all of them: a fifth faster than a statement
// for each row, measured at 100,000. This file must never leave a row out or change the order of the file.

import type Database from 'better-sqlite3';
import type { Confirmation } from '../../../shared/batches.ts';
import { invariant } from '../../../shared/failures.ts';
import { personKey } from '../../../shared/rows.ts';
import { encodeBeneficiary } from './beneficiary-columns.ts';

/** What a confirmed row brings along; the batch, its merchant and the first state are the same for all. */
const COLUMNS = [
  'payout_id',
  'row_number',
  'upi_id',
  'account_number',
  'ifsc',
  'person_key',
  'amount_paise',
  'remark',
  'name',
  'reference',
  'reference_from',
  'source_json',
];

/** Where a batch's payouts are put: its number, its merchant, and the number of its first payout. */
export interface PayoutPlace {
  readonly batch: number;
  readonly merchantId: number;
  readonly firstPayout: number;
}

type Confirmed = Pick<Confirmation, 'rows' | 'references'>;

/** Prepares storing payouts. The returned function must run inside the confirmation's transaction. */
export function preparePayoutInsert(database: Database.Database): (confirmed: Confirmed, place: PayoutPlace) => void {
  let incoming: (Confirmed & PayoutPlace) | null = null;
  function* listRows(): Generator<unknown[]> {
    if (incoming === null) return;
    const { rows, references, firstPayout } = incoming;
    for (const [index, { rowNumber, payment, source }] of rows.entries()) {
      const { beneficiary, amountPaise, remark, name, reference } = payment;
      const { upi_id: upiId, account_number: account, ifsc } = encodeBeneficiary(beneficiary);
      yield [
        firstPayout + index,
        rowNumber,
        upiId,
        account,
        ifsc,
        personKey(beneficiary),
        amountPaise,
        remark,
        name,
        references[index],
        reference === null ? 'desk' : 'sheet',
        JSON.stringify(source),
      ];
    }
  }
  database.table('confirmed_rows', { columns: COLUMNS, directOnly: true, rows: listRows });
  const insert = database.prepare(
    `INSERT INTO payouts (batch_id, merchant_id, state, repeat_ticked, ${COLUMNS.join(', ')})
     SELECT ?, ?, 'queued', 0, ${COLUMNS.join(', ')} FROM confirmed_rows`,
  );
  return (confirmed, place) => {
    invariant(confirmed.rows.length === confirmed.references.length, 'a batch needs one reference per row');
    incoming = { ...confirmed, ...place };
    try {
      const { changes } = insert.run(place.batch, place.merchantId);
      invariant(changes === confirmed.rows.length, 'not every row became a payout');
    } finally {
      incoming = null;
    }
  };
}
