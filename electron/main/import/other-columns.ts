// Reasons against paying, from columns that are not sent and lines above the header: the row was already paid or is on hold, the
// payee has left, or the account is a different one or somebody else's.

import { asPaise, formatRupees } from '../../../shared/money.ts';
import { MONTH_WORDS, monthOf } from '../../../shared/months.ts';
import type { Payment, WordAnswer } from '../../../shared/rows.ts';
import { remembering } from '../domain/remembering.ts';
import { parseAmountWords } from './amount-words.ts';
import { namesOtherBank } from './banks.ts';
import {
  isAgainst,
  isBankReference,
  isDebit,
  isFlag,
  isMadeReference,
  isMark,
  isMarked,
  isMoneyIn,
  KINDS,
  markOfName,
  type Says,
  textKind,
  type Understanding,
  wordsIn,
} from './cell-says.ts';
import { mostlyAgree } from './column-content.ts';
import { type FormOf, leavesForm } from './column-form.ts';
import { numberIn } from './column-numbers.ts';
import { namesDiffer } from './compare-names.ts';
import { isAboutDetails } from './details-beside.ts';
import { meaningOf } from './field-names.ts';
import { isKnown, knownIn, type MeaningOf, someKnown, wordsOf } from './known-words.ts';
import type { Columns } from './match-columns.ts';
import { headingAgainstPaying } from './no-payment.ts';
import { daysIn, isDayToCome, isOtherDay, isSoon, monthsAhead } from './pay-dates.ts';
import { quoted } from './quoted.ts';
import { mayPay, methodWord, type RowCells, trimSpaces } from './row-cells.ts';
import { type Table, VALUE_MAX_CHARACTERS } from './table.ts';
import {
  type ColumnPlace,
  isAside,
  isAsideQuestion,
  isBlank,
  isDetail,
  isMainly,
  isTypeOfPayee,
  isUnknownType,
  isUsual,
  OTHERS_ASKED_MAX,
  payingRows,
  speakOf,
  usualOf,
  WHY_RETURNED,
  WORDS_ASKED_MAX,
  whatItMayMark,
  withoutNumber,
} from './unknown-columns.ts';
import { ANY_WORD, WordAnswers } from './word-answers.ts';

/**
 * `marksRows`: some rows are marked as approved, so a row without a mark is not. `usual`: what most of its rows have, which is not
 * asked about; null for none. `asks`: whether its other words are asked about. `leaves`: tells the texts that have another form than
 * most, where no words are asked about otherwise; null for no such texts.
 */
interface OtherColumn {
  readonly index: number;
  readonly header: string;
  readonly says: Says;
  readonly marksRows: boolean;
  readonly usual: string | null;
  readonly asks: boolean;
  readonly leaves: ((text: string) => boolean) | null;
}

/**
 * A word of a column that is not understood, which may be about paying; empty for rows without one, ANY_WORD for all the words of
 * a column that has many. `paise`: what its rows add up to; `words`: how many words it stands for, the first of which are `like`.
 */
export interface SheetWord {
  readonly column: string;
  readonly word: string;
  readonly rows: number;
  readonly paise: number;
  readonly words: number;
  readonly like: readonly string[];
}

/** Of all columns. Rows with further words are warned about instead. */
const WORDS_OF_SHEET_MAX = 200;

/** The row, what is wrong with it, and how to correct it. */
const ADDED_TO_CORRECT = 3;

