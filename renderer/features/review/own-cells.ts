// What this window wrote into cells and its list may not show yet. In: cells as they are written, and how that ended. Out: what a
// person knows to stand in a cell. This file must never take for known what another window wrote.

import type { DraftRow } from '../../../shared/api/draft-commands.ts';
import type { Field } from '../../../shared/issues.ts';

/** A row with the draft's revision that it was read in. */
export interface SeenRow extends DraftRow {
  readonly revision: number;
}

export interface OwnCells {
  /** What a person knows to stand in a cell: what was written here since the row was read, else what is shown. */
  readonly known: (row: SeenRow, field: Field) => string;
  /** Notes what is being written. Gives the way to say how it ended: in which revision it stands, null when it was refused. */
  readonly write: (cells: readonly WrittenCell[]) => (revision: number | null) => void;
  /** A step was undone or redone: what stands in a cell is what is shown next. */
  readonly forget: () => void;
}

interface WrittenCell {
  readonly rowNumber: number;
  readonly field: Field;
  readonly text: string;
}

/** Shape: `revision` null while it is on its way. */
interface Written {
  readonly text: string;
  revision: number | null;
}

export function keepOwnCells(): OwnCells {
  const written = new Map<string, Written>();
  return {
    known: (row, field) => {
      const own = written.get(cellKey(row.rowNumber, field));
      const isNewer = own !== undefined && (own.revision === null || own.revision > row.revision);
      return isNewer ? own.text : (row.cells.find((cell) => cell.field === field)?.text ?? '');
    },
    write: (cells) => {
      const mine = cells.map(({ rowNumber, field, text }) => {
        const one: Written = { text, revision: null };
        const key = cellKey(rowNumber, field);
        written.set(key, one);
        return { key, one };
      });
      return (revision) => {
        for (const { key, one } of mine) {
          one.revision = revision;
          if (revision === null && written.get(key) === one) written.delete(key);
        }
      };
    },
    forget: () => {
      for (const [key, { revision }] of written) if (revision !== null) written.delete(key);
    },
  };
}

/** One cell of the file among all. */
export function cellKey(rowNumber: number, field: Field): string {
  return `${rowNumber} ${field}`;
}
