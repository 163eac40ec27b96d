// How often an argument may stand on a line: flag, optional, required, repeated. In: a reader for one value. Out: the
// table's entry. This file must never let an empty or a doubled value pass: a line means exactly what it says.

import { refuse, taken } from './command-table.ts';
import type { ArgumentSpec, Presence, Reading } from './command-table.ts';
import type { ValueReader } from './values.ts';

/** Shape: `argument` names the value in help, as in `--rate R`. `mayBeEmpty` where an empty text is a value. */
export interface OptionFacts<T> {
  readonly name: string;
  readonly argument: string;
  readonly help: string;
  readonly value: ValueReader<T>;
  readonly mayBeEmpty?: true;
}

/** An option without a value. */
export function flag({ name, help }: { readonly name: string; readonly help: string }): ArgumentSpec<boolean> {
  return { name, argument: null, presence: 'optional', help, read: (texts) => taken(texts.length > 0) };
}

/** An option that may be left out; null then. */
export function optional<T>(facts: OptionFacts<T>): ArgumentSpec<T | null> {
  return option(facts, 'optional', (texts) => (texts.length === 0 ? taken(null) : readSingle(texts, facts)));
}

/** An option that has a value even when it is left out. */
export function optionalElse<T>(facts: OptionFacts<T>, fallback: T): ArgumentSpec<T> {
  return option(facts, 'optional', (texts) => (texts.length === 0 ? taken(fallback) : readSingle(texts, facts)));
}

/** An option that must be there. */
export function required<T>(facts: OptionFacts<T>): ArgumentSpec<T> {
  return option(facts, 'required', (texts) => {
    if (texts.length > 0) return readSingle(texts, facts);
    const cure = `Add --${facts.name} ${facts.argument}: ${facts.help}.`;
    return refuse({ code: 'missingOption', message: `--${facts.name} is missing.`, cure });
  });
}

/** An option that may stand several times. */
export function repeated<T>(facts: OptionFacts<T>): ArgumentSpec<readonly T[]> {
  return option(facts, 'repeated', (texts) => {
    const values: T[] = [];
    for (const text of texts) {
      const reading = readFilled(text, { ...facts, shown: `--${facts.name}` });
      if (reading.kind === 'refused') return reading;
      values.push(reading.value);
    }
    return taken(values);
  });
}

function option<T, Result>(
  { name, argument, help }: OptionFacts<T>,
  presence: Presence,
  read: (texts: readonly string[]) => Reading<Result>,
): ArgumentSpec<Result> {
  return { name, argument, presence, help, read };
}

function readSingle<T>(texts: readonly string[], facts: OptionFacts<T>): Reading<T> {
  const [text, ...others] = texts;
  const shown = `--${facts.name}`;
  if (text !== undefined && others.length === 0) return readFilled(text, { ...facts, shown });
  return refuse({
    code: 'optionTwice',
    message: `${shown} is given ${texts.length} times.`,
    cure: 'Give it once: two values could mean two things.',
  });
}

function readFilled<T>(
  text: string,
  { shown, value, mayBeEmpty }: { readonly shown: string; readonly value: ValueReader<T>; readonly mayBeEmpty?: true },
): Reading<T> {
  if (text.trim() !== '' || mayBeEmpty === true) return value(text, shown);
  // Most often a script's variable that was never set.
  return refuse({
    code: 'wrongValue',
    message: `${shown} is empty.`,
    cure: 'Give it a value, or leave it out if it is not needed.',
  });
}

/** Shape: `label` in capitals, as in `FILE`. */
export interface PositionalFacts<T> {
  readonly label: string;
  readonly help: string;
  readonly value: ValueReader<T>;
}

/** An argument that must stand behind the command's words. */
export function positional<T>({ label, help, value }: PositionalFacts<T>): ArgumentSpec<T> {
  const read = ([text]: readonly string[]): Reading<T> =>
    text === undefined
      ? refuse({ code: 'missingArgument', message: `${label} is missing.`, cure: `Add ${label}: ${help}.` })
      : readFilled(text, { shown: label, value });
  return { name: label, argument: label, presence: 'required', help, read };
}

/** An argument that may stand behind the command's words; null when it does not. */
export function optionalPositional<T>({ label, help, value }: PositionalFacts<T>): ArgumentSpec<T | null> {
  const read = ([text]: readonly string[]): Reading<T | null> =>
    text === undefined ? taken(null) : readFilled(text, { shown: label, value });
  return { name: label, argument: label, presence: 'optional', help, read };
}