const PAID_HOW = wordsOf('paidHow');
const AS_THE_BANK = wordsOf('bankNameHeader');
/** Such a header's yes means paid. A longer header may be about something else that was sent, such as a mail. */
const SENT = /^(?:payment |amount |money )?sent(?: to (?:the )?bank)?[ ?]*$/i;
/** Headers of the column with the payee's bank. */
const OF_BANK = /^(?:(?:bene\w*|emp\w*|payee|vendor)(?:'s)? )?bank(?: name)?$|^name of (?:the )?bank$/i;

export class OtherColumns {
  readonly #table: Table;
  readonly #columns: readonly OtherColumn[];
  /** The words that are not understood, whether a person answered them or not. */
  readonly asked: readonly SheetWord[];
  /** Those without an answer. */
  readonly open: readonly SheetWord[];
  /** The columns of which nothing here reads every cell, by index. */
  readonly unread: readonly number[];
  readonly #asking: readonly AskingColumn[];
  readonly #answers: WordAnswers;
  readonly #nowMs: number | null;

  constructor(
    table: Table,
    columns: Columns,
    {
      words: answers = [],
      nowMs = null,
    }: { readonly words?: readonly WordAnswer[]; readonly nowMs?: number | null } = {},
  ) {
    this.#nowMs = nowMs;
    // A remark of "Hold" is a status, whatever its header says.
    const { remark, ...others } = columns;
    const used = new Set([...Object.values(others).map(({ index }) => index), ...addedToCorrect(table)]);
    this.#table = table;
    const saysOf = (place: ColumnPlace): Says | null => {
      if (place.index === remark?.index) return 'remark';
      if (place.index === columns.name?.index) return 'nameMark';
      if (place.index === columns.reference?.index) return holdsMadeReferences(table, place) ? 'bankNumber' : null;
      if (used.has(place.index)) return null;
      return whatItSays(table, place, nowMs) ?? (holdsMadeReferences(table, place) ? 'bankNumber' : null);
    };
    this.#columns = table.headers.flatMap((header, index) => {
      const place = { header, index, columns };
      const said = saysOf(place);
      const mayLeave =
        said === null
          ? index !== columns.name?.index && (!used.has(index) || index === columns.reference?.index)
          : HAVE_A_FORM.has(said);
      const leaves = mayLeave ? whatLeaves(table, place) : null;
      const says = said ?? (leaves === null ? null : 'odd');
      if (says === null) return [];
      const usual = usualOf(says, table, place);
      const asks = (says !== 'note' && says !== 'remark') || (usual !== null && !WHY_RETURNED.test(header));
      return [{ header, index, says, usual, asks, leaves, marksRows: marksSome(table, { index, says, columns }) }];
    });
    const read = new Set(
      this.#columns.filter(({ says, asks }) => says !== 'odd' && (asks || says !== 'note')).map(({ index }) => index),
    );
    this.unread = table.headers.flatMap((_, index) =>
      used.has(index) || read.has(index) || index === remark?.index ? [] : [index],
    );
    this.#answers = new WordAnswers(answers);
    let asked = 0;
    this.#asking = this.#columns.flatMap(({ header, index, says, usual, asks, leaves }) => {
      if (!asks || (KINDS[says].understand === null && leaves === null)) return [];
      const beside = says === 'odd' ? (): Understanding => 'understood' : understandsBeside(usual, says, nowMs);
      const isOdd = (text: string): boolean => leaves?.(text) === true && !KINDS[says].against(text);
      const understand = (text: string): Understanding => (isOdd(text) ? understandAs('odd') : beside)(text);
      const mayBeWhole = OF_UNKNOWN.has(says);
      const words = wordsAsked(table, columns, { header, index, understand, mayBeWhole });
      const isAsked = words.length <= WORDS_ASKED_MAX && asked + words.length <= WORDS_OF_SHEET_MAX;
      if (isAsked) asked += words.length;
      return [{ header, index, understand, words: isAsked ? words : [], isAsked, mayBeWhole }];
    });
    this.asked = this.#asking.flatMap(({ words }) => words);
    this.open = this.asked.filter((one) => this.answerTo(one) === undefined);
  }

  /** Whether a cell is asked about because it leaves the form of its column. */
  isAsked(index: number, text: string): boolean {
    return this.#columns.some(
      (one) => one.index === index && one.leaves?.(text) === true && (KINDS[one.says].against(text) || isOddWord(text)),
    );
  }

  /** What a person said of a word that is asked about, or of all the words of its column. */
  answerTo({ column, word }: SheetWord): WordAnswer['as'] | undefined {
    const isOfUnknown = this.#asking.some(({ header, mayBeWhole }) => header === column && mayBeWhole);
    return this.#answerIn({ column, word }, isOfUnknown);
  }

  #answerIn({ column, word }: Pick<SheetWord, 'column' | 'word'>, orOfWhole: boolean): WordAnswer['as'] | undefined {
    return this.#answers.to({ column, word }) ?? (orOfWhole ? this.#answers.to({ column, word: ANY_WORD }) : undefined);
  }

  /** Reports words that are not understood or were answered. Returns whether they leave the row unpaid. */
  reportWords(cells: RowCells, row: number): boolean {
    for (const { header, index, understand, isAsked, words, mayBeWhole } of this.#asking) {
      const cell = this.#table.rows[row]?.[index] ?? '';
      const text = cell.length > VALUE_MAX_CHARACTERS ? cell : trimSpaces(cell);
      const what = understand(text);
      if (what === 'understood' && text === '') continue;
      const ofWhole = what !== 'understood' && mayBeWhole;
      const answer = this.#answerIn({ column: header, word: text }, ofWhole);
      const isOfWhole = ofWhole && (answer !== undefined || words[0]?.word === ANY_WORD);
      if (answer === 'unpaid') cells.report('wordUnpaid', null, { header });
      else if (!isOfWhole && (what === 'text' || (what === 'word' && !isAsked)))
        cells.report('cellUnclear', null, { header, said: quoted(text) });
      else if (what !== 'understood' && answer === undefined) cells.report('wordUnknown', null, { header });
    }
    return cells.blocked;
  }

  /** Adds warnings to a row that could be paid. */
  report(cells: RowCells, row: number, { beneficiary, name, amountPaise }: Payment): void {
    for (const { index, header, says, marksRows } of this.#columns) {
      const cell = this.#table.rows[row]?.[index] ?? '';
      if (marksRows && isBlank(cell)) cells.report('notMarked', null, { header });
      if (cell === '' || cell.length > VALUE_MAX_CHARACTERS) continue;
      const text = trimSpaces(cell);
      if (KINDS[says].against(text)) {
        cells.report('statusSays', null, {
          header,
          said: (says === 'nameMark' ? markOfName(text) : null) ?? quoted(text),
        });
      } else if (says === 'account') {
        if (text === '' || beneficiary.method === 'UPI') continue;
        // The sheet may show it without its zeros; zeros that only the sheet shows are lost.
        if (text === beneficiary.accountNumber || text === beneficiary.accountNumber.replace(/^0+/, '')) continue;
        cells.report('accountsDiffer', 'accountNumber', { header });
      } else if (says === 'ifsc') {
        if (beneficiary.method === 'IMPS' && text.toUpperCase() !== beneficiary.ifsc)
          cells.report('detailsBeside', null, { header, other: quoted(text), own: beneficiary.ifsc });
      } else if (says === 'amountWords') {
        const words = parseAmountWords(text);
        const differsBy = words === null ? 0 : Math.abs(words.paise - amountPaise);
        // Words without the paise mean the same amount.
        if (words !== null && differsBy >= (words.saysPaise ? 1 : 100))
          cells.report('amountWordsDiffer', 'amount', { header, amount: formatRupees(asPaise(words.paise)) });
      } else if (says === 'bank') {
        if (beneficiary.method === 'IMPS' && namesOtherBank(text, beneficiary.ifsc))
          cells.report('bankDiffers', 'ifsc', { header });
      } else if (says === 'name') {
        if (name !== null && namesDiffer(name, text)) cells.report('holderDiffers', 'name', { header });
      } else if (says === 'payDay' || says === 'dueDay') {
        const isAnother = says === 'dueDay' ? isDayToCome : isOtherDay;
        if (this.#nowMs !== null && isAnother(text, this.#nowMs))
          cells.report('payDayOther', null, { header, day: text });
      } else if (
        says === 'paidHow' ||
        (says === 'paidBy' && namesSomebody(text, name)) ||
        (says === 'bankReference' && isBankReference(text)) ||
        (says === 'bankNumber' && isMadeReference(text))
      ) {
        cells.report('bankReferenceThere', null, { header });
      }
    }
  }
}

