// In: a table and the columns a person gave. Out: which column carries which field and how that is known, or what must be asked.
// The order: given by the person, the header's exact name, a header with one wrong letter, the content.
// This file must never choose between two columns that could both say who is paid, or how much; nor take the payer's own.

import { FIELDS, type Field, type Refusal } from '../../../shared/issues.ts';
import type { ColumnDoubt, ColumnHow, ColumnMatch } from '../../../shared/rows.ts';
import { HEADER_TYPO_MIN_CHARACTERS } from '../../../shared/limits.ts';
import { contradicts, fits, sampleColumn } from './column-content.ts';
import { ALIASES, FIELD_WORDS } from './field-names.ts';
import { DECISIVE, type HeaderMeaning, meaningOf } from './header-meaning.ts';
import { shownHeader } from './headers.ts';
import { countsPaise, namesOtherCurrency, readsAs, rivalsOf, unitOf } from './money-columns.ts';
import { listNames, refusal } from './refusals.ts';
import type { Table } from './table.ts';

export type Columns = Readonly<Partial<Record<Field, ColumnMatch>>>;
/** Shape: a refusal comes with the columns that were sure before it. */
export type ColumnsReading =
  | { readonly kind: 'columns'; readonly columns: Columns }
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly columns: Columns };

const TOLD_BY_CONTENT: readonly Field[] = ['upiId', 'ifsc', 'paymentMethod'];

/** Whether a person gave the columns for this file, or for an earlier one: a doubt is answered for one file only. */
export type GivenHow = 'given' | 'remembered';

/** Matches columns. Shape of `map`: field to header; an empty header leaves the field without a column. */
export function matchColumns(
  table: Table,
  map: Readonly<Partial<Record<Field, string>>>,
  how: GivenHow = 'given',
): ColumnsReading {
  const matching = new Matching(table);
  const wrong =
    matching.takeGiven(map, how) ?? matching.weighGiven() ?? matching.takeNamed() ?? matching.takeNearlyNamed();
  const { columns } = matching;
  if (wrong !== null) return { kind: 'refused', refusal: wrong, columns };
  matching.takeByContent();
  const missing = matching.doubtfulAmount() ?? matching.doubtful() ?? matching.missing();
  return missing === null ? { kind: 'columns', columns } : { kind: 'refused', refusal: missing, columns };
}

/** One matching of one table: fields and columns are each taken once. */
class Matching {
  readonly columns: Partial<Record<Field, ColumnMatch>> = {};
  readonly #table: Table;
  readonly #meanings: readonly HeaderMeaning[];
  readonly #taken = new Set<number>();
  readonly #closed = new Set<Field>();
  readonly #samples = new Map<number, readonly string[]>();
  readonly #contradicted: { readonly field: Field; readonly column: number }[] = [];

  constructor(table: Table) {
    this.#table = table;
    this.#meanings = table.headers.map(meaningOf);
  }

