// A profile as the desk tells it. In: nothing. Out: a type. This file must never hold a token.

import type { AnswerOf } from '../../shared/api/contract.ts';

export type Profile = AnswerOf<'listProfiles'>['profiles'][number];
