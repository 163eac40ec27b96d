// How many questions each ordinary layout costs a person: at its first file, and at the next one, when its layout is remembered.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../../build/repository.ts';
import { CheckedSheet } from '../../electron/main/import/checked-sheet.ts';
import { loadIfscList } from '../../electron/main/import/ifsc-list.ts';
import { matchColumns } from '../../electron/main/import/match-columns.ts';
import { OtherColumns } from '../../electron/main/import/other-columns.ts';
import { readCsv } from '../../electron/main/import/read-csv.ts';
import { findMethodWords } from '../../electron/main/import/row-cells.ts';
import type { OpenedSheet } from '../../electron/main/import/table.ts';
import { FIELDS, type Field, NO_EDITS } from '../../shared/rows.ts';
import { LAYOUTS, type Layout } from '../import/layouts.ts';

const PAGE = join(REPOSITORY, 'docs', 'questions.md');
const LAYOUTS_COUNTED = 100;

/** Three rows as such a file has them. */
const VALUES: Readonly<Record<Field, readonly string[]>> = {
  paymentMethod: ['NEFT', 'NEFT', 'NEFT'],
  upiId: ['asha@okaxis', 'ravi@okaxis', 'meera@ybl'],
  accountNumber: ['50100123456789', '50100298765432', '50100387654321'],
  ifsc: ['HDFC0000001', 'HDFC0000001', 'HDFC0000001'],
  amount: ['25000', '18500', '31250.50'],
  remark: ['Salary Nov', 'Salary Nov', 'Salary Nov'],
  reference: ['INV101', 'INV102', 'INV103'],
  name: ['Asha Rao', 'Ravi Kumar', 'Meera Iyer'],
};

/** What other columns hold, by their headers; the first that fits. */
const OTHERS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/confirm|re-?enter|retype|again/i, VALUES.accountNumber],
  [/e-?mail/i, ['asha@acme.example', 'ravi@acme.example', 'meera@acme.example']],
  [/mobile|phone|contact|whatsapp/i, ['9820011111', '9820022222', '9820033333']],
  [/currency/i, ['INR', 'INR', 'INR']],
  [/debit|payer|sender|remitter|from|source|our /i, ['00998877665', '00998877665', '00998877665']],
  [/date|dt\b/i, [todayText(), todayText(), todayText()]],
  [/bank/i, ['HDFC Bank', 'HDFC Bank', 'HDFC Bank']],
  [/type/i, ['Savings', 'Savings', 'Savings']],
  [/sr|sl|no\b|id\b|code|number/i, ['1', '2', '3']],
];

function todayText(): string {
  const [year, month, day] = new Date().toISOString().slice(0, 10).split('-');
  return `${day}/${month}/${year}`;
}

function sheetOf({ headers, columns, cells = {} }: Layout): string {
  const names = headers.split('|');
  const cellOf = (header: string, row: number): string => {
    const field = FIELDS.find((one) => columns[one] === header);
    if (cells[header] !== undefined) return cells[header];
    if (field !== undefined) return VALUES[field][row] ?? '';
    return OTHERS.find(([pattern]) => pattern.test(header))?.[1][row] ?? '';
  };
  const rows = [0, 1, 2].map((row) => names.map((header) => cellOf(header, row)));
  return [names, ...rows].map((line) => `${line.map((cell) => `"${cell}"`).join(',')}\n`).join('');
}

interface Cost {
  readonly first: number;
  readonly second: number;
  readonly needsRemark: boolean;
  readonly about: readonly string[];
}

