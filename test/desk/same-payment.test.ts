// Ways to pay twice as a person would go them: nobody repeats bytes. The gateway's own record of what it executed is the
// judge.

import { describe, expect, it, type TestContext } from 'vitest';
import type { BatchId } from '../../shared/ids.ts';
import { NO_TICKS, type Ticks } from '../../shared/repeats.ts';
import { makeRows, type PayoutRow } from '../cli/payout-files.ts';
import { type SpecGateway, startSpecGateway } from '../cli/spec-gateway.ts';
import type { Conduct } from '../cli/spec-payouts.ts';
import { type Computer, computer, endingOf, type RunWish } from './computers.ts';
import { failing } from './live-scene.ts';

const DAY_MS = 86_400_000;

async function deskWith(
  test: TestContext,
  conducts: Record<string, Partial<Conduct>> = {},
): Promise<{ readonly desk: Computer; readonly gateway: SpecGateway }> {
  const gateway = await startSpecGateway(test, {
    mid: 4711,
    conduct: ({ upiId }) => conducts[String(upiId).toLowerCase()] ?? {},
  });
  return { desk: await computer(test, gateway), gateway };
}

const people = (count: number, remark = 'Salary'): PayoutRow[] =>
  makeRows(count, { label: 'staff' }).map((row, at) => ({ ...row, remark, amount: `${1_000 + at * 10}.00` }));

const ticking = (ticks: Partial<Ticks>): Pick<RunWish, 'ticks'> => ({ ticks: { ...NO_TICKS, ...ticks } });

const rupees = (row: PayoutRow, amount: number): PayoutRow => ({ ...row, amount: `${amount}.00` });

const codesOf = (ending: unknown): unknown =>
  Array.isArray(ending) ? [...new Set((ending as [number, string][]).map(([, code]) => code))] : ending;

describe.concurrent('a corrected file', () => {
  it('pays nobody again whose amount alone was corrected', async (test) => {
    const { desk, gateway } = await deskWith(test);
    const rows = people(12);
    await desk.run(rows);
    desk.setDaysLater(1);
    const corrected = rows.map((row, at) => (at < 3 ? rupees(row, 1_500 + at * 10) : row));
    expect(endingOf(await desk.run(corrected))).toEqual([
      [2, 'correction'],
      [3, 'correction'],
      [4, 'correction'],
      ...Array.from({ length: 9 }, (_, at) => [at + 5, 'paidBefore']),
    ]);
    expect(endingOf(await desk.run(corrected, { onlyPayable: true }))).toEqual(expect.anything());
    expect(gateway.executed).toHaveLength(12);
  });

  it('is one question where every amount is a paisa more', async (test) => {
    const { desk, gateway } = await deskWith(test);
    const rows = people(12);
    await desk.run(rows);
    const more = rows.map((row) => ({ ...row, amount: row.amount.replace('.00', '.01') }));
    const ending = endingOf(await desk.run(more));
    expect(codesOf(ending)).toEqual(['repeatsBatch']);
    expect(gateway.executed).toHaveLength(12);
    const again = await desk.run(more, ticking({ batches: ['B0001' as BatchId] }));
    expect(endingOf(again)).toEqual({ success: 12 });
  });

  it('under another name, with another order, spelling and a row more pays only the joiner', async (test) => {
    const { desk, gateway } = await deskWith(test);
    const rows = people(4);
    await desk.run(rows);
    const [joiner] = makeRows(1, { label: 'joiner' }) as [PayoutRow];
    const copy = rows.map((row) => ({ ...row, name: `Mr. ${row.name.toUpperCase()}.` })).toReversed();
    const ending = endingOf(await desk.run([...copy, joiner], { fileName: 'final v2.csv', onlyPayable: true }));
    expect(ending).toEqual({ success: 1 });
    expect(gateway.executed).toHaveLength(5);
  });

  it('pays the difference alone where a person says so, and nothing of it a third time', async (test) => {
    const { desk, gateway } = await deskWith(test);
    const rows = people(3);
    await desk.run(rows);
    const [asha, ...rest] = rows as [PayoutRow, ...PayoutRow[]];
    const corrected = [rupees(asha, 1_500), ...rest];
    const ending = endingOf(await desk.run(corrected, ticking({ difference: [2] })));
    expect(ending).toEqual({ success: 1 });
    const [last] = gateway.executed.slice(-1);
    expect(last).toMatchObject({ upiId: asha.upi, amountText: '500' });
    desk.setDaysLater(1);
    const again = { fileName: 'again.csv', acceptRepeats: ['B0002' as BatchId] };
    expect(endingOf(await desk.run(corrected, again))).toEqual([
      [2, 'paidBefore'],
      [3, 'paidBefore'],
      [4, 'paidBefore'],
    ]);
  });

  it('of a paused batch waits for what is unsent there', async (test) => {
    const { desk, gateway } = await deskWith(test);
    const rows = people(5);
    const stopping = new AbortController();
    await desk.run(rows, {
      follower: { onProgress: () => undefined, signal: stopping.signal },
      onStored: () => void setImmediate(() => stopping.abort('pause')),
    });
    const more = rows.map((row) => rupees(row, 2_000));
    expect(codesOf(endingOf(await desk.run(more, { fileName: 'corrected.csv' })))).toEqual(['inFlightElsewhere']);
    expect(gateway.executed).toHaveLength(0);
    expect(endingOf(await desk.resume('B0001'))).toEqual({ success: 5 });
  });
});

