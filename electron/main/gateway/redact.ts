// Takes the token out of what a server says, in case it echoes our headers. In: the token, then texts and JSON values.
// Out: the same without it. This file must never let a text pass that spells the token, plainly or in a common disguise.

import { TOKEN_TELLING_CHARACTERS } from '../../../shared/limits.ts';
import { isJsonNumber, isJsonObject } from '../../../shared/lossless-json.ts';
import type { JsonValue } from '../../../shared/lossless-json.ts';

const REMOVED = '[token removed]';
const WITHHELD = '[withheld: the answer spelled the token]';
const BEARER = /\bBearer(?:\s|\+|%20)+([^\s"'\\<>,;]+)/gi;
const DISGUISE = /[\\%&\0]/;

export interface Redactor {
  /** Removes the token where it is spelled plainly, escaped or percent-encoded, also a piece at the end of a cut text. */
  plain(text: string): string;
  /** Whether a plainly redacted text may still hide the token in a disguise. */
  mayHide(text: string): boolean;
  /** A text to keep: withheld as a whole when the token still hides in it. */
  kept(text: string): string;
  /** A JSON value whose every text and field name is free of the token. */
  value(value: JsonValue): JsonValue;
}

export function createRedactor(token: string): Redactor {
  const escaped = JSON.stringify(token).slice(1, -1);
  const spellings = [...new Set([token, escaped, escaped.replaceAll('/', '\\/'), encodeURIComponent(token)])].toSorted(
    (a, b) => b.length - a.length,
  );
  const telling = token.slice(0, TOKEN_TELLING_CHARACTERS);

  function plain(text: string): string {
    const bearerless = text.replace(BEARER, (whole, value: string) => (value.startsWith(telling) ? REMOVED : whole));
    const bare = spellings.reduce((rest, spelling) => rest.replaceAll(spelling, REMOVED), bearerless);
    return withoutTail(bare);
  }

  /** A cut may fall inside the token: its beginning is as telling as the whole. */
  function withoutTail(text: string): string {
    if (!token.includes(text.slice(-1))) return text;
    for (let length = Math.min(token.length - 1, text.length); length >= TOKEN_TELLING_CHARACTERS; length -= 1) {
      if (text.endsWith(token.slice(0, length))) return text.slice(0, -length) + REMOVED;
    }
    return text;
  }

  function mayHide(text: string): boolean {
    return DISGUISE.test(text);
  }

  function kept(text: string): string {
    const bare = plain(text);
    return mayHide(bare) && undisguised(bare).includes(token) ? WITHHELD : bare;
  }

  function value(given: JsonValue): JsonValue {
    if (typeof given === 'string') return kept(given);
    if (typeof given !== 'object' || given === null || isJsonNumber(given)) return given;
    if (!isJsonObject(given)) return Array.isArray(given) ? given.map(value) : given;
    return Object.fromEntries(Object.entries(given).map(([key, inner]) => [kept(key), value(inner)]));
  }

  return { plain, mayHide, kept, value };
}

/** Undoes JSON escapes, percent-encoding, HTML entities and the NULs of UTF-16, one after the other. */
function undisguised(text: string): string {
  return text
    .replaceAll('\0', '')
    .replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\\(.)/g, '$1')
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/&#x([0-9a-f]{1,4});/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/&#(\d{1,5});/g, (_, digits: string) => String.fromCharCode(Number(digits)));
}
