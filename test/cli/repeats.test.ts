// Paying the same person again: the same file, the same rows in another file, ceilings, warnings and hidden rows. What
// --accept-repeat and --accept-warnings lift, and what nothing lifts.

import { describe, expect, it, type TestContext } from 'vitest';
import { openDeskFor } from './desk-in-process.ts';
import { answerOf, BATCH, BATCHES, BLOCKED, counts, REFUSED } from './json-answers.ts';
import { makeRows, type PayoutRow, writeCsv, writeXlsx } from './payout-files.ts';
import { PATIENCE_MS } from './run-desk.ts';
import { startSpecGateway } from './spec-gateway.ts';

describe.concurrent('a file that was run before', { timeout: PATIENCE_MS }, () => {
  it('is refused; named with --accept-repeat the 30-day guard still blocks every paid row', async (test) => {
    const gateway = await startSpecGateway(test);
    const desk = await openDeskFor(test, gateway);
    const rows = makeRows(6);
    const file = writeCsv(desk.folder, { name: 'pay.csv', rows });
    const pay = (...more: string[]) => desk.run('run', file, '--profile', 'acme', '--yes', '--json', ...more);
    expect((await pay()).exitCode).toBe(0);

    const again = await pay();
    expect(again.exitCode).toBe(2);
    expect(answerOf(again, REFUSED).refused).toMatchObject({
      code: 'repeatedFile',
      message: expect.stringContaining('B0001'),
    });
    const accepted = await pay('--accept-repeat', 'B0001');
    expect(accepted.exitCode).toBe(3);
    const { issues, payable } = answerOf(accepted, BLOCKED);
    expect({ payable, codes: issues.map(({ code }) => code) }).toEqual({
      payable: 0,
      codes: rows.map(() => 'paidBefore'),
    });
    expect((await pay('--accept-repeat', 'B0001', '--only-payable', '--accept-warnings')).exitCode).toBe(3);
    const wrong = await pay('--accept-repeat', 'B0009');
    expect(wrong.exitCode).toBe(2);
    expect(wrong.stderr).toContain('B0001');

    const more = [...rows.toReversed(), ...makeRows(2, { label: 'new' })];
    const longer = writeCsv(desk.folder, { name: 'longer.csv', rows: more });
    const blocked = await desk.run('run', longer, '--profile', 'acme', '--yes', '--json');
    expect(blocked.exitCode).toBe(3);
    expect(answerOf(blocked, BLOCKED)).toMatchObject({ rows: 8, payable: 2, refused: { code: 'blockedRows' } });
    const rest = await desk.run('run', longer, '--profile', 'acme', '--yes', '--json', '--only-payable');
    expect(rest.exitCode).toBe(0);
    expect(answerOf(rest, BATCH)).toMatchObject({ batch: 'B0002', counts: counts({ success: 2 }) });
    expect(gateway.executed.map(({ upiId }) => upiId)).toHaveLength(8);
    expect([...gateway.timesPosted().values()].every((times) => times === 1)).toBe(true);
  });

  it('is noticed by its rows when it was saved again in another order and format', async (test) => {
    const gateway = await startSpecGateway(test);
    const desk = await openDeskFor(test, gateway);
    const rows = makeRows(4);
    await desk.run('run', writeCsv(desk.folder, { name: 'pay.csv', rows }), '--profile', 'acme', '--yes');
    const saved = await writeXlsx(desk.folder, { name: 'copy.xlsx', rows: rows.toReversed() });
    const again = await desk.run('run', saved, '--profile', 'acme', '--yes', '--json');
    expect(again.exitCode).toBe(2);
    expect(answerOf(again, REFUSED).refused.code).toBe('repeatedFile');
  });

  it('may be run again when all of it was cancelled, under new references', async (test) => {
    const gateway = await startSpecGateway(test, {
      conduct: () => ({ executes: false, word: 'rejected', remembers: true }),
    });
    const desk = await openDeskFor(test, gateway);
    const file = writeCsv(desk.folder, { name: 'pay.csv', rows: makeRows(5) });
    const ran = await desk.run('run', file, '--profile', 'acme', '--yes', '--json');
    expect(ran.exitCode).toBeGreaterThan(3);
    await desk.run('cancel', 'B0001');
    await desk.run('run', file, '--profile', 'acme', '--yes', '--accept-repeat', 'B0001');
    expect(answerOf(await desk.run('list', '--json'), BATCHES).batches).toHaveLength(2);
    expect(gateway.payoutPosts().length).toBeGreaterThan(5);
    expect([...gateway.timesPosted().values()].every((times) => times === 1)).toBe(true);
  });

  it("is not run on references of the sheet's own that were used before", async (test) => {
    const gateway = await startSpecGateway(test);
    const desk = await openDeskFor(test, gateway);
    const rows = makeRows(3, { references: true });
    await desk.run('run', writeCsv(desk.folder, { name: 'pay.csv', rows }), '--profile', 'acme', '--yes');
    const changed = rows.map((row) => ({
      ...row,
      amount: '77.00',
      upi: row.upi.replace('row', 'next'),
      account: row.account.replace(/0$|\d$/, '9'),
    }));
    const file = writeCsv(desk.folder, { name: 'june.csv', rows: changed });
    const ran = await desk.run('run', file, '--profile', 'acme', '--yes', '--json');
    expect(ran.exitCode).toBe(3);
    expect(answerOf(ran, BLOCKED).issues.map(({ code }) => code)).toEqual([
      'referenceUsed',
      'referenceUsed',
      'referenceUsed',
    ]);
  });
});

