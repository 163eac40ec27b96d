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
    `${countOf(count, 'payment')} not confirmed. Review ${count === 1 ? 'it' : 'them'}, then open the desk for new batches.`,
  auditMore: (count: number): string => `And ${formatCount(count)} more.`,
} as const;

export const PROFILES = {
  realAbout: 'You need the address, merchant id (mid) and token from the gateway.',
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