/** `mayBeWhole`: one answer may be for all its words, because nothing says that it is about paying. */
interface AskingColumn {
  readonly header: string;
  readonly index: number;
  readonly understand: (text: string) => Understanding;
  /** Empty where there are too many: the cells are shown instead. */
  readonly words: readonly SheetWord[];
  readonly isAsked: boolean;
  readonly mayBeWhole: boolean;
}

/** What a column under a header that is not understood may say. */
const OF_UNKNOWN: ReadonlySet<Says> = new Set(['sparse', 'mark', 'detail', 'odd']);
/** The kinds whose cells have a form, such as names or days, of which hardly any words are asked about otherwise. */
const HAVE_A_FORM: ReadonlySet<Says> = new Set([
  'detail',
  'approver',
  'bank',
  'paidBy',
  'paidHow',
  'dueDay',
  'bankNumber',
]);
/** How many words a question about all words of a column shows. */
const WORDS_SHOWN = 4;

/** The words to ask about in one column, most frequent first. */
function wordsAsked(
  table: Table,
  columns: Columns,
  { header, index, understand, mayBeWhole }: Pick<AskingColumn, 'header' | 'index' | 'understand' | 'mayBeWhole'>,
): readonly SheetWord[] {
  const found = new Map<string, { rows: number; paise: number }>();
  const texts = { rows: 0, paise: 0 };
  for (const row of payingRows(table, columns)) {
    const cells = table.rows[row] ?? [];
    const text = trimSpaces((cells[index] ?? '').slice(0, VALUE_MAX_CHARACTERS + 1));
    const what = understand(text);
    if (what === 'understood') continue;
    const word = methodWord(text);
    const sum = what === 'text' ? texts : (found.get(word) ?? { rows: 0, paise: 0 });
    sum.rows += 1;
    sum.paise += Math.round(Math.abs(numberIn(cells[columns.amount?.index ?? -1] ?? '') ?? 0) * 100);
    if (what === 'word') found.set(word, sum);
  }
  const words = [...found]
    .map(([word, sum]) => ({ column: header, word, ...sum, words: 1, like: [] }))
    .toSorted((left, right) => right.rows - left.rows);
  if (!mayBeWhole || words.length <= OTHERS_ASKED_MAX) return words;
  const total = (of: (one: typeof texts) => number): number => [texts, ...words].reduce((sum, one) => sum + of(one), 0);
  const like = words.slice(0, WORDS_SHOWN).map(({ word }) => word);
  const whole = { rows: total(({ rows }) => rows), paise: total(({ paise }) => paise), words: words.length, like };
  return [{ column: header, word: ANY_WORD, ...whole }];
}

