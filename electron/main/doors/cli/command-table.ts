// One table of commands drives both the parsing of a command line and its help, so that they cannot drift apart.

import type { Answer } from '../../../../shared/api/contract.ts';
import { type Message, msg } from '../../../../shared/messages/message.ts';
import type { Refusal } from '../../../../shared/rows.ts';
import type { ExitCode } from '../process-end.ts';
import { type Presentation, printAnswer, type Terminal } from './terminal.ts';

/** A value as parsed, or a refusal with a message and a cure. */
export type Reading<T> = { readonly kind: 'read'; readonly value: T } | RefusedReading;
export interface RefusedReading {
  readonly kind: 'refused';
  readonly refusal: Refusal;
}

/** Parses one value. `shown`: the argument as the person knows it, for the message. */
export type ValueReader<T> = (text: string, shown: string) => Reading<T>;

/** One option or positional argument. For `--rate R`, as help shows the `term`, `shown` is `--rate` and `name` is `rate`. */
export interface ArgumentSpec<T> {
  readonly term: string;
  readonly shown: string;
  readonly name: string;
  readonly isOption: boolean;
  readonly isFlag: boolean;
  readonly presence: 'required' | 'optional' | 'repeated';
  readonly help: Message;
  readonly read: (texts: readonly string[]) => Reading<T>;
}

/** `mayBeEmpty`: an empty text is allowed. */
interface ArgumentFacts<T> {
  readonly help: Message;
  readonly value: ValueReader<T>;
  readonly mayBeEmpty?: true;
}

/** An option without a value. */
export function flag(term: string, { help }: { readonly help: Message }): ArgumentSpec<boolean> {
  return { ...partsOf(term), presence: 'optional', help, read: (texts) => accepted(texts.length > 0) };
}

/** An argument that may be left out, and is then null. */
export function optional<T>(term: string, facts: ArgumentFacts<T>): ArgumentSpec<T | null> {
  return optionalElse<T | null>(term, { ...facts, otherwise: null });
}

/** An argument with a default. */
export function optionalElse<T>(term: string, facts: ArgumentFacts<T> & { readonly otherwise: T }): ArgumentSpec<T> {
  const parts = partsOf(term);
  const read = (texts: readonly string[]): Reading<T> =>
    texts.length === 0 ? accepted(facts.otherwise) : readSingle(texts, { ...facts, ...parts });
  return { ...parts, presence: 'optional', help: facts.help, read };
}

/** An argument that must be given. */
export function required<T>(term: string, facts: ArgumentFacts<T>): ArgumentSpec<T> {
  const parts = partsOf(term);
  const read = (texts: readonly string[]): Reading<T> => {
    if (texts.length > 0) return readSingle(texts, { ...facts, ...parts });
    const code = parts.isOption ? 'missingOption' : 'missingArgument';
    const message = msg('cli.missing', { what: parts.shown });
    return refusedReading({ code, message, cure: msg('cli.missing.cure', { term, help: facts.help }) });
  };
  return { ...parts, presence: 'required', help: facts.help, read };
}

/** An option that may be given several times. */
export function repeated<T>(term: string, facts: ArgumentFacts<T>): ArgumentSpec<readonly T[]> {
  const parts = partsOf(term);
  const read = (texts: readonly string[]): Reading<readonly T[]> => {
    const values: T[] = [];
    for (const text of texts) {
      const reading = readFilled(text, { ...facts, ...parts });
      if (reading.kind === 'refused') return reading;
      values.push(reading.value);
    }
    return accepted(values);
  };
  return { ...parts, presence: 'repeated', help: facts.help, read };
}

function partsOf(term: string) {
  const [shown = term, argument] = term.split(' ');
  const isOption = shown.startsWith('--');
  const name = isOption ? shown.slice(2) : shown;
  return { term, shown, name, isOption, isFlag: isOption && argument === undefined };
}

type ShownFacts<T> = ArgumentFacts<T> & { readonly shown: string };

function readSingle<T>(texts: readonly string[], facts: ShownFacts<T>): Reading<T> {
  const [text, ...others] = texts;
  if (text !== undefined && others.length === 0) return readFilled(text, facts);
  return refusedReading({
    code: 'optionTwice',
    message: msg('cli.optionTwice', { option: facts.shown, count: texts.length }),
    cure: msg('cli.optionTwice.cure'),
  });
}

function readFilled<T>(text: string, { shown, value, mayBeEmpty }: ShownFacts<T>): Reading<T> {
  if (text.trim() !== '' || mayBeEmpty === true) return value(text, shown);
  // Usually a script's variable that was never set.
  return refusedReading({
    code: 'wrongValue',
    message: msg('cli.empty', { option: shown }),
    cure: msg('cli.empty.cure'),
  });
}

type ArgumentTable = Readonly<Record<string, ArgumentSpec<unknown>>>;
type Values<Table extends ArgumentTable> = {
  readonly [Key in keyof Table]: Table[Key] extends ArgumentSpec<infer T> ? T : never;
};

/** What was typed after the command's words, by name; not checked yet. */
export interface RawArguments {
  readonly positionals: readonly string[];
  readonly options: ReadonlyMap<string, readonly string[]>;
}

