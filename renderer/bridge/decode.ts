// What came through a door becomes a typed value, or is refused: none gets through that the contract does not describe.

import { z } from 'zod';
import { DESK_EVENT, type NumberedEvent } from '../../shared/api/events.ts';
import { NOT_DONE } from '../../shared/api/reply.ts';
import { WINDOW_WISH, type WindowWish } from '../../shared/api/window-wishes.ts';
import type { Told } from './told.ts';

const DONE = z.object({ kind: z.literal('done'), value: z.unknown() });
const NUMBERED = z.object({ epoch: z.string(), sequence: z.int(), event: DESK_EVENT });

/** Reads a Reply. Errors: `lost` for anything that is not one: another program answered. */
export function decodeReply<Value>(answer: unknown, value: z.ZodType<Value>): Told<Value> {
  const notDone = NOT_DONE.safeParse(answer);
  if (notDone.success) return notDone.data;
  const done = DONE.safeParse(answer);
  if (!done.success) return { kind: 'lost' };
  const decoded = value.safeParse(done.data.value);
  return decoded.success
    ? { kind: 'done', value: decoded.data }
    : { kind: 'fault', message: 'The desk answered in a form this page does not know. Reload the page.' };
}

/** Reads a numbered event. Errors: null when it is not one. */
export function decodeEvent(data: unknown): NumberedEvent | null {
  const decoded = NUMBERED.safeParse(data);
  return decoded.success ? decoded.data : null;
}

/** Reads a wish of the window's menu. Errors: null when it is not one. */
export function decodeWish(data: unknown): WindowWish | null {
  const decoded = WINDOW_WISH.safeParse(data);
  return decoded.success ? decoded.data : null;
}
