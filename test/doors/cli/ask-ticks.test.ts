// The question about rows that only a tick lets through, with everything a person may answer.

import { describe, expect, it } from 'vitest';
import { askForTicks } from '../../../electron/main/doors/cli/confirm.ts';
import { asPaise } from '../../../shared/money.ts';
import type { TickReason, TickRow, Ticks } from '../../../shared/repeats.ts';
import { NO_TICKS } from '../../../shared/repeats.ts';
import { fakeTerminal } from './fake-terminal.ts';

function tickRow(rowNumber: number, ...reasons: readonly TickReason[]): TickRow {
  return {
    rowNumber,
    name: `Person ${rowNumber}`,
    amountPaise: asPaise(50_000),
    reasons,
    messages: [`Why ${rowNumber}.`],
  };
}

/** Types each line once the question before it has been answered. */
async function ask(
  rows: readonly TickRow[],
  typed: readonly string[],
): Promise<{ answer: Ticks | null; screen: string }> {
  const terminal = fakeTerminal({ columns: 100 });
  const answering = askForTicks(rows, terminal.streams);
  for (const [index, line] of typed.entries()) {
    while (terminal.err().split('anything else stops').length < index + 2) await new Promise(setImmediate);
    terminal.stdin.write(line);
  }
  return { answer: await answering, screen: terminal.err() };
}

const REPEATS = [tickRow(2, 'paidBefore'), tickRow(5, 'paidBefore')];

describe('the question about repeats', () => {
  it('names the rows and why, and offers to leave them out', async () => {
    const { answer, screen } = await ask(REPEATS, ['\n']);
    expect(answer).toEqual({ ...NO_TICKS, paidBefore: [], accountChanged: [] });
    expect(screen).toContain('  - Row 2: Person 2, ₹500.00. Why 2.');
    expect(screen).toContain('Enter leaves out the 2 already paid; to pay them all the same, type 2');
  });

  it('takes the exact count for a tick of each', async () => {
    expect((await ask(REPEATS, [' 2 \n'])).answer).toEqual({ ...NO_TICKS, paidBefore: [2, 5], accountChanged: [] });
  });

  it.each(['y\n', 'yes\n', '1\n', '02\n', '2.0\n', '3\n', '2\u0003', '\u0004'])('stops at %j', async (typed) => {
    expect((await ask(REPEATS, [typed])).answer).toBeNull();
  });

  it('counts the rows that do not fit on the screen', async () => {
    const many = Array.from({ length: 25 }, (_, index) => tickRow(index + 2, 'paidBefore'));
    const { answer, screen } = await ask(many, ['25\n']);
    expect(answer?.paidBefore).toHaveLength(25);
    expect(screen).toContain('and 5 more');
  });

  it('shows a name without what a terminal would obey', async () => {
    const { screen } = await ask([{ ...tickRow(2, 'paidBefore'), name: 'a\u001B[2Jb' }], ['\n']);
    expect(screen).toContain('a?[2Jb');
  });
});

describe('a row with two reasons', () => {
  const BOTH = [tickRow(2, 'paidBefore', 'accountChanged'), tickRow(3, 'accountChanged')];

  it('is paid only when both were ticked', async () => {
    expect((await ask(BOTH, ['1\n', '2\n'])).answer).toEqual({ ...NO_TICKS, paidBefore: [2], accountChanged: [2, 3] });
    expect((await ask(BOTH, ['1\n', '\n'])).answer).toEqual({ ...NO_TICKS, paidBefore: [], accountChanged: [] });
  });

  it('is not asked about again once it was left out', async () => {
    const { answer, screen } = await ask(BOTH, ['\n', '1\n']);
    expect(answer).toEqual({ ...NO_TICKS, paidBefore: [], accountChanged: [3] });
    expect(screen).toContain('Enter leaves out the 1 changed');
  });
});
