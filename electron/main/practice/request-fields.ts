// Reads a request's JSON body against the fields the specification lists. In: body bytes and a schema. Out: the fields,
// or the answer that refuses them. Fields that are not listed are ignored. This file must never change a value.

import { isUtf8 } from 'node:buffer';
import * as z from 'zod';
import { rupeesFromDouble } from '../../../shared/money.ts';
import { type Answer, answerFailure, answerInvalidMid } from './answers.ts';

/**
 * The merchant id in either spelling: the specification documents one type for each operation and does not show
 * whether the other is refused, so it is not. Source: Endpoints, rule 6.
 */
export const MID = z.union([z.int(), z.string().min(1)]);

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
interface WithMid {
  readonly mid: string | number;
}

type RequestReading<Fields> =
  | { readonly kind: 'fields'; readonly fields: Fields }
  | { readonly kind: 'refused'; readonly answer: Answer };

/** Whom the request must be for, and the type of `mid` that the operation documents. */
interface Addressee {
  readonly mid: number;
  readonly midType: 'integer' | 'string';
}

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
function documented(mid: string | number, type: Addressee['midType']): string | number {
  if (type === 'string') return String(mid);
  return typeof mid === 'string' && /^(?:0|[1-9]\d{0,14})$/.test(mid) ? Number(mid) : mid;
}

function refuse(answer: Answer): { readonly kind: 'refused'; readonly answer: Answer } {
  return { kind: 'refused', answer };
}
