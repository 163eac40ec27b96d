// The schemas that commands and events share. The compiler checks each against its type in shared/.

import { z } from 'zod';
import { PAUSE_CODES, type Pause } from '../failures.ts';
import { BATCH_ID_SHAPE, type BatchId, type CommandId, MID_MAX, type Mid } from '../ids.ts';
import { AMOUNT_MAX_PAISE, TOTAL_MAX_PAISE, TYPED_TEXT_MAX_CHARACTERS, WINDOW_ROWS_MAX } from '../limits.ts';
import type { Message, MessageCode, Param } from '../messages/message.ts';
import type { Paise } from '../money.ts';
import { BOOKS } from '../profiles.ts';
import { FIELDS, METHODS, type Refusal } from '../rows.ts';
import { STATE_KINDS, type StateKind } from '../states.ts';
import type { BatchView } from './views.ts';

// The window's CSP forbids eval, which zod would otherwise try for speed.
z.config({ jitless: true });

/** A count, or an index in a list. */
export const COUNT = z.int().min(0);

/** In milliseconds since 1970. */
export const TIME_MS = z.int().min(0);

export const TOTAL_PAISE = z.int().min(0).max(TOTAL_MAX_PAISE);

/** One amount to pay or collect, in paise. */
export const AMOUNT_PAISE = branded<Paise>(z.int().min(1).max(AMOUNT_MAX_PAISE));

/** A ceiling that a person sets, in paise. */
export const CEILING_PAISE = branded<Paise>(z.int().min(1).max(TOTAL_MAX_PAISE));

export const MID = branded<Mid>(z.int().min(1).max(MID_MAX));
export const BATCH_ID = branded<BatchId>(z.string().regex(BATCH_ID_SHAPE));

/** A payout's name for people and reports: see formatPayoutName. */
export const PAYOUT_NAME = z.string().regex(/^[BP]\d{4,9}\/\d{1,8}$/);

/** A payee by its key: however an account or UPI ID is spelled. */
export const PERSON = z.string().regex(/^(?:upi|imps):.{1,255}$/);

/** A window makes one for each changing command, so that the same command sent twice runs once. */
export const COMMAND_ID = z.uuid().transform((id) => id as CommandId);

/** Something that this desk's process holds for its windows: a file, a draft, a download. */
export const HANDLE = z.string().regex(/^[A-Za-z0-9_-]{22}$/);

export const PROFILE_NAME = z.string().min(1).max(TYPED_TEXT_MAX_CHARACTERS);
export const TYPED_TEXT = z.string().max(TYPED_TEXT_MAX_CHARACTERS);

export const FIELD = z.enum(FIELDS);
export const SEVERITY = z.enum(['error', 'warning', 'notice']);
export const METHOD = z.enum(METHODS);
/** How to pay rows whose payment method is this word. */
export const METHOD_ANSWER = z.object({
  word: z.string().max(TYPED_TEXT_MAX_CHARACTERS),
  as: z.enum([...METHODS, 'unpaid']),
});
export const METHOD_ANSWERS_MAX = 100;
/** Whether rows with this word in a column about paying are paid; without a column, in any. */
export const WORD_ANSWER = z.object({
  column: z.string().max(TYPED_TEXT_MAX_CHARACTERS).default(''),
  word: z.string().max(TYPED_TEXT_MAX_CHARACTERS),
  as: z.enum(['pay', 'unpaid']),
});
export const WORD_ANSWERS_MAX = 1_000;
export const ENVIRONMENT = z.enum(['LIVE', 'PRACTICE']);
export const BOOK = z.enum(BOOKS);
export const STATE_KIND = z.enum(STATE_KINDS);

/** A message of the catalogue. Another version may know other codes; those are shown as codes. */
/** What the desk says to a person; the page speaks it in its language. */
export const MESSAGE: z.ZodType<Message> = z.object({
  code: branded<MessageCode>(z.string()),
  params: z.record(
    z.string(),
    z.lazy(() => PARAM),
  ),
});
const PARAM: z.ZodType<Param> = z.union([z.string(), z.number(), MESSAGE, z.array(z.union([z.string(), MESSAGE]))]);

