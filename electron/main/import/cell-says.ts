// What a cell of a column that is not sent says about paying its row: something against it, a known answer to its header, or words
// that are not understood. A word is understood under the headers that ask for it, never under all of them.

import { MONTH_WORDS, monthOf } from '../../../shared/months.ts';
import { remembering } from '../domain/remembering.ts';
import { isAboutDetails } from './details-beside.ts';
import { differsByOne } from './header-words.ts';
import { isKnown, knownIn, knownOf, type MeaningOf, wordsOf } from './known-words.ts';
import { daysIn } from './pay-dates.ts';
import { VALUE_MAX_CHARACTERS } from './table.ts';

/** Understood, a word to ask about, or a text that can only be shown. */
export type Understanding = 'understood' | 'word' | 'text';

interface Kind {
  /** Whether a cell says something against paying its row. */
  readonly against: (text: string) => boolean;
  /** What a cell is if it says nothing against paying; null where no word is asked about. */
  readonly understand: ((text: string) => Understanding) | null;
}

/** A cell as written, and its words in lower case with single spaces between them. */
interface Cell {
  readonly text: string;
  readonly words: string;
}

const WORD_MAX_WORDS = 4;
/** What may be shown and asked about: a few words, without the digits of an account or an address. */
const SHOWN = /^(?!(?:.*\p{Nd}){5})[^@]{0,40}$/u;

/** What a cell that is not understood is. */
export function textKind(text: string): Understanding {
  return SHOWN.test(text) && text.split(/\s+/).length <= WORD_MAX_WORDS ? 'word' : 'text';
}

function kind(against: (text: string) => boolean, isAnswer?: (cell: Cell) => boolean): Kind {
  const said = remembering(against);
  if (isAnswer === undefined) return { against: said, understand: null };
  const understand = (text: string): Understanding => {
    if (text.length > VALUE_MAX_CHARACTERS) return 'text';
    return said(text) || isAnswer({ text, words: wordsIn(text) }) ? 'understood' : textKind(text);
  };
  return { against: said, understand: remembering(understand) };
}

const saysNothing = (): boolean => false;

/**
 * What a column may say. `yes`: a yes holds the row back; `gone`: the same of an employee who left; `held`: a yes or a reason in
 * its place does; `no`: a no does; `check`: a missing or failed check does; `dueDay`: a day to come. Under a header that is not understood: `mark` is
 * marks, answers or codes, `sparse` words. Under one of something else than paying: `detail`, and `odd` what leaves the form of the
 * others.
 */
