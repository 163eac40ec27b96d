/** What payments are for, as a chart of them shows it. `extra` is pay beside the salary. */
export const PAYMENT_KINDS = ['salary', 'extra', 'expenses', 'refund', 'other'] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];
