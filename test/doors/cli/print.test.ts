// What people read, and the one line that scripts read.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatBatch, formatBatchList } from '../../../electron/main/doors/cli/commands/batch-specs.ts';
import { formatProfile, formatProfiles } from '../../../electron/main/doors/cli/commands/profile-specs.ts';
import { formatCheck } from '../../../electron/main/doors/cli/print-check.ts';
import { printAnswer, printRefusal } from '../../../electron/main/doors/cli/terminal.ts';
import { pauseCure } from '../../../shared/failures.ts';
import { formatBatchId, type Mid } from '../../../shared/ids.ts';
import { verbatim } from '../../../shared/messages/message.ts';
import { inEnglish } from '../../../shared/messages/speak.ts';
import { asPaise } from '../../../shared/money.ts';
import type { Profile } from '../../../shared/profiles.ts';
import { fakeTerminal } from './fake-terminal.ts';
import { batchView, CHECK } from './sample-views.ts';

const WIDE = Number.POSITIVE_INFINITY;

describe('a check', () => {
  it('shows the file, the columns and the issues by kind, the most frequent first', () => {
    expect(formatCheck(CHECK, WIDE).split('\n')).toStrictEqual([
      'salaries.xlsx, sheet Salary',
      '120 rows, 113 payable, ₹12,34,567.89; 7 rows cannot be paid',
      `SHA-256 ${'ab'.repeat(32)}`,
      '',
      'Columns',
      '  upiId   "Col7"           guessed from its content',
      '  amount  "Net Pay (Rs.)"  by its header',
      '',
      'Errors: these rows cannot be paid',
      '  ifscShape: D17, D18, D30, D44, D45 and 1 more',
      '    SBIN123 is not an IFSC.',
      '    Copy the eleven characters from the passbook.',
      '  emptyRow: row 50',
      '    Empty.',
      '    Delete the row.',
      '',
      'Warnings: these need your word',
      '  remarkLong: D90',
      '    Long.',
      '    Shorten it.',
    ]);
  });

  it('says nothing of issues when there are none', () => {
    const text = formatCheck({ ...CHECK, sheet: null, rows: 113, issues: [] }, WIDE);
    expect(text).toContain('salaries.xlsx\n113 rows, 113 payable, ₹12,34,567.89\n');
    expect(text).not.toMatch(/Errors|Warnings|Notices/);
  });
});

describe('a batch', () => {
  it('shows each state that occurs and their total', () => {
    expect(formatBatch(batchView({ success: 11, failed: 1, queued: 100_000 }), WIDE).split('\n')).toStrictEqual([
      'Batch B0012, profile acme: sending',
      'state    payments           rupees',
      'queued   1,00,000  ₹1,00,00,000.00',
      'success        11        ₹1,100.00',
      'failed          1          ₹100.00',
      'total    1,00,012  ₹1,00,01,200.00',
    ]);
  });

  it('says why it is paused and what to do', () => {
    const paused = { code: 'tokenRefused', message: verbatim('The gateway refused the token.') } as const;
    const text = formatBatch(batchView({ queued: 1 }, { state: 'paused', paused, profile: 'acme west' }), WIDE);
    expect(text).toContain(
      'Paused: The gateway refused the token.\n' +
        'Store a valid token with `desk profile token "acme west"`, then `desk resume B0012`.',
    );
  });

  it('says what unknown means', () => {
    expect(formatBatch(batchView({ unknown: 2 }), WIDE)).toContain(
      '2 unknown: nobody can say yet whether they were paid.',
    );
    expect(formatBatch(batchView({ success: 2 }), WIDE)).not.toContain('unknown');
  });

  it('never advises to send again what is in doubt', () => {
    const about = { batch: formatBatchId('B', 12), profile: 'acme' };
    expect(inEnglish(pauseCure('ambiguity', about))).toBe(
      '`desk watch B0012` looks the doubtful payments up; `desk resume B0012` once they are known.',
    );
    for (const code of ['echoMismatch', 'referenceKnown', 'guarded'] as const) {
      expect(inEnglish(pauseCure(code, about))).not.toContain('desk resume');
    }
  });
});

