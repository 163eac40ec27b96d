// No word of the program where an accounts person has one.

import type { Field } from '../../shared/issues.ts';
import type { BatchState, StateKind } from '../../shared/states.ts';

export const STATE_WORDS: Readonly<Record<StateKind, string>> = {
  queued: 'Not sent yet',
  sending: 'Being sent',
  processing: 'Processing',
  unknown: 'In doubt',
  success: 'Paid',
  failed: 'Failed',
  rejected: 'Rejected',
  reversed: 'Reversed',
  cancelled: 'Cancelled',
};

/** What each state means for the money, in one sentence. */
export const STATE_MEANINGS: Readonly<Record<StateKind, string>> = {
  queued: 'Nothing has left this computer.',
  sending: 'The request is on its way to the gateway.',
  processing: 'The gateway has it and has not said how it ended.',
  unknown: 'It may have been paid. It is never sent again by itself.',
  success: 'The gateway says it is paid.',
  failed: 'The gateway says it was not paid.',
  rejected: 'The gateway refused it; no money moved.',
  reversed: 'It was paid and the money came back.',
  cancelled: 'A person took it out before it was sent.',
};

export const BATCH_STATE_WORDS: Readonly<Record<BatchState, string>> = {
  sending: 'Sending',
  paused: 'Paused',
  settling: 'Settling',
  settled: 'Settled',
};

export const FIELD_HELP: Readonly<Record<Field, string>> = {
  paymentMethod: 'UPI or IMPS. Without it, the other details of a row say which.',
  upiId: 'Such as asha@okaxis. Needed for UPI.',
  accountNumber: 'Needed for IMPS. Leading zeros are kept.',
  ifsc: 'Eleven characters, such as HDFC0001234. Needed for IMPS.',
  amount: 'In rupees, such as 45000 or 1,00,000.50.',
  remark: 'What the bank statement of the payee says.',
  reference: 'Your own, unique. Without it the desk makes one.',
  name: 'For your own eyes and reports; it is not sent.',
};
