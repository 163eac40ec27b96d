// Paying again what ended unpaid: which payouts, with which details, and what stops it. The gateway's own record of executed
// payouts is the judge.

import { cpSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { hasTerminal, runAtTerminal } from './at-terminal.ts';
import { exportCsv } from './csv-report.ts';
import { openDeskFor } from './desk-in-process.ts';
import { answerOf, BATCH, BATCHES, BLOCKED, counts, REFUSED } from './json-answers.ts';
import { makeRows, type PayoutRow, writeCsv } from './payout-files.ts';
import { type Desk, PATIENCE_MS } from './run-desk.ts';
import { type SpecGateway, startSpecGateway } from './spec-gateway.ts';
import type { Conduct, PayoutRequest } from './spec-payouts.ts';

const REJECTED: Partial<Conduct> = { executes: false, word: 'rejected', remembers: true };

/** A payment that ended unpaid after it was accepted, so lookups know it; a test may change `later.word`. */
function failing(word = 'failed'): { readonly later: { readonly afterMs: number; word: string } } & Partial<Conduct> {
  return { word: 'pending', later: { afterMs: 0, word } };
}

interface Scene {
  readonly gateway: SpecGateway;
  readonly desk: Desk;
  readonly rows: readonly PayoutRow[];
  readonly file: string;
  readonly retry: (...more: readonly string[]) => ReturnType<Desk['run']>;
}

/** Batch B0001 of five rows, whose remarks tell the gateway what to do with them. */
async function scene(
  test: TestContext,
  conducts: Readonly<Record<string, Partial<Conduct>>>,
  { count = 5, exitCode = 4 }: { readonly count?: number; readonly exitCode?: number } = {},
): Promise<Scene> {
  const conduct = ({ upiId, account }: PayoutRequest): Partial<Conduct> => conducts[String(upiId ?? account)] ?? {};
  const gateway = await startSpecGateway(test, { conduct });
  const desk = await openDeskFor(test, gateway);
  const rows = makeRows(count);
  const file = writeCsv(desk.folder, { name: 'pay.csv', rows });
  const ran = await desk.run('run', file, '--profile', 'acme', '--yes', '--for', '20');
  expect(ran.exitCode).toBe(exitCode);
  const retry = (...more: readonly string[]) => desk.run('retry', 'B0001', '--yes', '--json', ...more);
  return { gateway, desk, rows, file, retry };
}

function payeesPaid({ executed }: SpecGateway): unknown[] {
  return executed.map(({ upiId, account }) => upiId ?? account);
}

function lookedUp({ posts }: SpecGateway, from: number): unknown[] {
  const asked = posts.slice(from).filter(({ path: where }) => where === '/api/payoutStatus/');
  return asked.map(({ body }) => body['udf1'] ?? body['transactionId']);
}

describe.concurrent('a retry', { timeout: PATIENCE_MS }, () => {
  it('pays nothing again from a restored desk that has lost a later batch, which may have been its retry', async (test) => {
    const { gateway, desk, retry } = await scene(test, { 'row.0002@okbank': REJECTED });
    const old = path.join(desk.folder, 'old');
    cpSync(desk.data, old, { recursive: true });
    expect((await retry()).exitCode).toBe(4);
    rmSync(desk.data, { recursive: true });
    cpSync(old, desk.data, { recursive: true });
    await desk.run('unlock', '--note', 'No other copy is in use.', '--yes');
    const before = gateway.payoutPosts().length;

    const again = await retry();

    expect(answerOf(again, REFUSED).refused).toMatchObject({
      code: 'lostRetry',
      message: expect.stringContaining('B0002'),
    });
    expect(gateway.payoutPosts().length).toBe(before);
  });

  it('pays the refused rows of a corrected sheet in a linked batch, and keeps the originals', async (test) => {
    const { gateway, desk, rows, retry } = await scene(test, {
      'row.0002@okbank': REJECTED,
      '00000377000003': REJECTED,
    });
    const [, second, third] = rows;
    if (second === undefined || third === undefined) throw new Error('three rows are needed');
    expect(third.account).toBe('00000377000003');
    const corrected = rows.map((row) => {
      if (row === second) return { ...row, upi: 'right.0002@okbank' };
      return row === third ? { ...row, account: '00999988887777' } : row;
    });
    const before = gateway.posts.length;
    const id = ['--command-id', 'retry-of-november'];
    const fixed = writeCsv(desk.folder, { name: 'fixed.csv', rows: corrected });
    const ran = await retry('--from', fixed, ...id);
    expect(ran.exitCode).toBe(0);
    const otherFile = writeCsv(desk.folder, { name: 'other.csv', rows });
    const used = await retry('--from', otherFile, ...id);
    expect(answerOf(used, REFUSED).refused.code).toBe('commandIdUsed');
    expect(answerOf(await retry('--from', fixed, ...id), BATCH)).toEqual(answerOf(ran, BATCH));
    expect(answerOf(ran, BATCH)).toMatchObject({ batch: 'B0002', counts: counts({ success: 2 }) });
    expect(ran.stderr).toContain('Row 3, UPI ID: row.0002@okbank becomes right.0002@okbank');
    expect(ran.stderr).toContain('Row 4, account number: 00000377000003 becomes 00999988887777');
    expect(payeesPaid(gateway).slice(3)).toEqual(['right.0002@okbank', '00999988887777']);
    expect([...gateway.timesPosted().values()].every((times) => times === 1)).toBe(true);

    const original = await exportCsv(desk, 'B0001');
    const retried = await exportCsv(desk, 'B0002');
    expect(original.lines.map(({ status }) => status)).toEqual([
      'success',
      'rejected',
      'rejected',
      'success',
      'success',
    ]);
    expect(retried.lines.map((line) => [line['row'], line['retry_of'], line['beneficiary']])).toEqual([
      ['3', 'B0001/3', 'right.0002@okbank'],
      ['4', 'B0001/4', '00999988887777'],
    ]);
    const asked = lookedUp(gateway, before);
    for (const line of [original.lines[1], original.lines[2], ...retried.lines])
      expect(asked).toContain(line?.['reference']);

    const again = await retry();
    expect(again.exitCode).toBe(3);
    expect(answerOf(again, BLOCKED).issues.map(({ code }) => code)).toEqual(['alreadyRetried', 'alreadyRetried']);
    expect(gateway.payoutPosts()).toHaveLength(7);
  });

  it('takes the sheet of its own batch with one cell corrected: its total, rows left out and paid rows pay nothing', async (test) => {
    const refused = new Set(['wrong@okbank', 'again@okbank']);
    const conduct = ({ upiId }: PayoutRequest): Partial<Conduct> => (refused.has(String(upiId)) ? REJECTED : {});
    const gateway = await startSpecGateway(test, { conduct });
    const desk = await openDeskFor(test, gateway);
    const file = path.join(desk.folder, 'own.csv');
    const write = (ravi: string, meera: string): void =>
      writeFileSync(
        file,
        [
          'Invoice No,Name,UPI ID,Amount,Remark',
          `INV-1,Ravi Kumar,ravi@okbank,${ravi},`,
          `INV-2,Meera Joshi,${meera},200,`,
          'INV-3,Asha Rao,no payee,300,',
          `TOTAL,,,${Number(ravi) + 500},`,
        ].join('\n'),
      );
    write('100', 'wrong@okbank');
    const how = ['--only-payable', '--accept-warnings', '--remark', 'November salary'];
    const first = await desk.run('run', file, '--profile', 'acme', '--yes', '--for', '20', ...how);
    expect(first.exitCode).toBe(4);

    write('150', 'again@okbank');
    const ran = await desk.run('retry', 'B0001', '--from', file, '--yes', '--json');
    expect(answerOf(ran, BATCH)).toMatchObject({ batch: 'B0002', counts: counts({ rejected: 1 }) });
    expect(ran.stderr).toContain('Row 2: It is paid, with ₹100.00: what the file changes of it pays nothing.');

    write('100', 'meera@okbank');
    const again = await desk.run('retry', 'B0002', '--from', file, '--yes', '--json');
    expect(answerOf(again, BATCH)).toMatchObject({ batch: 'B0003', counts: counts({ success: 1 }) });
    expect(payeesPaid(gateway)).toEqual(['ravi@okbank', 'meera@okbank']);
    const { lines } = await exportCsv(desk, 'B0003');
    expect(lines[0]).toMatchObject({ row: '3', remark: 'November salary', retry_of: 'B0002/3' });
  });

  it('pays what another batch pays for another purpose only where that batch is named', async (test) => {
    const conducts: Record<string, Partial<Conduct>> = { 'row.0002@okbank': REJECTED };
    const { gateway, desk, rows, retry } = await scene(test, conducts);
    delete conducts['row.0002@okbank'];
    const bonus = rows.slice(1, 2).map((row) => ({ ...row, remark: row.remark.replace('Salary', 'Bonus') }));
    const file = writeCsv(desk.folder, { name: 'bonus.csv', rows: bonus });
    expect((await desk.run('run', file, '--profile', 'acme', '--yes')).exitCode).toBe(0);
    const before = gateway.payoutPosts().length;
    const asked = await retry('--accept-warnings');
    expect(answerOf(asked, BLOCKED).issues).toMatchObject([
      { row: 3, code: 'repeatsBatch', cure: expect.stringContaining('--accept-repeat B0002') },
    ]);
    for (const stray of [
      ['--accept-repeat', 'B0001'],
      ['--pay-again', 'B0002/2'],
    ]) {
      expect(answerOf(await retry(...stray), REFUSED).refused.code).toBe('notARepeat');
    }
    expect(gateway.payoutPosts()).toHaveLength(before);
    const named = await retry('--accept-repeat', 'B0002');
    expect(answerOf(named, BATCH).counts).toEqual(counts({ success: 1 }));
    expect(gateway.payoutPosts()).toHaveLength(before + 1);
  });

  it('asks for the typed count without --yes, and takes nothing else', async (test) => {
    test.skip(!hasTerminal(), 'there is no `script` of util-linux here, which gives a program a terminal');
    const refusing: Record<string, Partial<Conduct>> = { 'row.0001@okbank': REJECTED };
    const { gateway, desk, retry } = await scene(test, refusing);
    const words = ['retry', 'B0001'];
    const wrong = { words, turns: [{ asks: 'type the number of payments', types: 'yes' }], token: gateway.token };
    expect((await runAtTerminal(test, desk, wrong)).exitCode).toBe(2);
    const silent = await desk.run('retry', 'B0001', '--json');
    expect(answerOf(silent, REFUSED).refused.code).toBe('notConfirmed');
    expect(gateway.payoutPosts()).toHaveLength(5);
    refusing['row.0001@okbank'] = {};
    const right = { words, turns: [{ asks: 'type the number of payments', types: '1' }], token: gateway.token };
    const shown = await runAtTerminal(test, desk, right);
    expect(shown.screen).toMatch(/Pays again +batch B0001/);
    expect(shown.exitCode).toBe(0);
    expect((await retry()).exitCode).toBe(3);
  });

  it('goes on along the chain: a retry that ended unpaid is retried itself, all of it looked up', async (test) => {
    const conducts: Record<string, Partial<Conduct>> = { 'row.0001@okbank': failing() };
    const { gateway, desk, retry } = await scene(test, conducts);
    expect((await retry()).exitCode).toBe(4);
    conducts['row.0001@okbank'] = {};
    const before = gateway.posts.length;
    const second = await desk.run('retry', 'B0002', '--yes', '--json');
    expect(second.exitCode).toBe(0);
    expect(answerOf(second, BATCH)).toMatchObject({ batch: 'B0003', counts: counts({ success: 1 }) });
    const made = gateway.executed.filter(({ upiId }) => upiId === 'row.0001@okbank');
    expect(made).toHaveLength(3);
    expect(lookedUp(gateway, before)).toEqual(expect.arrayContaining([made[0]?.transactionId, made[1]?.transactionId]));
    expect((await exportCsv(desk, 'B0003')).lines.map((line) => line['retry_of'])).toEqual(['B0002/2']);
  });
});

describe.concurrent('a payout whose money may have moved', { timeout: PATIENCE_MS }, () => {
  it.for(['success', 'pending', 'a-new-word'])(
    'is not paid again once the gateway says %s: recorded, and the others go',
    async (word, test) => {
      const changes = failing();
      const stays = failing();
      const conducts: Record<string, Partial<Conduct>> = { 'row.0001@okbank': changes, 'row.0002@okbank': stays };
      const { gateway, desk, retry } = await scene(test, conducts);
      changes.later.word = word;
      conducts['row.0002@okbank'] = {};
      const ran = await retry();
      expect(ran.exitCode).toBe(4);
      expect(answerOf(ran, BATCH).counts).toEqual(counts({ success: 1 }));
      expect(ran.stderr).toContain(`The gateway now says ${word} about B0001 row 2`);
      expect(payeesPaid(gateway).filter((payee) => payee === 'row.0001@okbank')).toHaveLength(1);
      const original = answerOf(await desk.run('status', 'B0001', '--json'), BATCH);
      const late = word === 'success' ? { success: 4, failed: 1 } : { success: 3, failed: 2 };
      expect(original.counts).toEqual(counts(late));
      const again = await retry();
      expect(again.exitCode).toBe(3);
      const codes = answerOf(again, BLOCKED).issues.map(({ code }) => code);
      expect(codes).toEqual(word === 'success' ? ['alreadyRetried'] : ['unreadNews', 'alreadyRetried']);
      expect(payeesPaid(gateway).filter((payee) => payee === 'row.0001@okbank')).toHaveLength(1);
    },
  );

  it('is not paid again when the gateway no longer knows what it had called failed', async (test) => {
    const { gateway, desk, retry } = await scene(test, { 'row.0001@okbank': failing() });
    gateway.hide(() => true);
    const ran = await retry();
    expect(ran.exitCode).toBe(3);
    expect(answerOf(ran, BLOCKED)).toMatchObject({ payable: 0, issues: [{ row: 2, code: 'noLongerKnown' }] });
    expect(answerOf(await desk.run('list', '--json'), BATCHES).batches).toHaveLength(1);
  });

  it('is not paid again when its first request was executed behind a refusal', async (test) => {
    const lies: Partial<Conduct> = { executes: true, word: 'success' };
    const conducts: Record<string, Partial<Conduct>> = { 'row.0001@okbank': REJECTED };
    const { gateway, desk, retry } = await scene(test, conducts);
    // The payment appears under the reference that was refused.
    const [refused] = gateway.payoutPosts();
    conducts['row.0001@okbank'] = lies;
    await fetch(`${gateway.url}/api/payout/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${gateway.token}`, 'content-type': 'application/json' },
      body: refused?.text ?? '',
    });
    const ran = await retry();
    expect(ran.exitCode).toBe(3);
    expect(answerOf(ran, BLOCKED).issues).toMatchObject([{ row: 2, code: 'maybePaid' }]);
    expect(answerOf(await desk.run('status', 'B0001', '--json'), BATCH).counts).toEqual(counts({ success: 5 }));
    expect(payeesPaid(gateway).filter((payee) => payee === 'row.0001@okbank')).toHaveLength(1);
  });

  it('declared not paid by a person goes while the gateway does not know it, and not once it does', async (test) => {
    const conducts: Record<string, Partial<Conduct>> = {
      'row.0004@okbank': { reply: 'lost', executes: false },
      'row.0005@okbank': { reply: 'lost', executes: true },
    };
    const gateway = await startSpecGateway(test, { conduct: ({ upiId }) => conducts[String(upiId)] ?? {} });
    gateway.hide(({ upiId }) => upiId === 'row.0005@okbank');
    const desk = await openDeskFor(test, gateway);
    const file = writeCsv(desk.folder, { name: 'pay.csv', rows: makeRows(5) });
    const ran = await desk.run('run', file, '--profile', 'acme', '--yes', '--json', '--for', '10');
    expect(answerOf(ran, BATCH).counts).toEqual(counts({ success: 3, unknown: 2 }));
    const early = await desk.run('retry', 'B0001', '--yes', '--json');
    expect(answerOf(early, REFUSED).refused.code).toBe('nothingToRetry');
    for (const row of ['B0001/5', 'B0001/6']) {
      const decided = await desk.run(
        'resolve',
        row,
        '--not-paid',
        '--note',
        'The bank has no such transfer',
        '--ticket',
        'T-1',
      );
      expect(decided.exitCode).toBe(0);
    }
    conducts['row.0004@okbank'] = {};
    gateway.hide(() => false);
    const retried = await desk.run('retry', 'B0001', '--yes', '--json');
    expect(retried.exitCode).toBe(4);
    expect(answerOf(retried, BATCH).counts).toEqual(counts({ success: 1 }));
    expect(retried.stderr).toContain('The gateway now says success about B0001 row 6');
    expect(answerOf(await desk.run('status', 'B0001', '--json'), BATCH).counts).toEqual(
      counts({ success: 4, failed: 1 }),
    );
    for (const payee of ['row.0004@okbank', 'row.0005@okbank']) {
      expect(payeesPaid(gateway).filter((paid) => paid === payee)).toHaveLength(1);
    }
  });

  it('is not paid again from a second computer that retries the same batch, whatever it corrects', async (test) => {
    const conducts: Record<string, Partial<Conduct>> = { 'row.0001@okbank': { executes: false, reply: 'lost' } };
    const { gateway, desk, rows, retry } = await scene(test, conducts, { count: 1 });
    const other = await openDeskFor(test, gateway);
    const copy = writeCsv(other.folder, { name: 'copy.csv', rows });
    const sent = ['run', copy, '--profile', 'acme', '--yes', '--accept-warnings', '--until', 'sent'] as const;
    expect((await other.run(...sent)).exitCode).toBeGreaterThan(3);
    const declared = ['resolve', 'B0001/2', '--not-paid', '--note', 'They say so.', '--ticket', 'T-1'] as const;
    for (const one of [desk, other]) expect((await one.run(...declared)).exitCode).toBe(0);
    conducts['row.0001@okbank'] = {};
    expect((await retry()).exitCode).toBe(0);
    const corrected = rows.map((row) => ({ ...row, upi: 'right.0001@okbank' }));
    const fixed = writeCsv(other.folder, { name: 'fixed.csv', rows: corrected });
    const second = await other.run('retry', 'B0001', '--from', fixed, '--yes', '--json');
    expect(second.exitCode).toBe(3);
    expect(answerOf(second, BLOCKED).issues).toMatchObject([{ row: 2, code: 'retriedElsewhere' }]);
    expect(gateway.executed).toHaveLength(1);
  });
});

