// The columns of money beside the amount. Whoever writes `Adv.`, `Bal.` or `उचल` beside an amount may mean to pay less, or the
// other column, and words for that never end. So a column of money is asked about unless something vouches for it: its header,
// what its numbers are, that it equals the amount, or that a net amount comes of it in every row.

import {
  type ColumnNumbers,
  DAYS_OF_A_MONTH,
  kindOfNumbers,
  type NumbersAre,
  numberIn,
  numbersOf,
} from './column-numbers.ts';
import { type HeaderMeaning, PAID_FOR } from './field-names.ts';
import { isKnown, type MeaningOf, someKnown } from './known-words.ts';
import { type ColumnSum, RowArithmetic } from './row-arithmetic.ts';
import type { Table } from './table.ts';
import { unitOfWords } from './units.ts';

/** `share`: a percentage of the amount; `times`: how often it is paid. */
export interface AskedColumn {
  readonly index: number;
  readonly holds: 'money' | 'share' | 'times';
}

/** A table whose amount is known. `free`: the columns that no field uses. */
interface AmountAmong {
  readonly table: Table;
  readonly meanings: readonly HeaderMeaning[];
  readonly amount: number;
  readonly free: readonly number[];
}

interface Column {
  readonly index: number;
  readonly header: string;
  readonly meaning: HeaderMeaning;
  readonly numbers: ColumnNumbers;
  readonly are: NumbersAre;
}

/**
 * `open`: nothing vouches for it but a sum could; `part`: vouched for, and may be part of a sum; `factor`: counts something or is
 * a rate; `aside`: has nothing to do with what is paid.
 */
type Judgement = 'open' | 'part' | 'factor' | 'aside';

/** Finds the columns of money that a person must be asked about, because nothing vouches for them. */
export function otherMoney(among: AmountAmong): readonly AskedColumn[] {
  const { amount, isFinal, columns, judged } = judgedBeside(among);
  const open = columns.filter((column) => judged.get(column) === 'open');
  if (open.length === 0) return [];
  const explained = sumsAmong(among, { amount, columns, judged }).explained(isFinal);
  return open.filter(({ index }) => !explained.has(index)).map(asAsked);
}

/** How the amount comes of columns left of it in every row; null for no way. */
export function sumOfAmount(among: AmountAmong): ColumnSum | null {
  return sumsAmong(among, judgedBeside(among)).ofAmount();
}

interface JudgedColumns {
  readonly amount: Column;
  readonly columns: readonly Column[];
  readonly judged: ReadonlyMap<Column, Judgement>;
}

function judgedBeside(among: AmountAmong): JudgedColumns & { readonly isFinal: boolean } {
  const amount = columnOf(among, among.amount, 0);
  const { values } = amount.numbers;
  const amountMin = values.length === 0 ? 0 : Math.min(...values);
  const columns = among.free.map((index) => columnOf(among, index, amountMin)).filter(({ are }) => are !== 'nothing');
  const beside = new BesideAmount(among.table, amount);
  const judged = new Map(columns.map((column) => [column, beside.judge(column)]));
  return { amount, isFinal: beside.isFinal, columns, judged };
}

function sumsAmong({ table }: AmountAmong, { amount, columns, judged }: JudgedColumns): Sums {
  return new Sums(table, amount, {
    terms: columns.filter((column) => ['open', 'part'].includes(judged.get(column) ?? '') || column.are === 'serials'),
    factors: columns.filter((column) => judged.get(column) === 'factor' || column.are === 'percentages'),
  });
}

function asAsked({ index, header, are }: Column): AskedColumn {
  return {
    index,
    holds: are === 'percentages' ? 'share' : repeatsAmount(header) ? 'times' : 'money',
  };
}

function columnOf({ table, meanings }: AmountAmong, index: number, amountMin: number): Column {
  const meaning = meanings[index] ?? NO_MEANING;
  const numbers = numbersOf(table, index);
  const header = table.headers[index] ?? '';
  // `TDS 10%` names the rate, and its column holds the money.
  const isPercent = meaning.words.has('percent') && !/\d\s{0,3}%/.test(header);
  const are = kindOfNumbers(numbers, { isPercent, amountMin });
  return { index, header, meaning, numbers, are };
}

const NO_MEANING: HeaderMeaning = {
  kind: 'other',
  words: new Set(),
  isPayers: false,
  isOthers: false,
  inRupees: false,
  isNear: false,
};

/** Judges columns by their headers and numbers. */
class BesideAmount {
  /** Whether the amount's header says that nothing more is taken off. */
  readonly isFinal: boolean;
  readonly #table: Table;
  readonly #amount: Column;

  constructor(table: Table, amount: Column) {
    this.#table = table;
    this.#amount = amount;
    this.isFinal = says(amount.meaning, 'final');
  }

