// What is wrong with a row, and why a whole file is refused, in sentences for people. None may hold a cell's content,
// which may be an account number; header and sheet names may stand in one.

import { CURES } from '../../../shared/cures.ts';
import type { Refused } from '../../../shared/failures.ts';
import type { Cure, Refusal, Severity } from '../../../shared/rows.ts';

/** What stands in the `{name}` places of a sentence. */
export type Details = Readonly<Record<string, string | number>>;

interface IssueWords {
  readonly severity: Severity;
  readonly message: string;
  readonly cure: Cure;
}

const UNHIDE: Cure = {
  window: 'Unhide it in the sheet, or tick under Match the columns to pay it.',
  commandLine: 'Unhide it in the sheet, or run with --include-hidden.',
};
/** In the window the cell itself is typed into; at the command line only the sheet can be. */
const typedHere = (window: string, commandLine: string): Cure => ({ window, commandLine });
const SET_TO_TEXT = 'Set the cell to the format Text and type it again.';
const AS_TEXT = typedHere('Type it here with all its digits.', SET_TO_TEXT);
const FROM_SOURCE = typedHere(
  'Type it here, all of it, from the source.',
  `${SET_TO_TEXT} Take it from the source, not from this cell.`,
);

const ISSUES = {
  // The row as a whole.
  repeatedHeader: notice('This row repeats the header and is left out.', 'Nothing to do.'),
  leftOut: error('This row was left out by a person.', 'Include it to pay it.'),
  hiddenLeftOut: error('The sheet hides this row, so it is left out.', 'Include it to pay it.'),
  secondHeader: error(
    'A second header with other columns starts here.',
    'Put the rows from here on into a file of their own.',
  ),
  belowSecondHeader: error(
    'This row belongs to the second header in row {row}, which has other columns.',
    'Put it into a file of its own, below that header.',
  ),
  totalRow: error('This row looks like a total.', {
    window: 'If it is a total, leave it out; else fill in or correct who is paid.',
    commandLine: 'If it is a total, delete the row; else fill in or correct who is paid.',
  }),
  totalLine: notice(
    'This row names nobody, is a total{sum} and is left out.',
    'Nothing to do: the desk adds up by itself.',
  ),
  totalDiffers: warning(
    'This total is {total}, but the rows above it add up to {sum}.',
    'Compare the rows with the source: one may be missing, twice or changed.',
  ),
  explanationLine: notice('This row explains the columns and is left out.', 'Nothing to do.'),
  noteLine: notice(
    'A note or signature: the row names nobody and no amount, and is left out.',
    'Nothing to do; if somebody is to be paid, fill the row in.',
  ),
  numberLine: notice(
    'This row is empty but for a number and is left out.',
    'Nothing to do; if somebody is to be paid, fill the row in.',
  ),
  lastLineOpen: warning(
    'The file ends in this row without a line end: it may be cut off.',
    'Compare the row with the source, and look whether rows are missing below it.',
  ),
  hiddenRow: warning('The sheet hides this row.', UNHIDE),
  hiddenColumn: warning('The sheet hides the column of the {field}.', UNHIDE),
  struckRow: warning(
    'The sheet strikes this row through.',
    typedHere(
      'Leave it out unless it is meant to be paid.',
      'Leave it out unless it is meant to be paid; or clear the strike-through in the sheet.',
    ),
  ),
  columnGuessed: warning('The column "{header}" was taken as the {field} without naming it exactly.', {
    window: 'Check that it is right, or choose another under Match the columns.',
    commandLine: 'Check that it is right, or say it with --map {option}="{header}".',
  }),
  rowsAboveHeader: notice('What stands above the header is not read: {rows}.', {
    window: 'Nothing to do; if another row is the header, choose it under Match the columns.',
    commandLine: 'Nothing to do; if another row is the header, name it with --header-row.',
  }),
  titleSays: warning(
    'Row {row} above the header says "{said}".',
    'Look whether this is the sheet to pay, and whether it is final.',
  ),
  sheetSays: warning(
    'The name of the sheet says "{said}".',
    'Look whether this is the sheet to pay, and whether it is final.',
  ),
  noteSays: warning(
    'This row names nobody, but says that some payments are not to be made.',
    'Read it, and leave the rows out that it speaks of.',
  ),
  declaredDiffers: warning(
    'Row {row} above the header says {said}, but the rows below make {is}.',
    'Compare the rows with the source: one may be missing, twice or changed.',
  ),
  unitDoubtful: warning(
    '"{header}" may be in {unit}.{reading}',
    'If it is not in rupees, convert it to rupees in the sheet.',
  ),
  columnDoubtful: warning(
    'The column "{header}" may not be {what}: {why}.{reading}',
    'Check that it is right, or choose another column.',
  ),
  filledDown: warning(
    'Account numbers of rows {from} to {to} rise one by one. Was a cell dragged?',
    'Compare them with the source: all but the first may be made up.',
  ),
  methodsAsked: error('The sheet has payment methods that are neither UPI nor IMPS: {words}.', {
    window: 'Say under Match the columns how each of them is paid.',
    commandLine: 'Say how each of them is paid, as in --method "{word}=IMPS" or --method "{word}=unpaid".',
  }),
  fillRemarkLong: warning(
    'The remark for all rows is longer than the usual {limit} characters; banks may cut it.',
    'Shorten it.',
  ),

  formulaColumn: warning(
    'The {field} comes from formulas in {rows}; the desk takes what the sheet last showed.',
    typedHere(
      'Check that the sheet was saved after its last change.',
      'Compare it with the sheet, or paste the column as values.',
    ),
  ),

  // Cells that are not what they show.
  formulaCell: error(
    'The {field} is a formula whose result is not in the file.',
    typedHere(
      'Type the value here; or save the file in Excel and open it again.',
      'Open the file in Excel or LibreOffice, save it there, and open it again; or type the value itself.',
    ),
  ),
  formulaText: error('The {field} starts with "=", like a formula.', 'Type the value itself.'),
  errorCell: error(
    'The {field} is a spreadsheet error such as #N/A.',
    typedHere('Type the value here.', 'Correct the cell in the sheet.'),
  ),
  booleanCell: error('The {field} is TRUE or FALSE.', 'Type the value itself.'),
  dateCell: error(
    'The {field} is a date.',
    typedHere(
      'Type the value here; a sheet turns "Nov-26" into a date.',
      'Set the cell to the format Text (an amount: Number) and type it again; a sheet turns "Nov-26" into a date.',
    ),
  ),
  mergedCell: error(
    'The {field} is in a merged cell: which row it belongs to is unclear.',
    typedHere('Type the value of this row here.', 'Unmerge the cells and fill each row.'),
  ),
  linkDiffers: error(
    'The {field} is a link that leads to another address than it shows.',
    typedHere('Type the right address here.', 'Remove the link, and type the right address.'),
  ),
  maskedNumber: error(
    'The {field} is a number whose format shows zeros that it does not hold: its zeros are lost.',
    AS_TEXT,
  ),
  unusualNumber: error(
    'The {field} shows another value than it holds (percent, thousands, currency or nothing).',
    typedHere('Type the value here.', 'Set the cell to the format General and check the value.'),
  ),
  digitsLost: error('The {field} is a number of more than 15 digits: a sheet keeps 15, the rest is lost.', FROM_SOURCE),
  notWhole: error('The {field} is a number with decimals.', AS_TEXT),
  scientificText: error('The {field} is written like 1.23E+15: its digits are lost.', FROM_SOURCE),

  valueTooLong: error('The {field} holds more than {limit} characters.', 'Type the value itself, without the rest.'),

  // Characters.
  trimmed: notice('Spaces around the {field} were taken off.', 'Nothing to do.'),
  spacesPlain: notice('No-break spaces in the {field} were read as plain spaces.', 'Nothing to do.'),
  apostrophe: notice('The apostrophe in front of the {field} was taken off.', 'Nothing to do.'),
  quotedText: notice('The {field} was written as ="..." and read as its text.', 'Nothing to do.'),
  strangeCharacter: error('The {field} holds {character}.', 'Type it again without that character.'),
  lineBreak: error('The {field} holds a line break.', 'Write it on one line.'),

  // Method and payee.
  methodMissing: error('The payment method is empty.', 'Write UPI or IMPS.'),
  methodUnknown: error('The payment method is neither UPI nor IMPS.', {
    window: 'Say under Match the columns how these are paid, or write UPI or IMPS.',
    commandLine: 'Say how these are paid, as in --method NEFT=IMPS, or write UPI or IMPS.',
  }),
  methodUnpaid: error('Rows with this payment method are left unpaid, as chosen for the file.', {
    window: 'Say otherwise under Match the columns to pay them.',
    commandLine: 'Say otherwise with --method to pay them.',
  }),
  methodAnswered: notice('The payment method "{word}" is paid by {method}, as chosen for the file.', 'Nothing to do.'),
  detailsUnused: notice(
    'The row has both a UPI ID and bank details; it is paid by {method}, as a person said for the file.',
    'Nothing to do.',
  ),
  methodCase: notice('The payment method was read in capital letters.', 'Nothing to do.'),
  methodUnclear: error('The row has both a UPI ID and bank details, and no payment method.', {
    window: 'Say under Match the columns how these are paid, or clear one.',
    commandLine: 'Say how these are paid with --method UPI or --method IMPS, or clear one.',
  }),
  payeeMissing: error(
    'The row names nobody: no UPI ID and no account number.',
    'Fill in the UPI ID, or the account number and IFSC.',
  ),
  upiMissing: error('The UPI ID is missing.', 'Fill in the UPI ID.'),
  upiShape: error(
    'The UPI ID is not of the form name@bank.',
    "Correct it: letters, digits, dots, hyphens and underscores, one @, then the bank's handle.",
  ),
  upiEmail: error(
    'This looks like an e-mail address, not a UPI ID.',
    'Ask the payee for the UPI ID, such as name@okaxis.',
  ),
  upiHandle: warning(
    'The handle after the @ is not known here, but close to {handles}.',
    'Check it with the payee, and correct it if it is mistyped.',
  ),
  bankDetailsOnUpi: error(
    'A UPI row also has bank details: who is meant is unclear.',
    'Clear the account number and IFSC, or change the method.',
  ),
  upiOnImps: error(
    'An IMPS row also has a UPI ID: who is meant is unclear.',
    'Clear the UPI ID, or change the method.',
  ),
  accountMissing: error('The account number is missing.', 'Fill in the account number.'),
  accountShape: error('The account number must be 5 to 20 letters and digits, nothing else.', 'Correct it.'),
  accountUnusual: warning(
    'The account number is not the usual 9 to 18 digits; leading zeros may be lost.',
    "Compare it with the bank's own record.",
  ),
  accountShort: warning(
    'The account number has fewer than the {digits} digits that are usual at {bank}: leading zeros may be lost.',
    "Compare it with the bank's own record.",
  ),
  accountLong: warning(
    'The account number has more than the {digits} digits that are usual at {bank}.',
    "Compare it with the bank's own record.",
  ),
  accountShortNumber: warning(
    'The account number was stored as a number, and has fewer than {digits} digits: leading zeros may be lost.',
    typedHere(
      "Compare it with the bank's own record.",
      "Compare it with the bank's own record; set the column to the format Text.",
    ),
  ),
  accountZeros: error('The account number is nothing but zeros.', 'Type the account number.'),
  accountMasked: error('Digits of the account number are hidden behind X or *.', 'Type the whole account number.'),
  accountFromNumber: notice(
    'The account number was stored as a number, which cannot hold leading zeros.',
    typedHere(
      'Check that it has no leading zeros.',
      'Check that it has no leading zeros; set the column to the format Text.',
    ),
  ),
  ifscMissing: error('The IFSC is missing.', 'Fill in the IFSC of the bank branch.'),
  ifscShape: error(
    'The IFSC must be 4 letters, a zero, and 6 letters or digits.',
    "Correct it from a cheque or the bank's site.",
  ),
  ifscLetterO: error(
    'The fifth character of the IFSC is the letter O; it must be the digit 0.',
    'Write {suggestion} if that is the branch.',
  ),
  ifscSlip: error(
    'The IFSC has a wrong form, but is close to a listed branch.',
    'Write {suggestion} if that is the branch.',
  ),
  ifscDoubtful: warning(
    'The IFSC is not in the list of branches, but close to one.',
    'Write {suggestion} if that is the branch.',
  ),
  ifscMerged: warning(
    'The IFSC is of {was}, which is {now} today; its old IFSCs may no longer be paid to.',
    'Ask the payee for the IFSC of {now}.',
  ),
  ifscCase: notice('The IFSC was read in capital letters.', 'Nothing to do.'),
  ifscNotListed: warning(
    'The IFSC is not in the list of bank branches that this version knows.',
    'Check it; new branches may be missing from the list.',
  ),

  // Amount.
  amountEmpty: error('The amount is empty.', 'Fill in the amount in rupees.'),
  amountZero: error(
    'The amount is zero.',
    typedHere('Fill in an amount, or leave the row out.', 'Fill in an amount, or delete the row.'),
  ),
  amountNegative: error('The amount is negative.', 'Only positive amounts can be paid.'),
  amountScientific: error('The amount is written like 1e5.', 'Write all its digits.'),
  amountGrouping: error(
    'The commas and points of the amount do not group thousands or lakhs.',
    'Write it like 1,00,000.50 or 100000.50.',
  ),
  amountDecimals: error(
    'The amount has more than two decimals.',
    typedHere('Round it to whole paise.', 'Round it to whole paise in the sheet.'),
  ),
  amountTooLarge: error(
    'The amount is larger than this desk pays at once ({limit}).',
    'Check it, or split the payment.',
  ),
  amountShape: error('The amount is not a number of rupees.', 'Write it like 500, 500.50 or 1,00,000.00.'),
  amountCleaned: notice('The amount was read without its currency sign or commas.', 'Nothing to do.'),
  amountShownWhole: warning(
    'The sheet shows this amount rounded; its paise would be paid as well.',
    typedHere(
      'Check the paise, or type the amount without them.',
      'Show two decimals in that column and look again, or round the value itself.',
    ),
  ),
  aboveCeiling: error('The amount is above the ceiling of the profile ({limit}).', {
    window: CURES.aboveCeiling.window,
    commandLine: "Correct the amount, or have the profile's ceiling raised.",
  }),
  aboveUsual: warning(
    'The amount is above the usual limit of {method} ({limit}).',
    'The bank may refuse it; split it or use another method.',
  ),

  // Remark, reference, name.
  remarkMissing: error('The remark is empty, and the gateway wants one.', {
    window: 'Fill it in, or give one for all rows under Match the columns.',
    commandLine: 'Fill it in, or give one for all rows with --remark.',
  }),
  remarkLong: warning('The remark is longer than the usual {limit} characters; banks may cut it.', 'Shorten it.'),
  remarkTooLong: error('The remark is longer than {limit} characters.', 'Shorten it.'),
  remarkEmoji: warning('The remark holds an emoji or symbol that banks may refuse.', 'Use letters and digits.'),
  referenceShape: error(
    'The reference may hold letters, digits, dots, hyphens, slashes and underscores, 50 at most.',
    'Correct it, or clear it: the desk then makes its own.',
  ),
  referenceRepeated: error('The reference is also used in row {row}.', 'Give each row its own reference, or clear it.'),
  nameTooLong: error('The name is longer than {limit} characters.', 'Check that it is the right column.'),
  statusSays: warning(
    'The column "{header}" of the sheet says "{said}" for this row.',
    'Leave the row out, unless it is to be paid anyway.',
  ),
  belowHeading: warning(
    'Row {row} above says "{said}", which may go for this row too.',
    'Leave the row out, unless it is to be paid anyway.',
  ),
  noteThere: warning(
    'A note is attached to {cell}.',
    'Read it in the spreadsheet: it may say not to pay this row, or how much of it.',
  ),
  notMarked: warning(
    'The column "{header}" of the sheet marks other rows, and this one not.',
    'Leave the row out, unless it is to be paid anyway.',
  ),
  amountWordsDiffer: warning(
    'The column "{header}" says {amount} in words.',
    'Compare both with the source: one of them is wrong.',
  ),
  bankDiffers: warning(
    'The column "{header}" names another bank than the one of the IFSC.',
    'Ask the payee for the IFSC and the account number.',
  ),
  bankReferenceThere: warning(
    'The column "{header}" of the sheet is filled in for this row: it may be paid already.',
    'Leave the row out, unless it is to be paid anyway.',
  ),
  accountsDiffer: warning(
    'The account number is not the one in the column "{header}".',
    'Ask the payee which of the two is right.',
  ),
  holderDiffers: warning('The name is not the one in the column "{header}".', 'Ask the payee whose account it is.'),
  samePayment: warning(
    'The same person gets the same amount in row {row}.',
    typedHere('Leave one of them out, unless both are meant.', 'Delete one of them, unless both are meant.'),
  ),
  sameNameAndAmount: warning(
    'Row {row} pays this name the same amount, on another account or UPI ID.',
    'Leave one of them out, unless both are meant.',
  ),
  otherName: warning(
    'Row {row} pays the same {field} under another name.',
    'Check whose it is; one of the two rows may have a wrong account or name.',
  ),
} as const satisfies Record<string, IssueWords>;

