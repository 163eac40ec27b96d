// What a column under a header that is not understood may say about paying its rows. No list of words that speak against paying
// ends, so what most of its rows have is usual, and whatever differs from it is asked about. Only headers known to be about
// something else than paying are left alone.

import { monthOf } from '../../../shared/months.ts';
import {
  isAnswer,
  isDayWord,
  isMark,
  isMarked,
  isNone,
  isPlainText,
  isWhen,
  type Says,
  saysWhetherToPay,
  wordsIn,
} from './cell-says.ts';
import { meaningOf } from './field-names.ts';
import { isKnown, type MeaningOf, someKnown } from './known-words.ts';
import type { Columns } from './match-columns.ts';
import { mayPay, trimSpaces } from './row-cells.ts';
import { type Table, VALUE_MAX_CHARACTERS } from './table.ts';

export interface ColumnPlace {
  readonly header: string;
  readonly index: number;
  readonly columns: Columns;
}

/** A column with more different words is not one of statuses; its rows are warned about instead. */
export const WORDS_ASKED_MAX = 20;
/** Of more words under a header that is not understood, one question is asked about all. */
export const OTHERS_ASKED_MAX = 5;
/** A column with more different texts has no usual one. */
const TEXTS_COUNTED_MAX = 1_000;
/** A sheet is signed by this many people at most. */
const SIGNERS_MAX = 3;
const SIGNATURE_MAX_CHARACTERS = 20;

interface CountedTexts {
  readonly rows: number;
  readonly filled: number;
  /** How many rows have each text, in lower case; some are missing where there are too many. */
  readonly byText: ReadonlyMap<string, number>;
}

