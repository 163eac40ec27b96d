// What the gateway can say, as data, with the failure bodies that several operations share, and how a request's JSON body
// is read against the fields the specification lists. Fields that are not listed are ignored. Source: gateway
// specification, Errors.

import { isUtf8 } from 'node:buffer';
import * as z from 'zod';
import { rupeesFromDouble } from '../../../shared/money.ts';

/** Shape: `cut` is no answer at all, the connection ends. `headers` are name and value in turn. */
export type PracticeAnswer =
  | {
      readonly kind: 'body';
      readonly httpStatus: number;
      readonly text: string;
      readonly headers: readonly string[];
    }
  | { readonly kind: 'cut' };

/** An answer whose body is this JSON text. */
export function answerText(httpStatus: number, text: string): PracticeAnswer {
  return { kind: 'body', httpStatus, text, headers: [] };
}

/** An answer whose body is this object. */
export function answerJson(httpStatus: number, body: object): PracticeAnswer {
  return answerText(httpStatus, JSON.stringify(body));
}

/** A failure with its HTTP status as `error_code`. Source: Endpoints, rule 7. */
export function answerFailure(httpStatus: number, message: string, headers: readonly string[] = []): PracticeAnswer {
  return {
    kind: 'body',
    httpStatus,
    text: JSON.stringify({ status: false, message, error_code: httpStatus }),
    headers,
  };
}

/** Source: Errors, Invalid merchant ID. Shape: `input` is the request as received, `mid` in its documented type. */
function answerInvalidMid(input: object): PracticeAnswer {
  return answerJson(400, { status: false, message: 'Invalid mid', input, error_code: 400 });
}

/**
 * The merchant id in either spelling: the specification documents one type for each operation and does not show
 * whether the other is refused, so it is not. Source: Endpoints, rule 6.
 */
export const WIRE_MID = z.union([z.int(), z.string().min(1)]);

/** A required text. */
export const TEXT = z.string().min(1);

/** Rupees as a JSON number. Units: the number is rupees; what comes out is paise. */
export const AMOUNT = z.number().transform((rupees, context) => {
  const reading = rupeesFromDouble(rupees);
  if (reading.kind === 'exact') return reading.paise;
  context.issues.push({ code: 'custom', message: 'not an amount', input: rupees });
  return z.NEVER;
});

/** What every request has: a merchant id and its own fields. */
export interface WithMid {
  readonly mid: string | number;
}

type RequestReading<Fields> =
  | { readonly kind: 'fields'; readonly fields: Fields }
  | { readonly kind: 'refused'; readonly answer: PracticeAnswer };

/** Whom the request must be for, and the type of `mid` that the operation documents. */
interface Addressee {
  readonly mid: number;
  readonly midType: MidType;
}
export type MidType = 'integer' | 'string';

/** Reads a body. Errors: refused with HTTP 400 when it is malformed, incomplete or for another merchant. */
export function readRequest<Fields extends WithMid>(
  body: Buffer,
  schema: z.ZodType<Fields>,
  addressee: Addressee,
): RequestReading<Fields> {
  const received = parseObject(body);
  if (received === null) return refuse(answerFailure(400, 'The request body must be a JSON object'));
  const parsed = schema.safeParse(received);
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path[0];
    return refuse(answerFailure(400, `Missing or invalid parameter: ${String(field ?? 'body')}`));
  }
  if (String(parsed.data.mid) !== String(addressee.mid)) {
    return refuse(answerInvalidMid({ ...received, mid: documented(parsed.data.mid, addressee.midType) }));
  }
  return { kind: 'fields', fields: parsed.data };
}

function parseObject(body: Buffer): object | null {
  if (!isUtf8(body)) return null;
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** A spelling that has no exact counterpart in the documented type is echoed as it came. */
function documented(mid: string | number, type: MidType): string | number {
  if (type === 'string') return String(mid);
  return typeof mid === 'string' && /^(?:0|[1-9]\d{0,14})$/.test(mid) ? Number(mid) : mid;
}

function refuse(answer: PracticeAnswer): { readonly kind: 'refused'; readonly answer: PracticeAnswer } {
  return { kind: 'refused', answer };
}
