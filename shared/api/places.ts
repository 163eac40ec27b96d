// The places of the window, in the order of its rail, its menu and their keys. In: nothing. Out: their names.
// This file must never hold a step of a file or a batch: those are not always there.

export const PLACES = ['payouts', 'history', 'collect', 'paymentStatus', 'payoutLookup', 'wallet', 'settings'] as const;
export type Place = (typeof PLACES)[number];

/** As the rail and the menu call them. */
export const PLACE_NAMES: Readonly<Record<Place, string>> = {
  payouts: 'Payouts',
  history: 'History',
  collect: 'Collect',
  paymentStatus: 'Payment status',
  payoutLookup: 'Payout lookup',
  wallet: 'Wallet',
  settings: 'Settings',
};
