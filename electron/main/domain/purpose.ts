// What a payment is for, as far as a sheet says it, and whether two payments are for the same. Fails closed: purposes are
// two only where the words say so; what is not understood counts as the same.

import { plainText } from './plain-text.ts';

/** What a row says of its purpose. Shape: `reference` the sheet's own order or invoice number; `called` batch and file names. */
export interface PurposeWords {
  readonly reference: string | null;
  readonly remark: string;
  readonly called: readonly string[];
}

/** Shape: `words` what is left of the remark without period and fillers, sorted; `period` by unit, such as `month` 11. */
export interface Purpose {
  readonly reference: string | null;
  readonly words: readonly string[];
  readonly period: ReadonlyMap<PeriodUnit, number>;
}

type PeriodUnit = 'year' | 'quarter' | 'month' | 'week' | 'day';

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

/** What a corrected copy, or nobody's intention, adds to a text. */
const FILLERS: ReadonlySet<string> = new Set(
  (
    'for of the to a an and on in by from payment payments pay paid payout payouts transfer txn amount towards against being via ' +
    'corrected correction corrections revised revision rev updated update final finalised new old copy latest fixed edit edited ' +
    'draft re resend again second upi imps neft inr rs rupees का के की में से भुगतान'
  ).split(' '),
);

/** Kinds of payment that are another purpose when one of two remarks adds them to the same words. */
const KINDS: ReadonlySet<string> = new Set(
  (
    'bonus arrears arrear advance incentive incentives overtime ot reimbursement reimbursements expense expenses allowance allowances ' +
    'commission refund refunds fnf settlement gratuity encashment leave loan deposit stipend ta da tada travel conveyance exgratia diwali ' +
    'balance part instalment installment emi बोनस एरियर अग्रिम वापसी'
  ).split(' '),
);

/** Reads the purpose of a row. The period is the remark's own, else that of the names it is filed under. */
export function purposeOf({ reference, remark, called }: PurposeWords): Purpose {
  const own = read(remark, { days: true });
  let { period } = own;
  for (const name of called) {
    if (period.size > 0) break;
    // A day in a file's name is when it was saved.
    ({ period } = read(name.replace(/\.(?:csv|xlsx)$/iu, ''), { days: false }));
  }
  return { reference: reference === null ? null : plainReference(reference), words: own.words, period };
}

/** Most rows of a file say the same remark: it is read once. */
export class Purposes {
  readonly #kept = new Map<string, Purpose>();