  takeGiven(map: Readonly<Partial<Record<Field, string>>>, how: GivenHow): Refusal | null {
    for (const field of FIELDS) {
      const given = map[field];
      if (given === undefined) continue;
      this.#closed.add(field);
      if (given.trim() === '') continue;
      const column = this.#findHeader(given);
      const details = { header: shownHeader(given).slice(0, 60), field: FIELD_WORDS[field], option: field };
      if (column === -1) return refusal('mapHeaderUnknown', { ...details, headers: this.#headers() });
      if (this.#taken.has(column)) return refusal('mapHeaderTwice', details);
      this.#take(field, column, how);
    }
    return null;
  }

  /** Puts its doubt beside a column that was given now, and asks again about one that was given for an earlier file. */
  weighGiven(): Refusal | null {
    for (const field of DECISIVE) {
      const column = this.columns[field];
      const why = column === undefined ? null : this.#doubtOf(field, column.index);
      if (column === undefined || why === null) continue;
      if (column.how === 'given') this.columns[field] = { ...column, doubt: this.#doubt(field, column, why) };
      else return this.#unclear(field, column.index, why);
    }
    return null;
  }

  /** What speaks against a column as this field; null when nothing does. */
  #doubtOf(field: Field, column: number): string | null {
    const meaning = this.#meanings[column];
    if (meaning === undefined) return null;
    const says = meaning.kind === 'doubtful' && meaning.field === field ? meaning.doubt : null;
    if (field !== 'amount')
      return says === null && !meaning.isPayers ? null : `it says "${says ?? this.#table.headers[column] ?? ''}"`;
    const unit = meaning.inRupees ? null : unitOf(meaning);
    return says === null && unit === null ? this.#otherUnit(meaning) : `it says "${says ?? unit ?? ''}"`;
  }

  takeNamed(): Refusal | null {
    const named = this.#meanings.map((meaning) => (meaning.kind === 'names' ? meaning : null));
    for (const field of FIELDS) {
      if (this.#closed.has(field)) continue;
      const candidates = this.#free().filter((column) => named[column]?.field === field);
      const own = candidates.filter((column) => named[column]?.own === true);
      const best = own.length > 0 && !DECISIVE.has(field) ? own : candidates;
      const [column] = best;
      if (column === undefined) continue;
      if (best.length > 1) {
        // The name stays local: without it nothing is paid wrongly.
        if (field === 'name') continue;
        return this.#tied(field, best);
      }
      if (contradicts(field, this.#sample(column))) this.#contradicted.push({ field, column });
      else this.#take(field, column, 'exact');
    }
    return null;
  }

  takeNearlyNamed(): Refusal | null {
    for (const field of FIELDS) {
      if (this.#closed.has(field)) continue;
      const near = this.#unsaid().filter((column) => isNearly(this.#meanings[column]?.spelling ?? '', field));
      const [column] = near;
      if (column === undefined) continue;
      if (near.length > 1) return this.#tied(field, near);
      const sample = this.#sample(column);
      const trusted = DECISIVE.has(field) || field === 'paymentMethod' ? fits(field, sample) : true;
      if (trusted) this.#take(field, column, 'guessed');
    }
    return null;
  }

  takeByContent(): void {
    for (const field of TOLD_BY_CONTENT) {
      if (this.#closed.has(field)) continue;
      const fitting = this.#unsaid().filter((column) => fits(field, this.#sample(column)));
      const [column] = fitting;
      if (column !== undefined && fitting.length === 1) this.#take(field, column, 'guessed');
    }
  }

  /** Why the amount may not be what is paid, in rupees; a person's own choice is never doubted. */
  doubtfulAmount(): Refusal | null {
    const { amount } = this.columns;
    if (amount === undefined || amount.how === 'given' || amount.how === 'remembered') return null;
    const meaning = this.#meanings[amount.index];
    if (meaning === undefined) return null;
    const otherUnit = this.#otherUnit(meaning);
    if (otherUnit !== null) return this.#unclear('amount', amount.index, otherUnit);
    const others = this.#free().map((column) => {
      const { [column]: other } = this.#meanings;
      return { column, meaning: other, sample: this.#sample(column) };
    });
    const rivals = rivalsOf(meaning, others);
    if (rivals.length === 0) return null;
    const names = listNames(rivals.map((column) => this.#table.headers[column] ?? ''));
    return this.#unclear('amount', amount.index, `the sheet also has ${names}`);
  }

  /** What the rest of the sheet says of the unit of its amounts. */
  #otherUnit(amount: HeaderMeaning): string | null {
    if (countsPaise(this.#meanings) && !amount.inRupees) return 'files of RazorpayX may count in paise';
    const currency = this.#meanings.findIndex((other, column) => namesOtherCurrency(other, this.#cells(column)));
    return currency === -1 ? null : `"${this.#table.headers[currency] ?? ''}" names other currencies`;
  }

  /** Columns that would name a field but for words that may change it: a person says what they are. */
  doubtful(): Refusal | null {
    for (const field of FIELDS) {
      if (this.#closed.has(field)) continue;
      const column = this.#doubtfulColumn(field, false);
      if (column === null) continue;
      return this.#unclear(field, column.index, `it says "${column.doubt}"`);
    }
    return null;
  }

  #doubtfulColumn(field: Field, isPayers: boolean): { readonly index: number; readonly doubt: string } | null {
    for (const index of this.#free()) {
      const meaning = this.#meanings[index];
      if (meaning?.kind !== 'doubtful' || meaning.field !== field || meaning.isPayers !== isPayers) continue;
      return { index, doubt: meaning.doubt };
    }
    return null;
  }

  #unclear(field: Field, column: number, why: string): Refusal {
    delete this.columns[field];
    if (field !== 'amount') return refusal('payeeColumnUnclear', { ...this.#detailsOf(field, column), why });
    const meaning = this.#meanings[column];
    const unit = meaning === undefined ? null : unitOf(meaning);
    const doubt = unit === null ? `may not be the rupees to pay: ${why}` : `may be in ${unit}`;
    const reading = readsAs(this.#sample(column));
    return refusal('amountUnclear', { ...this.#detailsOf('amount', column), doubt, reading });
  }

  #doubt(field: Field, { header, index }: ColumnMatch, why: string): ColumnDoubt {
    if (field !== 'amount') {
      return {
        code: 'columnDoubtful',
        details: { header, what: `the ${FIELD_WORDS[field]} of the payee`, why, reading: '' },
      };
    }
    const meaning = this.#meanings[index];
    const unit = meaning === undefined ? null : unitOf(meaning);
    const reading = readsAs(this.#sample(index));
    return unit === null
      ? { code: 'columnDoubtful', details: { header, what: 'the rupees to pay', why, reading } }
      : { code: 'unitDoubtful', details: { header, unit, reading } };
  }

  #detailsOf(field: Field, column: number): Readonly<Record<string, string>> {
    return { header: this.#table.headers[column] ?? '', field: FIELD_WORDS[field], option: field };
  }

  /** What stops the file from being paid: no amount, or nobody to pay. */
  missing(): Refusal | null {
    const { amount, upiId, accountNumber, ifsc } = this.columns;
    if (amount !== undefined && (upiId !== undefined || (accountNumber !== undefined && ifsc !== undefined)))
      return null;
    if (Object.keys(this.columns).length === 0) return refusal('columnsUnknown', { headers: this.#headers() });
    const [contradicted] = this.#contradicted.filter(({ field }) => this.columns[field] === undefined);
    if (contradicted !== undefined) {
      const { field, column } = contradicted;
      const header = this.#table.headers[column] ?? '';
      return refusal('columnContradicted', { header, field: FIELD_WORDS[field], option: field });
    }
    for (const field of FIELDS.filter((one) => DECISIVE.has(one) && this.columns[one] === undefined)) {
      const payers = this.#closed.has(field) ? null : this.#doubtfulColumn(field, true);
      if (payers !== null) return refusal('payersColumn', this.#detailsOf(field, payers.index));
    }
    const fields: Field[] = amount === undefined ? ['amount'] : [];
    if (upiId === undefined && accountNumber === undefined && ifsc === undefined) fields.push('upiId');
    else if (upiId === undefined) fields.push(accountNumber === undefined ? 'accountNumber' : 'ifsc');
    const options = fields.map((field) => `--map ${field}=Header`).join(' ');
    const words = fields.map((field) => (field === 'upiId' ? 'UPI ID or account number' : FIELD_WORDS[field]));
    const details = { fields: words.join(' and '), headers: this.#headers(), hint: this.#hint(fields), options };
    return refusal('columnMissing', details);
  }

  /** Columns that look like the missing field are suggested, never taken. */
  #hint(fields: readonly Field[]): string {
    return fields
      .flatMap((field) => (field === 'upiId' ? (['upiId', 'accountNumber'] as const) : [field]))
      .map((field) => {
        const fitting = this.#unsaid().filter((column) => fits(field, this.#sample(column)));
        const names = listNames(fitting.map((column) => this.#table.headers[column] ?? ''));
        return fitting.length === 0 ? '' : ` ${names} could be the ${FIELD_WORDS[field]}.`;
      })
      .join('');
  }

  #tied(field: Field, columns: readonly number[]): Refusal {
    const headers = columns.map((column) => this.#table.headers[column] ?? '');
    const options = headers.map((header) => `--map ${field}="${header}"`).join(' or ');
    return refusal('columnTied', { field: FIELD_WORDS[field], headers: listNames(headers), options });
  }

  #take(field: Field, column: number, how: ColumnHow): void {
    this.columns[field] = { header: this.#table.headers[column] ?? '', index: column, how };
    this.#taken.add(column);
    this.#closed.add(field);
  }

  #free(): readonly number[] {
    return this.#table.headers.flatMap((header, column) => (header === '' || this.#taken.has(column) ? [] : [column]));
  }

  /** Free columns whose headers say nothing that speaks against taking them. */
  #unsaid(): readonly number[] {
    return this.#free().filter((column) => {
      const meaning = this.#meanings[column];
      return meaning !== undefined && meaning.kind !== 'doubtful' && !meaning.isPayers;
    });
  }

  #sample(column: number): readonly string[] {
    const kept = this.#samples.get(column);
    if (kept !== undefined) return kept;
    const sample = sampleColumn(this.#table, column);
    this.#samples.set(column, sample);
    return sample;
  }

  *#cells(column: number): Generator<string> {
    for (const cells of this.#table.rows) yield cells[column] ?? '';
  }

  #findHeader(given: string): number {
    const shown = shownHeader(given);
    const exact = this.#table.headers.indexOf(shown);
    if (exact !== -1 || shown === '') return exact;
    const word = shown.toLowerCase();
    return this.#table.headers.findIndex((header) => header.toLowerCase() === word);
  }

  #headers(): string {
    return listNames(this.#table.headers.filter((header) => header !== ''));
  }
}

/** Whether the words are one of the field's names but for one letter added, lost or changed; the first letter is seldom wrong. */
function isNearly(words: string, field: Field): boolean {
  const letters = words.replaceAll(' ', '');
  if (letters.length < HEADER_TYPO_MIN_CHARACTERS) return false;
  return ALIASES[field].some((alias) => {
    const name = alias.replaceAll(' ', '');
    return name[0] === letters[0] && name !== letters && differsByOne(letters, name);
  });
}

function differsByOne(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  const rest = long.slice(start + 1);
  return short.slice(short.length === long.length ? start + 1 : start) === rest;
}
