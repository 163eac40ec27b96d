import { describe, expect, it } from 'vitest';
import { acceptsUnprovable, unaccepted } from '../../electron/main/desk/batches/accept-doubts.ts';
import { heldBack, leftOutOf, tickableOf, warningsOf } from '../../electron/main/desk/batches/confirm-handlers.ts';
import { NewestQuestion } from '../../electron/main/session/following.ts';
import { CONFIRM_LISTED } from '../../shared/limits.ts';
import { msg, verbatim } from '../../shared/messages/message.ts';
import type { Paise } from '../../shared/money.ts';
import type { Issue } from '../../shared/rows.ts';
import { payment } from '../store/desk-file.ts';

const LOW = { code: 'walletLow', message: verbatim('The wallet holds too little.') } as const;
const UNSURE = { code: 'lookupsUnreliable', message: verbatim('Lost answers could not be looked up here.') } as const;

const named = (rowNumber: number) => ({
  rowNumber,
  name: `Payee ${rowNumber}`,
  payTo: `payee${rowNumber}@bank`,
  paise: rowNumber * 100,
});

const issue = (message: string): Issue => {
  return {
    code: 'paidBefore',
    cell: null,
    field: null,
    severity: 'error',
    message: verbatim(message),
    cure: verbatim('Leave it out.'),
    row: 2,
  };
};

describe('what Review does not call ready', () => {
  it('is every payable row that would not be paid, by what the desk says against it', () => {
    const rows = [2, 3, 4, 5].map((rowNumber) => ({
      kind: 'payable' as const,
      rowNumber,
      payment: payment(),
      source: [],
      hidden: false,
    }));
    const against = (row: number, code: string): Issue => ({ ...issue(`Why ${row}.`), row, code });
    const warned: Issue = { ...against(4, 'x'), severity: 'warning' };
    const issues = [against(3, 'paidBefore'), against(4, 'paidBefore'), against(5, 'inFlightElsewhere')];
    const asked = new Map([3, 4].map((row) => [row, null]));
    const held = heldBack({ rows, issues: [warned] }, { paid: [{ rowNumber: 2 }], asked, issues, listed: 1 });
    expect(held.heldReady).toBe(2);
    expect(held.held.map(({ code, isAsked, rows: of, messages }) => [code, isAsked, of, messages])).toEqual([
      ['paidBefore', true, [3, 4], [verbatim('Why 3.')]],
      ['inFlightElsewhere', false, [5], [verbatim('Why 5.')]],
    ]);
  });
});

describe('what Confirm lists', () => {
  it('says each warning once, with its rows, and how many there are in all', () => {
    const of = (row: number | null, message: string) => ({ code: 'x', row, message: verbatim(message) });
    const warnings = [of(2, 'Twice.'), of(null, 'Low.'), of(5, 'Twice.')];
    expect(warningsOf(warnings, { listed: 1, named })).toEqual({
      warnings: [{ code: 'x', title: null, message: verbatim('Twice.'), count: 2, rows: [named(2), named(5)] }],
      warningCount: 3,
    });
    expect(warningsOf(warnings, { listed: CONFIRM_LISTED, named }).warnings).toHaveLength(2);
  });

  it('says a warning once where each of its rows has a message of its own that says the same', () => {
    const of = (row: number, said: number) => ({
      code: 'x',
      row,
      message: msg('row.referenceRepeated', { row: said }),
    });
    const { warnings } = warningsOf([of(3, 2), of(4, 2), of(6, 5)], { listed: CONFIRM_LISTED, named });
    expect(warnings.map(({ message, count }) => [message, count])).toEqual([
      [msg('row.referenceRepeated', { row: 2 }), 2],
      [msg('row.referenceRepeated', { row: 5 }), 1],
    ]);
  });

  const outFor = (code: string) => (rowNumber: number, message: string) => {
    return { rowNumber, issues: [{ ...issue(message), code }] };
  };

  it('says each sentence about rows that are left out once, and of how many rows it says none', () => {
    const of = outFor('amountUnclear');
    const two = leftOutOf([of(6, 'Unclear: 1.2.3'), of(7, 'Unclear: 4,5'), of(8, 'Unclear: 4,5')], named);
    expect(two.leftOut).toMatchObject([
      { message: verbatim('Unclear: 4,5'), sum: { count: 2, paise: 1_500 }, rows: [named(7), named(8)] },
      { message: verbatim('Unclear: 1.2.3'), sum: { count: 1, paise: 600 }, rows: [named(6)] },
    ]);
    const rows = Array.from({ length: CONFIRM_LISTED + 5 }, (_, at) => of(at, `Unclear: ${at}..`));
    const many = leftOutOf(rows, named);
    expect([many.leftOut.length, many.leftOutCount]).toEqual([CONFIRM_LISTED, CONFIRM_LISTED + 5]);
    expect(many.leftOutPaise).toBe(rows.reduce((sum, { rowNumber }) => sum + named(rowNumber).paise, 0));
  });

  it('says of rows that repeat earlier payments one reason, each with the payment that it repeats', () => {
    const rows = Array.from({ length: CONFIRM_LISTED + 5 }, (_, at) => outFor('paidBefore')(at, `Paid by row ${at}.`));
    const { leftOut } = leftOutOf([...rows, outFor('correction')(900, 'Now ₹1.00 more.')], named);
    const paise = rows.reduce((sum, { rowNumber }) => sum + named(rowNumber).paise, 0);
    expect(leftOut.map(({ code, message, sum }) => [code, message, sum])).toEqual([
      ['paidBefore', null, { count: CONFIRM_LISTED + 5, paise }],
      ['correction', null, { count: 1, paise: 90_000 }],
    ]);
    expect(leftOut[0]?.rows[7]).toEqual({ ...named(7), message: verbatim('Paid by row 7.') });
    expect(leftOut[0]?.rows).toHaveLength(CONFIRM_LISTED);
  });

  it('counts no money of a line that is no payment', () => {
    const total = { rowNumber: 9, issues: [{ ...issue('A total.'), code: 'totalLine' }] };
    const [line] = leftOutOf([total], named).leftOut;
    expect(line).toMatchObject({ sum: { count: 1, paise: 0 }, rows: [{ ...named(9), paise: null }] });
  });

  it('says of a row with two reasons each in its own place', () => {
    const row = {
      rowNumber: 2,
      name: null,
      amountPaise: 100 as Paise,
      payTo: 'asha@okbank',
      reasons: ['paidBefore', 'accountChanged'] as const,
      messages: [
        { reason: 'paidBefore', message: verbatim('The same was paid.') },
        { reason: 'accountChanged', message: verbatim('Another account.') },
      ] as const,
      earlier: [],
      differencePaise: null,
      besideRows: [],
    };
    const said = tickableOf([row], CONFIRM_LISTED).map(({ reason, rows }) => [
      reason,
      rows.map(({ message }) => message),
    ]);
    expect(said).toEqual([
      ['paidBefore', [verbatim('The same was paid.')]],
      ['accountChanged', [verbatim('Another account.')]],
    ]);
  });

  it('gives no number of a row that it does not list', () => {
    const rows = Array.from({ length: CONFIRM_LISTED + 20 }, (_, at) => ({
      rowNumber: at + 2,
      name: null,
      amountPaise: 100 as Paise,
      reasons: ['paidBefore'] as const,
      payTo: 'asha@okbank',
      messages: [{ reason: 'paidBefore', message: verbatim('Paid.') }] as const,
      earlier: [],
      differencePaise: null,
      besideRows: [],
    }));
    const [listed] = tickableOf(rows, CONFIRM_LISTED);
    expect(listed?.sum).toEqual({ count: 120, paise: 12_000 });
    expect(JSON.stringify(listed).match(/"rowNumber":/g)).toHaveLength(CONFIRM_LISTED);
    expect(listed).not.toHaveProperty('rowNumbers');
    expect(tickableOf(rows, 1_000)[0]?.rows).toHaveLength(120);
  });
});

