// Ways in which a person really pays twice: nobody repeats the same bytes. The gateway's own record of executed payouts is the
// judge.

import { describe, expect, it, type TestContext } from 'vitest';
import type { BatchId } from '../../shared/ids.ts';
import { msg } from '../../shared/messages/message.ts';
import { NO_TICKS, type Ticks } from '../../shared/repeats.ts';
import { makeRows, type PayoutRow } from '../cli/payout-files.ts';
import { type SpecGateway, startSpecGateway } from '../cli/spec-gateway.ts';
import type { Conduct } from '../cli/spec-payouts.ts';
import { spoken } from '../fixtures/spoken.ts';
import { type Computer, computer, endingOf, type RunOptions } from './computers.ts';
import { failing } from './live-scene.ts';

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

const ticking = (ticks: Partial<Ticks>): Pick<RunOptions, 'ticks'> => ({ ticks: { ...NO_TICKS, ...ticks } });

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
    const again = { fileName: 'another.csv', acceptRepeats: ['B0002' as BatchId] };
    expect(endingOf(await desk.run(corrected, again))).toEqual([
      [2, 'paidBefore'],
      [3, 'paidBefore'],
      [4, 'paidBefore'],
    ]);
  });

  it('pays a second difference of the same amount, and shows what was paid in all', async (test) => {
    const { desk, gateway } = await deskWith(test);
    const [asha] = people(1) as [PayoutRow];
    await desk.run([asha]);
    for (const [amount, name] of [
      [1_500, 'second.csv'],
      [2_000, 'third.csv'],
    ] as const) {
      const ending = endingOf(
        await desk.run([rupees(asha, amount)], { ...ticking({ difference: [2] }), fileName: name }),
      );
      expect(ending).toEqual({ success: 1 });
    }
    expect(gateway.executed.map(({ amountText }) => amountText)).toEqual(['1000', '500', '500']);
    const fourth = await desk.run([rupees(asha, 2_500)], { fileName: 'fourth.csv' });
    expect(fourth).toMatchObject({ check: { issues: [{ code: 'correction' }] } });
    expect(JSON.stringify(spoken(fourth))).toContain('₹2,000.00 was paid');
  });

  it('offers a difference only where there is one to pay', async (test) => {
    const { desk } = await deskWith(test);
    const [asha] = people(1) as [PayoutRow];
    await desk.run([rupees(asha, 1_500)]);
    for (const [amount, cure] of [
      [1_600, msg('cure.correction')],
      [1_400, msg('cure.paidBefore')],
    ] as const) {
      const answer = await desk.run([rupees(asha, amount)], { fileName: `${amount}.csv` });
      expect(answer).toMatchObject({ kind: 'blocked', check: { issues: [{ code: 'correction', cure }] } });
    }
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

describe.concurrent('one of many rows of a new file', () => {
  const [first] = people(1, 'Salary Nov') as [PayoutRow];
  const asha = rupees(first, 50_000);
  const strangers = makeRows(6, { label: 'new' }).map((row) => ({ ...row, remark: 'Fees' }));

  it.for(['Salry Nov', 'Wages Nov', 'वेतन नवंबर', 'Salary Nov 2025', 'Salary Nov incl incentive'])(
    'is a correction where the remark became %j',
    async (remark, test) => {
      const { desk } = await deskWith(test);
      expect(endingOf(await desk.run([{ ...asha, remark: 'Salary Nov 2026' }]))).toEqual({ success: 1 });
      const corrected = { ...rupees(asha, 52_000), remark };
      expect(endingOf(await desk.run([corrected, ...strangers], { fileName: 'mixed.csv' }))).toEqual([
        [2, 'correction'],
      ]);
    },
  );

  it('is the same payment where the reference moved into the remark, and says what differs', async (test) => {
    const { desk } = await deskWith(test);
    await desk.run([{ ...asha, remark: 'Consulting', reference: 'INV-1234' }]);
    const answer = await desk.run([{ ...rupees(asha, 52_000), remark: 'INV 1234' }, ...strangers], {
      fileName: 'b.csv',
    });
    expect(endingOf(answer)).toEqual([[2, 'paidBefore']]);
    expect(JSON.stringify(spoken(answer))).toContain('now ₹2,000.00 more');
  });

  it('is asked about where it is the sum of what one batch paid in parts', async (test) => {
    const { desk } = await deskWith(test);
    await desk.run([asha, { ...rupees(asha, 5_000), remark: 'Bonus Nov' }]);
    const whole = { ...rupees(asha, 55_000), remark: 'Arrears' };
    expect(endingOf(await desk.run([whole, ...strangers], { fileName: 'whole.csv' }))).toEqual([[2, 'repeatsBatch']]);
    const other = { ...rupees(asha, 54_000), remark: 'Arrears' };
    expect(endingOf(await desk.run([other, ...strangers], { fileName: 'other.csv' }))).toEqual({ success: 7 });
  });

  it('is asked about where rows together are what was paid at once', async (test) => {
    const { desk } = await deskWith(test);
    await desk.run([asha]);
    const parts = [30_000, 20_000].map((amount, at) => ({
      ...rupees(asha, amount),
      remark: `Salary Nov part ${at + 1}`,
    }));
    const options = { fileName: 'parts.csv' };
    expect(endingOf(await desk.run([...parts, ...strangers], options))).toEqual([
      [2, 'paidBefore'],
      [3, 'paidBefore'],
    ]);
    const ticked = await desk.run([...parts, ...strangers], { ...options, ...ticking({ paidBefore: [2, 3] }) });
    expect(endingOf(ticked)).toEqual({ success: 8 });
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
    const message = answer.kind === 'blocked' ? spoken(answer.check.issues[0]?.message) : '';
    expect(message).toContain(asha.upi);
    expect(message).toContain('is being paid');
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

  it('says nothing of two employees of one name where one of them is retried, with the same or a corrected account', async (test) => {
    const other = { ...asha, upi: 'asha.other@okbank' };
    const late = failing();
    const { desk, gateway } = await deskWith(test, { [other.upi]: late });
    expect(endingOf(await desk.run([asha, other]))).toEqual({ success: 1, failed: 1 });
    expect(endingOf(await desk.retry('B0001'))).toEqual({ failed: 1 });
    expect(gateway.executed.filter(({ upiId }) => upiId === asha.upi)).toHaveLength(1);
  });

  it('is found where an old file pays the account again that a payee had before', async (test) => {
    const { desk } = await deskWith(test);
    await desk.run([{ ...asha, remark: 'Salary Sep' }], { fileName: 'sep.csv' });
    desk.setDaysLater(31);
    const changed = { paidBefore: [2], accountChanged: [2] };
    await desk.run([{ ...byBank, remark: 'Salary Oct' }], { fileName: 'oct.csv', ...ticking(changed) });
    desk.setDaysLater(62);
    const next = { fileName: 'nov.csv', ...ticking({ batches: ['B0001' as BatchId, 'B0002' as BatchId] }) };
    expect(endingOf(await desk.run([{ ...byBank, remark: 'Salary Nov' }], next))).toEqual({ success: 1 });
    desk.setDaysLater(63);
    const old = await desk.run([{ ...asha, remark: 'Salary Nov' }], { fileName: 'nov first.csv' });
    expect(endingOf(old)).toEqual([[2, 'sameName']]);
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

it.concurrent('what the gateway says late about it is told as a possible duplicate, also where a file paid the second', async (test) => {
  const [asha] = makeRows(1, { label: 'asha' }) as [PayoutRow];
  const late = failing();
  const { desk } = await deskWith(test, { [asha.upi]: late });
  expect(endingOf(await desk.run([asha]))).toEqual({ failed: 1 });
  const corrected = { ...asha, upi: 'asha.corrected@okbank' };
  expect(endingOf(await desk.run([corrected], { fileName: 'corrected.csv' }))).toEqual({ success: 1 });
  late.later.word = 'success';
  desk.setDaysLater(1.2);
  await desk.watch('B0001');
  const opening = desk.system.openReader('live');
  if (opening.kind !== 'open') return expect.unreachable();
  try {
    const [news] = opening.store.news.list({ batch: null, all: false });
    expect(news).toMatchObject({ batch: 'B0001', to: 'success', successor: { batch: 'B0002', rowNumber: 2 } });
  } finally {
    opening.store.close();
  }
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

it.concurrent('a desk that is opened months later asks once for the batch, as its clock may be wrong', async (test) => {
  const { desk } = await deskWith(test);
  expect(endingOf(await desk.run(people(2, 'Salary Oct')))).toEqual({ success: 2 });
  desk.setDaysLater(62);
  const next = people(2, 'Salary Dec');
  expect(codesOf(endingOf(await desk.run(next, { fileName: 'dec.csv' })))).toEqual(['repeatsBatch']);
  const again = await desk.run(next, { fileName: 'dec.csv', ...ticking({ batches: ['B0001' as BatchId] }) });
  expect(endingOf(again)).toEqual({ success: 2 });
});

it.concurrent('mostly the same people within ten days are one question, also beside some who are paid the same again', async (test) => {
  const { desk } = await deskWith(test);
  const rows = people(6, 'Salary');
  expect(endingOf(await desk.run(rows))).toEqual({ success: 6 });
  desk.setDaysLater(3);
  const more = rows.map((row, at) => (at < 3 ? row : { ...rupees(row, 7_000 + at), remark: 'Incentive' }));
  expect(endingOf(await desk.run(more, { fileName: 'more.csv' }))).toEqual([
    [2, 'paidBefore'],
    [3, 'paidBefore'],
    [4, 'paidBefore'],
    [5, 'repeatsBatch'],
    [6, 'repeatsBatch'],
    [7, 'repeatsBatch'],
  ]);
});
