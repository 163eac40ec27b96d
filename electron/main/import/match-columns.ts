// Assigns columns to fields: by header names, by what a person confirmed, and by content. Asks a person when two columns could be
// meant, or when a header also says something else.

import type { Refused } from '../../../shared/failures.ts';
import { type Message, msg } from '../../../shared/messages/message.ts';
import {
  type ColumnDoubt,
  type ColumnHow,
  type ColumnMatch,
  FIELDS,
  type Field,
  type Refusal,
} from '../../../shared/rows.ts';
import { countsDaysPaidEach, otherUnitBeside } from './amount-doubts.ts';
import {
  contradicts,
  fits,
  fitsAll,
  holdsAccounts,
  holdsMoney,
  isConstant,
  mostlyAgree,
  readsAs,
  sampleColumn,
  sumColumn,
} from './column-content.ts';
import { moneyColumns, UNREAD } from './column-numbers.ts';
import { DECISIVE, type HeaderMeaning, meaningOf, PAID_FOR } from './field-names.ts';
import { type Details, listNames, refusal } from './issues.ts';
import { isKnown, wordsOf } from './known-words.ts';
import { type AskedColumn, otherMoney, sumOfAmount } from './other-money.ts';
import type { ColumnSum } from './row-arithmetic.ts';
import { KIND, kindOf, shownHeader, type Table } from './table.ts';
import type { Unit } from './units.ts';
import { otherUnitIn, unitOfWords } from './units.ts';

export type Columns = Readonly<Partial<Record<Field, ColumnMatch>>>;
/**
 * Which column is the field's: `headers` are the choices, `named` all columns that the question names. `sums`: how choices come
 * of columns left of them in every row.
 */
export interface ColumnQuestion {
  readonly field: Field;
  readonly headers: readonly string[];
  readonly named: readonly string[];
  readonly sums: readonly { readonly header: string; readonly sum: string }[];
  readonly messages: readonly Message[];
}
/** A refusal includes the columns that are certain, and everything that a person is asked about the others. */
export type ColumnsReading =
  | { readonly kind: 'columns'; readonly columns: Columns }
  | (Refused & { readonly columns: Columns; readonly questions: readonly ColumnQuestion[] });

const KNOWN_BY_CONTENT: readonly Field[] = ['upiId', 'ifsc', 'paymentMethod'];

/** Whether a person gave the columns for this file or for an earlier one. A doubt is answered for one file only. */
type ChosenHow = 'given' | 'remembered';

/** The header of each field; an empty one leaves the field without a column. */
export type HeaderMap = Readonly<Partial<Record<Field, string>>>;

/**
 * Matches columns. `map` was given for this file, `remembered` for an earlier one and yields to it. `money`: the other columns of
 * money, by header, that were named when a person chose the amount; null where whoever chose it is not asked again.
 */
export function matchColumns(
  table: Table,
  map: HeaderMap,
  {
    remembered = {},
    money = null,
  }: { readonly remembered?: HeaderMap; readonly money?: readonly string[] | null } = {},
): ColumnsReading {
  const matching = new Matching(table, money);
  const wrong = matching.applyChosen(map) ?? matching.applyRemembered(remembered);
  if (wrong === null) matching.match();
  const { columns, questions } = matching;
  const refused = wrong ?? matching.refusal ?? matching.missing();
  return refused === null ? { kind: 'columns', columns } : { kind: 'refused', refusal: refused, columns, questions };
}

/** Headers of what others owe, and of an amount for one piece, which only a person may choose as the amount. */
const OWED_BY_OTHERS =
  /\b(?:dues?|received|collected|recoverable|recovered) (?:from|by)\b|\b(?:receivable|outstanding)\b/i;
const PER_PIECE = /^(?:rate |amount |pay )?(?:per|\/)\s?(?!annexure|bank|bill|cheque)\p{L}+/iu;

/** Rows that tell whether a column has a cell in every row. */
const ROWS_LOOKED_AT = 200;
/** How many columns that may be the amount are each compared with the other columns of money. */
const COMPARED_MAX = 6;