describe.concurrent('a retry that is resumed', { timeout: PATIENCE_MS }, () => {
  it('looks up again what it pays again, and holds what was paid meanwhile', async (test) => {
    const names = makeRows(3).map(({ upi, account }) => upi || account);
    const states = names.map(() => failing());
    const conducts = Object.fromEntries(names.map((name, at) => [name, states[at] ?? {}]));
    const { gateway, desk, retry } = await scene(test, conducts, { count: 3 });
    // Another reference in the answer to the first payout stops the retry, with two payouts unsent.
    const [first = '', second = '', third = ''] = names;
    conducts[first] = { echo: 'other' };
    for (const name of [second, third]) conducts[name] = {};
    const ran = await retry();
    expect(ran.exitCode).toBe(5);
    expect(answerOf(ran, BATCH)).toMatchObject({ batch: 'B0002', counts: counts({ unknown: 1, queued: 2 }) });
    const changed = states[1];
    if (changed === undefined) throw new Error('three rows are needed');
    changed.later.word = 'success';
    const resumed = await desk.run('resume', 'B0002', '--yes', '--json');
    expect(answerOf(resumed, BATCH)).toMatchObject({ counts: counts({ success: 2, queued: 1 }) });
    expect(resumed.exitCode).toBe(5);
    expect(answerOf(await desk.run('status', 'B0001', '--json'), BATCH).counts).toMatchObject({
      success: 1,
      failed: 2,
    });
    expect(gateway.executed).toHaveLength(5);
    const again = await desk.run('resume', 'B0002', '--yes', '--json');
    expect(answerOf(again, BATCH).counts).toEqual(counts({ success: 2, queued: 1 }));
    expect(gateway.executed).toHaveLength(5);
  });
});

