// How Review and Confirm show rows that repeat earlier payments.

import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { FaultBoundary } from '../../renderer/app/fault-boundary.tsx';
import { RepeatGroups } from '../../renderer/ui/repeats.tsx';
import type { ConfirmationView } from '../../shared/api/batch-commands.ts';
import type { BatchId } from '../../shared/ids.ts';
import { verbatim } from '../../shared/messages/message.ts';
import { isClaimTicked, NO_TICKS, type Ticks, withClaimTicks } from '../../shared/repeats.ts';

type Repeats = Pick<ConfirmationView, 'tickable' | 'questions' | 'claimed'>;
type Earlier = Repeats['tickable'][number]['rows'][number]['earlier'][number];
type Kind = Repeats['tickable'][number];
type Row = Kind['rows'][number];
type Question = Repeats['questions'][number];

const SALARY: Earlier = {
  batch: 'B0001' as BatchId,
  rowNumber: 2,
  state: 'success',
  paise: 4_500_000,
  atMs: Date.UTC(2026, 10, 3, 6),
  payTo: '00123 HDFC0000001',
  otherName: null,
};

const BONUS: Question = {
  batch: 'B0001' as BatchId,
  name: 'Salary',
  confirmedAtMs: 0,
  kind: 'samePeople',
  sum: { count: 3, paise: 14_000_000 },
  rows: [500_000, 4_500_000, 9_000_000].map((paise, at) => ({
    rowNumber: at + 2,
    name: `Person ${at}`,
    paise,
    payTo: SALARY.payTo,
    earlier: SALARY,
  })),
};

function drawn(repeats: Partial<Repeats>, ticks: Partial<Ticks> = {}): string {
  const args = {
    repeats: { tickable: [], questions: [], ...repeats },
    ticks: { ...NO_TICKS, ...ticks },
    onTick: () => undefined,
    onMore: () => undefined,
  };
  return renderToStaticMarkup(createElement(RepeatGroups, args));
}

const titlesOf = (html: string): readonly string[] =>
  [...html.matchAll(/<table[^>]* aria-label="([^"]*)"/g)].map(([, title]) => title ?? '');

describe('the rows of a batch that is asked about as a whole', () => {
  it('say by how much each is less or more than before', () => {
    const cells = drawn({ questions: [BONUS] }).match(/>[^<]*(?:less|more|none)</g);
    expect(cells).toEqual(['>₹40,000.00 less<', '>none<', '>₹45,000.00 more<']);
  });

  it('are called left out only while they are', () => {
    expect(titlesOf(drawn({ questions: [BONUS] }))[0]).toMatch(/Left out until you tick it\.$/);
    expect(titlesOf(drawn({ questions: [BONUS] }, { batches: [BONUS.batch] }))[0]).toMatch(
      /Ticked: another payment\.$/,
    );
  });
});

const MOVED_TO = '00999 ICIC0000001';

function rowOf(rowNumber: number, more: Partial<Row> = {}): Row {
  return {
    rowNumber,
    name: `Person ${rowNumber}`,
    paise: 4_600_000,
    payTo: SALARY.payTo,
    reasons: ['paidBefore'],
    message: verbatim('The same was paid.'),
    earlier: [SALARY],
    differencePaise: 100_000,
    ...more,
  };
}

function kindOf(reason: Kind['reason'], rows: readonly Row[]): Kind {
  return { reason, sum: { count: rows.length, paise: rows.length * 4_600_000 }, rows: [...rows] };
}

