import { isUtf8 } from 'node:buffer';
import type { Evidence } from '../../../shared/outcomes.ts';
import {
  formatJson,
  isJsonNumber,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  member,
  parseJson,
  textOf,
} from '../domain/lossless-json.ts';
import { isRedacted, type Redactor } from './redact.ts';
import type { AnswerEnding, Sent } from './transport.ts';

/** A message for people is a sentence; a longer one is kept in the evidence. */
export const MESSAGE_KEPT_CHARACTERS = 500;

/** Retry-After is believed up to ten minutes. Source: DESIGN, What an answer means. */
export const RETRY_AFTER_MAX_MS = 600_000;

/** What is kept of an answer word for word, for the drawer and the audit. */
export const ANSWER_KEPT_CHARACTERS = 4_096;

const ENCODED = '[a compressed body, not read]';

/** Shape: `json` is undefined unless the whole body is one strict JSON document; `retryAfterMs` as asked, capped. */
export interface Received {
  readonly ending: AnswerEnding;
  readonly httpStatus: number | null;
  readonly json: JsonValue | undefined;
  readonly evidence: Evidence;
  readonly retryAfterMs: number | null;
}

/** Reads what was sent. Shape: `ours` is what the request named. Units: `nowMs` is the wall clock, for a Retry-After that names a date. */
export function receive(
  sent: Sent,
  { redactor, ours, nowMs }: { readonly redactor: Redactor; readonly ours: readonly string[]; readonly nowMs: number },
): Received {
  const { ending, httpStatus } = sent;
  const body = withoutMark(sent.body.toString('utf8'));
  const readable = ending === 'whole' && !sent.encoded && isUtf8(sent.body);
  const parsed = readable ? parseJson(body) : undefined;
  const json = parsed === undefined ? undefined : redactor.value(parsed, ours);
  const text = sent.encoded
    ? ENCODED
    : json === undefined
      ? redactor.text(body)
      : json === parsed
        ? body
        : formatJson(json);
  return {
    ending,
    httpStatus,
    json,
    evidence: { httpStatus, text: httpStatus === null && body === '' ? null : cap(text, ANSWER_KEPT_CHARACTERS) },
    retryAfterMs: retryAfterMs(sent.retryAfter, nowMs),
  };
}

/** One byte order mark says nothing but "UTF-8", and RFC 8259 lets a reader skip it. */
function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/** Cuts a text for keeping, never through a pair that makes one character. */
function cap(text: string, characters: number): string {
  if (text.length <= characters) return text;
  return text.slice(0, characters).replace(/[\uD800-\uDBFF]$/, '');
}

/** Seconds, or an HTTP date. Errors: null for anything else. Source: RFC 9110, Retry-After. */
function retryAfterMs(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  const text = header.trim();
  const waitMs = /^\d+$/.test(text)
    ? Number(text) * 1_000
    : /^[A-Z][a-z]{2}/.test(text)
      ? Date.parse(text) - nowMs
      : NaN;
  return Number.isNaN(waitMs) ? null : Math.min(Math.max(waitMs, 0), RETRY_AFTER_MAX_MS);
}

/** The wait that a refused rate asks for, to be spread into an answer. Shape: empty for every other status. */
export function waitAsked({ httpStatus, retryAfterMs }: Received): { readonly retryAfterMs?: number } {
  return httpStatus === 429 && retryAfterMs !== null ? { retryAfterMs } : {};
}

/** The answer's JSON object. Errors: null when it is not one. */
export function objectOf(received: Received): JsonObject | null {
  return isJsonObject(received.json) ? received.json : null;
}

/**
 * An identifier or another short value as text that can be shown: the raw answer is kept as evidence, word for word.
 * Errors: null when absent, empty, redacted, or neither text nor number.
 */
export function identifierOf(object: JsonObject, key: string): string | null {
  const text = textOf(member(object, key));
  return text === null || text === '' || isRedacted(text) ? null : visibleText(text);
}

/** The gateway's own sentence, as it can be shown. Errors: null when there is none. */
export function messageOf(object: JsonObject): string | null {
  const message = member(object, 'message');
  return typeof message === 'string' && message.trim() !== ''
    ? cap(visibleText(message), MESSAGE_KEPT_CHARACTERS)
    : null;
}

/** Whether the gateway says that it does not know our merchant. Source: gateway specification, Error body shapes. */
export function saysInvalidMid(object: JsonObject): boolean {
  return saysMessage(object, 'invalid mid');
}

/** Whether the message is this one, given in lower case. */
export function saysMessage(object: JsonObject, lowerCase: string): boolean {
  const message = member(object, 'message');
  return typeof message === 'string' && message.trim().toLowerCase() === lowerCase;
}

/** Whether the status belongs to another address than the gateway's: a redirect, a wall, a path that is not there. */
export function isWrongUrl(httpStatus: number | null): boolean {
  return httpStatus !== null && ((httpStatus >= 300 && httpStatus < 400) || [403, 404, 405].includes(httpStatus));
}

/** Whether the gateway's own code says 400, in a body that came with HTTP 200. */
export function hasErrorCode400(object: JsonObject): boolean {
  const code = member(object, 'error_code');
  return isJsonNumber(code) && code.source === '400';
}

// What no reader sees, or what turns the direction of what stands beside it. The two joiners stay: Indian scripts spell with them.
const UNSEEN = /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Cs}]/gu;
const BREAKS = /[\t\n\r\u2028\u2029]+/gu;

/** Somebody else's words on one line, with a mark in the place of each character that is not seen. */
export function visibleText(text: string): string {
  return text.replaceAll(BREAKS, ' ').replaceAll(UNSEEN, '\uFFFD');
}
