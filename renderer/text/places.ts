import { countOf, formatCount } from '../../shared/counts.ts';

export const SETTINGS = {
  paysFrom: 'Pay from',
  inUse: 'In use',
  use: 'Use',
  payFrom: (name: string): string => `Pay from ${name}`,
  replaceToken: 'Replace the token',
  forgetToken: 'Forget the token',
  addAccount: 'Connect another account',
  limits: 'Limits',
  restore: 'Restore a backup',
  restoredUnknown: (count: number): string =>
    `${countOf(count, 'payout')} in doubt. Look at ${count === 1 ? 'it' : 'them'}, then open the desk for new batches.`,
  auditMore: (count: number): string => `And ${formatCount(count)} more.`,
} as const;

export const PROFILES = {
  realAbout: 'You need the address, the merchant id (mid) and the token that the gateway gave you.',
  mid: 'Merchant id (mid)',
} as const;

export const LOOKUPS = {
  tabs: 'What to look up',
  order: 'Payment status',
  payout: 'Payout',
  about: {
    order: 'What became of a collection order.',
    payout: 'What the gateway knows about one payout.',
  },
} as const;
