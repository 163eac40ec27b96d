// Takes the token out of what a server says, in case it echoes our headers. In: the token, then texts and JSON values.
// Out: the same without it. A text that spells the token is mended; one that still tells a piece of it, in whatever disguise, is
// withheld as a whole. This file must never withhold the words by which a payment is decided.

import { isJsonNumber, isJsonObject } from '../../../shared/lossless-json.ts';
import type { JsonValue } from '../../../shared/lossless-json.ts';
import { tokenFinder } from './find-token.ts';
import { isSpoken } from './spoken-words.ts';

const REMOVED = '[token removed]';
const WITHHELD = '[withheld: the answer spelled the token]';

export interface Redactor {
  /** A text without the token, or a sentence in its place. */
  text(text: string): string;
  /**
   * A JSON value whose every text, number and field name is free of the token.
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
  const spellings = [...new Set([token, escaped, escaped.replaceAll('/', '\\/'), encodeURIComponent(token)])].toSorted(
    (a, b) => b.length - a.length,
  );
  const tells = tokenFinder(token);

  function text(given: string): string {
    if (!tells(given)) return given;
    const mended = spellings.reduce((rest, spelling) => rest.replaceAll(spelling, REMOVED), given);
    return tells(mended.replaceAll(REMOVED, ' ')) ? WITHHELD : mended;
  }

  function value(given: JsonValue, ours: readonly string[] = []): JsonValue {
    const isHarmless = (one: string): boolean => ours.includes(one) || isSpoken(one);
    // Pieces that tell nothing alone may tell the token together: all are looked at as one text, with the names and without.
    const tellsTogether = (whole: JsonValue): boolean => {
      const said = textsOf(whole).filter((one) => !isHarmless(one.text) && one.text !== WITHHELD);
      const values = said.filter(({ isName }) => !isName);
      return [said, values].some((list) => tells(list.map((one) => one.text.replaceAll(REMOVED, ' ')).join('\n')));
    };
    if (!tellsTogether(given)) return given;
    const mended = rewritten(given, (one) => (isHarmless(one) ? one : text(one)));
    return tellsTogether(mended) ? rewritten(given, (one) => (isHarmless(one) ? one : WITHHELD)) : mended;
  }

  return { text, value };
}

interface SaidText {
  readonly text: string;
  readonly isName: boolean;
}

/** Every text, number and field name of a value, in its order. */
function textsOf(value: JsonValue): readonly SaidText[] {
  if (typeof value === 'string') return [{ text: value, isName: false }];
  if (isJsonNumber(value)) return [{ text: value.source, isName: false }];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => [{ text: name, isName: true }, ...textsOf(inner)]);
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
