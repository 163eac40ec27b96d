// What is wrong with a row, in sentences for people: each with its severity and its cure. In: a code and its details.
// Out: an issue's words. This file must never put a cell's content into a sentence: it may be an account number.

import type { Severity } from '../../../shared/issues.ts';
import { fillWords } from './refusals.ts';

interface Words {
  readonly severity: Severity;
  readonly message: string;
  readonly cure: string;
}

const AS_TEXT = 'Set the cell to the format Text and type it again.';

const WORDS = {
  // The row as a whole.
  repeatedHeader: error('This row repeats the header.', 'Delete the row.'),
  leftOut: error('This row was left out by a person.', 'Take it in again to pay it.'),
  totalRow: error('This row names nobody and looks like a total.', 'Delete the row; the desk adds up by itself.'),
  hiddenRow: warning('The sheet hides this row.', 'Unhide it in the sheet, or run with --include-hidden.'),
  hiddenColumn: warning(
    'The sheet hides the column of the {field}.',
    'Unhide it in the sheet, or run with --include-hidden.',
  ),
  columnGuessed: warning(
    'The column "{header}" was taken as the {field} without naming it exactly.',
    'Check that it is right, or say it with --map {option}="{header}".',
  ),
  unitDoubtful: warning(
    '"{header}" may be in {unit}.{reading}',
    'If it is not in rupees, convert it to rupees in the sheet.',
  ),
  columnDoubtful: warning(
    'The column "{header}" may not be {what}: {why}.{reading}',
    'Check that it is right, or choose another column.',
  ),
  fillRemarkLong: warning(
    'The remark for all rows is longer than the usual {limit} characters; banks may cut it.',
    'Shorten it.',
  ),

  // Cells that are not what they show.
  formulaCell: error(
    'The {field} is a formula, and its result may be out of date.',
    'Copy the column and paste it as values.',
  ),
  formulaText: error('The {field} starts with "=", like a formula.', 'Type the value itself.'),
  errorCell: error('The {field} is a spreadsheet error such as #N/A.', 'Correct the cell in the sheet.'),
  booleanCell: error('The {field} is TRUE or FALSE.', 'Type the value itself.'),
  dateCell: error(
    'The {field} is a date.',
    'Set the cell to the format Text (an amount: Number) and type it again; a sheet turns "Nov-26" into a date.',
  ),
  mergedCell: error(
    'The {field} is in a merged cell, so it is not clear which row it belongs to.',
    'Unmerge the cells and fill each row.',
  ),
  linkDiffers: error(
    'The {field} is a link that leads to another address than it shows.',
    'Remove the link, and type the right address.',
  ),
  maskedNumber: error(
    'The {field} is a number whose format shows zeros that it does not hold: its zeros are lost.',
    AS_TEXT,
  ),
  unusualNumber: error(
    'The {field} is a number whose format shows another value (percent, thousands, another currency or nothing).',
    'Set the cell to the format General and check the value.',
  ),
  digitsLost: error(
    'The {field} is a number of more than 15 digits: a sheet keeps 15, the rest is lost.',
    `${AS_TEXT} Take it from the source, not from this cell.`,
  ),
  notWhole: error('The {field} is a number with decimals.', AS_TEXT),
  scientificText: error(
    'The {field} is written like 1.23E+15: its digits are lost.',
    `${AS_TEXT} Take it from the source, not from this cell.`,
  ),

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
  methodUnknown: error(
    'The payment method is neither UPI nor IMPS.',
    'Write UPI or IMPS; other methods are not supported.',
  ),
  methodCase: notice('The payment method was read in capital letters.', 'Nothing to do.'),
  methodUnclear: error(
    'The row has both a UPI ID and bank details, and no payment method.',
    'Clear one of them, or add a column "Payment method".',
  ),
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
  bankDetailsOnUpi: error(
    'A UPI row also has bank details, so it is not clear who is meant.',
    'Clear the account number and IFSC, or change the method.',
  ),
  upiOnImps: error(
    'An IMPS row also has a UPI ID, so it is not clear who is meant.',
    'Clear the UPI ID, or change the method.',
  ),
  accountMissing: error('The account number is missing.', 'Fill in the account number.'),
  accountShape: error('The account number must be 5 to 20 letters and digits, without spaces or signs.', 'Correct it.'),
  accountUnusual: warning(
    'The account number is not the usual 9 to 18 digits; leading zeros may be lost.',
    "Compare it with the bank's own record.",
  ),
  accountShort: warning(
    "The account number is shorter than the bank's usual {digits} digits: leading zeros may be lost.",
    "Compare it with the bank's own record.",
  ),
  accountZeros: error('The account number is nothing but zeros.', 'Type the account number.'),
  accountMasked: error('Digits of the account number are hidden behind X or *.', 'Type the whole account number.'),
  accountFromNumber: notice(
    'The account number was stored as a number, which cannot hold leading zeros.',
    'Check that it has no leading zeros; set the column to the format Text.',
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
  ifscCase: notice('The IFSC was read in capital letters.', 'Nothing to do.'),
  ifscNotListed: warning(
    'The IFSC is not in the list of bank branches that this version knows.',
    'Check it; new branches may be missing from the list.',
  ),

  // Amount.
  amountEmpty: error('The amount is empty.', 'Fill in the amount in rupees.'),
  amountZero: error('The amount is zero.', 'Fill in an amount, or delete the row.'),
  amountNegative: error('The amount is negative.', 'Only positive amounts can be paid.'),
  amountScientific: error('The amount is written like 1e5.', 'Write all its digits.'),
  amountGrouping: error(
    'The commas and points of the amount do not group thousands or lakhs.',
    'Write it like 1,00,000.50 or 100000.50.',
  ),
  amountDecimals: error('The amount has more than two decimals.', 'Round it to whole paise in the sheet.'),
  amountTooLarge: error(
    'The amount is larger than this desk pays at once ({limit}).',
    'Check it, or split the payment.',
  ),
  amountShape: error('The amount is not a number of rupees.', 'Write it like 500, 500.50 or 1,00,000.00.'),
  amountCleaned: notice('The amount was read without its currency sign or commas.', 'Nothing to do.'),
  amountShownWhole: warning(
    'The sheet shows this amount without its paise, which would be paid.',
    'Show two decimals in that column and look again, or round the value itself.',
  ),
  aboveCeiling: error(
    'The amount is above the ceiling of the profile ({limit}).',
    "Correct the amount, or have the profile's ceiling raised.",
  ),
  aboveUsual: warning(
    'The amount is above the usual limit of {method} ({limit}).',
    'The bank may refuse it; split it or use another method.',
  ),

  // Remark, reference, name.
  remarkMissing: error(
    'The remark is empty, and the gateway wants one.',
    'Fill it in, or give one for all rows with --remark.',
  ),
  remarkLong: warning('The remark is longer than the usual {limit} characters; banks may cut it.', 'Shorten it.'),
  remarkTooLong: error('The remark is longer than {limit} characters.', 'Shorten it.'),
  remarkEmoji: warning('The remark holds an emoji or symbol that banks may refuse.', 'Use letters and digits.'),
  referenceShape: error(
    'The reference may hold letters, digits, dots, hyphens, slashes and underscores, 50 at most.',
    'Correct it, or clear it: the desk then makes its own.',
  ),
  referenceRepeated: error('The reference is also used in row {row}.', 'Give each row its own reference, or clear it.'),
  nameTooLong: error('The name is longer than {limit} characters.', 'Check that it is the right column.'),
  samePayment: warning(
    'The same person gets the same amount in row {row}.',
    'Delete one of them, unless both are meant.',
  ),
} as const satisfies Record<string, Words>;

export type IssueCode = keyof typeof WORDS;

/** The words of an issue, with its details filled in. */
export function issueWords(code: IssueCode, details: Readonly<Record<string, string | number>>): Words {
  const { severity, message, cure } = WORDS[code];
  return { severity, message: fillWords(message, details), cure: fillWords(cure, details) };
}

function error(message: string, cure: string): Words {
  return { severity: 'error', message, cure };
}

function warning(message: string, cure: string): Words {
  return { severity: 'warning', message, cure };
}

function notice(message: string, cure: string): Words {
  return { severity: 'notice', message, cure };
}