describe('the list of batches', () => {
  const { TZ } = process.env;
  beforeAll(() => {
    process.env['TZ'] = 'Asia/Kolkata';
  });
  afterAll(() => {
    if (TZ === undefined) delete process.env['TZ'];
    else process.env['TZ'] = TZ;
  });

  const batch = {
    view: batchView({}, { state: 'settled' }),
    name: 'November',
    file: 'वेतन 給与.xlsx',
    rows: 1_234,
    totalPaise: 5_000_000_000,
    createdAtMs: Date.parse('2026-11-21T20:05:00.000Z'),
  };

  it('has one line for each, with local times', () => {
    expect(formatBatchList({ batches: [batch] }, WIDE).split('\n')).toStrictEqual([
      'batch  confirmed         profile   rows           rupees  state    file',
      'B0012  2026-11-22 01:35  acme     1,234  ₹5,00,00,000.00  settled  वेतन 給与.xlsx',
    ]);
  });

  it('cuts names, never numbers, on a narrow screen', () => {
    const long = { ...batch, file: 'a very long name of a file that goes on and on.xlsx' };
    expect(formatBatchList({ batches: [long] }, 80).split('\n')[1]).toBe(
      'B0012  2026-11-22 01:35  acme     1,234  ₹5,00,00,000.00  settled  a very long …',
    );
  });

  it('says how to begin when there is none', () => {
    expect(formatBatchList({ batches: [] }, 80)).toContain('desk run FILE --profile NAME');
  });
});

describe('profiles', () => {
  const profile: Profile = {
    name: 'acme',
    baseUrl: 'https://pay.example.com',
    mid: 4021 as Mid,
    environment: 'LIVE',
    ratePerSecond: 5,
    inFlightMax: 4,
    pollFirstMs: 3_000,
    pollMaxMs: 3_600_000,
    timeoutMs: 30_000,
    maxPayoutPaise: asPaise(50_000_000),
    maxBatchPaise: null,
    walletUnit: null,
  };

  it('stand one on a line', () => {
    expect(formatProfiles([profile], WIDE).split('\n')).toStrictEqual([
      'profile  money   mid  rate  at once  payment up to  batch up to  gateway',
      'acme     LIVE   4021   5/s        4   ₹5,00,000.00   no ceiling  https://pay.example.com',
    ]);
  });

  it('are shown in full after they were set', () => {
    const text = formatProfile(profile, WIDE);
    for (const part of [
      'acme (LIVE)',
      '4021',
      '5 requests per second, 4 at once',
      '30000 ms',
      '₹5,00,000.00',
      'no ceiling',
    ]) {
      expect(text).toContain(part);
    }
  });
});

const FACE = { text: (_value: object, columns: number) => `text at ${columns}` };

describe('a refusal', () => {
  const refusal = { code: 'noFile', message: verbatim('There is no file a.csv.'), cure: verbatim('Check the name.') };

  it('is a sentence and a cure on standard error for people', () => {
    const { streams, out, err } = fakeTerminal({ tty: false });
    expect(printRefusal({ streams, json: false }, refusal, { file: 'a.csv' })).toBe(2);
    expect(out()).toBe('');
    expect(err()).toBe('There is no file a.csv.\nCheck the name.\n');
  });

  it('is an object for scripts', () => {
    const { streams, out, err } = fakeTerminal();
    printRefusal({ streams, json: true }, refusal, { file: 'a.csv' });
    const refused = { code: 'noFile', message: 'There is no file a.csv.', cure: 'Check the name.' };
    expect(out()).toBe(`${JSON.stringify({ file: 'a.csv', refused })}\n`);
    expect(err()).toBe('There is no file a.csv.\nCheck the name.\n');
  });

  it.each([
    [{ kind: 'refused', file: null, refusal }, 2],
    [{ kind: 'unsure', refusal }, 4],
    [{ kind: 'busy', refusal }, 6],
    [{ kind: 'blocked', check: CHECK, refusal }, 3],
  ] as const)('ends %j with its own exit code', (answer, exitCode) => {
    const { streams, out, err } = fakeTerminal({ tty: false });
    expect(printAnswer({ streams, json: false }, answer, FACE)).toBe(exitCode);
    expect(out()).toBe('');
    expect(err()).toContain('There is no file a.csv.\nCheck the name.\n');
  });
});

describe('a result', () => {
  const answer = (value: object) => ({ kind: 'done', value }) as const;

  it('is text on standard output for people', () => {
    const { streams, out, err } = fakeTerminal({ columns: 90 });
    expect(printAnswer({ streams, json: false }, answer({}), FACE)).toBe(0);
    expect(out()).toBe('text at 90\n');
    expect(err()).toBe('');
  });

  it('is one JSON object on the last line of standard output for scripts', () => {
    const { streams, out, err } = fakeTerminal({ columns: 90 });
    printAnswer({ streams, json: true }, answer({ a: 'x\ny' }), FACE);
    expect(out()).toBe('{"a":"x\\ny"}\n');
    expect(err()).toBe('text at 90\n');
  });

  it('keeps to one line whatever it holds, and reads back the same', () => {
    const value = { text: 'a\n\r\u0085\u2028\u2029\u202E\u009B31m\u007F"\\' };
    const { streams, out } = fakeTerminal();
    printAnswer({ streams, json: true }, answer(value), FACE);
    expect(out()).toMatch(/^[\x20-\x7E]*\n$/);
    expect(JSON.parse(out())).toStrictEqual(value);
  });
});
