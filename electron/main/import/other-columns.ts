// Reasons against paying, from columns that are not sent and lines above the header: the row was already paid or is on hold, the
// payee has left, or the account is a different one or somebody else's.

import { asPaise, formatRupees } from '../../../shared/money.ts';
import type { Payment, WordAnswer } from '../../../shared/rows.ts';
import { remembering } from '../domain/remembering.ts';
import { parseAmountWords } from './amount-words.ts';
import { namesOtherBank } from './banks.ts';
import { mostlyAgree } from './column-content.ts';
import { namesDiffer } from './compare-names.ts';
import { meaningOf } from './field-names.ts';
import { isKnown, knownIn, knownOf, type MeaningOf, wordsOf } from './known-words.ts';
import type { Columns } from './match-columns.ts';
import { headingAgainstPaying } from './no-payment.ts';
import { daysIn, isOtherDay } from './pay-dates.ts';
import { quoted } from './quoted.ts';
import { mayPay, methodWord, type RowCells, trimSpaces } from './row-cells.ts';
import { type Table, VALUE_MAX_CHARACTERS } from './table.ts';

/**
 * `yes`: a yes holds the row back; `no`: a no does; `held`: a yes or a reason in its place does. Under a header that is not
 * understood: `mark` is different marks or answers, `sparseMark` a few of them, `gap` one of them in all but a few rows, `sparse` a
 * few words.
 */
type Says =
  | SaidInWords
  | 'payDay'
  | 'approver'
  | 'bankReference'
  | 'paidBy'
  | 'paidHow'
  | 'left'
  | 'account'
  | 'name'
  | 'bank'
  | 'amountWords';
type SaidInWords =
  | 'status'
  | 'remark'
  | 'note'
  | 'flag'
  | 'yes'
  | 'held'
  | 'no'
  | 'check'
  | 'reason'
  | 'direction'
  | 'nameMark'
  | 'mark'
  | 'sparseMark'
  | 'gap'
  | 'sparse';

/** `marksRows`: some rows are marked as approved, so a row without a mark is not. */
interface OtherColumn {
  readonly index: number;
  readonly header: string;
  readonly says: Says;
  readonly marksRows: boolean;
}

/** A word of a column about paying that is not understood; empty for rows without one. */
export interface SheetWord {
  readonly column: string;
  readonly word: string;
  readonly rows: number;
}

/** Columns in which a word that is not understood may mean not to pay. */
const ASKING: ReadonlySet<Says> = new Set([
  'status',
  'yes',
  'held',
  'no',
  'check',
  'flag',
  'direction',
  'mark',
  'sparseMark',
  'gap',
  'sparse',
]);
/** A column with more different words is not one of statuses; its rows are warned about instead. */
const WORDS_ASKED_MAX = 20;

/** What a cell of such a column is: understood, a word to ask about, or a text that can only be shown. */
type Understanding = 'understood' | 'word' | 'text';

/** A date or reference in place of a yes: it was done then. */
const SAYS_WHEN = /\d{1,4}[-/.]\w+|\d{6}/;
/** All meanings except `later`: a remark may say that something being paid is paid later. */
const OF_REMARKS = [...new Set(knownOf('remark').map(({ meaning }) => meaning))].filter(
  (meaning) => meaning !== 'later',
);
const MARKED = wordsOf('answer', 'marked');

