// Why the one thing at a time does not begin. In: nothing. Out: refusals in plain words.
// This file must never decide when one is due.

import type { Refusal } from '../../../../shared/issues.ts';

export const RUN_UNDER_WAY: Refusal = {
  code: 'runUnderWay',
  message: 'A batch is being sent.',
  cure: 'Wait until it is sent, or pause it first.',
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
