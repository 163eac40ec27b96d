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
/** More texts beside a usual one are names or categories. */
const OTHERS_ASKED_MAX = 5;
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
export function isPayment(cells: readonly string[], columns: Columns): boolean {
  return mayPay(cells, columns) && /^[^\d(-]{0,20}\d/.test(cells[columns.amount?.index ?? -1] ?? '');
}

const countedIn = new WeakMap<ColumnPlace, CountedTexts>();

/** Counts each place once. */
function countTexts(table: Table, place: ColumnPlace): CountedTexts {
  const before = countedIn.get(place);
  if (before !== undefined) return before;
  const { index, columns } = place;
  const byText = new Map<string, number>();
  let filled = 0;
  let rows = 0;
  for (const cells of table.rows) {
    if (!isPayment(cells, columns)) continue;
    rows += 1;
    const text = trimSpaces((cells[index] ?? '').slice(0, VALUE_MAX_CHARACTERS + 1)).toLowerCase();
    if (isBlank(text)) continue;
    filled += 1;
    const before = byText.get(text);
    if (before !== undefined || byText.size < TEXTS_COUNTED_MAX) byText.set(text, (before ?? 0) + 1);
  }
  const counted = { rows, filled, byText };
  countedIn.set(place, counted);
  return counted;
}

/** What most rows of a column have, which is not asked about: empty for nothing. Null where every text is asked about. */
export function usualOf(says: Says, table: Table, place: ColumnPlace): string | null {
  if (says === 'mark') return usualMark(countTexts(table, place));
  return says === 'note' || says === 'remark' || says === 'sparse' ? usualText(countTexts(table, place)) : null;
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

/** What the column may say; null for columns known to be about something else, and for numbers. */
export function whatItMayMark(
  table: Table,
  place: ColumnPlace,
  nowMs: number | null,
): 'mark' | 'approver' | 'sparse' | null {
  const { header } = place;
  const counted = countTexts(table, place);
  const { rows, filled, byText } = counted;
  if (byText.size > WORDS_ASKED_MAX) return null;
  const texts = [...byText.keys()];
  const words = texts.map(wordsIn);
  if (words.some(isAnswer) && words.every(isMark)) {
    const isCount = words.every((word) => /^\d?$/.test(word));
    if (isCount ? speakOf(meaningOf(header).words, 'aside') || isAside(header) : isWhollyAside(header, counted))
      return null;
    return filled === rows && new Set(words).size === 1 ? null : 'mark';
  }
  if (isSigned(header, counted)) return 'approver';
  if (holdsLaterMonth(header, counted, nowMs)) return 'mark';
  const usual = usualText(counted);
  const others = texts.filter((text) => !isUsual(text, usual));
  const mayBeNames = place.columns.name === undefined && byText.size === rows;
  const areTwoKinds = usual === null && !mayBeNames && isOfTwoKinds(counted);
  const kinds = areTwoKinds ? texts : usual === null ? [] : [usual];
  if (isAside(header) && !isOfEntries(header) && !kinds.some(isAboutPaying)) return null;
  if (isMissingInFew(counted) || holdsCodes(header, { usual, texts })) return 'mark';
  if (usual === null) {
    if (areTwoKinds) return texts.some(isNone) ? 'mark' : 'sparse';
    return texts.length > 1 && texts.length <= OTHERS_ASKED_MAX && isOfPaying(texts) ? 'sparse' : null;
  }
  if (!others.some((text) => /[\p{L}\p{So}?]/u.test(text)) || others.every((text) => isWhen(text) || isDayWord(text)))
    return null;
  if (isDone(usual) && others.every(isNone)) return 'mark';
  return usual === '' || others.length <= OTHERS_ASKED_MAX ? 'sparse' : null;
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
function isMissingInFew({ rows, filled, byText }: CountedTexts): boolean {
  const [text = ''] = byText.keys();
  return byText.size === 1 && filled < rows && (rows - filled) * 3 <= rows && /\p{L}/u.test(text);
}

/** Few rows have no usual text. */
const FEW_ROWS = 4;
const KIND_OF_ROW = /^(?=.*[\p{L}\p{So}?])\P{Nd}{1,24}$/u;

/** Whether each row has one of two short texts, or one of three in a few rows, none of which most rows have. */
function isOfTwoKinds({ rows, filled, byText }: CountedTexts): boolean {
  const texts = [...byText.keys()];
  return (
    filled === rows &&
    (texts.length === 2 || (texts.length === 3 && rows === FEW_ROWS)) &&
    texts.every((text) => KIND_OF_ROW.test(text) && text.split(' ').length <= 3) &&
    !texts.every(isDayWord)
  );
}

const CODE = /^\p{L}{0,2}[- ]?\d{1,2}$/u;

/** Whether a few rows have another short number than most, as the number of a run. What counts things is no such number. */
function holdsCodes(
  header: string,
  { usual, texts }: { readonly usual: string | null; readonly texts: readonly string[] },
): boolean {
  if (usual === null || usual === '' || texts.length > 1 + SIGNERS_MAX || !texts.every((text) => CODE.test(text)))
    return false;
  const words = [...meaningOf(header).words, ...writtenWords(header)];
  return (
    words.length > 0 &&
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

/** Whether some of these texts are known to be about paying, or one is the opposite of another. */
function isOfPaying(texts: readonly string[]): boolean {
  const all = texts.map(wordsIn);
  return texts.some(isAboutPaying) || all.some((words) => OPPOSITES.some((prefix) => all.includes(prefix + words)));
}

/** Whether a text says that something was done, so that none in its place says that it was not: `recd`, `Submitted`. */
function isDone(text: string): boolean {
  return /[ecv]d$/.test(text) || isAboutPaying(text);
}

const OPPOSITES = ['un', 'in', 'non', 'non ', 'not ', 'dis', 'no ', 'ir', 'il', 'im'] as const;

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

/** Whether a header is known to be about something else than paying: its main word is, as in `Bill Type` and `Place of Supply`. */
function isAside(header: string): boolean {
  if (isKnown(header.trim().toLowerCase(), 'aside')) return true;
  const main = mainWord([...meaningOf(header).words]);
  // `Go/No-go` asks, and the "no" of it is no number.
  if (main === 'number' && ANSWERED.test(header)) return false;
  return someKnown([main, mainWord(writtenWords(header))], 'column', 'aside');
}

/** `Place` of `Place of Supply`, and `Expense` of `Nature of Expense`. */
function mainWord(words: readonly string[]): string {
  const of = words.findIndex((word) => word === 'of' || word === 'to');
  const isOfKind = of === 1 && isKnown(words[0] ?? '', 'column', 'kindOfEntry');
  return (of > 0 && !isOfKind ? words.slice(0, of) : words).findLast((word) => !/^\d+$/.test(word)) ?? '';
}

const ANSWERED = /\bno[- ]?go\b|\b(?:y|yes)\s?\/\s?no?\b/i;

/** The same where its cells are answers, as of `Bank Confirmed`: then every word of it must be. A few crosses are no group. */
function isWhollyAside(header: string, { rows, filled }: CountedTexts): boolean {
  if (isKnown(header.trim().toLowerCase(), 'aside')) return filled * 2 > rows;
  const { words } = meaningOf(header);
  return (words.size > 0 && [...words].every((word) => isKnown(word, 'column', 'aside'))) || isAsideQuestion(words);
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
