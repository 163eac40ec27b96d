// Why a run stops after its first payout: because a person asked to be asked, or because nobody can look it up here.
// In: what the gateway said. Out: pauses. This file must never call a payout paid: it repeats the gateway's word.

import type { Pause } from '../../../shared/failures.ts';

/** The gateway knows the first payout by its reference. */
export function firstWentOut(word: string): Pause {
  return {
    code: 'firstAlone',
    message: `The first payment went out: looked up by its reference, the gateway says ${word}. Nothing else was sent.`,
  };
}

/** The gateway refused the first payout. */
export function firstRefused(message: string): Pause {
  return {
    code: 'firstAlone',
    message: `The first payment was refused: ${message.replace(/[.\s]+$/, '')}. Nothing else was sent.`,
  };
}

/** Nobody can look it up here, and the person has accepted that. */
export const FIRST_NOT_FOUND: Pause = {
  code: 'firstAlone',
  message: 'The first payment went out, but the gateway does not find it by its reference. Nothing else was sent.',
};

/** Nobody can look it up here, and nobody has accepted that. */
export const UNRECOVERABLE: Pause = {
  code: 'lostAnswersUnrecoverable',
  message:
    'The gateway does not know the first payout by its reference after a minute: answers that get lost could not be looked up here.',
};
