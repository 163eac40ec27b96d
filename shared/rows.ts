// What a spreadsheet becomes once it is read: columns, checked rows and their issues.
// In: nothing. Out: types that the import, the store and the doors share. This file must never check a value: it only names what was checked.

import type { Reference, Sha256 } from './ids.ts';
import type { Field, Issue } from './issues.ts';
import type { Paise } from './money.ts';

export type Method = 'UPI' | 'IMPS';

/** Who is paid. Shape: `upiId` as the file has it, compared without case; `accountNumber` as text with its zeros; `ifsc` in upper case. */
export type Beneficiary =
  | { readonly method: 'UPI'; readonly upiId: string }
  | { readonly method: 'IMPS'; readonly accountNumber: string; readonly ifsc: string };

/** One intention to pay one person once, exactly as the file means it. `name` never leaves this machine. */
export interface Payment {
  readonly beneficiary: Beneficiary;
  readonly amountPaise: Paise;
  readonly remark: string;
  readonly reference: Reference | null;
  readonly name: string | null;
}

/** Shape: `source` holds the row's cells as text, one per header, in file order. `hidden`: the sheet hides this row. */
export type CheckedRow = PayableRow | BlockedRow;
export interface PayableRow {
  readonly kind: 'payable';
  readonly rowNumber: number;
  readonly payment: Payment;
  readonly source: readonly string[];
  readonly hidden: boolean;
}
/** Shape: `aboveCeiling` what it would pay where an account's ceiling alone blocks it: that is still what the file means. */
export interface BlockedRow {
  readonly kind: 'blocked';
  readonly rowNumber: number;
  readonly source: readonly string[];
  readonly hidden: boolean;
  readonly aboveCeiling?: Payment;
}

/** How a column came to carry a field: its header said so, an earlier choice, its content, or the person. */
export type ColumnHow = 'exact' | 'remembered' | 'guessed' | 'given';
/** Shape: `doubt` is what speaks against a column that a person chose all the same; each file says it again. */
export interface ColumnMatch {
  readonly header: string;
  readonly index: number;
  readonly how: ColumnHow;
  readonly doubt?: ColumnDoubt;
}
export interface ColumnDoubt {
  readonly code: 'unitDoubtful' | 'columnDoubtful';
  readonly details: Readonly<Record<string, string>>;
}

/** A sheet of a workbook by name; a hidden one is never read unless it is named. */
export interface SheetName {
  readonly name: string;
  readonly hidden: boolean;
}

export interface FileFacts {
  readonly name: string;
  readonly sizeBytes: number;
  readonly sha256: Sha256;
}

/** A file that was read as a whole: every row is in `rows`, every finding in `issues`. */
export interface CheckedFile {
  readonly file: FileFacts;
  readonly sheet: string | null;
  readonly headers: readonly string[];
  readonly columns: Readonly<Partial<Record<Field, ColumnMatch>>>;
  readonly rows: readonly CheckedRow[];
  readonly issues: readonly Issue[];
  readonly payableCount: number;
  readonly totalPaise: Paise;
  /** What of the sheet is hidden and would be paid without being seen: rows that can be paid, and columns that carry a field. */
  readonly hiddenRowCount: number;
  readonly hiddenColumnCount: number;
}

/**
 * What a person changed of a sheet's rows. Rows are counted from 0 as the sheet's table has them.
 * Shape: `cells` holds the new text of a field; `excluded` the rows that are left out.
 */
export interface Edits {
  readonly cells: ReadonlyMap<number, ReadonlyMap<Field, string>>;
  readonly excluded: ReadonlySet<number>;
}

/** The file as it is. */
export const NO_EDITS: Edits = { cells: new Map(), excluded: new Set() };