describe.concurrent('another way to the same person', () => {
  const [asha] = makeRows(1, { label: 'asha' }) as [PayoutRow];
  const byBank: PayoutRow = { ...asha, method: 'IMPS', upi: '', account: '00112233445', ifsc: 'HDFC0001234' };

  it('is looked up first where the first one ended unpaid, and stops where it was paid after all', async (test) => {
    const late = failing();
    const { desk, gateway } = await deskWith(test, { [asha.upi]: late });
    expect(endingOf(await desk.run([asha]))).toEqual({ failed: 1 });
    late.later.word = 'success';
    const corrected = { ...asha, upi: 'asha.corrected@okbank' };
    expect(endingOf(await desk.run([corrected], { fileName: 'corrected.csv' }))).toEqual([[2, 'maybePaid']]);
    expect(endingOf(await desk.run([corrected], { fileName: 'corrected.csv' }))).toEqual([[2, 'sameName']]);
    expect(gateway.executed).toHaveLength(1);
  });

  it('takes a tick that shows both accounts while the first is not confirmed', async (test) => {
    const { desk, gateway } = await deskWith(test, { [asha.upi]: { word: 'pending' } });
    await desk.run([asha], { until: 'sent' });
    const answer = await desk.run([byBank], { fileName: 'bank.csv' });
    expect(endingOf(answer)).toEqual([[2, 'sameName']]);
    const message = answer.kind === 'blocked' ? answer.check.issues[0]?.message : '';
    expect(message).toContain(asha.upi);
    expect(message).toContain('not settled');
    expect(gateway.executed.slice(1)).toEqual([]);
  });

  it('says nothing of two employees of one name who stand in the file', async (test) => {
    const { desk } = await deskWith(test);
    const two = [asha, { ...byBank, amount: asha.amount }];
    expect(endingOf(await desk.run(two))).toEqual({ success: 2 });
    desk.setDaysLater(31);
    const next = two.map((row) => ({ ...row, remark: 'Salary next' }));
    const asked = endingOf(await desk.run(next, ticking({ batches: ['B0001' as BatchId] })));
    expect(asked).toEqual({ success: 2 });
  });

  it('finds a name with a title, a full stop, another order, a look-alike letter and a mark that is not seen', async (test) => {
    const { desk } = await deskWith(test);
    const ramesh = { ...asha, name: 'Ramesh Kumar Gupta' };
    expect(endingOf(await desk.run([ramesh]))).toEqual({ success: 1 });
    const spellings = [
      'Mr. Ramesh Kumar Gupta',
      'Ramesh Kumar Gupta.',
      'GUPTA, Ramesh Kumar',
      'Rаmesh Kumar Gupta',
      'Rámesh Kumar Gupta',
    ];
    for (const name of spellings) {
      const ending = endingOf(await desk.run([{ ...byBank, name }], { fileName: `${spellings.indexOf(name)}.csv` }));
      expect([name, ending]).toEqual([name, [[2, 'sameName']]]);
    }
  });

  it('knows an account by the bank that its bank was merged into', async (test) => {
    const { desk } = await deskWith(test);
    const before = { ...byBank, ifsc: 'ORBC0100001' };
    expect(endingOf(await desk.run([before]))).toEqual({ success: 1 });
    expect(endingOf(await desk.run([{ ...byBank, ifsc: 'PUNB0010010' }], { fileName: 'merged.csv' }))).toContainEqual([
      2,
      'paidBefore',
    ]);
  });
});

