// A command line becomes one command of the table, or a refusal with the way out. No value and no long name is ever
// repeated in one: it may be the token.

import { parseArgs } from 'node:util';
import {
  type CommandSpec,
  type ReadCommand,
  type Reading,
  type RefusedReading,
  refusedReading,
  taken,
} from './command-table.ts';
import { BATCH_END_SPECS, BATCH_READ_SPECS } from './commands/batch-specs.ts';
import { COLLECT_SPECS } from './commands/collect-specs.ts';
import { PAY_SPECS } from './commands/pay-specs.ts';
import { PAYOUT_SPECS } from './commands/payout-specs.ts';
import { PRACTICE_SPECS } from './commands/practice-specs.ts';
import { PROFILE_SPECS } from './commands/profile-specs.ts';
import { RECOVERY_SPECS } from './commands/recovery-specs.ts';
import { SHEET_SPECS } from './commands/sheet-specs.ts';
import { COMMON_OPTIONS, DATA, HELP, JSON_RESULT, VERSION } from './options.ts';
import { PROGRAM } from './text.ts';
import { quoted } from './values.ts';

/** Every command of the desk, in the order in which help lists them. A new one joins the list of its file. */
export const COMMANDS: readonly CommandSpec[] = [
  ...PROFILE_SPECS,
  ...SHEET_SPECS,
  ...PAY_SPECS,
  ...BATCH_READ_SPECS,
  ...PAYOUT_SPECS,
  ...BATCH_END_SPECS,
  ...RECOVERY_SPECS,
  ...COLLECT_SPECS,
  ...PRACTICE_SPECS,
];

/** What a command line means. Shape: `topic` names a command or the first word of several, empty for the overall help. */
type Meaning =
  | { readonly kind: 'help'; readonly topic: readonly string[] }
  | { readonly kind: 'version' }
  | { readonly kind: 'command'; readonly command: ReadCommand; readonly dataDir: string | null };

/** Shape: `json` when the answer is wanted as JSON; `dataDir` null for the user's application folder. */
export type ParsedArguments = (Meaning | RefusedReading) & { readonly json: boolean };

/** Reads a command line. Errors: never throws; a wrong line is a refusal. */
export function parseArguments(argv: readonly string[]): ParsedArguments {
  const line = sortWords(argv);
  const reading = readLine(line);
  const json = line.options.some(({ name }) => name === JSON_RESULT.name);
  return reading.kind === 'refused' ? { ...reading, json } : { ...reading.value, json };
}

/** Shape: `inline` when the value stands behind an equals sign; null when there is none. */
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

/** One kind per name, whatever the command: so the command's words are found before the command is known. */
const EVERY_OPTION = Object.fromEntries(
  [...COMMON_OPTIONS, VERSION, ...COMMANDS.flatMap((spec) => spec.options)].map(({ name, isFlag }) => {
    const kind = { type: isFlag ? 'boolean' : 'string', multiple: true } as const;
    return [name, name === HELP.name ? { ...kind, short: 'h' } : kind];
  }),
);

/** Sorts the words of the line without judging them. */
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

function readLine(line: SortedLine): Reading<Meaning> {
  const secret = line.options.find(({ name }) => !Object.hasOwn(EVERY_OPTION, name) && SECRET_NAME.test(name));
  if (secret !== undefined) {
    return refuseToken('A token is never taken from the command line, where every user of this machine can read it.');
  }
  const has = (name: string): boolean => line.options.some((option) => option.name === name);
  const [first, ...rest] = line.positionals;
  if (first === 'help' || (first === undefined && has(HELP.name))) return readHelpTopic(rest);
  if (first === 'version' || (first === undefined && has(VERSION.name))) return taken({ kind: 'version' });
  const spec = findCommand(line.positionals);
  if (spec === null) {
    return first !== undefined && has(HELP.name) ? readHelpTopic(line.positionals) : refuseCommand(line.positionals);
  }
  return has(HELP.name) ? taken({ kind: 'help', topic: spec.words }) : readCommand(spec, line);
}

/** The command whose words begin the line; null when there is none. */
export function findCommand(positionals: readonly string[]): CommandSpec | null {
  return COMMANDS.find(({ words }) => words.every((word, index) => positionals[index] === word)) ?? null;
}

function readHelpTopic(words: readonly string[]): Reading<Meaning> {
  const [first] = words;
  if (first === undefined) return taken({ kind: 'help', topic: [] });
  const spec = findCommand(words);
  if (spec !== null) return taken({ kind: 'help', topic: spec.words });
  const isGroup = words.length === 1 && COMMANDS.some((candidate) => candidate.words[0] === first);
  return isGroup ? taken({ kind: 'help', topic: [first] }) : refuseCommand(words);
}