/** One matching of one table: each field and each column is taken at most once. */
class Matching {
  readonly columns: Partial<Record<Field, ColumnMatch>> = {};
  readonly questions: ColumnQuestion[] = [];
  /** The first obstacle. */
  refusal: Refusal | null = null;
  readonly #table: Table;
  /** The columns of money that were named when a person chose the amount, by header; null to ask about none. */
  readonly #money: readonly string[] | null;
  readonly #meanings: readonly HeaderMeaning[];
  readonly #used = new Set<number>();
  readonly #closed = new Set<Field>();
  readonly #samples = new Map<number, readonly string[]>();
  readonly #contradicted: { readonly field: Field; readonly column: number }[] = [];
  readonly #ties: { readonly field: Field; readonly columns: readonly number[] }[] = [];

  constructor(table: Table, money: readonly string[] | null) {
    this.#table = table;
    this.#money = money;
    this.#meanings = table.headers.map(meaningOf);
  }

  applyChosen(map: HeaderMap): Refusal | null {
    return this.#apply(map, 'given');
  }

  /** Applies what was chosen for an earlier file to the fields that nothing is given for. */
  applyRemembered(map: HeaderMap): Refusal | null {
    const others = FIELDS.filter((field) => map[field] !== undefined && !this.#closed.has(field));
    const isFree = (field: Field): boolean => !this.#used.has(this.#findHeader(map[field] ?? ''));
    return this.#apply(
      Object.fromEntries(others.map((field) => [field, isFree(field) ? map[field] : ''])),
      'remembered',
    );
  }