export const KINDS = {
  status: kind((text) => saysAgainstPaying(text, 'status'), isPayWord),
  flag: kind(
    (text) => saysAgainstPaying(text, 'flag'),
    (cell) => isPayWord(cell) || isOfDetails(cell),
  ),
  direction: kind(isAgainst, (cell) => isPayWord(cell) || isKnown(cell.words, 'direction', 'credit')),
  yes: kind(
    (text) => saysAgainstPaying(text, 'yes'),
    ({ words }) => isNo(words) || pays(words, 'toPay', 'awaited'),
  ),
  gone: kind(
    (text) => saysAgainstPaying(text, 'yes'),
    ({ words }) => isNo(words) || takesBack(words) || pays(words, 'toPay', 'awaited', 'employed'),
  ),
  held: kind(
    (text) => saysAgainstPaying(text, 'held'),
    ({ words }) => isEmpty(words) || answers(words, 'no') || takesBack(words) || pays(words, 'toPay'),
  ),
  no: kind(
    (text) => saysAgainstPaying(text, 'no'),
    (cell) => isApproved(cell) || pays(cell.words, 'toPay') || isKnown(cell.words, 'column', 'allowed'),
  ),
  check: kind((text) => saysAgainstPaying(text, 'check'), isApproved),
  payDay: kind(
    (text) => saysAgainstPaying(text, 'status'),
    ({ text, words }) => isEmpty(words) || pays(words, 'toPay', 'today') || isWhen(text),
  ),
  dueDay: kind(saysNothing),
  left: kind(
    (text) => saysAgainstPaying(text, 'status') || isDate(text),
    ({ text, words }) => isEmpty(words) || answers(words, 'no') || pays(words, 'employed') || /\d/.test(text),
  ),
  bankReference: kind(
    (text) => saysAgainstPaying(text, 'status'),
    ({ text, words }) =>
      isEmpty(words) ||
      pays(words, 'toPay', 'awaited') ||
      isBankReference(text) ||
      (/\d/.test(text) && !/\s/.test(text)),
  ),
  detail: kind(saysInDetails, ({ words }) => !isKnown(words, 'status')),
  mark: kind(saysNothing, () => false),
  sparse: kind(
    (text) => saysAgainstPaying(text, 'flag'),
    (cell) => isUnsaid(cell) || isOfDetails(cell),
  ),
  odd: kind(
    (text) => saysAgainstPaying(text, 'flag'),
    (cell) => isUnsaid(cell) && !isMarkedOff(cell.text),
  ),
  remark: kind(
    (text) => saysAgainstPaying(text, 'remark'),
    // A remark goes to the payee and may name anything with one word, but no abbreviation such as `hld`.
    (cell) => {
      if (isPlainNote(cell)) return true;
      const [unknown = '', ...others] = cell.words
        .split(' ')
        .filter((word) => !isOfPurpose(word) && !/\p{Nd}/u.test(word));
      return (
        others.length === 0 &&
        (unknown === '' || (!saysWhetherToPay(unknown) && (unknown.length > 4 || /\p{Nd}/u.test(cell.text))))
      );
    },
  ),
  note: kind(
    (text) => saysAgainstPaying(text, 'note'),
    (cell) =>
      isPlainNote(cell) ||
      (cell.words.split(' ').every(isOfPurpose) &&
        !cell.words.split(' ').some((word) => isKnown(word, 'money', 'takenOff'))),
  ),
  reason: kind((text) => saysAgainstPaying(text, 'reason')),
  nameMark: kind(
    (text) => markOfName(text) !== null,
    ({ text }) => !/^\p{Lu}/u.test(text) || isPlainMark(text),
  ),
  approver: kind(notApproved),
  bank: kind((text) => isKnown(text.toLowerCase(), 'method', 'other') || saysInDetails(text)),
  paidBy: kind(saysNothing),
  paidHow: kind(saysNothing),
  account: kind(saysNothing),
  ifsc: kind(saysNothing),
  name: kind(saysNothing),
  amountWords: kind(saysNothing),
  bankNumber: kind(saysNothing),
} as const satisfies Readonly<Record<string, Kind>>;

export type Says = keyof typeof KINDS;

/** Signs that mark a row where nothing else is in the cell. A dash stands for nothing. */
const ALONE = new Set('?*#!√•●');

/** A cell's words in lower case, with single spaces between them. */
export function wordsIn(text: string): string {
  const [sign = ''] = text;
  if (ALONE.has(sign) && text.length <= 3 && text === sign.repeat(text.length)) return sign;
  return text
    .toLowerCase()
    .replace(/\ufe0f/g, '')
    .replace(/[^\p{L}\p{M}\p{N}\p{So}]+/gu, ' ')
    .trim();
}

function answers(words: string, answer: MeaningOf<'answer'>): boolean {
  return isKnown(words, 'answer', answer);
}

function pays(words: string, ...said: readonly [MeaningOf<'payWord'>, ...MeaningOf<'payWord'>[]]): boolean {
  return isKnown(words, 'payWord', ...said);
}

/** Whether a text says that there is none: `nil`, `NA`. */
export function isNone(text: string): boolean {
  return isEmpty(wordsIn(text));
}

/** No answer, or that the question does not arise. */
function isEmpty(words: string): boolean {
  return words === '' || answers(words, 'none') || answers(words, 'notAsked');
}

