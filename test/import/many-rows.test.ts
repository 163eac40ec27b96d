// A file of 99 MB has a million rows or a thousand columns. What compares rows or columns with each other may not take a time that
// grows with their square.

import { describe, expect, it } from 'vitest';
import { findDifferingTotals, findPageLines } from '../../electron/main/import/no-payment.ts';
import { RowCells } from '../../electron/main/import/row-cells.ts';
import { findSortedApart } from '../../electron/main/import/sorted-apart.ts';
import { KIND, type Table } from '../../electron/main/import/table.ts';

function cpuMs(act: () => unknown): number {
  const began = process.cpuUsage();
  act();
  return process.cpuUsage(began).user / 1_000;
}

function tableOf(headers: readonly string[], rows: readonly (readonly string[])[], kind: number = KIND.text): Table {
  return {
    sheet: 'Sheet1',
    headerRowNumber: 1,
    headers,
    rows,
    rowNumbers: rows.map((_, at) => at + 2),
    kinds: new Uint8Array(rows.length * headers.length).fill(kind),
    hidden: null,
    hiddenColumns: new Set(),
  };
}

describe('a file of many rows', () => {
  it('has each total compared with the sums above in no time, although its amounts are rounded', () => {
    const rows = Array.from({ length: 40_000 }, (_, at) => [
      ['Ravi', `p${at}@okaxis`, '10.004', 'Nov'],
      ['Total', '', '10.00', ''],
    ]).flat();
    const table = tableOf(['Name', 'UPI ID', 'Amount', 'Remark'], rows);
    table.kinds?.forEach((_, cell, kinds) => {
      if (cell % 4 === 2) kinds[cell] = KIND.hundredths;
    });
    const column = (index: number, header: string) => ({ index, header, how: 'exact' as const });
    const columns = { name: column(0, 'Name'), upiId: column(1, 'UPI ID'), amount: column(2, 'Amount') };
    const searched = { rowCount: rows.length, pages: findPageLines(table, columns) };
    const totals = (): unknown => findDifferingTotals(new RowCells(table, columns), rows, searched);
    expect(totals()).toEqual([]);
    expect(cpuMs(totals)).toBeLessThan(1_500);
  });

  it('has the names of many columns folded once each', () => {
    const people = Array.from({ length: 5_000 }, (_, at) => `Person ${at} of ${at * 7}`);
    const names = ['Name', ...Array.from({ length: 15 }, (_, at) => `Name ${at}`)];
    const table = tableOf(
      names,
      people.map((name) => names.map(() => name)),
    );
    expect(findSortedApart(table, {})).toBeNull();
    expect(cpuMs(() => findSortedApart(table, {}))).toBeLessThan(800);
  });
});