describe.concurrent('what is repeated, named by a script', { timeout: PATIENCE_MS * 2 }, () => {
  /** A desk that paid three people, and a function that runs other rows of theirs. */
  async function paidThree(test: TestContext) {
    const gateway = await startSpecGateway(test);
    const desk = await openDeskFor(test, gateway);
    const rows = makeRows(3);
    const run = (name: string, paid: readonly PayoutRow[], ...more: string[]) =>
      desk.run('run', writeCsv(desk.folder, { name, rows: paid }), '--profile', 'acme', '--yes', '--json', ...more);
    expect((await run('first.csv', rows)).exitCode).toBe(0);
    const joiner = makeRows(1, { label: 'joiner' });
    return { gateway, rows, run, joiner };
  }

  it('is paid in full by the payouts that it repeats, and no other row is', async (test) => {
    const { gateway, rows, run, joiner } = await paidThree(test);
    const lifting = ['--accept-warnings', '--only-payable', '--include-hidden', '--accept-repeat', 'B0001'];
    const again = await run('another.csv', [...rows, ...joiner], ...lifting.slice(0, 3));
    expect(answerOf(again, BATCH).counts).toEqual(counts({ success: 1 }));
    expect(gateway.executed).toHaveLength(4);
    const stray = await run('more.csv', [...rows, ...joiner], '--pay-again', 'B0001/9', '--accept-repeat', 'B0002');
    expect(answerOf(stray, REFUSED).refused).toMatchObject({ code: 'notARepeat' });
    const named = ['--pay-again', 'B0001/2,B0001/4', '--only-payable', '--accept-repeat', 'B0002'];
    const paid = await run('more.csv', [...rows, ...joiner], ...named);
    expect(answerOf(paid, BATCH).counts).toEqual(counts({ success: 2 }));
    expect(gateway.executed).toHaveLength(6);
  });

  it('is paid for its difference alone', async (test) => {
    const { gateway, rows, run } = await paidThree(test);
    const corrected = rows.map((row, at) => (at === 0 ? { ...row, amount: '150.00' } : row));
    const left = await run('corrected.csv', corrected, '--only-payable');
    expect(answerOf(left, BLOCKED).issues.map(({ row, code }) => [row, code])).toEqual([
      [2, 'correction'],
      [3, 'paidBefore'],
      [4, 'paidBefore'],
    ]);
    const paid = await run('corrected.csv', corrected, '--only-payable', '--pay-difference', 'B0001/2');
    expect(paid.exitCode).toBe(0);
    expect(gateway.executed.slice(3)).toMatchObject([{ upiId: rows[0]?.upi, amountText: '50' }]);
  });

  it('is paid for its differences where most amounts are corrected, once each is named', async (test) => {
    const { gateway, rows, run } = await paidThree(test);
    const raised = rows.map((row) => ({ ...row, amount: (Number(row.amount) + 5).toFixed(2) }));
    const asked = await run('raised.csv', raised);
    expect(answerOf(asked, BLOCKED).issues.map(({ code }) => code)).toEqual(rows.map(() => 'repeatsBatch'));
    const some = await run('raised.csv', raised, '--only-payable', '--pay-difference', 'B0001/2,B0001/3');
    expect(answerOf(some, BATCH).counts).toEqual(counts({ success: 2 }));
    expect(gateway.executed.slice(3).map(({ amountText }) => amountText)).toEqual(['5', '5']);
    const repeat = ['--only-payable', '--accept-repeat', 'B0002', '--pay-difference', 'B0001/4'];
    const last = await run('last.csv', raised, ...repeat);
    expect(answerOf(last, BATCH).counts).toEqual(counts({ success: 1 }));
  });

  it('for another purpose is paid by its batch', async (test) => {
    const { gateway, rows, run } = await paidThree(test);
    const bonus = rows.map((row) => ({ ...row, remark: row.remark.replace('Salary', 'Bonus') }));
    const asked = await run('bonus.csv', bonus, '--accept-warnings', '--only-payable');
    expect(answerOf(asked, BLOCKED).issues.map(({ code }) => code)).toEqual(rows.map(() => 'repeatsBatch'));
    expect((await run('bonus.csv', bonus, '--accept-repeat', 'B0001')).exitCode).toBe(0);
    expect(gateway.executed).toHaveLength(6);
  });
});

