// What a payment is for, as far as the sheet says, and whether two payments are for the same purpose. Fails closed: two
// purposes differ only if both are understood and have nothing in common. An unknown word never makes a purpose different.

import { MONTH_WORDS } from '../../../shared/months.ts';
import { plainText } from './plain-text.ts';

/** What a row says about its purpose: `reference` is its own order or invoice number, `called` are batch and file names. */
export interface PurposeWords {
  readonly reference: string | null;
  readonly remark: string;
  readonly called: readonly string[];
}

/**
 * `said`: the remark, normalised like a reference. `kinds`: first words of KINDS. `unknown`: the words that are in none of
 * these tables, sorted. `numbers`: by what is counted, such as `invoice` 7. `period`: by unit, such as `month` 11.
 */
export interface Purpose {
  readonly reference: string | null;
  readonly said: string;
  readonly kinds: ReadonlySet<string>;
  /** The remark names pay and another kind, as in "Salary OT": screening by its amount, it may include the whole salary. */
  readonly mayBePay: boolean;
  readonly unknown: string;
  readonly numbers: Spans;
  readonly period: Spans;
}

/** First and last value. If the first is greater, the span crosses the turn of the year. */
type Span = readonly [first: number, last: number];
type Spans = ReadonlyMap<string, readonly Span[]>;

export type PurposeRelation = 'sameReference' | 'nearReference' | 'same' | 'another';

const MONTHS: ReadonlyMap<string, number> = new Map(
  MONTH_WORDS.flatMap((words, at) => words.map((word) => [plainText(word), at + 1] as const)),
);

/** Maps each word to the first word of its line. */
function firstWords(lines: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    lines.flatMap((line) => {
      const words = line.split(' ').map(plainText);
      return words.map((word) => [word, words[0] ?? word] as const);
    }),
  );
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' ').map(plainText));

/** Kinds of payment. Words that may stand for each other share a line. */
const KINDS = firstWords([
  'salary salaries sal wage wages payroll remuneration stipend vetan tankhwah tankha pagar majduri वेतन तनख्वाह तनख़्वाह तनखा पगार मजदूरी मज़दूरी सैलरी',
  'bonus gratia exgratia बोनस',
  'arrears arrear एरियर',
  'advance peshgi अग्रिम पेशगी एडवांस',
  'incentive incentives commission commissions',
  'overtime ot',
  'expenses expense reimbursement reimbursements allowance allowances travel tour conveyance ta da tada',
  'refund refunds वापसी रिफंड',
  'fnf',
  'gratuity',
  'encashment',
  'loan emi',
  'deposit',
  'rent kiraya किराया',
  'fees fee consulting consultancy professional retainer',
  'interest',
  'dividend',
]);

export const PAY = 'salary';

/** Pay that is paid once a month; wages are paid weekly or daily. */
const MONTHLY = setOf(
  'salary salaries sal payroll remuneration stipend vetan tankhwah tankha pagar वेतन तनख्वाह तनख़्वाह तनखा पगार सैलरी',
);

/** Words whose number distinguishes purposes: invoice 7 is not invoice 8. Other numbers may be amounts or counts of days. */
const NUMBERED = firstWords([
  'week weeks wk wks w',
  'invoice invoices inv',
  'order orders ord po refund refunds वापसी रिफंड',
  'part parts instalment instalments installment installments emi tranche',
  'voucher vouchers',
  'trip trips',
  'milestone milestones phase',
  'project',
  'no nos number #',
]);

/** Words between a thing and its number, or between two numbers. */
const LINKS = setOf('no nos number # to and');

/** What follows these words is deducted. */
const LESS = setOf('less minus after net deduct deducted deducting deduction deductions');

/** Words saying that one thing comes with another, is part of it, or was changed. */
const WITH = setOf(
  'incl including inclusive with plus and add added adding adj adjusted adjusting adjustment balance part partial ' +
    'corrected correction corrections revised revision rev updated update fixed edit edited और सहित समेत',
);