describe.concurrent('a retry is refused', { timeout: PATIENCE_MS }, () => {
  it('while something of the batch is unsent', async (test) => {
    const refusing = Object.fromEntries(makeRows(12).map(({ upi, account }) => [upi || account, REJECTED]));
    const { gateway, desk, retry } = await scene(test, refusing, { count: 12, exitCode: 5 });
    const sent = gateway.payoutPosts().length;
    const ran = await retry();
    expect(ran.exitCode).toBe(2);
    expect(answerOf(ran, REFUSED).refused.code).toBe('notFinished');
    await desk.run('cancel', 'B0001');
    for (const one of Object.keys(refusing)) refusing[one] = {};
    const retried = await retry();
    expect(retried.exitCode).toBe(0);
    // What was refused is paid; what a person cancelled is not.
    expect(answerOf(retried, BATCH).counts).toEqual(counts({ success: sent }));
    expect(gateway.executed).toHaveLength(sent);
  });

  it('when nothing of it ended unpaid, or there is no such batch', async (test) => {
    const { desk, retry } = await scene(test, {}, { exitCode: 0 });
    expect(answerOf(await retry(), REFUSED).refused.code).toBe('nothingToRetry');
    const none = await desk.run('retry', 'B0007', '--yes', '--json');
    expect(none.exitCode).toBe(2);
    expect(answerOf(none, REFUSED).refused.code).toBe('unknownBatch');
  });

  it('when the file changes an amount, has moved rows, or names what is no payout; nothing is sent or stored', async (test) => {
    const refusing = Object.fromEntries(makeRows(5).map(({ upi, account }) => [upi || account, REJECTED]));
    const { gateway, desk, rows, retry } = await scene(test, refusing, { count: 3 });
    const files: readonly (readonly [string, readonly PayoutRow[]])[] = [
      ['amountChanged', rows.map((row, at) => (at === 1 ? { ...row, amount: '101.08' } : row))],
      ['amountChanged', rows.toReversed()],
      ['rowsMoved', rows.map((row, at) => ({ ...row, name: rows[(at + 1) % 3]?.name ?? '' }))],
      ['noSuchPayout', [...rows, ...makeRows(1, { label: 'new' })]],
      ['noSuchPayout', rows.map((row) => ({ ...row, reference: 'SOMEBODY-ELSE' })).slice(0, 1)],
    ];
    const sent = gateway.payoutPosts().length;
    for (const [index, [code, args]] of files.entries()) {
      const ran = await retry('--from', writeCsv(desk.folder, { name: `wrong${index}.csv`, rows: args }));
      expect(ran.exitCode).toBe(2);
      expect(answerOf(ran, REFUSED).refused.code).toBe(code);
    }
    expect(gateway.payoutPosts()).toHaveLength(sent);
    expect(answerOf(await desk.run('list', '--json'), BATCHES).batches).toHaveLength(1);
  });

  it('row by row when another batch pays the same to the same person meanwhile', async (test) => {
    const conducts: Record<string, Partial<Conduct>> = { 'row.0001@okbank': REJECTED, 'row.0002@okbank': REJECTED };
    const { gateway, desk, rows, retry } = await scene(test, conducts);
    conducts['row.0001@okbank'] = {};
    const other = rows.slice(0, 1);
    const file = writeCsv(desk.folder, { name: 'other.csv', rows: other });
    expect((await desk.run('run', file, '--profile', 'acme', '--yes')).exitCode).toBe(0);
    const ran = await retry('--accept-warnings', '--from', file);
    expect(ran.exitCode).toBe(3);
    expect(answerOf(ran, BLOCKED).issues.map(({ row, code }) => [row, code])).toEqual([
      [2, 'paidBefore'],
      [3, 'notInFile'],
    ]);
    expect(payeesPaid(gateway).filter((payee) => payee === 'row.0001@okbank')).toHaveLength(1);
  });
});

