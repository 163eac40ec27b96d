// In: a table, and what the sheet says about ranges of its cells. Out: the cells' kinds, marked: merged, filled by an array
// formula, or linked to another address than they show. Source: these facts come after the cells in a sheet.
// This file must never cost more than a few passes over the sheet, however the ranges overlap.

import type { Refusal } from '../../../shared/issues.ts';
import { RANGE_VISITS_MAX } from '../../../shared/limits.ts';
import { refusal } from './refusals.ts';
import { KIND, type Table } from './table.ts';
import type { CellRange, SheetFacts } from './xlsx-messages.ts';

type MarkedTable = Table & { readonly kinds: Uint8Array };

/** Marks all cells that are not what they show. Errors: refused when the ranges are too many to be honest. */
export function markCells(table: MarkedTable, facts: SheetFacts): Refusal | null {
  const ranges = facts.merged.length + facts.formulas.length;
  if (ranges * table.headers.length > RANGE_VISITS_MAX) return tooMany();
  markRanges(table, facts.merged.filter(spansCells), KIND.merged);
  markRanges(table, facts.formulas, KIND.formula);
  return markLinks(table, facts.links) ? null : tooMany();
}

function tooMany(): Refusal {
  return refusal('damagedWorkbook', { reason: 'it has too many merged, linked or formula ranges' });
}

function spansCells(range: CellRange): boolean {
  return range.firstRow !== range.lastRow || range.firstColumn !== range.lastColumn;
}

/** Marks the cells of the ranges. Column by column and each row once, so that overlapping ranges cost no more than the sheet. */
function markRanges(table: MarkedTable, ranges: readonly CellRange[], kind: number): void {
  if (ranges.length === 0) return;
  const width = table.headers.length;
  const inOrder = ranges.toSorted((a, b) => a.firstRow - b.firstRow);
  for (let column = 0; column < width; column += 1) {
    let row = 0;
    for (const range of inOrder) {
      if (column < range.firstColumn || column > range.lastColumn) continue;
      row = Math.max(row, firstRowFrom(table, range.firstRow + 1));
      while (row < table.rows.length && (table.rowNumbers[row] ?? 0) <= range.lastRow + 1) {
        table.kinds[row * width + column] = kind;
        row += 1;
      }
    }
  }
}

/** The index of the first row with this number or a later one. */
function firstRowFrom(table: Table, rowNumber: number): number {
  let low = 0;
  let high = table.rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((table.rowNumbers[middle] ?? 0) < rowNumber) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Marks text cells whose mail or UPI link leads elsewhere: the person may have seen either. False when the links overlap endlessly. */
function markLinks(table: MarkedTable, links: SheetFacts['links']): boolean {
  const width = table.headers.length;
  let visited = 0;
  for (const { range, target } of links) {
    const address = addressOf(target);
    if (address === null) continue;
    let row = firstRowFrom(table, range.firstRow + 1);
    for (; row < table.rows.length && (table.rowNumbers[row] ?? 0) <= range.lastRow + 1; row += 1) {
      visited += range.lastColumn - range.firstColumn + 1;
      if (visited > RANGE_VISITS_MAX) return false;
      for (let column = range.firstColumn; column <= range.lastColumn && column < width; column += 1) {
        const at = row * width + column;
        const text = table.rows[row]?.[column] ?? '';
        if (text !== '' && table.kinds[at] === KIND.text && text.trim().toLowerCase() !== address) {
          table.kinds[at] = KIND.linked;
        }
      }
    }
  }
  return true;
}

/** The address a `mailto:` or `upi:` link leads to, in lower case; null for other links. */
function addressOf(target: string): string | null {
  try {
    const mail = /^mailto:([^?]*)/i.exec(target)?.[1];
    if (mail !== undefined) return decodeURIComponent(mail).trim().toLowerCase();
    if (!/^upi:/i.test(target)) return null;
    const payee = new URLSearchParams(target.slice(target.indexOf('?') + 1)).get('pa');
    return (payee ?? target.slice(4)).trim().toLowerCase();
  } catch {
    // A link that cannot be read leads to no address that the text could equal.
    return '';
  }
}
