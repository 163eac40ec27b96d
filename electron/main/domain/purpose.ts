// What a payment is for, as far as a sheet says it, and whether two payments are for the same. Fails closed: purposes are
// two only where both are understood and have nothing in common; a word that is not understood never makes another purpose.

import { plainText } from './plain-text.ts';

/** What a row says of its purpose: `reference` is the sheet's own order or invoice number, `called` are batch and file names. */
export interface PurposeWords {
  readonly reference: string | null;
  readonly remark: string;
  readonly called: readonly string[];
}

/**
 * Shape: `said` is the remark, spelt as references are for comparing; `kinds` holds first words of KINDS; `unknown` lists the
 * words that are in no table here, sorted; `numbers` by what is counted, such as `invoice` 7; `period` by unit, such as `month` 11.
 */
export interface Purpose {
  readonly reference: string | null;
  readonly said: string;
  readonly kinds: ReadonlySet<string>;
  /** Pay stands beside another kind, as in "Salary OT": by its amount it may be the salary with it. */
  readonly mayBePay: boolean;
  readonly unknown: string;
  readonly numbers: Spans;
  readonly period: Spans;
}

/** From the first to the last, and over the turn of the year where the first is greater. */
type Span = readonly [first: number, last: number];
type Spans = ReadonlyMap<string, readonly Span[]>;

export type PurposeRelation = 'sameReference' | 'nearReference' | 'same' | 'another';

const MONTHS: ReadonlyMap<string, number> = new Map(
  [
    'january jan जनवरी',
    'february feb फरवरी फ़रवरी',
    'march mar मार्च',
    'april apr अप्रैल',
    'may मई',
    'june jun जून',
    'july jul जुलाई',
    'august aug अगस्त',
    'september sept sep सितंबर सितम्बर',
    'october oct अक्टूबर अक्तूबर',
    'november nov नवंबर नवम्बर',
    'december dec दिसंबर दिसम्बर',
  ].flatMap((spellings, month) => spellings.split(' ').map((word) => [plainText(word), month + 1] as const)),
);

/** Each word with the first one of its line. */
function firstWords(lines: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    lines.flatMap((line) => {
      const words = line.split(' ').map(plainText);
      return words.map((word) => [word, words[0] ?? word] as const);
    }),
  );
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' ').map(plainText));

/** Kinds of payment: a line is one kind, wherever one of its words may stand for another. */
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

/** The kind of salaries and wages. */
export const PAY = 'salary';

/** Pay that is paid once a month; wages are paid each week, or each day. */
const MONTHLY = setOf(
  'salary salaries sal payroll remuneration stipend vetan tankhwah tankha pagar वेतन तनख्वाह तनख़्वाह तनखा पगार सैलरी',
);

/** Words whose number tells purposes apart: invoice 7 and invoice 8 are two. Any other number may be an amount or a day count. */
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

/** Between a thing and its number, or two of its numbers. */
const LINKS = setOf('no nos number # to and');

/** What follows is taken off. */
const LESS = setOf('less minus after net deduct deducted deducting deduction deductions');

/** One thing comes with another, is a part of it, or was changed. */
const WITH = setOf(
  'incl including inclusive with plus and add added adding adj adjusted adjusting adjustment balance part partial ' +
    'corrected correction corrections revised revision rev updated update fixed edit edited और सहित समेत',
);

/** What says nothing of a kind. */
const FILLERS = setOf(
  'for of the to a an on in by from payment payments pay paid payout payouts transfer txn amount towards against being via ' +
    'final finalised full settlement new old copy latest draft re resend again second upi imps neft inr rs rupees v s bill bills ' +
    'month monthly weekly daily annual yearly piece staff employee employees worker workers ex leave performance festival diwali ' +
    'का के की में से भुगतान माह कर्मचारी',
);

const UNDERSTOOD = [KINDS, NUMBERED, LESS, WITH, FILLERS];

/** Reads the purpose of a row. The period is the remark's own, else that of the names it is filed under. */
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

/** Most rows of a file say the same remark: it is read once. */
export class Purposes {
  readonly #kept = new Map<string, Purpose>();

