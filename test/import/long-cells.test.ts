// A cell may hold 32,767 characters, and a sheet may hold the same one 100,000 times. The time to read a cell's text may only
// grow linearly with its length: an expression that restarts at each character takes minutes.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { foldName, personKey } from '../../electron/main/domain/person-key.ts';
import { hasSentenceWord, isSpoken } from '../../electron/main/import/cell-says.ts';
import { contradicts, fits, holdsMoney } from '../../electron/main/import/column-content.ts';
import { leavesForm } from '../../electron/main/import/column-form.ts';
import { namesDiffer } from '../../electron/main/import/compare-names.ts';
import { canonical, meaningOf, parseFieldName } from '../../electron/main/import/field-names.ts';
import {
  isColumnHeader,
  isHarmless,
  isLabelAlone,
  isSignature,
  mayBeName,
} from '../../electron/main/import/harmless-texts.ts';
import { knownIn, type Role } from '../../electron/main/import/known-words.ts';
import { daysIn } from '../../electron/main/import/pay-dates.ts';
import { checkShape, sniffDelimiter, takeSeparatorLine } from '../../electron/main/import/read-csv.ts';
import * as characters from '../../electron/main/import/row-cells.ts';
import { isAccountLike, isPayeeLike } from '../../electron/main/import/shapes.ts';
import { suggestIfsc, suggestText } from '../../electron/main/import/suggestions.ts';
import { shownHeader } from '../../electron/main/import/table.ts';
import { otherUnitIn, unitAlone } from '../../electron/main/import/units.ts';
import { nearHandles } from '../../electron/main/import/upi-handles.ts';
import { VOCABULARY } from '../../electron/main/import/vocabulary.ts';
import { kindOfFormat, unescapeText } from '../../electron/main/import/xlsx-strings.ts';
import { isPlain } from '../../shared/deceptive-name.ts';
import { parseReference } from '../../shared/ids.ts';
import { CELL_MAX_CHARACTERS } from '../../shared/limits.ts';
import { parseRupees, parseTotalRupees, plainPaise } from '../../shared/money.ts';
import { FIELDS } from '../../shared/rows.ts';
import { checkBytes, codes, handMade } from './files.ts';

/** A single pass over a cell takes a twentieth of this; a quadratic one takes ten times as much. */
const CALL_MAX_MS = 40;

const FILLINGS = [
  ' ',
  '.',
  '0',
  '1',
  '"',
  "'",
  ',',
  '-',
  '/',
  '=',
  '@',
  '(',
  '[',
  'a',
  'A',
  '\t',
  '\n',
  '\r\n',
  '*',
].concat([
  '\u00a0',
  '\u200b',
  '\u200d',
  '\u0915\u200d',
  'क',
  '₹',
  '😀',
  'a ',
  'a.',
  '0,',
  ',00',
  'aA',
  'a@',
  '_x',
  'total ',
  'e+',
  '\\',
]);
const FRAMES: readonly (readonly [string, string])[] = [
  ['', ''],
  ['a', '!'],
  ['1', 'x'],
  ['a@b', '!'],
  ['="', ''],
  ['rs', '.'],
  ['--', 'x'],
  [':', 'x'],
];

const HOSTILE = FILLINGS.flatMap((filling) =>
  FRAMES.map(([before, behind]) => {
    const room = CELL_MAX_CHARACTERS - before.length - behind.length;
    return `${before}${filling.repeat(Math.floor(room / filling.length))}${behind}`;
  }),
);

/** The slowest text, by the best of three tries, because a busy machine is no fault of ours. */
function slowest(act: (text: string) => unknown, texts: readonly string[] = HOSTILE): { ms: number; text: string } {
  let worst = { ms: 0, text: '' };
  for (const text of texts) {
    let best = Number.POSITIVE_INFINITY;
    for (let turn = 0; turn < 3 && best > CALL_MAX_MS / 2; turn += 1) {
      const began = process.cpuUsage();
      act(text);
      best = Math.min(best, process.cpuUsage(began).user / 1_000);
    }
    if (best > worst.ms) worst = { ms: best, text: `${text.slice(0, 8)}…${text.slice(-3)}` };
    if (best > CALL_MAX_MS) break;
  }
  return worst;
}