  judge(column: Column): Judgement {
    const { meaning, are, header } = column;
    const isKnownMoney = says(meaning, ...KNOWN);
    const isMoney = are === 'money' || ((are === 'serials' || are === 'years') && isKnownMoney);
    if (are === 'identifiers' || are === 'dates' || isOfOtherField(column)) return 'aside';
    if (are === 'percentages' && says(meaning, 'partPaid')) return 'open';
    // A debit note does not make a column the payer's: it lowers what is paid.
    const isNote = meaning.words.has('note') && (meaning.words.has('debit') || meaning.words.has('credit'));
    const isPart = meaning.words.has('pay') && !says(meaning, 'detail') && [...meaning.words].some(isDigit);
    if (isNote || isPart) return 'open';
    if (isTiny(column) && repeatsAmount(header))
      return this.#isOfOnePeriod() && !this.isFinal && isSome(column) ? 'open' : 'factor';
    if ((are === 'serials' || are === 'years') && !isMoney) return 'factor';
    if (meaning.words.has('account') && (!isMoney || isTiny(column))) return 'aside';
    const isOfMoney = are === 'money' && (endsInMoney(header) || BY_OTHERS.test(header));
    if (
      !isOfMoney &&
      (says(meaning, 'neverMoney') ||
        isWritten(header, 'neverMoney') ||
        isKnown(header.trim().toLowerCase(), 'money', 'counts'))
    )
      return 'factor';
    if (says(meaning, 'daysOff') && isTiny(column)) return 'factor';
    if (!isMoney && (says(meaning, 'noMoneyAlone') || saysNoMoney(meaning))) return 'factor';
    if (are === 'percentages') return this.#judgePercentages(column);
    if (says(meaning, 'timeWorked') && !isKnownMoney && !isOfMoney) return 'factor';
    if (!isKnownMoney && isPlain(meaning)) return 'factor';
    if (are === 'small' && !isKnownMoney) return 'factor';
    if (this.#equalsAmount(column) && !says(meaning, 'given')) return 'aside';
    return this.#judgeMoney(column);
  }

  #judgeMoney(column: Column): Judgement {
    const { meaning } = column;
    const isBehind = column.index > this.#amount.index;
    const isPaidBack = says(meaning, 'paidBackTo') && says(meaning, 'paidBack');
    if (meaning.isPayers && !isPaidBack && says(meaning, 'contribution') && !says(meaning, 'given')) return 'aside';
    const isTakenOff = says(meaning, 'takenOff');
    if (says(meaning, 'past') && !isTakenOff && !says(meaning, 'given')) return 'aside';
    const isInOtherUnit = meaning.kind === 'doubtful' && unitOfWords(meaning.words) !== null;
    if (isInOtherUnit && !isTakenOff) return this.#amount.meaning.inRupees ? 'aside' : 'open';
    const isTakenOffBefore = this.isFinal && isTakenOff && !isBehind;
    if (!isTakenOffBefore && (says(meaning, 'given') || says(meaning, 'mayBeFinal'))) return 'open';
    const isWhole = says(meaning, 'whole') && !isTakenOff;
    if (this.isFinal) {
      if (isWhole) return !isBehind || this.#isAtLeastAmount(column) ? 'part' : 'open';
      const isListed = says(meaning, 'part') || says(meaning, 'mayReplace');
      return isTakenOffBefore || (isListed && !isBehind) ? 'part' : 'open';
    }
    // The sheet does not say whether a salary includes the amounts beside it.
    const isForPart = [...PAID_FOR].some((word) => this.#amount.meaning.words.has(word));
    if (isForPart || this.#amount.meaning.words.has('salary') || isTakenOff || says(meaning, 'mayReplace'))
      return 'open';
    if (isWhole) return this.#isAtLeastAmount(column) ? 'part' : 'open';
    return says(meaning, 'part') && !isBehind ? 'part' : 'open';
  }

  #judgePercentages({ meaning }: Column): Judgement {
    if (says(meaning, 'percentOf') || says(meaning, 'part')) return 'factor';
    return this.isFinal && says(meaning, 'takenOff') ? 'factor' : 'open';
  }

  #isOfOnePeriod(): boolean {
    return says(this.#amount.meaning, 'each');
  }

  #equalsAmount({ index }: Column): boolean {
    return this.#everyRow(index, (other, amount) => other === amount);
  }

  #isAtLeastAmount({ index }: Column): boolean {
    return this.#everyRow(index, (other, amount) => other === 0 || other >= amount);
  }

  /** Whether this holds in every row with an amount, of which there are some; a cell without a number is zero. */
  #everyRow(column: number, holds: (other: number, amount: number) => boolean): boolean {
    let rows = 0;
    for (const cells of this.#table.rows) {
      const amount = numberIn(cells[this.#amount.index] ?? '');
      if (amount === null) continue;
      if (!holds(numberIn(cells[column] ?? '') ?? 0, amount)) return false;
      rows += 1;
    }
    return rows > 0;
  }
}

/** Sums that the amount comes of, and sums that are shown to a person. */
class Sums {
  readonly #amount: Column;
  readonly #columns: ReadonlyMap<number, Column>;
  readonly #arithmetic: RowArithmetic;

