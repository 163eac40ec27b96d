// A draft: one opened sheet on its way to be confirmed, with what a person changed of it. Every edit is one step of
// undo; every change makes a new revision, so that two windows never edit past each other. A refused step leaves the
// edits as they were. Corrections stay with their sheet while another one of the file is looked at. It lives in a thread
// of its own, and is asked through `draft-store.ts`.

import type { ReadOptions } from '../../../../shared/api/draft-commands.ts';
import { invariant, unreachable } from '../../../../shared/failures.ts';
import type { Paise } from '../../../../shared/money.ts';
import {
  type CheckedFile,
  type CheckedRow,
  type Edits,
  FIELDS,
  type Field,
  type Issue,
  NO_EDITS,
  type Refusal,
} from '../../../../shared/rows.ts';
import type { CheckedSheet } from '../../import/checked-sheet.ts';
import type { Columns } from '../../import/match-columns.ts';
import type { OpenedSheet, SheetCheck } from '../../import/open-sheet.ts';

/** Steps that can be undone: a long evening's corrections. */
const UNDO_STEPS_MAX = 200;

/** Everything a draft is made of when its file is read. Shape: `isRetry` for rows that are paid again. */
export interface DraftSheet {
  readonly sheet: OpenedSheet;
  readonly columns: Columns;
  readonly options: Pick<ReadOptions, 'fillRemark' | 'includeHidden'>;
  readonly maxPayoutPaise: Paise | null;
  readonly isRetry: boolean;
}

export class Draft {
  readonly id: string;
  #reading: DraftSheet;
  #check: CheckedSheet;
  /** What was done to the sheet that is looked at, and to those that were before. */
  #work: SheetWork = NO_WORK;
  #aside: readonly SetAside[] = [];
  #revision: number;
  #tally: DraftTally;

  private constructor(
    id: string,
    { reading, check, tally }: { reading: DraftSheet; check: CheckedSheet; tally: DraftTally },
    revision: number,
  ) {
    this.id = id;
    this.#revision = revision;
    this.#reading = reading;
    this.#check = check;
    this.#tally = tally;
  }

  /** Checks the file as it is. Shape: `revision` the first one, which the handle never had before. */
  static open(id: string, reading: DraftSheet, revision = 0): Draft | Refusal {
    const checking = reading.sheet.check(checkOf(reading, NO_EDITS));
    if (checking.kind === 'refused') return checking.refusal;
    const { checked: check } = checking;
    return new Draft(id, { reading, check, tally: tallyOf(check, reading.sheet, NO_EDITS) }, revision);
  }