/** Words that say nothing about the kind. */
const FILLERS = setOf(
  'for of the to a an on in by from payment payments pay paid payout payouts transfer txn amount towards against being via ' +
    'final finalised full settlement new old copy latest draft re resend again second upi imps neft inr rs rupees v s bill bills ' +
    'month monthly weekly daily annual yearly piece staff employee employees worker workers ex leave performance festival diwali ' +
    'का के की में से भुगतान माह कर्मचारी',
);

const UNDERSTOOD = [KINDS, NUMBERED, LESS, WITH, FILLERS];

/** Reads the purpose of a row. The period comes from the remark, or else from the batch and file names. */
export function purposeOf({ reference, ...words }: PurposeWords): Purpose {
  return withReference(purposeOfWords(words), reference);
}

function withReference(purpose: Purpose, reference: string | null): Purpose {
  if (reference === null) return purpose;
  const numbers = new Map([...read(reference).numbers, ...purpose.numbers]);
  return { ...purpose, reference: plainReference(reference), numbers };
}

function purposeOfWords({ remark, called }: Pick<PurposeWords, 'remark' | 'called'>): Purpose {
  const own = read(remark);
  let { period } = own;
  for (const name of called) {
    if (period.size > 0) break;
    ({ period } = read(name.replace(/\.(?:csv|xlsx)$/iu, ''), { isName: true }));
  }
  return { ...own, period, reference: null, said: plainReference(remark) };
}

/** Caches purposes: most rows of a file have the same remark. */
export class Purposes {
  readonly #cache = new Map<string, Purpose>();

