// Parses a command line into one command of the table, or a refusal with a cure. A refusal never repeats a value or a long name,
// which may be the token.

import { parseArgs } from 'node:util';
import { type Message, msg } from '../../../../shared/messages/message.ts';
import type { Language } from '../../../../shared/report-forms.ts';
import {
  accepted,
  type CommandSpec,
  type ReadCommand,
  type Reading,
  type RefusedReading,
  refusedReading,
} from './command-table.ts';
import { APPROVAL_SPECS } from './commands/approval-specs.ts';
import { ARCHIVE_SPECS } from './commands/archive-specs.ts';
import { BATCH_END_SPECS, BATCH_READ_SPECS } from './commands/batch-specs.ts';
import { COLLECT_SPECS } from './commands/collect-specs.ts';
import { completionCommand } from './commands/completion.ts';
import { MAIL_SPECS } from './commands/mail-specs.ts';
import { PAY_SPECS } from './commands/pay-specs.ts';
import { PAYEE_SPECS } from './commands/payee-specs.ts';
import { PAYOUT_SPECS } from './commands/payout-specs.ts';
import { PRACTICE_SPECS } from './commands/practice-specs.ts';
import { PROFILE_SPECS } from './commands/profile-specs.ts';
import { RECOVERY_SPECS } from './commands/recovery-specs.ts';
import { REGISTER_SPECS } from './commands/register-specs.ts';
import { schemaCommand } from './commands/schema.ts';
import { SHEET_SPECS } from './commands/sheet-specs.ts';
import { COMMON_OPTIONS, DATA, HELP, JSON_RESULT, LANGUAGE, QUIET, VERSION } from './options.ts';
import { PROGRAM } from './say.ts';
import { quoted } from './values.ts';

/** Every command, in the order help lists them. A new command joins the list in its file. */
export const COMMANDS: readonly CommandSpec[] = [
  ...PROFILE_SPECS,
  ...SHEET_SPECS,
  ...PAY_SPECS,
  ...BATCH_READ_SPECS,
  ...PAYOUT_SPECS,
  ...PAYEE_SPECS,
  ...BATCH_END_SPECS,
  ...APPROVAL_SPECS,
  ...MAIL_SPECS,
  ...REGISTER_SPECS,
  ...RECOVERY_SPECS,
  ...ARCHIVE_SPECS,
  ...COLLECT_SPECS,
  ...PRACTICE_SPECS,
  completionCommand(() => COMMANDS),
  schemaCommand(() => COMMANDS),
];

/** What a command line means. `topic`: a command or the first word of several; empty for the overall help. */
type Meaning =
  | { readonly kind: 'help'; readonly topic: readonly string[] }
  | { readonly kind: 'version' }
  | { readonly kind: 'command'; readonly command: ReadCommand; readonly dataDir: string | null };

/** `json`: the answer is wanted as JSON. `quiet`: without progress. `dataDir`: null for the user's application folder. */
export type ParsedArguments = (Meaning | RefusedReading) & {
  readonly json: boolean;
  readonly quiet: boolean;
  readonly language: Language;
};

/** Parses a command line. Never throws; a wrong line is a refusal. */
export function parseArguments(argv: readonly string[]): ParsedArguments {
  const line = sortWords(argv);
  const spoken = readLanguage(line.options);
  const reading = readLine(line, spoken);
  const has = (wanted: string): boolean => line.options.some(({ name }) => name === wanted);
  const language = spoken.kind === 'refused' ? 'en' : spoken.value;
  const how = { json: has(JSON_RESULT.name), quiet: has(QUIET.name), language };
  return reading.kind === 'refused' ? { ...reading, ...how } : { ...reading.value, ...how };
}

/** `inline`: the value follows an equals sign. */
interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value: string | null;
  readonly inline: boolean;
}

interface SortedLine {
  readonly options: readonly OptionToken[];
  readonly positionals: readonly string[];
}

const SHORT: Readonly<Record<string, string>> = { [HELP.name]: 'h', [VERSION.name]: 'v' };

/** An option has the same kind in every command, so the command's words are found before the command is known. */
const EVERY_OPTION = Object.fromEntries(
  [...COMMON_OPTIONS, VERSION, ...COMMANDS.flatMap((spec) => spec.options)].map(({ name, isFlag }) => {
    const kind = { type: isFlag ? 'boolean' : 'string', multiple: true } as const;
    const short = SHORT[name];
    return [name, short === undefined ? kind : { ...kind, short }];
  }),
);