  of({ reference, ...words }: PurposeWords): Purpose {
    const key = [words.remark, ...words.called].join('\0');
    let purpose = this.#kept.get(key);
    if (purpose === undefined) {
      if (this.#kept.size >= PURPOSES_KEPT) this.#kept.clear();
      purpose = purposeOfWords(words);
      this.#kept.set(key, purpose);
    }
    return withReference(purpose, reference);
  }
}

const PURPOSES_KEPT = 1_000;

/** Whether two payments to one payee are for the same. */
export function comparePurposes(one: Purpose, other: Purpose): PurposeRelation {
  if (one.reference !== null && other.reference !== null) {
    if (one.reference === other.reference) return 'sameReference';
    return isNear(one.reference, other.reference) ? 'nearReference' : 'another';
  }
  const isNamed = isNamedBy(one, other) || isNamedBy(other, one);
  // One order or invoice is one, whatever month or day stands beside it; an employee's number is not.
  if (isNamed && DOCUMENTS.has(kindOfReference(one.reference ?? other.reference))) return 'sameReference';
  if (shareDocument(one, other)) return 'same';
  if (periodsDiffer(one, other)) return 'another';
  if (isNamed) return 'sameReference';
  if (areApart(tellingNumbers(one), tellingNumbers(other))) return 'another';
  // A remark without a known kind may mean any kind, and an unknown word may be another spelling of the other remark's.
  if (one.kinds.size === 0 || other.kinds.size === 0 || one.unknown !== other.unknown) return 'same';
  return [...one.kinds].some((kind) => other.kinds.has(kind)) ? 'same' : 'another';
}

/** What a number is of that one payment has: two payments of order 7 are one, whenever they are made. */
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

/** Of pay, the number of a slip or a voucher only counts rows. */
function tellingNumbers({ kinds, numbers }: Purpose): Spans {
  return kinds.has(PAY) ? new Map([...numbers].filter(([unit]) => unit !== 'no' && unit !== 'voucher')) : numbers;
}

/** The purpose without a number that is the amount itself, as in "Refund 1000" of ₹1,000: it tells no two payments apart. */
export function withoutAmount(purpose: Purpose, amountPaise: number): Purpose {
  const isAmount = (spans: readonly Span[]): boolean =>
    spans.every(([first, last]) => first === last && first * 100 === amountPaise);
  const numbers = new Map([...purpose.numbers].filter(([, spans]) => !isAmount(spans)));
  return numbers.size === purpose.numbers.size ? purpose : { ...purpose, numbers };
}

/** The purpose as the whole pay, where it may be that. */
export function asPay(purpose: Purpose): Purpose {
  return purpose.mayBePay ? { ...purpose, kinds: new Set([...purpose.kinds, PAY]) } : purpose;
}

/** Whether both say a period, and have no part of it in common: the same month of another year is a slip. */
export function periodsDiffer(one: Pick<Purpose, 'period'>, other: Pick<Purpose, 'period'>): boolean {
  return areApart(one.period, other.period);
}

/** Whether both say something in one unit, and nothing in common; the year counts where nothing else can be compared. */
function areApart(one: Spans, other: Spans): boolean {
  const shared = [...one].flatMap(([unit, spans]) => {
    const others = other.get(unit);
    if (others === undefined) return [];
    return [{ unit, isApart: !spans.some((span) => others.some((another) => overlap(span, another))) }];
  });
  const finer = shared.filter(({ unit }) => unit !== 'year');
  return (finer.length > 0 ? finer : shared).some(({ isApart }) => isApart);
}

function overlap(one: Span, other: Span): boolean {
  return isWithin(one[0], other) || isWithin(other[0], one);
}

function isWithin(value: number, [first, last]: Span): boolean {
  return first <= last ? first <= value && value <= last : first <= value || value <= last;
}

/** "Oct to Dec" means November too; whether a list or a range was meant is not asked. */
function spansOf(values: readonly number[]): readonly Span[] {
  return values.map((value, at) => [values[at - 1] ?? value, value] as const).slice(values.length > 1 ? 1 : 0);
}

/** Whether the remark of the one is, or names, the reference of the other: a column was moved. */
function isNamedBy({ reference }: Purpose, { said, reference: other }: Purpose): boolean {
  if (reference === null || other !== null || reference.length < REFERENCE_MIN || !/\p{N}/u.test(reference))
    return false;
  const at = said.indexOf(reference);
  const isWithin = (letter: string | undefined, edge: string | undefined): boolean =>
    letter !== undefined && edge !== undefined && /\p{N}/u.test(letter) && /\p{N}/u.test(edge);
  return at !== -1 && !isWithin(said[at - 1], reference[0]) && !isWithin(said[at + reference.length], reference.at(-1));
}

/** An order or invoice number without case, punctuation and leading zeros of its numbers. */
function plainReference(reference: string): string {
  return plainText(reference)
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll(/(?<!\p{N})0+(?=\p{N})/gu, '');
}

const REFERENCE_MIN = 4;

/** A suffix of one letter, or two neighbouring characters that changed places. */
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

/** What a text says, by unit and in its order. */
class Noted {
  readonly #values = new Map<string, number[]>();