describe('a doubt', () => {
  it('is accepted by the tick that names it, and by no other', () => {
    const ticks = (acceptWarnings: boolean, unsure: boolean) => ({ acceptWarnings, acceptsUnprovable: unsure });
    expect(unaccepted([UNSURE, LOW], ticks(true, false))).toBe(UNSURE);
    expect(unaccepted([UNSURE, LOW], ticks(false, true))).toBe(LOW);
    expect(unaccepted([null, UNSURE, LOW], ticks(true, true))).toBeNull();
    expect([acceptsUnprovable(ticks(true, false)), acceptsUnprovable(ticks(false, true))]).toEqual([false, true]);
  });

  it('is accepted by one word at the command line', () => {
    expect(unaccepted([UNSURE, LOW], { acceptWarnings: true })).toBeNull();
    expect(unaccepted([UNSURE, LOW], { acceptWarnings: false })).toBe(UNSURE);
    expect(acceptsUnprovable({ acceptWarnings: true })).toBe(true);
  });
});

describe('a question about a draft', () => {
  /** Reads until it is aborted. */
  const untilEnded: Parameters<NewestQuestion['ask']>[1] = (follower) =>
    new Promise((resolve) => {
      follower.signal.addEventListener('abort', () => resolve('ended'));
      if (follower.signal.aborted) resolve('ended');
    });

  it('is ended by a newer one about the same draft, by its end and by closing', async () => {
    const questions = new NewestQuestion();
    const older = questions.ask({ draft: 'a', asker: null }, untilEnded);
    const other = questions.ask({ draft: 'b', asker: null }, untilEnded);
    expect(await questions.ask({ draft: 'a', asker: null }, () => Promise.resolve('answer'))).toBe('answer');
    expect(await older).toBeNull();
    questions.end('b');
    expect(await other).toBeNull();
    const last = questions.ask({ draft: 'a', asker: null }, untilEnded);
    questions.close();
    expect([await last, await questions.ask({ draft: 'c', asker: null }, untilEnded)]).toEqual([null, null]);
  });

  it('is not ended by the same question of another page, so that two pages never end each other for ever', async () => {
    const questions = new NewestQuestion();
    const here = questions.ask({ draft: 'a', asker: 'here' }, untilEnded);
    expect(await questions.ask({ draft: 'a', asker: 'there' }, () => Promise.resolve('there'))).toBe('there');
    const newer = questions.ask({ draft: 'a', asker: 'here' }, () => Promise.resolve('here'));
    expect([await here, await newer]).toEqual([null, 'here']);
    const both = [
      questions.ask({ draft: 'a', asker: 'here' }, untilEnded),
      questions.ask({ draft: 'a', asker: 'there' }, untilEnded),
    ];
    questions.end('a');
    expect(await Promise.all(both)).toEqual([null, null]);
  });

  it('hears that it was ended before it listened', async () => {
    const questions = new NewestQuestion();
    const begun = Promise.withResolvers<void>();
    const older = questions.ask({ draft: 'a', asker: null }, async (follower) => {
      await begun.promise;
      return untilEnded(follower);
    });
    await questions.ask({ draft: 'a', asker: null }, () => Promise.resolve('answer'));
    begun.resolve();
    expect(await older).toBeNull();
  });
});
