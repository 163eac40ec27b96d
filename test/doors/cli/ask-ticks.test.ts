// The question about rows that need a tick, with everything a person may answer.

import { describe, expect, it } from 'vitest';
import { askForTicks } from '../../../electron/main/doors/cli/confirm.ts';
import { formatBatchId } from '../../../shared/ids.ts';
import { verbatim } from '../../../shared/messages/message.ts';
import { asPaise } from '../../../shared/money.ts';
import type { BatchQuestion, TickReason, TickRow, Ticks } from '../../../shared/repeats.ts';
import { NO_TICKS } from '../../../shared/repeats.ts';
import { fakeTerminal } from './fake-terminal.ts';

function tickRow(rowNumber: number, ...reasons: readonly TickReason[]): TickRow {
  return {
    rowNumber,
    name: `Person ${rowNumber}`,
    amountPaise: asPaise(50_000),
    reasons,
    payTo: 'asha@okbank',
    messages: reasons.map((reason) => ({ reason, message: verbatim(`Why ${rowNumber}.`) })),
    earlier: [],
    differencePaise: null,
    besideRows: [],
  };
}

function question(number: number, rowNumbers: readonly number[], kind: BatchQuestion['kind'] = 'copy'): BatchQuestion {
  const batch = formatBatchId('B', number);
  const rows = rowNumbers.map((rowNumber) => {
    const payTo = 'asha@okbank';
    const earlier = {
      batch,
      rowNumber,
      state: 'success',
      paise: asPaise(40_000),
      atMs: 1,
      payTo,
      otherName: null,
    } as const;
    return { rowNumber, name: `Person ${rowNumber}`, amountPaise: asPaise(50_000), payTo, earlier };
  });
  return { batch, name: 'April\u001B[2J', confirmedAtMs: 1, kind, rows };
}

/** Types each line once the question before it has been answered. */
async function ask(
  rows: readonly TickRow[],
  typed: readonly string[],
  questions: readonly BatchQuestion[] = [],
): Promise<{ answer: Ticks | null; screen: string }> {
  const terminal = fakeTerminal({ columns: 100 });
  const answering = askForTicks({ asked: rows, questions }, terminal.streams);
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
    expect(answer).toEqual(NO_TICKS);
    expect(screen).toContain('  - Row 2: Person 2, ₹500.00. Why 2.');
    expect(screen).toContain('Enter leaves out the 2 repeated; to pay them all the same, type 2');
  });

  it('takes the exact count for a tick of each', async () => {
    expect((await ask(REPEATS, [' 2 \n'])).answer).toEqual({ ...NO_TICKS, paidBefore: [2, 5] });
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

describe('the question about rows whose amount was corrected', () => {
  const more = (rowNumber: number, paise: number): TickRow => ({
    ...tickRow(rowNumber, 'paidBefore'),
    differencePaise: asPaise(paise),
  });

  it('offers the differences, with their sum, and pays them alone', async () => {
    const { answer, screen } = await ask([more(2, 5_000), more(3, 2_550)], [' d \n']);
    expect(answer).toEqual({ ...NO_TICKS, difference: [2, 3] });
    expect(screen).toContain(
      'Enter leaves out the 2 repeated; d pays only the 2 differences, ₹75.50; to pay all 2 in full, type 2',
    );
  });

  it('leaves out by it what has no difference, and says so', async () => {
    const { answer, screen } = await ask([...REPEATS, more(7, 5_000)], ['d\n']);
    expect(answer).toEqual({ ...NO_TICKS, difference: [7] });
    expect(screen).toContain(
      'd pays only the difference, ₹50.00 and leaves out the other 2; to pay all 3 in full, type 3',
    );
  });

  it('pays them in full by the count, and nothing by Enter', async () => {
    expect((await ask([more(2, 5_000)], ['1\n'])).answer).toEqual({ ...NO_TICKS, paidBefore: [2] });
    expect((await ask([more(2, 5_000)], ['\n'])).answer).toEqual(NO_TICKS);
  });

  it('asks no more about a row that was left out by it', async () => {
    const moved = tickRow(5, 'paidBefore', 'accountChanged');
    expect((await ask([more(2, 5_000), moved, tickRow(6, 'accountChanged')], ['d\n', '1\n'])).answer).toEqual({
      ...NO_TICKS,
      difference: [2],
      accountChanged: [6],
    });
  });

  it.each(['D\n', 'dd\n', 'd 1\n'])('stops at %j', async (typed) => {
    expect((await ask([more(2, 5_000)], [typed])).answer).toBeNull();
  });

  it('stops at d where there is no difference', async () => {
    expect((await ask(REPEATS, ['d\n'])).answer).toBeNull();
    expect((await ask([], ['d\n'], [question(7, [2, 3])])).answer).toBeNull();
  });
});

describe('the question about a batch', () => {
  it('shows what each row was then and is now, and is given for the batch', async () => {
    const { answer, screen } = await ask([], ['2\n'], [question(7, [2, 3])]);
    expect(answer).toEqual({ ...NO_TICKS, batches: ['B0007'] });
    expect(screen).toContain('2 rows of this file repeat batch B0007, April?[2J');
    expect(screen).toContain('  - Row 2: Person 2, ₹500.00 now, ₹400.00 then');
  });

  it.each(['another', 'usual', 'copy', 'samePeople'] as const)('says what the rows do: %s', async (kind) => {
    const screens = await Promise.all(
      (['another', 'usual', 'copy', 'samePeople'] as const).map(async (one) => {
        return [one, (await ask([], ['\n'], [question(7, [2], one)])).screen] as const;
      }),
    );
    const [, own = ''] = screens.find(([one]) => one === kind) ?? [];
    expect(screens.filter(([, screen]) => screen === own).map(([one]) => one)).toEqual([kind]);
  });

  it('is asked for each batch by itself, and before the rows', async () => {
    const both = [question(7, [2, 3]), question(8, [4])];
    expect((await ask(REPEATS, ['\n', '1\n', '2\n'], both)).answer).toEqual({
      ...NO_TICKS,
      paidBefore: [2, 5],
      batches: ['B0008'],
    });
    expect((await ask(REPEATS, ['2\n', 'x\n'], both)).answer).toBeNull();
  });
});

describe('a row with two reasons', () => {
  const BOTH = [tickRow(2, 'paidBefore', 'accountChanged'), tickRow(3, 'accountChanged')];

  it('is paid only when both were ticked', async () => {
    expect((await ask(BOTH, ['1\n', '2\n'])).answer).toEqual({ ...NO_TICKS, paidBefore: [2], accountChanged: [2, 3] });
    expect((await ask(BOTH, ['1\n', '\n'])).answer).toEqual(NO_TICKS);
  });

  it('is not asked about again once it was left out', async () => {
    const { answer, screen } = await ask(BOTH, ['\n', '1\n']);
    expect(answer).toEqual({ ...NO_TICKS, accountChanged: [3] });
    expect(screen).toContain('Enter leaves out the 1 changed');
  });
});