/** Whose token the environment's token is: that of the only merchant, or that of the account asked first. */
export type TokenServes = 'onlyMerchant' | 'firstAsked';

/** A parsed command, ready to be carried out. `request`: what was understood. */
export interface ReadCommand {
  readonly name: string;
  readonly request: object;
  readonly tokenServes: TokenServes;
  readonly needsDesk: boolean;
  readonly carryOut: (terminal: Terminal) => Promise<ExitCode>;
}

/** `name`: the command's words, such as `profile set`. `notes`: paragraphs of help. */
export interface CommandSpec {
  readonly name: string;
  readonly words: readonly string[];
  readonly summary: Message;
  readonly notes: readonly Message[];
  readonly examples: readonly string[];
  readonly positionals: readonly ArgumentSpec<unknown>[];
  readonly options: readonly ArgumentSpec<unknown>[];
  readonly read: (raw: RawArguments) => Reading<ReadCommand>;
}

interface CommandEntry<Table extends ArgumentTable, Request extends object, Value extends object> {
  readonly name: string;
  readonly summary: Message;
  readonly notes?: readonly Message[];
  /** Example lines at the end of help, without the program's name. */
  readonly examples: readonly string[];
  readonly takes?: Table;
  /** Options of which only one may be given. Checked before their values are parsed, which may be wrong too. */
  readonly onlyOneOf?: readonly string[];
  /** Turns the values into a request; by default the values are the request. */
  readonly check?: (values: Values<Table>) => Reading<Request>;
  readonly tokenServes?: (request: Request) => TokenServes;
  /** The command needs an existing desk: if the named folder has none, the name is wrong. */
  readonly needsDesk?: true;
  /** Calls the desk, after asking the person if needed. */
  readonly ask: (terminal: Terminal, request: Request) => Promise<Answer<Value>> | Answer<Value>;
  readonly show: (request: Request) => Presentation<Value>;
  /** Runs after the answer is printed. */
  readonly after?: (value: Value) => Promise<void>;
}

export function defineCommand<
  Value extends object,
  const Table extends ArgumentTable = {},
  Request extends object = Values<Table>,
>(entry: CommandEntry<Table, Request, Value>): CommandSpec {
  const { name, summary, notes = [], examples, onlyOneOf = [], tokenServes = () => 'firstAsked' as const } = entry;
  const table: ArgumentTable = entry.takes ?? {};
  const specs = Object.values(table);
  const positionals = specs.filter(({ isOption }) => !isOption);
  const options = specs.filter(({ isOption }) => isOption);
  const textsOf = (spec: ArgumentSpec<unknown>, raw: RawArguments): readonly string[] => {
    if (spec.isOption) return raw.options.get(spec.name) ?? [];
    const index = positionals.indexOf(spec);
    return raw.positionals.slice(index, index + 1);
  };
  const read = (raw: RawArguments): Reading<ReadCommand> => {
    const [one, other] = onlyOneOf.filter((name) => raw.options.has(name));
    if (other !== undefined) {
      const message = msg('cli.bothGiven', { one: `--${one}`, other: `--${other}` });
      return refusedReading({ code: 'optionsClash', message, cure: msg('cli.giveOneOfTwo') });
    }
    const values: Record<string, unknown> = {};
    const missing = specs.filter((spec) => spec.presence === 'required' && textsOf(spec, raw).length === 0);
    if (missing.length > 1) return refuseMissing(missing);
    for (const [key, spec] of Object.entries(table)) {
      const reading = spec.read(textsOf(spec, raw));
      if (reading.kind === 'refused') return reading;
      values[key] = reading.value;
    }
    // Decoding: each key was just filled by the reader with its type, and without `check` the values are the request.
    const typed = values as Values<Table>;
    const checked = entry.check === undefined ? accepted(typed as unknown as Request) : entry.check(typed);
    if (checked.kind === 'refused') return checked;
    const request = checked.value;
    return accepted({
      name,
      request,
      tokenServes: tokenServes(request),
      needsDesk: entry.needsDesk === true,
      carryOut: async (terminal) => {
        const answer = await entry.ask(terminal, request);
        const exitCode = printAnswer(terminal, answer, entry.show(request));
        if (answer.kind === 'done') await entry.after?.(answer.value);
        return exitCode;
      },
    });
  };
  return { name, words: name.split(' '), summary, notes, examples, positionals, options, read };
}

/** Everything that is missing is named at once. */
function refuseMissing(missing: readonly ArgumentSpec<unknown>[]): RefusedReading {
  return refusedReading({
    code: missing.some(({ isOption }) => !isOption) ? 'missingArgument' : 'missingOption',
    message: msg('cli.missing.several', { names: missing.map(({ shown }) => shown) }),
    cure: msg('cli.missing.several.cure', {
      cures: missing.map(({ term, help }) => msg('cli.missing.cure', { term, help })),
    }),
  });
}

export function accepted<T>(value: T): Reading<T> {
  return { kind: 'read', value };
}

export function refusedReading(refusal: Refusal): RefusedReading {
  return { kind: 'refused', refusal };
}
