// The groups of a run: every payout and every paisa is in exactly one of them.

import { describe, expect, it } from 'vitest';
import { groupsOf, RUN_GROUP_KEYS, RUN_GROUPS } from '../../renderer/features/run/run-facts.ts';
import { STATE_KINDS, zeroCounts } from '../../shared/states.ts';

describe('the groups of a run', () => {
  it('hold each state once', () => {
    const held: readonly string[] = RUN_GROUP_KEYS.flatMap((key) => [...RUN_GROUPS[key].states]);
    expect(held.toSorted()).toEqual([...STATE_KINDS].toSorted());
  });

  it('add up to the batch, to the paisa', () => {
    const counts = Object.fromEntries(STATE_KINDS.map((kind, index) => [kind, index + 1]));
    const paise = Object.fromEntries(STATE_KINDS.map((kind, index) => [kind, (index + 1) * 101]));
    const groups = groupsOf({ counts: { ...zeroCounts(), ...counts }, paise: { ...zeroCounts(), ...paise } });
    expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(45);
    expect(groups.reduce((sum, group) => sum + group.paise, 0)).toBe(4_545);
  });

  it('keep their places while nothing is in them yet', () => {
    const groups = groupsOf({ counts: zeroCounts(), paise: zeroCounts() });
    expect(groups.map(({ key }) => key)).toEqual(['success', 'processing', 'unknown', 'failed', 'queued']);
  });
});