const PAID_HOW = wordsOf('paidHow');
const AS_THE_BANK = wordsOf('bankNameHeader');
/** Such a header's yes means paid. A longer header may be about something else that was sent, such as a mail. */
const SENT = /^(?:payment |amount |money )?sent\b[ ?]*$/i;
/** Headers of the column with the payee's bank. */
const OF_BANK = /^(?:(?:bene\w*|emp\w*|payee|vendor)(?:'s)? )?bank(?: name)?$|^name of (?:the )?bank$/i;

/** Placeholder dates. */
const NO_DATE = /9999|2099|1900/;
/** The shortest form of a date, such as 5-Oct. */
const DATE_MIN_CHARACTERS = 5;
/** A bank's reference is longer than a dash or a "no". */
const BANK_REFERENCE_MIN_CHARACTERS = 6;

export class OtherColumns {
  readonly #table: Table;
  readonly #columns: readonly OtherColumn[];
  /** What a cell says against paying its row, in the words shown to a person; null for nothing. */
  readonly #against: Readonly<Record<SaidInWords, (text: string) => string | null>> = {
    status: remembering((text) => saysAgainstPaying(text, 'status')),
    remark: remembering((text) => saysAgainstPaying(text, 'remark')),
    yes: remembering((text) => saysAgainstPaying(text, 'yes')),
    held: remembering((text) => saysAgainstPaying(text, 'held')),
    no: remembering((text) => saysAgainstPaying(text, 'no')),
    check: remembering((text) => saysAgainstPaying(text, 'check')),
    flag: remembering((text) => saysAgainstPaying(text, 'flag')),
    reason: remembering((text) => saysAgainstPaying(text, 'reason')),
    note: remembering((text) => saysAgainstPaying(text, 'note')),
    direction: remembering((text) => (isDebit(text) ? 'Debit' : isAgainst(text) ? text.trim() : null)),
    nameMark: markOfName,
    mark: () => null,
    sparseMark: () => null,
    gap: () => null,
    sparse: remembering((text) => saysAgainstPaying(text, 'flag')),
  };
  /** The words that are not understood, whether a person answered them or not. */
  readonly asked: readonly SheetWord[];
  /** Those without an answer. */
  readonly open: readonly SheetWord[];
  readonly #asking: readonly { readonly column: OtherColumn; readonly understand: (text: string) => Understanding }[];
  readonly #answers: ReadonlyMap<string, WordAnswer['as']>;
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
    const used = new Set(Object.values(others).map(({ index }) => index));
    this.#table = table;
    this.#columns = table.headers.flatMap((header, index) => {
      const column = { index, header, marksRows: false };
      if (index === remark?.index) return [{ ...column, says: 'remark' as const }];
      if (index === columns.name?.index) return [{ ...column, says: 'nameMark' as const }];
      const says = used.has(index) ? null : whatItSays(table, { header, index, columns });
      if (says === null) return [];
      const marks = says === 'approver' || ((says === 'no' || says === 'check') && marksRows(table, index));
      return [{ ...column, says, marksRows: marks }];
    });
    this.#answers = new Map(answers.map(({ word, as }) => [methodWord(word), as]));
    this.#asking = this.#columns
      .filter(({ says }) => ASKING.has(says))
      .map((column) => ({ column, understand: understanding(column.says, this.#against) }));
    this.asked = this.#asking.flatMap((asking) => wordsAsked(table, columns, asking));
    this.open = this.asked.filter(({ word }) => !this.#answers.has(methodWord(word)));
  }

  /** Reports words that are not understood or were answered. Returns whether they leave the row unpaid. */
  reportWords(cells: RowCells, row: number): boolean {
    for (const { column, understand } of this.#asking) {
      const cell = this.#table.rows[row]?.[column.index] ?? '';
      const text = cell.length > VALUE_MAX_CHARACTERS ? cell : trimSpaces(cell);
      const { header } = column;
      const word = methodWord(text);
      const what = understand(text);
      if (what === 'understood' && text === '') continue;
      const answer = this.#answers.get(word);
      if (answer === 'unpaid') cells.report('wordUnpaid', null, { header });
      else if (what === 'word' && answer === undefined) cells.report('wordUnknown', null, { header });
      else if (what === 'text') cells.report('cellUnclear', null, { header });
    }
    return cells.blocked;
  }

  /** Adds warnings to a row that could be paid. */
  report(cells: RowCells, row: number, { beneficiary, name, amountPaise }: Payment): void {
    for (const { index, header, says, marksRows } of this.#columns) {
      const cell = this.#table.rows[row]?.[index] ?? '';
      if (cell === '' && marksRows) cells.report('notMarked', null, { header });
      if (cell === '' || cell.length > VALUE_MAX_CHARACTERS || says === 'approver') continue;
      const text = trimSpaces(cell);
      if (says === 'account') {
        if (text === '' || beneficiary.method === 'UPI') continue;
        // The sheet may show it without its zeros; zeros that only the sheet shows are lost.
        if (text === beneficiary.accountNumber || text === beneficiary.accountNumber.replace(/^0+/, '')) continue;
        cells.report('accountsDiffer', 'accountNumber', { header });
      } else if (says === 'amountWords') {
        const words = parseAmountWords(text);
        const differsBy = words === null ? 0 : Math.abs(words.paise - amountPaise);
        // Words without the paise mean the same amount.
        if (words !== null && differsBy >= (words.saysPaise ? 1 : 100))
          cells.report('amountWordsDiffer', 'amount', { header, amount: formatRupees(asPaise(words.paise)) });
      } else if (says === 'bank') {
        if (isKnown(text.toLowerCase(), 'method', 'other'))
          cells.report('statusSays', null, { header, said: quoted(text) });
        else if (beneficiary.method === 'IMPS' && namesOtherBank(text, beneficiary.ifsc))
          cells.report('bankDiffers', 'ifsc', { header });
      } else if (says === 'name') {
        if (name !== null && namesDiffer(name, text)) cells.report('holderDiffers', 'name', { header });
      } else if (says === 'left') {
        if (isDate(text)) cells.report('statusSays', null, { header, said: quoted(text) });
      } else if (says === 'payDay') {
        if (this.#nowMs !== null && isOtherDay(text, this.#nowMs))
          cells.report('payDayOther', null, { header, day: text });
      } else if (says === 'paidHow') {
        cells.report('bankReferenceThere', null, { header });
      } else if (says === 'paidBy') {
        if (namesSomebody(text, name)) cells.report('bankReferenceThere', null, { header });
      } else if (says === 'bankReference') {
        if (isBankReference(text)) cells.report('bankReferenceThere', null, { header });
      } else {
        const shown = this.#against[says](text);
        if (shown !== null)
          cells.report('statusSays', null, { header, said: says === 'nameMark' ? shown : quoted(text) });
      }
    }
  }
}

const WORD_MAX_WORDS = 4;
/** What may be shown and asked about: a few words, without the digits of an account or an address. */
const SHOWN = /^(?!(?:.*\p{Nd}){5})[^@]{1,40}$/u;

function understanding(
  says: Says,
  against: Readonly<Record<SaidInWords, (text: string) => string | null>>,
): (text: string) => Understanding {
  return remembering((text) => {
    if (text === '') return says === 'mark' || says === 'gap' ? 'word' : 'understood';
    if (text.length > VALUE_MAX_CHARACTERS) return 'text';
    if (says === 'gap') return 'understood';
    const isMark = says === 'mark' || says === 'sparseMark';
    if (!isMark && isUnderstood(text, says as SaidInWords, against)) return 'understood';
    return SHOWN.test(text) && text.split(/\s+/).length <= WORD_MAX_WORDS ? 'word' : 'text';
  });
}

/** Whether a cell is a known word for or against paying, or a known answer to its header. */
function isUnderstood(
  text: string,
  says: SaidInWords,
  against: Readonly<Record<SaidInWords, (text: string) => string | null>>,
): boolean {
  if (against[says](text) !== null) return true;
  const words = wordsIn(text);
  // Numbers and codes such as B13 in a column of unknown purpose, and payees' details, which are compared with the row's own.
  const isOfDetails = /^\S+@\S+$|^\d[\d\s-]{7,}$/.test(text) || /^(?:[a-z]{0,4}[-/ ]?\d+|\d+[a-z]?)$/.test(words);
  if ((says === 'flag' || says === 'sparse') && isOfDetails) return true;
  if (words === '' || answers(words, 'none') || isKnown(words, 'payWord')) return true;
  // `Hold released` and `Not on hold` take back what they name.
  const isNamed = isKnown(words, 'remark') || isKnown(words, 'statusRemark');
  if (isNamed && isKnown(words, 'cell', 'denied')) return true;
  if (says === 'direction') return isKnown(words, 'direction', 'credit');
  if (says === 'yes' || says === 'held') return answers(words, 'no') || isKnown(words, 'cell', 'noLonger');
  if (says === 'no' || says === 'check')
    return MARKED.has(words) || answers(words, 'fine') || isKnown(words, 'status', 'done', 'processed') || isDate(text);
  return false;
}

/** The words to ask about in one column, most frequent first; none if there are too many for a column of statuses. */
function wordsAsked(
  table: Table,
  columns: Columns,
  { column, understand }: { readonly column: OtherColumn; readonly understand: (text: string) => Understanding },
): readonly SheetWord[] {
  const rows = new Map<string, number>();
  for (const cells of table.rows) {
    if (!mayPay(cells, columns)) continue;
    const text = trimSpaces((cells[column.index] ?? '').slice(0, VALUE_MAX_CHARACTERS + 1));
    if (understand(text) !== 'word') continue;
    const word = methodWord(text);
    rows.set(word, (rows.get(word) ?? 0) + 1);
  }
  const words = [...rows].map(([word, count]) => ({ column: column.header, word, rows: count }));
  return words.toSorted((left, right) => right.rows - left.rows);
}

/**
 * What a column under a header that is not understood may say: marks and answers such as yes and no, or a few words in some of
 * the rows. Null for columns known to be about something else, and for numbers.
 */
function whatItMayMark(
  table: Table,
  { header, index, columns }: ColumnPlace,
): 'mark' | 'sparseMark' | 'gap' | 'sparse' | null {
  if (isKnown(header.trim().toLowerCase(), 'aside') || speakOf(meaningOf(header).words, 'aside')) return null;
  const different = new Set<string>();
  let filled = 0;
  let rows = 0;
  for (const cells of table.rows) {
    if (!mayPay(cells, columns)) continue;
    rows += 1;
    const text = trimSpaces((cells[index] ?? '').slice(0, VALUE_MAX_CHARACTERS + 1));
    if (text === '') continue;
    filled += 1;
    different.add(text.toLowerCase());
    if (different.size > WORDS_ASKED_MAX) return null;
  }
  if (filled === 0) return null;
  const texts = [...different];
  if (texts.every((text) => isMark(text))) {
    if (filled * 2 <= rows) return 'sparseMark';
    if (different.size > 1) return 'mark';
    return filled === rows ? null : MARKED.has(texts[0] ?? '') ? 'gap' : 'mark';
  }
  const isOfWords = texts.some((text) => /\p{L}/u.test(text)) && !texts.every(isDate);
  return isOfWords && filled * 2 <= rows ? 'sparse' : null;
}

/** Whether a cell answers a question: yes, no, a tick. */
function isMark(text: string): boolean {
  return MARKED.has(text) || answers(text, 'yes') || answers(text, 'no');
}

function isDate(text: string): boolean {
  return text.length >= DATE_MIN_CHARACTERS && /\d/.test(text) && !NO_DATE.test(text);
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

function saysAgainstPaying(text: string, says: SaidInWords): string | null {
  const words = wordsIn(text);
  if (says === 'reason') return /\p{L}{3}/u.test(words) && !answers(words, 'none') ? 'Hold' : null;
  const status = knownIn(words, 'status');
  if (says === 'check') return notChecked(words);
  if (status?.meaning === 'processing' && says !== 'status') return null;
  if (status !== null) {
    const isSaid =
      says === 'note' ? SAID_IN_NOTES.has(status.meaning) : says !== 'flag' || SAID_IN_FLAGS.has(status.meaning);
    return isSaid ? status.shown : null;
  }
  if (says === 'held' && isKnown(words, 'cell', 'why') && !isKnown(words, 'cell', 'noLonger')) return 'Yes';
  if (says === 'yes' || says === 'held') return answers(words, 'yes') || SAYS_WHEN.test(text) ? 'Yes' : null;
  if (says === 'no') return answers(words, 'no') || isKnown(words, 'cell', 'no') ? 'No' : null;
  const remark = says === 'remark' ? knownIn(words, 'remark', ...OF_REMARKS) : knownIn(words, 'remark');
  if (remark?.meaning === 'notPaid' || remark?.meaning === 'later') return remark.shown;
  const said = remark ?? (says === 'status' ? knownIn(words, 'statusRemark') : null);
  return said === null || isKnown(words, 'cell', 'denied') ? null : said.shown;
}

/** A cell's words in lower case, with single spaces between them. */
function wordsIn(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}✓✔✗✘✖❌]+/gu, ' ')
    .trim();
}

function answers(words: string, answer: MeaningOf<'answer'>): boolean {
  return isKnown(words, 'answer', answer);
}

/** What the cell of a check or approval says if it is missing; null if it was given. */
function notChecked(words: string): string | null {
  if (answers(words, 'fine')) return null;
  if (words === 'no' || words === 'n') return 'No';
  if (answers(words, 'failed') || isKnown(words, 'cell', 'failed')) return 'Failed';
  return isKnown(words, 'cell', 'pending') ? 'Pending' : null;
}

/** Whether any row of a column is marked as approved. */
function marksRows(table: Table, index: number): boolean {
  return table.rows.some((cells) => MARKED.has((cells[index] ?? '').trim().toLowerCase()));
}

/** The only statuses that count in a column of unknown purpose. */
const SAID_IN_FLAGS: ReadonlySet<MeaningOf<'status'>> = new Set(['held', 'notPaid', 'invalid']);
const FLAG =
  /hold|held|stop|not|wrong|incorrect|mismatch|recover|left|don.?t|no (?:salary|pay)|paid|after|month|closed|fraud|refund|block|suspend|रोक|मत/i;
const FLAG_MAX_CHARACTERS = 60;

/** Whether any cell of a column says that its row is on hold. */
function holdsFlags(table: Table, { index, columns }: ColumnPlace): boolean {
  return table.rows.some((cells) => {
    const cell = mayPay(cells, columns) ? (cells[index] ?? '') : '';
    return cell.length <= FLAG_MAX_CHARACTERS && FLAG.test(cell) && saysAgainstPaying(cell, 'flag') !== null;
  });
}

/** The statuses that count in a note. The reason for a refund, such as a return, does not speak against paying it. */
const SAID_IN_NOTES: ReadonlySet<MeaningOf<'status'>> = new Set([
  'paid',
  'held',
  'notPaid',
  'leftOut',
  'left',
  'deceased',
  'invalid',
]);

/** Headers of a column that says which side of an account a row is on. */
const DIRECTIONS =
  /^(?:d(?:r|ebit)?\s*[/|-]\s*c(?:r|redit)?|c(?:r|redit)?\s*[/|-]\s*d(?:r|ebit)?|\+\s*\/\s*-|sign|(?:transaction|txn|entry)(?: type)?|type)$/i;

function isDebit(text: string): boolean {
  return isKnown(text.toLowerCase().replace(/\.$/, ''), 'direction', 'debit');
}

function isAgainst(text: string): boolean {
  return isDebit(text) || isKnown(wordsIn(text), 'direction', 'against');
}

/** Whether some rows, but not all, are of a kind that lowers or reverses a payment. */
function holdsDirections(table: Table, { index, columns }: ColumnPlace): boolean {
  let isSome = false;
  let isAll = true;
  for (const cells of table.rows) {
    const cell = cells[index] ?? '';
    if (cell === '' || cell.length > FLAG_MAX_CHARACTERS || !mayPay(cells, columns)) continue;
    if (isAgainst(cell)) isSome = true;
    else isAll = false;
    if (isSome && !isAll) return true;
  }
  return false;
}

/** Whether a column has both sides. If all rows are debits, they debit the payer's account. */
function isMixed(table: Table, index: number): boolean {
  const said = table.rows.map((cells) => (cells[index] ?? '').trim()).filter((text) => text !== '');
  return said.some(isDebit) && !said.every(isDebit);
}

/** What may follow a name: `Ravi Kumar (HOLD)`, `Asha - Left`. */
const BEHIND_NAME = /[([/:–—-] ?([a-z'’ ]{1,20})[)\]]?$/i;
const FIRST_LETTERS = /^[a-z]{4,7}(?=[\s\d_-]|$)/i;

function markOfName(name: string): string | null {
  const first = FIRST_LETTERS.exec(name)?.[0];
  if (first !== undefined && isKnown(first.toLowerCase(), 'noName')) return first;
  const mark = BEHIND_NAME.exec(name)?.[1];
  return mark !== undefined && isKnown(mark.toLowerCase(), 'nameMark') ? mark : null;
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

function isBankReference(text: string): boolean {
  return text.length >= BANK_REFERENCE_MIN_CHARACTERS && /\d/.test(text);
}

interface ColumnPlace {
  readonly header: string;
  readonly index: number;
  readonly columns: Columns;
}

function whatItSays(table: Table, place: ColumnPlace): Says | null {
  const { header, index } = place;
  if (header === '') return null;
  if (holdsAmountWords(table, index)) return 'amountWords';
  const { words } = meaningOf(header);
  const says = whatItsHeaderSays(table, place);
  if (says !== null || isProofOfAccount(words) || speakOf(words, 'statusOfOthers')) return says;
  if (holdsFlags(table, place)) return 'flag';
  return holdsDirections(table, place) ? 'direction' : whatItMayMark(table, place);
}

/** Whether the first filled cell of a column is an amount in words. */
function holdsAmountWords(table: Table, index: number): boolean {
  const first = table.rows.find((cells) => (cells[index] ?? '') !== '');
  return parseAmountWords(first?.[index] ?? '') !== null;
}

function whatItsHeaderSays(table: Table, { header, index, columns }: ColumnPlace): Says | null {
  const meaning = meaningOf(header);
  const has = (said: MeaningOf<'column'>): boolean => speakOf(meaning.words, said);
  const hasWord = (...words: readonly string[]): boolean => words.some((word) => meaning.words.has(word));
  const account = columns.accountNumber?.index;
  if (account !== undefined && !meaning.isPayers) {
    if (meaning.kind === 'repeats') return 'account';
    const isAccount = meaning.kind === 'names' && meaning.field === 'accountNumber';
    if (isAccount && mostlyAgree(table, account, index)) return 'account';
  }
  if (meaning.kind === 'names' && meaning.field === 'name' && columns.name !== undefined)
    return !has('nameOfOther') && isOfSamePayee(table, columns.name, { header, index }) ? 'name' : null;
  if (has('bankReference')) return 'bankReference';
  if (OF_BANK.test(header.trim()) && !meaning.isPayers) return 'bank';
  if (has('check') && !has('notACheck') && (!meaning.words.has('bank') || has('checked'))) return 'check';
  const isApprover = has('check') && meaning.words.has('by') && meaning.words.size === 2;
  if (isApprover && isFilledForSome(table, index, { amount: columns.amount?.index, isFilled: (cell) => cell !== '' }))
    return 'approver';
  const isStatus = meaning.words.has('status') || isKnown(header.trim().toLowerCase(), 'statusHeader');
  if (isStatus) return has('statusOfOthers') ? null : 'status';
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
  const isMade = isOfRail || (has('made') && has('number') && !has('notMade'));
  const some = { amount: columns.amount?.index, isFilled: isBankReference };
  const isDated = hasWord('pay', 'payout', 'txn') && hasWord('date', 'dt') && !hasWord('due', 'value');
  if ((isDone || isMade || isDated) && isFilledForSome(table, index, some)) return 'bankReference';
  const isDay = hasWord('on', 'date', 'dt', 'after', 'day');
  if (has('payDay') && isDay && !has('notPayDay') && holdsDays(table, index)) return 'payDay';
  const asks =
    hasWord('ok', 'pay', 'payable') ||
    (hasWord('process', 'transfer', 'send') && (hasWord('n', 'no') || header.includes('?')));
  if (asks && [...meaning.words].every((word) => isKnown(word, 'column', 'asks'))) return 'no';
  if (has('notAboutTheRow')) return null;
  const says = has('hold') ? 'held' : has('held') || SENT.test(header) ? 'yes' : null;
  if (says !== null) return isDone || isProofOfAccount(meaning.words) ? null : says;
  return has('allowed') ? 'no' : null;
}

/** A cancelled cheque proves an account. */
function isProofOfAccount(words: ReadonlySet<string>): boolean {
  return words.has('cancelled') && speakOf(words, 'cheque');
}

/** Whether a column's first filled cell is a date. */
function holdsDays(table: Table, index: number): boolean {
  const first = table.rows.find((cells) => (cells[index] ?? '') !== '')?.[index] ?? '';
  return first.length <= VALUE_MAX_CHARACTERS && daysIn(first, 2_000).length > 0;
}

/** Whether one of a header's words has this meaning. */
function speakOf(words: ReadonlySet<string>, said: MeaningOf<'column'>): boolean {
  return [...words].some((word) => isKnown(word, 'column', said));
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

/** How many names are compared to identify a column. */
const NAMES_COMPARED_MAX = 200;