function readCommand(spec: CommandSpec, line: SortedLine): Reading<Meaning> {
  const wrong = wrongOption(line.options, spec);
  if (wrong !== null) return wrong;
  const positionals = line.positionals.slice(spec.words.length);
  if (positionals.length > spec.positionals.length) return refuseTooMany(spec, { given: positionals.length });
  const options = new Map<string, readonly string[]>();
  for (const { name, value } of line.options) options.set(name, [...(options.get(name) ?? []), value ?? '']);
  const dataDir = DATA.read(options.get(DATA.name) ?? []);
  if (dataDir.kind === 'refused') return dataDir;
  const reading = spec.read({ positionals, options });
  if (reading.kind === 'refused') return reading;
  return taken({ kind: 'command', command: reading.value, dataDir: dataDir.value });
}

/** Names under which people would hand over a secret. */
const SECRET_NAME = /token|secret|passw|bearer|credential|api-?key|auth/i;

function refuseToken(message: string): RefusedReading {
  const cure = `Pipe it instead, as in \`${PROGRAM} profile token NAME < token-file\`, and treat a token that was typed here as seen by others.`;
  return refusedReading({ code: 'tokenOnCommandLine', message, cure });
}

/** Why no command fits, and which may have been meant. */
function refuseCommand([first, second]: readonly string[]): RefusedReading {
  if (first === undefined) {
    return refusedReading({
      code: 'noCommand',
      message: 'No command is given.',
      cure: `Name one, as in \`${PROGRAM} check FILE\`; \`${PROGRAM} --help\` lists them.`,
    });
  }
  const names = COMMANDS.map(({ name }) => name);
  const group = names.filter((name) => name.startsWith(`${first} `));
  if (group.length > 0 && second === undefined) {
    const message = `\`${PROGRAM} ${first}\` is not a whole command.`;
    return refusedReading({ code: 'unknownCommand', message, cure: `Give one of: ${group.join(', ')}.` });
  }
  const [typed, candidates, list] =
    group.length > 0
      ? [`${first} ${second}`, group, `Give one of: ${group.join(', ')}.`]
      : [first, [...names, 'help', 'version'], `\`${PROGRAM} --help\` lists the commands.`];
  const meant = nearestName(typed, candidates);
  return refusedReading({
    code: 'unknownCommand',
    message: `There is no command ${quoted(typed)}.`,
    cure: meant === null ? list : `Did you mean \`${PROGRAM} ${meant}\`?`,
  });
}

/** The first option that the command does not have, or that is not written as it should be; null when each is right. */
function wrongOption(options: readonly OptionToken[], spec: CommandSpec): RefusedReading | null {
  const own = [...spec.options, ...COMMON_OPTIONS].map(({ name }) => name);
  const help = `\`${PROGRAM} ${spec.name} --help\``;
  for (const { name, rawName, value, inline } of options) {
    const kind = Object.hasOwn(EVERY_OPTION, name) ? EVERY_OPTION[name] : undefined;
    if (kind === undefined) {
      const meant = nearestName(name, own);
      const cure = meant === null ? `${help} lists its options.` : `Did you mean --${meant}?`;
      return refusedReading({
        code: 'unknownOption',
        message: `\`${PROGRAM} ${spec.name}\` has no option ${quoted(rawName)}.`,
        cure,
      });
    }
    if (!own.includes(name)) {
      const owners = COMMANDS.filter((other) => other.options.some((option) => option.name === name));
      const names = owners.map((owner) => `\`${PROGRAM} ${owner.name}\``).join(', ');
      const cure =
        name === VERSION.name ? `Write \`${PROGRAM} --version\` alone.` : `Leave it out; it belongs to ${names}.`;
      return refusedReading({
        code: 'unknownOption',
        message: `\`${PROGRAM} ${spec.name}\` has no option --${name}.`,
        cure,
      });
    }
    if (kind.type === 'boolean' && value !== null) {
      const cure = `Write --${name} alone, or leave it out.`;
      return refusedReading({ code: 'wrongValue', message: `--${name} takes no value.`, cure });
    }
    // A dash alone is a value, as node:util has it.
    if (kind.type === 'string' && (value === null || (!inline && /^-./.test(value)))) {
      const cure = `Put it behind the option; one that begins with a dash is written --${name}=-…`;
      return refusedReading({ code: 'missingValue', message: `--${name} needs a value.`, cure });
    }
  }
  return null;
}

function refuseTooMany(spec: CommandSpec, { given }: { readonly given: number }): RefusedReading {
  if (spec.name === 'profile token') {
    return refuseToken(
      `\`${PROGRAM} profile token\` takes the name of the profile only, and the token from standard input.`,
    );
  }
  const most = spec.positionals.length === 0 ? 'no argument' : `at most ${spec.positionals.length}`;
  return refusedReading({
    code: 'tooManyArguments',
    message: `\`${PROGRAM} ${spec.name}\` takes ${most}, and ${given} are given.`,
    cure: 'Put quotes around a name with spaces, and leave out the rest.',
  });
}

/** One slip for each three letters: more is another word. */
const LETTERS_PER_SLIP = 3;

/** The candidate that the word begins, or that is a slip or two away from it; it is offered to a person, never done. */
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

/** How many letters are missing, too many, wrong or swapped with their neighbour (optimal string alignment). */
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
