// A draft: one opened sheet before it is confirmed, with a person's changes. Every edit is one undo step, and every change makes
// a new revision, so that two windows never overwrite each other's edits. A refused step changes nothing. Corrections stay with
// their sheet while another sheet of the file is shown. It runs in its thread; see draft-store.ts.

import type { CarriedEdit, CarriedEdits } from '../../../../shared/api/draft-commands.ts';
import { invariant, unreachable } from '../../../../shared/failures.ts';
import { type Message, msg } from '../../../../shared/messages/message.ts';
import { type CheckedFile, type Edits, FIELDS, type Field, NO_EDITS, type Refusal } from '../../../../shared/rows.ts';
import type { RowRules } from '../../import/check-row.ts';
import { CheckedSheet } from '../../import/checked-sheet.ts';
import type { Columns } from '../../import/match-columns.ts';
import type { HeldRows } from '../../import/open-sheet.ts';
import { firstAtLeast, type OpenedSheet, type Table } from '../../import/table.ts';

/** How many steps can be undone: a long evening's corrections. */
const UNDO_STEPS_MAX = 200;

/** How many cells and rows all undo steps may name together: some 150 MB. The newest step is always kept. */
const UNDO_CHANGES_MAX = 2_000_000;

/** What a draft is made of when its file is read. `whyUnpaid`: one entry per row of a retry, null for a file. */
export interface DraftSheet {
  readonly sheet: OpenedSheet;
  readonly rules: RowRules;
  readonly whyUnpaid: HeldRows['whyUnpaid'] | null;
}

/** A cell whose text differs from the file's. */
export interface TypedCell {
  readonly rowNumber: number;
  readonly field: Field;
  readonly from: string;
  readonly to: string;
}

export class Draft {
  readonly id: string;
  #reading: DraftSheet;
  #check: CheckedSheet;
  /** The changes to the current sheet, and those to sheets shown before. */
  #work: SheetWork;
  #aside: readonly SetAside[] = [];
  #carried: CarriedEdits | null = null;
  #revision = 0;

  private constructor(id: string, reading: DraftSheet, check: CheckedSheet) {
    this.id = id;
    this.#reading = reading;
    this.#check = check;
    this.#work = { ...NO_WORK, edits: check.edits };
  }

  /** Checks the file as it is, leaving out the rows that its sheet hides. */
  static open(id: string, reading: DraftSheet): Draft | Refusal {
    const check = CheckedSheet.open(reading.sheet, reading.rules, withoutHidden(NO_EDITS, reading));
    return 'code' in check ? check : new Draft(id, reading, check);
  }

