// How many values written by other programs and read by ours were altered on the way.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkFile } from '../../electron/main/import/open-sheet.ts';
import { workerFiles } from '../../electron/main/platform/worker-files.ts';
import { inEnglish } from '../../shared/messages/speak.ts';
import { decimalText } from '../../shared/money.ts';
import type { CheckedRow } from '../../shared/rows.ts';
import { type Random, seededRandom } from '../seeded/random.ts';

const HEADERS = ['Method', 'UPI ID', 'Account Number', 'IFSC', 'Amount', 'Remark', 'Reference', 'Name'];
/** Of the eight columns a UPI row fills six and an IMPS row seven. */
const FILLED_CELLS_OF_TWO_ROWS = 13;
const OFFICE_TIMEOUT_MS = 900_000;
/** As text, except the amounts: separator, quote, UTF-8, first line, each column's type, English numbers. */
const CSV_IMPORT = 'CSV:44,34,76,1,1/2/2/2/3/2/4/2/5/1/6/2/7/2/8/2,1033';
const CSV_EXPORT = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,1033,false,true,false';

type Cells = readonly string[];

/** Writes a third of the cells with each program and reads them. Returns how many differ. */
export async function countAltered({
  cells,
  seed,
}: {
  readonly cells: number;
  readonly seed: number;
}): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'payout-cells-'));
  const rowCount = Math.ceil((cells / 3 / FILLED_CELLS_OF_TWO_ROWS) * 2);
  let altered = 0;
  try {
    for (const writer of WRITERS) {
      const { name } = writer;
      const rows = makeRows(seededRandom(seed, name), rowCount);
      const startedMs = performance.now();
      const path = writer.write(folder, rows);
      const wrong = await compare(path, rows);
      altered += wrong;
      const count = rows.reduce((sum, row) => sum + row.filter((cell) => cell !== '').length, 0);
      const seconds = ((performance.now() - startedMs) / 1_000).toFixed(0);
      process.stdout.write(`${name.padEnd(36)} ${count} values, ${wrong} altered, ${seconds} s\n`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  process.stdout.write(`seed ${seed}: ${altered} altered\n`);
  return altered;
}

interface Writer {
  readonly name: string;
  /** Returns the path of the file it wrote. */
  write(folder: string, rows: readonly Cells[]): string;
}

const WRITERS: readonly Writer[] = [
  {
    name: 'openpyxl to .xlsx',
    write: (folder, rows) => writeByOpenpyxl(join(folder, 'openpyxl.xlsx'), { folder, rows }),
  },
  {
    name: 'LibreOffice, CSV to .xlsx',
    write(folder, rows) {
      const source = join(folder, 'office.csv');
      writeFileSync(source, csvOf(rows));
      convert(folder, source, [`--infilter=${CSV_IMPORT}`, '--convert-to', 'xlsx:Calc MS Excel 2007 XML']);
      return join(folder, 'office.xlsx');
    },
  },
  {
    name: 'openpyxl and LibreOffice, to .csv',
    write(folder, rows) {
      const source = writeByOpenpyxl(join(folder, 'back.xlsx'), { folder, rows });
      convert(folder, source, ['--convert-to', CSV_EXPORT]);
      return join(folder, 'back.csv');
    },
  },
];

function writeByOpenpyxl(
  path: string,
  { folder, rows }: { readonly folder: string; readonly rows: readonly Cells[] },
): string {
  const source = join(folder, 'rows.csv');
  writeFileSync(source, csvOf(rows));
  execFileSync('/usr/bin/python3', [join(import.meta.dirname, 'make', 'write_cells.py'), source, `${path}.part`]);
  renameSync(`${path}.part`, path);
  return path;
}

function convert(folder: string, source: string, words: readonly string[]): void {
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  const options = { timeout: OFFICE_TIMEOUT_MS, stdio: 'ignore' } as const;
  execFileSync('soffice', [profile, '--headless', ...words, '--outdir', folder, source], options);
}

function csvOf(rows: readonly Cells[]): string {
  const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
  return [HEADERS, ...rows].map((row) => `${row.map(quoted).join(',')}\n`).join('');
}

const NAMES = [
  'Ravi Kumar',
  "D'Souza, Maria",
  'रवि कुमार शर्मा',
  'ரவி குமார்',
  'రవి కుమార్',
  'রবি কুমার',
  'રવિ કુમાર',
  'ರವಿ ಕುಮಾರ್',
  'Renée O’Neil',
  '007 Traders "Best" & Co',
] as const;
const REMARKS = [
  'Salary',
  'Nov 2026',
  '0012',
  '2026-11-24',
  '11/24',
  'A & B',
  '"quoted"',
  'x, y',
  'वेतन',
  '1.50',
] as const;
const BANKS = ['HDFC0000001', 'SBIN0000300', 'ICIC0000004', 'UTIB0000004', 'PUNB0000100'] as const;

/** Rows that are all payable: a row that is not paid was altered. */
function makeRows(random: Random, count: number): Cells[] {
  const digits = (length: number): string => Array.from({ length }, () => random.below(10)).join('');
  return Array.from({ length: count }, (_, at) => {
    const isUpi = at % 2 === 0;
    const account = `${random.percent(30) ? '00' : '7'}${digits(random.between(8, 15))}1`;
    return [
      isUpi ? 'UPI' : 'IMPS',
      isUpi ? `p.${digits(6)}-${at}@okaxis` : '',
      isUpi ? '' : account,
      isUpi ? '' : random.pick(BANKS),
      decimalText(random.between(1, 10_000_000)),
      random.pick(REMARKS),
      `R${at}/${digits(4)}`,
      random.pick(NAMES),
    ];
  });
}

async function compare(path: string, rows: readonly Cells[]): Promise<number> {
  const request = { path, sheet: null, encoding: null, columns: [], fillRemark: null, includeHidden: false };
  const result = await checkFile({ ...request, maxPayoutPaise: null }, { xlsxWorkerUrl: workerFiles().xlsx });
  if (result.kind === 'refused')
    throw new Error(`refused: ${result.refusal.code} ${inEnglish(result.refusal.message)}`);
  const read = result.checked.rows.map(cellsOf);
  return rows.reduce((sum, row, at) => sum + row.filter((cell, column) => cell !== read[at]?.[column]).length, 0);
}

function cellsOf(row: CheckedRow): Cells {
  if (row.kind === 'blocked') return [];
  const { beneficiary, amountPaise, remark, reference, name } = row.payment;
  const payee =
    beneficiary.method === 'UPI'
      ? ['UPI', beneficiary.upiId, '', '']
      : ['IMPS', '', beneficiary.accountNumber, beneficiary.ifsc];
  return [...payee, decimalText(amountPaise), remark, reference ?? '', name ?? ''];
}