function understandAs(says: Says): (text: string) => Understanding {
  return KINDS[says].understand ?? ((): Understanding => 'understood');
}

function isOddWord(text: string): boolean {
  return understandAs('odd')(text) !== 'understood';
}

/** The first rows that tell what form the cells of a column have. */
const FORM_ROWS = 200;

/** Tells the texts that leave the form of a column; null where it has none, or no row leaves it. */
function whatLeaves(table: Table, { header, index, columns }: ColumnPlace): ((text: string) => boolean) | null {
  const textOf = (row: number): string =>
    trimSpaces((table.rows[row]?.[index] ?? '').slice(0, VALUE_MAX_CHARACTERS + 1));
  const sample = payingRows(table, columns).slice(0, FORM_ROWS).map(textOf);
  const found = isTypeOfPayee(header) ? isUnknownType : leavesForm(sample, formOf(header));
  if (found === null) return null;
  const leaves = remembering(found);
  return table.rows.some((_, row) => leaves(textOf(row))) ? leaves : null;
}

function formOf(header: string): FormOf {
  if (isMainly(header, 'described')) return 'described';
  if (!isAside(header)) return 'strict';
  return isMainly(header, 'named') ? 'named' : 'any';
}

/** Understands a cell beside what most rows have. Whatever is added to a usual remark must be plain. */
function understandsBeside(usual: string | null, says: Says, nowMs: number | null): (text: string) => Understanding {
  const ofKind = understandAs(says);
  if (usual === null) return ofKind;
  if (says !== 'remark' && says !== 'note') return (text) => (isUsual(text, usual) ? 'understood' : ofKind(text));
  return (text) => {
    const form = withoutNumber(text);
    if (isUsual(form, usual)) return 'understood';
    if (usual === '' || isAboutDetails(text)) return ofKind(text);
    if (namesAnotherTime(text, usual, nowMs)) return textKind(text);
    const lower = form.toLowerCase();
    const at = lower.indexOf(usual);
    const added = at === -1 ? '' : `${lower.slice(0, at)} ${lower.slice(at + usual.length)}`;
    return added.trim() !== '' && understandAs('note')(added.trim()) !== 'understood' ? textKind(text) : ofKind(text);
  };
}

/** Not a part of a longer number or date. */
const DAY_OF_MONTH = /(?<![\d/.-])(\d{1,2})[-/.](\d{1,2})(?![\d/.-])/;
/** Whether a text names another month than the usual one, or a month or a day to come where that names none. */
function namesAnotherTime(text: string, usual: string, nowMs: number | null): boolean {
  const own = monthsIn(text);
  const others = monthsIn(usual);
  if (others.length > 0) return own.some((month) => !others.includes(month));
  if (nowMs === null) return false;
  if (own.some((month) => monthsAhead(month, nowMs) > 0)) return true;
  const [, day, month] = DAY_OF_MONTH.exec(text) ?? [];
  return day !== undefined && isSoon(`${day}/${month}`, nowMs);
}

function monthsIn(text: string): readonly number[] {
  return (text.toLowerCase().match(/\p{L}[\p{L}\p{M}]+/gu) ?? []).flatMap((word) => monthOf(word) ?? []);
}

/** Whether a cell names who paid a row. Not how it is paid, and not the payee, who may have paid an expense. */
function namesSomebody(text: string, payee: string | null): boolean {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  if (words.every((word) => PAID_HOW.has(word))) return false;
  return payee === null || namesDiffer(payee, text);
}

