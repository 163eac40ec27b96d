// What becomes of a person's corrections when the file was changed and is read again. A correction goes on with its row
// where that row is surely the same one; where the file itself changed the cell, the file counts. Whatever does not go on
// is listed, and above all each row that was left out: it would be paid now.

import type { CarriedEdit, CarriedEdits } from '../../../../shared/api/draft-commands.ts';
import { type Edits, FIELDS, type Field } from '../../../../shared/rows.ts';
import type { Columns } from '../../import/match-columns.ts';
import { firstAtLeast, type Table } from '../../import/table.ts';

/** A sheet, and the columns that its fields are read from. */
export interface ReadSheet {
  readonly table: Table;
  readonly columns: Columns;
}

/** Corrections that are listed one by one; all are counted. */
const LISTED_MAX = 200;

/** Who is paid: a row that pays somebody else is another row, wherever it stands. */
const PAYEE: readonly Field[] = ['upiId', 'accountNumber', 'ifsc', 'name', 'reference'];

/** Carries the corrections of a sheet over to what became of it. */
export function carryEdits(
  before: ReadSheet & { readonly edits: Edits },
  now: ReadSheet,
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
  // The rows of both sheets are only compared where there is anything to carry.
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

/** Finds the row that a row became. Shape: null where there is none, or several could be it. */
function findPlaces(before: ReadSheet, now: ReadSheet): (row: number) => number | null {
  const same = [rowsBy(before, FIELDS), rowsBy(now, FIELDS)] as const;
  const alike = [rowsBy(before, PAYEE), rowsBy(now, PAYEE)] as const;
  /** A row that says what another one said before is that one, and not this one with a change. */
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

/** The rows of a sheet by what stands in these fields. */
function rowsBy(sheet: ReadSheet, fields: readonly Field[]): Rows {
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

/** Shape: null for a row in which nothing stands: it is like any other such row. */
function keyOf(sheet: ReadSheet, row: number, fields: readonly Field[]): string | null {
  const texts = fields.map((field) => textOf(sheet, row, field).trim());
  return texts.every((text) => text === '') ? null : JSON.stringify(texts);
}

/** The file's own text of a field; empty where it has no such column. */
export function textOf({ table, columns }: ReadSheet, row: number, field: Field): string {
  const column = columns[field]?.index;
  return column === undefined ? '' : (table.rows[row]?.[column] ?? '');
}
