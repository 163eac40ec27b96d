// Widths, tables and spans: the basis of everything printed.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearestName } from '../../../electron/main/doors/cli/parse-arguments.ts';
import { typedCure } from '../../../electron/main/doors/cli/say.ts';
import { processStreams, textColumns } from '../../../electron/main/doors/cli/terminal.ts';
import {
  cutText,
  formatLocalTime,
  formatSpan,
  formatTable,
  plainText,
  textWidth,
  wrapText,
} from '../../../electron/main/doors/cli/text.ts';
import { fakeTerminal } from './fake-terminal.ts';

describe('the width of a text', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['₹1,000', 6],
    ['給与', 4],
    ['नमस्ते', 4],
    ['e\u0301', 1],
    ['🙂', 2],
    ['👨‍👩‍👧', 2],
    ['ａｂ', 4],
  ])('of %j is %i', (text, width) => {
    expect(textWidth(text)).toBe(width);
  });
});

const LETTERS = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

describe('cutting and wrapping', () => {
  it('never makes a text wider than it may be, nor loses a letter by wrapping', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 2, max: 30 }), (raw, columns) => {
        const text = plainText(raw);
        expect(textWidth(cutText(text, columns))).toBeLessThanOrEqual(columns);
        const lines = wrapText(text, columns);
        // A letter with several spacing marks can be wider than three columns, and cannot be split.
        const widestLetter = Math.max(0, ...Array.from(LETTERS.segment(text), ({ segment }) => textWidth(segment)));
        for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(Math.max(columns, widestLetter));
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
      }),
    );
  });

  it('shows what a terminal would obey as question marks', () => {
    expect(plainText('a\u001B[2J\u009B\t\r\n\u202E\u200Bb')).toBe('a?[2J??????b');
  });

  it('breaks at spaces', () => {
    expect(wrapText('one two three', 7)).toStrictEqual(['one two', 'three']);
  });
});

describe('a table', () => {
  it('keeps its columns under each other, whatever the letters', () => {
    const rows = [
      ['name', 'sum'],
      ['給与', '1'],
      ['a\nb', '1,000'],
    ];
    const lines = formatTable(['left', 'right'], { rows, width: 80 });
    expect(lines).toStrictEqual(['name    sum', '給与      1', 'a?b   1,000']);
  });

  it('lets free text give way, and lets a line be too long before it cuts a number', () => {
    const columns = ['cut', 'right'] as const;
    expect(formatTable(columns, { rows: [['abcdefghijkl', '123456']], width: 18 })).toStrictEqual([
      'abcdefghi…  123456',
    ]);
    expect(formatTable(columns, { rows: [['abcdefghijkl', '123456']], width: 5 })).toStrictEqual(['abcdefg…  123456']);
  });
});

describe('spans and times', () => {
  it.each([
    [0, '0 s'],
    [-5, '0 s'],
    [59_400, '59 s'],
    [59_600, '1 min 00 s'],
    [125_000, '2 min 05 s'],
    [3_900_000, '1 h 05 min'],
    [273_600_000, '3 d 4 h'],
  ])('shows %i ms as %s', (milliseconds, text) => {
    expect(formatSpan(milliseconds)).toBe(text);
  });

  it('shows a time in the local zone', () => {
    const noon = new Date(2026, 10, 21, 9, 5);
    expect(formatLocalTime(noon.getTime())).toBe('2026-11-21 09:05');
  });
});

describe('the nearest name', () => {
  it.each([
    ['profiel', 'profile'],
    ['rnu', 'run'],
    ['exp', 'export'],
    ['xyz', null],
  ])('of %s is %s', (word, name) => {
    expect(nearestName(word, ['profile', 'run', 'export', 'resume'])).toBe(name);
  });
});

describe('the streams', () => {
  it('have an edge on a screen only', () => {
    expect(textColumns(fakeTerminal({ columns: 100 }).streams, 'stdout')).toBe(100);
    expect(textColumns(fakeTerminal({ columns: 5 }).streams, 'stdout')).toBe(20);
    expect(textColumns(fakeTerminal({ tty: false }).streams, 'stdout')).toBe(Number.POSITIVE_INFINITY);
  });

  it('of this process are its own, with a plain yes or no about each', () => {
    const streams = processStreams();
    expect(streams.stdout).toBe(process.stdout);
    expect(streams.columns).toBeGreaterThan(0);
    for (const name of ['stdin', 'stdout', 'stderr'] as const) expect(typeof streams.isTty[name]).toBe('boolean');
  });

  it('outlive a reader that has left', async () => {
    const child = spawn(process.execPath, [fileURLToPath(new URL('./write-to-a-closed-pipe.ts', import.meta.url))]);
    child.stdout.destroy();
    child.stderr.destroy();
    child.stdin.end('nobody reads\n');
    const [exitCode]: unknown[] = await once(child, 'exit');
    expect(exitCode).toBe(0);
  });
});

describe('a command within a cure', () => {
  const sentence = '`desk resume B0001` goes on at this desk; `desk` alone shows the help.';

  it('is called as it is typed where the program is installed', () => {
    expect(typedCure(sentence, 'payout-desk')).toBe(
      '`payout-desk resume B0001` goes on at this desk; `payout-desk` alone shows the help.',
    );
    expect(typedCure(typedCure(sentence, 'payout-desk'), 'payout-desk')).toBe(typedCure(sentence, 'payout-desk'));
  });

  it('stays `desk` in a checkout', () => {
    expect(typedCure(sentence)).toBe(sentence);
  });
});