describe.concurrent('an account that the next sheet names by another branch of its bank', {
  timeout: PATIENCE_MS,
}, () => {
  it('is the person who was paid: blocked, known by the name, and noticed twice in one file', async (test) => {
    const gateway = await startSpecGateway(test);
    const desk = await openDeskFor(test, gateway);
    const asha = makeRows(3).filter(({ method }) => method === 'IMPS');
    const again = asha.map((row) => ({ ...row, ifsc: 'HDFC0000002', account: row.account.replace(/^0+/, '') }));
    expect(again).toHaveLength(1);
    const first = writeCsv(desk.folder, { name: 'first.csv', rows: asha });
    expect((await desk.run('run', first, '--profile', 'acme', '--yes')).exitCode).toBe(0);
    const second = writeCsv(desk.folder, { name: 'second.csv', rows: again });
    const blocked = await desk.run('run', second, '--profile', 'acme', '--yes', '--accept-warnings', '--json');
    expect(blocked.exitCode).toBe(3);
    expect(answerOf(blocked, BLOCKED).issues).toMatchObject([
      { row: 2, code: 'accountShort' },
      { row: 2, code: 'paidBefore' },
      { row: 2, code: 'payeeChanged' },
    ]);

    // Another amount for one purpose is a correction. The account lost its zeros, which is asked about; another branch is not.
    const more = [...asha, ...again].map((row) => ({ ...row, amount: '77.00', ifsc: 'HDFC0000002' }));
    const both = writeCsv(desk.folder, { name: 'both.csv', rows: more });
    const warned = await desk.run('run', both, '--profile', 'acme', '--yes', '--json');
    expect(warned.exitCode).toBe(3);
    expect(answerOf(warned, BLOCKED).issues.map(({ row, code }) => [row, code])).toEqual([
      [3, 'accountShort'],
      [3, 'samePayment'],
      [2, 'correction'],
      [3, 'correction'],
      [3, 'paidTwiceHere'],
      [3, 'payeeChanged'],
    ]);
    expect(gateway.executed).toHaveLength(1);
  });
});