const CELLS = new characters.RowCells(
  {
    sheet: null,
    headerRowNumber: 1,
    headers: ['Remark'],
    rows: [],
    rowNumbers: [],
    kinds: null,
    hidden: null,
    hiddenColumns: new Set(),
  },
  {},
);

const NO_BRANCHES = { isListed: () => false, bankOf: () => null };
const SUGGESTED = ['ifscSlip', 'upiHandle', 'upiShape', 'accountShape', 'amountGrouping', 'amountDecimals'];

const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  parseRupees,
  parseTotalRupees,
  plainPaise,
  trimSpaces: characters.trimSpaces,
  seen: (text) => CELLS.seen('remark', text),
  isPlain,
  findUnseen: characters.findUnseen,
  reportForeign: (text) => CELLS.reportForeign('remark', text),
  hasEmoji: characters.hasEmoji,
  canonical,
  meaningOf,
  parseFieldName,
  shownHeader,
  kindOfFormat: (text) => kindOfFormat(164, text),
  unescapeText,
  parseReference,
  foldName,
  namesDiffer: (text) => namesDiffer(text, `${text} a`),
  suggestText: (text) => SUGGESTED.map((code) => suggestText(code, text, NO_BRANCHES)),
  suggestIfsc: (text) => suggestIfsc(text, NO_BRANCHES),
  hasSentenceWord,
  isSpoken,
  leavesForm: (text) => leavesForm(['A1', 'A2', 'A3', text], 'any')?.(text),
  otherUnitIn,
  unitAlone,
  nearHandles,
  isPayeeLike,
  isAccountLike,
  isHarmless,
  isLabelAlone,
  isSignature,
  mayBeName,
  isColumnHeader,
  daysIn: (text) => daysIn(text, 2_026),
  personKey: (text) => personKey({ method: 'IMPS', accountNumber: text, ifsc: 'HDFC0000001' }),
  ...Object.fromEntries(
    FIELDS.flatMap((field) => [
      [`fits ${field}`, (text: string) => fits(field, [text, 'a', 'a'])],
      [`contradicts ${field}`, (text: string) => contradicts(field, [text, 'a', 'a'])],
    ]),
  ),
  ...Object.fromEntries(
    (Object.keys(VOCABULARY) as Role[]).map((role) => [`knownIn ${role}`, (text: string) => knownIn(text, role)]),
  ),
  holdsMoney: (text) => holdsMoney([text]),
  takeSeparatorLine,
  sniffDelimiter,
  checkShape: (text) => checkShape(text, { delimiter: ',', firstLine: 1 }),
};

describe('what reads the text of a cell', () => {
  it.each(Object.entries(READERS))('takes no longer for a long one than it must: %s', (_, read) => {
    expect(slowest(read)).toMatchObject({ ms: expect.toSatisfy((ms) => ms <= CALL_MAX_MS) });
  });
});

