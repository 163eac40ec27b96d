// Suggests what a wrong or doubtful value was probably meant to be. Suggestions are offered to a person and never applied by the
// desk, and only if a single value is near. A suggestion may be an account number, so it never appears in a message.

import { AMOUNT_MAX_PAISE } from '../../../shared/limits.ts';
import { decimalText, parseRupees } from '../../../shared/money.ts';
import type { Method } from '../../../shared/rows.ts';
import type { IfscList } from './ifsc-list.ts';
import type { IssueCode } from './issues.ts';
import { plainSpaces } from './row-cells.ts';
import { IFSC_SHAPE, UPI_SHAPE } from './shapes.ts';
import { nearHandles } from './upi-handles.ts';

export type Branches = Pick<IfscList, 'isListed' | 'bankOf'>;

/** A longer text is not a value with a typing mistake. */
const SUGGESTED_MAX_CHARACTERS = 300;

/** What a cell should probably contain, by the code of its issue; null when no value is near, or several are. */
export function suggestText(code: string, text: string, branches: Branches): string | null {
  const suggest = isFixed(code) ? FIXES[code] : undefined;
  if (suggest === undefined || suggest === 'leaveOut' || text.length > SUGGESTED_MAX_CHARACTERS) return null;
  const suggested = suggest(text.trim(), branches);
  return suggested === text ? null : suggested;
}

/** The issue of a row without a method. Its other details may show which one is meant. */
export const METHOD_FROM_DETAILS = 'methodMissing';

/** Whether the single right fix of a row with this issue is to leave it out: it pays nobody. */
export function isFixedByLeavingOut(code: string): boolean {
  return isFixed(code) && FIXES[code] === 'leaveOut';
}

/** The only method that the row's details allow; null if they allow both or none. */
export function suggestMethod(details: Readonly<Record<'upiId' | 'accountNumber' | 'ifsc', string>>): Method | null {
  const hasUpi = details.upiId.trim() !== '';
  const hasBank = details.accountNumber.trim() !== '' && details.ifsc.trim() !== '';
  return hasUpi === hasBank ? null : hasUpi ? 'UPI' : 'IMPS';
}

type Fix = 'leaveOut' | ((text: string, branches: Branches) => string | null);

/** Every kind of issue that a single change may fix. A notice needs none, and all others are for a person to decide. */
export const FIXES = {
  totalRow: 'leaveOut',
  strangeCharacter: withoutUnseen,
  lineBreak: onOneLine,
  ifscShape: joinIfsc,
  ifscLetterO: suggestIfsc,
  ifscSlip: suggestIfsc,
  ifscDoubtful: suggestIfsc,
  upiHandle: suggestHandle,
  upiShape: joinAtSign,
  accountShape: joinDigits,
  amountGrouping: pointForComma,
  amountDecimals: roundToPaise,
  amountShape: withoutCredit,
} satisfies Partial<Record<IssueCode, Fix>>;

function isFixed(code: string): code is keyof typeof FIXES {
  return Object.hasOwn(FIXES, code);
}

function onOneLine(text: string): string {
  const lines = text.split(/[\n\r\u0085\u2028\u2029]/).map((line) => line.trim());
  return lines.filter((line) => line !== '').join(' ');
}

/**
 * Removes characters that are invisible and mean nothing. Not joiners, which belong to the spelling of Indian scripts. Not
 * direction overrides either: what a person saw there is not what the text says.
 */
function withoutUnseen(text: string): string | null {
  const seen = plainSpaces(text).replace(/[\u00ad\u200b\u200e\u200f\u2060\ufeff]/g, '');
  return seen === text ? null : seen.trim();
}

/** The code without separators between its parts. */
function joinIfsc(text: string): string | null {
  const joined = text.toUpperCase().replace(/[\s-]/g, '');
  return IFSC_SHAPE.test(joined) ? joined : null;
}