/** A cell above the header, or the sheet's name, that speaks against paying, quoted; null for any other. */
export function titleAgainstPaying(cell: string): string | null {
  if (cell.length > VALUE_MAX_CHARACTERS) return null;
  const said = knownIn(cell, 'title');
  if (said !== null) return quoted(cell);
  const heading = headingAgainstPaying(cell);
  // A pending status concerns some rows, never all.
  return heading === null || heading.meaning === 'pending' ? null : quoted(cell);
}

/** Days as a file's name has them: `07-Dec-2026`, `2026_12_07`. */
const DAY_IN_NAME =
  /(?<!\d)(?:\d{1,2}[-_. ]?(?:\d{1,2}[-_. ]|[a-z]{3,9}[-_. ]?)\d{4}|\d{4}[-_. ]\d{1,2}[-_. ]\d{1,2})(?!\d)/gi;

/** A day without its year: `8 Dec`, `Dec 8th`; in numbers only where a word says what it is for. */
const DAY_OF_YEAR = /(?<!\d)(\d{1,2})(?:st|nd|rd|th)?[-_. ]{0,2}([a-z]{3,9})(?![a-z]|[-_. ]?\d)/giu;
const YEARLESS_DAY_BEHIND = /(?<![a-z])([a-z]{3,9})[-_. ](\d{1,2})(?:st|nd|rd|th)?(?!\d|[-_. ]\d{4})/giu;
const DAY_FOR =
  /(?<![a-z])(?:for|on|pay|release|transfer|payout|payment)[-_. ]{1,2}(\d{1,2})[-_.](\d{1,2})(?![-_.]?\d)/giu;

/** The days without a year in a file's name. */
function daysOfYearIn(name: string): readonly string[] {
  const behind = [...name.matchAll(YEARLESS_DAY_BEHIND)].map(([, month, day]) => `${day} ${month}`);
  const named = [...name.matchAll(DAY_OF_YEAR)].map(([, day, month]) => `${day} ${month}`);
  const numbers = [...name.matchAll(DAY_FOR)].map(([, day, month]) => `${day} ${MONTH_WORDS[Number(month) - 1]?.[0]}`);
  return [...named, ...behind, ...numbers];
}

/** A word of a file's name that says something about paying its rows, and is no purpose or kind of payment. */
function isAgainstInName(word: string, isOfRefunds: boolean): boolean {
  if (isKnown(word, 'fileName', 'plain') || (isOfRefunds && /^returns?$/.test(word))) return false;
  if (isKnown(word, 'fileName') || someKnown([word], 'sentence', 'word')) return true;
  return isKnown(word, 'takenBack', 'state') || isKnown(word, 'column', 'hold') || isKnown(word, 'status');
}

/** What the name of a file says against paying it today, quoted; null for nothing. */
export function fileAgainstPaying(fileName: string, nowMs: number | null): string | null {
  const name = fileName.replace(/\.\w{1,5}$/, '').slice(0, VALUE_MAX_CHARACTERS);
  const isLater =
    nowMs !== null &&
    ([...name.matchAll(DAY_IN_NAME)].some(([day]) =>
      isDayToCome(day.replace(/_/g, '-').replace(/([a-z])(\d)/i, '$1-$2'), nowMs),
    ) ||
      daysOfYearIn(name).some((day) => isSoon(day, nowMs)));
  const words = name.toLowerCase().split(/[^\p{L}\p{M}]+/u);
  const isOfRefunds = words.some((word) => /^refunds?$/.test(word));
  return isLater || words.some((word) => isAgainstInName(word, isOfRefunds)) ? quoted(name) : null;
}

const FROM_WHOM = /^(?:amount )?(?:re(?:ceived|cd|cvd|ceivable)|collect(?:ed|ion)|due|to be received) (?:from|by)$/i;
/** Fewer names may be those of one payer, as in a bank's file. */
const PAYERS_MIN = 3;

/** The header of a column of many payers where no column names payees: a list of money that came in. Null for none. */
export function findPayersNamed(table: Table, columns: Columns): string | null {
  if (columns.name !== undefined && meaningOf(columns.name.header).kind === 'names') return null;
  const used = new Set(Object.values(columns).map(({ index }) => index));
  const found = table.headers.findIndex((header, index) => {
    if (used.has(index) && index !== columns.name?.index) return false;
    const words = (header.toLowerCase().match(/\p{L}+/gu) ?? []).filter((word) => word !== 'name' && word !== 'of');
    const isOfPayers = words.length > 0 && words.every((word) => isKnown(word, 'column', 'payers'));
    if (!isOfPayers && !FROM_WHOM.test(header.trim())) return false;
    return new Set(firstCells(table, index).filter((cell) => /\p{L}{2}/u.test(cell))).size >= PAYERS_MIN;
  });
  return found === -1 ? null : (table.headers[found] ?? null);
}

