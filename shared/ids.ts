// Each kind of identity is a type of its own, so that none is passed for another.

declare const brand: unique symbol;

/** A primitive that carries its meaning in its type. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };

/** The merchant id. Shape: a positive integer that JSON carries exactly. Source: gateway specification, Payout request. */
export type Mid = Brand<number, 'Mid'>;

/** A confirmed batch as people name it. Shape: `B0012` for live money, `P0012` for practice. */
export type BatchId = Brand<string, 'BatchId'>;

/** A payout's number in its own database. */
export type PayoutId = Brand<number, 'PayoutId'>;

/** An attempt's number in its own database. */
export type AttemptId = Brand<number, 'AttemptId'>;

/** What a door calls one changing command, so that a repeated request does nothing twice. Shape: COMMAND_ID_SHAPE. */
export type CommandId = Brand<string, 'CommandId'>;

/** The `udf1` a payout carries. Shape: REFERENCE_SHAPE. */
export type Reference = Brand<string, 'Reference'>;

/** Lower-case hex of a SHA-256. Shape: 64 characters. */
export type Sha256 = Brand<string, 'Sha256'>;

/** What a reference may look like: visible ASCII without spaces, so that no two systems read it differently. */
const REFERENCE_SHAPE = /^[A-Za-z0-9][A-Za-z0-9._/-]{0,49}$/;

/** As `randomUUID` writes them: a folder is named after it, so nothing else is ever one. */
const DATABASE_ID_SHAPE = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Long enough not to be typed by chance; a UUID is one. */
const COMMAND_ID_SHAPE = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/;

/** Whether this may be the id of a database, as its file or its head says it. */
export function isDatabaseId(id: unknown): id is string {
  return typeof id === 'string' && DATABASE_ID_SHAPE.test(id);
}

/** Reads a command's id. Errors: null when it has not COMMAND_ID_SHAPE. */
export function parseCommandId(text: string): CommandId | null {
  return COMMAND_ID_SHAPE.test(text) ? (text as CommandId) : null;
}

/** Fifteen digits: beyond them a number is not exact. */
export const MID_MAX = 999_999_999_999_999;

/** Reads a merchant id from text. Errors: null when it is not a positive integer of at most 15 digits. */
export function parseMid(text: string): Mid | null {
  return /^[1-9]\d{0,14}$/.test(text) ? (Number(text) as Mid) : null;
}

/** Reads a reference. Errors: null when it has not REFERENCE_SHAPE. */
export function parseReference(text: string): Reference | null {
  return REFERENCE_SHAPE.test(text) ? (text as Reference) : null;
}

/** The public name of a batch. Shape: the prefix, then the number with at least four digits. */
export function formatBatchId(prefix: 'B' | 'P', sequence: number): BatchId {
  return `${prefix}${String(sequence).padStart(4, '0')}` as BatchId;
}

export const BATCH_ID_SHAPE = /^[BP]\d{4,9}$/;

/** Reads a batch's public name. Errors: null when it is not one. */
export function parseBatchId(text: string): BatchId | null {
  const upper = text.trim().toUpperCase();
  return BATCH_ID_SHAPE.test(upper) ? (upper as BatchId) : null;
}

/** A payout as people and reports name it: its batch and its row in the sheet, `B0012/17`. */
export function formatPayoutName(batch: BatchId, rowNumber: number): string {
  return `${batch}/${rowNumber}`;
}
