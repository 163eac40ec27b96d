// How a person names a payout and the bank's transfer. In: their text. Out: typed values, or the sentence and the cure.
// This file must never change a letter of what was typed: it is evidence.

import { BANK_REFERENCE_CURE, isBankReference, type PayoutName } from '../../../shared/decisions.ts';
import { parseBatchId, parseReference } from '../../../shared/ids.ts';
import { taken } from './command-table.ts';
import { refuseValue, type ValueReader } from './values.ts';

/** A payout by its batch and row, `B0012/7`, or by its reference. */
export const readPayoutName: ValueReader<PayoutName> = (text, shown) => {
  const [, batchText = '', rowText = ''] = /^([BP]\d{4,9})\/([1-9]\d{0,6})$/i.exec(text) ?? [];
  const batch = parseBatchId(batchText);
  if (batch !== null) return taken({ by: 'row', batch, rowNumber: Number(rowText) });
  const reference = parseReference(text);
  if (reference !== null) return taken({ by: 'reference', reference });
  const cure = 'Give its reference, or its batch and row such as B0012/7; `desk unknown` shows both.';
  return refuseValue(text, { shown, cure, why: 'no payout is called so' });
};

/** The RRN or UTR on a bank's statement. */
export const readBankReference: ValueReader<string> = (text, shown) => {
  if (isBankReference(text)) return taken(text);
  return refuseValue(text, { shown, cure: BANK_REFERENCE_CURE, why: 'it is not an RRN or a UTR' });
};