/** Whether some rows of a column are marked as approved, so that a row without a mark is not. */
function marksSome(
  table: Table,
  { index, says, columns }: { readonly index: number; readonly says: Says; readonly columns: Columns },
): boolean {
  if (says === 'approver' || says === 'check')
    return isFilledForSome(table, index, {
      amount: columns.amount?.index,
      isFilled: (cell) => !isBlank(cell) && !KINDS[says].against(trimSpaces(cell)),
    });
  return says === 'no' && table.rows.some((cells) => isMarked((cells[index] ?? '').slice(0, VALUE_MAX_CHARACTERS)));
}

/** Whether a column holds references that a bank gives to a payment when it is made. */
function holdsMadeReferences(table: Table, { index, columns }: ColumnPlace): boolean {
  return table.rows.some((cells) => isMadeReference(cells[index] ?? '') && mayPay(cells, columns));
}

/** Whether any cell of a column says that its row is on hold, or that its payee has left. */
function holdsFlags(table: Table, { index, columns }: ColumnPlace): boolean {
  return table.rows.some((cells) => mayPay(cells, columns) && isFlag(cells[index] ?? ''));
}

/** Headers of a column that says which side of an account a row is on. */
const DIRECTIONS =
  /^(?:d(?:r|ebit)?\s*[/|-]\s*c(?:r|redit)?|c(?:r|redit)?\s*[/|-]\s*d(?:r|ebit)?|\+\s*\/\s*-|sign|(?:transaction|txn|entry)(?: type)?|type)$/i;

/**
 * Whether some rows, but not all, are of a kind that lowers or reverses a payment, or whether all bring money in under a header
 * that says of which kind they are. If all rows are debits, they debit the payer's account.
 */
function holdsDirections(table: Table, { header, index, columns }: ColumnPlace): boolean {
  let isSome = false;
  let isAll = true;
  let isAllMoneyIn = true;
  // A minus is one beside a plus; elsewhere it is a dash.
  const isOfSigns = table.rows.some((cells) => cells[index] === '+');
  for (const cells of table.rows) {
    const cell = cells[index] ?? '';
    if (cell === '' || (isBlank(cell) && !isOfSigns) || !mayPay(cells, columns)) continue;
    if (isAgainst(cell)) isSome = true;
    else isAll = false;
    isAllMoneyIn &&= isMoneyIn(cell);
    if (isSome && !isAll) return true;
  }
  return isSome && isAllMoneyIn && speakOf(meaningOf(header).words, 'kindOfEntry');
}

/** Whether a column has both sides. */
function isMixed(table: Table, index: number): boolean {
  const said = table.rows.map((cells) => (cells[index] ?? '').trim()).filter((text) => text !== '');
  return said.some(isDebit) && !said.every(isDebit);
}

/** Whether the column is filled in some rows and not in others: then it was filled in as they were paid. */
function isFilledForSome(
  table: Table,
  index: number,
  { amount, isFilled }: { readonly amount: number | undefined; readonly isFilled: (cell: string) => boolean },
): boolean {
  let filled = 0;
  let rows = 0;
  for (const cells of table.rows) {
    if (amount !== undefined && (cells[amount] ?? '') === '') continue;
    rows += 1;
    if (isFilled(cells[index] ?? '')) filled += 1;
  }
  return filled > 0 && filled < rows;
}

/** The columns that the desk adds to the rows to correct, where a sheet has all of them. */
function addedToCorrect({ headers }: Table): readonly number[] {
  const added = headers.flatMap((header, index) => (isKnown(header.toLowerCase(), 'toCorrect') ? [index] : []));
  return added.length === ADDED_TO_CORRECT ? added : [];
}

