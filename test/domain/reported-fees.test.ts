import { describe, expect, it } from 'vitest';
import { feesIn } from '../../electron/main/domain/reported-fees.ts';

/** A payment of ₹1,000.00. */
const PAISE = 100_000;
const told = (answer: object | string): readonly [number | null, number | null] => {
  const { feePaise, taxPaise } = feesIn(typeof answer === 'string' ? answer : JSON.stringify(answer), PAISE);
  return [feePaise, taxPaise];
};

describe('the fee and tax of an answer', () => {
  it.each<readonly [string, object | string, number | null, number | null]>([
    ['named in rupees', { fee_rupees: '5.90', gst_inr: 0.9 }, 590, 90],
    ['named in paise', { txnFeeInPaise: 590, 'tax paise': '90' }, 590, 90],
    ['with a sign of rupees', { commission: '₹5.90', tax: 'Rs. 0.90' }, 590, 90],
    ['beside the amount in rupees', { amount: 1000, fee: 5.9, gst: '0.90' }, 590, 90],
    ['beside the amount in paise', { amount: '100000', fee: 590, gst: 90 }, 590, 90],
    ['in an object within', { status: true, data: { amount: '1000.00', serviceCharge: '5.90' } }, 590, null],
    ['as tax on a fee', { amount: 1000, charges: 5, gst_on_charges: 0.9 }, 500, 90],
    ['as nothing to pay', { fee: 0, tax: '0.00' }, 0, 0],
    ['twice the same', { amount: 1000, fee: 5, data: { fee: '₹5' } }, 500, null],
  ])('is told %s', (_case, answer, fee, tax) => {
    expect(told(answer)).toEqual([fee, tax]);
  });

  it.each<readonly [string, object | string]>([
    ['without a unit', { fee: 5, gst: '0.90' }],
    ['beside another amount', { amount: 500, fee: 5, gst: 0.9 }],
    ['as two amounts', { amount: 1000, fee: 5, payout_fee: 6, cgst: 0.45, sgst: 0.45 }],
    ['as both in one', { amount: 1000, feeAndGst: 5.9, fee_incl_tax: 5.9, fee_gst: 5.9 }],
    [
      'as a rate, a kind, a number or a chargeback',
      {
        amount: 1000,
        feeRate: 2,
        feeType: 3,
        gst_number: '27AAAAA0000A1Z5',
        gstin: 5,
        chargeback: 7,
        tax_percent: 18,
      },
    ],
    ['as no exact amount', { amount: 1000, fee: 5.901, gst: '0.9e1', tax: null }],
    ['as a negative amount', { amount: 1000, fee: -5, tax: '(0.90)' }],
    ['in fractions of a paisa', { fee_paise: '590.5', tax_paise: 0.9 }],
    ['in another currency', { fee: '$5.90', tax: 'USD 0.90' }],
    ['in a list', { charges: [{ amount: 1000, fee: 5 }] }],
    ['in words', 'fee: 5 rupees, tax 1 rupee'],
    ['under a name that stands twice', '{"amount":1000,"fee":5,"fee":6}'],
    ['at all', { status: true, message: 'fee waived' }],
  ])('is not told %s', (_case, answer) => {
    expect(told(answer)).toEqual([null, null]);
  });
});