const IFSC_CHARACTERS = 11;
/** Letters and digits that are mistaken for each other. */
const AS_DIGIT: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1', Z: '2', S: '5', B: '8' };
const AS_LETTER: Readonly<Record<string, string>> = { '0': 'O', '1': 'I', '2': 'Z', '5': 'S', '8': 'B' };

/** The listed branch whose IFSC was mistyped; null when none or several are near. */
export function suggestIfsc(text: string, branches: Branches): string | null {
  const typed = text.toUpperCase().replace(/[\s-]/g, '');
  if (typed.length !== IFSC_CHARACTERS || !/[0O]/.test(typed.charAt(4))) return null;
  const bank = typed.slice(0, 4).replace(/\d/g, (digit) => AS_LETTER[digit] ?? digit);
  const branch = typed.slice(5);
  const asDigits = branch.replace(/[A-Z]/g, (letter) => AS_DIGIT[letter] ?? letter);
  const banks = branches.bankOf(bank) === null ? nearBanks(bank, branches) : [bank];
  const near = banks.flatMap((code) => [`${code}0${branch}`, `${code}0${asDigits}`]);
  const listed = new Set(near.filter((ifsc) => ifsc !== text && branches.isListed(ifsc)));
  const [only] = listed;
  return only !== undefined && listed.size === 1 ? only : null;
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The banks whose letters differ from these by one letter, or by two swapped neighbours. */
function nearBanks(typed: string, { bankOf }: Branches): readonly string[] {
  const near: string[] = [];
  for (let at = 0; at < typed.length; at += 1) {
    const before = typed.slice(0, at);
    for (const letter of LETTERS) near.push(before + letter + typed.slice(at + 1));
    near.push(before + typed.charAt(at + 1) + typed.charAt(at) + typed.slice(at + 2));
  }
  return near.filter((bank) => bankOf(bank) !== null);
}

function suggestHandle(text: string): string | null {
  const [handle, ...others] = nearHandles(text.slice(text.indexOf('@') + 1));
  return handle !== undefined && others.length === 0 ? text.slice(0, text.indexOf('@') + 1) + handle : null;
}

/** Reduces several @ in a row to one and removes spaces around it. */
function joinAtSign(text: string): string | null {
  const joined = text
    .split('@')
    .map((part) => part.trim())
    .filter((part, at, parts) => part !== '' || at === 0 || at === parts.length - 1)
    .join('@');
  return joined !== text && UPI_SHAPE.test(joined) ? joined : null;
}

function joinDigits(text: string): string | null {
  const joined = text.replace(/[ -]/g, '');
  return joined !== text && /^\d{5,20}$/.test(joined) ? joined : null;
}

/** European notation such as `1.000,50`. Only the comma proves it: a point before three digits could be a decimal point. */
function pointForComma(text: string): string | null {
  return /^\d{1,3}(?:\.\d{3})+,\d{2}$/.test(text) ? text.replaceAll('.', '').replace(',', '.') : null;
}

/**
 * Rounds to two decimals as a sheet shows them. `1.234` may be European for 1234, and a value that rounds up to the next rupee
 * may be a different amount, so both are left to the person.
 */
function roundToPaise(text: string): string | null {
  const [, whole = '', paise = '', rest = ''] = /^(\d{1,11})\.(\d\d)(\d+)$/.exec(text) ?? [];
  if (rest === '' || (whole.length <= 3 && rest.length === 1)) return null;
  const rounded = Number(paise) + (rest >= '5' ? 1 : 0);
  return rounded === 100 ? null : decimalText(Number(whole) * 100 + rounded);
}

const CRORE = 10_000_000;

/** `500.00 Cr` is a credit of 500 where so many crores cannot be paid; `1.50 Cr` may be either. */
function withoutCredit(text: string): string | null {
  const reading = parseRupees(/^(.*\d)\s*cr\.?$/i.exec(text)?.[1] ?? '');
  if (reading.kind === 'refused' || reading.paise * CRORE <= AMOUNT_MAX_PAISE) return null;
  return decimalText(reading.paise);
}
