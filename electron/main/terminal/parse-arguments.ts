// A command line becomes one typed command. In: argv without node and script. Out: a Command, a help topic, or a refusal
// that names the option and the cure. This file must never let an unread word pass, and never repeat what may be a token.

import { parseArgs } from 'node:util';
import type { Refusal } from '../../../shared/issues.ts';
import { COMMANDS } from './commands.ts';
import type { AnyCommandSpec, Command } from './commands.ts';
import { taken } from './command-table.ts';
import type { CommonValues, Reading } from './command-table.ts';
import { COMMON_OPTIONS, DATA, HELP, JSON_RESULT, VERSION } from './common-options.ts';
import { findCommand, refuseCommand } from './find-command.ts';
import { diagnoseOptions, findSecretOption, refuseTooMany } from './wrong-options.ts';
import type { OptionToken } from './wrong-options.ts';

/** Shape: `json` of a refusal says whether its answer is wanted as JSON. */
export type ParsedArguments =
  | { readonly kind: 'command'; readonly command: Command }
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly json: boolean };

type OptionKinds = Readonly<
  Record<string, { readonly type: 'string' | 'boolean'; readonly multiple: true; readonly short?: string }>
>;

/** One kind per name, whatever the command: so the command's words are found before the command is known. */
const EVERY_OPTION = optionKinds([VERSION, ...COMMANDS.flatMap((spec) => spec.options)]);

/** Reads a command line. Errors: never throws; a wrong line is a refusal. */
export function parseArguments(argv: readonly string[]): ParsedArguments {
  const line = readLoosely(argv);
  const reading = readCommand(argv, line);
  if (reading.kind === 'read') return { kind: 'command', command: reading.value };
  return {
    kind: 'refused',
    refusal: reading.refusal,
    json: line.options.some(({ name }) => name === JSON_RESULT.name),
  };
}

interface LooseLine {
  readonly options: readonly OptionToken[];
  readonly positionals: readonly string[];
}

/** Sorts the words of the line without judging them. */
function readLoosely(argv: readonly string[]): LooseLine {
  const { tokens } = parseArgs({
    args: [...argv],
    options: EVERY_OPTION,
    strict: false,
    tokens: true,
    allowPositionals: true,
  });
  const options: OptionToken[] = [];
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind === 'option') {
      const { name, rawName } = token;
      options.push({ name, rawName, value: token.value ?? null, inline: token.inlineValue === true });
    }
  }
  return { options, positionals };
}

function readCommand(argv: readonly string[], line: LooseLine): Reading<Command> {
  const secret = findSecretOption(line.options, { known: EVERY_OPTION });
  if (secret !== null) return secret;
  const has = (name: string): boolean => line.options.some((option) => option.name === name);
  const [first, ...rest] = line.positionals;
  if (first === 'help' || (first === undefined && has(HELP.name))) return readHelpTopic(rest);
  if (first === 'version' || (first === undefined && has(VERSION.name))) return taken({ kind: 'version' });
  const spec = findCommand(line.positionals);
  if (spec === null) {
    return first !== undefined && has(HELP.name) ? readHelpTopic([first, ...rest]) : refuseCommand(line.positionals);
  }
  return has(HELP.name) ? taken({ kind: 'help', topic: spec.words }) : readStrictly(argv, { spec, line });
}

/** The topic of help: a command, or the first word of several. */
function readHelpTopic(words: readonly string[]): Reading<Command> {
  const [first] = words;
  if (first === undefined) return taken({ kind: 'help', topic: [] });
  const spec = findCommand(words);
  if (spec !== null) return taken({ kind: 'help', topic: spec.words });
  const isGroup = words.length === 1 && COMMANDS.some((candidate) => candidate.words[0] === first);
  return isGroup ? taken({ kind: 'help', topic: [first] }) : refuseCommand(words);
}

function readStrictly(
  argv: readonly string[],
  { spec, line }: { readonly spec: AnyCommandSpec; readonly line: LooseLine },
): Reading<Command> {
  if (!isWellFormed(argv, spec)) return diagnoseOptions(line.options, { spec, known: EVERY_OPTION });
  const positionals = line.positionals.slice(spec.words.length);
  if (positionals.length > spec.positionals.length) return refuseTooMany(spec, { given: positionals.length });
  const options = new Map<string, readonly string[]>();
  for (const { name, value } of line.options) options.set(name, [...(options.get(name) ?? []), value ?? '']);
  const common = readCommon(options);
  if (common.kind === 'refused') return common;
  return spec.read({ positionals, options, common: common.value });
}

/** Whether node:util's own strict reading takes the line with this command's options alone. */
function isWellFormed(argv: readonly string[], spec: AnyCommandSpec): boolean {
  try {
    parseArgs({ args: [...argv], options: optionKinds(spec.options), strict: true, allowPositionals: true });
    return true;
  } catch (error) {
    if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) return false;
    throw error;
  }
}

function readCommon(options: ReadonlyMap<string, readonly string[]>): Reading<CommonValues> {
  const dataDir = DATA.read(options.get(DATA.name) ?? []);
  if (dataDir.kind === 'refused') return dataDir;
  const json = JSON_RESULT.read(options.get(JSON_RESULT.name) ?? []);
  if (json.kind === 'refused') return json;
  return taken({ dataDir: dataDir.value, json: json.value });
}

function optionKinds(specs: readonly { readonly name: string; readonly argument: string | null }[]): OptionKinds {
  return Object.fromEntries(
    [...COMMON_OPTIONS, ...specs].map(({ name, argument }) => {
      const kind = { type: argument === null ? 'boolean' : 'string', multiple: true } as const;
      return [name, name === HELP.name ? { ...kind, short: 'h' } : kind];
    }),
  );
}
