import { describe, expect, it } from 'vitest';
import {
  batchName,
  isCount,
  isUnchosen,
  mayPay,
  unlistedWarnings,
  withRowTicks,
} from '../../renderer/features/confirm/confirmation.ts';
import type { ConfirmationView } from '../../shared/api/batch-commands.ts';
import { LIVE } from './live-confirmation.ts';

describe('Pay', () => {
  it('is disabled for real money until the exact count is typed', () => {
    for (const typedCount of ['', '115', '11500', '1150.0', '1150x', '-1150', '1e3', '1 150', '٠١١٥٠']) {
      expect(mayPay(LIVE, { typedCount, ticks: [] })).toEqual({ kind: 'no', why: 'count' });
    }
    for (const typedCount of ['1150', ' 1150 ', '1,150']) {
      expect(mayPay(LIVE, { typedCount, ticks: [] })).toEqual({ kind: 'yes' });
    }
  });

  it('is a plain click for practice', () => {
    expect(mayPay({ ...LIVE, environment: 'PRACTICE' }, { typedCount: '', ticks: [] })).toEqual({ kind: 'yes' });
  });

  it('waits for every tick that the desk asks for', () => {
    const confirmation: ConfirmationView = { ...LIVE, environment: 'PRACTICE', ticks: ['warnings', 'repeatedFile'] };
    expect(mayPay(confirmation, { typedCount: '', ticks: ['warnings'] })).toEqual({ kind: 'no', why: 'ticks' });
    expect(mayPay(confirmation, { typedCount: '', ticks: ['repeatedFile', 'warnings'] })).toEqual({ kind: 'yes' });
  });

  it('is never enabled for nothing, nor for a batch that is blocked', () => {
    expect(mayPay({ ...LIVE, count: 0 }, { typedCount: '0', ticks: [] })).toEqual({ kind: 'no', why: 'nothing' });
    const blocked = { code: 'ceiling', message: 'Too much.', cure: 'Less.' };
    expect(mayPay({ ...LIVE, blocked }, { typedCount: '1150', ticks: [] })).toEqual({ kind: 'no', why: 'blocked' });
  });

  it('asks for ticks where nothing but a tick is missing', () => {
    const blocked = { code: 'nothingPayable', message: 'No row of this file can be paid.', cure: 'Correct them.' };
    const tickable: ConfirmationView['tickable'] = [{ reason: 'paidBefore', sum: { count: 4, paise: 400 }, rows: [] }];
    const nothing = { ...LIVE, count: 0, seal: null, blocked };
    expect(mayPay({ ...nothing, tickable }, { typedCount: '', ticks: [] })).toEqual({ kind: 'no', why: 'unchosen' });
    expect(mayPay(nothing, { typedCount: '', ticks: [] })).toEqual({ kind: 'no', why: 'blocked' });
    expect(isUnchosen({ tickable, blocked: { ...blocked, code: 'ceiling' } })).toBe(false);
  });

  it('takes a count in lakh grouping as the same count', () => {
    expect(isCount('1,00,000', 100_000)).toBe(true);
    expect(isCount('100,000', 100_000)).toBe(true);
    expect(isCount(',1', 1)).toBe(false);
  });
});

describe('what is ticked', () => {
  it('is never more than what is listed', () => {
    const rows = [4, 7].map((rowNumber) => ({ rowNumber, name: null, paise: 1, message: '' }));
    const before = { paidBefore: [], accountChanged: [9] };
    const ticked = withRowTicks(before, { reason: 'paidBefore', rows }, true);
    expect(ticked).toEqual({ paidBefore: [4, 7], accountChanged: [9] });
    expect(withRowTicks(ticked, { reason: 'accountChanged', rows }, false)).toEqual({ ...ticked, accountChanged: [] });
  });

  it('waits until every warning is listed', () => {
    const warnings = [{ message: 'Twice.', count: 2, rowNumbers: [2, 3] }];
    expect(unlistedWarnings({ warnings, warningCount: 2 })).toBe(0);
    expect(unlistedWarnings({ warnings, warningCount: 5 })).toBe(3);
  });

  it('pays nothing without a seal', () => {
    const given = { typedCount: '1150', ticks: [] };
    expect(mayPay({ ...LIVE, seal: null }, given)).toEqual({ kind: 'no', why: 'blocked' });
  });
});

describe('the name of a batch', () => {
  it('carries its period, and is none when neither was given', () => {
    expect(batchName({ name: ' Salary ', period: 'Nov 2026' })).toBe('Salary · Nov 2026');
    expect(batchName({ name: '', period: '' })).toBeNull();
  });
});
