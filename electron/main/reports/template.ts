import ExcelJS from 'exceljs';
import { invariant } from '../../../shared/failures.ts';
import { SHEET_MAX_ROWS } from '../../../shared/limits.ts';
import { type FileWriting, type FillFile, type WriteOptions, writeByEnding } from './atomic-file.ts';
import { BYTE_ORDER_MARK, csvLine, textCell } from './csv.ts';
import { RUPEES_FORMAT, TEXT_FORMAT } from './report-book.ts';

interface TemplateColumn {
  readonly header: string;
  readonly width: number;
  readonly note: string;
  readonly samples: readonly [upi: string, imps: string];
}

// The samples pay one rupee to nobody: no provider has the practice gateway's handle, and no bank account begins with ten zeros.
// So a sample row left in by mistake reaches no person. The branch is real, so that the samples pass the checks without a
// warning.
const COLUMNS: readonly TemplateColumn[] = [
  {
    header: 'Payment Method',
    width: 17,
    note: 'UPI or IMPS. For UPI fill in the UPI ID; for IMPS the account number and the IFSC.',
    samples: ['UPI', 'IMPS'],
  },
  { header: 'UPI ID', width: 28, note: 'For UPI: like name@bank.', samples: ['success@practice', ''] },
  {
    header: 'Account Number',
    width: 24,
    note: 'For IMPS. The column is formatted as text so that zeros at the start and long numbers stay whole.',
    samples: ['', '00000000000001'],
  },
  {
    header: 'IFSC',
    width: 15,
    note: 'For IMPS: 11 characters, the fifth is the digit 0.',
    samples: ['', 'HDFC0000001'],
  },
  {
    header: 'Amount',
    width: 16,
    note: 'In rupees, with at most two decimals. Type the number; do not use a formula.',
    samples: ['1.00', '1.00'],
  },
  {
    header: 'Remark',
    width: 30,
    note: 'Goes out with the payment. Banks usually show 30 characters.',
    samples: ['Sample - delete this row', 'Sample - delete this row'],
  },
  {
    header: 'Reference',
    width: 22,
    note: 'Optional: your own unique reference. Leave it empty and Payout Desk makes one.',
    samples: ['', ''],
  },
  {
    header: 'Name',
    width: 28,
    note: 'Optional, for your eyes: the name stays on this machine.',
    samples: ['Sample Person', 'Sample Vendor'],
  },
];

/** Writes a template. Refuses endings other than .csv and .xlsx, and on any writing error. */
export function writeTemplateFile(path: string, options: WriteOptions = {}): Promise<FileWriting> {
  return writeByEnding(
    { ...options, path },
    { what: 'template', forms: { '.csv': fillCsvTemplate, '.xlsx': fillXlsxTemplate } },
  );
}

const fillCsvTemplate: FillFile = (sink) => {
  const lines = [COLUMNS.map((column) => column.header), ...[0, 1].map((index) => COLUMNS.map(sampleOf(index)))];
  sink.end(BYTE_ORDER_MARK + lines.map((cells) => csvLine(cells.map(textCell))).join(''));
  return Promise.resolve(null);
};

// Written as a whole, unlike a report: exceljs then breaks characters of two UTF-16 halves, but a template has none.
const fillXlsxTemplate: FillFile = async (sink) => {
  const workbook = new ExcelJS.Workbook();
  workbook.creator = 'Payout Desk';
  const sheet = workbook.addWorksheet('Payments', { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = COLUMNS.map(({ header, width }) => ({
    header,
    width,
    style: { numFmt: header === 'Amount' ? RUPEES_FORMAT : TEXT_FORMAT },
  }));
  COLUMNS.forEach(({ note }, index) => {
    const cell = sheet.getCell(1, index + 1);
    cell.font = { bold: true };
    cell.note = note;
  });
  for (const index of [0, 1]) sheet.addRow(COLUMNS.map((column) => sampleCell(column, index)));
  invariant(takesValidations(sheet), 'the workbook library has no data validations');
  sheet.dataValidations.add(`A2:A${SHEET_MAX_ROWS}`, METHOD_CHOICE);
  await workbook.xlsx.write(sink);
  return null;
};

const METHOD_CHOICE: ExcelJS.DataValidation = {
  type: 'list',
  allowBlank: true,
  formulae: ['"UPI,IMPS"'],
  showErrorMessage: true,
  errorTitle: 'Payment method',
  error: 'Choose UPI or IMPS.',
};

/** Missing from exceljs's types: a validation can cover a whole range without creating its cells. */
interface TakesValidations {
  readonly dataValidations: { readonly add: (range: string, validation: ExcelJS.DataValidation) => void };
}

function takesValidations(sheet: object): sheet is TakesValidations {
  return 'dataValidations' in sheet;
}

function sampleOf(index: number): (column: TemplateColumn) => string {
  return ({ samples }) => (index === 0 ? samples[0] : samples[1]);
}

/** Only the amount is a number. An empty sample makes no cell. */
function sampleCell(column: TemplateColumn, index: number): string | number | undefined {
  const text = sampleOf(index)(column);
  if (text === '') return undefined;
  return column.header === 'Amount' ? Number(text) : text;
}