  constructor(
    table: Table,
    amount: Column,
    { terms, factors }: { readonly terms: readonly Column[]; readonly factors: readonly Column[] },
  ) {
    this.#amount = amount;
    this.#columns = new Map([amount, ...terms, ...factors].map((column) => [column.index, column]));
    const indexesOf = (columns: readonly Column[]): number[] =>
      columns.map(({ index }) => index).toSorted((one, other) => one - other);
    this.#arithmetic = new RowArithmetic(table, amount.index, {
      columns: indexesOf([amount, ...terms.filter(({ are }) => are !== 'percentages')]),
      factors: indexesOf(factors),
    });
  }

  /** The columns that a net amount comes of, directly or through a sum of theirs; of another amount, only what is multiplied. */
  explained(isFinal: boolean): ReadonlySet<number> {
    const amount = this.#amount.index;
    const explained = new Set<number>();
    const first = this.#arithmetic.find(amount, {
      plus: (column) => (column < amount || this.#isOf(column, 'whole', 'part')) && !this.#isOf(column, 'given'),
      minus: (column) => this.#isOf(column, 'takenOff') || (!this.#isOf(column, 'whole', 'part') && column < amount),
    });
    if (first === null) return explained;
    const isOfParts = first.minus.length === 0 && first.plus.every((column) => this.#isOf(column, 'whole', 'part'));
    if (!isFinal && !isOfParts) return explained;
    const sums = [first];
    for (let sum = sums.pop(); sum !== undefined; sum = sums.pop()) {
      for (const column of [...sum.plus, ...sum.minus, ...(sum.times?.of ?? [])]) {
        if (explained.has(column)) continue;
        explained.add(column);
        const may = (other: number): boolean => other !== amount && !explained.has(other);
        const inner = this.#arithmetic.findInSample(column, { plus: may, minus: may });
        if (inner !== null) sums.push(inner);
      }
    }
    return explained;
  }

  ofAmount(): ColumnSum | null {
    const isLeft = (column: number): boolean => column < this.#amount.index;
    return this.#arithmetic.find(this.#amount.index, { plus: isLeft, minus: isLeft });
  }

  #isOf(column: number, ...said: readonly MeaningOf<'money'>[]): boolean {
    const meaning = this.#columns.get(column)?.meaning;
    return meaning !== undefined && says(meaning, ...said);
  }
}

/** Words of money that count whatever else a header says. */
const KNOWN = ['takenOff', 'given', 'mayBeFinal', 'mayReplace', 'leftToPay'] as const;

function says({ words }: HeaderMeaning, ...said: readonly MeaningOf<'money'>[]): boolean {
  return someKnown(words, 'money', ...said);
}

/** Whether a header has such a word as it is written: `Score` is read as a misspelt `Store`. */
function isWritten(header: string, said: MeaningOf<'money'>): boolean {
  return someKnown(header.toLowerCase().split(/[^\p{L}\p{M}\p{N}]+/u), 'money', said);
}

/** Whether the last word of a header says that its numbers are money, whatever it is counted by: `Short Qty Value`. */
function endsInMoney(header: string): boolean {
  const words = header.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.length > 1 && isKnown(words.at(-1) ?? '', 'money', 'worth');
}

function saysNoMoney({ words }: HeaderMeaning): boolean {
  return someKnown(
    [...words].filter((word) => word !== 'percent'),
    'money',
    'noMoney',
  );
}

/** Whether a header has no words but those of no money. */
function isPlain({ words }: HeaderMeaning): boolean {
  return (
    words.size > 0 &&
    [...words].every((word) => word === 'payee' || someKnown([word], 'money', 'noMoney', 'noMoneyAlone'))
  );
}

/** A reference, a name or a method is none of the money; an account or a UPI ID is where the column does not hold sums. */
function isOfOtherField({ meaning, are }: Column): boolean {
  if (meaning.kind === 'repeats' || meaning.kind === 'replaces') return true;
  if (meaning.kind === 'other' || meaning.field === 'amount' || meaning.field === 'remark') return false;
  return are !== 'money' || !(meaning.field === 'upiId' || meaning.field === 'accountNumber');
}

/** Headers of what others pay of an amount. */
const BY_OTHERS = /\b(?:paid|borne|given|shared?|funded|payable|contributed) by\b/i;

/** Headers of how often an amount is paid. */
const REPEATS_AMOUNT =
  /\b(?:months|mths|mos|weeks|fortnights|instal?lments|cycles|times|multipl(?:y|ier)|mahine|duration)\b|\bmonth\(s\)|\bmonth count\b|महीने|माह|महिने|મહિના|মাস/iu;

function repeatsAmount(header: string): boolean {
  return REPEATS_AMOUNT.test(header);
}

function isTiny({ numbers }: Column): boolean {
  return numbers.values.every((value) => value <= DAYS_OF_A_MONTH);
}

/** Whether any row has a number above one. */
function isSome({ numbers }: Column): boolean {
  return numbers.values.some((value) => value > 1);
}

function isDigit(word: string): boolean {
  return /^\d$/.test(word);
}
