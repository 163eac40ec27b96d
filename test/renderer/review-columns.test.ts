import { describe, expect, it } from 'vitest';
import { reviewColumns } from '../../renderer/features/review/review-columns.tsx';
import type { Method } from '../../shared/rows.ts';
import { rowAt } from './seen-row.ts';

const [method] = reviewColumns(['paymentMethod'], { lockedFields: [], retryOf: null, held: new Map() }).filter(
  ({ key }) => key === 'paymentMethod',
);

describe('the method of a row', () => {
  it.each<[said: string, method: Method | null, shown: string]>([
    ['IMPS', 'IMPS', 'IMPS'],
    [' imps ', 'IMPS', 'IMPS'],
    ['NEFT', 'IMPS', 'IMPS (NEFT)'],
    ['', 'UPI', 'UPI'],
    ['Cheque', null, 'Cheque'],
  ])('of which the sheet says "%s" and that is paid by %s is shown as %s', (said, by, shown) => {
    const row = {
      ...rowAt(1, ''),
      method: by,
      cells: [{ field: 'paymentMethod' as const, text: said, original: null }],
    };
    expect(method?.shown?.(row)).toBe(shown);
    // What is copied and edited is what the sheet says.
    expect(method?.text(row, 0)).toBe(said);
  });
});
