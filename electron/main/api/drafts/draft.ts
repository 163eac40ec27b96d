// A draft: one opened sheet on its way to be confirmed, with what a person changed of it. In: edits. Out: the file as checked
// with them. Every edit is one step of undo; every change makes a new revision, so that two windows never edit past each other.
// This file must never keep an edit whose check was refused.

import { invariant } from '../../../../shared/failures.ts';
import type { Field, Issue, Refusal } from '../../../../shared/issues.ts';
import type { Paise } from '../../../../shared/money.ts';
import type { BatchId, Sha256 } from '../../../../shared/ids.ts';
import type { RetryPayout } from '../../../../shared/retry.ts';
import { type CheckedFile, type CheckedRow, type ColumnMatch, NO_EDITS } from '../../../../shared/rows.ts';
import type { ReadOptions } from '../../../../shared/api/draft-commands.ts';
import type { CheckedSheet, OpenedSheet, SheetCheck } from '../sheet-port.ts';
import { type DraftEdits, type Step, takeStep } from './draft-edits.ts';
import { isSameSheet } from './same-sheet.ts';
import { type Direction, layAside, NO_WORK, type SetAside, type SheetWork, workAfter, workOn } from './sheet-work.ts';
import { countRow, type DraftTally, type RowStatus, tallyInTurns } from './draft-tally.ts';

export type Columns = Readonly<Partial<Record<Field, ColumnMatch>>>;

/** What a draft pays again. Shape: `payouts` one per row of its sheet, in the same order; `headers` those of the batch's file. */
export interface RetryOrigin {
  readonly batch: BatchId;
  readonly fileName: string;
  readonly fileSha256: Sha256;
  readonly sheet: string | null;
  readonly headers: readonly string[];
  readonly payouts: readonly RetryPayout[];
}

/** Everything a draft is made of when its file is read. Shape: `retry` null for a file of its own. */
export interface DraftReading {
  readonly sheet: OpenedSheet;
  readonly columns: Columns;
  readonly options: ReadOptions;
  readonly maxPayoutPaise: Paise | null;
  readonly retry: RetryOrigin | null;
}

/** A draft at one revision, checked from scratch; later edits do not change it. */
export interface WholeDraft {
  readonly revision: number;
  readonly reading: DraftReading;
  readonly checked: CheckedFile;
}

export class Draft {
  readonly id: string;
  #reading: DraftReading;
  #check: CheckedSheet;
  /** What was done to the sheet that is looked at, and to those that were before. */
  #work: SheetWork = NO_WORK;
  #aside: readonly SetAside[] = [];
  #revision: number;
  #tally: DraftTally;
  /** Made once for a revision. */
  #whole: WholeDraft | null = null;
  #asFile: { readonly revision: number; readonly checked: CheckedFile } | null = null;
  #busy: Promise<unknown> = Promise.resolve();

  private constructor(
    id: string,
    { reading, check, tally }: { reading: DraftReading; check: CheckedSheet; tally: DraftTally },
    revision: number,
  ) {
    this.id = id;
    this.#revision = revision;
    this.#reading = reading;
    this.#check = check;
    this.#tally = tally;
  }

  /** Checks the file as it is. Shape: `revision` the first one, which the handle never had before. */
  static async open(id: string, reading: DraftReading, revision = 0): Promise<Draft | Refusal> {
    const checking = await reading.sheet.check(checkOf(reading, NO_EDITS));
    if (checking.kind === 'refused') return checking.refusal;
    const { checked: check } = checking;
    const tally = await tallyInTurns(check, reading.sheet, NO_EDITS);
    return new Draft(id, { reading, check, tally }, revision);
  }

