// A sheet in memory as drafts need it, in their own words; compose gives them the import's.
// This file must never name a room.

import type { Field, Issue, Refusal } from '../../../shared/issues.ts';
import type { Paise } from '../../../shared/money.ts';
import type { CheckedFile, CheckedRow, ColumnMatch, Edits, FileFacts, SheetName } from '../../../shared/rows.ts';

type FieldColumns = Readonly<Partial<Record<Field, ColumnMatch>>>;

/** A sheet in memory, to be matched and checked again and again. Shape: rows from 0, in the order of the sheet. */
export interface OpenedSheet {
  readonly file: FileFacts;
  readonly sheet: string | null;
  readonly sheets: readonly SheetName[];
  readonly headers: readonly string[];
  readonly rowNumbers: ArrayLike<number>;
  text(row: number, column: number): string;
  samples(column: number): readonly string[];
  /** Shape of `map`: field to header; an empty header leaves the field without a column. `how`: for this file, or an earlier one. */
  match(
    map: Readonly<Partial<Record<Field, string>>>,
    how?: 'given' | 'remembered',
  ):
    | { readonly kind: 'columns'; readonly columns: FieldColumns }
    | { readonly kind: 'refused'; readonly refusal: Refusal; readonly columns: FieldColumns };
  /** Checks the whole sheet from scratch; what comes of it follows a person's edits. */
  check(
    request: SheetCheck,
  ): Promise<
    | { readonly kind: 'checked'; readonly checked: CheckedSheet }
    | { readonly kind: 'refused'; readonly refusal: Refusal }
  >;
  bankOf(ifsc: string): string | null;
}
/** Rows that the desk itself holds, to be opened as a sheet. Shape: one cell per header in each row. */
export interface HeldRows {
  readonly file: FileFacts;
  readonly sheet: string | null;
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly rowNumbers: readonly number[];
}

export interface SheetCheck {
  readonly columns: FieldColumns;
  readonly fillRemark: string | null;
  readonly includeHidden: boolean;
  readonly maxPayoutPaise: Paise | null;
  readonly edits: Edits;
}

/** A sheet that stays checked: what it says is always what a check from scratch would say. Shape: rows as in the sheet. */
export interface CheckedSheet {
  readonly rows: readonly CheckedRow[];
  readonly columnIssues: readonly Issue[];
  readonly payableCount: number;
  readonly totalPaise: Paise;
  readonly hiddenRowCount: number;
  readonly hiddenColumnCount: number;
  issuesOf(row: number): readonly Issue[];
  /** The sheet as it is now, which later edits do not change. */
  asFile(): CheckedFile;
  /** Takes edits that differ in these rows. Shape: the rows to look at again; null for all. Errors: refused, all as before. */
  change(
    rows: readonly number[],
    edits: Edits,
  ): Promise<
    | { readonly kind: 'changed'; readonly rows: readonly number[] | null }
    | { readonly kind: 'refused'; readonly refusal: Refusal }
  >;
}
export type SheetOpening =
  | { readonly kind: 'opened'; readonly sheet: OpenedSheet }
  | {
      readonly kind: 'asks';
      readonly about: 'sheet' | 'encoding';
      readonly file: FileFacts;
      readonly refusal: Refusal;
      readonly sheets: readonly SheetName[];
      readonly encodings: readonly { readonly encoding: string; readonly preview: string }[];
    }
  | { readonly kind: 'refused'; readonly fileName: string; readonly refusal: Refusal };