export type IssueCode = keyof typeof ISSUES;

export const ISSUE_CODES = Object.keys(ISSUES) as readonly IssueCode[];

/** Most rows of a file say the same few things; those that name a row or a bank are made anew. */
const WORDS_KEPT_MAX = 1_000;
const keptWords = new Map<string, IssueWords>();

/** The words of an issue, with its details filled in. Shape: the same object for the same words, while it is kept. */
export function issueWords(code: IssueCode, details: Details): IssueWords {
  const key = [code, ...Object.entries(details).flat()].join('\n');
  const kept = keptWords.get(key);
  if (kept !== undefined) return kept;
  const { severity, message, cure } = ISSUES[code];
  const words = { severity, message: fillWords(message, details), cure: fillCure(cure, details) };
  if (keptWords.size >= WORDS_KEPT_MAX) keptWords.clear();
  keptWords.set(key, words);
  return words;
}

function error(message: string, cure: Cure): IssueWords {
  return { severity: 'error', message, cure };
}

function warning(message: string, cure: Cure): IssueWords {
  return { severity: 'warning', message, cure };
}

function notice(message: string, cure: Cure): IssueWords {
  return { severity: 'notice', message, cure };
}

const CHOOSE_SHEET = 'Choose the sheet under Match the columns.';
const MATCH_COLUMN = 'Choose its column under Match the columns.';
const AS_UTF8 = 'Choose its encoding under Match the columns, or save it as "CSV UTF-8".';