/** Splits the line into options and positionals without checking them. */
function sortWords(argv: readonly string[]): SortedLine {
  const { tokens } = parseArgs({
    args: [...argv],
    options: EVERY_OPTION,
    strict: false,
    tokens: true,
    allowPositionals: true,
  });
  return {
    positionals: tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : [])),
    options: tokens.flatMap((token) => {
      if (token.kind !== 'option') return [];
      const { name, rawName, value = null, inlineValue } = token;
      return [{ name, rawName, value, inline: inlineValue === true }];
    }),
  };
}

/** The language is read before the command, so that a refusal is in that language. */
function readLanguage(options: readonly OptionToken[]): Reading<Language> {
  const named = options.filter(({ name }) => name === LANGUAGE.name);
  const open = named.find(lacksValue);
  return open === undefined ? LANGUAGE.read(named.map(({ value }) => value ?? '')) : refuseMissingValue(open);
}

function readLine(line: SortedLine, language: Reading<Language>): Reading<Meaning> {
  const secret = line.options.find(({ name }) => !Object.hasOwn(EVERY_OPTION, name) && SECRET_NAME.test(name));
  if (secret !== undefined) return refuseToken(msg('cli.tokenOnCommandLine'));
  if (language.kind === 'refused') return language;
  const has = (name: string): boolean => line.options.some((option) => option.name === name);
  const [first, ...rest] = line.positionals;
  if (first === 'help' || (first === undefined && has(HELP.name))) return readHelpTopic(rest);
  if (first === 'version' || has(VERSION.name)) return accepted({ kind: 'version' });
  // A line of options alone lacks its command; an empty one asks what there is.
  if (first === undefined && line.options.every(({ name }) => name === LANGUAGE.name)) return readHelpTopic([]);
  const spec = findCommand(line.positionals);
  if (spec === null) {
    return first !== undefined && has(HELP.name) ? readHelpTopic(line.positionals) : refuseCommand(line.positionals);
  }
  return has(HELP.name) ? accepted({ kind: 'help', topic: spec.words }) : readCommand(spec, line);
}

/** Finds the command whose words begin the line, or null. */
export function findCommand(positionals: readonly string[]): CommandSpec | null {
  return COMMANDS.find(({ words }) => words.every((word, index) => positionals[index] === word)) ?? null;
}

function readHelpTopic(words: readonly string[]): Reading<Meaning> {
  const [first] = words;
  if (first === undefined) return accepted({ kind: 'help', topic: [] });
  const spec = findCommand(words);
  if (spec !== null) return accepted({ kind: 'help', topic: spec.words });
  const isGroup = words.length === 1 && COMMANDS.some((candidate) => candidate.words[0] === first);
  return isGroup ? accepted({ kind: 'help', topic: [first] }) : refuseCommand(words);
}

function readCommand(spec: CommandSpec, line: SortedLine): Reading<Meaning> {
  const wrong = wrongOption(line.options, spec);
  if (wrong !== null) return wrong;
  const positionals = line.positionals.slice(spec.words.length);
  if (positionals.length > spec.positionals.length) return refuseTooMany(spec, { typed: positionals.length });
  const options = new Map<string, readonly string[]>();
  for (const { name, value } of line.options) options.set(name, [...(options.get(name) ?? []), value ?? '']);
  const dataDir = DATA.read(options.get(DATA.name) ?? []);
  if (dataDir.kind === 'refused') return dataDir;
  const reading = spec.read({ positionals, options });
  if (reading.kind === 'refused') return reading;
  return accepted({ kind: 'command', command: reading.value, dataDir: dataDir.value });
}

/** Option names under which people would hand over a secret. */
const SECRET_NAME = /token|secret|passw|bearer|credential|api-?key|auth/i;

function refuseToken(message: Message): RefusedReading {
  return refusedReading({ code: 'tokenOnCommandLine', message, cure: msg('cli.tokenOnCommandLine.cure') });
}

/** Says why no command fits, and which one may have been meant. */
function refuseCommand([first, second]: readonly string[]): RefusedReading {
  if (first === undefined) {
    return refusedReading({ code: 'noCommand', message: msg('cli.noCommand'), cure: msg('cli.noCommand.cure') });
  }
  const names = COMMANDS.map(({ name }) => name);
  const group = names.filter((name) => name.startsWith(`${first} `));
  if (group.length > 0 && second === undefined) {
    const message = msg('cli.partOfCommand', { command: `${PROGRAM} ${first}` });
    return refusedReading({ code: 'unknownCommand', message, cure: msg('cli.giveOneOf', { names: group }) });
  }
  const [typed, candidates, list] =
    group.length > 0
      ? [`${first} ${second}`, group, msg('cli.giveOneOf', { names: group })]
      : [first, [...names, 'help', 'version'], msg('cli.unknownCommand.cure')];
  const meant = nearestName(typed, candidates);
  return refusedReading({
    code: 'unknownCommand',
    message: msg('cli.unknownCommand', { typed: quoted(typed) }),
    cure: meant === null ? list : msg('cli.didYouMean', { command: meant }),
  });
}

