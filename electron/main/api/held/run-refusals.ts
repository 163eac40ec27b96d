// Why the one thing at a time does not begin. In: nothing. Out: refusals in plain words.
// This file must never decide when one is due.

import type { Work } from '../../../../shared/api/desk-commands.ts';
import type { Refusal } from '../../../../shared/issues.ts';

/** By what is really under way. */
export const UNDER_WAY: Readonly<Record<Work, Refusal>> = {
  pay: {
    code: 'runUnderWay',
    message: 'A batch is being sent.',
    cure: 'Wait until it is sent, or pause it first.',
  },
  cancel: { code: 'runUnderWay', message: 'A batch is being cancelled.', cure: 'Try again when that is done.' },
  restore: { code: 'runUnderWay', message: 'A backup is being restored.', cure: 'Try again when that is done.' },
  unlock: { code: 'runUnderWay', message: 'A locked desk is being opened.', cure: 'Try again when that is done.' },
};

export const PAUSED_BEFORE: Refusal = {
  code: 'pausedBefore',
  message: 'Paused before it began: nothing was sent.',
  cure: 'Press Resume when it is to be sent.',
};

export const CLOSING: Refusal = {
  code: 'closing',
  message: 'Payout Desk is closing: nothing was sent.',
  cure: 'Open it again first.',
};