describe.concurrent('a person and amount that another batch has not settled', { timeout: PATIENCE_MS }, () => {
  it('is blocked, whatever is accepted, and the others may be paid', async (test) => {
    const gateway = await startSpecGateway(test, {
      conduct: ({ remark }) => ({ word: remark === 'slow' ? 'pending' : 'success' }),
    });
    const desk = await openDeskFor(test, gateway);
    const [one, two, three] = makeRows(3);
    if (one === undefined || two === undefined || three === undefined) throw new Error('three rows are needed');
    const first = writeCsv(desk.folder, { name: 'one.csv', rows: [{ ...one, remark: 'slow' }] });
    expect((await desk.run('run', first, '--profile', 'acme', '--yes', '--until', 'sent')).exitCode).toBe(0);
    const second = writeCsv(desk.folder, { name: 'two.csv', rows: [two, one, three] });
    const blocked = await desk.run('run', second, '--profile', 'acme', '--yes', '--accept-warnings', '--json');
    expect(blocked.exitCode).toBe(3);
    expect(answerOf(blocked, BLOCKED).issues).toMatchObject([{ row: 3, code: 'inFlightElsewhere' }]);
    const rest = await desk.run('run', second, '--profile', 'acme', '--yes', '--only-payable', '--json');
    expect(rest.exitCode).toBe(0);
    expect(answerOf(rest, BATCH).counts).toEqual(counts({ success: 2 }));
    expect(gateway.executed.filter(({ upiId }) => upiId === one.upi)).toHaveLength(1);
  });
});

describe.concurrent('a ceiling, a warning and a hidden row', { timeout: PATIENCE_MS }, () => {
  it('stop a run: no option lifts a ceiling, --accept-warnings lifts a warning only', async (test) => {
    const gateway = await startSpecGateway(test);
    const ceilings = ['--rate', '5000', '--max-payout', '5000', '--max-batch', '10,000'];
    const desk = await openDeskFor(test, gateway, { options: ceilings });
    const everything = ['--accept-warnings', '--include-hidden', '--yes', '--json'];
    const rows = makeRows(4).map((row, at) => ({ ...row, amount: at === 1 ? '5000.01' : '900.00' }));
    const large = await desk.run(
      'run',
      writeCsv(desk.folder, { name: 'large.csv', rows }),
      '--profile',
      'acme',
      ...everything,
    );
    expect(large.exitCode).toBe(3);
    expect(answerOf(large, BLOCKED).issues).toMatchObject([{ row: 3, code: 'aboveCeiling' }]);

    const many = makeRows(3, { label: 'many' }).map((row) => ({ ...row, amount: '4000.00' }));
    const total = await desk.run(
      'run',
      writeCsv(desk.folder, { name: 'many.csv', rows: many }),
      '--profile',
      'acme',
      ...everything,
    );
    expect(total.exitCode).toBe(2);
    expect(answerOf(total, REFUSED).refused.code).toBe('batchCeiling');

    const twice = [...makeRows(2), ...makeRows(1)];
    const doubled = writeCsv(desk.folder, { name: 'both.csv', rows: twice });
    const repeated = await desk.run('run', doubled, '--profile', 'acme', ...everything);
    expect(repeated.exitCode).toBe(3);
    expect(answerOf(repeated, BLOCKED).issues).toContainEqual(
      expect.objectContaining({ row: 4, code: 'paidTwiceHere' }),
    );
    expect((await desk.run('check', doubled)).exitCode).toBe(0);
    const other = await desk.run('run', doubled, '--profile', 'acme', ...everything, '--pay-again', '3');
    expect(answerOf(other, REFUSED).refused).toMatchObject({
      code: 'notARepeat',
      message: expect.stringContaining('3'),
    });
    expect(gateway.payoutPosts()).toEqual([]);
    const named = await desk.run('run', doubled, '--profile', 'acme', '--yes', '--json', '--pay-again', '4');
    expect(named.exitCode).toBe(0);
    expect(gateway.executed).toHaveLength(3);

    const long = makeRows(1, { label: 'long' }).map((row) => ({ ...row, remark: 'Salary of the month '.repeat(3) }));
    const wordy = writeCsv(desk.folder, { name: 'long.csv', rows: long });
    const warned = await desk.run('run', wordy, '--profile', 'acme', '--yes', '--json');
    expect(warned.exitCode).toBe(2);
    expect(answerOf(warned, REFUSED).refused.code).toBe('warnings');
    expect((await desk.run('run', wordy, '--profile', 'acme', '--yes', '--json', '--accept-warnings')).exitCode).toBe(
      0,
    );
    expect(gateway.executed).toHaveLength(4);
  });

  it('stop a run: hidden rows are paid with --include-hidden only', async (test) => {
    const gateway = await startSpecGateway(test);
    const desk = await openDeskFor(test, gateway);
    const file = await writeXlsx(desk.folder, { name: 'hidden.xlsx', rows: makeRows(4), hidden: [3] });
    const refused = await desk.run(
      'run',
      file,
      '--profile',
      'acme',
      '--yes',
      '--accept-warnings',
      '--only-payable',
      '--json',
    );
    expect(refused.exitCode).toBe(2);
    expect(answerOf(refused, REFUSED).refused.code).toBe('hiddenRows');
    expect(gateway.payoutPosts()).toEqual([]);
    const shown = await desk.run('run', file, '--profile', 'acme', '--yes', '--include-hidden', '--json');
    expect(shown.exitCode).toBe(0);
    expect(gateway.executed).toHaveLength(4);
  });
});