describe.concurrent('a reference of the sheet', () => {
  it('that is an employee number is the payee’s, and is not sent once more', async (test) => {
    const { desk, gateway } = await deskWith(test);
    const numbered = (month: string): PayoutRow[] =>
      people(3, `Salary ${month}`).map((row, at) => ({ ...row, reference: `EMP00${at + 1}` }));
    expect(endingOf(await desk.run(numbered('Oct')))).toEqual({ success: 3 });
    desk.setDaysLater(31);
    const next = await desk.run(numbered('Nov'), {
      fileName: 'nov.csv',
      ...ticking({ batches: ['B0001' as BatchId] }),
    });
    expect(endingOf(next)).toEqual({ success: 3 });
    expect(new Set(gateway.executed.map(({ reference }) => reference)).size).toBe(6);
  });

  it('that differs by a suffix alone counts as the same for the same amount', async (test) => {
    const { desk } = await deskWith(test);
    const [row] = people(1, 'Invoice') as [PayoutRow];
    expect(endingOf(await desk.run([{ ...row, reference: 'INV-1234' }]))).toEqual({ success: 1 });
    const near = { ...row, reference: 'INV-1234A' };
    expect(endingOf(await desk.run([near], { fileName: 'near.csv' }))).toEqual([[2, 'paidBefore']]);
    const other = { ...row, reference: 'INV-2000' };
    expect(codesOf(endingOf(await desk.run([other], { fileName: 'other.csv' })))).toEqual(['repeatsBatch']);
  });

  it('of another payee stays refused', async (test) => {
    const { desk } = await deskWith(test);
    const [one, two] = people(2, 'Invoice') as [PayoutRow, PayoutRow];
    expect(endingOf(await desk.run([{ ...one, reference: 'INV-1' }]))).toEqual({ success: 1 });
    const answer = await desk.run([{ ...two, reference: 'INV-1' }], { fileName: 'two.csv' });
    expect(endingOf(answer)).toEqual([[2, 'referenceUsed']]);
    expect(JSON.stringify(answer)).not.toContain('empty');
  });
});

describe.concurrent('wages every week', () => {
  it('are asked about twice, and no more in the same rhythm; a shorter interval asks again', async (test) => {
    const { desk, gateway } = await deskWith(test);
    const weekly = (week: number): PayoutRow[] => people(4, `Wages week ${week}`);
    const asked: unknown[] = [];
    for (const [at, day] of [0, 7, 14, 21, 24].entries()) {
      desk.setDaysLater(day);
      const fileName = `week-${at}.csv`;
      const first = await desk.run(weekly(40 + at), { fileName });
      asked.push(codesOf(endingOf(first)));
      if (first.kind === 'done') continue;
      const batches = Array.from({ length: at }, (_, batch) => `B000${batch + 1}` as BatchId);
      expect(endingOf(await desk.run(weekly(40 + at), { fileName, ...ticking({ batches }) }))).toEqual({ success: 4 });
    }
    expect(asked).toEqual([{ success: 4 }, ['repeatsBatch'], ['repeatsBatch'], { success: 4 }, ['repeatsBatch']]);
    expect(gateway.executed).toHaveLength(20);
  });
});

it('a desk that is opened months later still pays a month that was never asked about', async (test) => {
  const { desk } = await deskWith(test);
  expect(endingOf(await desk.run(people(2, 'Salary Oct')))).toEqual({ success: 2 });
  desk.setDaysLater((62 * DAY_MS) / DAY_MS);
  expect(codesOf(endingOf(await desk.run(people(2, 'Salary Dec'), { fileName: 'dec.csv' })))).toEqual(
    expect.anything(),
  );
});
