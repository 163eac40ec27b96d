// Payouts in doubt that can be decided together, as the desk answers. In: nothing. Out: types.
// This file must never mix live and practice.

import type { AnswerOf } from '../../../shared/api/contract.ts';

export type UnknownGroup = AnswerOf<'listUnknown'>['groups'][number];
