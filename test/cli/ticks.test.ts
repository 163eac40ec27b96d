// Paying the same again on purpose: only a person at a terminal may, by typing how many; a script never can.

import { describe, expect, it, type TestContext } from 'vitest';
import { hasTerminal, runAtTerminal, type Shown, type Turn } from './at-terminal.ts';
import { openDeskFor } from './desk-in-process.ts';
import { answerOf, BATCH, BATCHES, BLOCKED, counts } from './json-answers.ts';
import { makeRows, writeCsv } from './payout-files.ts';
import { type Desk, PATIENCE_MS } from './run-desk.ts';
import { type SpecGateway, startSpecGateway } from './spec-gateway.ts';

/** A desk that has paid four people, and another file that pays the same four, and two new ones, for `kind`. */
async function nextFile(
  test: TestContext,
  kind = 'Salary',
): Promise<{ gateway: SpecGateway; desk: Desk; file: string }> {
  test.skip(!hasTerminal(), 'there is no `script` of util-linux here, which gives a program a terminal');
  const gateway = await startSpecGateway(test);
  const desk = await openDeskFor(test, gateway);
  const april = makeRows(4);
  const paid = await desk.run(
    'run',
    writeCsv(desk.folder, { name: 'april.csv', rows: april }),
    '--profile',
    'acme',
    '--yes',
  );
  expect(paid.exitCode).toBe(0);
  const rows = [...april, ...makeRows(2, { label: 'new' })].map((row) => ({
    ...row,
    remark: row.remark.replace('Salary', kind),
  }));
  return { gateway, desk, file: writeCsv(desk.folder, { name: 'more.csv', rows }) };
}

function runFile(
  test: TestContext,
  { gateway, desk, file }: { gateway: SpecGateway; desk: Desk; file: string },
  turns: readonly Turn[],
): Promise<Shown> {
  return runAtTerminal(test, desk, { words: ['run', file, '--profile', 'acme'], turns, token: gateway.token });
}

describe.concurrent('rows that were paid in the last 30 days', { timeout: PATIENCE_MS }, () => {
  it('are left out when the person presses Enter, and the new ones are paid', async (test) => {
    const month = await nextFile(test);
    const shown = await runFile(test, month, [
      { asks: 'Enter leaves out the 4 repeated', types: '' },
      { asks: 'type the number of payments', types: '2' },
    ]);
    expect(shown.screen).toContain('4 rows of this file: this may be paid twice');
    expect(shown.exitCode).toBe(0);
    expect(month.gateway.executed).toHaveLength(6);
    const status = answerOf(await month.desk.run('status', 'B0002', '--json'), BATCH);
    expect(status.counts).toEqual(counts({ success: 2 }));
  });

  it('are paid all the same when the person types how many, and the confirmation says so', async (test) => {
    const month = await nextFile(test);
    const shown = await runFile(test, month, [
      { asks: 'to pay them all the same, type 4', types: '4' },
      { asks: 'type the number of payments', types: '6' },
    ]);
    expect(shown.screen).toContain('Ticked by you: 4 rows that may be paid twice.');
    expect(shown.exitCode).toBe(0);
    expect(month.gateway.executed).toHaveLength(10);
    expect([...month.gateway.timesPosted().values()].every((times) => times === 1)).toBe(true);
  });

  it('stop everything when the person types anything else', async (test) => {
    const month = await nextFile(test);
    const shown = await runFile(test, month, [{ asks: 'Enter leaves out', types: '3' }]);
    expect(shown.screen).toContain('Nothing was paid');
    expect(shown.exitCode).toBe(2);
    expect(month.gateway.executed).toHaveLength(4);
    expect(answerOf(await month.desk.run('list', '--json'), BATCHES).batches).toHaveLength(1);
  });

  it('are never paid by --yes, at a terminal or not', async (test) => {
    const month = await nextFile(test);
    const { gateway, desk, file } = month;
    const everything = ['--yes', '--accept-warnings', '--include-hidden', '--json'];
    const ran = await desk.run('run', file, '--profile', 'acme', ...everything);
    expect(ran.exitCode).toBe(3);
    expect(answerOf(ran, BLOCKED)).toMatchObject({ payable: 2, refused: { code: 'blockedRows' } });
    const words = ['run', file, '--profile', 'acme', '--yes'];
    const shown = await runAtTerminal(test, desk, { words, turns: [], token: gateway.token });
    expect(shown.exitCode).toBe(3);
    expect(shown.screen).not.toContain('Enter leaves out');
    expect(gateway.executed).toHaveLength(4);
  });
});

