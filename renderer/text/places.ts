import { countOf, formatCount } from '../../shared/counts.ts';

export const SETTINGS = {
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