  of({ reference, ...words }: PurposeWords): Purpose {
    const key = [words.remark, ...words.called].join('\0');
    let purpose = this.#cache.get(key);
    if (purpose === undefined) {
      if (this.#cache.size >= CACHED_PURPOSES_MAX) this.#cache.clear();
      purpose = purposeOfWords(words);
      this.#cache.set(key, purpose);
    }
    return withReference(purpose, reference);
  }
}

const CACHED_PURPOSES_MAX = 1_000;

/** Whether two payments to one payee are for the same purpose. */
export function comparePurposes(one: Purpose, other: Purpose): PurposeRelation {
  if (one.reference !== null && other.reference !== null) {
    if (one.reference === other.reference) return 'sameReference';
    return isNear(one.reference, other.reference) ? 'nearReference' : 'another';
  }
  const isNamed = isNamedBy(one, other) || isNamedBy(other, one);
  // The same order or invoice is one purpose, whatever month or day is named with it; an employee number is not.
  if (isNamed && DOCUMENTS.has(kindOfReference(one.reference ?? other.reference))) return 'sameReference';
  if (shareDocument(one, other)) return 'same';
  if (periodsDiffer(one, other)) return 'another';
  if (isNamed) return 'sameReference';
  if (areDisjoint(tellingNumbers(one), tellingNumbers(other))) return 'another';
  // A remark without a known kind may mean any kind, and an unknown word may be another spelling of the other remark's.
  if (one.kinds.size === 0 || other.kinds.size === 0 || one.unknown !== other.unknown) return 'same';
  return [...one.kinds].some((kind) => other.kinds.has(kind)) ? 'same' : 'another';
}

/** Numbered things that are paid once: two payments of order 7 are for the same purpose, at any date. */
const DOCUMENTS: ReadonlySet<string | undefined> = new Set(['invoice', 'order', 'voucher']);

function kindOfReference(reference: string | null): string | undefined {
  return NUMBERED.get(/^\p{L}*/u.exec(reference ?? '')?.[0] ?? '');
}

function shareDocument(one: Purpose, other: Purpose): boolean {
  return [...one.numbers].some(([unit, spans]) => {
    const others = DOCUMENTS.has(unit) ? (other.numbers.get(unit) ?? []) : [];
    return spans.some((span) => others.some((another) => overlap(span, another)));
  });
}

/** With pay, the number of a slip or a voucher only counts rows. */
function tellingNumbers({ kinds, numbers }: Purpose): Spans {
  return kinds.has(PAY) ? new Map([...numbers].filter(([unit]) => unit !== 'no' && unit !== 'voucher')) : numbers;
}

/** The purpose without a number that is just the amount, as in "Refund 1000" of ₹1,000: it does not distinguish two payments. */
export function withoutAmount(purpose: Purpose, amountPaise: number): Purpose {
  const isAmount = (spans: readonly Span[]): boolean =>
    spans.every(([first, last]) => first === last && first * 100 === amountPaise);
  const numbers = new Map([...purpose.numbers].filter(([, spans]) => !isAmount(spans)));
  return numbers.size === purpose.numbers.size ? purpose : { ...purpose, numbers };
}

/** The purpose as if it included the whole pay, where it may. */
export function asPay(purpose: Purpose): Purpose {
  return purpose.mayBePay ? { ...purpose, kinds: new Set([...purpose.kinds, PAY]) } : purpose;
}

/** Whether both name a period and the two have nothing in common. The same month with another year counts as a typing slip. */
export function periodsDiffer(one: Pick<Purpose, 'period'>, other: Pick<Purpose, 'period'>): boolean {
  return areDisjoint(one.period, other.period);
}

/** Whether some unit occurs in both with nothing in common. The year counts only where no other unit can be compared. */
function areDisjoint(one: Spans, other: Spans): boolean {
  const shared = [...one].flatMap(([unit, spans]) => {
    const others = other.get(unit);
    if (others === undefined) return [];
    return [{ unit, isDisjoint: !spans.some((span) => others.some((another) => overlap(span, another))) }];
  });
  const finer = shared.filter(({ unit }) => unit !== 'year');
  return (finer.length > 0 ? finer : shared).some(({ isDisjoint }) => isDisjoint);
}

function overlap(one: Span, other: Span): boolean {
  return isWithin(one[0], other) || isWithin(other[0], one);
}

function isWithin(value: number, [first, last]: Span): boolean {
  return first <= last ? first <= value && value <= last : first <= value || value <= last;
}

/** "Oct to Dec" includes November. Lists are treated as ranges too. */
function spansOf(values: readonly number[]): readonly Span[] {
  return values.map((value, at) => [values[at - 1] ?? value, value] as const).slice(values.length > 1 ? 1 : 0);
}

/** Whether the remark of one is, or contains, the reference of the other, as when a column was moved. */
function isNamedBy({ reference }: Purpose, { said, reference: other }: Purpose): boolean {
  if (reference === null || other !== null || reference.length < REFERENCE_MIN || !/\p{N}/u.test(reference))
    return false;
  const at = said.indexOf(reference);
  const isWithin = (letter: string | undefined, edge: string | undefined): boolean =>
    letter !== undefined && edge !== undefined && /\p{N}/u.test(letter) && /\p{N}/u.test(edge);
  return at !== -1 && !isWithin(said[at - 1], reference[0]) && !isWithin(said[at + reference.length], reference.at(-1));
}

/** An order or invoice number without case, punctuation and leading zeros. */
function plainReference(reference: string): string {
  return plainText(reference)
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll(/(?<!\p{N})0+(?=\p{N})/gu, '');
}

const REFERENCE_MIN = 4;

/** Whether they differ by a suffix of one letter or by two swapped neighbouring characters. */
function isNear(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length < REFERENCE_MIN) return false;
  if (long.length === short.length + 1 && long.startsWith(short)) return /\p{L}$/u.test(long);
  if (long.length !== short.length) return false;
  const at = Array.from(short).findIndex((letter, index) => letter !== long[index]);
  return (
    at !== -1 && short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2)
  );
}

const FISCAL_YEAR = /(?<!\p{N})(20\d{2})[/-](?:2[4-9]|3\d)(?!\p{N})|(?<!\p{N})2\d[/-][23]\d(?=[/-])/gu;
const DATE = /(?<!\p{N})(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})(?!\p{N})/gu;
const ISO_DATE = /(?<!\p{N})(20\d{2})[./-]?(0[1-9]|1[0-2])(?:[./-]?(0[1-9]|[12]\d|3[01]))?(?!\p{N})/gu;
const MONTH_YEAR = /(?<!\p{N})(0?[1-9]|1[0-2])[./-](20\d{2})(?!\p{N})/gu;
const QUARTER = /(?<![\p{L}\p{N}])q[ -]?([1-4])(?!\p{N})/gu;
const ORDINAL = /(?<!\p{N})(\d{1,2})(?:st|nd|rd|th)(?!\p{L})\s*(\p{L}*)/gu;
const YEAR = /^20\d{2}$/u;
const DAY = /^(?:0?[1-9]|[12]\d|3[01])$/u;

