import { describe, expect, it } from 'vitest';
import {
  acceptedTicks,
  batchName,
  type Entered,
  isCount,
  isUnchosen,
  mayPay,
  NOTHING_ENTERED,
  suggestedPeriod,
  unlistedWarnings,
  warningKey,
} from '../../renderer/features/confirm/shown-confirmation.ts';
import type { ConfirmationView } from '../../shared/api/batch-commands.ts';
import type { BatchId } from '../../shared/ids.ts';
import { verbatim } from '../../shared/messages/message.ts';
import { NO_TICKS, withDifference, withRowTicks } from '../../shared/repeats.ts';
import { LIVE } from './live-confirmation.ts';

const args = (more: Partial<Entered>): Entered => ({ ...NOTHING_ENTERED, ...more });

describe('Pay', () => {
  it('pays nothing while the gateway is away, whatever was ticked and typed', () => {
    expect(mayPay(LIVE, args({ typedCount: '1150' }), { isAway: true })).toEqual({ kind: 'no', why: 'away' });
  });

  it('is disabled for real money until the exact count is typed', () => {
    for (const typedCount of ['', '115', '11500', '1150.0', '1150x', '-1150', '1e3', '1 150', '٠١١٥٠']) {
      expect(mayPay(LIVE, args({ typedCount }))).toEqual({ kind: 'no', why: 'count' });
    }
    for (const typedCount of ['1150', ' 1150 ', '1,150']) {
      expect(mayPay(LIVE, args({ typedCount }))).toEqual({ kind: 'yes' });
    }
  });

  it('is a plain click for practice', () => {
    expect(mayPay({ ...LIVE, environment: 'PRACTICE' }, NOTHING_ENTERED)).toEqual({ kind: 'yes' });
  });

  it('waits for every tick that the desk asks for', () => {
    const confirmation: ConfirmationView = {
      ...LIVE,
      environment: 'PRACTICE',
      ticks: ['unsureLookups', 'repeatedFile'],
    };
    expect(mayPay(confirmation, args({ ticks: ['unsureLookups'] }))).toEqual({ kind: 'no', why: 'ticks', left: 1 });
    expect(mayPay(confirmation, NOTHING_ENTERED)).toEqual({ kind: 'no', why: 'ticks', left: 2 });
    expect(mayPay(confirmation, args({ ticks: ['repeatedFile', 'unsureLookups'] }))).toEqual({ kind: 'yes' });
  });

  it('is never enabled for nothing, nor for a batch that is blocked', () => {
    expect(mayPay({ ...LIVE, count: 0 }, args({ typedCount: '0' }))).toEqual({ kind: 'no', why: 'nothing' });
    const blocked = { code: 'ceiling', title: null, message: verbatim('Too much.'), cure: verbatim('Less.') };
    expect(mayPay({ ...LIVE, blocked }, args({ typedCount: '1150' }))).toEqual({ kind: 'no', why: 'blocked' });
  });

  it('asks for ticks where nothing but a tick is missing', () => {
    const blocked = {
      code: 'nothingPayable',
      message: verbatim('No row of this file can be paid.'),
      cure: verbatim('Correct them.'),
    };
    const tickable: ConfirmationView['tickable'] = [{ reason: 'paidBefore', sum: { count: 4, paise: 400 }, rows: [] }];
    const nothing = { ...LIVE, count: 0, seal: null, blocked };
    expect(mayPay({ ...nothing, tickable }, NOTHING_ENTERED)).toEqual({ kind: 'no', why: 'unchosen' });
    expect(mayPay(nothing, NOTHING_ENTERED)).toEqual({ kind: 'no', why: 'blocked' });
    const questions: ConfirmationView['questions'] = [
      {
        batch: 'B0001' as BatchId,
        name: 'May',
        confirmedAtMs: 1,
        kind: 'copy',
        sum: { count: 4, paise: 400 },
        rows: [],
      },
    ];
    expect(mayPay({ ...nothing, questions }, NOTHING_ENTERED)).toEqual({ kind: 'no', why: 'unchosen' });
    const claimed: ConfirmationView['claimed'] = {
      sum: { count: 1, paise: 100 },
      rows: [{ rowNumber: 2, name: null, paise: 100, payTo: 'asha@bank', others: [] }],
    };
    expect(mayPay({ ...nothing, claimed }, NOTHING_ENTERED)).toEqual({ kind: 'no', why: 'unchosen' });
    expect(isUnchosen({ tickable, questions, claimed, blocked: { ...blocked, code: 'ceiling' } })).toBe(false);
  });

  it('takes a count in lakh grouping as the same count', () => {
    expect(isCount('1,00,000', 100_000)).toBe(true);
    expect(isCount('100,000', 100_000)).toBe(true);
    expect(isCount(',1', 1)).toBe(false);
  });
});

