// One list of a report as a sheet: a header that stays in view and filters, one row for each entry. In: columns and
// rows. Out: the sheet in the workbook, or a refusal when it has more rows than a sheet can hold. This file must never
// sum or judge.

import type { Refusal } from '../../../shared/issues.ts';
import { REPORT_ROWS_PER_TURN, SHEET_MAX_ROWS } from '../../../shared/limits.ts';
import { asPaise, decimalText } from '../../../shared/money.ts';
import { localIso } from './local-time.ts';
import type { CellKind, CellValue, Column } from './payout-columns.ts';
import { type ReportBook, RUPEES_FORMAT, TEXT_FORMAT } from './report-book.ts';
import { type SheetText, sheetText } from './sheet-text.ts';

export interface ListSheet<Row> {
  readonly name: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: Iterable<Row>;
}

const FORMATS: Readonly<Record<CellKind, { readonly numFmt: string; readonly width: number }>> = {
  text: { numFmt: TEXT_FORMAT, width: 22 },
  integer: { numFmt: '0', width: 9 },
  rupees: { numFmt: RUPEES_FORMAT, width: 18 },
  time: { numFmt: TEXT_FORMAT, width: 29 },
};

/** Writes a list as a sheet. Errors: a refusal when a sheet cannot hold it; throws what the rows throw. */
export async function writeListSheet<Row>(
  book: ReportBook,
  { name, columns, rows }: ListSheet<Row>,
): Promise<Refusal | null> {
  const sheet = book.addSheet(name, { frozenRows: 1 });
  sheet.columns = columns.map(({ kind }) => ({ width: FORMATS[kind].width, style: { numFmt: FORMATS[kind].numFmt } }));
  const header = sheet.addRow(columns.map((column) => sheetText(column.name)));
  header.font = { bold: true };
  header.commit();
  let written = 1;
  for (const row of rows) {
    if (written === SHEET_MAX_ROWS) return tooLong(name);
    sheet.addRow(columns.map(({ kind, read }) => cellOf(kind, read(row)))).commit();
    written += 1;
    if (written % REPORT_ROWS_PER_TURN === 0) await book.pace();
  }
  sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: written, column: columns.length } };
  sheet.commit();
  await book.pace();
  return null;
}

/** A cell's value. Units: `rupees` takes paise. */
export function cellOf(kind: CellKind, value: CellValue): SheetText | number {
  if (value === null) return undefined;
  if (typeof value === 'string') return sheetText(value);
  // The double nearest to the decimal text is the one that every spreadsheet shows as that text.
  if (kind === 'rupees') return Number(decimalText(asPaise(value)));
  return kind === 'time' ? localIso(value) : value;
}

function tooLong(name: string): Refusal {
  return {
    code: 'tooManyRows',
    message: `The sheet ${name} would have more rows than a workbook can hold.`,
    cure: 'Export as .csv.',
  };
}