/** Whether a status says that its row is to be paid, or nothing. */
function isPayWord({ words }: Cell): boolean {
  return words === '' || answers(words, 'none') || isKnown(words, 'payWord') || isTakenBack(words);
}

/** `No`, `Nil`, `Not yet paid`. */
function isNo(words: string): boolean {
  if (isEmpty(words) || answers(words, 'no')) return true;
  const [first = '', ...rest] = words.split(' ');
  const isOfHeader = (word: string): boolean =>
    isKnown(word, 'column', 'held') || isKnown(word, 'takenBack', 'between');
  return isKnown(first, 'takenBack', 'not') && rest.every(isOfHeader);
}

/** Whether a hold is over or never was: `Not on hold`, `Hold removed`, `KYC resolved`. */
function takesBack(words: string): boolean {
  const all = words.split(' ').filter((word) => !/^\d+$/.test(word));
  const areAll = (some: readonly string[], ...said: readonly MeaningOf<'takenBack'>[]): boolean =>
    some.every((word) => isKnown(word, 'takenBack', ...said));
  const [first = '', ...rest] = all;
  if (isKnown(first, 'takenBack', 'not')) {
    // `Not on hold, absconded` says two things.
    const states = rest.filter((word) => isKnown(word, 'takenBack', 'state')).length;
    return areAll(rest, 'between', states === 1 ? 'state' : 'matter');
  }
  return all.some((word) => isKnown(word, 'takenBack', 'over')) && areAll(all, 'over', 'matter', 'between');
}

/** Whether a cell names what would hold its row back, and takes it back. */
function isTakenBack(words: string): boolean {
  return (isKnown(words, 'remark') || isKnown(words, 'statusRemark')) && takesBack(words);
}

/** Whether a cell has a sign that no name or code has. */
export function isMarkedOff(text: string): boolean {
  return /[?!*†‡]|\.{3}/.test(text);
}

/** Whether a cell says nothing about its row but that it is to be paid, or details that are compared with the row's own. */
function isUnsaid({ text, words }: Cell): boolean {
  return isEmpty(words) || pays(words, 'toPay', 'today', 'employed') || isTakenBack(words) || isAboutDetails(text);
}

/** Whether a note has only words that change nothing: `new joinee`, `OT 2 days`, `confirmed in Oct`. */
function isPlainNote(cell: Cell): boolean {
  const { text, words } = cell;
  return isOfDetails(cell) || isAboutDetails(text) || isTakenBack(words) || words.split(' ').every(isPlain);
}

/** Whether a text has only such words. */
export function isPlainText(text: string): boolean {
  return wordsIn(text)
    .split(' ')
    .every((word) => isPlain(word) || isDayWord(word));
}

function isPlain(word: string): boolean {
  return (
    /^(?:\p{Nd}+(?:st|nd|rd|th)?|[qh]\d|from|since|in|on|)$/u.test(word) ||
    (/^\p{So}+$/u.test(word) && !answers(word, 'no')) ||
    monthOf(word) !== null ||
    isKnown(word, 'harmless', 'word', 'place') ||
    pays(word, 'toPay', 'agreed', 'employed', 'other')
  );
}

/** Whether a word of a remark says what is paid for: `Advance`, `Freight`. */
function isOfPurpose(word: string): boolean {
  return isPlain(word) || isKnown(word, 'purpose') || isKnown(word, 'header', 'paidFor') || isMisspelt(word);
}

/** What most payments are for. No word that speaks against paying is one slip away from these. */
const OFTEN_PAID = ['salary', 'commission', 'incentive', 'stipend', 'reimbursement', 'refund'];

function isMisspelt(word: string): boolean {
  return OFTEN_PAID.some((known) => word[0] === known[0] && differsByOne(word, known));
}

