// A sheet that stays checked while a person edits it. In: the edits, and which rows they changed. Out: the findings as the
// check of the whole sheet would have them, and which rows to look at again. Many rows at once are checked as a whole.
// This file must never keep an edit whose total cannot be held exactly.

import { EDIT_ROWS_BY_DIFFERENCE_MAX, TOTAL_MAX_PAISE } from '../../../shared/limits.ts';
import type { Issue, Refusal } from '../../../shared/issues.ts';
import { asPaise, type Paise } from '../../../shared/money.ts';
import type { CheckedRow, Edits } from '../../../shared/rows.ts';
import { CheckedState, type StateWish } from './checked-state.ts';
import { typedFields } from './edit-table.ts';
import { refusal } from './refusals.ts';

/** Shape: `rows` are those whose findings may differ now; null for all of them. */
export type SheetChange =
  | { readonly kind: 'changed'; readonly rows: readonly number[] | null }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** The checked sheet. Shape: one entry for each row of the sheet, in its order. */
export class KeptCheck {
  readonly #wish: StateWish;
  #state: CheckedState;
  #edits: Edits;

  private constructor(wish: StateWish, state: CheckedState) {
    this.#wish = wish;
    this.#state = state;
    this.#edits = wish.edits;
  }

  static async open(wish: StateWish): Promise<KeptCheck | Refusal> {
    const state = await CheckedState.open(wish);
    return state.totalPaise > TOTAL_MAX_PAISE ? refusal('totalTooLarge') : new KeptCheck(wish, state);
  }

  get rows(): readonly CheckedRow[] {
    return this.#state.rows;
  }
  /** What is to be said about whole columns. */
  get columnIssues(): readonly Issue[] {
    return this.#state.columnIssues;
  }
  get payableCount(): number {
    return this.#state.payableCount;
  }
  get totalPaise(): Paise {
    return asPaise(this.#state.totalPaise);
  }
  get hiddenRowCount(): number {
    return this.#state.hiddenRowCount;
  }
  get hiddenColumnCount(): number {
    return this.#state.hiddenColumnCount;
  }

  issuesOf(row: number): readonly Issue[] {
    return this.#state.issues[row] ?? [];
  }

  /** Takes edits that differ from those before in these rows. Errors: refused with everything as it was. */
  async change(rows: readonly number[], edits: Edits): Promise<SheetChange> {
    const changed = this.#isFew(rows, edits) ? this.#state.change(rows, edits) : null;
    if (changed !== null && this.#state.totalPaise <= TOTAL_MAX_PAISE) {
      this.#edits = edits;
      return { kind: 'changed', rows: changed };
    }
    const next = await CheckedState.open({ ...this.#wish, edits });
    if (next.totalPaise > TOTAL_MAX_PAISE) {
      this.#state = await CheckedState.open({ ...this.#wish, edits: this.#edits });
      return { kind: 'refused', refusal: refusal('totalTooLarge') };
    }
    this.#state = next;
    this.#edits = edits;
    return { kind: 'changed', rows: null };
  }

  /** A field that gets a column of its own, or loses it, changes what every row is asked for. */
  #isFew(rows: readonly number[], edits: Edits): boolean {
    if (rows.length > EDIT_ROWS_BY_DIFFERENCE_MAX) return false;
    const fields = typedFields(edits);
    const before = typedFields(this.#edits);
    const hasColumn = (field: keyof StateWish['columns']): boolean => this.#wish.columns[field] !== undefined;
    const isSame = (all: typeof fields, other: typeof fields): boolean =>
      [...all].every((field) => hasColumn(field) || other.has(field));
    return isSame(fields, before) && isSame(before, fields);
  }
}