function whatItSays(table: Table, place: ColumnPlace, nowMs: number | null): Says | null {
  const { header, index } = place;
  if (header === '') return null;
  if (holdsAmountWords(table, index)) return 'amountWords';
  const { words } = meaningOf(header);
  const says = whatItsHeaderSays(table, place);
  if (nowMs !== null && says !== null && ANSWERED_BY_A_DAY.has(says) && holdsDaysToCome(table, index, nowMs))
    return 'dueDay';
  if (says !== null || isProofOfAccount(words) || speakOf(words, 'statusOfPeople')) return says;
  if (speakOf(words, 'statusOfOrders')) return whatItMayMark(table, place, nowMs);
  if (holdsFlags(table, place)) return isDetail(table, place) ? 'detail' : 'flag';
  const isOfOtherDays = speakOf(words, 'notPayDay') || speakOf(words, 'otherDay');
  if (nowMs !== null && holdsDaysToCome(table, index, nowMs)) {
    if (words.has('due') || startsRows(words) || speakOf(words, 'pastDay')) return 'dueDay';
    if (!isOfOtherDays) return 'payDay';
  }
  return holdsDirections(table, place) ? 'direction' : whatItMayMark(table, place, nowMs);
}

/** What a day in place of an answer says: from when on the row may be paid. */
const ANSWERED_BY_A_DAY: ReadonlySet<Says> = new Set(['no', 'check', 'approver', 'note', 'status']);

/** Whether a header says from when on something holds for its rows: `Effective from`, `Starts on`. */
function startsRows(words: ReadonlySet<string>): boolean {
  return speakOf(words, 'starts') && !speakOf(words, 'otherDay') && !speakOf(words, 'ofPeriod');
}

/** Whether a column holds states of India. */
function holdsStates(table: Table, index: number): boolean {
  const cells = firstCells(table, index);
  return cells.length > 0 && cells.every((cell) => isKnown(wordsIn(cell), 'indianState'));
}

/** How many filled cells decide what a column holds: one alone may be misspelt or say `ASAP`. */
const CELLS_READ_MAX = 20;

function firstCells(table: Table, index: number): readonly string[] {
  const found: string[] = [];
  for (const cells of table.rows) {
    const cell = cells[index] ?? '';
    if (cell !== '' && cell.length <= VALUE_MAX_CHARACTERS) found.push(cell);
    if (found.length === CELLS_READ_MAX) break;
  }
  return found;
}

/** Less than this in words may be a school class or a rank. */
const AMOUNT_WORDS_MIN_PAISE = 10_000;

/** Whether a column holds amounts in words. */
function holdsAmountWords(table: Table, index: number): boolean {
  return firstCells(table, index).some((cell) => {
    const amount = parseAmountWords(cell);
    return amount !== null && (amount.paise >= AMOUNT_WORDS_MIN_PAISE || /rupees?|only/i.test(cell));
  });
}