/** Whether a word is one of those by which a sheet says that a row is to be paid or not. */
export function saysWhetherToPay(text: string): boolean {
  const words = wordsIn(text);
  return (
    pays(words, 'toPay', 'awaited', 'agreed') || isKnown(words, 'status') || isKnown(words, 'column', 'allowed', 'hold')
  );
}

/** Numbers and codes such as B13 in a column of unknown purpose, and payees' details, which are compared with the row's own. */
function isOfDetails({ text, words }: Cell): boolean {
  if (/^\S+@\S+$|^\d[\d\s-]{7,}$/.test(text) || /^\d+[a-z]?$/.test(words)) return true;
  const letters = /^([a-z]{0,12})[-/ ]?\d+$/.exec(words)?.[1];
  return letters !== undefined && !saysWhetherToPay(letters) && (letters.length < 5 || /^\S+$/.test(text));
}

const MARKED = new Set([...wordsOf('answer', 'marked'), ...wordsOf('answer', 'yes')]);

/** Whether a cell marks its row as approved. */
export function isMarked(text: string): boolean {
  return MARKED.has(wordsIn(text));
}

/** Whether words answer a question: yes, no, a tick. */
export function isAnswer(words: string): boolean {
  return MARKED.has(words) || answers(words, 'no');
}

/** Whether words answer a question, or say that it does not arise. */
export function isMark(words: string): boolean {
  return isAnswer(words) || isEmpty(words);
}

function isApproved({ text, words }: Cell): boolean {
  if (words === '' || MARKED.has(words) || answers(words, 'fine') || pays(words, 'agreed')) return true;
  return isKnown(words, 'status', 'done', 'processed') || isDate(text);
}

/** Whether the cell of a check or approval says that it is missing. */
function notChecked(words: string): boolean {
  if (answers(words, 'fine')) return false;
  return answers(words, 'failed') || isKnown(words, 'cell', 'failed', 'pending');
}

/** Whether there are other words where an approver's name should be. */
function notApproved(text: string): boolean {
  const words = wordsIn(text);
  return saysAgainstPaying(text, 'flag') || (!isEmpty(words) && isKnown(words, 'cell', 'failed', 'notYet'));
}

/** Placeholder dates. */
const NO_DATE = /9999|2099|1900/;
/** The shortest form of a date, such as 5-Oct. */
const DATE_MIN_CHARACTERS = 5;

function isDate(text: string): boolean {
  return text.length >= DATE_MIN_CHARACTERS && /\d/.test(text) && !NO_DATE.test(text);
}

const OF_DAYS = new Set([
  ...MONTH_WORDS.flat(),
  ...'st nd rd th am pm t z ist mon tue wed thu fri sat sun'.split(' '),
  ...'monday tuesday wednesday thursday friday saturday sunday'.split(' '),
]);

/** Whether a text is a month or a day of the week. */
export function isDayWord(text: string): boolean {
  return text.length >= 3 && OF_DAYS.has(text);
}

/** Whether a text is a day or a time, however it is written. */
export function isWhen(text: string): boolean {
  if (daysIn(text, 2_000).length > 0) return true;
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return /\d/.test(text) && words.every((word) => OF_DAYS.has(word));
}

/** A bank's reference is longer than a dash or a "no". */
const BANK_REFERENCE_MIN_CHARACTERS = 6;

export function isBankReference(text: string): boolean {
  return text.length >= BANK_REFERENCE_MIN_CHARACTERS && /\d/.test(text);
}

/** Of NEFT and RTGS, which begin with the bank's letters, as of `AXISN26334001234`. */
const MADE_REFERENCE = /^[A-Z]{4}[A-Z0-9]\d{11}$|^[A-Z]{4}R\d{16,17}$|^[A-Z]{4}R[A-Z0-9]\d{15,16}$/;

const MADE_REFERENCE_MIN_CHARACTERS = 16;

/** Whether a text is a reference that a bank gives to a payment when it is made. */
export function isMadeReference(text: string): boolean {
  return text.length >= MADE_REFERENCE_MIN_CHARACTERS && MADE_REFERENCE.test(text);
}

