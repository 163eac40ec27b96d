// In: a table and the columns a person gave. Out: which column carries which field and how that is known, or what must be asked.
// The order: given by the person, the header's exact name, a header with one wrong letter, the content.
// This file must never choose between two columns that could both say who is paid, or how much.

import { FIELDS, type Field, type Refusal } from '../../../shared/issues.ts';
import type { ColumnHow, ColumnMatch } from '../../../shared/rows.ts';
import { HEADER_TYPO_MIN_CHARACTERS } from '../../../shared/limits.ts';
import { contradicts, fits, sampleColumn } from './column-content.ts';
import { ALIASES, FIELD_WORDS, canonical, fieldOfWords } from './field-names.ts';
import { shownHeader } from './headers.ts';
import { listNames, refusal } from './refusals.ts';
import type { Table } from './table.ts';

export type Columns = Readonly<Partial<Record<Field, ColumnMatch>>>;
/** Shape: a refusal comes with the columns that were sure before it. */
export type ColumnsReading =
  | { readonly kind: 'columns'; readonly columns: Columns }
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly columns: Columns };

/** Fields of which a wrong column pays a wrong person or amount: two candidates are never weighed against each other. */
const DECISIVE: ReadonlySet<Field> = new Set(['upiId', 'accountNumber', 'ifsc', 'amount']);
const TOLD_BY_CONTENT: readonly Field[] = ['upiId', 'ifsc', 'paymentMethod'];

/** Matches columns. Shape of `map`: field to header; an empty header leaves the field without a column. */
export function matchColumns(table: Table, map: Readonly<Partial<Record<Field, string>>>): ColumnsReading {
  const matching = new Matching(table);
  const wrong = matching.takeGiven(map) ?? matching.takeNamed() ?? matching.takeNearlyNamed();
  const { columns } = matching;
  if (wrong !== null) return { kind: 'refused', refusal: wrong, columns };
  matching.takeByContent();
  const missing = matching.missing();
  return missing === null ? { kind: 'columns', columns } : { kind: 'refused', refusal: missing, columns };
}

/** One matching of one table: fields and columns are each taken once. */
class Matching {
  readonly columns: Partial<Record<Field, ColumnMatch>> = {};
  readonly #table: Table;
  readonly #words: readonly string[];
  readonly #taken = new Set<number>();
  readonly #closed = new Set<Field>();
  readonly #samples = new Map<number, readonly string[]>();
  readonly #contradicted: { readonly field: Field; readonly column: number }[] = [];

  constructor(table: Table) {
    this.#table = table;
    this.#words = table.headers.map(canonical);
  }

  takeGiven(map: Readonly<Partial<Record<Field, string>>>): Refusal | null {
    for (const field of FIELDS) {
      const given = map[field];
      if (given === undefined) continue;
      this.#closed.add(field);
      if (given.trim() === '') continue;
      const column = this.#findHeader(given);
      const details = { header: shownHeader(given).slice(0, 60), field: FIELD_WORDS[field], option: field };
      if (column === -1) return refusal('mapHeaderUnknown', { ...details, headers: this.#headers() });
      if (this.#taken.has(column)) return refusal('mapHeaderTwice', details);
      this.#take(field, column, 'given');
    }
    return null;
  }

  takeNamed(): Refusal | null {
    const named = this.#words.map((words) => fieldOfWords(words));
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
      const near = this.#free().filter((column) => isNearly(this.#words[column] ?? '', field));
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
      const fitting = this.#free().filter((column) => fits(field, this.#sample(column)));
      const [column] = fitting;
      if (column !== undefined && fitting.length === 1) this.#take(field, column, 'guessed');
    }
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
        const fitting = this.#free().filter((column) => fits(field, this.#sample(column)));
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
    return this.#words.flatMap((words, column) => (words === '' || this.#taken.has(column) ? [] : [column]));
  }

  #sample(column: number): readonly string[] {
    const kept = this.#samples.get(column);
    if (kept !== undefined) return kept;
    const sample = sampleColumn(this.#table, column);
    this.#samples.set(column, sample);
    return sample;
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