describe.concurrent('a desk that has forgotten', { timeout: PATIENCE_MS }, () => {
  it('stops before any payout when the gateway knows a reference of the file already', async (test) => {
    const gateway = await startSpecGateway(test);
    const desk = await openDeskFor(test, gateway);
    const rows = makeRows(12);
    const file = writeCsv(desk.folder, { name: 'pay.csv', rows });
    expect((await desk.run('run', file, '--profile', 'acme', '--yes')).exitCode).toBe(0);

    const other = await openDeskFor(test, gateway);
    const copy = writeCsv(other.folder, { name: 'other name.csv', rows });
    const again = await other.run('run', copy, '--profile', 'acme', '--yes', '--accept-warnings', '--json');
    expect(again.exitCode).toBe(2);
    const { code, cure } = answerOf(again, REFUSED).refused;
    expect(code).toBe('referenceKnown');
    expect(cure).toMatch(/^Nothing was stored or sent\..*lookup --profile acme --udf1.*--only-payable/);
    expect(gateway.payoutPosts()).toHaveLength(12);
    expect(answerOf(await other.run('list', '--json'), BATCHES).batches).toEqual([]);
  });

  it('sends no row whose own reference the gateway knows, and pays the others', async (test) => {
    const gateway = await startSpecGateway(test);
    const desk = await openDeskFor(test, gateway);
    const rows = makeRows(40, { references: true });
    await desk.run(
      'run',
      writeCsv(desk.folder, { name: 'one.csv', rows: rows.slice(0, 1) }),
      '--profile',
      'acme',
      '--yes',
    );
    const other = await openDeskFor(test, gateway);
    const file = writeCsv(other.folder, { name: 'all.csv', rows: rows.map((row) => ({ ...row, amount: '50.50' })) });
    const pay = (...more: string[]) => other.run('run', file, '--profile', 'acme', '--yes', '--json', ...more);
    const stopped = await pay('--only-payable');
    expect([stopped.exitCode, answerOf(stopped, REFUSED).refused.code]).toEqual([2, 'referenceKnown']);
    const blocked = await pay('--accept-warnings');
    expect(blocked.exitCode).toBe(3);
    expect(answerOf(blocked, BLOCKED).issues.map(({ row, code }) => [row, code])).toEqual([[2, 'referenceKnown']]);
    const paid = await pay('--only-payable');
    expect(paid.exitCode).toBe(0);
    expect(answerOf(paid, BATCH).counts).toEqual(counts({ success: 39 }));
    expect([...gateway.timesPosted().values()].every((times) => times === 1)).toBe(true);
  });
});