/** A date or reference in place of a yes: it was done then. */
const SAYS_WHEN = /\d{1,4}[-/.]\w+|\d{6}/;
/** All meanings except `later`: a remark may say that something being paid is paid later. */
const OF_REMARKS = [...new Set(knownOf('remark').map(({ meaning }) => meaning))].filter(
  (meaning) => meaning !== 'later',
);
/** The statuses that count in a note. The reason for a refund, such as a return, does not speak against paying it. */
const SAID_IN_NOTES: readonly MeaningOf<'status'>[] = [
  'paid',
  'held',
  'notPaid',
  'leftOut',
  'left',
  'deceased',
  'invalid',
];
/** The only statuses that count in a column of unknown purpose. */
const SAID_IN_FLAGS = ['held', 'notPaid', 'invalid'] as const satisfies readonly MeaningOf<'status'>[];

function saysAgainstPaying(
  text: string,
  says: 'status' | 'remark' | 'note' | 'flag' | 'yes' | 'held' | 'no' | 'check' | 'reason',
): boolean {
  const words = wordsIn(text);
  if (says === 'reason') return /\p{L}{3}/u.test(words) && !answers(words, 'none');
  const status = knownIn(words, 'status');
  if (says === 'check') return notChecked(words);
  if (status?.meaning === 'processing' && says !== 'status') return false;
  if (status !== null) {
    const saidIn: readonly string[] | null = says === 'note' ? SAID_IN_NOTES : says === 'flag' ? SAID_IN_FLAGS : null;
    return saidIn === null || saidIn.includes(status.meaning);
  }
  if (says === 'held' && isKnown(words, 'cell', 'why') && !takesBack(words)) return true;
  if (says === 'yes' || says === 'held') return answers(words, 'yes') || SAYS_WHEN.test(text);
  if (says === 'no') return answers(words, 'no') || isKnown(words, 'cell', 'no');
  const remark = says === 'remark' ? knownIn(words, 'remark', ...OF_REMARKS) : knownIn(words, 'remark');
  if (remark?.meaning === 'notPaid' || remark?.meaning === 'later') return true;
  const isSaid =
    remark !== null ||
    (says === 'status' && isKnown(words, 'statusRemark')) ||
    ((says === 'remark' || says === 'note') && speaksOfState(words));
  return isSaid && !takesBack(words);
}

const FLAG_MAX_CHARACTERS = 60;

/** Whether a cell says that its row is on hold, or that its payee has left, whatever its column is for. */
export function isFlag(cell: string): boolean {
  return cell.length <= FLAG_MAX_CHARACTERS && KINDS.detail.against(cell);
}

function saysInDetails(text: string): boolean {
  if (saysAgainstPaying(text, 'flag')) return true;
  const words = wordsIn(text);
  const status = knownIn(words, 'status');
  if (status !== null)
    return status.meaning === 'left' || status.meaning === 'deceased' || status.meaning === 'leftOut';
  if (isKnown(words, 'heading', 'left')) return true;
  return speaksOfState(words) || words.split(' ').some((word) => isKnown(word, 'statusRemark', 'held'));
}

/** Whether one of several words says that a row is held back: `A/c frozen`. */
function speaksOfState(words: string): boolean {
  return (
    words.includes(' ') &&
    words.split(' ').some((word) => word !== 'left' && isKnown(word, 'takenBack', 'state')) &&
    !takesBack(words)
  );
}

export function isDebit(text: string): boolean {
  return isKnown(text.toLowerCase().replace(/\.$/, ''), 'direction', 'debit');
}

/** Whether a cell of a kind of entry lowers or reverses a payment, or brings money in. */
export function isAgainst(text: string): boolean {
  return (
    text.length <= FLAG_MAX_CHARACTERS && (isDebit(text) || isKnown(wordsIn(text), 'direction', 'against', 'moneyIn'))
  );
}