  get reading(): DraftSheet {
    return this.#reading;
  }
  /** The sheet as checked with the current edits. */
  get check(): CheckedSheet {
    return this.#check;
  }
  get revision(): number {
    return this.#revision;
  }
  get undoWords(): Message | null {
    return this.#work.undo.at(-1)?.words ?? null;
  }
  get redoWords(): Message | null {
    return this.#work.redo.at(-1)?.words ?? null;
  }
  get edits(): Edits {
    return this.#work.edits;
  }
  /** Whether a person has corrected anything in the file, on any sheet. */
  get isCorrected(): boolean {
    const hidden = hiddenRows(this.#reading.sheet.table);
    return (
      this.#work.undo.length > 0 ||
      correctionsOf(this.#work.edits, hidden) > 0 ||
      this.#aside.some(({ mark, work }) => work.undo.length > 0 || correctionsOf(work.edits, mark.hiddenRows) > 0)
    );
  }

  /** The current text of a field; empty if the file has no such column and nothing was typed. */
  text(row: number, field: Field): string {
    return this.edits.cells.get(row)?.get(field) ?? this.original(row, field);
  }

  /** The file's own text of a field. */
  original(row: number, field: Field): string {
    const { sheet, rules } = this.#reading;
    return textOf({ table: sheet.table, columns: rules.columns }, row, field);
  }

  /** What happened to the edits when the file changed; null before that. */
  get carried(): CarriedEdits | null {
    return this.#carried;
  }

  /** Reads the file with other options. Edits are kept by row and field, each sheet's with that sheet. */
  reread(reading: DraftSheet): Refusal | null {
    if (reading.sheet.file.sha256 !== this.#reading.sheet.file.sha256) return this.#renew(reading);
    // A correction belongs to the row it was typed in: the same row number on another sheet is another payee.
    const left = this.#reading.sheet.table;
    const entered = reading.sheet.table;
    const isSame = isSameSheet(entered, left);
    const before = isSame ? this.#work : workOn(entered, this.#aside);
    const isNew = before === NO_WORK || reading.rules.includeHidden !== this.#reading.rules.includeHidden;
    const work = isNew ? { ...before, edits: withoutHidden(before.edits, reading) } : before;
    const check = CheckedSheet.open(reading.sheet, reading.rules, work.edits);
    if ('code' in check) return check;
    if (!isSame) {
      this.#aside = layAside(this.#aside, { left, work: this.#work, entered });
      this.#carried = null;
    }
    this.#reading = reading;
    this.#check = check;
    this.#work = work;
    this.#revision += 1;
    return null;
  }

  /** Reads a changed file. Its rows may have moved, so edits follow their rows, and earlier steps cannot be undone. */
  #renew(reading: DraftSheet): Refusal | null {
    const { sheet, rules } = this.#reading;
    const hidden = hiddenRows(sheet.table);
    const excluded = new Set([...this.edits.excluded].filter((row) => !hidden.has(row)));
    const before = { table: sheet.table, columns: rules.columns, edits: { cells: this.edits.cells, excluded } };
    const now = { table: reading.sheet.table, columns: reading.rules.columns };
    const { edits: carriedOver, carried } = carryEdits(before, now);
    const edits = withoutHidden(carriedOver, reading);
    const check = CheckedSheet.open(reading.sheet, reading.rules, edits);
    if ('code' in check) return check;
    this.#carried = withOtherSheets(carried, this.#aside);
    this.#aside = [];
    this.#reading = reading;
    this.#check = check;
    this.#work = { ...NO_WORK, edits };
    this.#revision += 1;
    return null;
  }

  /**
   * Checks the draft from scratch at the revision that was seen: what is stored never rests on incremental checks alone. Refuses
   * if the draft has another revision by now.
   */
  checkWhole(revision: number): CheckedFile | Refusal {
    if (revision !== this.#revision) return CHANGED_MEANWHILE;
    // A second check of a million rows beside the first takes half a gigabyte.
    if (this.#check.isWhole) return asSeen(this.#check.asFile());
    const checked = CheckedSheet.open(this.#reading.sheet, this.#reading.rules, this.edits);
    if ('code' in checked) return checked;
    const isSame = (['payableCount', 'totalPaise', 'hiddenRowCount', 'hiddenColumnCount'] as const).every(
      (figure) => checked[figure] === this.#check[figure],
    );
    invariant(isSame, 'a draft kept by differences is not what its check from scratch says');
    return asSeen(checked.asFile());
  }

  /**
   * Makes a step from the current state; one that changes nothing keeps the revision. Refuses if `revision` is not the draft's.
   */
  edit(revision: number, make: () => Step | Refusal): Refusal | null {
    if (revision !== this.#revision) return CHANGED_MEANWHILE;
    const made = make();
    const step = 'code' in made || this.#reading.whyUnpaid === null ? made : withoutLocked(this, made);
    if ('code' in step) return step;
    return step.cells.length + step.excluded.length === 0 ? null : this.#apply(step, 'edit');
  }

  /** Every cell that a person typed, with its current text. Refuses if the draft has another revision by now. */
  typedCells(revision: number): readonly TypedCell[] | Refusal {
    if (revision !== this.#revision) return CHANGED_MEANWHILE;
    const { rowNumbers } = this.#reading.sheet.table;
    return [...this.edits.cells].flatMap(([row, fields]) =>
      [...fields].map(([field, to]) => ({
        rowNumber: rowNumbers[row] ?? 0,
        field,
        from: this.original(row, field),
        to,
      })),
    );
  }

  /** Undoes the newest step, or redoes the step undone last. */
  go(direction: 'undo' | 'redo', revision: number): Refusal | null {
    if (revision !== this.#revision) return CHANGED_MEANWHILE;
    const step = this.#work[direction].at(-1);
    return step === undefined ? NOTHING_TO_UNDO : this.#apply(step, direction);
  }

  #apply(step: Step, direction: Direction): Refusal | null {
    const original = (row: number, field: Field): string => this.original(row, field);
    const { edits, inverse, rows } = takeStep(this.edits, { step, original });
    const refused = this.#check.change(rows, edits);
    if (refused !== null) return refused;
    this.#work = workAfter(this.#work, { edits, inverse, direction });
    this.#revision += 1;
    return null;
  }
}

/** Hidden rows are left out until a person includes them, and Review shows every hidden column: so everything was seen. */
function asSeen(file: CheckedFile): CheckedFile {
  return { ...file, hiddenRowCount: 0, hiddenColumnCount: 0 };
}

function hiddenRows({ hidden }: Table): ReadonlySet<number> {
  return new Set(Array.from(hidden ?? []).flatMap((isHidden, row) => (isHidden === 1 ? [row] : [])));
}

/** The edits with all hidden rows left out, or with all of them included. */
function withoutHidden(edits: Edits, { sheet, rules }: DraftSheet): Edits {
  const hidden = hiddenRows(sheet.table);
  if (hidden.size === 0) return edits;
  const others = [...edits.excluded].filter((row) => !hidden.has(row));
  return { ...edits, excluded: new Set(rules.includeHidden ? others : [...others, ...hidden]) };
}

export const CHANGED_MEANWHILE: Refusal = {
  code: 'changedMeanwhile',
  message: msg('draft.changedMeanwhile'),
  cure: msg('cure.lookAgainNow'),
};

/** The amount was confirmed once and stays. The reference is the unpaid payout's; paying it again makes a new one. */
const LOCKED: Readonly<Partial<Record<Field, Refusal>>> = {
  amount: {
    code: 'amountLocked',
    message: msg('draft.amountLocked'),
    cure: msg('cure.amountLocked'),
  },
  reference: {
    code: 'referenceLocked',
    message: msg('draft.referenceLocked'),
    cure: msg('cure.referenceLocked'),
  },
};

/** The fields that cannot be changed in a retry. */
export const LOCKED_FIELDS: readonly Field[] = FIELDS.filter((field) => LOCKED[field] !== undefined);

/** The step without unchanged locked cells. Refuses if it would change a locked one. */
function withoutLocked(draft: Draft, step: Step): Step | Refusal {
  for (const { row, field, text } of step.cells) {
    const lock = LOCKED[field];
    if (lock !== undefined && text !== draft.original(row, field)) return lock;
  }
  return { ...step, cells: step.cells.filter(({ field }) => LOCKED[field] === undefined) };
}

const NOTHING_TO_UNDO: Refusal = {
  code: 'nothingToUndo',
  message: msg('draft.nothingToUndo'),
  cure: msg('cure.goOnWithDraft'),
};

/** One undo step. `text` null restores the file's own value. */
export interface Step {
  readonly words: Message;
  readonly cells: readonly { readonly row: number; readonly field: Field; readonly text: string | null }[];
  readonly excluded: readonly { readonly row: number; readonly excluded: boolean }[];
}

/** Applies a step to a copy of the edits. `original` returns the file's own text; `rows` are the rows the step names. */
function takeStep(
  before: Edits,
  { step, original }: { readonly step: Step; readonly original: (row: number, field: Field) => string },
): { readonly edits: Edits; readonly inverse: Step; readonly rows: readonly number[] } {
  const cells = new Map(before.cells);
  const changed = new Map<number, Map<Field, string>>();
  for (const { row, field, text } of step.cells) {
    const fields = changed.get(row) ?? new Map(before.cells.get(row));
    changed.set(row, fields);
    if (text === null || text === original(row, field)) fields.delete(field);
    else fields.set(field, text);
  }
  for (const [row, fields] of changed) {
    if (fields.size === 0) cells.delete(row);
    else cells.set(row, fields);
  }
  const excluded = new Set(before.excluded);
  for (const { row, excluded: isOut } of step.excluded) {
    if (isOut) excluded.add(row);
    else excluded.delete(row);
  }
  const inverse = {
    words: step.words,
    cells: step.cells.map(({ row, field }) => ({ row, field, text: before.cells.get(row)?.get(field) ?? null })),
    excluded: step.excluded.map(({ row }) => ({ row, excluded: before.excluded.has(row) })),
  };
  const rows = new Set([...changed.keys(), ...step.excluded.map(({ row }) => row)]);
  return { edits: { cells, excluded }, inverse, rows: [...rows] };
}

/** What identifies a sheet, without its rows: the rows of a sheet that is not shown need not stay in memory. */
type SheetMark = Pick<Table, 'sheet' | 'headers' | 'rowNumbers'> & { readonly hiddenRows: ReadonlySet<number> };

/** Whether both have the same row numbers and headers on the same sheet. */
function isSameSheet(one: Omit<SheetMark, 'hiddenRows'>, other: Omit<SheetMark, 'hiddenRows'>): boolean {
  return (
    one.sheet === other.sheet && isSameList(one.headers, other.headers) && isSameList(one.rowNumbers, other.rowNumbers)
  );
}

export function isSameList<Item>(one: ArrayLike<Item>, other: ArrayLike<Item>): boolean {
  return one.length === other.length && Array.from(one).every((item, at) => item === other[at]);
}

/** The newest step is last. */
interface SheetWork {
  readonly edits: Edits;
  readonly undo: readonly Step[];
  readonly redo: readonly Step[];
}

const NO_WORK: SheetWork = { edits: NO_EDITS, undo: [], redo: [] };

type Direction = 'edit' | 'undo' | 'redo';

/** The work after a step; `inverse` undoes it. */
function workAfter(
  { undo, redo }: SheetWork,
  { edits, inverse, direction }: { readonly edits: Edits; readonly inverse: Step; readonly direction: Direction },
): SheetWork {
  switch (direction) {
    case 'edit':
      return { edits, undo: newestSteps([...undo, inverse]), redo: [] };
    case 'undo':
      return { edits, undo: undo.slice(0, -1), redo: [...redo, inverse] };
    case 'redo':
      return { edits, undo: [...undo, inverse], redo: redo.slice(0, -1) };
    default:
      return unreachable(direction);
  }
}

/** The newest steps within both limits. */
function newestSteps(steps: readonly Step[]): readonly Step[] {
  let first = steps.length;
  let changes = 0;
  while (first > 0 && steps.length - first < UNDO_STEPS_MAX) {
    const step = steps[first - 1];
    changes += (step?.cells.length ?? 0) + (step?.excluded.length ?? 0);
    if (changes > UNDO_CHANGES_MAX && first < steps.length) break;
    first -= 1;
  }
  return steps.slice(first);
}

/** The work on a sheet that is not shown now. */
interface SetAside {
  readonly mark: SheetMark;
  readonly work: SheetWork;
}

/** When the file changes, corrections on sheets not shown are dropped, because nobody could see what happened to them. */
function withOtherSheets({ counts, listed }: CarriedEdits, aside: readonly SetAside[]): CarriedEdits {
  const lost = aside.reduce((sum, { mark, work }) => sum + correctionsOf(work.edits, mark.hiddenRows), 0);
  return { counts: { ...counts, gone: counts.gone + lost }, listed };
}

/** Counts typed cells, and rows that were left out or, if the sheet hides them, included. */
function correctionsOf({ cells, excluded }: Edits, hidden: ReadonlySet<number>): number {
  const leftOut = [...excluded].filter((row) => !hidden.has(row)).length;
  return [...cells.values()].reduce((sum, fields) => sum + fields.size, leftOut);
}

/** The work on this sheet from when it was last shown. */
function workOn(sheet: Table, aside: readonly SetAside[]): SheetWork {
  return aside.find(({ mark }) => isSameSheet(mark, sheet))?.work ?? NO_WORK;
}

/** Sets the work on one sheet aside when another is shown. */
function layAside(
  aside: readonly SetAside[],
  { left, work, entered }: { readonly left: Table; readonly work: SheetWork; readonly entered: Table },
): readonly SetAside[] {
  const others = aside.filter(({ mark }) => !isSameSheet(mark, left) && !isSameSheet(mark, entered));
  const { sheet, headers, rowNumbers } = left;
  const hidden = hiddenRows(left);
  const isUntouched = work.undo.length + work.redo.length + correctionsOf(work.edits, hidden) === 0;
  return isUntouched ? others : [...others, { mark: { sheet, headers, rowNumbers, hiddenRows: hidden }, work }];
}

/** A sheet, and the columns that its fields are read from. */
interface SheetRead {
  readonly table: Table;
  readonly columns: Columns;
}

/** How many corrections are listed one by one; all are counted. */
const LISTED_MAX = 200;

/** The fields that identify a payee: a row that pays somebody else is another row, wherever it is. */
const PAYEE: readonly Field[] = ['upiId', 'accountNumber', 'ifsc', 'name', 'reference'];

/**
 * Carries corrections over to the changed file. A correction follows its row only if that row is surely the same one; if the file
 * itself changed the cell, the file wins. Dropped corrections are listed, above all rows left out, which would now be paid.
 */
function carryEdits(
  before: SheetRead & { readonly edits: Edits },
  now: SheetRead,
): { readonly edits: Edits; readonly carried: CarriedEdits } {
  const cells = new Map<number, Map<Field, string>>();
  const excluded = new Set<number>();
  const listed: CarriedEdit[] = [];
  const counts = { kept: 0, inFile: 0, fileChanged: 0, gone: 0 };
  const note = (edit: CarriedEdit): void => {
    counts[edit.became] += 1;
    if (edit.became !== 'kept' && listed.length < LISTED_MAX) listed.push(edit);
  };
  const touched = touchedRows(before.edits);
  // Compares the rows of both sheets only if there is something to carry over.
  const places = touched.length === 0 ? () => null : findPlaces(before, now);
  for (const row of touched) {
    const place = before.table.sheet === now.table.sheet ? places(row) : null;
    const rowNumber = before.table.rowNumbers[row] ?? 0;
    const nowRowNumber = place === null ? null : (now.table.rowNumbers[place] ?? 0);
    const at = { rowNumber, nowRowNumber };
    for (const [field, typed] of before.edits.cells.get(row) ?? []) {
      const here = place === null ? null : textOf(now, place, field);
      if (here === null) note({ ...at, field, typed, now: null, became: 'gone' });
      else if (here === typed) note({ ...at, field, typed, now: here, became: 'inFile' });
      else if (here !== textOf(before, row, field)) note({ ...at, field, typed, now: here, became: 'fileChanged' });
      else {
        note({ ...at, field, typed, now: here, became: 'kept' });
        if (place !== null) cells.set(place, (cells.get(place) ?? new Map<Field, string>()).set(field, typed));
      }
    }
    if (!before.edits.excluded.has(row)) continue;
    note({ ...at, field: null, typed: '', now: null, became: place === null ? 'gone' : 'kept' });
    if (place !== null) excluded.add(place);
  }
  return { edits: { cells, excluded }, carried: { counts, listed } };
}

function touchedRows({ cells, excluded }: Edits): readonly number[] {
  return [...new Set([...cells.keys(), ...excluded])].toSorted((one, other) => one - other);
}

/** Finds what a row became. Returns null if there is no such row or several could be it. */
function findPlaces(before: SheetRead, now: SheetRead): (row: number) => number | null {
  const same = [rowsBy(before, FIELDS), rowsBy(now, FIELDS)] as const;
  const alike = [rowsBy(before, PAYEE), rowsBy(now, PAYEE)] as const;
  /** A row that equals another earlier row is that row, not this one with a change. */
  const isChanged = (place: number): boolean => !same[0].has(keyOf(now, place, FIELDS) ?? '');
  return (row) => {
    const rowNumber = before.table.rowNumbers[row] ?? 0;
    const here = firstAtLeast(now.table.rowNumbers, rowNumber);
    const isHere = now.table.rowNumbers[here] === rowNumber;
    const find = (fields: readonly Field[], [then, later]: readonly [Rows, Rows]): number | null => {
      const key = keyOf(before, row, fields);
      if (key === null) return null;
      if (isHere && keyOf(now, here, fields) === key) return here;
      const [only, ...others] = later.get(key) ?? [];
      return only !== undefined && others.length === 0 && then.get(key)?.length === 1 ? only : null;
    };
    const whole = find(FIELDS, same);
    if (whole !== null) return whole;
    const place = find(PAYEE, alike);
    return place === null || !isChanged(place) ? null : place;
  };
}

type Rows = ReadonlyMap<string, readonly number[]>;

/** The rows of a sheet, keyed by the texts of these fields. */
function rowsBy(sheet: SheetRead, fields: readonly Field[]): Rows {
  const rows = new Map<string, number[]>();
  for (let row = 0; row < sheet.table.rows.length; row += 1) {
    const key = keyOf(sheet, row, fields);
    if (key === null) continue;
    const others = rows.get(key);
    if (others === undefined) rows.set(key, [row]);
    else others.push(row);
  }
  return rows;
}

/** Returns null for an empty row, which is like any other empty row. */
function keyOf(sheet: SheetRead, row: number, fields: readonly Field[]): string | null {
  const texts = fields.map((field) => textOf(sheet, row, field).trim());
  return texts.every((text) => text === '') ? null : JSON.stringify(texts);
}

/** The file's own text of a field; empty if it has no such column. */
function textOf({ table, columns }: SheetRead, row: number, field: Field): string {
  const column = columns[field]?.index;
  return column === undefined ? '' : (table.rows[row]?.[column] ?? '');
}