/** Returns a refusal for the first option that the command lacks or that is malformed, or null. */
function wrongOption(options: readonly OptionToken[], spec: CommandSpec): RefusedReading | null {
  const own = [...spec.options, ...COMMON_OPTIONS].map(({ name }) => name);
  const command = `${PROGRAM} ${spec.name}`;
  for (const option of options) {
    const { name, rawName, value } = option;
    const kind = Object.hasOwn(EVERY_OPTION, name) ? EVERY_OPTION[name] : undefined;
    if (kind === undefined) {
      const meant = nearestName(name, own);
      const cure =
        meant === null ? msg('cli.unknownOption.cure', { command }) : msg('cli.unknownOption.meant', { option: meant });
      const message = msg('cli.unknownOption', { command, option: quoted(rawName) });
      return refusedReading({ code: 'unknownOption', message, cure });
    }
    if (!own.includes(name)) {
      const owners = COMMANDS.filter((other) => other.options.some((option) => option.name === name));
      const commands = owners.map((owner) => `\`${PROGRAM} ${owner.name}\``);
      const cure = msg('cli.unknownOption.others', { commands });
      const message = msg('cli.unknownOption', { command, option: `--${name}` });
      return refusedReading({ code: 'unknownOption', message, cure });
    }
    if (kind.type === 'boolean' && value !== null) {
      const message = msg('cli.noValue', { option: `--${name}` });
      const cure = msg('cli.noValue.cure', { option: `--${name}` });
      return refusedReading({ code: 'wrongValue', message, cure });
    }
    if (kind.type === 'string' && lacksValue(option)) return refuseMissingValue(option);
  }
  return null;
}

/** Whether an option is followed by nothing or by another option. A dash alone is a value, as in node:util. */
function lacksValue({ value, inline }: OptionToken): boolean {
  return value === null || (!inline && /^-./.test(value));
}

function refuseMissingValue({ name }: OptionToken): RefusedReading {
  const message = msg('cli.missingValue', { option: `--${name}` });
  return refusedReading({
    code: 'missingValue',
    message,
    cure: msg('cli.missingValue.cure', { option: `--${name}` }),
  });
}

function refuseTooMany(spec: CommandSpec, { typed }: { readonly typed: number }): RefusedReading {
  const command = `${PROGRAM} ${spec.name}`;
  if (spec.name === 'profile token') return refuseToken(msg('cli.tokenOnCommandLine.argument', { command }));
  if (spec.name === 'mail password') return refuseToken(msg('cli.tokenOnCommandLine'));
  const most = spec.positionals.length;
  return refusedReading({
    code: 'tooManyArguments',
    message:
      most === 0
        ? msg('cli.tooManyArguments.none', { command, given: typed })
        : msg('cli.tooManyArguments', { command, most, given: typed }),
    cure: msg('cli.tooManyArguments.cure'),
  });
}

/** One typing error per three letters; with more it is another word. */
const LETTERS_PER_SLIP = 3;

/** The candidate that starts with the word or is a typing error or two away from it. It is only suggested, never run. */
export function nearestName(word: string, candidates: readonly string[]): string | null {
  const typed = word.toLowerCase();
  const begun = candidates.find((candidate) => typed.length > 1 && candidate.startsWith(typed));
  if (begun !== undefined) return begun;
  let best: string | null = null;
  let bestSlips = Math.max(1, Math.floor(typed.length / LETTERS_PER_SLIP)) + 1;
  for (const candidate of candidates) {
    const slips = slipsBetween({ from: typed, to: candidate });
    if (slips < bestSlips) [best, bestSlips] = [candidate, slips];
  }
  return best;
}

/** How many letters are missing, extra, wrong or swapped with their neighbour (optimal string alignment). */
function slipsBetween({ from, to }: { readonly from: string; readonly to: string }): number {
  const at = (costs: readonly number[], index: number): number => costs[index] ?? Infinity;
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      const swapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
        swapped ? at(beforeLast, column - 2) + 1 : Infinity,
      );
    }
    [beforeLast, last] = [last, current];
  }
  return at(last, to.length);
}