describe('rows that need a tick', () => {
  it('show the account of then and the account of now where they are two', () => {
    const moved = kindOf('accountChanged', [rowOf(2, { payTo: MOVED_TO, reasons: ['accountChanged'] })]);
    const html = drawn({ tickable: [moved] });
    expect(html).toMatch(/₹45,000\.00.*3 Nov.*00123<.*HDFC0000001.*₹46,000\.00.*00999<.*ICIC0000001/);
    expect(drawn({ tickable: [kindOf('paidBefore', [rowOf(2)])] })).not.toContain('HDFC0000001');
  });

  it('name whom the account was paid to, and how far that is', () => {
    const earlier = { ...SALARY, otherName: 'Farah Sheikh', state: 'unknown' } as const;
    const html = drawn({ tickable: [kindOf('paidBefore', [rowOf(2, { earlier: [earlier] })])] });
    expect(html).toContain('Nov 2026 · Not confirmed');
    expect(html).toContain('Farah Sheikh');
  });

  it('stand under a title that says what was chosen of them', () => {
    const kind = kindOf(
      'paidBefore',
      [2, 3, 4].map((row) => rowOf(row)),
    );
    const titles = (ticks: Partial<Ticks>) => titlesOf(drawn({ tickable: [kind] }, ticks));
    expect(titles({})).toEqual(['3 may be paid twice, left out (₹1,38,000.00). Tick to pay in full.']);
    expect(titles({ paidBefore: [2], difference: [3] })).toEqual([
      '3 may be paid twice: 2 ticked to be paid (₹47,000.00), 1 left out (₹46,000.00).',
    ]);
    expect(titles({ paidBefore: [2, 3, 4] })).toEqual(['3 may be paid twice, all ticked to be paid (₹1,38,000.00).']);
  });

  it('are left out until each of two reasons has its tick', () => {
    const row = rowOf(2, { reasons: ['paidBefore', 'accountChanged'], payTo: MOVED_TO });
    const tickable = [kindOf('paidBefore', [row]), kindOf('accountChanged', [row])];
    expect(drawn({ tickable })).toContain('This row needs both ticks.');
    expect(titlesOf(drawn({ tickable }, { paidBefore: [2] }))[1]).toBe(
      '1 with a changed account, left out (₹46,000.00).',
    );
    expect(titlesOf(drawn({ tickable }, { paidBefore: [2], accountChanged: [2] }))).toEqual([
      '1 may be paid twice, ticked to be paid (₹46,000.00).',
      '1 with a changed account, ticked to be paid (₹46,000.00).',
    ]);
  });
});

describe('rows that another desk paid as well', () => {
  const other = {
    payment: 'Delhi/B0001/2',
    by: 'asha@pc',
    state: 'success' as const,
    paise: 10_000,
    atMs: 1,
    name: 'asha rao',
    isPayee: false,
  };
  const row = { rowNumber: 4, name: 'Asha Rao', paise: 10_100, payTo: 'asha@bank', others: [other] };
  const claimed = { sum: { count: 3, paise: 30_300 }, rows: [row] };

  it('show what the other desk has, by whom, and under which other account', () => {
    const html = drawn({ claimed });
    expect(titlesOf(html)).toEqual(['3 (₹303.00) that other desks pay or paid as well. Left out unless ticked.']);
    for (const text of ['Delhi/B0001/2', '₹100.00', 'asha@pc', 'Paid', 'To another account, under the name asha rao'])
      expect(html).toContain(text);
    expect(drawn({})).not.toContain('Delhi');
  });

  it('are ticked with all that each repeats, and no other row is', () => {
    const two = { ...row, others: [other, { ...other, payment: 'Goa/B0002/7' }] };
    const ticks = withClaimTicks({ ...NO_TICKS, claims: [{ rowNumber: 9, payment: 'Goa/B0001/1' }] }, [two], true);
    expect(ticks.claims).toEqual([
      { rowNumber: 4, payment: 'Delhi/B0001/2' },
      { rowNumber: 4, payment: 'Goa/B0002/7' },
      { rowNumber: 9, payment: 'Goa/B0001/1' },
    ]);
    expect([isClaimTicked(ticks, two), isClaimTicked(ticks, { ...two, rowNumber: 5 })]).toEqual([true, false]);
    expect(isClaimTicked({ claims: ticks.claims?.slice(1) }, two)).toBe(false);
    expect(withClaimTicks(ticks, [two], false).claims).toEqual([{ rowNumber: 9, payment: 'Goa/B0001/1' }]);
    expect(withClaimTicks(withClaimTicks(NO_TICKS, [two], true), [two], false)).toEqual(NO_TICKS);
  });
});

describe('a screen that cannot be drawn', () => {
  it('says so in its place, until the window is elsewhere', () => {
    const props = { place: 'confirm', children: 'the screen' };
    const boundary = new FaultBoundary(props);
    expect(boundary.render()).toBe('the screen');
    const faulty = { ...boundary.state, ...FaultBoundary.getDerivedStateFromError() };
    boundary.state = faulty;
    expect(renderToStaticMarkup(boundary.render())).toContain('This screen cannot be shown.');
    expect(FaultBoundary.getDerivedStateFromProps(props, faulty)).toBeNull();
    expect(FaultBoundary.getDerivedStateFromProps({ ...props, place: 'review' }, faulty)).toEqual({
      place: 'review',
      isFaulty: false,
    });
  });
});