  of(words: PurposeWords): Purpose {
    if (words.reference !== null) return purposeOf(words);
    const key = [words.remark, ...words.called].join('\0');
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    if (this.#kept.size >= PURPOSES_KEPT) this.#kept.clear();
    const purpose = purposeOf(words);
    this.#kept.set(key, purpose);
    return purpose;
  }
}

const PURPOSES_KEPT = 1_000;

/** Whether two payments to one payee are for the same. */
export function comparePurposes(one: Purpose, other: Purpose): PurposeRelation {
  if (one.reference !== null && other.reference !== null) {
    if (one.reference === other.reference) return 'sameReference';
    return isNear(one.reference, other.reference) ? 'nearReference' : 'another';
  }
  if (periodsDiffer(one, other)) return 'another';
  // Whoever says nothing of a kind may mean that one.
  if (one.words.length === 0 || other.words.length === 0) return 'same';
  const onlyOne = one.words.filter((word) => !other.words.includes(word));
  const onlyOther = other.words.filter((word) => !one.words.includes(word));
  if (onlyOne.length === 0 || onlyOther.length === 0) {
    return [...onlyOne, ...onlyOther].some((word) => KINDS.has(word)) ? 'another' : 'same';
  }
  const isMisspelt = onlyOne.every((word) => onlyOther.some((second) => isNear(word, second) || isShort(word, second)));
  return isMisspelt ? 'same' : 'another';
}

/** Whether both say a period, and not the same one. */
export function periodsDiffer({ period: one }: Pick<Purpose, 'period'>, { period: other }: Pick<Purpose, 'period'>) {
  return [...one].some(([unit, value]) => (other.get(unit) ?? value) !== value);
}

/** An order or invoice number without case, punctuation and leading zeros of its numbers. */
function plainReference(reference: string): string {
  return plainText(reference)
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll(/(?<!\p{N})0+(?=\p{N})/gu, '');
}

/** "Sal" for "salary", "inv" for "invoice". */
function isShort(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  return short.length >= 3 && !/\p{N}/u.test(long) && long.startsWith(short);
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

const DATE = /(?<![\p{N}])(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})(?!\p{N})/gu;
const ISO_DATE = /(?<!\p{N})(20\d{2})[./-]?(0[1-9]|1[0-2])(?:[./-]?(0[1-9]|[12]\d|3[01]))?(?!\p{N})/gu;
const MONTH_YEAR = /(?<!\p{N})(0?[1-9]|1[0-2])[./-](20\d{2})(?!\p{N})/gu;
const WEEK = /(?<!\p{L})(?:week|wk|w)[ .#:-]*(?:no[ .]*)?(\d{1,2})(?!\p{N})/gu;
const QUARTER = /(?<![\p{L}\p{N}])q[ -]?([1-4])(?!\p{N})/gu;

/** Takes period and words out of a text. */
function read(text: string, { days }: { readonly days: boolean }): Pick<Purpose, 'words' | 'period'> {
  const period = new Map<PeriodUnit, number>();
  const note = (unit: PeriodUnit, value: string | number | undefined): void => {
    const number = Number(value);
    if (value !== undefined && (days || unit !== 'day') && !period.has(unit)) period.set(unit, number);
  };
  const takeYear = (year: string): void => note('year', year.length === 2 ? `20${year}` : year);
  let left = plainText(text);
  const take = (shape: RegExp, act: (...found: string[]) => void): void => {
    left = left.replaceAll(shape, (_, ...found: string[]) => {
      act(...found);
      return ' ';
    });
  };
  take(ISO_DATE, (year, month, day) => {
    note('year', year);
    note('month', month);
    note('day', day);
  });
  take(DATE, (day = '', month = '', year = '') => {
    note('day', day);
    note('month', month);
    takeYear(year);
  });
  take(MONTH_YEAR, (month, year) => {
    note('month', month);
    note('year', year);
  });
  take(WEEK, (week) => note('week', week));
  take(QUARTER, (quarter) => note('quarter', quarter));
  const words: string[] = [];
  const parts = left.match(/\p{N}+|[\p{L}\p{M}]+/gu) ?? [];
  for (const [at, part] of parts.entries()) {
    const month = MONTHS.get(part);
    const [before, after] = [parts[at - 1], parts[at + 1]];
    if (month !== undefined) note('month', month);
    else if (/^20\d{2}$/u.test(part)) note('year', part);
    // "7 Nov", "Nov 7" and "Nov 26": a number beside a month is its day, or its year behind it.
    else if (/^\d{1,2}$/u.test(part) && after !== undefined && MONTHS.has(after)) note('day', part);
    else if (/^\d{1,2}$/u.test(part) && before !== undefined && MONTHS.has(before)) {
      if (part.length === 2 && Number(part) >= YEAR_FROM && !period.has('year')) takeYear(part);
      else note('day', part);
    } else if (!isFiller(part)) words.push(part.replace(/^0+(?=\p{N})/u, ''));
  }
  return { words: [...new Set(words)].sort(), period };
}

/** "Nov 26" is a year from here on, "Nov 7" a day. */
const YEAR_FROM = 24;

/** "v2" and "(1)" say a copy: a single digit is no order number. */
function isFiller(part: string): boolean {
  return FILLERS.has(part) || /^\p{N}$/u.test(part) || part === 'v' || part === 's' || part === 'no';
}