const SAVE_AS = 'Open it in Excel or LibreOffice and save it as .xlsx or as CSV.';
const EXPORT_AGAIN = 'Open the file in Excel or LibreOffice, correct the line and save it again.';
const SAVE_AGAIN = 'Save it as .xlsx in Excel or LibreOffice, and open the new file.';

const REFUSALS = {
  missingFile: ['There is no such file.', 'Check the path and the file name.'],
  directory: ['This is a folder, not a file.', 'Choose the spreadsheet inside it.'],
  notAFile: ['This is not an ordinary file.', 'Choose a CSV or XLSX file on a disk.'],
  lockedFile: ['Another program holds the file.', 'Close it in Excel, then open it again.'],
  unreadableFile: ['The file cannot be read ({reason}).', 'Check that you may read it, or copy it to your own folder.'],
  fileChanged: ['The file changed while it was read.', 'Open it again once it is saved.'],
  emptyFile: ['The file is empty.', 'Choose a file with a header line and at least one row.'],
  fileTooLarge: ['The file is larger than {limit} MB.', 'Split it into smaller files.'],
  noRows: ['The file has a header but no rows.', 'Add at least one row below the header.'],
  tooManyRows: ['The file has more than {limit} rows.', 'Split it into smaller files.'],
  tooManyColumns: ['The file has more than {limit} columns.', 'Keep the payment columns and remove the others.'],
  tooManyCells: [
    'The sheet holds more cells than can be read at once.',
    'Keep the payment columns, or split the file.',
  ],
  tooManyIssues: [
    'More than {limit} errors, warnings and notices stand at the rows of the file.',
    'Check that it is the right file, with the right columns, or split it.',
  ],
  cellTooLong: [
    'A cell on line {line} holds more than {limit} characters.',
    'Look for a missing closing quote or pasted text, and correct it.',
  ],
  lineTooLong: [
    'A line of the file is longer than any row can be{where}.',
    'Its line ends may be lost: open it in Excel or LibreOffice and save it again.',
  ],
  totalTooLarge: [
    'The amounts add up to more than this desk can hold exactly.',
    'Check the amount column, or split the file.',
  ],
  nulBytes: ['The file holds NUL bytes, so it is not a text file.', SAVE_AS],
  binary: ['This is not a spreadsheet: its content is binary.', 'Choose a CSV or XLSX file.'],
  knownOther: ['This is {what}, not a spreadsheet.', 'Choose a CSV or XLSX file.'],
  html: ['This is a web page, even if its name says otherwise.', SAVE_AS],
  xml: ['This is an XML file, not a CSV or XLSX file.', SAVE_AS],
  xls: ['This is an Excel 97-2003 workbook (.xls).', 'Open it in Excel and save it as .xlsx.'],
  encrypted: [
    'The workbook is protected by a password.',
    'Remove the password in Excel (File, Info, Protect Workbook), save, and open it again.',
  ],
  oldOffice: ['This is an old Office file, not an XLSX workbook.', 'Open it in Excel and save it as .xlsx.'],
  ods: ['This is an OpenDocument spreadsheet (.ods).', 'Open it in LibreOffice and save it as .xlsx.'],
  xlsb: ['This is a binary workbook (.xlsb).', 'Open it in Excel and save it as .xlsx.'],
  macros: ['The workbook can carry macros.', 'Open it in Excel and save it as .xlsx, without macros.'],
  externalLinks: [
    'The workbook takes values from other workbooks.',
    'In Excel choose Data, Edit Links, Break Link, save it, and open it again.',
  ],
  notAWorkbook: ['This is a zip file without a workbook in it.', 'Choose a CSV or XLSX file.'],
  damagedZip: [
    'The workbook is damaged or was cut short ({reason}).',
    'Copy or download it again, or save it again in Excel.',
  ],
  duplicateEntry: ['The workbook holds two parts of one name, so programs may read it differently.', SAVE_AGAIN],
  zipBomb: [
    'The workbook would unpack to far more than a payout file ever holds.',
    'Keep the payment columns, and save it again as .xlsx.',
  ],
  workbookTooLarge: [
    'The workbook takes more memory or time than a file may.',
    'Keep the payment columns, save it as CSV, or split it.',
  ],
  damagedWorkbook: ['The workbook is damaged ({reason}).', SAVE_AGAIN],
  duplicateRow: ['Row {row} stands twice or out of order: programs may read the sheet differently.', SAVE_AGAIN],
  duplicateCell: ['A cell of row {row} stands twice or out of order: programs may differ.', SAVE_AGAIN],
  noSheets: ['The workbook has no sheet.', 'Choose a workbook with a sheet of payouts.'],
  noVisibleSheet: [
    'Every sheet of the workbook is hidden: {sheets}.',
    {
      window: CHOOSE_SHEET,
      commandLine: 'Unhide the sheet in Excel, or name it with --sheet.',
    },
  ],
  chooseSheet: [
    'The workbook has several sheets: {sheets}.',
    { window: CHOOSE_SHEET, commandLine: 'Name the one to pay with --sheet.' },
  ],
  sheetUnknown: [
    'The workbook has no sheet "{sheet}". It has: {sheets}.',
    { window: CHOOSE_SHEET, commandLine: 'Name one of these with --sheet.' },
  ],
  csvHasNoSheets: ['A CSV file has no sheets.', { window: 'Open the file again.', commandLine: 'Leave out --sheet.' }],
  unknownEncoding: [
    'The encoding "{encoding}" is not known.',
    { window: AS_UTF8, commandLine: 'Use --encoding utf-8, windows-1252, utf-16le or utf-16be.' },
  ],
  encodingContradicted: [
    'The file says that it is {found}, not {encoding}.',
    { window: 'Open the file again.', commandLine: 'Leave out --encoding.' },
  ],
  notUtf8: [
    'The text is not UTF-8 (first seen on line {line}{preview}).',
    {
      window: AS_UTF8,
      commandLine: 'Save it as "CSV UTF-8", or say how it is written: --encoding windows-1252, utf-16le or utf-16be.',
    },
  ],
  notInEncoding: [
    'The text is not valid {encoding}.',
    {
      window: AS_UTF8,
      commandLine: 'Save it as "CSV UTF-8", or choose another of --encoding utf-8, windows-1252, utf-16le, utf-16be.',
    },
  ],
  utf16WithoutMark: [
    'The text looks like UTF-16 but does not say so.',
    { window: AS_UTF8, commandLine: 'Save it as "CSV UTF-8", or say so: --encoding {encoding}.' },
  ],
  raggedRow: [
    'Line {line} has {found} cells where the header has {expected}.',
    `A cell that holds the delimiter must stand in double quotes. ${EXPORT_AGAIN}`,
  ],
  unclosedQuote: ['The double quote opened on line {line} is never closed.', EXPORT_AGAIN],
  strayQuote: [
    'Line {line} has a double quote in the middle of a cell.',
    `Write it twice inside a quoted cell. ${EXPORT_AGAIN}`,
  ],
  mixedLineEnds: ['Line {line} ends differently from those before: rows may have been cut or joined.', EXPORT_AGAIN],
  duplicateHeader: [
    'Two columns have the header "{header}" ({first} and {second}).',
    'Give each column its own header.',
  ],
  forbiddenHeader: ['The header "{header}" ({cell}) cannot be used.', 'Rename the column.'],
  emptyHeader: [
    'Column {column} has values (first on line {line}) but no header on line {headerLine}.',
    {
      window: 'Give the column a header, or empty it. Where line {headerLine} is not the header, choose another one.',
      commandLine:
        'Give the column a header, or empty it. Where line {headerLine} is not the header, name its row with --header-row.',
    },
  ],
  headerUnclear: [
    'It is not clear which row is the header: {why}.',
    { window: 'Choose the header row under Match the columns.', commandLine: 'Name it with --header-row.' },
  ],
  headerRowUnknown: [
    'Row {row} cannot be the header: it is empty, or too far down.',
    { window: 'Choose the header row under Match the columns.', commandLine: 'Name another with --header-row.' },
  ],
  headerNotText: ['The header in {cell} is a formula or an error.', 'Type the header as plain text.'],
  columnsUnknown: [
    'No column is recognised. The header line reads: {headers}.',
    {
      window: 'Choose the header row and the columns under Match the columns.',
      commandLine: 'Say which is which with --header-row and --map field=Header.',
    },
  ],
  columnMissing: [
    'No column is recognised for {fields}. The headers are: {headers}.{hint}',
    { window: MATCH_COLUMN, commandLine: 'Match it with {options}.' },
  ],
  columnTied: [
    'More than one column could be the {field}: {headers}.{reading}',
    { window: MATCH_COLUMN, commandLine: 'Say which one with {options}.' },
  ],
  columnContradicted: [
    'The column "{header}" is named like the {field}, but holds something else.',
    {
      window: 'Correct the sheet, or choose its column under Match the columns.',
      commandLine: 'Correct the sheet, or say which column it is with --map {option}=Header.',
    },
  ],
  amountUnclear: [
    'The column "{header}" {doubt}.{reading}',
    {
      window: 'Choose the column of the rupees to pay under Match the columns.',
      commandLine: 'If it is right, say so with --map amount="{header}"; else name the right one.',
    },
  ],
  payeeColumnUnclear: [
    'The column "{header}" may not be the {field} of the payee: {why}.',
    {
      window: MATCH_COLUMN,
      commandLine: 'If it is right, say so with --map {option}="{header}"; else name the right one.',
    },
  ],
  payersColumn: [
    'The column "{header}" is your own {field}.',
    {
      window: "Choose the payee's column under Match the columns.",
      commandLine: "Choose the payee's column with --map {option}=Header.",
    },
  ],
  mapHeaderUnknown: [
    'There is no column "{header}" for the {field}. The headers are: {headers}.',
    { window: MATCH_COLUMN, commandLine: 'Use one of these headers in --map {option}=Header.' },
  ],
  mapHeaderTwice: ['The column "{header}" was given for two fields.', 'Give each field its own column.'],
  methodTwice: ['One payment method is given two answers.', 'Say once how its rows are paid.'],
  fillRemarkUnusable: ['The remark for all rows cannot be used: {reason}.', 'Give a short plain remark.'],
} as const satisfies Record<string, readonly [message: string, cure: Cure]>;

