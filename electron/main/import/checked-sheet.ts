// A sheet that stays checked while a person edits it. An edit rechecks only the rows it changes and those it affects: repeats of
// a reference, of a person or name and amount, or of an account under another name, and totals of the amounts above. The result
// always equals a check from scratch; a property test verifies that after every edit.

import type { Reference } from '../../../shared/ids.ts';
import { TOTAL_MAX_PAISE } from '../../../shared/limits.ts';
import { asPaise, type Paise } from '../../../shared/money.ts';
import {
  type Beneficiary,
  type CheckedFile,
  type CheckedRow,
  type ColumnMatch,
  type Edits,
  FIELDS,
  type Field,
  type Issue,
  LEFT_OUT,
  type Payment,
  type Refusal,
} from '../../../shared/rows.ts';
import { foldName, personKey } from '../domain/person-key.ts';
import { checkedRow, type Found, RowReader, type RowRules, type RowsAbove, readFillRemark } from './check-row.ts';
import { namesDiffer } from './compare-names.ts';
import { DetailsSearch } from './details-beside.ts';
import { issueWords, refusal } from './issues.ts';
import type { Columns } from './match-columns.ts';
import { findNoteRows, findPageLines, findSecondHeader, HeadingsAgainstPaying, isTotal } from './no-payment.ts';
import { OtherColumns } from './other-columns.ts';
import { OwnTexts } from './own-texts.ts';
import { findMethodWords, methodWord } from './row-cells.ts';
import { findColouredRows } from './row-colours.ts';
import { RowsBeside } from './rows-beside.ts';
import { MarkedRows } from './sheet-texts.ts';
import { findSortedApart } from './sorted-apart.ts';
import { firstAtLeast, KIND, type OpenedSheet, type Table } from './table.ts';
import { answerKey } from './word-answers.ts';

/** How many rows one edit may recheck incrementally, which takes some milliseconds. Above that the whole sheet is checked. */
export const EDIT_ROWS_BY_DIFFERENCE_MAX = 4_096;

/** Each takes about two hundred bytes. A file with more issues is the wrong file, and nobody reads them all. */
const ISSUES_MAX = 500_000;

type RowStatus = 'ready' | 'warning' | 'error' | 'excluded';

/** The checked sheet, with one entry per row of the sheet in its order. `edits` use a row's index. */
export class CheckedSheet {
  readonly #sheet: OpenedSheet;
  readonly #rules: RowRules;
  #findings: Findings;
  #edits: Edits;
  #isWhole = true;

  private constructor(sheet: OpenedSheet, rules: RowRules, edits: Edits) {
    this.#sheet = sheet;
    this.#rules = rules;
    this.#edits = edits;
    this.#findings = Findings.of(sheet, rules, edits);
  }

  /** Checks the whole sheet. Refuses too large a total, too many issues, and a fill remark that no row could carry. */
  static open(sheet: OpenedSheet, rules: RowRules, edits: Edits): CheckedSheet | Refusal {
    const fill = readFillRemark(rules.fillRemark);
    if (fill.kind === 'refused') return fill.refusal;
    const methods = (rules.methods ?? []).map(({ word }) => methodWord(word));
    if (new Set(methods).size < methods.length) return refusal('methodTwice');
    const words = (rules.words ?? []).map(answerKey);
    if (new Set(words).size < words.length) return refusal('wordTwice');
    const apart = findSortedApart(sheet.table, rules.columns);
    if (apart !== null) return refusal('sortedApart', apart);
    const checked = new CheckedSheet(sheet, { ...rules, fillRemark: fill.remark }, edits);
    return checked.#findings.refusal() ?? checked;
  }

