// A server may echo our headers, so everything kept of an answer passes here first. docs/decisions/redactor.md says what is
// withheld, what is not, and why. The words that decide a payment are always kept, whatever the token is.
import { isJsonNumber, isJsonObject, type JsonValue } from '../domain/lossless-json.ts';

/** How many base64 characters 8 bytes determine by themselves. */
const TOKEN_PIECE_BASE64_CHARACTERS = 10;

/** The piece length for hex digits and signs, as in account numbers and UUIDs: 12 of them are as rare as 8 letters. */
export const TOKEN_PIECE_HEX_CHARACTERS = 12;

/**
 * The length, in any case, from which a piece of the token must not be shown. Shorter pieces leave two thirds of a short token
 * unknown, and a random 32-character identifier contains such a piece of a 64-character token less than once in 10^8.
 */
export const TOKEN_PIECE_CHARACTERS = 8;

const REMOVED = '[token removed]';
const WITHHELD = '[withheld: the answer spelled the token]';

export interface Redactor {
  /** The text with plain spellings of the token removed; a placeholder for the whole text where a long piece would be left. */
  text(text: string): string;
  /**
   * A JSON value after `text` on every string, number and field name. Returns the given value itself when nothing was removed.
   * `ours`: what we asked about, kept when it comes back.
   */
  value(value: JsonValue, ours?: readonly string[]): JsonValue;
}

/** Whether something was removed from a text, so that it no longer identifies anything. */
export function isRedacted(text: string): boolean {
  return text.includes(REMOVED) || text === WITHHELD;
}

export function createRedactor(token: string): Redactor {
  const escaped = JSON.stringify(token).slice(1, -1);
  const spellings = [encodeURIComponent(token), escaped.replaceAll('/', '\\/'), escaped, token];
  const holdsToken = tokenFinder(token);

  function text(given: string): string {
    if (!holdsToken(given)) return given;
    const mended = spellings.reduce((rest, spelling) => rest.replaceAll(spelling, REMOVED), given);
    return holdsToken(mended.replaceAll(REMOVED, ' ')) ? WITHHELD : mended;
  }

  function value(given: JsonValue, ours: readonly string[] = []): JsonValue {
    let isFound = false;
    const cleaned = rewritten(given, (one) => {
      const kept = ours.includes(one) || isSpecified(one) ? one : text(one);
      isFound ||= kept !== one;
      return kept;
    });
    return isFound ? cleaned : given;
  }

  return { text, value };
}

/** Applies `pass` to each string, number and field name; a number that changes becomes a string. */
function rewritten(value: JsonValue, pass: (text: string) => string): JsonValue {
  if (typeof value === 'string') return pass(value);
  if (isJsonNumber(value)) {
    const source = pass(value.source);
    return source === value.source ? value : source;
  }
  if (Array.isArray(value)) return value.map((inner: JsonValue) => rewritten(inner, pass));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [pass(name), rewritten(inner, pass)]));
}

/** Returns a function that tells whether a text contains the token or a long piece of it, ignoring case. */
function tokenFinder(token: string): (text: string) => boolean {
  const pieces = new Set([
    ...plainPieces(token.toLowerCase()),
    ...base64Spellings(token).flatMap((spelling) => cut(spelling.toLowerCase(), TOKEN_PIECE_BASE64_CHARACTERS)),
  ]);
  const lengths = [...new Set(Array.from(pieces, (piece) => piece.length))];
  const isIn = (text: string): boolean =>
    lengths.some((length) => {
      for (let at = 0; at + length <= text.length; at += 1) if (pieces.has(text.slice(at, at + length))) return true;
      return false;
    });
  return (given) => {
    const text = given.toLowerCase();
    const unescaped = text.replace(ESCAPED, readEscaped);
    return isIn(text) || (unescaped !== text && isIn(unescaped));
  };
}

/** Escaped characters in URLs and JSON. */
const ESCAPED = /%([0-9a-f]{2})|\\u([0-9a-f]{4})|\\(["\\/])/g;

function readEscaped(_: string, url: string | undefined, json: string | undefined, plain: string | undefined): string {
  return plain ?? String.fromCharCode(Number.parseInt(url ?? json ?? '', 16)).toLowerCase();
}

/** A number or an identifier may share eight digits with a token by chance, so a longer piece has to match. */
const NUMBER_LIKE = /^[0-9a-f\W_]*$/;

function plainPieces(token: string): readonly string[] {
  if (token.length < TOKEN_PIECE_CHARACTERS) return [token];
  return [
    ...cut(token, TOKEN_PIECE_CHARACTERS).filter((piece) => !NUMBER_LIKE.test(piece)),
    ...cut(token, Math.min(TOKEN_PIECE_HEX_CHARACTERS, token.length)).filter((piece) => NUMBER_LIKE.test(piece)),
  ];
}

/** Base64 encodes three bytes at a time, so within a longer text the token may start at any of three offsets. */
function base64Spellings(token: string): readonly string[] {
  return ['', ' ', '  '].flatMap((before) => {
    const bytes = Buffer.from(before + token);
    return [bytes.toString('base64'), bytes.toString('base64url')];
  });
}

/** Every piece of this length. */
function cut(text: string, length: number): readonly string[] {
  return Array.from({ length: Math.max(text.length - length + 1, 0) }, (_, at) => text.slice(at, at + length));
}

const SPECIFIED: ReadonlySet<string> = new Set([
  ...[
    'status txn_status udf1 lognumber tranrefno transactionId RRN UTR message error_code code data input wallet',
    'mid paymentMethod beneficiaryUPI beneficiaryBankACNumber beneficiaryBankIFSC amount remark userid mobile name',
    'orderid order_date order_amount order_name upi gpay phonepe paytm TxnStatus TxnInitDate TxnCompletionDate PayerVA',
    'PayerMobile BankRRN PayerName ud1 ud2 ud3 ud4 ud5',
    'accept pending success failed rejected reversed',
    '200 400 401 500',
  ].flatMap((line) => line.toLowerCase().split(' ')),
  'invalid mid',
  'invalid order id',
]);

/** Whether a text, ignoring case, is a word of the gateway specification: a field, a state or an error. */
function isSpecified(text: string): boolean {
  return SPECIFIED.has(text.trim().toLowerCase());
}
