// A list as exceljs writes it by itself, to compare the desk's own rows with. Formats and widths are stated here once more, so that
// none of them changes unseen.

import {
  cellOf,
  type ReportBook,
  RUPEES_FORMAT,
  sheetText,
  TEXT_FORMAT,
} from '../../electron/main/reports/report-book.ts';
import type { Column } from '../../electron/main/reports/report-payouts.ts';

const FORMATS = { text: TEXT_FORMAT, integer: '0', rupees: RUPEES_FORMAT, time: 'yyyy-mm-dd hh:mm:ss' };
const WIDTHS = { text: 22, integer: 9, rupees: 18, time: 20 };

interface List<Row> {
  readonly name: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: Iterable<Row>;
}

/** exceljs makes each row's cells and compares their styles. */
export async function fillByExceljs<Row>(book: ReportBook, { name, columns, rows }: List<Row>): Promise<void> {
  const sheet = book.addSheet(name, { frozenRows: 1 });
  sheet.columns = columns.map(({ kind }) => ({ width: WIDTHS[kind], style: { numFmt: FORMATS[kind] } }));
  const header = sheet.addRow(columns.map((column) => sheetText(column.name)));
  header.font = { bold: true };
  header.commit();
  let written = 1;
  for (const row of rows) {
    written += 1;
    sheet.addRow(columns.map(({ kind, read }) => cellOf(kind, read(row), book.offsetMinutes))).commit();
    if (written % 32 === 0) await book.yieldTurn();
  }
  sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: written, column: columns.length } };
  sheet.commit();
}