  get edits(): Edits {
    return this.#edits;
  }
  /** Whether every row was rechecked after the last edit, so that nothing depends on incremental checks. */
  get isWhole(): boolean {
    return this.#isWhole;
  }
  get rows(): readonly CheckedRow[] {
    return this.#findings.rows;
  }
  /** Issues about whole columns. */
  get columnIssues(): readonly Issue[] {
    return this.#findings.columnIssues;
  }
  get counts(): Readonly<Record<RowStatus, number>> {
    return this.#findings.counts;
  }
  /** What can be paid, in paise. */
  get byMethod(): Findings['byMethod'] {
    return this.#findings.byMethod;
  }
  get payableCount(): number {
    return this.byMethod.UPI.count + this.byMethod.IMPS.count;
  }
  get totalPaise(): Paise {
    return asPaise(this.#findings.totalPaise);
  }
  get hiddenRowCount(): number {
    return this.#findings.hiddenRowCount;
  }
  get hiddenColumnCount(): number {
    return this.#findings.hiddenColumnCount;
  }

  status(row: number): RowStatus {
    return this.#findings.statuses[row] ?? 'error';
  }

  issuesOf(row: number): readonly Issue[] {
    return this.#findings.issues[row] ?? [];
  }

  /** A copy of the sheet that later edits do not change. */
  asFile(): CheckedFile {
    const { file, table } = this.#sheet;
    const { payableCount, totalPaise, hiddenRowCount, hiddenColumnCount } = this;
    return {
      file,
      sheet: table.sheet,
      headers: table.headers,
      columns: this.#rules.columns,
      rows: [...this.rows],
      issues: [this.columnIssues, ...this.#findings.issues].flat(),
      payableCount,
      totalPaise,
      hiddenRowCount,
      hiddenColumnCount,
    };
  }

  /** Applies edits that differ from the previous ones in these rows. Refuses without changing anything. */
  change(rows: readonly number[], edits: Edits): Refusal | null {
    const isByDifference = this.#isFew(rows, edits) && this.#findings.change(rows, edits);
    this.#isWhole = false;
    if (!isByDifference || this.#findings.refusal() !== null) {
      const next = Findings.of(this.#sheet, this.#rules, edits);
      const refused = next.refusal();
      if (refused !== null) {
        this.#findings = Findings.of(this.#sheet, this.#rules, this.#edits);
        this.#isWhole = true;
        return refused;
      }
      this.#findings = next;
      this.#isWhole = true;
    }
    this.#edits = edits;
    return null;
  }

  /** False for too many rows, or when a field gains or loses its own column, which changes what every row must contain. */
  #isFew(rows: readonly number[], edits: Edits): boolean {
    if (rows.length > EDIT_ROWS_BY_DIFFERENCE_MAX) return false;
    const { columns } = this.#rules;
    const typed = typedFields(edits);
    const before = typedFields(this.#edits);
    return FIELDS.every((field) => columns[field] !== undefined || typed.has(field) === before.has(field));
  }
}

const NO_ISSUES: readonly Issue[] = [];
const NOTHING: Found = { payment: null, aboveCeiling: null, isNoPayment: false };

/** The findings of each row, and their totals. */
class Findings implements RowsAbove {
  readonly rows: CheckedRow[] = [];
  readonly statuses: RowStatus[] = [];
  readonly issues: (readonly Issue[])[] = [];
  readonly counts = { ready: 0, warning: 0, error: 0, excluded: 0 };
  readonly byMethod = { UPI: { count: 0, paise: 0 }, IMPS: { count: 0, paise: 0 } };
  readonly hiddenColumnCount: number;
  hiddenRowCount = 0;
  #issueCount = 0;
  /** The sum of all amounts above the row being read. */
  abovePaise = 0;
  readonly #columnIssues: readonly Issue[];
  /** Which fields of each payable row hold a formula's result (a bit for each of FIELDS), and how many rows per field. */
  readonly #formulaFields: Uint8Array;
  readonly #formulaRows = FIELDS.map(() => 0);
  readonly #file: Table;
  readonly #edited: EditableTable;
  readonly #reader: RowReader;
  readonly #references: RowGroups;
  readonly #payments: RowGroups;
  readonly #namedAmounts: RowGroups;
  /** Rows that name their payee, by account. */
  readonly #accounts: RowGroups;
  readonly #referenceKeys = new TextKeys();
  readonly #people = new TextKeys();
  readonly #nameKeys = new TextKeys();
  readonly #personAmounts = new PairKeys();
  readonly #nameAmounts = new PairKeys();
  #lastPayee: Beneficiary | null = null;
  #lastPerson = 0;
  /** The name in each row. */
  readonly #names: (string | null)[] = [];
  /** What each row adds to the amounts above later rows, the sum it would be the total of, and whether it is that total. */
  readonly #amounts: Float64Array;
  readonly #totals: Float64Array;
  readonly #isTotal: Uint8Array;
  #excluded: ReadonlySet<number>;
  /** Rows to recheck because another row's change affects them. */
  #touched = new Set<number>();

  private constructor({ file, table, branches }: OpenedSheet, rules: RowRules, edits: Edits) {
    this.#file = table;
    this.#excluded = edits.excluded;
    this.#edited = new EditableTable(table, rules.columns, edits);
    const { columns } = this.#edited;
    const others = new OtherColumns(table, columns, rules);
    // A second table or a heading starts where the file says, whatever a person types.
    const secondHeader = findSecondHeader(table.rows, rules.columns);
    const headings = new HeadingsAgainstPaying(table.rows);
    const pages = findPageLines(table, rules.columns);
    const notes = findNoteRows(table, rules.columns, { headings, pages });
    const marked = new MarkedRows(table, rules.columns, notes);
    const coloured = findColouredRows(table, rules.columns);
    const details = new DetailsSearch(table, columns, rules.nowMs ?? null);
    const rowsBeside = new RowsBeside(table, columns);
    const own = new OwnTexts(table, columns, others);
    // The desk's own rows, which are paid again, have no header. Their file was read before.
    const fileName = table.headerRowNumber === 0 ? '' : file.name;
    const about = {
      fileName,
      branches,
      others,
      own,
      details,
      rowsBeside,
      headings,
      pages,
      notes,
      marked,
      coloured,
      secondHeader,
    };
    this.#reader = new RowReader(this.#edited.table, { ...rules, columns }, about);
    this.#references = new RowGroups(table.rows.length);
    this.#payments = new RowGroups(table.rows.length);
    this.#namedAmounts = new RowGroups(table.rows.length);
    this.#accounts = new RowGroups(table.rows.length);
    this.#amounts = new Float64Array(table.rows.length);
    this.#totals = new Float64Array(table.rows.length).fill(Number.NaN);
    this.#isTotal = new Uint8Array(table.rows.length);
    this.#formulaFields = new Uint8Array(table.rows.length);
    this.#reader.reportColumns(table, findMethodWords(table, rules.columns));
    this.#columnIssues = this.#reader.cells.issues.splice(0);
    const used = Object.values(columns);
    this.hiddenColumnCount = used.filter(({ index }) => table.hiddenColumns.has(index)).length;
  }

  static of(sheet: OpenedSheet, rules: RowRules, edits: Edits): Findings {
    const findings = new Findings(sheet, rules, edits);
    let abovePaise = 0;
    for (let row = 0; row < sheet.table.rows.length && findings.#issueCount <= ISSUES_MAX; row += 1) {
      abovePaise += findings.#judge(row, abovePaise);
    }
    // A row was compared only with rows above it. A later row with the same reference is found here.
    for (const row of findings.#takeTouched()) findings.#judge(row, findings.#aboveOf(row));
    return findings;
  }

  /** Issues about whole columns. */
  get columnIssues(): readonly Issue[] {
    const reader = this.#reader;
    for (const [place, field] of FIELDS.entries()) {
      const rowCount = this.#formulaRows[place] ?? 0;
      if (rowCount > 0) reader.reportFormulas(field, rowCount);
    }
    return [...this.#columnIssues, ...reader.cells.issues.splice(0)];
  }

  /** What can be paid, in paise. */
  get totalPaise(): number {
    return this.byMethod.UPI.paise + this.byMethod.IMPS.paise;
  }

  /** Why the sheet cannot be accepted; null when it can. */
  refusal(): Refusal | null {
    if (this.#issueCount > ISSUES_MAX) return refusal('tooManyIssues', { limit: ISSUES_MAX });
    return this.totalPaise > TOTAL_MAX_PAISE ? refusal('totalTooLarge') : null;
  }

  /** Applies changed rows. Returns false when so many findings may differ that the whole sheet must be checked. */
  change(changed: readonly number[], edits: Edits): boolean {
    this.#excluded = edits.excluded;
    for (const row of changed) this.#edited.edit(row, edits.cells.get(row));
    const rechecked = new Set(changed);
    let abovePaise = 0;
    for (const [row, amountPaise] of this.#amounts.entries()) {
      const total = isTotal(this.#totals[row] ?? Number.NaN, abovePaise) ? 1 : 0;
      if (total !== this.#isTotal[row]) rechecked.add(row);
      abovePaise += rechecked.has(row) ? this.#judge(row, abovePaise) : amountPaise;
    }
    // This ends: a row's reference depends only on its own cells, and its payment on those and on the first row with that
    // reference.
    while (this.#touched.size > 0) {
      const touched = this.#takeTouched();
      for (const row of touched) rechecked.add(row);
      if (rechecked.size > EDIT_ROWS_BY_DIFFERENCE_MAX) return false;
      for (const row of touched) this.#judge(row, this.#aboveOf(row));
    }
    return true;
  }

  /** References are compared without case, because the gateway may not distinguish them by it. */
  firstWithReference(row: number, reference: Reference): number {
    this.#references.set(row, this.#referenceKeys.of(reference.toLowerCase()), this.#touched);
    return this.#references.firstOf(row);
  }

  firstWithPayment(row: number, { beneficiary, amountPaise }: Payment): number {
    const key = this.#personAmounts.of(this.#personOf(beneficiary), amountPaise);
    this.#payments.set(row, key, this.#touched);
    return this.#payments.firstOf(row);
  }

  firstWithName(row: number, { amountPaise, name }: Payment): number {
    const folded = foldName(name ?? '');
    const key = folded === '' ? null : this.#nameAmounts.of(this.#nameKeys.of(folded), amountPaise);
    this.#namedAmounts.set(row, key, this.#touched);
    return this.#namedAmounts.firstOf(row);
  }

  firstByOtherName(row: number, { beneficiary, name }: Payment): number {
    this.#setName(row, name === null ? null : this.#personOf(beneficiary), name);
    const first = this.#accounts.firstOf(row);
    return name !== null && namesDiffer(name, this.#names[first] ?? name) ? first : row;
  }

  #personOf(beneficiary: Beneficiary): number {
    if (beneficiary !== this.#lastPayee) this.#lastPerson = this.#people.of(personKey(beneficiary));
    this.#lastPayee = beneficiary;
    return this.#lastPerson;
  }

  /** Later rows of the account are compared with the name of the first. */
  #setName(row: number, account: number | null, name: string | null): void {
    const isRenamed = (this.#names[row] ?? null) !== name;
    this.#names[row] = name;
    this.#accounts.set(row, account, this.#touched);
    if (isRenamed) this.#accounts.touchBehind(row, this.#touched);
  }

  /** Checks one row and stores its findings. Returns what it adds to the amounts above the next row. */
  #judge(row: number, abovePaise: number): number {
    if (this.#excluded.has(row)) return this.#leaveOut(row);
    const reader = this.#reader;
    this.abovePaise = abovePaise;
    const payment = reader.read(row, this);
    if (reader.reference === null) this.#references.set(row, null, this.#touched);
    // A row whose reference an earlier row has is blocked, so it repeats nobody's payment.
    if (payment === null) this.#forgetPayment(row);
    this.#amounts[row] = reader.amountPaise;
    this.#totals[row] = reader.totalPaise;
    this.#isTotal[row] = isTotal(reader.totalPaise, abovePaise) ? 1 : 0;
    const second = this.#references.firstOf(row) === row ? this.#references.secondOf(row) : null;
    if (second !== null) reader.reportRepeated(row, second);
    const { aboveCeiling, isNoPayment } = reader;
    const { issues } = reader.cells;
    const found = second === null ? { payment, aboveCeiling, isNoPayment } : NOTHING;
    this.#countFormulas(row, found.payment === null ? 0 : reader.formulaFields);
    this.#put(row, found, issues.length === 0 ? NO_ISSUES : issues.splice(0));
    return reader.amountPaise;
  }

  #forgetPayment(row: number): void {
    this.#payments.set(row, null, this.#touched);
    this.#namedAmounts.set(row, null, this.#touched);
    this.#setName(row, null, null);
  }

  #leaveOut(row: number): number {
    this.#references.set(row, null, this.#touched);
    this.#forgetPayment(row);
    this.#amounts[row] = 0;
    this.#totals[row] = Number.NaN;
    this.#isTotal[row] = 0;
    const rowNumber = this.#file.rowNumbers[row] ?? 0;
    const code = this.#file.hidden?.[row] === 1 ? 'hiddenLeftOut' : 'leftOut';
    const issue = { row: rowNumber, cell: null, field: null, code, ...issueWords(code, {}) };
    this.#countFormulas(row, 0);
    this.#put(row, NOTHING, [issue]);
    return 0;
  }

  #countFormulas(row: number, fields: number): void {
    const before = this.#formulaFields[row] ?? 0;
    if (before === fields) return;
    this.#formulaFields[row] = fields;
    for (const place of FIELDS.keys()) {
      const now = ((fields >> place) & 1) - ((before >> place) & 1);
      this.#formulaRows[place] = (this.#formulaRows[place] ?? 0) + now;
    }
  }

  /** A sum above the row that keeps it the total that it is, or not one. */
  #aboveOf(row: number): number {
    return this.#isTotal[row] === 1 ? (this.#totals[row] ?? 0) : 0;
  }

  #takeTouched(): ReadonlySet<number> {
    const touched = this.#touched;
    this.#touched = new Set();
    return touched;
  }

  #put(row: number, found: Found, issues: readonly Issue[]): void {
    this.#count(row, -1);
    const source = this.#file.rows[row] ?? [];
    const rowNumber = this.#file.rowNumbers[row] ?? 0;
    const hidden = this.#file.hidden?.[row] === 1;
    const checked = checkedRow({ rowNumber, source, hidden }, found);
    this.#issueCount += issues.length - (this.issues[row]?.length ?? 0);
    this.rows[row] = checked;
    this.issues[row] = issues;
    const isUnpaid = issues.some(({ code }) => LEFT_OUT.has(code));
    this.statuses[row] = this.#excluded.has(row) || isUnpaid ? 'excluded' : statusOf(checked, issues);
    this.#count(row, 1);
  }

  /** Adds a row to the counts, or removes it before it is replaced. */
  #count(row: number, sign: 1 | -1): void {
    const checked = this.rows[row];
    const status = this.statuses[row];
    if (checked === undefined || status === undefined) return;
    this.counts[status] += sign;
    if (checked.kind !== 'payable') return;
    const share = this.byMethod[checked.payment.beneficiary.method];
    share.count += sign;
    share.paise += sign * checked.payment.amountPaise;
    if (checked.hidden) this.hiddenRowCount += sign;
  }
}

function statusOf(row: CheckedRow, issues: readonly Issue[]): RowStatus {
  if (row.kind === 'blocked') return row.isNoPayment === true ? 'excluded' : 'error';
  return issues.some(({ severity }) => severity === 'warning') ? 'warning' : 'ready';
}

/** Numbers texts: equal texts get the same number. */
class TextKeys {
  readonly #keys = new Map<string, number>();

  of(text: string): number {
    const known = this.#keys.get(text);
    if (known !== undefined) return known;
    const key = this.#keys.size;
    this.#keys.set(text, key);
    return key;
  }
}

/** A random odd 32-bit number. Multiplying by it spreads the keys, and no file can be crafted to make them collide. */
const randomFactor = (): number => Math.floor(Math.random() * 2 ** 32) | 1;

/** Numbers pairs of a key and an amount in paise. Flat arrays take a tenth of the memory of one text per pair. */
class PairKeys {
  readonly #factors = [randomFactor(), randomFactor(), randomFactor()] as const;
  /** The pairs, by number. */
  #ones = new Int32Array(512);
  #amounts = new Float64Array(512);
  #count = 0;
  /** A hash table with open addressing, twice as large as the pairs. Holds each pair's number plus one. */
  #places = new Int32Array(1_024);

  of(one: number, amountPaise: number): number {
    let place = this.#placeOf(one, amountPaise);
    for (let found = this.#places[place] ?? 0; found !== 0; found = this.#places[place] ?? 0) {
      if (this.#ones[found - 1] === one && this.#amounts[found - 1] === amountPaise) return found - 1;
      place = (place + 1) % this.#places.length;
    }
    if (this.#count === this.#ones.length) {
      this.#grow();
      return this.of(one, amountPaise);
    }
    const key = this.#count;
    this.#ones[key] = one;
    this.#amounts[key] = amountPaise;
    this.#count += 1;
    this.#places[place] = this.#count;
    return key;
  }

  #placeOf(one: number, amountPaise: number): number {
    const [forOne, forLow, forHigh] = this.#factors;
    const mixed =
      Math.imul(one, forOne) + Math.imul(amountPaise | 0, forLow) + Math.imul(amountPaise / 2 ** 32, forHigh);
    // The high bits are the well-mixed ones.
    return Math.floor(((mixed >>> 0) / 2 ** 32) * this.#places.length);
  }

  #grow(): void {
    const [ones, amounts] = [this.#ones, this.#amounts];
    this.#ones = new Int32Array(2 * ones.length);
    this.#ones.set(ones);
    this.#amounts = new Float64Array(2 * amounts.length);
    this.#amounts.set(amounts);
    this.#places = new Int32Array(2 * this.#places.length);
    for (let key = 0; key < this.#count; key += 1) {
      let place = this.#placeOf(ones[key] ?? 0, amounts[key] ?? 0);
      while (this.#places[place] !== 0) place = (place + 1) % this.#places.length;
      this.#places[place] = key + 1;
    }
  }
}

/** Rows by key. A single row is stored as a number, several as a list in file order. */
class RowGroups {
  /** By key; null for a key that no row has any more. */
  readonly #groups: (number | number[] | null)[] = [];
  /** The key of each row; -1 for none. */
  readonly #keyOf: Int32Array;

  constructor(rowCount: number) {
    this.#keyOf = new Int32Array(rowCount).fill(-1);
  }

  /** Sets or removes a row's key. Adds to `touched` the rows of a group whose first or second row changes. */
  set(row: number, key: number | null, touched: Set<number>): void {
    const before = this.#keyOf[row] ?? -1;
    const now = key ?? -1;
    if (before === now) return;
    if (before !== -1) this.#leave(row, before, touched);
    if (now !== -1) this.#join(row, now, touched);
    this.#keyOf[row] = now;
  }

  /** The first row of a row's group; the row itself when it is alone or has no key. */
  firstOf(row: number): number {
    return this.#at(row, 0) ?? row;
  }

  /** The second row of a row's group; null when it is alone. */
  secondOf(row: number): number | null {
    return this.#at(row, 1);
  }

  /** When the first row of a group changes, touches the rows after it. */
  touchBehind(row: number, touched: Set<number>): void {
    if (this.firstOf(row) !== row) return;
    const group = this.#groupOf(row);
    if (typeof group === 'object') for (const other of group ?? []) if (other !== row) touched.add(other);
  }

  #groupOf(row: number): number | readonly number[] | null {
    return this.#groups[this.#keyOf[row] ?? -1] ?? null;
  }

  #at(row: number, place: number): number | null {
    const group = this.#groupOf(row);
    return typeof group === 'object' ? (group?.[place] ?? null) : null;
  }

  #leave(row: number, key: number, touched: Set<number>): void {
    const group = this.#groups[key] ?? null;
    if (group === null || typeof group === 'number') {
      this.#groups[key] = null;
      return;
    }
    const place = firstAtLeast(group, row);
    group.splice(place, 1);
    touch(group, place, touched);
    const [left] = group;
    if (group.length === 1 && left !== undefined) this.#groups[key] = left;
  }

  #join(row: number, key: number, touched: Set<number>): void {
    const group = this.#groups[key] ?? null;
    if (group === null) {
      this.#groups[key] = row;
      return;
    }
    if (typeof group === 'number') {
      touch([group], group < row ? 1 : 0, touched);
      // As a literal: a list that grows reserves room for sixteen more, and there may be half a million pairs.
      this.#groups[key] = group < row ? [group, row] : [row, group];
      return;
    }
    // Rows are read in order, so most go to the end.
    const place = (group.at(-1) ?? -1) < row ? group.length : firstAtLeast(group, row);
    touch(group, place, touched);
    group.splice(place, 0, row);
  }
}

