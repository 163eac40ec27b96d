// What a person asks of the window from outside its page: the menu, a file opened with the app. In: nothing. Out: a schema.
// This file must never carry a wish that pays, confirms or changes anything: those are clicked in the page.

import { z } from 'zod';
import { FILE_HANDLE } from './file-handles.ts';
import { PLACES } from './places.ts';
import { REFUSAL } from './schemas.ts';

export const WINDOW_WISH = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('go'), place: z.enum(PLACES) }),
  /** Open a file that the desk holds already. */
  z.object({ kind: z.literal('open'), file: FILE_HANDLE }),
  /** Show where this batch's reports are saved. */
  z.object({ kind: z.literal('export') }),
  /** What was asked for could not be done before it reached the page. */
  z.object({ kind: z.literal('refused'), refusal: REFUSAL }),
]);
export type WindowWish = z.infer<typeof WINDOW_WISH>;
