// From when on the witness counts the desk's window.

import { describe, expect, it } from 'vitest';
import type { HeardWord } from './heard-words.ts';
import { type Before, toldAtMs } from './money-witness.ts';

const DAY_MS = 24 * 3_600_000;

function word(says: HeardWord['says'], wallMs: number, isTold = true): HeardWord {
  const process = { alive: false, isFinished: true };
  return { says, httpStatus: 200, by: 'lookup', isTold, process, atMs: wallMs, wallMs };
}

function before(words: readonly HeardWord[], state: string): Before {
  return {
    words,
    isOfThisDatabase: () => true,
    states: [state],
    settledAtMs: [],
    decisions: [],
    cancelledAtMs: null,
  };
}

describe('when a desk was told how a payment ended', () => {
  it('is the first word of the ending that it heard last', () => {
    const words = [word('rejected', DAY_MS), word('success', 60 * DAY_MS), word('success', 61 * DAY_MS)];
    expect(toldAtMs(before(words, 'success'))).toBe(60 * DAY_MS);
  });

  it('is no word that the gateway says of all it never heard of', () => {
    const words = [word('rejected', DAY_MS), word('success', 60 * DAY_MS, false)];
    expect(toldAtMs(before(words, 'rejected'))).toBe(DAY_MS);
  });

  it('is such a word all the same where the desk took it for one', () => {
    const words = [word('rejected', DAY_MS), word('success', 60 * DAY_MS, false)];
    expect(toldAtMs(before(words, 'success'))).toBe(60 * DAY_MS);
  });
});
