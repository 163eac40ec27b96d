// The fee and tax of a payment, where the gateway's answer tells them. The specification names no such field, so a field counts
// only when its whole name is understood, its value is an exact amount, and its unit is proven: by its name, by a sign of rupees,
// or by the payment's own amount beside it. Everything else is not told, and nothing that is not told is zero.

import { asPaise, type Paise, parseRupees } from '../../../shared/money.ts';
import { isJsonObject, type JsonObject, type JsonValue, parseJson, textOf } from './lossless-json.ts';

/** Null where it is not told. */
export interface ReportedFees {
  readonly feePaise: Paise | null;
  readonly taxPaise: Paise | null;
}

/**
 * Fee and tax told for payouts together, and for how many of them. `walletPaise`: by how much the wallet fell further than was
 * paid while nothing else of this desk moved it; null where its readings do not tell.
 */
export interface FeeTotals {
  readonly feeCount: number;
  readonly feePaise: number;
  readonly taxCount: number;
  readonly taxPaise: number;
  readonly walletPaise: number | null;
}

const FEE = new Set(['fee', 'fees', 'charge', 'charges', 'commission']);
const TAX = new Set(['tax', 'taxes', 'gst']);
/** What else the name of such an amount may consist of. "Rate", "type", "number", "incl" and every other word make it something else. */
const BESIDE = new Set(
  'amount amt total payout payment txn transaction transfer service processing platform gateway bank on of in value'.split(
    ' ',
  ),
);
const UNITS: Readonly<Record<string, Unit>> = {
  rupees: 'rupees',
  rupee: 'rupees',
  rs: 'rupees',
  inr: 'rupees',
  paise: 'paise',
  paisa: 'paise',
};
type Unit = 'rupees' | 'paise';

/** SQL for `LIKE`: an answer with none of these tells neither. */
export const FEE_WORDS: readonly string[] = ['fee', 'charge', 'commission', 'tax', 'gst'];

/** What an answer tells of a payment of this amount. */
export function feesIn(answer: string, amountPaise: number): ReportedFees {
  const found: Record<'fee' | 'tax', (Paise | null)[]> = { fee: [], tax: [] };
  const read = (value: JsonValue): void => {
    if (!isJsonObject(value)) return;
    for (const [name, inner] of Object.entries(value)) {
      if (isJsonObject(inner)) read(inner);
      const named = meaningOf(name);
      if (named !== null) found[named.of].push(paiseOf(inner, named.unit ?? unitBeside(value, amountPaise)));
    }
  };
  read(parseJson(answer) ?? null);
  return { feePaise: only(found.fee), taxPaise: only(found.tax) };
}

/** Two different amounts of one kind tell nothing. */
function only(amounts: readonly (Paise | null)[]): Paise | null {
  const [first = null] = amounts;
  return amounts.every((one) => one === first) ? first : null;
}

/** `txnFee`, `payout_charges_in_paise`, `GST Amount`; tax on a fee is tax. */
function meaningOf(name: string): { readonly of: 'fee' | 'tax'; readonly unit: Unit | null } | null {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  const units = words.flatMap((word) => (Object.hasOwn(UNITS, word) ? [UNITS[word] ?? null] : []));
  const isTax = words.some((word) => TAX.has(word));
  const isFee = words.some((word) => FEE.has(word));
  const isKnown = words.every(
    (word) => TAX.has(word) || FEE.has(word) || BESIDE.has(word) || Object.hasOwn(UNITS, word),
  );
  if (!isKnown || units.length > 1 || !(isTax || isFee)) return null;
  // "Fee and GST" in one name is both; only "on" and "of" say which of the two it is.
  if (isTax && isFee && !words.some((word) => word === 'on' || word === 'of')) return null;
  return { of: isTax ? 'tax' : 'fee', unit: units[0] ?? null };
}

/** The unit of the amounts beside it, if the payment's own amount is there in one that is recognised. */
function unitBeside(object: JsonObject, amountPaise: number): Unit | null {
  const text = textOf(Object.entries(object).find(([name]) => name.toLowerCase() === 'amount')?.[1]);
  if (text === null) return null;
  if (exactRupees(text) === amountPaise) return 'rupees';
  return /^\d{1,15}$/.test(text) && Number(text) === amountPaise ? 'paise' : null;
}

function paiseOf(value: JsonValue, unit: Unit | null): Paise | null {
  const text = textOf(value)?.trim() ?? '';
  if (/^0+(?:\.0+)?$/.test(text)) return asPaise(0);
  if (unit === 'paise') return /^[1-9]\d{0,14}$/.test(text) ? asPaise(Number(text)) : null;
  const hasSign = /₹|\brs\b|\binr\b|rupee/i.test(text);
  return unit === 'rupees' || hasSign ? exactRupees(text) : null;
}

function exactRupees(text: string): Paise | null {
  const reading = parseRupees(text);
  return reading.kind === 'exact' ? reading.paise : null;
}
