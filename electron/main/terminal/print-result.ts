// The one place where a result is written. In: the result as data and as text. Out: text on standard output, or with
// --json one JSON object on its last line and the text on standard error. This file must never write two results.

import type { Streams } from './streams.ts';
import { textColumns } from './streams.ts';

/** A result both ways. Shape: `format` makes the text for a width. */
export interface Result {
  readonly value: object;
  readonly format: (columns: number) => string;
}

/** Writes what a command came to. A refusal goes to standard error for people, and is the result for scripts. */
export function printResult(
  streams: Streams,
  { json, refused, value, format }: Result & { readonly json: boolean; readonly refused: boolean },
): void {
  const name = json || refused ? 'stderr' : 'stdout';
  streams[name].write(`${format(textColumns(streams, name))}\n`);
  if (json) streams.stdout.write(`${jsonLine(value)}\n`);
}

/** The value on one line. Shape: what a terminal would obey is written as an escape, which reads back the same. */
export function jsonLine(value: object): string {
  return JSON.stringify(value).replaceAll(
    /[\u007F-\u009F\u2028-\u202E\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