/** In a group, the later rows refer to the first, and the first refers to the second. */
function touch(others: readonly number[], place: number, touched: Set<number>): void {
  if (place === 0) for (const row of others) touched.add(row);
  else if (place === 1 && others[0] !== undefined) touched.add(others[0]);
}

/** A table with a person's edits as typed text. The original table never changes. */
class EditableTable {
  readonly table: Table & { readonly rows: (readonly string[])[] };
  readonly columns: Columns;
  readonly #file: Table;
  readonly #kinds: Uint8Array<ArrayBuffer> | null;

  constructor(file: Table, columns: Columns, edits: Edits) {
    const { headers, columns: all } = columnsWithTyped(file, columns, edits);
    const width = headers.length;
    this.#file = file;
    this.columns = all;
    this.#kinds = file.kinds === null ? null : new Uint8Array(file.rows.length * width);
    this.table = { ...file, headers, rows: [...file.rows], kinds: this.#kinds };
    for (let row = 0; row < file.rows.length; row += 1) this.#kinds?.set(this.#fileKinds(row), row * width);
    for (const [row, cells] of edits.cells) this.edit(row, cells);
  }

  /** Restores the file's row and applies the typed cells to it. */
  edit(row: number, typed: ReadonlyMap<Field, string> | undefined): void {
    const cells = this.#file.rows[row] ?? [];
    const width = this.table.headers.length;
    this.#kinds?.set(this.#fileKinds(row), row * width);
    if (typed === undefined) {
      this.table.rows[row] = cells;
      return;
    }
    const edited = this.table.headers.map((_, column) => cells[column] ?? '');
    for (const [field, text] of typed) {
      const column = this.columns[field]?.index;
      if (column === undefined) continue;
      edited[column] = text;
      if (this.#kinds !== null) this.#kinds[row * width + column] = KIND.text;
    }
    this.table.rows[row] = edited;
  }

  #fileKinds(row: number): Uint8Array {
    const width = this.#file.headers.length;
    return this.#file.kinds?.subarray(row * width, (row + 1) * width) ?? new Uint8Array(0);
  }
}

/** Adds a column for each field that was typed into but has no column in the file. */
function columnsWithTyped(
  table: Table,
  columns: Columns,
  edits: Edits,
): { readonly headers: readonly string[]; readonly columns: Columns } {
  const typed = typedFields(edits);
  const headers = [...table.headers];
  const all: Partial<Record<Field, ColumnMatch>> = { ...columns };
  for (const field of FIELDS) {
    if (!typed.has(field) || all[field] !== undefined) continue;
    all[field] = { header: '', index: headers.length, how: 'given' };
    headers.push('');
  }
  return { headers, columns: all };
}

/** The fields that were typed into in any row. */
export function typedFields({ cells }: Edits): ReadonlySet<Field> {
  const typed = new Set<Field>();
  for (const fields of cells.values()) for (const field of fields.keys()) typed.add(field);
  return typed;
}
