// Help is generated from the table that parses the command line, so it shows only what the table has.

import { type Message, msg } from '../../../../shared/messages/message.ts';
import { EXIT, type ExitCode } from '../process-end.ts';
import type { ArgumentSpec, CommandSpec } from './command-table.ts';
import { COMMON_OPTIONS } from './options.ts';
import { COMMANDS, findCommand } from './parse-arguments.ts';
import { PROGRAM, say, typedCure } from './say.ts';
import { TERMINAL_DEFAULT_COLUMNS } from './terminal.ts';
import { flowText, textWidth, wrapText } from './text.ts';

/** An option's text is beside it up to this width, and below a longer one. */
const TERM_COLUMNS = 24;
const INDENT = '  ';

const EXIT_WORDS: Readonly<Record<ExitCode, Message>> = {
  [EXIT.done]: msg('cli.exit.done'),
  [EXIT.fault]: msg('cli.exit.fault'),
  [EXIT.refused]: msg('cli.exit.refused'),
  [EXIT.rowsBlocked]: msg('cli.exit.rowsBlocked'),
  [EXIT.notAllSucceeded]: msg('cli.exit.notAllSucceeded'),
  [EXIT.paused]: msg('cli.exit.paused'),
  [EXIT.inUse]: msg('cli.exit.inUse'),
};

/** Help on one command, on the commands that begin with a word, or on all, no wider than `columns`. */
export function formatHelp(topic: readonly string[], columns: number): string {
  const width = Number.isFinite(columns) ? columns : TERMINAL_DEFAULT_COLUMNS;
  const spec = findCommand(topic);
  if (spec !== null) return commandHelp(spec, width);
  const group = COMMANDS.filter((candidate) => topic.length === 0 || candidate.words[0] === topic[0]);
  const command = [PROGRAM, ...topic].join(' ');
  const title = topic.length === 0 ? msg('cli.help.title', { program: PROGRAM }) : msg('cli.help.group', { command });
  const lines = [
    ...wrapped(title, width),
    '',
    say(msg('cli.help.usage.group', { command })),
    '',
    say(msg('cli.help.commands')),
    ...group.flatMap((candidate) => {
      const term = [candidate.name, ...candidate.positionals.map(usageOf)].join(' ');
      return entry(term, { words: candidate.summary, width });
    }),
    '',
    ...optionLines(msg('cli.help.everyCommand'), { specs: COMMON_OPTIONS, width }),
    '',
    say(msg('cli.help.exitCodes')),
    ...Object.entries(EXIT_WORDS).flatMap(([code, words]) => entry(code, { words, width })),
    '',
    ...wrapped(msg('cli.help.more'), width),
    ...(PROGRAM === 'desk' ? wrapped(msg('cli.help.checkout'), width) : []),
  ];
  return lines.join('\n');
}

/** The help of a topic, and of each command that it lists, by name. */
export function helpByTopic(topic: readonly string[]): Readonly<Record<string, string>> {
  const spec = findCommand(topic);
  const listed = COMMANDS.filter(({ words }) => topic.every((word, index) => words[index] === word));
  const topics = spec === null ? [topic, ...listed.map(({ words }) => words)] : [spec.words];
  return Object.fromEntries(
    topics.map((words) => [[PROGRAM, ...words].join(' '), formatHelp(words, TERMINAL_DEFAULT_COLUMNS)]),
  );
}

function wrapped(words: Message, width: number): readonly string[] {
  return wrapText(typedCure(words), width);
}

function commandHelp(spec: CommandSpec, width: number): string {
  const command = `${PROGRAM} ${spec.name}`;
  const usage = say(msg('cli.help.usage', { command }));
  const indent = textWidth(usage) + 1;
  const terms = flowText([...spec.positionals, ...spec.options].map(usageOf), {
    columns: Math.max(20, width - indent),
    gap: ' ',
  });
  const lines = [
    ...wrapped(msg('cli.help.command', { command, summary: spec.summary }), width),
    '',
    `${usage}${terms[0] === undefined ? '' : ` ${terms[0]}`}`,
    ...terms.slice(1).map((line) => `${' '.repeat(indent)}${line}`),
    ...spec.notes.flatMap((note) => ['', ...wrapped(note, width)]),
    ...(spec.positionals.length === 0
      ? []
      : ['', ...optionLines(msg('cli.help.arguments'), { specs: spec.positionals, width })]),
    ...(spec.options.length === 0 ? [] : ['', ...optionLines(msg('cli.help.options'), { specs: spec.options, width })]),
    '',
    ...optionLines(msg('cli.help.everyCommand'), { specs: COMMON_OPTIONS, width }),
    '',
    ...exampleLines(spec.examples, width),
  ];
  return lines.join('\n');
}

/** Breaks a long line with a backslash, as a shell accepts it. */
function exampleLines(examples: readonly string[], width: number): readonly string[] {
  const lines = examples.flatMap((example) => {
    const words = `${PROGRAM} ${example}`.split(/ (?=--)/);
    const flowed = flowText(words, { columns: width - INDENT.length * 2 - 2, gap: ' ' });
    return flowed.map((line, at) => {
      const indent = at === 0 ? INDENT : INDENT.repeat(2);
      return `${indent}${line}${at === flowed.length - 1 ? '' : ' \\'}`;
    });
  });
  return [say(msg('cli.help.examples')), ...lines];
}

function usageOf({ term, presence }: ArgumentSpec<unknown>): string {
  if (presence === 'required') return term;
  return presence === 'repeated' ? `[${term}]...` : `[${term}]`;
}

function optionLines(
  heading: Message,
  { specs, width }: { readonly specs: readonly ArgumentSpec<unknown>[]; readonly width: number },
): readonly string[] {
  return [say(heading), ...specs.flatMap((spec) => entry(spec.term, { words: spec.help, width }))];
}

function entry(term: string, { words, width }: { readonly words: Message; readonly width: number }): readonly string[] {
  const indent = ' '.repeat(TERM_COLUMNS + INDENT.length * 2);
  const text = wrapped(words, Math.max(20, width - indent.length));
  const beside = term.length <= TERM_COLUMNS;
  const first = beside
    ? [`${INDENT}${term.padEnd(TERM_COLUMNS)}${INDENT}${text[0] ?? ''}`]
    : [`${INDENT}${term}`, `${indent}${text[0] ?? ''}`];
  return [...first, ...text.slice(1).map((line) => `${indent}${line}`)];
}
