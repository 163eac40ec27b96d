// One value of the command line at a time. In: its text. Out: a typed value inside its bounds, or the sentence and the
// cure. This file must never round, clamp or guess, and never repeat a long value: it could be a token in the wrong place.

import { FOR_MAX_SECONDS } from '../../../shared/limits.ts';
import { refuse, taken } from './command-table.ts';
import type { Reading, RefusedReading } from './command-table.ts';

/** Reads one value. Shape: `shown` is the option as the person typed it, for the sentence. */
export type ValueReader<T> = (text: string, shown: string) => Reading<T>;

/** Tokens are longer than this, and the values people mistype are shorter. */
const REPEATED_MAX_CHARACTERS = 24;

/** Shape: `unit` like `requests per second`. */
export interface WholeNumberBounds {
  readonly min: number;
  readonly max: number;
  readonly unit: string;
}

/** A whole number in plain digits, inside its bounds. */
export function wholeNumber({ min, max, unit }: WholeNumberBounds): ValueReader<number> {
  return (text, shown) => {
    const value = /^(?:0|[1-9]\d{0,14})$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return taken(value);
    return refuseValue(text, { shown, cure: `Give a whole number from ${min} to ${max} ${unit}, in plain digits.` });
  };
}

/** Seconds as people type them, in milliseconds. Shape: up to three decimals. */
export const parseSeconds: ValueReader<number> = (text, shown) => {
  const milliseconds = /^(?:0|[1-9]\d{0,8})(?:\.\d{1,3})?$/.test(text) ? Math.round(Number(text) * 1000) : Number.NaN;
  if (milliseconds > 0 && milliseconds <= FOR_MAX_SECONDS * 1000) return taken(milliseconds);
  return refuseValue(text, { shown, cure: `Give a number of seconds above 0, up to ${FOR_MAX_SECONDS}.` });
};

/** Text on one line, up to a length. */
export function textUpTo(maxCharacters: number): ValueReader<string> {
  return (text, shown) => {
    if (/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u.test(text)) {
      return refuse({
        code: 'wrongValue',
        message: `${shown} holds a line break or another character that cannot be seen.`,
        cure: 'Type it again on one line.',
      });
    }
    const length = Array.from(text).length;
    if (length <= maxCharacters) return taken(text);
    return refuse({
      code: 'wrongValue',
      message: `${shown} has ${length} characters.`,
      cure: `Give at most ${maxCharacters}.`,
    });
  };
}

/** A file's or a folder's path. No path holds a NUL. */
export const parsePath: ValueReader<string> = (text, shown) =>
  text.includes('\0')
    ? refuse({ code: 'wrongValue', message: `${shown} is not a path.`, cure: 'Type the path again.' })
    : taken(text);

/** A file to write, its format told by its ending. */
export interface OutFile<Format extends string> {
  readonly file: string;
  readonly format: Format;
}

/** A path that ends in one of the formats. */
export function outFile<Format extends string>(formats: readonly Format[]): ValueReader<OutFile<Format>> {
  const endings = formats.map((format) => `.${format}`).join(' or ');
  return (text, shown) => {
    const path = parsePath(text, shown);
    if (path.kind === 'refused') return path;
    const name = text.split(/[/\\]/).at(-1) ?? '';
    const format = formats.find(
      (ending) => name.toLowerCase().endsWith(`.${ending}`) && name.length > ending.length + 1,
    );
    if (format !== undefined) return taken({ file: text, format });
    return refuse({
      code: 'wrongValue',
      message: `${shown} must end in ${endings}: the ending says what to write.`,
      cure: `Name a file that ends in ${endings}.`,
    });
  };
}

/** One of a few words, compared without case. */
export function oneOf<Word extends string>(words: readonly Word[]): ValueReader<Word> {
  return (text, shown) => {
    const word = words.find((candidate) => candidate === text.toLowerCase());
    return word === undefined ? refuseValue(text, { shown, cure: `Give one of: ${words.join(', ')}.` }) : taken(word);
  };
}

/** The refusal of a value, which names it when it is short. */
export function refuseValue(
  text: string,
  { shown, cure, why }: { readonly shown: string; readonly cure: string; readonly why?: string },
): RefusedReading {
  const reason = why === undefined ? '' : `: ${why}`;
  return refuse({ code: 'wrongValue', message: `${shown} does not take ${quoted(text)}${reason}.`, cure });
}

/** What was typed, for a sentence: without what a terminal would obey; its length only when it is long. */
export function quoted(text: string): string {
  const shown = Array.from(text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?'));
  if (shown.length > REPEATED_MAX_CHARACTERS) return `a value of ${shown.length} characters`;
  return `"${shown.join('')}"`;
}