describe.concurrent('a corrected file', { timeout: PATIENCE_MS }, () => {
  it('may name the payouts by their references in any order, and only those are paid', async (test) => {
    const refusing = Object.fromEntries(makeRows(5).map(({ upi, account }) => [upi || account, REJECTED]));
    const { gateway, desk, rows, retry } = await scene(test, refusing, { count: 4 });
    const { lines } = await exportCsv(desk, 'B0001');
    const named = rows
      .map((row, at) => ({
        ...row,
        upi: row.upi === '' ? '' : `right.${at}@okbank`,
        reference: lines[at]?.['reference'] ?? '',
      }))
      .filter((row) => row.upi !== '')
      .toReversed()
      .slice(0, 2);
    const ran = await retry('--from', writeCsv(desk.folder, { name: 'two.csv', rows: named }));
    expect(ran.exitCode).toBe(0);
    expect(answerOf(ran, BATCH).counts).toEqual(counts({ success: 2 }));
    expect(ran.stderr).toContain('2 payments left out');
    expect(payeesPaid(gateway)).toEqual(['right.3@okbank', 'right.1@okbank']);
    const retried = await exportCsv(desk, 'B0002');
    expect(retried.lines.map((line) => line['retry_of'])).toEqual(['B0001/5', 'B0001/3']);
  });

  it('stops with the cell and the cure when one of its rows cannot be paid', async (test) => {
    const { gateway, desk, rows, retry } = await scene(test, { 'row.0001@okbank': REJECTED });
    const wrong = rows.map((row, at) => (at === 0 ? { ...row, upi: 'not an id' } : row));
    const ran = await retry('--from', writeCsv(desk.folder, { name: 'wrong.csv', rows: wrong }));
    expect(ran.exitCode).toBe(3);
    const { issues, refused } = answerOf(ran, BLOCKED);
    expect(refused.code).toBe('blockedRows');
    expect(issues).toMatchObject([{ row: 2, cell: 'C2', field: 'upiId' }]);
    expect(gateway.payoutPosts()).toHaveLength(5);
  });
});
