// Why a whole file is refused, in sentences for people. In: a code and its details. Out: a Refusal.
// This file must never put a cell's content into a sentence, except header and sheet names: content may be an account number.

import type { Refusal } from '../../../shared/issues.ts';

interface Words {
  readonly message: string;
  readonly cure: string;
}

const SAVE_AS = 'Open it in Excel or LibreOffice and save it as .xlsx or as CSV.';
const EXPORT_AGAIN = 'Open the file in Excel or LibreOffice, correct the line and save it again.';
const SAVE_AGAIN = 'Open it in Excel or LibreOffice, save it again as .xlsx, and open the new file.';

const WORDS = {
  missingFile: { message: 'There is no such file.', cure: 'Check the path and the file name.' },
  directory: { message: 'This is a folder, not a file.', cure: 'Choose the spreadsheet inside it.' },
  notAFile: { message: 'This is not an ordinary file.', cure: 'Choose a CSV or XLSX file on a disk.' },
  lockedFile: { message: 'Another program holds the file.', cure: 'Close it in Excel, then open it again.' },
  unreadableFile: {
    message: 'The file cannot be read ({reason}).',
    cure: 'Check that you are allowed to read it, or copy it to your own folder.',
  },
  fileChanged: { message: 'The file changed while it was read.', cure: 'Open it again once it is saved.' },
  emptyFile: { message: 'The file is empty.', cure: 'Choose a file with a header line and at least one row.' },
  fileTooLarge: { message: 'The file is larger than {limit} MB.', cure: 'Split it into smaller files.' },
  noRows: { message: 'The file has a header but no rows.', cure: 'Add at least one row below the header.' },
  tooManyRows: { message: 'The file has more than {limit} rows.', cure: 'Split it into smaller files.' },
  tooManyColumns: {
    message: 'The file has more than {limit} columns.',
    cure: 'Keep the payment columns and remove the others.',
  },
  tooManyCells: {
    message: 'The sheet holds more cells than can be read at once.',
    cure: 'Keep the payment columns, or split the file.',
  },
  cellTooLong: {
    message: 'A cell on line {line} holds more than {limit} characters.',
    cure: 'Look for a missing closing quote or pasted text, and correct it.',
  },
  lineTooLong: {
    message: 'A line of the file is longer than any row can be{where}.',
    cure: 'Its line ends may be lost: open it in Excel or LibreOffice and save it again.',
  },
  totalTooLarge: {
    message: 'The amounts add up to more than this desk can hold exactly.',
    cure: 'Check the amount column, or split the file.',
  },
  nulBytes: { message: 'The file holds NUL bytes, so it is not a text file.', cure: SAVE_AS },
  binary: { message: 'This is not a spreadsheet: its content is binary.', cure: 'Choose a CSV or XLSX file.' },
  knownOther: { message: 'This is {what}, not a spreadsheet.', cure: 'Choose a CSV or XLSX file.' },
  html: { message: 'This is a web page, even if its name says otherwise.', cure: SAVE_AS },
  xml: { message: 'This is an XML file, not a CSV or XLSX file.', cure: SAVE_AS },
  xls: { message: 'This is an Excel 97-2003 workbook (.xls).', cure: 'Open it in Excel and save it as .xlsx.' },
  encrypted: {
    message: 'The workbook is protected by a password.',
    cure: 'Open it in Excel, remove the password (File, Info, Protect Workbook), save, and open it again.',
  },
  oldOffice: {
    message: 'This is an old Office file, not an XLSX workbook.',
    cure: 'Open it in Excel and save it as .xlsx.',
  },
  ods: { message: 'This is an OpenDocument spreadsheet (.ods).', cure: 'Open it in LibreOffice and save it as .xlsx.' },
  xlsb: { message: 'This is a binary workbook (.xlsb).', cure: 'Open it in Excel and save it as .xlsx.' },
  macros: { message: 'The workbook can carry macros.', cure: 'Open it in Excel and save it as .xlsx, without macros.' },
  externalLinks: {
    message: 'The workbook takes values from other workbooks.',
    cure: 'In Excel choose Data, Edit Links, Break Link, then save it and open it again.',
  },
  notAWorkbook: { message: 'This is a zip file without a workbook in it.', cure: 'Choose a CSV or XLSX file.' },
  damagedZip: {
    message: 'The workbook is damaged or was cut short ({reason}).',
    cure: 'Copy or download it again, or save it again in Excel.',
  },
  duplicateEntry: {
    message: 'The workbook holds two parts of one name, so programs may read it differently.',
    cure: SAVE_AGAIN,
  },
  zipBomb: {
    message: 'The workbook would unpack to far more than a payout file ever holds.',
    cure: 'Keep the payment columns, and save it again as .xlsx.',
  },
  workbookTooLarge: {
    message: 'The workbook is too large to be read within the memory and time set for it.',
    cure: 'Keep the payment columns, save it as CSV, or split it.',
  },
  damagedWorkbook: { message: 'The workbook is damaged ({reason}).', cure: SAVE_AGAIN },
  duplicateRow: {
    message: 'The sheet holds row {row} twice or out of order, so programs may read it differently.',
    cure: SAVE_AGAIN,
  },
  duplicateCell: {
    message: 'The sheet holds a cell of row {row} twice or out of order, so programs may read it differently.',
    cure: SAVE_AGAIN,
  },
  noSheets: { message: 'The workbook has no sheet.', cure: 'Choose a workbook with a sheet of payouts.' },
  noVisibleSheet: {
    message: 'Every sheet of the workbook is hidden: {sheets}.',
    cure: 'Unhide the sheet in Excel, or name it with --sheet.',
  },
  chooseSheet: { message: 'The workbook has several sheets: {sheets}.', cure: 'Name the one to pay with --sheet.' },
  sheetUnknown: {
    message: 'The workbook has no sheet "{sheet}". It has: {sheets}.',
    cure: 'Name one of these with --sheet.',
  },
  csvHasNoSheets: { message: 'A CSV file has no sheets.', cure: 'Leave out --sheet.' },
  unknownEncoding: {
    message: 'The encoding "{encoding}" is not known.',
    cure: 'Use --encoding utf-8, windows-1252, utf-16le or utf-16be.',
  },
  encodingContradicted: { message: 'The file says that it is {found}, not {encoding}.', cure: 'Leave out --encoding.' },
  notUtf8: {
    message: 'The text is not UTF-8 (first seen on line {line}{preview}).',
    cure: 'Save it as "CSV UTF-8", or say how it is written: --encoding windows-1252, utf-16le or utf-16be.',
  },
  notInEncoding: {
    message: 'The text is not valid {encoding}.',
    cure: 'Save it as "CSV UTF-8", or choose another of --encoding utf-8, windows-1252, utf-16le, utf-16be.',
  },
  utf16WithoutMark: {
    message: 'The text looks like UTF-16 but does not say so.',
    cure: 'Save it as "CSV UTF-8", or say so: --encoding {encoding}.',
  },
  raggedRow: {
    message: 'Line {line} has {found} cells where the header has {expected}.',
    cure: `The header must be the first line: remove a title above it. A cell that holds the delimiter must stand in double quotes. ${EXPORT_AGAIN}`,
  },
  unclosedQuote: { message: 'The double quote opened on line {line} is never closed.', cure: EXPORT_AGAIN },
  strayQuote: {
    message: 'Line {line} has a double quote in the middle of a cell.',
    cure: `Write it twice inside a quoted cell. ${EXPORT_AGAIN}`,
  },
  mixedLineEnds: {
    message: 'Line {line} ends differently from the lines before it, so rows may have been cut or joined.',
    cure: EXPORT_AGAIN,
  },
  duplicateHeader: {
    message: 'Two columns have the header "{header}" ({first} and {second}).',
    cure: 'Give each column its own header.',
  },
  forbiddenHeader: { message: 'The header "{header}" ({cell}) cannot be used.', cure: 'Rename the column.' },
  emptyHeader: {
    message: 'Column {column} has values (first on line {line}) but no header on line {headerLine}.',
    cure: 'Give the column a header, or empty it. Where line {headerLine} is a title, remove the lines above the header.',
  },
  headerNotText: { message: 'The header in {cell} is a formula or an error.', cure: 'Type the header as plain text.' },
  columnsUnknown: {
    message: 'No column is recognised. The header line reads: {headers}.',
    cure: 'Put the header on the first line with columns such as UPI ID, Account number, IFSC, Amount, Remark, or match them with --map field=Header.',
  },
  columnMissing: {
    message: 'No column is recognised for {fields}. The headers are: {headers}.{hint}',
    cure: 'Match it with {options}.',
  },
  columnTied: {
    message: 'More than one column could be the {field}: {headers}.',
    cure: 'Say which one with {options}.',
  },
  columnContradicted: {
    message: 'The column "{header}" is named like the {field}, but what it holds is something else.',
    cure: 'Correct the sheet, or say which column it is with --map {option}=Header.',
  },
  amountUnclear: {
    message: 'The column "{header}" {doubt}.{reading}',
    cure: 'If it is right, say so with --map amount="{header}"; else name the right one.',
  },
  payeeColumnUnclear: {
    message: 'The column "{header}" may not be the {field} of the payee: {why}.',
    cure: 'If it is right, say so with --map {option}="{header}"; else name the right one.',
  },
  payersColumn: {
    message: 'The column "{header}" is your own {field}.',
    cure: "Choose the payee's column with --map {option}=Header.",
  },
  mapHeaderUnknown: {
    message: 'There is no column "{header}" for the {field}. The headers are: {headers}.',
    cure: 'Use one of these headers in --map {option}=Header.',
  },
  mapHeaderTwice: {
    message: 'The column "{header}" was given for two fields.',
    cure: 'Give each field its own column.',
  },
  fillRemarkUnusable: {
    message: 'The remark for all rows cannot be used: {reason}.',
    cure: 'Give a short plain remark.',
  },
} as const satisfies Record<string, Words>;

export type RefusalCode = keyof typeof WORDS;

/** A refusal with its details filled in. */
export function refusal(code: RefusalCode, details: Readonly<Record<string, string | number>> = {}): Refusal {
  const words: Words = WORDS[code];
  return { code, message: fillWords(words.message, details), cure: fillWords(words.cure, details) };
}

/** Puts details into the `{name}` places of a sentence. */
export function fillWords(sentence: string, details: Readonly<Record<string, string | number>>): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(details[name] ?? ''));
}

/** Header or sheet names in a row, quoted and cut to what a person still reads. */
export function listNames(names: readonly string[]): string {
  const shown = names.slice(0, 20).map((name) => `"${name.length > 40 ? `${name.slice(0, 39)}…` : name}"`);
  return shown.join(', ') + (names.length > shown.length ? ` and ${names.length - shown.length} more` : '');
}
