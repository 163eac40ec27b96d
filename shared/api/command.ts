// What one command of the contract is: the schema of what it is asked with, of what it answers, and whether it changes
// anything. In: schemas. Out: an entry of the contract. This file must never know a command by name.

import { z } from 'zod';
import { COMMAND_ID } from './schemas.ts';

/** `changing`: what is on disk, in a draft or on its way to the gateway is another afterwards; it carries a `commandId`. */
export interface Command<Params extends z.ZodType, Answer extends z.ZodType, Changing extends boolean = boolean> {
  readonly params: Params;
  readonly answer: Answer;
  readonly changing: Changing;
}

/** A command that only reads: it may be asked again at will. */
export function reading<Shape extends z.ZodRawShape, Answer extends z.ZodType>(
  shape: Shape,
  answer: Answer,
): Command<z.ZodObject<Shape, z.core.$strict>, Answer, false> {
  return { params: z.strictObject(shape), answer, changing: false };
}

/** A command that changes something. A second one with the same `commandId` does nothing and gets the first one's reply. */
export function changing<Shape extends z.ZodRawShape, Answer extends z.ZodType>(
  shape: Shape,
  answer: Answer,
): Command<z.ZodObject<Shape & { commandId: typeof COMMAND_ID }, z.core.$strict>, Answer, true> {
  return { params: z.strictObject({ ...shape, commandId: COMMAND_ID }), answer, changing: true };
}

/** The answer of a command that has nothing to tell but that it is done. */
export const NOTHING = z.object({});