export type RefusalCode = keyof typeof REFUSALS;

export const REFUSAL_CODES = Object.keys(REFUSALS) as readonly RefusalCode[];

/** A refusal with its details filled in. */
export function refusal(code: RefusalCode, details: Details = {}): Refusal {
  const [message, cure] = REFUSALS[code];
  return { code, message: fillWords(message, details), cure: fillCure(cure, details) };
}

/** The same as a result. */
export function refuseSheet(code: RefusalCode, details?: Details): Refused {
  return { kind: 'refused', refusal: refusal(code, details) };
}

/** Puts details into the `{name}` places of a sentence. */
function fillCure(cure: Cure, details: Details): Cure {
  if (typeof cure === 'string') return fillWords(cure, details);
  return { window: fillWords(cure.window, details), commandLine: fillWords(cure.commandLine, details) };
}

function fillWords(sentence: string, details: Details): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(details[name] ?? ''));
}

/** Header or sheet names in a row, quoted and cut to what a person still reads. */
export function listNames(names: readonly string[]): string {
  const shown = names.slice(0, 20).map((name) => `"${name.length > 40 ? `${name.slice(0, 39)}…` : name}"`);
  return shown.join(', ') + (names.length > shown.length ? ` and ${names.length - shown.length} more` : '');
}
