// What was probably meant by a value that is wrong or doubtful. It is offered to a person, never written by the desk itself,
// and only where one value alone is near. It may be an account number, so it never stands in a sentence.

import { decimalText } from '../../../shared/money.ts';
import type { IfscList } from './ifsc-list.ts';
import { nearHandles, UPI_SHAPE } from './upi-handles.ts';

export type Branches = Pick<IfscList, 'isListed' | 'bankOf'>;

/** A longer text is no value with a slip in it. */
const SUGGESTED_MAX_CHARACTERS = 300;

/** What a cell should probably hold, by the code of its issue; null when nothing is near, or several values are. */
export function suggestText(code: string, text: string, branches: Branches): string | null {
  const suggest = Object.hasOwn(SUGGESTIONS, code) ? SUGGESTIONS[code] : undefined;
  const isTooLong = text.length > SUGGESTED_MAX_CHARACTERS;
  return suggest === undefined || isTooLong ? null : suggest(text.trim(), branches);
}

const SUGGESTIONS: Readonly<Record<string, (text: string, branches: Branches) => string | null>> = {
  ifscLetterO: suggestIfsc,
  ifscSlip: suggestIfsc,
  ifscDoubtful: suggestIfsc,
  upiHandle: suggestHandle,
  upiShape: joinAtSign,
  accountShape: joinDigits,
  amountGrouping: pointForComma,
  amountDecimals: roundToPaise,
};

const IFSC_CHARACTERS = 11;
/** Letters and digits that are read for one another. */
const AS_DIGIT: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1', Z: '2', S: '5', B: '8' };
const AS_LETTER: Readonly<Record<string, string>> = { '0': 'O', '1': 'I', '2': 'Z', '5': 'S', '8': 'B' };

/** The listed branch whose IFSC was mistyped; null when none, or several, are near. */
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

/** The banks whose letters are these with one mistaken, or with two neighbours swapped. */
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

function joinAtSign(text: string): string | null {
  const at = text.indexOf('@');
  const joined = `${text.slice(0, Math.max(0, at)).trim()}@${text.slice(at + 1).trim()}`;
  return joined !== text && UPI_SHAPE.test(joined) ? joined : null;
}

function joinDigits(text: string): string | null {
  const joined = text.replace(/[ -]/g, '');
  return joined !== text && /^\d{5,20}$/.test(joined) ? joined : null;
}

/** `1.000,50`, as it is written in Europe. A point before three digits could as well be a decimal one: only the comma tells. */
function pointForComma(text: string): string | null {
  return /^\d{1,3}(?:\.\d{3})+,\d{2}$/.test(text) ? text.replaceAll('.', '').replace(',', '.') : null;
}

/** Rounded as a sheet shows two decimals. `1.234` may be European for 1234, so it is left to the person. */
function roundToPaise(text: string): string | null {
  const [, whole = '', paise = '', rest = ''] = /^(\d{1,11})\.(\d\d)(\d+)$/.exec(text) ?? [];
  if (rest === '' || (whole.length <= 3 && rest.length === 1)) return null;
  return decimalText(Number(whole) * 100 + Number(paise) + (rest >= '5' ? 1 : 0));
}