const ROOT = join(import.meta.dirname, '../..');
const ROOMS = ['electron/main/import', 'electron/main/desk', 'shared', 'renderer'];
/** A regular expression literal, with what comes before its opening slash. */
const LITERAL =
  /(?:[(,=:[!&|?{};]\s*|return\s|^\s*)(\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[dgimsuvy]*)/gm;

interface Expression {
  readonly where: string;
  readonly source: string;
}

function expressions(): readonly Expression[] {
  return ROOMS.flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .flatMap((name) => {
        const text = readFileSync(join(ROOT, room, name), 'utf8');
        const found = Array.from(text.matchAll(LITERAL), ([, source = '']) => ({ where: `${room}/${name}`, source }));
        return found.filter(({ source }) => compile(source) !== null);
      }),
  );
}

function compile(source: string): RegExp | null {
  const end = source.lastIndexOf('/');
  try {
    return new RegExp(source.slice(1, end), source.slice(end + 1));
  } catch {
    return null;
  }
}

function runOver(source: string, texts = HOSTILE): ReturnType<typeof slowest> {
  const expression = compile(source);
  return slowest((text) => expression !== null && text.replace(expression, ''), texts);
}

describe('the expressions of the rooms in which cells are read', () => {
  it('are found, and one that is quadratic is noticed', () => {
    const found = expressions();
    expect(found.length).toBeGreaterThan(60);
    expect(found.map(({ source }) => source)).toEqual(expect.arrayContaining(['/^[\\x20-\\x7e]*$/', '/[eE]/']));
    const spaces = [`a${' '.repeat(10_000)}!`];
    expect(runOver('/[ \\t]+$/g', spaces).ms).toBeGreaterThan(CALL_MAX_MS);
    expect(runOver('/(?:^|[^a-z])(?:sub)?\\s*total/i', spaces).ms).toBeGreaterThan(CALL_MAX_MS);
  });

  it('take a time that grows with the text and no faster', { timeout: 60_000 }, () => {
    const slow = expressions()
      .map(({ where, source }) => ({ where, source, ...runOver(source) }))
      .filter(({ ms }) => ms > CALL_MAX_MS);
    expect(slow).toEqual([]);
  });

  it('are written as literals, so that they are found', () => {
    const made = ROOMS.flatMap((room) =>
      readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' }).filter(
        (name) => /\.tsx?$/.test(name) && readFileSync(join(ROOT, room, name), 'utf8').includes('new RegExp('),
      ),
    );
    expect(made).toEqual([]);
  });
});

describe('a sheet that holds one long text in every row', () => {
  const ROWS = 100_000;
  const spaces = ' '.repeat(32_000);
  const rowsOf = (cells: string): string =>
    Array.from(
      { length: ROWS },
      (_, row) => `<row r="${row + 2}">${cells.replaceAll('#', String(row + 2))}</row>`,
    ).join('');
  const shared = (column: string, index: number): string => `<c r="${column}#" t="s"><v>${index}</v></c>`;
  const header = `<row r="1">${['A', 'B', 'C', 'D'].map((column, index) => `<c r="${column}1" t="s"><v>${index}</v></c>`).join('')}</row>`;
  const strings = (long: string): string =>
    ['upi', 'amount', 'remark', 'note 2', long, 'asha@okaxis', '500', 'pay']
      .map((text) => `<si><t xml:space="preserve">${text}</t></si>`)
      .join('');
  const book = (long: string, cells: string): Uint8Array =>
    handMade({ sheet: `<sheetData>${header}${rowsOf(cells)}</sheetData>`, strings: strings(long) });

  it.each([
    ['spaces in every column', spaces, shared('A', 4) + shared('B', 4) + shared('C', 4) + shared('D', 4)],
    ['spaces between letters in the payment columns', `a${spaces}b`, shared('A', 4) + shared('B', 4) + shared('C', 4)],
    ['spaces beside an amount without a payee', `a${spaces}b`, shared('B', 6) + shared('D', 4)],
    ['spaces where nobody is named', spaces, shared('A', 4) + shared('B', 6) + shared('C', 7)],
  ])('is read in seconds: %s', { timeout: 60_000 }, async (_what, long, cells) => {
    const began = performance.now();
    const result = await checkBytes(book(long, cells));
    expect(performance.now() - began).toBeLessThan(30_000);
    if (result.kind === 'checked') expect(result.checked.payableCount).toBe(0);
    else expect(result.refusal.code).toBe('noRows');
  });

  it('is paid where the long text is in a column that is not sent', { timeout: 60_000 }, async () => {
    const cells = shared('A', 5) + shared('B', 6) + shared('C', 7) + shared('D', 4);
    const result = await checkBytes(book(`a${spaces}b`, cells));
    if (result.kind !== 'checked') throw new Error(result.refusal.code);
    expect(result.checked.payableCount).toBe(ROWS);
  });
});

describe('a cell that is longer than any value', () => {
  it('is an error of its row that names the cell', async () => {
    const result = await checkBytes(`upi,amount,remark\nravi@okaxis,500,${'x'.repeat(1_001)}\nasha@okaxis,500,x\n`);
    if (result.kind !== 'checked') throw new Error(result.refusal.code);
    expect(codes(result.checked.issues)).toEqual(['valueTooLong@2']);
    expect(result.checked.payableCount).toBe(1);
  });
});
