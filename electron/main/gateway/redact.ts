// A server may echo our headers: whatever is kept of an answer passes here first. What is withheld, what is not, and
// why: docs/decisions/redactor.md. The words by which a payment is decided always stay, whatever the token is.
import { isJsonNumber, isJsonObject, type JsonValue } from '../domain/lossless-json.ts';

/** What 8 bytes decide alone when they are written in base 64. */
const TOKEN_PIECE_BASE64_CHARACTERS = 10;

/** Where all are hexadecimal digits and signs, as in bank references, account numbers and UUIDs: as rare as 8 letters with 12. */
export const TOKEN_PIECE_HEX_CHARACTERS = 12;

/**
 * A piece of the token that may not be shown: so many characters in a row, in any case. Two thirds of a short token stay unknown
 * with fewer, and an identifier of 32 random letters and digits holds such a piece of a token of 64 less than once in 10^8.
 */
export const TOKEN_PIECE_CHARACTERS = 8;

const REMOVED = '[token removed]';
const WITHHELD = '[withheld: the answer spelled the token]';

export interface Redactor {
  /** A text without the token where it is spelled whole and openly; a sentence in its place where a long piece is left. */
  text(text: string): string;
  /**
   * A JSON value whose every text, number and field name has passed `text`.
   * Shape: the very value that was given where there was nothing to take out; `ours` is what we asked about, kept when it comes back.
   */
  value(value: JsonValue, ours?: readonly string[]): JsonValue;
}

/** Whether something of a text was taken out: then it names nothing any more. */
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

/** The value with each text, number and field name passed through; a number that comes back changed is a text from then on. */
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

/** Makes the question whether a text spells the token or a long piece of it, in any case of its letters. */
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

/** What a URL and a JSON text write for a character. */
const ESCAPED = /%([0-9a-f]{2})|\\u([0-9a-f]{4})|\\(["\\/])/g;

function readEscaped(_: string, url: string | undefined, json: string | undefined, plain: string | undefined): string {
  return plain ?? String.fromCharCode(Number.parseInt(url ?? json ?? '', 16)).toLowerCase();
}

/** A number or an identifier may well share eight digits with a token: of those, more must be the same. */
const NUMBER_LIKE = /^[0-9a-f\W_]*$/;

function plainPieces(token: string): readonly string[] {
  if (token.length < TOKEN_PIECE_CHARACTERS) return [token];
  return [
    ...cut(token, TOKEN_PIECE_CHARACTERS).filter((piece) => !NUMBER_LIKE.test(piece)),
    ...cut(token, Math.min(TOKEN_PIECE_HEX_CHARACTERS, token.length)).filter((piece) => NUMBER_LIKE.test(piece)),
  ];
}

/** Base 64 writes three bytes at a time: within a longer text the token begins at the first, the second or the third. */
function base64Spellings(token: string): readonly string[] {
  return ['', ' ', '  '].flatMap((before) => {
    const bytes = Buffer.from(before + token);
    return [bytes.toString('base64'), bytes.toString('base64url')];
  });
}

/** Every piece of a text that is so long. */
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

/** Whether a text is, in any case, a word of the specification. Source: gateway specification, fields, states and errors. */
function isSpecified(text: string): boolean {
  return SPECIFIED.has(text.trim().toLowerCase());
}
