// Rows that are not paid now although nothing is wrong in the file: how Review counts, shows and finds them.

import { describe, expect, it } from 'vitest';
import {
  chipCounts,
  chipQuery,
  chosenChip,
  heldBackOf,
  heldWords,
  NONE_HELD,
  nextRow,
} from '../../renderer/features/review/held-back.ts';
import { EVERY_ROW } from '../../shared/api/draft-commands.ts';
import { msg, verbatim } from '../../shared/messages/message.ts';

const TWICE = {
  code: 'paidBefore',
  isAsked: true,
  message: verbatim('The same was paid.'),
  cure: verbatim('Leave it out.'),
  rows: [2, 5],
  messages: [verbatim('The same was paid.')],
};
const WAITS = {
  code: 'inFlightElsewhere',
  isAsked: false,
  message: verbatim('This waits.'),
  cure: verbatim('Wait.'),
  rows: [4],
  messages: [verbatim('This waits.')],
};
const HELD = heldBackOf({ held: [TWICE, WAITS], heldReady: 2, tickable: [] }, { difference: [] });
const SUMMARY = { counts: { all: 6, ready: 4, errors: 1, warnings: 1, excluded: 0, edited: 0 } };

describe('rows that are not paid now', () => {
  it('are counted once each, and none of them as ready', () => {
    const counts = chipCounts(SUMMARY, HELD);
    expect(counts).toEqual({ ...SUMMARY.counts, ready: 2, warnings: 0, held: 3 });
    expect(counts.ready + counts.held + counts.errors + counts.warnings + counts.excluded).toBe(counts.all);
    expect(chipCounts(SUMMARY, NONE_HELD)).toEqual({ ...SUMMARY.counts, held: 0 });
  });

  it('stand with the reason in their row', () => {
    expect(HELD.rows).toEqual([2, 4, 5]);
    expect(HELD.byRow.get(2)).toEqual({ word: 'May be paid twice', about: 'The same was paid. Leave it out.' });
    expect(HELD.byRow.get(5)).toEqual({ word: 'May be paid twice', about: null });
    expect(HELD.byRow.get(4)).toEqual({ word: 'Waits for an earlier payment', about: 'This waits. Wait.' });
    expect(heldWords(WAITS)).toBe('1 row waiting for an earlier payment to settle');
  });

  it('say from when they can be paid again, where the gateway must first not know them for ten minutes', () => {
    const time = new Date(2026, 10, 28, 18, 26).getTime();
    const message = msg('earlier.silentTooShortly', { payout: 'B0001/2', time });
    const group = { ...WAITS, code: 'silentTooShortly', message, messages: [message], rows: [2, 7] };
    const held = heldBackOf({ held: [group], heldReady: 2, tickable: [] }, { difference: [] });
    expect(held.byRow.get(7)?.word).toMatch(/^Can be paid again from .*18:26$/);
    expect(heldWords(group)).toMatch(/^2 rows can be paid again from .*18:26$/);
  });

  it('are not those of which only the difference is paid, whose row says how much', () => {
    const row = {
      rowNumber: 3,
      name: null,
      paise: 1_900_000,
      payTo: 'asha@okbank',
      reasons: [],
      message: verbatim(''),
      earlier: [],
    };
    const tickable = [
      { reason: 'paidBefore', sum: { count: 1, paise: 0 }, rows: [{ ...row, differencePaise: 50_000 }] },
    ] as const;
    const asked = {
      held: [WAITS],
      heldReady: 1,
      tickable: tickable.map((kind) => ({ ...kind, rows: [...kind.rows] })),
    };
    expect(heldBackOf(asked, { difference: [] }).byRow.get(3)).toBeUndefined();
    const chosen = heldBackOf(asked, { difference: [3] });
    expect(chosen.byRow.get(3)).toEqual({ word: 'Pays ₹500.00 more', about: null });
    expect(chosen.rows).toEqual([4]);
  });

  it('are shown by a chip of their own, and by no other that says ready', () => {
    const held = chipQuery('held', EVERY_ROW, HELD);
    expect([held.filter, held.ticked, chosenChip(held)]).toEqual(['all', { isAll: false, rows: [2, 4, 5] }, 'held']);
    const ready = chipQuery('ready', held, HELD);
    expect([ready.filter, ready.ticked, chosenChip(ready)]).toEqual([
      'ready',
      { isAll: true, rows: [2, 4, 5] },
      'ready',
    ]);
    expect(chipQuery('all', held, HELD).ticked).toBeNull();
  });

  it('are found one after the other, round to the other end', () => {
    expect([0, 2, 5].map((from) => nextRow(HELD.rows, { from, isBackward: false }))).toEqual([2, 4, 2]);
    expect([2, 5].map((from) => nextRow(HELD.rows, { from, isBackward: true }))).toEqual([5, 4]);
    expect(nextRow([], { from: 3, isBackward: false })).toBeNull();
  });
});
