import { describe, expect, it } from 'vitest';
import { FIELDS, type Field } from '../../shared/rows.ts';
import { checked, refused } from './files.ts';
import { LAYOUTS, type Layout } from './layouts.ts';

const VALUES: Readonly<Record<Field, string>> = {
  paymentMethod: 'NEFT',
  upiId: 'asha@okaxis',
  accountNumber: '50100123456789',
  ifsc: 'HDFC0000001',
  amount: '25000',
  remark: 'Salary Nov 2026',
  reference: 'INV1',
  name: 'Asha Rao',
};

/** A plausible cell for a header, by its field or by what a trap's header says. */
function cellOf({ columns, cells = {} }: Layout, header: string, row: number): string {
  const args = cells[header];
  if (args !== undefined) return args;
  const field = FIELDS.find((one) => columns[one] === header);
  if (field === 'reference') return `INV${row}`;
  if (field !== undefined) return VALUES[field];
  if (/currency/i.test(header)) return 'INR';
  if (/ifsc/i.test(header)) return VALUES.ifsc;
  if (/upi|vpa/i.test(header)) return VALUES.upiId;
  if (/a\/?cc?t?(?:ount)?|संख्या|எண்/i.test(header) && !/type|name/i.test(header)) return '60200987654321';
  if (/amount|amt|pay|salary|balance|वेतन|சம்பளம்/i.test(header)) return VALUES.amount;
  if (/date/i.test(header)) return '24/11/2026';
  return /tds|pf|esi|deduction|gross|basic|hra/i.test(header) ? '1000' : `x${row}`;
}

function sheetOf(layout: Layout): string {
  const headers = layout.headers.split('|');
  const rows = [1, 2, 3].map((row) => headers.map((header) => cellOf(layout, header, row)));
  return [headers, ...rows].map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\n');
}

describe('the sheets that people pay from', () => {
  it.each(LAYOUTS.filter(({ asks }) => asks === undefined))('are matched by themselves: $name', async (layout) => {
    const { columns } = await checked(sheetOf(layout));
    const matched = Object.fromEntries(Object.entries(columns).map(([field, { header }]) => [field, header]));
    expect(matched).toEqual(layout.columns);
  });

  it.each(LAYOUTS.filter(({ asks }) => asks !== undefined))('are asked about: $name', async (layout) => {
    expect((await refused(sheetOf(layout))).code).toBe(layout.asks);
  });

  it('each say where their headers are published', () => {
    expect(LAYOUTS.filter(({ source }) => source === '')).toEqual([]);
    expect(new Set(LAYOUTS.map(({ name }) => name)).size).toBe(LAYOUTS.length);
  });
});
