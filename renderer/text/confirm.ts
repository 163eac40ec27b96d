// Paying never sounds smaller than it is.

import type { AnswerOf } from '../../shared/api/contract.ts';
import { countOf, formatCount } from './format.ts';

type TickReason = AnswerOf<'readConfirmation'>['tickable'][number]['reason'];
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
  moreLeftOut: (count: number): string => `and ${countOf(count, 'more row', 'more rows')}`,
  rows: (numbers: readonly number[], count: number): string =>
    `${count === 1 ? 'Row' : 'Rows'} ${numbers.join(', ')}${count > numbers.length ? ' …' : ''}`,
  account: 'Paid from',
  address: "Gateway's address",
  mid: 'Merchant id',
  file: 'File',
  balance: 'Balance now',
  balanceAsReported: 'As the gateway reports it; it does not say whether this is rupees or paise.',
  balanceUnknown: 'Not known',
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
    hiddenRows: 'I know that what the sheet hides is paid as well.',
    unsureLookups: 'I know that lost answers may not be recovered with this gateway.',
  } satisfies Record<Tick, string>,
  mustTick: 'Please read and tick',
  typeCount: (count: number): string => `Type the number of payouts, ${formatCount(count)}`,
  whyNot: {
    unchosen: 'Tick what is to be paid.',
    blocked: 'This batch cannot be started; the reason stands above.',
    nothing: 'There is nothing to pay.',
    asking: 'Something happened meanwhile: looking at it again.',
    ticks: 'Tick what is asked above.',
    count: '',
  },
  nothingChosen: 'Nothing is chosen yet: tick what is to be paid.',
  firstAlone: 'Pay the first one alone, then ask me',
  firstAloneAbout:
    'The batch pauses once the gateway knows the first payment; nothing else is sent until you press Resume.',
  cancel: 'Back to the rows',
  pay: (amount: string, count: number): string => `Pay ${amount} to ${countOf(count, 'beneficiary', 'beneficiaries')}`,
  paying: 'Starting',
  practice: 'This is practice: no real money moves.',
  changed: 'What would be paid has changed since you looked.',
  changedAbout: 'These are the figures of now. What you had ticked and typed is taken back.',
  readAgain: 'Read it again',
  leftOutUnlessTicked: 'Left out unless you tick them',
  tickable: {
    paidBefore: (count: number, amount: string): string =>
      `${countOf(count, 'row')} for ${amount}: the same amount went to the same person in the last 30 days.`,
    accountChanged: (count: number, amount: string): string =>
      `${countOf(count, 'row')} for ${amount}: the payee was paid before, to another account.`,
  } satisfies Record<TickReason, (count: number, amount: string) => string>,
  payAllTheSame: {
    paidBefore: (count: number): string =>
      `Pay ${count === 1 ? 'it' : `these ${formatCount(count)}`} once more all the same.`,
    accountChanged: (count: number): string =>
      `I asked ${count === 1 ? 'the payee' : `these ${formatCount(count)} payees`} by a way I know: the new account is right.`,
  } satisfies Record<TickReason, (count: number) => string>,
  moreRows: (count: number): string => `Show ${countOf(count, 'more row', 'more rows')}: only what is listed is ticked`,
  moreWarnings: (count: number): string =>
    `Show ${countOf(count, 'more warning', 'more warnings')}: all must be read first`,
  retryOf: (batch: string): string => `This is a retry: it pays again what was not paid in ${batch}.`,
  retryAbout: 'Each payout was looked up again just now, and is looked up once more before it is sent.',
  seeFirst: 'See that batch',
  corrected: (count: number): string => `${countOf(count, 'value')} corrected`,
  nothingCorrected: 'No detail was corrected: the same people are paid in the same way again.',
  row: 'Row',
  field: 'Field',
  before: 'Before',
  now: 'Now',
  none: 'none',
  retryNameHint: 'Left empty, it is called like the first one, with (retry).',
} as const;