/** A question is a column to choose, a word to explain, a tick, or errors of one kind. */
async function costOf(layout: Layout): Promise<Cost> {
  const reading = readCsv(sheetOf(layout));
  if (reading.kind === 'refused') throw new Error(`${layout.name}: ${reading.refusal.code}`);
  const { table } = reading;
  const file = { name: 'layout.csv', sizeBytes: 1, sha256: '' as OpenedSheet['file']['sha256'] };
  const sheet = { file, sheets: [], table, branches: await loadIfscList() };
  const matched = matchColumns(table, {});
  const questions = matched.kind === 'refused' ? matched.questions : [];
  const about =
    matched.kind === 'refused' ? [matched.refusal.code, ...questions.slice(1).map(() => 'more columns')] : [];
  const money = questions.flatMap(({ named }) => named);
  const ofFirst = matched.kind === 'columns' ? matched : matchColumns(table, layout.columns, { money });
  if (ofFirst.kind === 'refused') throw new Error(`${layout.name}: cannot be matched`);
  const ofSecond = matchColumns(table, {}, { remembered: layout.columns, money });
  if (ofSecond.kind === 'refused') throw new Error(`${layout.name}: is asked about again`);
  const methods = findMethodWords(table, ofFirst.columns).map(({ word }) => ({ word, as: 'IMPS' as const }));
  const words = new OtherColumns(table, ofFirst.columns).asked.map(({ column, word }) => ({
    column,
    word,
    as: 'pay' as const,
  }));
  const ask = (columns: typeof ofFirst.columns): readonly string[] => {
    const fillRemark = columns.remark === undefined ? 'Salary' : null;
    const rules = { columns, fillRemark, methods, words, includeHidden: false, maxPayoutPaise: null };
    const checked = CheckedSheet.open(sheet, rules, NO_EDITS);
    if ('code' in checked) return [checked.code];
    const issues = checked.asFile().issues.filter(({ severity }) => severity !== 'notice');
    return [...new Set(issues.map(({ code, message }) => `${code} ${JSON.stringify(message)}`))].map(
      (text) => text.split(' ', 1)[0] ?? '',
    );
  };
  about.push(...methods.map(() => 'methodsAsked'), ...words.map(() => 'wordsAsked'), ...ask(ofFirst.columns));
  const second = ask(ofSecond.columns);
  return { first: about.length, second: second.length, needsRemark: layout.columns.remark === undefined, about };
}

/** Writes the page of questions and prints its totals. Returns how many layouts ask anything at their second file. */
export async function countQuestions(): Promise<number> {
  const layouts = LAYOUTS.filter(({ asks }) => asks === undefined).slice(0, LAYOUTS_COUNTED);
  const costs: (readonly [Layout, Cost])[] = [];
  for (const layout of layouts) costs.push([layout, await costOf(layout)]);
  const sum = (of: (cost: Cost) => number): number => costs.reduce((total, [, cost]) => total + of(cost), 0);
  const [first, second] = [sum((cost) => cost.first), sum((cost) => cost.second)];
  const said =
    `${layouts.length} layouts: ${(first / layouts.length).toFixed(2)} questions on average at the first file, ` +
    `${(second / layouts.length).toFixed(2)} at the second.`;
  const lines = costs.map(
    ([{ name }, cost]) =>
      `| ${name} | ${cost.first} | ${cost.second} | ${cost.needsRemark ? 'yes' : ''} | ${[...new Set(cost.about)].join(', ')} |`,
  );
  writeFileSync(PAGE, `${HEAD}${said}\n\n${TABLE}${lines.join('\n')}\n`);
  process.stdout.write(`${said}\n`);
  return costs.filter(([, cost]) => cost.second > 0).length;
}

const HEAD = `# How many questions a layout costs

\`npm run corpus -- --questions\` writes this page from the layouts in \`test/import/layouts.ts\`: those of banks, payrolls, gateways and
shops that a person need not be asked about on purpose. Each is filled with three plausible rows and read as its first file, then
as its second, when its columns, methods and words are remembered. A question is a column to choose, a word to explain, a tick, or
errors of one kind. A remark that the file lacks is typed once for all rows, and stands apart.

`;
const TABLE = `| layout | first file | second file | remark to type | about |
|---|---|---|---|---|
`;
