// What the desk's lists of payments can be sorted by. The names are those of the grid's columns.

/** `todo`: what a person may do about it, which follows from the state and whether it was paid again. */
export const PAYOUT_SORTS = [
  'rowNumber',
  'amount',
  'state',
  'name',
  'beneficiary',
  'ifsc',
  'reference',
  'utr',
  'message',
  'note',
  'todo',
  'sentAt',
] as const;
export type PayoutSortKey = (typeof PAYOUT_SORTS)[number];

export const PAYEE_SORTS = [
  'name',
  'beneficiary',
  'payouts',
  'paid',
  'lastPaid',
  'lastPaidAmount',
  'unknown',
  'failed',
] as const;
export type PayeeSort = (typeof PAYEE_SORTS)[number];

export const UNKNOWN_SORTS = ['name', 'payTo', 'happened', 'sent', 'decide', 'nextCheck', 'batch', 'amount'] as const;

export const ORDER_SORTS = ['askedFor', 'name', 'status', 'order', 'mobile', 'customer', 'rrn', 'amount'] as const;
export interface OrderSort {
  readonly by: (typeof ORDER_SORTS)[number];
  readonly direction: 'up' | 'down';
}
