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
import { UNDO_STEPS_MAX } from '../../../../shared/limits.ts';
import type { KeptCheck, OpenedSheet, SheetCheck } from '../sheet-port.ts';
import { checkedFileOf } from './checked-file.ts';
import { type DraftEdits, type Step, takeStep } from './draft-edits.ts';
import { isSameSheet } from './same-sheet.ts';
import { DraftTally, type RowStatus } from './draft-tally.ts';

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
  #check: KeptCheck;
  #edits: DraftEdits = NO_EDITS;
  #undo: Step[] = [];
  #redo: Step[] = [];
  #revision: number;
  #tally = new DraftTally();
  /** Made once for a revision. */
  #whole: WholeDraft | null = null;
  #asFile: { readonly revision: number; readonly checked: CheckedFile } | null = null;
  #busy: Promise<unknown> = Promise.resolve();

  private constructor(id: string, { reading, check }: { reading: DraftReading; check: KeptCheck }, revision: number) {
    this.id = id;
    this.#revision = revision;
    this.#reading = reading;
    this.#check = check;
    this.#countAll();
  }

  /** Checks the file as it is. Shape: `revision` the first one, which the handle never had before. */
  static async open(id: string, reading: DraftReading, revision = 0): Promise<Draft | Refusal> {
    const keeping = await reading.sheet.keepChecked(checkOf(reading, NO_EDITS));
    return keeping.kind === 'refused' ? keeping.refusal : new Draft(id, { reading, check: keeping.check }, revision);
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
      this.#asFile = {
        revision: this.#revision,
        checked: checkedFileOf(this.#reading.sheet, this.#reading.columns, this.#check),
      };
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
  get tally(): Pick<DraftTally, 'counts' | 'byMethod'> {
    return this.#tally;
  }
  get revision(): number {
    return this.#revision;
  }
  get undoWords(): string | null {
    return this.#undo.at(-1)?.words ?? null;
  }
  get redoWords(): string | null {
    return this.#redo.at(-1)?.words ?? null;
  }
  get editedRows(): ReadonlyMap<number, ReadonlyMap<Field, string>> {
    return this.#edits.cells;
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
    return this.#edits.cells.get(row)?.get(field) ?? this.original(row, field);
  }

  /** The file's own text of a field. */
  original(row: number, field: Field): string {
    const column = this.#reading.columns[field]?.index;
    return column === undefined ? '' : this.#reading.sheet.text(row, column);
  }

  /** Reads the file in another way, keeping the edits by row and field. */
  reread(reading: DraftReading): Promise<Refusal | null> {
    return this.#alone(async () => {
      // A correction belongs to the row it was typed on: another sheet's row of the same number is somebody else.
      const isSame = isSameSheet(reading.sheet, this.#reading.sheet);
      const edits = isSame ? this.#edits : NO_EDITS;
      const keeping = await reading.sheet.keepChecked(checkOf(reading, edits));
      if (keeping.kind === 'refused') return keeping.refusal;
      this.#reading = reading;
      this.#check = keeping.check;
      if (!isSame) this.#undo = this.#redo = [];
      this.#edits = edits;
      this.#revision += 1;
      this.#countAll();
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
      const checking = await reading.sheet.check(checkOf(reading, this.#edits));
      if (checking.kind === 'refused') return checking.refusal;
      const { checked } = checking;
      const isSame = (['payableCount', 'totalPaise', 'hiddenRowCount'] as const).every(
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
      return this.#apply(step, (inverse) => {
        this.#undo = [...this.#undo, inverse].slice(-UNDO_STEPS_MAX);
        this.#redo = [];
      });
    });
  }

  undo(revision: number): Promise<Refusal | null> {
    return this.#alone(async () => {
      if (revision !== this.#revision) return CHANGED_MEANWHILE;
      const step = this.#undo.at(-1);
      if (step === undefined) return NOTHING_TO_UNDO;
      return this.#apply(step, (inverse) => {
        this.#undo = this.#undo.slice(0, -1);
        this.#redo = [...this.#redo, inverse];
      });
    });
  }

  redo(revision: number): Promise<Refusal | null> {
    return this.#alone(async () => {
      if (revision !== this.#revision) return CHANGED_MEANWHILE;
      const step = this.#redo.at(-1);
      if (step === undefined) return NOTHING_TO_UNDO;
      return this.#apply(step, (inverse) => {
        this.#redo = this.#redo.slice(0, -1);
        this.#undo = [...this.#undo, inverse];
      });
    });
  }

  async #apply(step: Step, kept: (inverse: Step) => void): Promise<Refusal | null> {
    const original = (row: number, field: Field): string => this.original(row, field);
    const { edits, inverse, rows } = takeStep(this.#edits, { step, original });
    const change = await this.#check.change(rows, edits);
    if (change.kind === 'refused') return change.refusal;
    kept(inverse);
    this.#edits = edits;
    this.#revision += 1;
    if (change.rows === null) this.#countAll();
    else for (const row of change.rows) this.#count(row);
    return null;
  }

  #countAll(): void {
    invariant(this.#check.rows.length === this.#reading.sheet.rowNumbers.length, 'a check left out a row of the sheet');
    this.#tally = new DraftTally();
    for (let row = 0; row < this.#check.rows.length; row += 1) this.#count(row);
  }

  #count(row: number): void {
    const checked = this.#check.rows[row];
    invariant(checked !== undefined, 'a check left out a row of the sheet');
    this.#tally.put(row, checked, {
      isExcluded: this.#edits.excluded.has(row),
      issues: this.#check.issuesOf(row),
    });
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
