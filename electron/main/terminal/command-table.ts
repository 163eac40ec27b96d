// The shape of the one table that drives both reading a command line and its help, so that they cannot drift.
// In: a command's words, its arguments and options, each with its reader. Out: a CommandSpec.
// This file must never know a single command: each lives in its own entry under commands/.

import type { Refusal } from '../../../shared/issues.ts';

/** A value as it was typed, read or refused with the sentence and the cure for people. */
export type Reading<T> = { readonly kind: 'read'; readonly value: T } | RefusedReading;
export interface RefusedReading {
  readonly kind: 'refused';
  readonly refusal: Refusal;
}

export type Presence = 'required' | 'optional' | 'repeated';

/**
 * One option or positional argument.
 * Shape: `name` as typed after the dashes, or the label of a positional; `argument` names the value in help, null for a flag.
 */
export interface ArgumentSpec<T> {
  readonly name: string;
  readonly argument: string | null;
  readonly presence: Presence;
  readonly help: string;
  readonly read: (texts: readonly string[]) => Reading<T>;
}
export type ArgumentTable = Readonly<Record<string, ArgumentSpec<unknown>>>;
export type Values<Table extends ArgumentTable> = {
  readonly [Key in keyof Table]: Table[Key] extends ArgumentSpec<infer T> ? T : never;
};

/** What each command knows besides its own arguments. Shape: `dataDir` null for the user's application folder. */
export interface CommonValues {
  readonly dataDir: string | null;
  readonly json: boolean;
}

/** What was typed, sorted by name; nothing of it is checked yet. */
export interface RawArguments {
  readonly positionals: readonly string[];
  readonly options: ReadonlyMap<string, readonly string[]>;
  readonly common: CommonValues;
}

/** Shape: `words` like `['profile', 'set']`; `notes` are paragraphs of help. */
export interface CommandSpec<Command> {
  readonly words: readonly string[];
  readonly summary: string;
  readonly notes: readonly string[];
  readonly positionals: readonly ArgumentSpec<unknown>[];
  readonly options: readonly ArgumentSpec<unknown>[];
  readonly read: (raw: RawArguments) => Reading<Command>;
}

/** Puts a command into the table: `make` gets every value by its key, typed by its reader. */
export function defineCommand<Positionals extends ArgumentTable, Options extends ArgumentTable, Command>(entry: {
  readonly words: readonly string[];
  readonly summary: string;
  readonly notes?: readonly string[];
  readonly positionals: Positionals;
  readonly options: Options;
  /** Options of which only one may be given: said before the value of any is read, which may be wrong as well. */
  readonly onlyOneOf?: readonly (keyof Options)[];
  readonly make: (values: Values<Positionals> & Values<Options> & CommonValues) => Reading<Command>;
}): CommandSpec<Command> {
  const positionals = Object.entries(entry.positionals);
  const options = Object.entries(entry.options);
  return {
    words: entry.words,
    summary: entry.summary,
    notes: entry.notes ?? [],
    positionals: positionals.map(([, spec]) => spec),
    options: options.map(([, spec]) => spec),
    read: (raw) => {
      const given = (entry.onlyOneOf ?? []).flatMap((key) => {
        const name = entry.options[key]?.name;
        return name !== undefined && raw.options.has(name) ? [name] : [];
      });
      const [one, other] = given;
      if (one !== undefined && other !== undefined) return refuse(bothGiven(one, other));
      const values: Record<string, unknown> = { ...raw.common };
      for (const [index, [key, spec]] of positionals.entries()) {
        const reading = spec.read(raw.positionals.slice(index, index + 1));
        if (reading.kind === 'refused') return reading;
        values[key] = reading.value;
      }
      for (const [key, spec] of options) {
        const reading = spec.read(raw.options.get(spec.name) ?? []);
        if (reading.kind === 'refused') return reading;
        values[key] = reading.value;
      }
      // Decoding: each key was just filled by the reader whose type it has.
      return entry.make(values as Values<Positionals> & Values<Options> & CommonValues);
    },
  };
}

function bothGiven(one: string, other: string): Refusal {
  return { code: 'optionsClash', message: `--${one} and --${other} are both given.`, cure: 'Give one of the two.' };
}

/** A value that is taken. */
export function taken<T>(value: T): Reading<T> {
  return { kind: 'read', value };
}

/** A value or a line that is refused, with the way out. */
export function refuse(refusal: Refusal): RefusedReading {
  return { kind: 'refused', refusal };
}