  get reading(): DraftReading {
    return this.#reading;
  }
  get rows(): readonly CheckedRow[] {
    return this.#check.rows;
  }
  /** The file as checked with the edits, as it stands now. */
  get checked(): CheckedFile {
    if (this.#asFile?.revision !== this.#revision) {
      this.#asFile = { revision: this.#revision, checked: this.#check.asFile() };
    }
    return this.#asFile.checked;
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
  reread(reading: DraftReading): Promise<Refusal | null> {
    return this.#alone(async () => {
      // A correction belongs to the row it was typed on: another sheet's row of the same number is somebody else.
      const left = this.#reading.sheet;
      const taken = reading.sheet;
      const isSame = isSameSheet(taken, left);
      const work = isSame ? this.#work : workOn(taken, this.#aside);
      const checking = await taken.check(checkOf(reading, work.edits));
      if (checking.kind === 'refused') return checking.refusal;
      const tally = await tallyInTurns(checking.checked, taken, work.edits);
      if (!isSame) this.#aside = layAside(this.#aside, { left, work: this.#work, taken });
      this.#reading = reading;
      this.#check = checking.checked;
      this.#tally = tally;
      this.#work = work;
      this.#revision += 1;
      return null;
    });
  }

  /**
   * The draft as it was seen at a revision, checked from scratch: what is stored never rests on differences alone.
   * Errors: a refusal when the draft has another revision by now.
   */
  checkWhole(revision: number): Promise<WholeDraft | Refusal> {
    return this.#alone(async () => {
      if (revision !== this.#revision) return CHANGED_MEANWHILE;
      if (this.#whole?.revision === revision) return this.#whole;
      const reading = this.#reading;
      const checking = await reading.sheet.check(checkOf(reading, this.#work.edits));
      if (checking.kind === 'refused') return checking.refusal;
      const checked = checking.checked.asFile();
      const isSame = (['payableCount', 'totalPaise', 'hiddenRowCount', 'hiddenColumnCount'] as const).every(
        (figure) => checked[figure] === this.#check[figure],
      );
      invariant(isSame, 'a draft kept by differences is not what its check from scratch says');
      this.#whole = { revision, reading, checked };
      return this.#whole;
    });
  }

  /** Makes a step from what the draft is at that moment. Errors: a refusal when `revision` is not the draft's. */
  edit(revision: number, make: () => Step | Refusal): Promise<Refusal | null> {
    return this.#alone(async () => {
      if (revision !== this.#revision) return CHANGED_MEANWHILE;
      const step = make();
      if ('code' in step) return step;
      return this.#apply(step, 'edit');
    });
  }

  undo(revision: number): Promise<Refusal | null> {
    return this.#alone(async () => {
      if (revision !== this.#revision) return CHANGED_MEANWHILE;
      const step = this.#work.undo.at(-1);
      return step === undefined ? NOTHING_TO_UNDO : this.#apply(step, 'undo');
    });
  }

  redo(revision: number): Promise<Refusal | null> {
    return this.#alone(async () => {
      if (revision !== this.#revision) return CHANGED_MEANWHILE;
      const step = this.#work.redo.at(-1);
      return step === undefined ? NOTHING_TO_UNDO : this.#apply(step, 'redo');
    });
  }

  async #apply(step: Step, direction: Direction): Promise<Refusal | null> {
    const original = (row: number, field: Field): string => this.original(row, field);
    const { edits, inverse, rows } = takeStep(this.#work.edits, { step, original });
    const change = await this.#check.change(rows, edits);
    if (change.kind === 'refused') return change.refusal;
    this.#work = workAfter(this.#work, { edits, inverse, direction });
    this.#revision += 1;
    // At once: nobody may see the rows as they are now beside the counts as they were.
    for (const row of change.rows ?? this.#check.rows.keys()) countRow(this.#tally, row, this.#check, edits);
    return null;
  }

  /** One change after the other: a check takes several turns of the event loop. */
  #alone<Value>(act: () => Promise<Value>): Promise<Value> {
    const turn = this.#busy.then(act);
    this.#busy = turn.catch(() => undefined);
    return turn;
  }
}

function checkOf({ columns, options, maxPayoutPaise }: DraftReading, edits: DraftEdits): SheetCheck {
  const { fillRemark, includeHidden } = options;
  return { columns, fillRemark, includeHidden, maxPayoutPaise, edits };
}

export const CHANGED_MEANWHILE: Refusal = {
  code: 'changedMeanwhile',
  message: 'Something changed since this was shown.',
  cure: 'Look at it again as it is now.',
};

const NOTHING_TO_UNDO: Refusal = {
  code: 'nothingToUndo',
  message: 'There is nothing to undo or redo.',
  cure: 'Go on with the draft as it is.',
};