export function isMoneyIn(text: string): boolean {
  return text.length <= FLAG_MAX_CHARACTERS && isKnown(wordsIn(text), 'direction', 'moneyIn');
}

const DENIAL = /(?<![\p{L}\p{M}])(?:not|never|\p{L}{2,5}n['’]t|nahi|nahin)(?![\p{L}\p{M}])/iu;
const STARTS_SMALL_WORD = /(?:^|[^\p{L}\p{M}\p{Nd}@_'’])\p{Ll}/u;
const SMALL_WORDS = /(?<![\p{L}\p{M}\p{Nd}@_])\p{Ll}[\p{Ll}'’]+/gu;
const VERB_ENDINGS = [...wordsOf('sentence', 'ending')];

/** Whether a text denies something, or ends as a sentence of an Indian language does. */
export function denies(text: string): boolean {
  if (DENIAL.test(text)) return true;
  const last = text.slice(text.lastIndexOf(' ') + 1);
  if (last.length === text.length || !/^\p{Lo}/u.test(last)) return false;
  return isKnown(last, 'sentence', 'verb') || VERB_ENDINGS.some((ending) => last.endsWith(ending));
}

function isOfSentence(word: string): boolean {
  if (isKnown(word, 'status') || pays(word, 'awaited')) return true;
  return isKnown(word, 'sentence', 'word', 'done') && !isKnown(word, 'fileName', 'plain');
}

/** Whether a text has words of a sentence, in small letters: with a capital, most may be of a name. */
export function hasSentenceWord(text: string): boolean {
  if (denies(text)) return true;
  if (!STARTS_SMALL_WORD.test(text)) return false;
  const [first = ''] = text.toLowerCase().split(' ', 1);
  return (first.length > 3 && isKnown(first, 'sentence', 'done')) || (text.match(SMALL_WORDS) ?? []).some(isOfSentence);
}

/** The same of a text that names no person: many names end as verbs do. */
export function isSpoken(text: string): boolean {
  return hasSentenceWord(text) || (text.match(SMALL_WORDS) ?? []).some((word) => /\p{Ll}{3}ed$/u.test(word));
}

/** What may follow a name: `Ravi Kumar (HOLD)`, `Asha - Left`. */
const BEHIND_NAME = /[([/:–—-] ?([a-z'’ ]{1,20})[)\]]?$/i;
/** The mark alone, in lower case as no name is written. */
const LOWER_MARK = /[([/:–—-] ?([a-z][a-z\d'’ ./-]{2,30})[)\]]?$/;

function isAboutRow(word: string): boolean {
  return isKnown(word, 'takenBack', 'state', 'not') || saysWhetherToPay(word);
}

/** A mark in any letters: `Asha Rao - NOT ELIGIBLE`. */
const APART_MARK = /(?:[([] ?| [–—-] )([a-z][a-z\d'’ ./-]{1,30})[)\]]?$/i;

/** Whether a name has no mark behind it, or one of plain words such as a trade. */
function isPlainMark(name: string): boolean {
  const beside = APART_MARK.exec(name)?.[1];
  if (beside !== undefined && wordsIn(beside).split(' ').some(isAboutRow)) return false;
  const mark = LOWER_MARK.exec(name)?.[1];
  return mark === undefined || wordsIn(mark).split(' ').every(isPlain);
}

const FIRST_LETTERS = /^[a-z]{4,7}(?=[\s\d_-]|$)/i;

/** A status in front of a name or behind it, as it stands there; null for none. */
export function markOfName(name: string): string | null {
  const first = FIRST_LETTERS.exec(name)?.[0];
  if (first !== undefined && isKnown(first.toLowerCase(), 'noName')) return first;
  if (/^late\s/i.test(name)) return name.slice(0, 4);
  const mark = BEHIND_NAME.exec(name)?.[1];
  return mark !== undefined && isKnown(mark.toLowerCase(), 'nameMark') ? mark : null;
}
