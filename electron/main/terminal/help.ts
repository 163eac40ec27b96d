// Help, written from the same table that reads the line. In: a topic. Out: text for people.
// This file must never name an option by hand: what the table does not have, help does not show.

import { TERMINAL_DEFAULT_COLUMNS } from '../../../shared/limits.ts';
import { COMMANDS } from './commands.ts';
import type { AnyCommandSpec } from './commands.ts';
import type { ArgumentSpec } from './command-table.ts';
import { COMMON_OPTIONS } from './common-options.ts';
import { EXIT } from './exit-codes.ts';
import type { ExitCode } from './exit-codes.ts';
import { findCommand } from './find-command.ts';
import { flowText, padText, wrapText } from './text-width.ts';

/** Options are set beside their words up to this width; a longer one has its words below it. */
const TERM_COLUMNS = 24;
const INDENT = '  ';

const TITLE = 'desk: pays a spreadsheet of payouts, follows each to its end, and leaves a report an auditor accepts.';

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
  const title = topic.length === 0 ? TITLE : `desk ${topic.join(' ')}: one of several commands.`;
  const lines = [
    ...wrapText(title, width),
    '',
    `Usage: desk ${topic.length === 0 ? 'COMMAND' : `${topic.join(' ')} COMMAND`} [options]`,
    '',
    'Commands',
    ...group.flatMap((candidate) => {
      const term = [...candidate.words, ...candidate.positionals.map(usageOf)].join(' ');
      return entry(term, { words: candidate.summary, width });
    }),
    '',
    ...optionLines('Options of every command', { specs: COMMON_OPTIONS, width }),
    '',
    'Exit codes',
    ...Object.entries(EXIT_WORDS).flatMap(([code, words]) => entry(code, { words, width })),
    '',
    ...wrapText('`desk COMMAND --help` explains a command. From a checkout, desk is `npm run -s desk --`.', width),
  ];
  return lines.join('\n');
}

function commandHelp(spec: AnyCommandSpec, width: number): string {
  const name = `desk ${spec.words.join(' ')}`;
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
  ];
  return lines.join('\n');
}

function usageOf(spec: ArgumentSpec<unknown>): string {
  const shown = termOf(spec);
  if (spec.presence === 'required') return shown;
  return spec.presence === 'repeated' ? `[${shown}]...` : `[${shown}]`;
}

/** Shape: a positional's label is its argument's name too. */
function termOf({ name, argument }: ArgumentSpec<unknown>): string {
  if (argument === name) return name;
  return argument === null ? `--${name}` : `--${name} ${argument}`;
}

function optionLines(
  heading: string,
  { specs, width }: { readonly specs: readonly ArgumentSpec<unknown>[]; readonly width: number },
): readonly string[] {
  return [heading, ...specs.flatMap((spec) => entry(termOf(spec), { words: spec.help, width }))];
}

function entry(term: string, { words, width }: { readonly words: string; readonly width: number }): readonly string[] {
  const indent = ' '.repeat(TERM_COLUMNS + INDENT.length * 2);
  const text = wrapText(words, Math.max(20, width - indent.length));
  const beside = term.length <= TERM_COLUMNS;
  const first = beside
    ? [`${INDENT}${padText(term, { columns: TERM_COLUMNS, to: 'left' })}${INDENT}${text[0] ?? ''}`]
    : [`${INDENT}${term}`, `${indent}${text[0] ?? ''}`];
  return [...first, ...text.slice(1).map((line) => `${indent}${line}`)];
}