/** Whether a row names a payee and an amount above zero, as repeated headers and recoveries do not. */
function isPayment(cells: readonly string[], columns: Columns): boolean {
  return mayPay(cells, columns) && /^[^\d(-]{0,20}\d/.test(cells[columns.amount?.index ?? -1] ?? '');
}

const payingIn = new WeakMap<Columns, { readonly table: Table; readonly rows: readonly number[] }>();

/** The rows that are payments, found once for the columns of a table. */
export function payingRows(table: Table, columns: Columns): readonly number[] {
  const before = payingIn.get(columns);
  if (before?.table === table) return before.rows;
  const rows = table.rows.flatMap((cells, row) => (isPayment(cells, columns) ? [row] : []));
  payingIn.set(columns, { table, rows });
  return rows;
}

const countedIn = new WeakMap<ColumnPlace, CountedTexts>();

/** Counts each place once. */
function countTexts(table: Table, place: ColumnPlace): CountedTexts {
  const before = countedIn.get(place);
  if (before !== undefined) return before;
  const { index, columns } = place;
  const byText = new Map<string, number>();
  const paying = payingRows(table, columns);
  let filled = 0;
  for (const row of paying) {
    const text = trimSpaces((table.rows[row]?.[index] ?? '').slice(0, VALUE_MAX_CHARACTERS + 1)).toLowerCase();
    if (isBlank(text)) continue;
    filled += 1;
    const before = byText.get(text);
    if (before !== undefined || byText.size < TEXTS_COUNTED_MAX) byText.set(text, (before ?? 0) + 1);
  }
  const counted = { rows: paying.length, filled, byText };
  countedIn.set(place, counted);
  return counted;
}

/** What most rows of a column have, which is not asked about: empty for nothing. Null where every text is asked about. */
export function usualOf(says: Says, table: Table, place: ColumnPlace): string | null {
  if (says === 'mark') return usualMark(countTexts(table, place));
  if (says === 'sparse') return usualText(countTexts(table, place));
  return says === 'note' || says === 'remark' ? usualText(withoutNumbers(countTexts(table, place))) : null;
}

/** A text with each number as the same: `Bill 118` is as usual as `Bill 119`. */
export function withoutNumber(text: string): string {
  return text.replace(/\d+/g, '9');
}

function withoutNumbers({ rows, filled, byText }: CountedTexts): CountedTexts {
  const byForm = new Map<string, number>();
  for (const [text, count] of byText) {
    const form = withoutNumber(text);
    byForm.set(form, (byForm.get(form) ?? 0) + count);
  }
  return { rows, filled, byText: byForm };
}

export function isUsual(text: string, usual: string | null): boolean {
  if (usual === null || text.length > VALUE_MAX_CHARACTERS) return false;
  return text === usual || wordsIn(text) === wordsIn(usual);
}

/** The text of most rows where a few rows have another: empty if at most half of them have any; null for no such text. */
function usualText({ rows, filled, byText }: CountedTexts): string | null {
  if (filled === 0) return null;
  const [usual, count] = [...byText].reduce((most, one) => (one[1] > most[1] ? one : most));
  if (count < filled && count * 2 > rows && (filled - count) * 3 <= rows) return usual;
  return filled * 2 <= rows ? '' : null;
}

/** The one mark that all but a few rows have; empty where few rows have any; null for several marks, or an answer of no. */
function usualMark(counted: CountedTexts): string | null {
  const { rows, filled, byText } = counted;
  if (filled * 2 <= rows) return '';
  const texts = [...byText.keys()];
  const [first = ''] = texts;
  if (!texts.map(wordsIn).every(isMark)) return byText.size === 1 ? first : usualText(counted);
  return new Set(texts.map(wordsIn)).size === 1 && isMarked(first) ? first : null;
}

/**
 * What the column may say. Whatever is not understood may speak against paying, so it is null only where the header names
 * something else, where all rows have the same text, each its own, a day or a count, or where the cells name people.
 */
export function whatItMayMark(
  table: Table,
  place: ColumnPlace,
  nowMs: number | null,
): 'mark' | 'approver' | 'sparse' | 'detail' | null {
  const { header } = place;
  const counted = countTexts(table, place);
  const { rows, filled, byText } = counted;
  if (filled === 0) return null;
  const texts = [...byText.keys()];
  const words = texts.map(wordsIn);
  if (lacksSteps(texts) || namesMoreMonths(texts)) return 'mark';
  if (words.some(isAnswer) && words.every(isMark)) {
    const isCount = words.every((word) => /^\d?$/.test(word)) && !asksWhether(header);
    if (isCount ? speakOf(meaningOf(header).words, 'aside') || isAside(header) : isWhollyAside(header, counted))
      return null;
    return filled === rows && new Set(words).size === 1 ? null : 'mark';
  }
  if (isSigned(header, counted)) return 'approver';
  if (holdsLaterMonth(header, counted, nowMs)) return 'mark';
  if (isTypeOfPayee(header)) return null;
  const usual = usualText(counted);
  const others = texts.filter((text) => !isUsual(text, usual));
  if (isAside(header) && !isOfEntries(header) && !holdsOtherStates(header, words)) {
    const kinds = usual !== null ? [usual] : isOfFewKinds(place, counted) ? texts : [];
    if (kinds.some(isAboutPaying)) return 'sparse';
    if (usual !== null && others.some(isSentenceAboutPaying)) return 'sparse';
    return texts.length > 1 && words.some((word) => isKnown(word, 'status')) ? 'detail' : null;
  }
  if (byText.size === 1 && filled === rows) return mayBeResult(header, counted) ? 'sparse' : null;
  if (byText.size === 1) return isMissingInFew(counted) ? 'mark' : 'sparse';
  if (usual !== null && usual !== '' && isDone(usual) && others.every(isNone)) return 'mark';
  if (texts.every((text) => CODE.test(text))) return holdsCodes(header, counted) ? 'mark' : null;
  if (texts.every(isNamed)) return null;
  if (others.every((text) => isWhen(text) || isDayWord(text)))
    return lacksFew(counted) && !speakOf(meaningOf(header).words, 'otherDay') ? 'mark' : null;
  if (!texts.some((text) => /[\p{L}\p{So}?]/u.test(text))) return null;
  if (areMostlyDetails(counted)) return null;
  if (texts.every(isDetailOfRow)) return isOfFewKinds(place, counted) || lacksFew(counted) ? 'mark' : null;
  if (areOwn(place, counted)) return texts.some(isAboutPaying) ? 'sparse' : null;
  return texts.some(isNone) || lacksFew(counted) ? 'mark' : 'sparse';
}

/** How far a row has come, of how many steps: `1/2`, `2 of 3`. */
const STEPS = /^(\d)\s?(?:\/|of|out of)\s?([1-9])$/;

/** Whether some rows have come all the way, as those with both signatures, and others have not. */
function lacksSteps(texts: readonly string[]): boolean {
  const steps = texts.map((text) => STEPS.exec(text));
  const all = steps.every((step) => step !== null && step[2] === steps[0]?.[2]);
  const whole = steps.filter((step) => step?.[1] === step?.[2]).length;
  return all && whole > 0 && whole < steps.length;
}

/** Whether some rows are for more months than others: `Nov` and `Sep, Oct`. */
function namesMoreMonths(texts: readonly string[]): boolean {
  const counts = texts.map(
    (text) => (text.match(/\p{L}{3,9}/gu) ?? []).filter((word) => monthOf(word) !== null).length,
  );
  return new Set(counts).size > 1 && counts.every((count) => count > 0);
}

/** Whether a header asks what is answered by a one or a zero: `OK by QS`. */
function asksWhether(header: string): boolean {
  return someKnown(meaningOf(header).words, 'column', 'allowed', 'check', 'signing');
}

/** Whether a header asks for the type of an account or of a payee, of which there are few: any other may be a state. */
export function isTypeOfPayee(header: string): boolean {
  const { words } = meaningOf(header);
  const subjects = [...words].filter((word) => word !== 'type' && word !== 'bank');
  return words.has('type') && subjects.length === 1 && (words.has('account') || words.has('payee'));
}

export function isUnknownType(text: string): boolean {
  const words = wordsIn(text).split(' ');
  return !words.every((word) => isKnown(word, 'payeeType') || isNone(word) || isPlainText(word));
}

/** The share of the rows that a few may be. */
const FEW = 3;

/** Whether a few rows have nothing where most have something. */
function lacksFew({ rows, filled }: CountedTexts): boolean {
  return filled < rows && (rows - filled) * FEW <= rows;
}

/** Whether a few rows lack the signature or the initials that the others have. */
function isSigned(header: string, { rows, filled, byText }: CountedTexts): boolean {
  return (
    filled < rows &&
    filled * 2 > rows &&
    byText.size <= SIGNERS_MAX &&
    [...byText.keys()].every((text) => text.length <= SIGNATURE_MAX_CHARACTERS) &&
    someKnown([...meaningOf(header).words, ...writtenWords(header)], 'column', 'signing')
  );
}

/** Whether a few rows lack the one word that all others have. */
function isMissingInFew(counted: CountedTexts): boolean {
  const [text = ''] = counted.byText.keys();
  return counted.byText.size === 1 && lacksFew(counted) && /\p{L}/u.test(text);
}

/** In fewer rows, what all have is no rule. */
const RESULT_ROWS_MIN = 3;

/** Whether what all rows have may be a state that they are in: a word that no list of harmless ones has, as of `Receipt: taken`. */
function mayBeResult(header: string, { rows, byText }: CountedTexts): boolean {
  const [text = ''] = byText.keys();
  if (rows < RESULT_ROWS_MIN || speakOf(meaningOf(header).words, 'statusOfOrders')) return false;
  // `Account type: Savings` is of a form, not in a state.
  const main = mainWord(writtenWords(header));
  if (main !== 'state' && isKnown(main, 'column', 'form')) return false;
  return /^\p{L}[\p{L}\p{M}]{2,}$/u.test(text) && !isPlainText(text) && !isKnown(text, 'harmless', 'company');
}

/** Few rows have no usual text. */
const FEW_ROWS = 4;
/** More texts are names, each row's own, where none repeats. */
const KIND_OF_ROW = /^(?!(?:.*\p{Nd}){3}).{1,24}$/u;

/** Whether the rows are of a few kinds, by short texts of which none is what most rows have. */
function isOfFewKinds(place: ColumnPlace, counted: CountedTexts): boolean {
  const { rows, filled, byText } = counted;
  const texts = [...byText.keys()];
  if (filled < rows || texts.every(isDayWord) || areOwn(place, counted)) return false;
  return (
    texts.length <= OTHERS_ASKED_MAX && texts.every((text) => KIND_OF_ROW.test(text) && text.split(' ').length <= 3)
  );
}

/** Of so many names, some are the same. */
const NAMES_MIN = 20;

/** Whether each filled row has a text of its own, as a name or a number. In few rows, short texts may be of two kinds. */
function areOwn({ columns }: ColumnPlace, { rows, filled, byText }: CountedTexts): boolean {
  const isOwn =
    filled < NAMES_MIN ? byText.size === filled : byText.size * 10 >= Math.min(filled, TEXTS_COUNTED_MAX) * 9;
  if (!isOwn) return false;
  if (filled * 2 <= rows) return false;
  return rows >= FEW_ROWS || columns.name === undefined || byText.size > 2;
}

/** Whether a text identifies something: one word with the digits of a number. */
function isIdentifier(text: string): boolean {
  return /^\S{4,}$/.test(text) && /\d\D*\d\D*\d\D*\d/.test(text);
}

/** What a row may have of its own without a word about paying it: a number, a day, a month, an identifier, an address. */
function isDetailOfRow(text: string): boolean {
  return (
    isIdentifier(text) || isWhen(text) || isDayWord(text) || monthIn(text) !== null || /^[\d.,\s%+/:-]+$/.test(text)
  );
}

/** Whether all but a few cells are such details: those few leave the form of the column. */
function areMostlyDetails({ filled, byText }: CountedTexts): boolean {
  let odd = 0;
  for (const [text, count] of byText) if (!isDetailOfRow(text)) odd += count;
  return odd > 0 && odd * FEW <= filled;
}

const NAMED =
  /^(?:(?:mr|ms|mrs|dr|smt|shri|sri|prof|capt|adv)\.? ?\p{L}[\p{L}. ]*|(?:\p{L}\.? ?){1,2} ?(?<=[. ])\p{L}{3,})$/u;

/** Whether a text is a person's name by its form: `Ms Sen`, `S. Rao`. */
function isNamed(text: string): boolean {
  return text.length <= 40 && NAMED.test(text) && !text.split(' ').some(isAboutPaying);
}

/** A short number or code, as of a run, a lot or a level. */
const CODE = /^\p{L}{0,2}[- ]?(?:\d{1,2}(?:\/\d{1,2})?|0\d{2,3})$/u;

/** Whether rows have one of a few short numbers, as the number of a run. What counts things is no such number. */
function holdsCodes(header: string, { rows, filled, byText }: CountedTexts): boolean {
  const texts = [...byText.keys()];
  if (texts.length > 1 + SIGNERS_MAX || !texts.every((text) => CODE.test(text))) return false;
  if (texts.length > 2 && texts.length * 3 > filled * 2) return false;
  if (rows >= FEW_ROWS && texts.length === filled) return false;
  const words = [...meaningOf(header).words, ...writtenWords(header)].filter(
    (word) => !isKnown(word, 'column', 'form'),
  );
  if (someKnown(words, 'column', 'signing', 'check')) return true;
  return (
    !words.some((word) => word.endsWith('s') || /^\d/.test(word)) &&
    !someKnown(words, 'money', 'neverMoney', 'noMoney', 'noMoneyAlone', 'days', 'daysOff', 'takenOff', 'whole', 'part')
  );
}

/** Whether a few rows are of a later month than most, or alone of one to come. */
function holdsLaterMonth(header: string, counted: CountedTexts, nowMs: number | null): boolean {
  const usual = usualText(counted);
  const now = nowMs === null ? null : new Date(nowMs);
  const thisMonth = now === null ? null : (now.getFullYear() % 100) * 12 + now.getMonth() + 1;
  const usualMonth = usual === '' ? thisMonth : monthIn(usual ?? '');
  if (usualMonth === null || speakOf(meaningOf(header).words, 'otherDay')) return false;
  const months = [...counted.byText.keys()].map(monthIn);
  return months.every((month) => month !== null) && months.some((month) => month !== null && month > usualMonth);
}

const MONTH = /^(\p{L}{3,9})[-/ .,'’]{0,2}(\d{4}|\d{2})$/u;

/** A month of a year as one number; null for anything else. */
function monthIn(text: string): number | null {
  const [, name = '', year = ''] = MONTH.exec(text) ?? [];
  const month = monthOf(name);
  return month === null || year === '' ? null : (Number(year) % 100) * 12 + month;
}

function isAboutPaying(text: string): boolean {
  const words = wordsIn(text);
  return saysWhetherToPay(words) || words.split(' ').some(saysWhetherToPay);
}

function isSentenceAboutPaying(text: string): boolean {
  return text.split(' ').length >= 3 && text.split(/[^\p{L}\p{M}]+/u).some((word) => isKnown(word, 'status'));
}

/** Whether a text says that something was done, so that none in its place says that it was not: `recd`, `Submitted`. */
function isDone(text: string): boolean {
  return /[ecv]d$/.test(text) || isAboutPaying(text);
}

/** Whether a header asks for the kind of each row's entry: `Type`, `Nature`, `Doc Type`, `Refund Type`. */
function isOfEntries(header: string): boolean {
  const words = [...meaningOf(header).words];
  return (
    words.some((word) => isKnown(word, 'column', 'kindOfEntry')) &&
    words.every((word) => word !== 'category' && isKnown(word, 'column', 'kindOfEntry', 'made'))
  );
}

/** Whether a column is about something else than paying, or holds more texts than a person is asked about. */
export function isDetail(table: Table, place: ColumnPlace): boolean {
  return (
    (isAside(place.header) && !isOfEntries(place.header)) || countTexts(table, place).byText.size > WORDS_ASKED_MAX
  );
}

/**
 * Whether a header is known to be about something else than paying: its main word is, as in `Bill Type` and `Place of Supply`. A
 * main word that names only a form, as in `Approval Level`, leaves it to the others.
 */
export function isAside(header: string): boolean {
  if (isKnown(header.trim().toLowerCase(), 'aside')) return true;
  const all = [...meaningOf(header).words];
  const main = mainWord(all);
  // `Go/No-go` asks, and the "no" of it is no number. `Half/Full day` says how much is paid.
  if ((main === 'number' && ANSWERED.test(header)) || /\bhalf\b/i.test(header)) return false;
  const written = writtenWords(header);
  if (!someKnown([main, mainWord(written)], 'column', 'aside')) return false;
  if (!someKnown([main, mainWord(written)], 'column', 'form')) return true;
  const others = all.filter((word) => !/^\d+$/.test(word) && !someKnown([word], 'column', 'form'));
  return others.every((word) => word === 'payee' || isKnown(word, 'column', 'aside', 'besideForm'));
}

/** Whether a header says what its cells describe or name in several words: `Address`, `Work done`, `Reason for return`. */
export function isDescribed(header: string): boolean {
  return WHY_RETURNED.test(header) || isMainly(header, 'described', 'named');
}

/** Whether a header's main word has one of these meanings. */
export function isMainly(header: string, ...said: readonly [MeaningOf<'column'>, ...MeaningOf<'column'>[]]): boolean {
  return someKnown([mainWord([...meaningOf(header).words]), mainWord(writtenWords(header))], 'column', ...said);
}

/** Headers of why something was sent back, which is why it is refunded. */
export const WHY_RETURNED = /^(?=.*\breason)(?=.*\b(?:refund|return|cancel))/i;

/** Whether a column of states holds none of India's. */
function holdsOtherStates(header: string, words: readonly string[]): boolean {
  return mainWord(writtenWords(header)) === 'state' && !words.some((word) => isKnown(word, 'indianState'));
}

/** `Place` of `Place of Supply`, and `Expense` of `Nature of Expense`. */
function mainWord(words: readonly string[]): string {
  const of = words.findIndex((word) => word === 'of' || word === 'to');
  const isOfKind = of === 1 && isKnown(words[0] ?? '', 'column', 'kindOfEntry');
  return (of > 0 && !isOfKind ? words.slice(0, of) : words).findLast((word) => !/^\d+$/.test(word)) ?? '';
}

const ANSWERED = /\bno[- ]?go\b|\b(?:y|yes)\s?\/\s?no?\b/i;

/** The same where its cells are answers, as of `PF: Y`. A few crosses are no group. */
function isWhollyAside(header: string, { rows, filled }: CountedTexts): boolean {
  if (isKnown(header.trim().toLowerCase(), 'aside')) return filled * 2 > rows;
  return isAsideQuestion(meaningOf(header).words);
}

/** `PF Applicable`, `Aadhaar Linked`. */
export function isAsideQuestion(words: ReadonlySet<string>): boolean {
  return (
    speakOf(words, 'asideSubject') && [...words].every((word) => isKnown(word, 'column', 'asideSubject', 'asideAnswer'))
  );
}

/** A header's words as they are written: `Shirt` may be read as a misspelt `Short`. */
function writtenWords(header: string): readonly string[] {
  return header
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Whether a cell is empty, or a dash in place of a word. */
export function isBlank(cell: string): boolean {
  return cell.length <= VALUE_MAX_CHARACTERS && wordsIn(cell) === '';
}

/** Whether one of a header's words has this meaning. */
export function speakOf(words: ReadonlySet<string>, said: MeaningOf<'column'>): boolean {
  return [...words].some((word) => isKnown(word, 'column', said));
}
