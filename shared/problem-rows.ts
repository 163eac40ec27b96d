// The rows of a file that cannot be paid, on their way into a workbook for whoever corrects them. In: nothing. Out: types.
// This file must never hold a cell in any other form than the file had it.

/** One row. Shape: `source` its cells as the file had them, one per header; one `problem` and `cure` for each finding. */
interface ProblemRow {
  readonly rowNumber: number;
  readonly source: readonly string[];
  readonly issues: readonly { readonly problem: string; readonly cure: string }[];
}

export interface ProblemRows {
  readonly file: string;
  readonly madeAtMs: number;
  readonly headers: readonly string[];
  readonly rows: readonly ProblemRow[];
}