type Read = Pick<Purpose, 'kinds' | 'mayBePay' | 'unknown' | 'numbers' | 'period'>;

/** The values a text names, by unit, in order. */
class Noted {
  readonly #values = new Map<string, number[]>();

  add(unit: string, value: number): void {
    // A number that cannot be read distinguishes nothing.
    if (Number.isNaN(value)) return;
    this.#values.set(unit, [...(this.#values.get(unit) ?? []), value]);
  }

  addYear(year: string): void {
    this.add('year', Number(year.length === 2 ? `20${year}` : year));
  }

  addDay(month: number, day: number): void {
    this.add('day', month * 31 + day);
  }

  has(unit: string): boolean {
    return this.#values.has(unit);
  }

  count(unit: string): number {
    return this.#values.get(unit)?.length ?? 0;
  }

  drop(unit: string): void {
    this.#values.delete(unit);
  }

  spans(): Spans {
    return new Map([...this.#values].map(([unit, values]) => [unit, spansOf(values)]));
  }
}

/** Reads a text. A whole date in a name is the day it was saved, not a period. */
function read(text: string, { isName = false } = {}): Read {
  const period = new Noted();
  const numbers = new Noted();
  const own = asciiDigits(plainText(text));
  const plain = isName ? own.replaceAll(/[_\s]+/gu, '-') : own;
  const left = takeDates(plain, { period, isName });
  const wholeDates = period.count('day');
  const found = [...left.matchAll(/\p{N}+|[\p{L}\p{M}]+|[(#]/gu)];
  const parts = found.map(([part]) => part);
  const dated = new Set<number>();
  let thing: string | undefined;
  for (const [at, part] of parts.entries()) {
    if (YEAR.test(part)) period.addYear(part);
    else if (!/^\p{N}/u.test(part)) thing = thing !== undefined && LINKS.has(part) ? thing : NUMBERED.get(part);
    else if (thing !== undefined) (thing === 'week' ? period : numbers).add(thing, Number(part));
    else {
      const place = monthBeside(parts, at);
      const month = MONTHS.get(parts[place] ?? '');
      if (month === undefined) continue;
      if (place === at - 1 && isYear(part, parts[at + 1]) && !period.has('year')) period.addYear(part);
      else if (DAY.test(part)) {
        dated.add(place);
        if (!isName) period.addDay(month, Number(part));
      }
    }
  }
  let isMonthAlone = false;
  for (const [at, part] of parts.entries()) {
    const month = MONTHS.get(part);
    if (month !== undefined && !(isName && dated.has(at))) period.add('month', month);
    if (month !== undefined && !dated.has(at)) isMonthAlone = true;
  }
  // Beside a month on its own, a date is when it was paid or written. So is the only whole date of a salary.
  const isPayday = wholeDates === 1 && parts.some((part) => MONTHLY.has(part));
  if (isMonthAlone || isPayday) period.drop('day');
  if (isName && dated.size > 0) period.drop('year');
  return { ...readKinds(left, wordsOf(found)), numbers: numbers.spans(), period: period.spans() };
}

/** Converts digits of every script to 0 to 9. The digits of a script are consecutive code points, starting with its zero. */
function asciiDigits(text: string): string {
  return text.replaceAll(/[^\P{Nd}0-9]/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let value = 0;
    while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
    return String(value);
  });
}

/** Removes all-numeric dates from the text and notes them in `period`. */
function takeDates(text: string, { period, isName }: { readonly period: Noted; readonly isName: boolean }): string {
  const addDate = (year: string, month: number, day: number): void => {
    if (isName || month > 12) return;
    period.addYear(year);
    period.add('month', month);
    period.addDay(month, day);
  };
  return text
    .replaceAll(FISCAL_YEAR, (_, year?: string) => {
      if (year !== undefined) period.addYear(year);
      return ' ';
    })
    .replaceAll(ISO_DATE, (_, year: string, month: string, day?: string) => {
      if (day !== undefined) addDate(year, Number(month), Number(day));
      else {
        period.addYear(year);
        period.add('month', Number(month));
      }
      return ' ';
    })
    .replaceAll(DATE, (_, ...[first, second, year]: [string, string, string]) => {
      const isAmerican = Number(second) > 12;
      addDate(year, Number(isAmerican ? first : second), Number(isAmerican ? second : first));
      return ' ';
    })
    .replaceAll(MONTH_YEAR, (_, month: string, year: string) => {
      period.addYear(year);
      period.add('month', Number(month));
      return ' ';
    })
    .replaceAll(QUARTER, (_, quarter: string) => {
      period.add('quarter', Number(quarter));
      return ' ';
    })
    .replaceAll(ORDINAL, (_, number: string, word: string) =>
      NUMBERED.has(word) ? `${word} ${number}` : `${number} ${word}`,
    );
}

/** The index of the month that belongs to a day, or -1: "7 Nov", "Nov 7", "1 to 15 Nov". */
function monthBeside(parts: readonly string[], at: number): number {
  const isBetween = (part: string): boolean => DAY.test(part) || part === 'to' || part === 'and';
  const next = parts.findIndex((part, index) => index > at && !isBetween(part));
  const last = parts.findLastIndex((part, index) => index < at && !isBetween(part));
  return [at + 1, at - 1, next, last].find((index) => MONTHS.has(parts[index] ?? '')) ?? -1;
}

/** After a month: "Nov 26" is a year, "Nov 7" and "Nov 26 to 30" are days. */
function isYear(part: string, next: string | undefined): boolean {
  return part.length === 2 && Number(part) >= YEAR_FROM && next !== 'to' && !/^\p{N}/u.test(next ?? '');
}

const YEAR_FROM = 24;

/** The kinds that a text names, without its dates and numbers: several times as fast as the whole purpose. */
export function kindsIn(text: string): Pick<Purpose, 'kinds' | 'mayBePay'> {
  const plain = plainText(text);
  return readKinds(plain, wordsOf([...plain.matchAll(/[\p{L}\p{M}]+/gu)]));
}

function wordsOf(found: readonly RegExpExecArray[]): readonly RegExpExecArray[] {
  return found.filter(([part]) => /^\p{L}/u.test(part) && !MONTHS.has(part));
}

/** "Salary advance" is an advance, but "salary less advance" and "salary (advance)" are salary. */
function readKinds(text: string, words: readonly RegExpExecArray[]): Pick<Purpose, 'kinds' | 'mayBePay' | 'unknown'> {
  const less = words.findIndex(([word]) => LESS.has(word));
  const isSalary = words.slice(0, Math.max(less, 0)).some(([word]) => KINDS.get(word) === PAY);
  const rest = less === -1 ? '' : text.slice(words[less]?.index);
  const isRestUsed = isSalary && !words.slice(less).some(([word]) => WITH.has(word)) && !/[+&]/u.test(rest);
  const said = isRestUsed ? words.slice(0, less) : words;
  const ofKind = said.filter(([word]) => KINDS.has(word));
  const between = text.slice(ofKind[0]?.index, ofKind.at(-1)?.index);
  const isTogether = /[^\p{L}\p{M}\p{N}\s.]/u.test(between) || words.some(([word]) => LESS.has(word) || WITH.has(word));
  const kinds = new Set(ofKind.map(([word]) => KINDS.get(word) ?? word));
  const mayBePay = !isTogether && kinds.size > 1 && kinds.delete(PAY);
  const isUnknown = (word: string): boolean => UNDERSTOOD.every((words) => !words.has(word));
  const unknown = said.map(([word]) => word).filter(isUnknown);
  return { kinds, mayBePay, unknown: [...new Set(unknown)].sort().join(' ') };
}