  add(unit: string, value: number): void {
    // A number that is not read tells nothing apart.
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

/** Reads a text. A whole date in a name is the day on which it was saved, and no period. */
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
  // Where a month stands by itself, a date beside it is when it was paid or written; so is the one whole date of a salary.
  const isPayday = wholeDates === 1 && parts.some((part) => MONTHLY.has(part));
  if (isMonthAlone || isPayday) period.drop('day');
  if (isName && dated.size > 0) period.drop('year');
  const words = found.filter(([part]) => /^\p{L}/u.test(part) && !MONTHS.has(part));
  return { ...readKinds(left, words), numbers: numbers.spans(), period: period.spans() };
}

/** The text with each script's digits as 0 to 9: the digits of a script stand in one row, from its zero on. */
function asciiDigits(text: string): string {
  return text.replaceAll(/[^\P{Nd}0-9]/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let value = 0;
    while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
    return String(value);
  });
}

/** Takes the dates that are all numbers out of a text. */
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

/** Where the month of a day stands, or -1: "7 Nov", "Nov 7", "1 to 15 Nov". */
function monthBeside(parts: readonly string[], at: number): number {
  const isBetween = (part: string): boolean => DAY.test(part) || part === 'to' || part === 'and';
  const next = parts.findIndex((part, index) => index > at && !isBetween(part));
  const last = parts.findLastIndex((part, index) => index < at && !isBetween(part));
  return [at + 1, at - 1, next, last].find((index) => MONTHS.has(parts[index] ?? '')) ?? -1;
}

/** Behind a month: "Nov 26" is a year, "Nov 7" and "Nov 26 to 30" are days. */
function isYear(part: string, next: string | undefined): boolean {
  return part.length === 2 && Number(part) >= YEAR_FROM && next !== 'to' && !/^\p{N}/u.test(next ?? '');
}

const YEAR_FROM = 24;

/** "Salary advance" is an advance, but "salary less advance" and "salary (advance)" are salary. */
function readKinds(text: string, words: readonly RegExpExecArray[]): Pick<Purpose, 'kinds' | 'mayBePay' | 'unknown'> {
  const less = words.findIndex(([word]) => LESS.has(word));
  const isSalary = words.slice(0, Math.max(less, 0)).some(([word]) => KINDS.get(word) === PAY);
  const rest = less === -1 ? '' : text.slice(words[less]?.index);
  const isRestTaken = isSalary && !words.slice(less).some(([word]) => WITH.has(word)) && !/[+&]/u.test(rest);
  const said = isRestTaken ? words.slice(0, less) : words;
  const ofKind = said.filter(([word]) => KINDS.has(word));
  const between = text.slice(ofKind[0]?.index, ofKind.at(-1)?.index);
  const isTogether = /[^\p{L}\p{M}\p{N}\s.]/u.test(between) || words.some(([word]) => LESS.has(word) || WITH.has(word));
  const kinds = new Set(ofKind.map(([word]) => KINDS.get(word) ?? word));
  const mayBePay = !isTogether && kinds.size > 1 && kinds.delete(PAY);
  const isUnknown = (word: string): boolean => UNDERSTOOD.every((words) => !words.has(word));
  const unknown = said.map(([word]) => word).filter(isUnknown);
  return { kinds, mayBePay, unknown: [...new Set(unknown)].sort().join(' ') };
}
