// The words of Confirm. In: nothing. Out: words. This file must never make paying sound smaller than it is.

import type { AnswerOf } from '../../shared/api/contract.ts';
import { countOf, formatCount } from './format.ts';

type Tick = AnswerOf<'readConfirmation'>['ticks'][number];

export const CONFIRM = {
  title: 'Confirm the payment',
  asking: 'Asking the gateway and looking through what was paid before',
  payouts: 'Payouts',
  total: 'Total',
  upi: 'UPI',
  imps: 'IMPS',
  largest: 'Largest payment',
  leftOut: (count: number): string => (count === 0 ? 'No row is left out' : `${countOf(count, 'row')} left out`),
  rows: (numbers: readonly number[], count: number): string =>
    `Rows ${numbers.join(', ')}${count > numbers.length ? ' …' : ''}`,
  account: 'Paid from',
  address: "Gateway's address",
  mid: 'Merchant id',
  file: 'File',
  balance: 'Balance now',
  balanceAsReported: 'As the gateway reports it; it does not say whether this is rupees or paise.',
  balanceUnknown: 'The gateway did not tell the balance.',
  after: 'Balance afterwards',
  shortfall: 'Short by',
  shortfallAbout: 'The wallet holds less than this batch needs. Payouts will be refused once it is empty.',
  time: 'It will take about',
  timeAbout: (rate: number): string => `${formatCount(rate)} requests a second at most, look-ups counted`,
  name: 'Name of this batch',
  nameHint: 'What you will look for on Monday.',
  namePlaceholder: 'Salary',
  period: 'Period',
  periodHint: 'Such as Nov 2026.',
  warnings: (count: number): string => countOf(count, 'warning'),
  ticks: {
    warnings: 'I have read the warnings and they are all right.',
    repeatedFile: 'I know that this file was run before and want to pay what is listed here.',
    hiddenRows: 'I know that hidden rows of the sheet are paid as well.',
    unsureLookups: 'I know that lost answers may not be recovered with this gateway.',
  } satisfies Record<Tick, string>,
  mustTick: 'Please read and tick',
  typeCount: (count: number): string => `Type the number of payouts, ${formatCount(count)}`,
  whyNot: {
    blocked: 'This batch cannot be started; the reason stands above.',
    nothing: 'There is nothing to pay.',
    ticks: 'Tick what is asked above.',
    count: '',
  },
  cancel: 'Back to the rows',
  pay: (amount: string, count: number): string => `Pay ${amount} to ${countOf(count, 'beneficiary', 'beneficiaries')}`,
  paying: 'Starting',
  practice: 'This is practice: no real money moves.',
  changed: 'What would be paid has changed since you looked. Read it again.',
  readAgain: 'Read it again',
} as const;
