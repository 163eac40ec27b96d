// Spreadsheets of payouts for the tests. Never use the desk's own reader or money here: the meaning of a row is written out by
// hand.

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import ExcelJs from 'exceljs';
import Papa from 'papaparse';

/** One row; `amount` as in the sheet, with two decimals. */
export interface PayoutRow {
  readonly name: string;
  readonly method: 'UPI' | 'IMPS';
  readonly upi: string;
  readonly account: string;
  readonly ifsc: string;
  readonly amount: string;
  readonly remark: string;
  readonly reference: string;
}

export const HEADERS = [
  'Employee Name',
  'Payment Method',
  'UPI ID',
  'Account Number',
  'IFSC',
  'Amount',
  'Remark',
  'Reference',
] as const;

/** Rows that are all payable: every third by bank, all kinds of paise, account numbers with leading zeros. */
export function makeRows(count: number, { label = 'row', references = false } = {}): PayoutRow[] {
  return Array.from({ length: count }, (_, index): PayoutRow => {
    const number = String(index + 1).padStart(4, '0');
    const byBank = index % 3 === 2;
    return {
      name: `Person ${label} ${number}`,
      method: byBank ? 'IMPS' : 'UPI',
      upi: byBank ? '' : `${label}.${number}@okbank`,
      account: byBank ? `00${number}7700${number}` : '',
      ifsc: byBank ? 'HDFC0000001' : '',
      amount: `${100 + index}.${String((index * 7) % 100).padStart(2, '0')}`,
      remark: `Salary ${label} ${number}`,
      reference: references ? `${label.toUpperCase()}-2026/${number}` : '',
    };
  });
}

function cellsOf(row: PayoutRow): string[] {
  const { name, method, upi, account, ifsc, amount, remark, reference } = row;
  return [name, method, upi, account, ifsc, amount, remark, reference];
}

/** Writes rows as CSV. */
export function writeCsv(
  folder: string,
  { name, rows }: { readonly name: string; readonly rows: readonly PayoutRow[] },
): string {
  const file = path.join(folder, name);
  writeFileSync(file, `${Papa.unparse([[...HEADERS], ...rows.map(cellsOf)])}\r\n`);
  return file;
}

/** Writes rows as a workbook, with amounts as numbers. `hidden` lists rows of the sheet; the header is row 1. */
export async function writeXlsx(
  folder: string,
  {
    name,
    rows,
    hidden = [],
    others = {},
  }: {
    readonly name: string;
    readonly rows: readonly PayoutRow[];
    readonly hidden?: readonly number[];
    readonly others?: Readonly<Record<string, readonly PayoutRow[]>>;
  },
): Promise<string> {
  const file = path.join(folder, name);
  const book = new ExcelJs.Workbook();
  for (const [title, payouts] of [['Salaries', rows] as const, ...Object.entries(others)]) {
    const sheet = book.addWorksheet(title);
    sheet.addRow([...HEADERS]);
    for (const row of payouts)
      sheet.addRow(cellsOf(row).map((cell, at) => (HEADERS[at] === 'Amount' ? Number(cell) : cell)));
  }
  const [first] = book.worksheets;
  for (const number of hidden) if (first !== undefined) first.getRow(number).hidden = true;
  await book.xlsx.writeFile(file);
  return file;
}

/** The amount of a row in paise. */
export function paiseOf({ amount }: Pick<PayoutRow, 'amount'>): number {
  return Number(amount.replace('.', ''));
}

/** The JSON number that the gateway must receive: the shortest exact decimal. */
export function jsonAmountOf({ amount }: PayoutRow): string {
  return amount.replace(/\.00$/, '').replace(/(\.\d)0$/, '$1');
}

/** The sum of the rows in paise. */
export function totalPaiseOf(rows: readonly PayoutRow[]): number {
  return rows.reduce((sum, row) => sum + paiseOf(row), 0);
}
