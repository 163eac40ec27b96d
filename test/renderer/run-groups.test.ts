// The groups of a run and of its result: every payout and every paisa is in exactly one of them.

import { describe, expect, it } from 'vitest';
import {
  firstShown,
  groupsOf,
  RESULT_GROUPS,
  RUN_GROUPS,
  type RunGroups,
  stillShown,
} from '../../renderer/features/run/run-facts.ts';
import { HINDI } from '../../shared/messages/hi.ts';
import { STATE_KINDS, type StateKind, zeroCounts } from '../../shared/states.ts';

const viewOf = (counts: Partial<Record<StateKind, number>>) => ({ counts: { ...zeroCounts(), ...counts } });

describe.each<readonly [string, RunGroups]>([
  ['a run', RUN_GROUPS],
  ['a result', RESULT_GROUPS],
])('the groups of %s', (_, groups) => {
  it('hold each state once', () => {
    const held = Object.values(groups).flatMap(({ states }) => [...states]);
    expect(held.toSorted()).toEqual([...STATE_KINDS].toSorted());
  });

  it('add up to the batch, to the paisa', () => {
    const counts = Object.fromEntries(STATE_KINDS.map((kind, index) => [kind, index + 1]));
    const paise = Object.fromEntries(STATE_KINDS.map((kind, index) => [kind, (index + 1) * 101]));
    const shown = groupsOf({ counts: { ...zeroCounts(), ...counts }, paise: { ...zeroCounts(), ...paise } }, groups);
    expect(shown.reduce((sum, { count }) => sum + count, 0)).toBe(45);
    expect(shown.reduce((sum, group) => sum + group.paise, 0)).toBe(4_545);
  });
});

describe('the groups of a run', () => {
  it('keep their places while nothing is in them yet', () => {
    const groups = groupsOf({ counts: zeroCounts(), paise: zeroCounts() }, RUN_GROUPS);
    expect(groups.map(({ key }) => key)).toEqual(['success', 'processing', 'unknown', 'failed', 'queued']);
  });
});

describe('the groups of a result', () => {
  it('say "Not paid" only of what is known not to be paid', () => {
    const counts = { ...zeroCounts(), success: 265, failed: 9, rejected: 5, cancelled: 3, unknown: 14, processing: 2 };
    const groups = groupsOf({ counts, paise: { ...zeroCounts(), failed: 900, unknown: 1_400 } }, RESULT_GROUPS);
    expect(groups.map(({ word, count, paise }) => [word, count, paise])).toEqual([
      ['Paid', 265, 0],
      ['Not paid', 17, 900],
      ['Not settled yet', 16, 1_400],
    ]);
  });

  it('say the same in Hindi', () => {
    expect(HINDI.window.RESULT_WORDS).toMatchObject({ notPaid: 'भुगतान नहीं हुआ', notSettled: 'परिणाम बाकी' });
  });

  it.each([
    [{ success: 1, failed: 1, unknown: 1 }, RESULT_GROUPS.notPaid.states],
    [{ success: 1, unknown: 1, queued: 1 }, RESULT_GROUPS.notSettled.states],
    [{ success: 1, queued: 1 }, RESULT_GROUPS.notSent.states],
    [{ success: 1 }, []],
  ])('begin with what is not paid, then with what is not settled: %j', (counts, states) => {
    expect(firstShown(viewOf(counts))).toEqual(states);
  });

  it('stay with what was first until nothing is left of it, and never show an empty group beside one with payments', () => {
    const { notSettled, notPaid } = RESULT_GROUPS;
    expect(stillShown(notSettled.states, viewOf({ success: 1, failed: 1, unknown: 1 }))).toEqual(notSettled.states);
    expect(stillShown(notSettled.states, viewOf({ success: 1, failed: 1 }))).toEqual(notPaid.states);
    expect(stillShown(notSettled.states, viewOf({ success: 2 }))).toEqual([]);
    expect(stillShown([], viewOf({ success: 1, failed: 1 }))).toEqual([]);
  });
});
