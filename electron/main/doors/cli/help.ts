// Help, written from the table that reads the line: what the table does not have, help does not show.

import { EXIT, type ExitCode } from '../process-end.ts';
import type { ArgumentSpec, CommandSpec } from './command-table.ts';
import { COMMON_OPTIONS } from './options.ts';
import { COMMANDS, findCommand } from './parse-arguments.ts';
import { TERMINAL_DEFAULT_COLUMNS } from './terminal.ts';
import { flowText, PROGRAM, wrapText } from './text.ts';

/** Options are set beside their words up to this width; a longer one has its words below it. */
const TERM_COLUMNS = 24;
const INDENT = '  ';

const TITLE = `${PROGRAM}: pays a spreadsheet of payouts, follows each to its end, and leaves a report an auditor accepts.`;

const EXIT_WORDS: Readonly<Record<ExitCode, string>> = {
  [EXIT.done]: 'everything asked for is done and every payout succeeded',
  [EXIT.fault]: 'a fault of the desk itself',
  [EXIT.refused]: 'the file, option or profile was refused; nothing was changed',
  [EXIT.rowsBlocked]: '`check` found rows that cannot be paid, or `run` was not allowed to leave them out',
  [EXIT.notAllSucceeded]: 'finished, but not every payout succeeded',
  [EXIT.paused]: 'paused, with the reason',
  [EXIT.inUse]: 'the data folder is in use by another process, or locked',
};

/** Help on a command, on the commands that begin with a word, or on all. Shape: no more than `columns` wide. */
export function formatHelp(topic: readonly string[], columns: number): string {
  const width = Number.isFinite(columns) ? columns : TERMINAL_DEFAULT_COLUMNS;
  const spec = findCommand(topic);
  if (spec !== null) return commandHelp(spec, width);
  const group = COMMANDS.filter((candidate) => topic.length === 0 || candidate.words[0] === topic[0]);
  const title = topic.length === 0 ? TITLE : `${PROGRAM} ${topic.join(' ')}: one of several commands.`;
  const lines = [
    ...wrapText(title, width),
    '',
    `Usage: ${PROGRAM} ${topic.length === 0 ? 'COMMAND' : `${topic.join(' ')} COMMAND`} [options]`,
    '',
    'Commands',
    ...group.flatMap((candidate) => {
      const term = [candidate.name, ...candidate.positionals.map(usageOf)].join(' ');
      return entry(term, { words: candidate.summary, width });
    }),
    '',
    ...optionLines('Options of every command', { specs: COMMON_OPTIONS, width }),
    '',
    'Exit codes',
    ...Object.entries(EXIT_WORDS).flatMap(([code, words]) => entry(code, { words, width })),
    '',
    ...wrapText(`\`${PROGRAM} COMMAND --help\` explains a command.`, width),
    ...(PROGRAM === 'desk' ? wrapText('In this checkout, desk is `npm run -s desk --`.', width) : []),
  ];
  return lines.join('\n');
}

function commandHelp(spec: CommandSpec, width: number): string {
  const name = `${PROGRAM} ${spec.name}`;
  const usage = flowText([...spec.positionals, ...spec.options].map(usageOf), {
    columns: Math.max(20, width - name.length - 8),
    gap: ' ',
  });
  const lines = [
    ...wrapText(`${name}: ${spec.summary}.`, width),
    '',
    `Usage: ${name}${usage[0] === undefined ? '' : ` ${usage[0]}`}`,
    ...usage.slice(1).map((line) => `${' '.repeat(name.length + 8)}${line}`),
    ...spec.notes.flatMap((note) => ['', ...wrapText(note, width)]),
    ...(spec.positionals.length === 0 ? [] : ['', ...optionLines('Arguments', { specs: spec.positionals, width })]),
    ...(spec.options.length === 0 ? [] : ['', ...optionLines('Options', { specs: spec.options, width })]),
    '',
    ...optionLines('Options of every command', { specs: COMMON_OPTIONS, width }),
    ...(spec.examples.length === 0 ? [] : ['', ...exampleLines(spec.examples, width)]),
  ];
  return lines.join('\n');
}

/** A line that is too long goes on in the next one as a shell takes it. */
function exampleLines(examples: readonly string[], width: number): readonly string[] {
  const lines = examples.flatMap((example) => {
    const words = `${PROGRAM} ${example}`.split(/ (?=--)/);
    const flowed = flowText(words, { columns: width - INDENT.length * 2 - 2, gap: ' ' });
    return flowed.map((line, at) => {
      const indent = at === 0 ? INDENT : INDENT.repeat(2);
      return `${indent}${line}${at === flowed.length - 1 ? '' : ' \\'}`;
    });
  });
  return ['Examples', ...lines];
}

function usageOf({ term, presence }: ArgumentSpec<unknown>): string {
  if (presence === 'required') return term;
  return presence === 'repeated' ? `[${term}]...` : `[${term}]`;
}

function optionLines(
  heading: string,
  { specs, width }: { readonly specs: readonly ArgumentSpec<unknown>[]; readonly width: number },
): readonly string[] {
  return [heading, ...specs.flatMap((spec) => entry(spec.term, { words: spec.help, width }))];
}

function entry(term: string, { words, width }: { readonly words: string; readonly width: number }): readonly string[] {
  const indent = ' '.repeat(TERM_COLUMNS + INDENT.length * 2);
  const text = wrapText(words, Math.max(20, width - indent.length));
  const beside = term.length <= TERM_COLUMNS;
  const first = beside
    ? [`${INDENT}${term.padEnd(TERM_COLUMNS)}${INDENT}${text[0] ?? ''}`]
    : [`${INDENT}${term}`, `${indent}${text[0] ?? ''}`];
  return [...first, ...text.slice(1).map((line) => `${indent}${line}`)];
}
