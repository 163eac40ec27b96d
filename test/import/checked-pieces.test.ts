import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CheckedHead, CheckedPacking, CheckedUnpacking } from '../../electron/main/import/checked-pieces.ts';
import { verbatim } from '../../shared/messages/message.ts';
import type { Paise } from '../../shared/money.ts';
import type { CheckedFile, CheckedRow, Issue } from '../../shared/rows.ts';
import { checked } from './files.ts';

/** Sends a checked file to another thread and back. */
function carried(file: Pick<CheckedFile, 'rows' | 'issues'>, head: CheckedHead): { file: CheckedFile; pieces: number } {
  const packing = new CheckedPacking(file);
  const unpacking = new CheckedUnpacking();
  for (let pieces = 1; ; pieces += 1) {
    const piece = structuredClone(packing.next());
    unpacking.add(piece);
    if (piece.isLast) return { file: unpacking.finish(head), pieces };
  }
}

const text = fc.oneof(fc.constantFrom('', 'REF1', 'हिन्दी', 'a"b\n', 'x'.repeat(300)), fc.string({ unit: 'binary' }));
const payment = fc.record({
  beneficiary: fc.oneof(
    fc.record({ method: fc.constant('UPI' as const), upiId: text }),
    fc.record({ method: fc.constant('IMPS' as const), accountNumber: text, ifsc: text }),
  ),
  amountPaise: fc.integer({ min: 1, max: 2 ** 40 }),
  remark: text,
  reference: fc.option(text),
  name: fc.option(text),
});
const place = { rowNumber: fc.integer({ min: 1, max: 2 ** 20 }), source: fc.array(text), hidden: fc.boolean() };
const row = fc.oneof(
  fc.record({ kind: fc.constant('payable' as const), ...place, payment }),
  fc.record({ kind: fc.constant('blocked' as const), ...place }),
  fc.record({ kind: fc.constant('blocked' as const), ...place, aboveCeiling: payment }),
) as fc.Arbitrary<CheckedRow>;
const issue: fc.Arbitrary<Issue> = fc.record({
  row: fc.integer({ min: 0, max: 2 ** 20 }),
  cell: fc.option(text),
  field: fc.option(fc.constantFrom('amount' as const, 'name' as const)),
  code: fc.constantFrom('a', 'b'),
  severity: fc.constantFrom('error' as const, 'warning' as const),
  message: text.map(verbatim),
  cure: text.map(verbatim),
});

function headOf(rows: readonly CheckedRow[]): CheckedHead {
  const amounts = rows.flatMap((one) => (one.kind === 'payable' ? one.payment.amountPaise : []));
  const totalPaise = amounts.reduce((sum, paise) => sum + paise, 0) as Paise;
  return { payableCount: amounts.length, totalPaise } as CheckedHead;
}

describe('a checked file that goes to another thread', () => {
  it('arrives as it left, whatever its cells hold', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 20 }), fc.array(issue, { maxLength: 20 }), (rows, issues) => {
        const head = headOf(rows);
        expect(carried({ rows, issues }, head).file).toEqual({ ...head, rows, issues });
      }),
    );
  });

  it('arrives whole in many pieces, rows and issues in their order', async () => {
    const lines = Array.from({ length: 9_000 }, (_, at) => ` p${at}@bank,${at % 3 === 0 ? 'x' : at + 1},pay`);
    const file = await checked(['upi id,amount,remark', ...lines, ''].join('\n'));
    const { rows, ...head } = file;
    const issues = file.issues.map((one) => ({ ...one, message: verbatim(one.message), cure: verbatim(one.cure) }));
    expect(issues.length).toBeGreaterThan(9_000);
    const arrived = carried({ rows, issues }, head);
    expect(arrived.pieces).toBeGreaterThan(5);
    expect(arrived.file).toEqual({ ...file, issues });
  });

  it('cuts long cells into pieces that are short all the same', () => {
    const source = Array.from({ length: 10 }, () => 'x'.repeat(30_000));
    const rows = Array.from({ length: 20 }, (_, at): CheckedRow => {
      return { kind: 'blocked', rowNumber: at + 2, source, hidden: false };
    });
    const packing = new CheckedPacking({ rows, issues: [] });
    expect(packing.next().rows.length).toBeLessThan(packing.next().text.length / 1_000);
    expect(carried({ rows, issues: [] }, headOf(rows)).pieces).toBe(10);
  });

  it('is not taken when a row is missing', () => {
    const rows = fc.sample(row, { numRuns: 50, seed: 1 }).filter(({ kind }) => kind === 'payable');
    expect(() => carried({ rows: rows.slice(1), issues: [] }, headOf(rows))).toThrow('did not arrive as it left');
  });
});