describe.concurrent('a corrected amount', { timeout: PATIENCE_MS }, () => {
  it('is paid for its difference alone when the person types d, and the confirmation says so', async (test) => {
    const { gateway, desk } = await nextFile(test);
    const corrected = makeRows(1).map((row) => ({ ...row, amount: '150.00' }));
    const rows = [...corrected, ...makeRows(2, { label: 'new' })];
    const file = writeCsv(desk.folder, { name: 'corrected.csv', rows });
    const shown = await runFile(test, { gateway, desk, file }, [
      { asks: 'd pays only the difference', types: 'd' },
      { asks: 'type the number of payments', types: '3' },
    ]);
    expect(shown.screen).toContain('Ticked by you: 1 row of which only the difference is paid.');
    expect(shown.exitCode).toBe(0);
    expect(gateway.executed.slice(4).map(({ amountText }) => amountText)).toEqual(['50', '100', '101.07']);
  });
});

describe.concurrent('the people of an earlier batch, for another purpose', { timeout: PATIENCE_MS }, () => {
  it('are paid when the person types how many, and the confirmation says so', async (test) => {
    const more = await nextFile(test, 'Bonus');
    const shown = await runFile(test, more, [
      { asks: 'Enter leaves out the 4 repeated', types: '4' },
      { asks: 'type the number of payments', types: '6' },
    ]);
    expect(shown.screen).toContain('they pay its people the same');
    expect(shown.screen).toContain('Ticked by you: another payment than B0001.');
    expect(shown.exitCode).toBe(0);
    expect(more.gateway.executed).toHaveLength(10);
  });

  it('are left out when the person presses Enter', async (test) => {
    const more = await nextFile(test, 'Bonus');
    const shown = await runFile(test, more, [
      { asks: 'Enter leaves out the 4 repeated', types: '' },
      { asks: 'type the number of payments', types: '2' },
    ]);
    expect(shown.exitCode).toBe(0);
    expect(more.gateway.executed).toHaveLength(6);
  });
});

describe.concurrent('a payee whose account changed', { timeout: PATIENCE_MS }, () => {
  it('is paid only when a person types how many, after a repeat was left out', async (test) => {
    test.skip(!hasTerminal(), 'there is no `script` of util-linux here, which gives a program a terminal');
    const gateway = await startSpecGateway(test);
    const desk = await openDeskFor(test, gateway);
    const [one, two] = makeRows(2);
    if (one === undefined || two === undefined) throw new Error('two rows are needed');
    const april = writeCsv(desk.folder, { name: 'april.csv', rows: [one, two] });
    expect((await desk.run('run', april, '--profile', 'acme', '--yes')).exitCode).toBe(0);
    const file = writeCsv(desk.folder, {
      name: 'more.csv',
      rows: [
        { ...one, upi: 'new.account@okbank', remark: one.remark.replace('Salary', 'Travel'), amount: '7.00' },
        two,
      ],
    });
    const blocked = await desk.run('run', file, '--profile', 'acme', '--yes', '--only-payable', '--json');
    expect(blocked.exitCode).toBe(3);
    expect(answerOf(blocked, BLOCKED).issues.map(({ code }) => code)).toEqual(['payeeChanged', 'paidBefore']);
    const shown = await runAtTerminal(test, desk, {
      words: ['run', file, '--profile', 'acme'],
      turns: [
        { asks: 'Enter leaves out the 1 repeated', types: '' },
        { asks: 'Enter leaves out the 1 changed', types: '1' },
        { asks: 'type the number of payments', types: '1' },
      ],
      token: gateway.token,
    });
    expect(shown.screen.replaceAll(/\s+/g, ' ')).toContain(`then ${one.upi}, now new.account@okbank.`);
    expect(shown.screen).toContain('Ticked by you: 1 row to a changed account.');
    expect(shown.exitCode).toBe(0);
    expect(gateway.executed.map(({ upiId }) => upiId)).toEqual([one.upi, two.upi, 'new.account@okbank']);
  });
});
