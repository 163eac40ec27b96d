// The sheet of a workbook that has payments. Beside it may be sheets of instructions or of master data, about which nobody needs
// to be asked. Where two sheets may have payments, a person chooses.

import type { SheetName } from '../../../shared/rows.ts';
import { isHarmless } from './harmless-texts.ts';
import { isKnown } from './known-words.ts';
import { matchColumns } from './match-columns.ts';
import type { TableReading } from './read-csv.ts';
import { readXlsx, readXlsxTexts } from './read-xlsx.ts';
import { isPayeeLike } from './shapes.ts';
import type { OtherSheet, Table } from './table.ts';

/** Larger workbooks, or those with more sheets, would take long to search: a person chooses. */
export const SEARCHED_MAX_BYTES = 4 * 1024 * 1024;
const SHEETS_MAX = 6;

interface Workbook {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly sheets: readonly SheetName[];
  readonly headerRow: number | null;
}

/** The reading of the only visible sheet that may have payments; null when there are several, or none. */
export async function findPayingSheet(
  { bytes, sheets, headerRow }: Workbook,
  workerUrl: URL,
): Promise<TableReading | null> {
  const visible = sheets.filter(({ hidden }) => !hidden);
  if (visible.length > SHEETS_MAX) return null;
  let only: TableReading | null = null;
  for (const { name } of visible) {
    const reading = await readXlsx({ bytes: bytes.slice(), sheet: name, headerRow }, workerUrl);
    const mayPay =
      reading.kind === 'table' ? mayHavePayments(reading.table) : await namesPayees(bytes.slice(), name, workerUrl);
    if (!mayPay) continue;
    if (only !== null) return null;
    only = reading;
  }
  return only;
}

/** Of a longer sheet only so many lines are read: a list of those who are not paid is short. */
const OTHER_LINES_MAX = 2_000;

/** The other visible sheets beside the one that is paid, without those whose names are harmless. */
export async function readOtherSheets(
  { bytes, sheets }: Omit<Workbook, 'headerRow'>,
  paid: string | null,
  workerUrl: URL,
): Promise<readonly OtherSheet[]> {
  const others = sheets.filter(({ name, hidden }) => !hidden && name !== paid);
  if (others.length >= SHEETS_MAX) return [];
  const found: OtherSheet[] = [];
  for (const { name } of others) {
    if (isHarmless(name) || isKnown(name.trim().toLowerCase(), 'harmless', 'sheet')) continue;
    const texts = await readXlsxTexts({ bytes: bytes.slice(), sheet: name }, workerUrl);
    if (texts.kind === 'refused') continue;
    const lines: (readonly string[])[] = [];
    for (const cells of texts.rows) {
      if (lines.length === OTHER_LINES_MAX) break;
      lines.push(cells);
    }
    found.push({ sheet: name, lines });
  }
  return found;
}

/** Whether a table has amounts, or columns that may be amounts. */
function mayHavePayments(table: Table): boolean {
  const matching = matchColumns(table, {});
  if (matching.kind === 'columns') return true;
  const { amount } = matching.columns;
  switch (matching.refusal.code) {
    case 'columnsUnknown':
      return table.rows.some(namesPayee);
    case 'columnMissing':
      return amount !== undefined;
    default:
      return true;
  }
}

/** Whether any cell of a sheet without a sound table is a UPI ID, an account or an IFSC. */
async function namesPayees(bytes: Uint8Array<ArrayBuffer>, sheet: string, workerUrl: URL): Promise<boolean> {
  const texts = await readXlsxTexts({ bytes, sheet }, workerUrl);
  if (texts.kind === 'refused') return texts.refusal.code !== 'emptyFile';
  for (const cells of texts.rows) if (namesPayee(cells)) return true;
  return false;
}

function namesPayee(cells: readonly string[]): boolean {
  return cells.some((cell) => cell.length < 300 && isPayeeLike(cell.trim()));
}