  #apply(map: HeaderMap, how: ChosenHow): Refusal | null {
    for (const field of FIELDS) {
      const name = map[field];
      if (name === undefined) continue;
      this.#closed.add(field);
      if (name.trim() === '') continue;
      const column = this.#findHeader(name);
      const details = { header: shownHeader(name).slice(0, 60), field: msg(`field.${field}`), option: field };
      if (column === -1) return refusal('mapHeaderUnknown', { ...details, headers: this.#headers() });
      if (this.#used.has(column)) return refusal('mapHeaderTwice', details);
      this.#take(field, column, how);
    }
    return null;
  }

  match(): void {
    this.#checkChosen();
    this.#takeNamed();
    this.#takeNearlyNamed();
    this.#takeByContent();
    this.#askTied();
    this.#checkAmount();
    this.#checkCustomersAccount();
    this.#askDoubtful();
  }

  /** Attaches its doubt to a column given for this file; asks again about one given for an earlier file. */
  #checkChosen(): void {
    for (const field of DECISIVE) {
      const column = this.columns[field];
      const why = column === undefined ? null : this.#doubtOf(field, column.index);
      if (column === undefined || why === null) continue;
      if (column.how === 'given') this.columns[field] = { ...column, doubt: this.#doubt(field, column, why) };
      else if (field !== 'amount') this.#askPayee(field, column.index, why);
    }
  }

  /** The doubt about a column as this field; null for none. */
  #doubtOf(field: Field, column: number): Message | null {
    const meaning = this.#meanings[column];
    if (meaning === undefined) return null;
    const says = meaning.kind === 'doubtful' && meaning.field === field ? meaning.doubt : null;
    if (field !== 'amount')
      return says === null && !meaning.isPayers ? null : msg('why.says', { said: says ?? this.#header(column) });
    const header = this.#header(column);
    const isOfOthers = OWED_BY_OTHERS.test(header) || PER_PIECE.test(header) || isNotToPay(header, meaning);
    const said = says ?? unitNamed(header, meaning) ?? (isOfOthers ? header : null);
    return said === null ? this.#otherUnit(meaning, column) : msg('why.says', { said });
  }

  #takeNamed(): void {
    for (const field of FIELDS) {
      if (this.#closed.has(field)) continue;
      const candidates = this.#plausible(field, this.#filled(this.#namedAs(field, false)));
      const column = this.#best(field, candidates);
      if (column === null) {
        // A name stays on this machine and a missing remark is asked for, so neither causes a wrong payment.
        if (candidates.length < 2 || field === 'name' || field === 'remark') continue;
        this.#tie(field, candidates);
        continue;
      }
      const others = this.#othersMeant(field, column);
      if (others.length > 0) {
        this.#tie(field, [column, ...others]);
        continue;
      }
      // A text that is the same in all rows refers to the file, not to a payment.
      if (field === 'reference' && isConstant(this.#sample(column))) continue;
      // Accounting programs write the payee in this column. A name stays on this machine, but a remark is sent.
      const isParty = field === 'remark' && this.#isParticulars(column) && this.#namedAs('name', false).length === 0;
      if (isParty) this.#take('name', column, 'guessed');
      else if (contradicts(field, this.#sample(column))) this.#contradicted.push({ field, column });
      else this.#take(field, column, 'exact');
    }
  }

  #tie(field: Field, columns: readonly number[]): void {
    this.#ties.push({ field, columns });
    this.#closed.add(field);
  }

  #isParticulars(column: number): boolean {
    return isKnown(this.#header(column).toLowerCase(), 'particulars');
  }

  #takeNearlyNamed(): void {
    for (const field of FIELDS) {
      if (this.#closed.has(field)) continue;
      const near = this.#namedAs(field, true);
      const [column] = near;
      if (column === undefined) continue;
      if (near.length > 1) {
        this.#tie(field, near);
        continue;
      }
      const sample = this.#sample(column);
      const trusted = DECISIVE.has(field) || field === 'paymentMethod' ? fits(field, sample) : true;
      if (trusted) this.#take(field, column, 'guessed');
    }
  }

  #namedAs(field: Field, isNear: boolean): readonly number[] {
    const named = this.#free().filter((column) => {
      const meaning = this.#meanings[column];
      return meaning?.kind === 'names' && meaning.field === field && meaning.isNear === isNear && !meaning.isPayers;
    });
    // "Net" alone, or an amount for one purpose, is the amount only if no other column is.
    const full = named.filter((column) => {
      if (field !== 'amount') return true;
      const isNet = this.#meanings[column]?.words.size === 1 && this.#says(column, 'net');
      return !isNet && ![...PAID_FOR].some((word) => this.#says(column, word));
    });
    return full.length > 0 ? full : named;
  }

  #says(column: number, word: string): boolean {
    return this.#meanings[column]?.words.has(word) === true;
  }

  /** The columns that contain anything; all of them when none does. */
  #filled(columns: readonly number[]): readonly number[] {
    const filled = columns.filter((column) => this.#sample(column).length > 0 || this.#holdsUnread(column));
    return filled.length > 0 ? filled : columns;
  }

  /** Whether every row with an amount, of the first ones, has a cell in this column. */
  #isFilledThroughout(column: number): boolean {
    const amount = this.columns.amount?.index;
    return this.#table.rows
      .slice(0, ROWS_LOOKED_AT)
      .every((cells) => (cells[column] ?? '').trim() !== '' || (amount !== undefined && (cells[amount] ?? '') === ''));
  }

  /** Of the columns named as amounts, those that contain amounts: a salary's month does not. */
  #plausible(field: Field, columns: readonly number[]): readonly number[] {
    if (field !== 'amount') return columns;
    const money = columns.filter((column) => this.#mayHoldMoney(column));
    return money.length > 0 ? money : columns;
  }

  /** Whether it has cells without a readable text: a formula without a result, or an amount in another currency. */
  #holdsUnread(column: number): boolean {
    const { kinds, headers, rows } = this.#table;
    if (kinds === null) return false;
    const isUnread = (row: number): boolean => UNREAD.has(kindOf(kinds[row * headers.length + column] ?? KIND.text));
    return rows.some((_, row) => isUnread(row));
  }

  /** Whether its cells may be amounts, including unreadable ones. */
  #mayHoldMoney(column: number): boolean {
    const sample = this.#sample(column);
    return sample.length === 0 ? this.#holdsUnread(column) : holdsMoney(sample);
  }

