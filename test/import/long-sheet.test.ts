// A long sheet is read, checked and counted in many turns of the event loop: whoever else has something to do is not held up.

import { describe, expect, it } from 'vitest';
import { Draft } from '../../electron/main/api/drafts/draft.ts';
import { assembleTable } from '../../electron/main/import/assemble-table.ts';
import { openTable } from '../../electron/main/import/open-sheet.ts';
import { KIND } from '../../electron/main/import/table.ts';
import { ChunkBuilder } from '../../electron/main/import/xlsx-sheet.ts';
import { READ_OPTIONS } from '../../shared/api/draft-commands.ts';
import type { Sha256 } from '../../shared/ids.ts';
import { NO_EDITS } from '../../shared/rows.ts';
import { turnsOf } from '../fixtures/turns-of.ts';

const HEADERS = ['upi id', 'amount', 'remark'];
const THOUSANDS = 6;
const ROWS = Array.from({ length: THOUSANDS * 1_024 }, (_, at) => [`p${at}@bank`, `${(at % 90) + 1}`, 'pay']);

/** The rows as the reader of a workbook passes them on, a thousand in each piece. */
function chunks() {
  const builder = new ChunkBuilder();
  return Array.from({ length: THOUSANDS }, (_, piece) => {
    const header = piece === 0 ? [HEADERS] : [];
    const rows = ROWS.slice(piece * 1_024, (piece + 1) * 1_024);
    for (const [at, cells] of [...header, ...rows].entries()) {
      builder.startRow(piece * 2_000 + at + 1, false);
      for (const [column, text] of cells.entries()) builder.addText(column, KIND.text, text);
      builder.endRow();
    }
    return builder.take();
  });
}

async function openLong() {
  const table = {
    sheet: null,
    headerRowNumber: 1,
    headers: HEADERS,
    rows: ROWS,
    rowNumbers: ROWS.map((_, at) => at + 2),
    kinds: null,
    hidden: null,
    hiddenColumns: new Set<number>(),
  };
  const file = { name: 'pay.csv', sizeBytes: 1, sha256: '0'.repeat(64) as Sha256 };
  const opening = await openTable(table, { file, sheets: [] });
  if (opening.kind !== 'opened') throw new Error('the sheet does not open');
  const { sheet } = opening;
  return { sheet, columns: sheet.match({}).columns };
}

describe('a long sheet', () => {
  it('is put together with a turn for others after each piece that was read', async () => {
    const facts = { sheet: 'Pay', sheetHidden: false, merged: [], formulas: [], hiddenColumns: [], links: [] };
    const parts = { strings: [], chunks: chunks(), facts };
    let rows = 0;
    const turns = await turnsOf(async () => {
      const reading = await assembleTable(parts);
      if (reading.kind === 'table') rows = reading.table.rows.length;
    });
    expect(rows).toBe(ROWS.length);
    expect(turns).toBeGreaterThanOrEqual(THOUSANDS);
  });

  it('is checked with a turn for others after each thousand rows', async () => {
    const { sheet, columns } = await openLong();
    const request = { columns, fillRemark: null, includeHidden: false, maxPayoutPaise: null, edits: NO_EDITS };
    const turns = await turnsOf(async () => sheet.check(request));
    expect(turns).toBeGreaterThanOrEqual(THOUSANDS);
  });

  it('becomes a draft, checked and counted, with a turn for others after each thousand rows', async () => {
    const reading = { ...(await openLong()), options: READ_OPTIONS.parse({}), maxPayoutPaise: null, retry: null };
    let ready = 0;
    const turns = await turnsOf(async () => {
      const draft = await Draft.open('draft', reading);
      if (!('code' in draft)) ready = draft.tally.counts.ready;
    });
    expect(ready).toBe(ROWS.length);
    expect(turns).toBeGreaterThanOrEqual(2 * THOUSANDS);
  });
});
