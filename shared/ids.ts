// Each kind of id has its own type, so that none is passed for another.

declare const brand: unique symbol;

/** A primitive with its meaning in its type. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };

/** The merchant id: a positive integer that JSON carries exactly. See the gateway specification, Payout request. */
export type Mid = Brand<number, 'Mid'>;

/** The public name of a confirmed batch: `B0012` for live money, `P0012` for practice. */
export type BatchId = Brand<string, 'BatchId'>;

/** A payout's number in its own database. */
export type PayoutId = Brand<number, 'PayoutId'>;

/** An attempt's number in its own database. */
export type AttemptId = Brand<number, 'AttemptId'>;

/** A door's id for one changing command, so that a repeated request does nothing twice. See COMMAND_ID_SHAPE. */
export type CommandId = Brand<string, 'CommandId'>;

/** The `udf1` of a payout. See REFERENCE_SHAPE. */
export type Reference = Brand<string, 'Reference'>;

/** A SHA-256 in lower-case hex, 64 characters. */
export type Sha256 = Brand<string, 'Sha256'>;

/** Visible ASCII without spaces, so that no two systems read a reference differently. */
const REFERENCE_SHAPE = /^[A-Za-z0-9][A-Za-z0-9._/-]{0,49}$/;

/** As `randomUUID` writes them. A folder is named after the id, so nothing else is accepted. */
const DATABASE_ID_SHAPE = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Too long to be typed by chance; a UUID fits. */
const COMMAND_ID_SHAPE = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/;

/** Whether this can be the id of a database, as in its file or its head. */
export function isDatabaseId(id: unknown): id is string {
  return typeof id === 'string' && DATABASE_ID_SHAPE.test(id);
}

/** Null when it does not match COMMAND_ID_SHAPE. */
export function parseCommandId(text: string): CommandId | null {
  return COMMAND_ID_SHAPE.test(text) ? (text as CommandId) : null;
}

/** Fifteen digits: larger numbers are not exact. */
export const MID_MAX = 999_999_999_999_999;

/** Null when it is not a positive integer of at most 15 digits. */
export function parseMid(text: string): Mid | null {
  return /^[1-9]\d{0,14}$/.test(text) ? (Number(text) as Mid) : null;
}

/** Null when it does not match REFERENCE_SHAPE. */
export function parseReference(text: string): Reference | null {
  return REFERENCE_SHAPE.test(text) ? (text as Reference) : null;
}

/** The public name of a batch: the prefix, then the number with at least four digits. */
export function formatBatchId(prefix: 'B' | 'P', sequence: number): BatchId {
  return `${prefix}${String(sequence).padStart(4, '0')}` as BatchId;
}

/** The number in its database that a batch's public name was made from. */
export function batchNumber(batch: BatchId): number {
  return Number(batch.slice(1));
}

export const BATCH_ID_SHAPE = /^[BP]\d{4,9}$/;

/** Null when it is not a batch's public name. */
export function parseBatchId(text: string): BatchId | null {
  const upper = text.trim().toUpperCase();
  return BATCH_ID_SHAPE.test(upper) ? (upper as BatchId) : null;
}

/** The name of a payout for people and reports: its batch and its row in the sheet, `B0012/17`. */
export function formatPayoutName(batch: BatchId, rowNumber: number): string {
  return `${batch}/${rowNumber}`;
}