const row = (rowNumber: number) => ({ rowNumber, name: null, payTo: null, paise: null });

describe('what is ticked', () => {
  it('is never more than what is listed', () => {
    const rows = [4, 7].map((rowNumber) => ({ rowNumber, name: null, paise: 1, message: verbatim('') }));
    const before = { ...NO_TICKS, accountChanged: [9] };
    const ticked = withRowTicks(before, { reason: 'paidBefore', rows }, true);
    expect(ticked).toEqual({ ...NO_TICKS, paidBefore: [4, 7], accountChanged: [9] });
    const first = { reason: 'paidBefore', rows: rows.slice(0, 1) } as const;
    expect(withRowTicks(ticked, first, false)).toEqual({ ...NO_TICKS, paidBefore: [7], accountChanged: [9] });
  });

  it('pays a corrected row in full or for its difference, never both', () => {
    const rows = [4].map((rowNumber) => ({ rowNumber, name: null, paise: 1, message: verbatim('') }));
    const difference = withDifference({ ...NO_TICKS, paidBefore: [4, 7] }, 4, true);
    expect(difference).toEqual({ ...NO_TICKS, paidBefore: [7], difference: [4] });
    const full = withRowTicks(difference, { reason: 'paidBefore', rows }, true);
    expect(full).toEqual({ ...NO_TICKS, paidBefore: [4, 7] });
    expect(withDifference(difference, 4, false)).toEqual({ ...NO_TICKS, paidBefore: [7] });
    const moved = withRowTicks(difference, { reason: 'accountChanged', rows }, true);
    expect(moved).toEqual({ ...NO_TICKS, paidBefore: [7], difference: [4], accountChanged: [4] });
  });

  it('waits until every warning is listed', () => {
    const warnings = [{ code: 'twice', title: null, message: verbatim('Twice.'), count: 2, rows: [row(2), row(3)] }];
    expect(unlistedWarnings({ warnings, warningCount: 2 })).toBe(0);
    expect(unlistedWarnings({ warnings, warningCount: 5 })).toBe(3);
    const read = args({ read: new Set([warningKey(verbatim('Twice.'), 2), warningKey(verbatim('Twice.'), 3)]) });
    const unlisted: ConfirmationView = { ...LIVE, ticks: ['warnings'], warnings, warningCount: 5 };
    expect(acceptedTicks(unlisted, read)).toEqual([]);
    expect(acceptedTicks({ ...unlisted, warningCount: 2 }, read)).toEqual(['warnings']);
  });

  it('is each warning for itself, and what is said of the whole batch', () => {
    const warnings = [
      { code: 'twice', title: null, message: verbatim('Twice.'), count: 3, rows: [row(2), row(3)] },
      { code: 'low', title: null, message: verbatim('Low.'), count: 1, rows: [] },
    ];
    const confirmation: ConfirmationView = { ...LIVE, ticks: ['warnings'], warnings, warningCount: 4 };
    const all = [
      warningKey(verbatim('Twice.'), 2),
      warningKey(verbatim('Twice.'), 3),
      warningKey(verbatim('Twice.'), null),
      warningKey(verbatim('Low.'), null),
    ];
    expect(acceptedTicks(confirmation, args({ read: new Set(all) }))).toEqual(['warnings']);
    for (const missing of all) {
      const read = new Set(all.filter((key) => key !== missing));
      expect(acceptedTicks(confirmation, args({ read }))).toEqual([]);
    }
  });

  it('pays nothing without a seal', () => {
    expect(mayPay({ ...LIVE, seal: null }, args({ typedCount: '1150' }))).toEqual({ kind: 'no', why: 'blocked' });
  });
});

describe('the name of a batch', () => {
  it('carries its period, and is none when neither was given', () => {
    expect(batchName({ name: ' Salary ', period: 'Nov 2026' })).toBe('Salary · Nov 2026');
    expect(batchName({ name: '', period: '' })).toBeNull();
  });

  it('is suggested to be of this month only where its file names no month', () => {
    const nowMs = Date.UTC(2026, 10, 20);
    for (const file of ['salary-dec-2026.csv', 'May list.xlsx', 'pay_2026-12.csv', 'Salary_December.csv']) {
      expect(suggestedPeriod(file, nowMs)).toBe('');
    }
    for (const file of ['people.csv', 'mayank.csv', 'marketing.xlsx']) {
      expect(suggestedPeriod(file, nowMs)).toBe('Nov 2026');
    }
  });
});
