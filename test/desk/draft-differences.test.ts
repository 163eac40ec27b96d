import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { Draft } from '../../electron/main/desk/drafts/draft.ts';
import { findRows, issueGroupsOf, rowsOf, stepOf, summaryOf } from '../../electron/main/desk/drafts/draft-views.ts';
import { matchColumns } from '../../electron/main/import/match-columns.ts';
import { openSheet } from '../../electron/main/import/open-sheet.ts';
import { DRAFT_EDIT, type DraftEdit, type DraftSummary, EVERY_ROW } from '../../shared/api/draft-commands.ts';
import { type CheckedFile, FIELDS, type Field, type Refusal } from '../../shared/rows.ts';

const folder = mkdtempSync(join(tmpdir(), 'draft-differences-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const FILE = [
  'upi id,account number,ifsc,amount,remark,reference',
  'asha@sample,,,100,pay,REF1',
  'ravi@sample,,,200,pay,',
  ',00123456789,HDFCO000001,300,pay,ref1',
  ',00123456789,HDFC0000001,300,pay,REF2',
  ',,,600,,',
  'asha@sample,,,100,pay,',
  ',00123456789,HDFC0000001,300,,',
  ',,,1300,,',
  '',
].join('\n');
const ROWS = 8;

async function openDraft(): Promise<Draft> {
  const path = join(folder, 'pay.csv');
  writeFileSync(path, FILE);
  const xlsxWorkerUrl = new URL('../../electron/main/import/xlsx-worker.ts', import.meta.url);
  const opening = await openSheet({ path, sheet: null, encoding: null }, { xlsxWorkerUrl });
  if (opening.kind !== 'opened') throw new Error('the file does not open');
  const { sheet } = opening;
  const { columns } = matchColumns(sheet.table, {});
  const rules = { columns, fillRemark: null, includeHidden: false, maxPayoutPaise: null };
  const draft = Draft.open('draft', { sheet, rules, whyUnpaid: null });
  if ('code' in draft) throw new Error(draft.code);
  return draft;
}

const TEXTS = [
  '',
  '100',
  '200',
  '300',
  '1e5',
  'asha@sample',
  'HDFC0000001',
  'HDFCO000001',
  'ref1',
  'pay',
  'UPI',
  '00123456789',
];
const rowNumber = fc.integer({ min: 2, max: ROWS + 1 });
const field = fc.constantFrom<Field>(...FIELDS, 'amount', 'upiId', 'reference');
const cell = fc.record({ rowNumber, field, text: fc.constantFrom(...TEXTS) });

const anyEdit: fc.Arbitrary<DraftEdit> = fc.oneof(
  fc.record({
    kind: fc.constant('setCells' as const),
    words: fc.constantFrom('edit' as const, 'paste' as const, 'fill' as const),
    cells: fc.array(cell, { minLength: 1, maxLength: 6 }),
  }),
  fc.record({
    kind: fc.constant('replace' as const),
    field,
    find: fc.constantFrom('a', '1', '00', 'REF'),
    replaceWith: fc.constantFrom('', '1', 'b', 'REF'),
  }),
  fc.record({
    kind: fc.constant('fixAll' as const),
    code: fc.constant('ifscLetterO'),
    field: fc.constant('ifsc' as const),
  }),
  fc.record({
    kind: fc.constant('changeShown' as const),
    field,
    change: fc.constantFrom(
      { kind: 'set' as const, text: 'UPI' },
      { kind: 'trim' as const },
      { kind: 'upperCase' as const },
    ),
    shown: fc.record({
      filter: fc.constantFrom('all' as const, 'errors' as const, 'ready' as const),
      issue: fc.constant(null),
      search: fc.constantFrom('', 'a'),
      ticked: fc.option(fc.record({ isAll: fc.boolean(), rows: fc.uniqueArray(rowNumber, { maxLength: 3 }) })),
      press: fc.constant(null),
    }),
  }),
  fc.record({
    kind: fc.constant('exclude' as const),
    excluded: fc.boolean(),
    rows: fc.oneof(
      fc.uniqueArray(rowNumber, { minLength: 1, maxLength: 3 }),
      fc.constantFrom('errors' as const, 'warnings' as const, 'all' as const, 'edited' as const),
    ),
  }),
);
const anyMove = fc.oneof(
  { weight: 4, arbitrary: anyEdit },
  { weight: 2, arbitrary: fc.constant('undo' as const) },
  { weight: 1, arbitrary: fc.constant('redo' as const) },
);

function take(draft: Draft, move: DraftEdit | 'undo' | 'redo'): Refusal | null {
  if (move === 'undo' || move === 'redo') return draft.go(move, draft.revision);
  const edit = DRAFT_EDIT.parse(move);
  return draft.edit(draft.revision, () => stepOf(draft, edit));
}

/** What the chips and totals must show, computed from a full check of the file. */
function figuresOf({
  rows,
  issues,
}: CheckedFile): Pick<DraftSummary, 'payable' | 'byMethod'> & { readonly counts: object } {
  const codes = (number: number, severity: string): string[] =>
    issues.filter((issue) => issue.row === number && issue.severity === severity).map(({ code }) => code);
  const counts = { all: rows.length, ready: 0, errors: 0, warnings: 0, excluded: 0 };
  const byMethod = { UPI: { count: 0, paise: 0 }, IMPS: { count: 0, paise: 0 } };
  const payable = { count: 0, paise: 0 };
  for (const row of rows) {
    const isNoPayment = row.kind === 'blocked' && row.isNoPayment === true;
    if (isNoPayment || codes(row.rowNumber, 'error').includes('leftOut')) counts.excluded += 1;
    else if (row.kind === 'blocked') counts.errors += 1;
    else if (codes(row.rowNumber, 'warning').length > 0) counts.warnings += 1;
    else counts.ready += 1;
    if (row.kind === 'blocked') continue;
    for (const sum of [payable, byMethod[row.payment.beneficiary.method]]) {
      sum.count += 1;
      sum.paise += row.payment.amountPaise;
    }
  }
  return { counts, payable, byMethod };
}

describe('a draft kept by differences', () => {
  it('shows after each edit, undo and redo what the check from scratch says', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyMove, { minLength: 1, maxLength: 14 }), async (moves) => {
        const draft = await openDraft();
        for (const move of moves) {
          take(draft, move);
          const whole = draft.checkWhole(draft.revision);
          if ('code' in whole) throw new Error(whole.code);
          expect(draft.check.asFile()).toEqual(whole);
          expect(summaryOf(draft)).toMatchObject(figuresOf(whole));
          const ready = findRows(draft, { ...EVERY_ROW, filter: 'ready' });
          expect(rowsOf(draft, ready, { from: 0, count: 50 })).toMatchObject({
            revision: draft.revision,
            total: summaryOf(draft).counts.ready,
          });
          const counted = issueGroupsOf(draft).groups.reduce((sum, { count }) => sum + count, 0);
          expect(counted).toBe(whole.issues.filter(({ code }) => code !== 'leftOut').length);
        }
      }),
      { numRuns: 150 },
    );
  }, 60_000);

  it('hands out nothing of another revision for storing', async () => {
    const draft = await openDraft();
    const seen = draft.checkWhole(0);
    take(draft, { kind: 'exclude', excluded: true, rows: [2] });
    expect(draft.checkWhole(0)).toMatchObject({ code: 'changedMeanwhile' });
    expect('rows' in seen ? seen.rows[0]?.kind : null).toBe('blocked');
    expect('rows' in seen ? seen.issues.some(({ code }) => code === 'leftOut') : null).toBe(false);
  });
});
