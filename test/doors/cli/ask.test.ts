// The question before money moves, with everything a person may answer.

import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { askForCount, formatConfirm } from '../../../electron/main/doors/cli/confirm.ts';
import { formatBatchId } from '../../../shared/ids.ts';
import { msg, verbatim } from '../../../shared/messages/message.ts';
import { asPaise } from '../../../shared/money.ts';
import { fakeTerminal } from './fake-terminal.ts';
import { CONFIRM, issue } from './sample-views.ts';

describe('the question for the count', () => {
  it.each([['118\n'], ['118\r\n'], ['  118 \n'], ['118\n119\n']])('takes %j for a yes', async (typed) => {
    const terminal = fakeTerminal();
    const answer = askForCount(CONFIRM, terminal.streams);
    terminal.stdin.write(typed);
    expect(await answer).toStrictEqual({ kind: 'confirmed' });
  });

  it.each([
    ['\n'],
    ['y\n'],
    ['yes\n'],
    ['117\n'],
    ['1118\n'],
    ['0118\n'],
    ['118.0\n'],
    ['1,18\n'],
    ['+118\n'],
    ['11 8\n'],
  ])('takes %j for a no', async (typed) => {
    const terminal = fakeTerminal();
    const answer = askForCount(CONFIRM, terminal.streams);
    terminal.stdin.write(typed);
    expect(await answer).toStrictEqual({
      kind: 'declined',
      message: msg('cli.asked.otherCount'),
    });
  });

  it.each([
    ['Ctrl+C', '118\u0003'],
    ['Ctrl+D on an empty line', '\u0004'],
  ])('takes %s for a no', async (_name, typed) => {
    const terminal = fakeTerminal();
    const answer = askForCount(CONFIRM, terminal.streams);
    terminal.stdin.write(typed);
    expect(await answer).toStrictEqual({ kind: 'declined', message: msg('cli.asked.stopped') });
  });

  it('takes the end of the input for a no, whether it comes or has come', async () => {
    const terminal = fakeTerminal();
    const answer = askForCount(CONFIRM, terminal.streams);
    terminal.stdin.end();
    expect(await answer).toMatchObject({ kind: 'declined' });
    terminal.stdin.resume();
    if (!terminal.stdin.readableEnded) await once(terminal.stdin, 'end');
    expect(await askForCount(CONFIRM, terminal.streams)).toMatchObject({ kind: 'declined' });
  });

  it('is refused where there is nobody to ask, without reading the input', async () => {
    const terminal = fakeTerminal({ tty: false });
    terminal.stdin.write('118\n');
    expect(await askForCount(CONFIRM, terminal.streams)).toMatchObject({
      kind: 'refused',
      refusal: { code: 'cannotAsk', cure: msg('cli.cannotAsk.cure') },
    });
    expect(terminal.stdin.readableLength).toBe(4);
  });

  it('shows the whole batch before it asks, on standard error only', async () => {
    const terminal = fakeTerminal({ columns: 100 });
    const answer = askForCount(CONFIRM, terminal.streams);
    terminal.stdin.write('118\n');
    await answer;
    expect(terminal.err().startsWith(`${formatConfirm(CONFIRM, 100)}\n`)).toBe(true);
    expect(terminal.err()).toContain('type the number of payments');
    expect(terminal.out()).toBe('');
  });
});

describe('what is confirmed', () => {
  it('is shown whole', () => {
    expect(formatConfirm(CONFIRM, 100).split('\n')).toStrictEqual([
      'LIVE, real money: 118 payments, ₹12,34,567.89, from acme.',
      'File         salaries november.xlsx',
      'Profile      acme (LIVE)',
      'Gateway      https://pay.example.com',
      'Merchant id  4021',
      'Payments     118',
      'Total        ₹12,34,567.89',
      'By UPI       100, ₹10,00,000.00',
      'By IMPS      18, ₹2,34,567.89',
      'Largest      ₹75,000.00',
      'Left out     2 rows',
      'Wallet       250000.5 as the gateway reports it',
      'Time         about 1 min 05 s',
      'In words: Rupees Twelve Lakh Thirty Four Thousand Five Hundred Sixty Seven and Eighty Nine Paise',
      'Only',
      '1 warning:',
      '  - The same person and amount stand twice in this file.',
    ]);
  });

  it('shows of a retry every changed value, whom it leaves out, and what was ticked', () => {
    const retry = {
      batch: formatBatchId('B', 7),
      corrections: [
        { row: 4, field: 'accountNumber', from: '00123456789', to: '00123456780' },
        { row: 4, field: 'name', from: 'Asha\u001B[2J', to: null },
      ],
      leftOut: [
        {
          ...issue(9, { message: verbatim('Nobody knows yet.') }),
          name: 'Ravi\u001B[2J',
          amountPaise: asPaise(75_050),
        },
        { ...issue(10, { message: verbatim('Row 3 of B0002 paid it.') }), name: null, amountPaise: asPaise(50_000) },
        { ...issue(10, { message: verbatim('The account changed.') }), name: null, amountPaise: asPaise(50_000) },
        { ...issue(11, { message: verbatim('It is paid: rows 11 to 14.') }), name: null, amountPaise: null },
      ],
    } as const;
    const ticked = { paidBefore: 3, difference: 2, accountChanged: 1, heldName: 0, batches: [formatBatchId('B', 7)] };
    const text = formatConfirm({ ...CONFIRM, excluded: 3, retry, ticked }, 100);
    expect(text).toMatch(/^Pays again +batch B0007, what ended unpaid$/m);
    expect(text.split('\n').slice(-11)).toStrictEqual([
      'Ticked by you: 3 rows that may be paid twice.',
      'Ticked by you: 2 rows of which only the difference is paid.',
      'Ticked by you: another payment than B0007.',
      'Ticked by you: 1 row to a changed account.',
      '2 changed values:',
      '  - Row 4, account number: 00123456789 becomes 00123456780',
      '  - Row 4, name: Asha?[2J becomes none',
      '3 payments left out:',
      '  - Row 9: Ravi?[2J, ₹750.50. Nobody knows yet.',
      '  - Row 10: ₹500.00. Row 3 of B0002 paid it. The account changed.',
      '  - Row 11: It is paid: rows 11 to 14.',
    ]);
  });

  it('says when no money moves, when nothing is left out and when the wallet is not known', () => {
    const text = formatConfirm(
      {
        ...CONFIRM,
        figures: { ...CONFIRM.figures, environment: 'PRACTICE', wallet: null, count: 1 },
        excluded: 0,
        warnings: [],
      },
      100,
    );
    expect(text).toContain('PRACTICE, no money moves: 1 payment,');
    expect(text).toContain('Left out     nothing');
    expect(text).toContain('Wallet       not known');
    expect(text).not.toContain('warning');
  });

  it('shows a name from a file without what a terminal would obey', () => {
    expect(formatConfirm({ ...CONFIRM, figures: { ...CONFIRM.figures, file: 'a\u001B[2Jb.csv' } }, 100)).toContain(
      'a?[2Jb.csv',
    );
  });
});
