// A draft: one opened sheet on its way to be confirmed, with what a person changed of it. In: edits. Out: the file as checked
// with them. Every edit is one step of undo; every change makes a new revision, so that two windows never edit past each other.
// This file must never keep an edit whose check was refused.

import { invariant } from '../../../../shared/failures.ts';
import { type Field, FIELDS, type Issue, type Refusal } from '../../../../shared/issues.ts';
import type { Paise } from '../../../../shared/money.ts';
import type { CheckedFile, ColumnMatch } from '../../../../shared/rows.ts';
import type { BatchId, Sha256 } from '../../../../shared/ids.ts';
import type { RetryPayout } from '../../../../shared/retry.ts';
import type { ReadOptions } from '../../../../shared/api/draft-commands.ts';
import { UNDO_STEPS_MAX } from '../../../../shared/limits.ts';
import type { OpenedSheet } from '../sheet-port.ts';

export type Columns = Readonly<Partial<Record<Field, ColumnMatch>>>;

/** One step of undo. Shape: `text` null is the file's own value again. */
export interface Step {
  readonly words: string;
  readonly cells: readonly { readonly row: number; readonly field: Field; readonly text: string | null }[];
  readonly excluded: readonly { readonly row: number; readonly excluded: boolean }[];
}

export type RowStatus = 'ready' | 'warning' | 'error' | 'excluded';

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

export class Draft {
  readonly id: string;
  #reading: DraftReading;
  #checked: CheckedFile;
  #cells = new Map<number, Map<Field, string>>();
  #excluded = new Set<number>();
  #undo: Step[] = [];
  #redo: Step[] = [];
  #revision = 0;
  #statuses: RowStatus[] = [];
  #issues = new Map<number, Issue[]>();
  #busy: Promise<unknown> = Promise.resolve();

  private constructor(id: string, { reading, checked }: { reading: DraftReading; checked: CheckedFile }) {
    this.id = id;
    this.#reading = reading;
    this.#checked = checked;
    this.#index();
  }

  /** Checks the file as it is. */
  static async open(id: string, reading: DraftReading): Promise<Draft | Refusal> {
    const checking = await checkWith(reading, { cells: new Map(), excluded: new Set() });
    return checking.kind === 'refused' ? checking.refusal : new Draft(id, { reading, checked: checking.checked });
  }

  get reading(): DraftReading {
    return this.#reading;
  }
  get checked(): CheckedFile {
    return this.#checked;
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
    return this.#cells;
  }

  status(row: number): RowStatus {
    return this.#statuses[row] ?? 'error';
  }

  /** The findings about a row of the sheet, counted from 0. */
  issuesOf(row: number): readonly Issue[] {
    return this.#issues.get(this.#reading.sheet.rowNumbers[row] ?? -1) ?? [];
  }

  /** The text of a field as it stands; empty where the file has no such column and nothing was typed. */
  text(row: number, field: Field): string {
    return this.#cells.get(row)?.get(field) ?? this.original(row, field);
  }

  /** The file's own text of a field. */
  original(row: number, field: Field): string {
    const column = this.#reading.columns[field]?.index;
    return column === undefined ? '' : this.#reading.sheet.text(row, column);
  }

  /** Reads the file in another way, keeping the edits by row and field. */
  reread(reading: DraftReading): Promise<Refusal | null> {
    return this.#alone(async () => {
      const isSameSheet = reading.sheet.rowNumbers.length === this.#reading.sheet.rowNumbers.length;
      const edits = isSameSheet
        ? { cells: this.#cells, excluded: this.#excluded }
        : { cells: new Map<number, Map<Field, string>>(), excluded: new Set<number>() };
      const checking = await checkWith(reading, edits);
      if (checking.kind === 'refused') return checking.refusal;
      this.#reading = reading;
      if (!isSameSheet) this.#undo = this.#redo = [];
      this.#take(checking.checked, edits);
      return null;
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
    const cells = new Map([...this.#cells].map(([row, fields]) => [row, new Map(fields)]));
    const excluded = new Set(this.#excluded);
    const inverse = {
      words: step.words,
      cells: step.cells.map(({ row, field }) => ({ row, field, text: this.#cells.get(row)?.get(field) ?? null })),
      excluded: step.excluded.map(({ row }) => ({ row, excluded: this.#excluded.has(row) })),
    };
    for (const { row, field, text } of step.cells) {
      const fields = cells.get(row) ?? new Map<Field, string>();
      if (text === null || text === this.original(row, field)) fields.delete(field);
      else fields.set(field, text);
      if (fields.size === 0) cells.delete(row);
      else cells.set(row, fields);
    }
    for (const { row, excluded: isOut } of step.excluded) {
      if (isOut) excluded.add(row);
      else excluded.delete(row);
    }
    const checking = await checkWith(this.#reading, { cells, excluded });
    if (checking.kind === 'refused') return checking.refusal;
    kept(inverse);
    this.#take(checking.checked, { cells, excluded });
    return null;
  }

  #take(checked: CheckedFile, edits: { cells: Map<number, Map<Field, string>>; excluded: Set<number> }): void {
    this.#checked = checked;
    this.#cells = edits.cells;
    this.#excluded = edits.excluded;
    this.#revision += 1;
    this.#index();
  }

  #index(): void {
    const { rows, issues } = this.#checked;
    invariant(rows.length === this.#reading.sheet.rowNumbers.length, 'a check left out a row of the sheet');
    this.#issues = Map.groupBy(issues, (issue) => issue.row);
    const warned = new Set(issues.filter(({ severity }) => severity === 'warning').map(({ row }) => row));
    this.#statuses = rows.map((row, at) => {
      if (this.#excluded.has(at)) return 'excluded';
      if (row.kind === 'blocked') return 'error';
      return warned.has(row.rowNumber) ? 'warning' : 'ready';
    });
  }

  /** One change after the other: a check takes several turns of the event loop. */
  #alone<Value>(act: () => Promise<Value>): Promise<Value> {
    const turn = this.#busy.then(act);
    this.#busy = turn.catch(() => undefined);
    return turn;
  }
}

function checkWith(
  { sheet, columns, options, maxPayoutPaise }: DraftReading,
  edits: { readonly cells: Map<number, Map<Field, string>>; readonly excluded: Set<number> },
): ReturnType<OpenedSheet['check']> {
  const { fillRemark, includeHidden } = options;
  return sheet.check({ columns, fillRemark, includeHidden, maxPayoutPaise, edits });
}

/** Fields whose cells the grid shows: those with a column, and those that were typed into. */
export function shownFields(draft: Draft): readonly Field[] {
  const typed = new Set<Field>();
  for (const cells of draft.editedRows.values()) for (const field of cells.keys()) typed.add(field);
  return FIELDS.filter((field) => draft.reading.columns[field] !== undefined || typed.has(field));
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
