// What stands on Review and Confirm of rows that repeat earlier payments, as it is drawn.

import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { FaultBoundary } from '../../renderer/app/fault-boundary.tsx';
import { RepeatCards } from '../../renderer/ui/repeats.tsx';
import type { ConfirmationView } from '../../shared/api/batch-commands.ts';
import type { BatchId } from '../../shared/ids.ts';
import { NO_TICKS, type Ticks } from '../../shared/repeats.ts';

type Repeats = Pick<ConfirmationView, 'tickable' | 'questions'>;
type Earlier = Repeats['tickable'][number]['rows'][number]['earlier'][number];
type Question = Repeats['questions'][number];

const SALARY: Earlier = {
  batch: 'B0001' as BatchId,
  rowNumber: 2,
  state: 'success',
  paise: 4_500_000,
  atMs: Date.UTC(2026, 10, 3, 6),
  payTo: '00123 HDFC0000001',
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
    earlier: SALARY,
  })),
};

function drawn(repeats: Partial<Repeats>, ticks: Partial<Ticks> = {}): string {
  const given = {
    repeats: { tickable: [], questions: [], ...repeats },
    ticks: { ...NO_TICKS, ...ticks },
    onTick: () => undefined,
    onMore: () => undefined,
  };
  return renderToStaticMarkup(createElement(RepeatCards, given));
}

describe('the rows of a batch that is asked about as a whole', () => {
  it('say by how much each is less or more than before', () => {
    const cells = drawn({ questions: [BONUS] }).match(/>[^<]*(?:less|more|none)</g);
    expect(cells).toEqual(['>₹40,000.00 less<', '>none<', '>₹45,000.00 more<']);
  });
});

describe('a screen that cannot be drawn', () => {
  it('says so in its place, until the window is elsewhere', () => {
    const boundary = new FaultBoundary({ place: 'confirm', children: 'the screen' });
    expect(boundary.render()).toBe('the screen');
    boundary.state = FaultBoundary.getDerivedStateFromError();
    expect(renderToStaticMarkup(boundary.render())).toContain('This screen cannot be shown.');
    const reset: unknown[] = [];
    boundary.setState = (state: unknown) => void reset.push(state);
    boundary.componentDidUpdate({ place: 'confirm', children: null });
    expect(reset).toEqual([]);
    boundary.componentDidUpdate({ place: 'review', children: null });
    expect(reset).toEqual([{ isFaulty: false }]);
  });
});
