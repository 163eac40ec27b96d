// Stored payouts as intentions, which domain/same-payment compares rows with. They are read from the payout's own columns and the
// names of its batch and file, so a payout gets the same intention as the row it came from.

import type { Mid, PayoutId, Reference } from '../../../shared/ids.ts';
import type { Beneficiary } from '../../../shared/rows.ts';
import type { StateKind } from '../../../shared/states.ts';
import { foldName, personKey } from '../domain/person-key.ts';
import { Purposes } from '../domain/purpose.ts';
import { remembering } from '../domain/remembering.ts';
import type { Intention } from '../domain/same-payment.ts';
import type { DeskDatabase } from './desk-database.ts';
import { BENEFICIARY_COLUMNS, type BeneficiaryColumns, decodeBeneficiary } from './payout-rows.ts';

/** The columns that an intention is read from. */
export interface IntentionColumns extends BeneficiaryColumns {
  readonly batch: number;
  readonly name: string | null;
  readonly amountPaise: number;
  readonly remark: string;
  readonly reference: string;
  readonly referenceFrom: 'desk' | 'sheet';
}

export const INTENTION_COLUMNS = `batch_id AS batch, ${BENEFICIARY_COLUMNS}, name, amount_paise AS amountPaise, remark,
  reference, reference_from AS referenceFrom`;

/** Prepares reading a stored payout's intention. */
export function prepareIntentions(database: DeskDatabase): (payout: IntentionColumns) => Intention {
  const namesOf = database.statement<[number], { readonly name: string; readonly fileName: string }>(
    'SELECT name, file_name AS fileName FROM batches WHERE batch_id = ?',
  );
  const called = new Map<number, readonly string[]>();
  const calledOf = (batch: number): readonly string[] => {
    const known = called.get(batch);
    if (known !== undefined) return known;
    const names = namesOf.get(batch);
    const own = names === undefined ? [] : [names.name, names.fileName];
    called.set(batch, own);
    return own;
  };
  const purposes = new Purposes();
  // Consecutive payouts of one person mostly share a name.
  const nameOf = remembering(foldName);
  return (payout) => {
    const { batch, name, amountPaise, remark, reference, referenceFrom } = payout;
    return {
      payee: personKey(decodeBeneficiary(payout)),
      name: name === null ? '' : nameOf(name),
      amountPaise,
      purpose: purposes.of({
        reference: referenceFrom === 'sheet' ? reference : null,
        remark,
        called: calledOf(batch),
      }),
    };
  };
}

/** The payout that carries a reference. `atMs`: when it was settled, or else sent; null when neither is known. */
export interface ReferenceHolder {
  readonly payoutId: PayoutId;
  readonly intention: Intention;
  readonly payTo: Beneficiary;
  /** The payee's name in that payout's own file. */
  readonly name: string | null;
  readonly batch: number;
  readonly rowNumber: number;
  readonly state: StateKind;
  readonly atMs: number | null;
}

type HolderRow = IntentionColumns & Pick<ReferenceHolder, 'payoutId' | 'atMs' | 'rowNumber' | 'state'>;

/** Prepares finding the newest payout that carries a reference, at any address of the merchant id. */
export function prepareReferenceHolder(
  database: DeskDatabase,
): (mid: Mid, reference: Reference) => ReferenceHolder | null {
  const holder = database.statement<[Mid, Reference], HolderRow>(
    `SELECT payout_id AS payoutId, ${INTENTION_COLUMNS}, row_number AS rowNumber, state, coalesce(settled_at_ms, sent_at_ms) AS atMs FROM payouts WHERE payout_id = (
       SELECT max(payout_id) FROM payout_references
       WHERE merchant_id IN (SELECT merchant_id FROM merchants WHERE mid = ?) AND reference = ?)`,
  );
  const intentionOf = prepareIntentions(database);
  return (mid, reference) => {
    const row = holder.get(mid, reference);
    if (row === undefined) return null;
    const { payoutId, name, batch, rowNumber, state, atMs } = row;
    return {
      payoutId,
      intention: intentionOf(row),
      payTo: decodeBeneficiary(row),
      name,
      batch,
      rowNumber,
      state,
      atMs,
    };
  };
}