function whatItsHeaderSays(table: Table, { header, index, columns }: ColumnPlace): Says | null {
  const meaning = meaningOf(header);
  const has = (said: MeaningOf<'column'>): boolean => speakOf(meaning.words, said);
  const hasWord = (...words: readonly string[]): boolean => words.some((word) => meaning.words.has(word));
  const account = columns.accountNumber?.index;
  if (account !== undefined && !meaning.isPayers) {
    if (meaning.kind === 'repeats') return 'account';
    if (mostlyAgree(table, account, index)) return 'account';
  }
  if (
    columns.ifsc !== undefined &&
    !meaning.isPayers &&
    mostlyAgree(table, columns.ifsc.index, index, IFSC_AGREE_PERCENT)
  )
    return 'ifsc';
  if (meaning.kind === 'names' && meaning.field === 'name' && columns.name !== undefined)
    return !has('nameOfOther') && isOfSamePayee(table, columns.name, { header, index }) ? 'name' : null;
  if (has('bankReference')) return 'bankReference';
  if (
    OF_BANK.test(header.trim()) &&
    !meaning.isPayers &&
    !firstCells(table, index).every((cell) => isMark(wordsIn(cell)))
  )
    return 'bank';
  if (has('check') && !has('notACheck') && (!meaning.words.has('bank') || has('checked'))) return 'check';
  if (has('check') && meaning.words.has('by') && !hasWord('date', 'on', 'id')) return 'approver';
  const isApprovedOn = has('check') && hasWord('date', 'on', 'dt') && !hasWord('by');
  if (
    isApprovedOn &&
    isFilledForSome(table, index, { amount: columns.amount?.index, isFilled: (cell) => !isBlank(cell) })
  )
    return 'approver';
  const isState = isKnown(header.trim().toLowerCase(), 'statusHeader') && !holdsStates(table, index);
  const isStatus = meaning.words.has('status') || isState;
  if (isStatus) {
    if (has('statusOfPeople') || has('statusOfOrders') || has('billOfOthers')) return null;
    return has('hold') ? 'held' : has('leaving') ? 'gone' : 'status';
  }
  if (meaning.words.has('reason') && has('reasonAgainst')) return 'reason';
  if (DIRECTIONS.test(header.trim()) && isMixed(table, index)) return 'direction';
  if (has('note') && !hasWord('debit', 'credit')) return has('reviewer') ? 'status' : 'note';
  if (has('status')) return 'status';
  if (isOfLeaving(meaning.words)) return 'left';
  if (meaning.words.has('paid') && meaning.words.has('by') && meaning.words.size === 2) return 'paidBy';
  const isPaidHow = meaning.words.has('paid') && has('paidHow');
  if (isPaidHow && isFilledForSome(table, index, { amount: columns.amount?.index, isFilled: (cell) => cell !== '' }))
    return 'paidHow';
  const isDone = has('done') && hasWord('on', 'date', 'dt') && !hasWord('to', 'be');
  if (isDone && has('paid')) return 'bankReference';
  const isOfRail = has('rail') && hasWord('txn', 'reference');
  const isMade = isOfRail || has('cheque') || (has('made') && has('number') && !has('notMade'));
  const some = { amount: columns.amount?.index, isFilled: isBankReference };
  const isDated = hasWord('pay', 'payout', 'txn') && hasWord('date', 'dt') && !hasWord('due', 'value');
  if ((isDone || isMade || isDated) && isFilledForSome(table, index, some)) return 'bankReference';
  const isDay = hasWord('on', 'date', 'dt', 'after', 'day');
  const isToBe = has('done') && hasWord('be');
  if (isDay && (isToBe || (has('payDay') && !has('notPayDay'))) && holdsDays(table, index)) return 'payDay';
  const asks =
    hasWord('ok', 'pay', 'payable') ||
    (hasWord('process', 'transfer', 'send') && (hasWord('n', 'no') || header.includes('?')));
  if (asks && [...meaning.words].every((word) => isKnown(word, 'column', 'asks'))) return 'no';
  if (SENT.test(header.trim())) return 'yes';
  if (has('notAboutTheRow') || isAsideQuestion(meaning.words)) return null;
  const isYes = has('held');
  const says = has('hold') ? 'held' : isYes ? (has('leaving') ? 'gone' : 'yes') : null;
  if (says !== null) return isDone || isProofOfAccount(meaning.words) ? null : says;
  return has('allowed') ? 'no' : null;
}

/** A cancelled cheque proves an account. */
function isProofOfAccount(words: ReadonlySet<string>): boolean {
  return words.has('cancelled') && speakOf(words, 'cheque');
}

/** Whether some of a column's cells are dates, or words in place of them. */
function holdsDays(table: Table, index: number): boolean {
  return firstCells(table, index).some((cell) => daysIn(cell, 2_000).length > 0 || /^\P{Nd}*\p{L}\P{Nd}*$/u.test(cell));
}

/** Whether some of a column's cells are days that are still to come. */
function holdsDaysToCome(table: Table, index: number, nowMs: number): boolean {
  const isDayOfRow = (cell: string): boolean => cell.length <= VALUE_MAX_CHARACTERS && isDayToCome(cell, nowMs);
  if (!firstCells(table, index).some((cell) => daysIn(cell, 2_000).length > 0)) return false;
  return table.rows.some((cells) => isDayOfRow(cells[index] ?? ''));
}

function isOfLeaving(words: ReadonlySet<string>): boolean {
  if (speakOf(words, 'lastDay') || [...words].join('') === 'dol') return true;
  if (words.has('last') && words.has('working')) return true;
  return speakOf(words, 'leaving') && speakOf(words, 'day');
}

/** Whether two columns name the same payee, one perhaps as the bank does; otherwise they name people in different roles. */
function isOfSamePayee(
  table: Table,
  name: { readonly header: string; readonly index: number },
  other: { readonly header: string; readonly index: number },
): boolean {
  const headers = [name.header, other.header].map((header) => header.toLowerCase());
  if (headers.some((header) => [...AS_THE_BANK].some((word) => header.includes(word)))) return true;
  let both = 0;
  let same = 0;
  for (const cells of table.rows) {
    const [one, two] = [cells[name.index] ?? '', cells[other.index] ?? ''];
    if (one === '' || two === '' || one.length + two.length > VALUE_MAX_CHARACTERS) continue;
    both += 1;
    if (!namesDiffer(one, two)) same += 1;
    if (both >= NAMES_COMPARED_MAX) break;
  }
  return same * 2 >= both;
}

/** Of few rows, one may differ. No other code agrees with an IFSC even once. */
const IFSC_AGREE_PERCENT = 50;

/** How many names are compared to identify a column. */
const NAMES_COMPARED_MAX = 200;
