// What the desk of doubtful payouts is asked about and answers. In: nothing. Out: types.
// This file must never mix live and practice.

import type { AnswerOf } from '../../../shared/api/contract.ts';

export type Book = 'live' | 'practice';
export type UnknownGroup = AnswerOf<'listUnknown'>['groups'][number];