export const REFUSAL = z.object({
  code: z.string(),
  message: MESSAGE,
  cure: MESSAGE,
}) satisfies z.ZodType<Refusal>;

/** The rows a grid requests: the first index in the filtered list, and a count. */
export const WINDOW = z.object({ from: COUNT, count: z.int().min(1).max(WINDOW_ROWS_MAX) });

/** A count and a total in paise. */
export const SUM = z.object({ count: COUNT, paise: TOTAL_PAISE });
export const BY_METHOD = z.object({ UPI: SUM, IMPS: SUM });

/** Why sending stopped. `code` decides which button fixes it. */
export const PAUSE = z.object({ code: z.enum(PAUSE_CODES), message: MESSAGE }) satisfies z.ZodType<Pause>;

const byState = <Value extends z.ZodType>(value: Value) =>
  z.record(STATE_KIND, value) satisfies z.ZodType<Record<StateKind, z.infer<Value>>>;

export const BATCH_STATE = z.enum(['sending', 'paused', 'settling', 'settled']);

export const BATCH_VIEW = z.object({
  batch: BATCH_ID,
  profile: z.string(),
  state: BATCH_STATE,
  paused: PAUSE.nullable(),
  counts: byState(COUNT),
  paise: byState(TOTAL_PAISE),
}) satisfies z.ZodType<BatchView>;

/** 64 lower-case hex digits. */
export const SEAL = z.string().regex(/^[0-9a-f]{64}$/);

/** An earlier batch of the same file or the same rows. */
export const REPEAT = z.object({ batch: BATCH_ID, confirmedAtMs: TIME_MS, rows: COUNT, paid: COUNT.nullable() });

/** Treats what the schema accepts as a value of the brand. Unlike a transform, it keeps the schema visible in JSON Schema. */
function branded<Value>(schema: z.ZodType<string | number>): z.ZodType<Value, Value> {
  return schema as z.ZodType<unknown> as z.ZodType<Value, Value>;
}

/** An event's position among all events of a process. An answer that names the last event is newer than that event. */
export const EVENT_PLACE = z.object({ epoch: z.string(), sequence: COUNT });

/** `changing`: it changes what is on disk, in a draft or in flight to the gateway, and has a `commandId`. */
export interface CommandSchema<Params extends z.ZodType, Answer extends z.ZodType, Changing extends boolean = boolean> {
  readonly params: Params;
  readonly answer: Answer;
  readonly changing: Changing;
}

/** A command that only reads, and may be repeated at will. */
export function reading<Shape extends z.ZodRawShape, Answer extends z.ZodType>(
  shape: Shape,
  answer: Answer,
): CommandSchema<z.ZodObject<Shape, z.core.$strict>, Answer, false> {
  return { params: z.strictObject(shape), answer, changing: false };
}

/** A command that changes something. A second one with the same `commandId` does nothing and gets the first one's reply. */
export function changing<Shape extends z.ZodRawShape, Answer extends z.ZodType>(
  shape: Shape,
  answer: Answer,
): CommandSchema<z.ZodObject<Shape & { commandId: typeof COMMAND_ID }, z.core.$strict>, Answer, true> {
  return { params: z.strictObject({ ...shape, commandId: COMMAND_ID }), answer, changing: true };
}

/** The answer of a command that only reports success. */
export const NOTHING = z.object({});

/** A file that the desk now holds, to open as a draft or restore as a backup. */
export const FILE_HANDLE = z.object({ file: HANDLE, name: z.string(), sizeBytes: COUNT });
export type FileHandle = z.infer<typeof FILE_HANDLE>;

/** A file that the desk made, to fetch once or more while the desk runs. */
export const DOWNLOAD = z.object({ download: HANDLE, name: z.string(), sizeBytes: COUNT });
export type Download = z.infer<typeof DOWNLOAD>;
