// How a command ends at a door of the window: done, refused with nothing changed, perhaps done, or a fault of ours. Errors
// are data.
// In: nothing. Out: types and their schema. This file must never carry a stack or a raw error to a page.

import { z } from 'zod';
import { REFUSAL } from './schemas.ts';

/** A reply that is not `done`. `unsure`: it may have been done all the same, so it is no refusal. `fault`: a bug of ours; the message says only that, the log says more. */
export const NOT_DONE = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('refused'), refusal: REFUSAL }),
  z.object({ kind: z.literal('unsure'), refusal: REFUSAL }),
  z.object({ kind: z.literal('fault'), message: z.string() }),
]);
export type NotDone = z.infer<typeof NOT_DONE>;

export type Reply<Value> = { readonly kind: 'done'; readonly value: Value } | NotDone;
