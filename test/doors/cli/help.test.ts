// Help shows exactly what the command table holds, at every width.

import { describe, expect, it } from 'vitest';
import { formatHelp } from '../../../electron/main/doors/cli/help.ts';
import { COMMANDS, parseArguments } from '../../../electron/main/doors/cli/parse-arguments.ts';
import { say, speakIn, typedCure } from '../../../electron/main/doors/cli/say.ts';
import { textWidth } from '../../../electron/main/doors/cli/text.ts';
import { LANGUAGES } from '../../../shared/report-forms.ts';

const TABLE = COMMANDS.map((spec) => ({ name: spec.name, spec }));

describe('the overall help', () => {
  it('lists every command with its summary, the common options and the exit codes', () => {
    const help = formatHelp([], 200);
    const lines = help.split('\n');
    for (const { name, spec } of TABLE) {
      const ending = `  ${say(spec.summary)}`;
      expect(lines.filter((line) => line.startsWith(`  ${name} `) && line.endsWith(ending))).toHaveLength(1);
    }
    for (const option of ['--data DIR', '--json', '--language en|hi', '--help']) expect(help).toContain(`  ${option} `);
    for (const code of ['0', '1', '2', '3', '4', '5', '6']) expect(help).toMatch(new RegExp(`^  ${code}  +\\S`, 'm'));
  });

  it('lists only the commands that begin with a given word', () => {
    const help = formatHelp(['order'], 80);
    expect(help).toContain('order create');
    expect(help).toContain('order status ORDERID');
    expect(help).not.toContain('wallet');
  });
});

describe('the help of a command', () => {
  it.each(TABLE)('shows each argument and option of $name, and no others', ({ name, spec }) => {
    const help = formatHelp(spec.words, 200);
    expect(help).toContain(`desk ${name}: ${say(spec.summary)}.`);
    const shown = [...help.matchAll(/^ {2}--([a-z0-9-]+)/gm)].map(([, option]) => option);
    expect(shown).toStrictEqual([
      ...spec.options.map((option) => option.name),
      'data',
      'json',
      'language',
      'quiet',
      'help',
    ]);
    for (const option of [...spec.options, ...spec.positionals]) expect(help).toContain(typedCure(option.help));
  });

  it('shows in its usage what must be there, what may be, and what may stand several times', () => {
    expect(formatHelp(['run'], 500)).toContain(
      'Usage: desk run FILE --profile NAME [--as PERSON] [--yes] [--only-payable] [--accept-warnings] [--accept-repeat BATCH]... ' +
        '[--pay-again PAYOUT,...]... [--pay-difference PAYOUT,...]... [--not-on-hold ROW,...]... [--include-hidden] [--remark TEXT] [--name TEXT] [--accept-claims DESK/BATCH]... [--until sent|settled] [--for SECONDS] [--command-id ID] [--sheet NAME] ' +
        '[--map field=Header]... [--header-row N] [--method [WORD=]METHOD]... [--word WORD=pay|unpaid]...',
    );
    expect(formatHelp(['watch'], 80)).toContain('Usage: desk watch [BATCH] [--for SECONDS]');
  });

  it.each(TABLE)('of $name ends with examples that can be typed as they stand', ({ spec }) => {
    const [, shown = ''] = formatHelp(spec.words, 60).split('\nExamples\n');
    const typed = shown.replaceAll(/ \\\n */g, ' ').split('\n');
    expect(spec.examples.length).toBeGreaterThan(0);
    expect(typed).toEqual(spec.examples.map((example) => `  desk ${example}`));
    for (const example of spec.examples) {
      expect(parseArguments(asShell(example))).toMatchObject({ kind: 'command' });
    }
    expect(parseArguments(asShell(spec.examples[0] ?? ''))).toMatchObject({ command: { name: spec.name } });
  });

  it.each(TABLE.filter(({ spec }) => spec.options.some(({ name }) => name === 'pay-again')))(
    'of $name shows how rows that repeat payments are named',
    ({ spec }) => {
      expect(spec.examples.at(-1)).toMatch(/ --pay-again B\d+\/\d+/);
    },
  );

  it.each([60, 80, 120])('is never wider than a terminal of %i columns', async (columns) => {
    const topics = [[], ['profile'], ...COMMANDS.map(({ words }) => words)];
    const inEach = LANGUAGES.map((language) =>
      speakIn(language, () => topics.map((topic) => formatHelp(topic, columns))),
    );
    const helps = (await Promise.all(inEach)).flat();
    const tooWide = helps.flatMap((help) => help.split('\n')).filter((line) => textWidth(line) > columns);
    expect(helps).toHaveLength(topics.length * 2);
    expect(tooWide).toStrictEqual([]);
  });

  it('is as wide as a usual terminal when it goes into a file', () => {
    expect(formatHelp(['run'], Number.POSITIVE_INFINITY)).toBe(formatHelp(['run'], 80));
  });
});

/** The words of a line as a shell passes them on: quotes joined, redirections its own. */
function asShell(line: string): readonly string[] {
  return [...line.replace(/ [<>] \S+$/, '').matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? '',
  );
}
