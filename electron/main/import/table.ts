// What CSV and XLSX have in common once their bytes are read: headers, and rows of cells as text with what each cell was.
// In: nothing. Out: types and cell addresses. This file must never know a payment field.

/**
 * What a cell was in the sheet, beside its text. One byte each, so that a large sheet's kinds fit beside its text.
 * zeroMask: a number whose format shows zeros that it does not hold. unusual: a number whose format shows another value
 * (percent, thousands, another currency, nothing). whole: a number whose format shows no decimals, held or not. linked: a link that leads to another address than the text.
 */
export const KIND = {
  text: 0,
  number: 1,
  zeroMask: 2,
  unusual: 3,
  date: 4,
  boolean: 5,
  error: 6,
  formula: 7,
  merged: 8,
  linked: 9,
  whole: 10,
} as const;

/** Whether a cell was a number that the sheet shows as the number it is, decimals aside. */
export function isPlainNumber(kind: number): boolean {
  return kind === KIND.number || kind === KIND.whole;
}

/**
 * A sheet as text.
 * Shape: every row has one cell per header; blank rows are left out but `rowNumbers` are those the person sees.
 * `kinds` holds a KIND per cell, row after row; null when every cell is text. `hidden` holds 1 for each hidden row.
 */
export interface Table {
  readonly sheet: string | null;
  readonly headerRowNumber: number;
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly rowNumbers: ArrayLike<number>;
  readonly kinds: Uint8Array | null;
  readonly hidden: Uint8Array | null;
  readonly hiddenColumns: ReadonlySet<number>;
}

/** A column's letters: 0 is `A`, 26 is `AA`. */
export function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter;
}

/** The cell as a spreadsheet writes it: `Sheet1!D17`, `'Nov 2026'!D17`, and for CSV `D17`. */
export function cellAddress(place: {
  readonly sheet: string | null;
  readonly column: number;
  readonly rowNumber: number;
}): string {
  const cell = `${columnLetters(place.column)}${place.rowNumber}`;
  if (place.sheet === null) return cell;
  const plain = /^[\p{L}_][\p{L}\p{M}\p{N}_.]*$/u.test(place.sheet);
  return `${plain ? place.sheet : `'${place.sheet.replaceAll("'", "''")}'`}!${cell}`;
}