  /** The column to take of those that name a field; null when a person must choose. */
  #best(field: Field, columns: readonly number[]): number | null {
    const [first = null, second] = columns;
    if (second === undefined) return first;
    const only = (better: readonly number[]): number | null => (better.length === 1 ? (better[0] ?? null) : null);
    if (field === 'accountNumber')
      return first !== null && columns.every((column) => this.#isRepeat(first, column)) ? first : null;
    if (field === 'paymentMethod') return only(columns.filter((column) => fits(field, this.#sample(column))));
    if (DECISIVE.has(field)) return null;
    const own =
      only(columns.filter((column) => isOwn(this.#meanings[column]))) ??
      only(columns.filter((column) => !/[([]/.test(this.#header(column))));
    const ofCustomer =
      field === 'reference'
        ? only(columns.filter((column) => isKnown(this.#header(column), 'party', 'customer')))
        : null;
    const ofNarration = field === 'remark' ? only(columns.filter((column) => this.#says(column, 'narration'))) : null;
    // Beside a remark in every row, one in a few rows is a note.
    const ofAllRows = field === 'remark' ? only(columns.filter((column) => this.#isFilledThroughout(column))) : null;
    const ofBank = field === 'name' ? only(columns.filter((column) => isAsBankKnows(this.#meanings[column]))) : null;
    const ofPayee = field === 'name' ? only(columns.filter((column) => /^bene/i.test(this.#header(column)))) : null;
    return ofAllRows ?? ofBank ?? own ?? ofPayee ?? ofCustomer ?? ofNarration;
  }

  /** Columns that could be meant instead: the same name again, newer details, or another account that is just as likely. */
  #othersMeant(field: Field, named: number): readonly number[] {
    return this.#free().filter((column) => {
      const meaning = this.#meanings[column];
      if (column === named || meaning === undefined || this.#sample(column).length === 0) return false;
      if (DECISIVE.has(field) && isNumberedTwin(this.#header(column), this.#header(named)))
        return field !== 'accountNumber' || !this.#isRepeat(named, column);
      if (meaning.kind === 'replaces') return meaning.field === field;
      const isUnsaid = meaning.kind === 'other' || (meaning.kind === 'doubtful' && meaning.field === field);
      if (field !== 'accountNumber' || !isUnsaid || meaning.isPayers) return false;
      if (!meaning.words.has('account') || [...meaning.words].some((word) => NOT_PAID_INTO.has(word))) return false;
      return holdsAccounts(this.#sample(column)) && !this.#isRepeat(named, column);
    });
  }

  #unitOf(column: number): Unit | null {
    return unitOfWords(this.#meanings[column]?.words ?? new Set());
  }

  #isRepeat(first: number, column: number): boolean {
    return first === column || mostlyAgree(this.#table, first, column);
  }

  #takeByContent(): void {
    for (const field of KNOWN_BY_CONTENT) {
      if (this.#closed.has(field)) continue;
      const fitting = this.#unsaid().filter((column) => {
        const isLabel = isKnown(this.#header(column).toLowerCase(), 'pivotLabel');
        return isLabel ? fitsAll(field, this.#sample(column)) : fits(field, this.#sample(column));
      });
      const [column] = fitting;
      if (column !== undefined && fitting.length === 1) this.#take(field, column, 'guessed');
    }
  }

  /** Asks when the amount may not be what is paid, or not in rupees. A person's own choice is doubted only beside new money. */
  #checkAmount(): void {
    const { amount } = this.columns;
    const meaning = amount === undefined ? undefined : this.#meanings[amount.index];
    if (amount === undefined || meaning === undefined) return;
    const { index, how } = amount;
    if (how === 'given') return this.#askAmount(index, null, this.#money);
    if (how === 'remembered') return this.#askAmount(index, this.#doubtOf('amount', index), this.#money);
    return this.#askAmount(index, this.#otherUnit(meaning, index), []);
  }

  /** Asks about a column of amounts: `doubt` is about itself, and of other money only what is in `seen` is not asked about. */
  #askAmount(column: number, doubt: Message | null, seen: readonly string[] | null): void {
    const isNew = (index: number): boolean => seen?.includes(this.#header(index)) === false;
    const asked = seen === null ? [] : otherMoney(this.#besides(column));
    const others = asked.some(({ index }) => isNew(index)) ? asked : [];
    const days = this.#daysBeside(column);
    const isDaily = days !== null && isNew(days);
    const whyAsked = others.length === 0 ? null : this.#whyAsked(others);
    const whyDaily = isDaily ? msg('why.daily', { column: this.#header(days) }) : null;
    const whys = [doubt, whyAsked, whyDaily].filter((why) => why !== null);
    const [first] = whys;
    if (first === undefined) return;
    delete this.columns.amount;
    this.#used.delete(column);
    const choices = [...new Set([column, ...this.#doubtfulAmounts(), ...moneyOf(others)])];
    const sums = this.#sumsOf(choices);
    const readsAsRupees = readsAs(this.#sample(column));
    const totals =
      moneyOf(others).length === 0 ? [] : [...this.#totals([column, ...moneyOf(others)]), ...this.#inWords(sums)];
    const refused = (why: Message, reading: readonly Message[]): Refusal => {
      const unit = this.#unitOf(column);
      const doubted =
        unit === null || why !== doubt
          ? msg('doubt.notRupees', { why })
          : msg('doubt.unit', { unit: msg(`unit.${unit}`) });
      return refusal('amountUnclear', { ...this.#detailsOf('amount', column), doubt: doubted, reading });
    };
    this.#ask(refused(first, first === whyAsked ? totals : readsAsRupees), {
      field: 'amount',
      columns: choices,
      named: [...others.map(({ index }) => index), ...(isDaily ? [days] : [])],
      sums,
      // The choices show the sums.
      messages: whys.flatMap((why) => {
        const cure = why === doubt && this.#unitOf(column) !== null ? [msg('row.unitDoubtful.cure')] : [];
        return [refused(why, why === whyAsked ? [] : readsAsRupees).message, ...cure];
      }),
    });
  }

  #whyAsked(asked: readonly AskedColumn[]): Message {
    const [only, second] = asked;
    const why = second === undefined && only !== undefined ? WHY_ASKED[only.holds] : WHY_ASKED.money;
    return why(this.#names(asked.map(({ index }) => index)));
  }

  /** The table as one in which this column is the amount. */
  #besides(amount: number): Parameters<typeof otherMoney>[0] {
    const free = this.#free().filter((column) => column !== amount);
    return { table: this.#table, meanings: this.#meanings, amount, free };
  }

  #sumsOf(columns: readonly number[]): readonly ColumnSum[] {
    return columns.slice(0, COMPARED_MAX).flatMap((column) => sumOfAmount(this.#besides(column)) ?? []);
  }

  /** How columns come of others in every row. */
  #inWords(sums: readonly ColumnSum[]): readonly Message[] {
    return sums.map((sum) => msg('reading.holds', { sum: `${this.#termsOf(sum)} = "${this.#header(sum.result)}"` }));
  }

  #termsOf({ times, plus, minus }: ColumnSum): string {
    const named = (columns: readonly number[]): string[] => columns.map((column) => `"${this.#header(column)}"`);
    const per = times === null || times.per === 1 ? '' : ` / ${times.per}`;
    const added = [...(times === null ? [] : [`${named(times.of).join(' × ')}${per}`]), ...named(plus)];
    return [added.join(' + '), ...named(minus)].join(' - ');
  }

  /** The column that counts the days of which each amount may pay one; null for none. */
  #daysBeside(amount: number): number | null {
    if (!this.#says(amount, 'salary')) return null;
    const amounts = this.#sample(amount);
    const days = this.#free().find((column) => {
      const meaning = this.#meanings[column];
      return meaning !== undefined && countsDaysPaidEach(meaning, { days: this.#sample(column), amounts });
    });
    return days ?? null;
  }

  /** A bank's customer is the payer. If the payees have another name here, the customer's account may be the payer's. */
  #checkCustomersAccount(): void {
    const { accountNumber } = this.columns;
    if (accountNumber === undefined || accountNumber.how === 'given' || accountNumber.how === 'remembered') return;
    if (!isKnown(accountNumber.header, 'party', 'customer')) return;
    const other = this.#table.headers.find(
      (header) => isKnown(header, 'party', 'payee') && !isKnown(header, 'party', 'customer'),
    );
    if (other === undefined) return;
    this.#askPayee('accountNumber', accountNumber.index, msg('why.somebodyElse', { column: other }));
  }

  /** What the rest of the sheet says about the unit of its amounts. */
  #otherUnit(meaning: HeaderMeaning, column: number): Message | null {
    return otherUnitBeside(this.#table, this.#meanings, { meaning, sample: this.#sample(column) });
  }

  /** Columns that would name a field except for words that may change it: a person must say what they are. */
  #askDoubtful(): void {
    for (const field of FIELDS) {
      if (this.#closed.has(field)) continue;
      const column =
        this.#doubtfulColumn(field, false) ?? (field === 'amount' ? this.#doubtfulColumn(field, true) : null);
      if (column === null) continue;
      const why = msg('why.says', { said: column.doubt });
      if (field === 'amount') this.#askAmount(column.index, why, []);
      else this.#askPayee(field, column.index, why);
    }
  }

  /** The columns that would be the amount except for words that may change it. */
  #doubtfulAmounts(): readonly number[] {
    return this.#free().filter((column) => {
      const meaning = this.#meanings[column];
      return meaning?.kind === 'doubtful' && meaning.field === 'amount' && this.#mayHoldMoney(column);
    });
  }

  #doubtfulColumn(field: Field, isPayers: boolean): { readonly index: number; readonly doubt: string } | null {
    for (const index of this.#free()) {
      const meaning = this.#meanings[index];
      if (meaning?.kind !== 'doubtful' || meaning.field !== field || meaning.isPayers !== isPayers) continue;
      return { index, doubt: meaning.doubt };
    }
    return null;
  }

  #askPayee(field: Field, column: number, why: Message): void {
    delete this.columns[field];
    this.#ask(refusal('payeeColumnUnclear', { ...this.#detailsOf(field, column), why }), { field, columns: [column] });
  }

  /** `columns` are the choices, `named` those that the question names besides. */
  #ask(
    why: Refusal,
    {
      field,
      columns,
      named = [],
      sums = [],
      messages = [why.message],
    }: {
      readonly field: Field;
      readonly columns: readonly number[];
      readonly named?: readonly number[];
      readonly sums?: readonly ColumnSum[];
      readonly messages?: readonly Message[];
    },
  ): void {
    this.refusal ??= why;
    const names = (of: readonly number[]): string[] => [...new Set(of)].map((column) => this.#header(column));
    this.questions.push({
      field,
      headers: names(columns),
      named: names([...columns, ...named]),
      sums: sums.map((sum) => ({ header: this.#header(sum.result), sum: this.#termsOf(sum) })),
      messages,
    });
  }

  /** The sums of amount columns, over the rows that name a payee. */
  #totals(columns: readonly number[]): readonly Message[] {
    const { upiId, accountNumber } = this.columns;
    const payees = [upiId, accountNumber].flatMap((match) => (match === undefined ? [] : [match.index]));
    const sums = columns.map((column) =>
      msg('reading.sum', { column: this.#header(column), sum: sumColumn(this.#table, column, payees) }),
    );
    return [msg('reading.sums', { sums })];
  }

  #doubt(field: Field, { header, index }: ColumnMatch, why: Message): ColumnDoubt {
    if (field !== 'amount') {
      return {
        code: 'columnDoubtful',
        details: { header, what: msg('what.ofPayee', { field: msg(`field.${field}`) }), why, reading: [] },
      };
    }
    const unit = this.#unitOf(index);
    const reading = readsAs(this.#sample(index));
    return unit === null
      ? { code: 'columnDoubtful', details: { header, what: msg('what.rupees'), why, reading } }
      : { code: 'unitDoubtful', details: { header, unit: msg(`unit.${unit}`), reading } };
  }

  #detailsOf(field: Field, column: number): Details {
    return { header: this.#header(column), field: msg(`field.${field}`), option: field };
  }

  /** Refuses when the file cannot be paid: no amount, or nobody to pay. */
  missing(): Refusal | null {
    const { amount, upiId, accountNumber, ifsc } = this.columns;
    if (amount !== undefined && (upiId !== undefined || (accountNumber !== undefined && ifsc !== undefined)))
      return null;
    if (Object.keys(this.columns).length === 0) return refusal('columnsUnknown', { headers: this.#headers() });
    const [contradicted] = this.#contradicted.filter(({ field }) => this.columns[field] === undefined);
    if (contradicted !== undefined) {
      return refusal('columnContradicted', this.#detailsOf(contradicted.field, contradicted.column));
    }
    for (const field of FIELDS.filter((one) => DECISIVE.has(one) && this.columns[one] === undefined)) {
      const payers = this.#closed.has(field) ? null : this.#doubtfulColumn(field, true);
      if (payers !== null) return refusal('payersColumn', this.#detailsOf(field, payers.index));
    }
    const fields: Field[] = amount === undefined ? ['amount'] : [];
    if (upiId === undefined && accountNumber === undefined && ifsc === undefined) fields.push('upiId');
    else if (upiId === undefined && accountNumber === undefined) fields.push('accountNumber');
    else if (upiId === undefined && ifsc === undefined) fields.push('ifsc');
    const options = fields.map((field) => `--map ${field}=Header`).join(' ');
    const words = fields.map((field) => msg(field === 'upiId' ? 'field.upiIdOrAccount' : `field.${field}`));
    const details = { fields: words, headers: this.#headers(), hint: this.#hint(fields), options };
    const why = refusal('columnMissing', details);
    const money = moneyColumns(this.#table);
    const choices = amount === undefined ? this.#fitting('amount').filter((column) => money.has(column)) : [];
    if (choices.length > 0)
      this.#ask(why, { field: 'amount', columns: choices, sums: this.#sumsOf(choices), messages: [] });
    return why;
  }

  /** Suggests columns that look like the missing field, but never takes them. */
  #hint(fields: readonly Field[]): readonly Message[] {
    return fields
      .flatMap((field) => (field === 'upiId' ? (['upiId', 'accountNumber'] as const) : [field]))
      .flatMap((field) => {
        const fitting = this.#fitting(field);
        const columns = this.#names(fitting);
        return fitting.length === 0 ? [] : msg('reading.couldBe', { columns, field: msg(`field.${field}`) });
      });
  }

  #fitting(field: Field): readonly number[] {
    return this.#unsaid().filter(
      (column) =>
        fits(field, this.#sample(column)) &&
        ![...NEVER_PAID].some((word) => this.#says(column, word)) &&
        !(field === 'amount' && this.#says(column, 'account')),
    );
  }

  #askTied(): void {
    for (const { field, columns } of this.#ties) {
      const asked = field === 'amount' ? this.#moneyBesideTied(columns) : [];
      const choices = [...columns, ...asked];
      const sums = field === 'amount' ? this.#sumsOf(choices) : [];
      const options = columns.map((column) => `--map ${field}="${this.#header(column)}"`);
      const tied = (reading: readonly Message[]): Refusal =>
        refusal('columnTied', { field: msg(`field.${field}`), headers: this.#names(columns), options, reading });
      const reading = field === 'amount' ? [...this.#totals(choices), ...this.#inWords(sums)] : [];
      this.#ask(tied(reading), { field, columns: choices, sums, messages: [tied([]).message] });
    }
  }

  /** The money that would be asked about beside any of the columns that may be the amount. */
  #moneyBesideTied(tied: readonly number[]): readonly number[] {
    const money = tied.slice(0, COMPARED_MAX).flatMap((column) => moneyOf(otherMoney(this.#besides(column))));
    return [...new Set(money)].filter((column) => !tied.includes(column));
  }

  #take(field: Field, column: number, how: ColumnHow): void {
    this.columns[field] = { header: this.#header(column), index: column, how };
    this.#used.add(column);
    this.#closed.add(field);
  }

  #free(): readonly number[] {
    return this.#table.headers.flatMap((header, column) => (header === '' || this.#used.has(column) ? [] : [column]));
  }

  /** Free columns whose headers say nothing against taking them. */
  #unsaid(): readonly number[] {
    return this.#free().filter((column) => {
      const meaning = this.#meanings[column];
      return meaning !== undefined && meaning.kind !== 'doubtful' && !meaning.isPayers && !meaning.isOthers;
    });
  }

  #sample(column: number): readonly string[] {
    const sample = this.#samples.get(column) ?? sampleColumn(this.#table, column);
    this.#samples.set(column, sample);
    return sample;
  }

  #header(column: number): string {
    return this.#table.headers[column] ?? '';
  }

  #names(columns: readonly number[]): string | Message {
    return listNames(columns.map((column) => this.#header(column)));
  }

  #findHeader(name: string): number {
    const shown = shownHeader(name);
    const exact = this.#table.headers.indexOf(shown);
    if (exact !== -1 || shown === '') return exact;
    const word = shown.toLowerCase();
    return this.#table.headers.findIndex((header) => header.toLowerCase() === word);
  }

  #headers(): string | Message {
    return listNames(this.#table.headers.filter((header) => header !== ''));
  }
}

/** Another unit than rupees that a header names; null for none. */
function unitNamed(header: string, { inRupees, words }: HeaderMeaning): string | Message | null {
  const unit = inRupees ? null : unitOfWords(words);
  return unit === null ? otherUnitIn(header) : msg(`unit.${unit}`);
}

/** Whether a header that names no amount is of money that comes in, or of a rate. */
function isNotToPay(header: string, { kind, words }: HeaderMeaning): boolean {
  if (kind === 'names') return false;
  const written = header.toLowerCase().match(/\p{L}[\p{L}\p{M}]*/gu) ?? [];
  return [...words, ...written].some((word) => word === 'rate' || isKnown(word, 'money', 'comesIn'));
}

function isOwn(meaning: HeaderMeaning | undefined): boolean {
  return meaning?.kind === 'names' && meaning.own;
}

/** Whether it is the account holder's name as the bank has it, rather than the sheet owner's name for the payee. */
function isAsBankKnows(meaning: HeaderMeaning | undefined): boolean {
  return meaning !== undefined && [...AS_BANK_KNOWS].some((word) => meaning.words.has(word));
}

const AS_BANK_KNOWS = wordsOf('header', 'asBankKnows');
const NOT_PAID_INTO = wordsOf('header', 'notPaidInto');
const NEVER_PAID = wordsOf('header', 'neverPaid');

function moneyOf(asked: readonly AskedColumn[]): readonly number[] {
  return asked.flatMap(({ index, holds }) => (holds === 'money' ? [index] : []));
}

const WHY_ASKED = {
  money: (columns) => msg('why.alsoHas', { columns }),
  share: (columns) => msg('why.share', { columns }),
  times: (columns) => msg('why.times', { columns }),
} satisfies Record<AskedColumn['holds'], (columns: string | Message) => Message>;

/** Whether a header repeats another's name with a number, as programs do with duplicate names: `Amount.1`, `Amount (2)`. */
function isNumberedTwin(header: string, other: string): boolean {
  const [one, two] = [header, other].map((text) => text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, ''));
  return one !== two && one?.replace(/\d{1,2}$/, '') === two?.replace(/\d{1,2}$/, '');
}