  get reading(): DraftSheet {
    return this.#reading;
  }
  get rows(): readonly CheckedRow[] {
    return this.#check.rows;
  }
  /** The file as checked with the edits, as it stands now. */
  get checked(): CheckedFile {
    return this.#check.asFile();
  }
  /** What is to be said about whole columns. */
  get columnIssues(): readonly Issue[] {
    return this.#check.columnIssues;
  }
  get hiddenRowCount(): number {
    return this.#check.hiddenRowCount;
  }
  get hiddenColumnCount(): number {
    return this.#check.hiddenColumnCount;
  }
  get tally(): Pick<DraftTally, 'counts' | 'byMethod'> {
    return this.#tally;
  }
  get revision(): number {
    return this.#revision;
  }
  get undoWords(): string | null {
    return this.#work.undo.at(-1)?.words ?? null;
  }
  get redoWords(): string | null {
    return this.#work.redo.at(-1)?.words ?? null;
  }
  get editedRows(): ReadonlyMap<number, ReadonlyMap<Field, string>> {
    return this.#work.edits.cells;
  }
  /** Whether a person has corrected anything of the file, on whichever sheet. */
  get isCorrected(): boolean {
    return [this.#work, ...this.#aside.map(({ work }) => work)].some(({ undo }) => undo.length > 0);
  }

  status(row: number): RowStatus {
    return this.#tally.status(row);
  }

  /** The findings about a row of the sheet, counted from 0. */
  issuesOf(row: number): readonly Issue[] {
    return this.#check.issuesOf(row);
  }

  /** The text of a field as it stands; empty where the file has no such column and nothing was typed. */
  text(row: number, field: Field): string {
    return this.#work.edits.cells.get(row)?.get(field) ?? this.original(row, field);
  }

  /** The file's own text of a field. */
  original(row: number, field: Field): string {
    const column = this.#reading.columns[field]?.index;
    return column === undefined ? '' : this.#reading.sheet.text(row, column);
  }

  /** Reads the file in another way, keeping the edits by row and field, those of each sheet with their sheet. */
  reread(reading: DraftSheet): Refusal | null {
    // A correction belongs to the row it was typed on: another sheet's row of the same number is somebody else.
    const left = this.#reading.sheet;
    const taken = reading.sheet;
    const isSame = isSameSheet(taken, left);
    const work = isSame ? this.#work : workOn(taken, this.#aside);
    const checking = taken.check(checkOf(reading, work.edits));
    if (checking.kind === 'refused') return checking.refusal;
    if (!isSame) this.#aside = layAside(this.#aside, { left, work: this.#work, taken });
    this.#reading = reading;
    this.#check = checking.checked;
    this.#tally = tallyOf(checking.checked, taken, work.edits);
    this.#work = work;
    this.#revision += 1;
    return null;
  }

  /**
   * The draft as it was seen at a revision, checked from scratch: what is stored never rests on differences alone.
   * Errors: a refusal when the draft has another revision by now.
   */
  checkWhole(revision: number): CheckedFile | Refusal {
    if (revision !== this.#revision) return CHANGED_MEANWHILE;
    const checking = this.#reading.sheet.check(checkOf(this.#reading, this.#work.edits));
    if (checking.kind === 'refused') return checking.refusal;
    const checked = checking.checked.asFile();
    const isSame = (['payableCount', 'totalPaise', 'hiddenRowCount', 'hiddenColumnCount'] as const).every(
      (figure) => checked[figure] === this.#check[figure],
    );
    invariant(isSame, 'a draft kept by differences is not what its check from scratch says');
    return checked;
  }

  /** Makes a step from what the draft is at that moment. Errors: a refusal when `revision` is not the draft's. */
  edit(revision: number, make: () => Step | Refusal): Refusal | null {
    if (revision !== this.#revision) return CHANGED_MEANWHILE;
    const made = make();
    const step = 'code' in made || !this.#reading.isRetry ? made : withoutLocked(this, made);
    return 'code' in step ? step : this.#apply(step, 'edit');
  }

  /** Takes the newest step back, or what was taken back last once more. */
  go(direction: 'undo' | 'redo', revision: number): Refusal | null {
    if (revision !== this.#revision) return CHANGED_MEANWHILE;
    const step = this.#work[direction].at(-1);
    return step === undefined ? NOTHING_TO_UNDO : this.#apply(step, direction);
  }

  #apply(step: Step, direction: Direction): Refusal | null {
    const original = (row: number, field: Field): string => this.original(row, field);
    const { edits, inverse, rows } = takeStep(this.#work.edits, { step, original });
    const change = this.#check.change(rows, edits);
    if (change.kind === 'refused') return change.refusal;
    this.#work = workAfter(this.#work, { edits, inverse, direction });
    this.#revision += 1;
    for (const row of change.rows ?? this.#check.rows.keys()) countRow(this.#tally, row, this.#check, edits);
    return null;
  }
}

function checkOf({ columns, options, maxPayoutPaise }: DraftSheet, edits: Edits): SheetCheck {
  const { fillRemark, includeHidden } = options;
  return { columns, fillRemark, includeHidden, maxPayoutPaise, edits };
}

export const CHANGED_MEANWHILE: Refusal = {
  code: 'changedMeanwhile',
  message: 'Something changed since this was shown.',
  cure: 'Look at it again as it is now.',
};

/** The amount is what was confirmed once; the reference is the unpaid payout's, and paying it again makes a new one. */
const LOCKED: Readonly<Partial<Record<Field, Refusal>>> = {
  amount: {
    code: 'amountLocked',
    message: 'A retry pays the same amount: it cannot be changed here.',
    cure: 'Another amount is another payment: leave this row out and pay it from a file of its own.',
  },
  reference: {
    code: 'referenceLocked',
    message: 'The reference names the payout that is paid again: it cannot be changed here.',
    cure: 'Nothing is to be done: paying it again makes a new reference.',
  },
};

/** The fields that cannot be changed in a retry. */
export const LOCKED_FIELDS: readonly Field[] = FIELDS.filter((field) => LOCKED[field] !== undefined);

/** The step without cells that stay as they are. Errors: refused when it would change a locked one. */
function withoutLocked(draft: Draft, step: Step): Step | Refusal {
  for (const { row, field, text } of step.cells) {
    const lock = LOCKED[field];
    if (lock !== undefined && text !== draft.original(row, field)) return lock;
  }
  return { ...step, cells: step.cells.filter(({ field }) => LOCKED[field] === undefined) };
}

const NOTHING_TO_UNDO: Refusal = {
  code: 'nothingToUndo',
  message: 'There is nothing to undo or redo.',
  cure: 'Go on with the draft as it is.',
};

/** One step of undo. Shape: `text` null is the file's own value again. */
export interface Step {
  readonly words: string;
  readonly cells: readonly { readonly row: number; readonly field: Field; readonly text: string | null }[];
  readonly excluded: readonly { readonly row: number; readonly excluded: boolean }[];
}

/** Applies a step; `original` is the file's own text. Shape: `rows` are those it names; the edits before it stay as they were. */
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

/** What tells a sheet from another, without its rows: those of a sheet that nobody looks at need not stay in memory. */
type SheetMark = Pick<OpenedSheet, 'sheet' | 'headers' | 'rowNumbers'>;

/** Shape: the same rows under the same headers of the same sheet. */
function isSameSheet(one: SheetMark, other: SheetMark): boolean {
  return (
    one.sheet === other.sheet && isSameList(one.headers, other.headers) && isSameList(one.rowNumbers, other.rowNumbers)
  );
}

function isSameList<Item>(one: ArrayLike<Item>, other: ArrayLike<Item>): boolean {
  return one.length === other.length && Array.from(one).every((item, at) => item === other[at]);
}

type RowStatus = 'ready' | 'warning' | 'error' | 'excluded';

/** Counts and totals over all rows. Units: paise. */
class DraftTally {
  readonly counts = { ready: 0, warning: 0, error: 0, excluded: 0 };
  readonly byMethod = { UPI: { count: 0, paise: 0 }, IMPS: { count: 0, paise: 0 } };
  readonly #rows: CheckedRow[] = [];
  readonly #statuses: RowStatus[] = [];

  status(row: number): RowStatus {
    return this.#statuses[row] ?? 'error';
  }

  /** Takes a row in place of what it was before. */
  put(
    row: number,
    checked: CheckedRow,
    { isExcluded, issues }: { readonly isExcluded: boolean; readonly issues: readonly Issue[] },
  ): void {
    const before = this.#rows[row];
    if (before !== undefined) this.#count(before, this.status(row), -1);
    const status = isExcluded ? 'excluded' : statusOf(checked, issues);
    this.#rows[row] = checked;
    this.#statuses[row] = status;
    this.#count(checked, status, 1);
  }

  #count(row: CheckedRow, status: RowStatus, sign: 1 | -1): void {
    this.counts[status] += sign;
    if (row.kind !== 'payable') return;
    const share = this.byMethod[row.payment.beneficiary.method];
    share.count += sign;
    share.paise += sign * row.payment.amountPaise;
  }
}

/** Counts every row of a check. */
function tallyOf(check: CheckedSheet, sheet: OpenedSheet, edits: Edits): DraftTally {
  invariant(check.rows.length === sheet.rowNumbers.length, 'a check left out a row of the sheet');
  const tally = new DraftTally();
  for (const row of check.rows.keys()) countRow(tally, row, check, edits);
  return tally;
}

/** Counts a row as it stands checked now. */
function countRow(tally: DraftTally, row: number, check: CheckedSheet, { excluded }: Edits): void {
  const checked = check.rows[row];
  invariant(checked !== undefined, 'a check left out a row of the sheet');
  tally.put(row, checked, { isExcluded: excluded.has(row), issues: check.issuesOf(row) });
}

function statusOf(row: CheckedRow, issues: readonly Issue[]): RowStatus {
  if (row.kind === 'blocked') return 'error';
  return issues.some(({ severity }) => severity === 'warning') ? 'warning' : 'ready';
}

/** Shape: the newest step last. */
interface SheetWork {
  readonly edits: Edits;
  readonly undo: readonly Step[];
  readonly redo: readonly Step[];
}

const NO_WORK: SheetWork = { edits: NO_EDITS, undo: [], redo: [] };

/** Which way a step goes. */
type Direction = 'edit' | 'undo' | 'redo';

/** The work after a step; `inverse` takes it back. */
function workAfter(
  { undo, redo }: SheetWork,
  { edits, inverse, direction }: { readonly edits: Edits; readonly inverse: Step; readonly direction: Direction },
): SheetWork {
  switch (direction) {
    case 'edit':
      return { edits, undo: [...undo, inverse].slice(-UNDO_STEPS_MAX), redo: [] };
    case 'undo':
      return { edits, undo: undo.slice(0, -1), redo: [...redo, inverse] };
    case 'redo':
      return { edits, undo: [...undo, inverse], redo: redo.slice(0, -1) };
    default:
      return unreachable(direction);
  }
}

/** The work on a sheet that is not looked at now. */
interface SetAside {
  readonly mark: SheetMark;
  readonly work: SheetWork;
}

/** What was done to this sheet when it was last looked at. */
function workOn(sheet: OpenedSheet, aside: readonly SetAside[]): SheetWork {
  return aside.find(({ mark }) => isSameSheet(mark, sheet))?.work ?? NO_WORK;
}

/** Lays the work on one sheet aside for another one, whose work is taken up. */
function layAside(
  aside: readonly SetAside[],
  { left, work, taken }: { readonly left: OpenedSheet; readonly work: SheetWork; readonly taken: OpenedSheet },
): readonly SetAside[] {
  const others = aside.filter(({ mark }) => !isSameSheet(mark, left) && !isSameSheet(mark, taken));
  const { sheet, headers, rowNumbers } = left;
  return work.undo.length + work.redo.length === 0
    ? others
    : [...others, { mark: { sheet, headers, rowNumbers }, work }];
}
