import { describe, expect, it } from 'vitest';
import { timeLeftMs } from '../../renderer/features/run/run-facts.ts';
import { earlyWords } from '../../renderer/features/unknown/decision-dialog.tsx';
import type { LiveProgress } from '../../shared/api/events.ts';
import { formatCount } from '../../shared/counts.ts';
import { formatBatchId } from '../../shared/ids.ts';
import { formatRupees } from '../../shared/money.ts';
import { maskAccount } from '../../shared/rows.ts';
import { zeroCounts } from '../../shared/states.ts';
import { formatAge, formatBalance, formatDayAndTime, formatDuration } from '../../shared/text/format.ts';
import { PAUSE_BUTTONS, RESULT, RUN, UNKNOWN } from '../../shared/text/payouts.ts';
import { SETTINGS } from '../../shared/text/settings.ts';
import { LOCKED } from '../../shared/text/shell.ts';

describe('numbers and times', () => {
  it('group in lakhs and lose no paisa', () => {
    expect(formatRupees(1_23_45_678_05)).toBe('₹1,23,45,678.05');
    expect(formatCount(100_000)).toBe('1,00,000');
  });

  it('tell a duration as exactly as a person plans', () => {
    expect([900, 59_001, 61_000, 3_660_000].map(formatDuration)).toEqual(['1 s', '1 min', '2 min', '1 h 01 min']);
  });

  it('tell the year of what was not this year', () => {
    const at = new Date(2025, 10, 14, 18, 30).getTime();
    expect(formatDayAndTime(at, new Date(2025, 11, 31).getTime())).toBe('14 Nov, 18:30');
    expect(formatDayAndTime(at, new Date(2026, 0, 1).getTime())).toBe('14 Nov 2025, 18:30');
  });

  it('tell an age from a moment to a day', () => {
    expect(formatAge(0, 59_000)).toBe('just now');
    expect(formatAge(3_600_000, 0)).toBe(formatDayAndTime(3_600_000));
    expect(formatAge(0, 240_000)).toBe('4 min ago');
    expect(formatAge(0, 7_200_000)).toBe('2 h ago');
  });

  it('mask an account to its last four characters and keep its length', () => {
    expect(maskAccount('00123456789')).toBe('•••••••6789');
    expect(maskAccount('123')).toBe('123');
  });
});

describe('what "not paid" waits for', () => {
  const day = Date.parse('2026-11-20T10:00:00Z');
  const waits = { isOpen: false, opensAtMs: day, answersMissing: 0, refusedOpensAtMs: null, lookupsProven: true };

  it('is a time, answers, or both', () => {
    expect(earlyWords(waits, day - 1)).toBe(UNKNOWN.opens(formatDayAndTime(day)));
    expect(earlyWords({ ...waits, answersMissing: 2 }, day - 1)).toContain(', after 2 more checks.');
    expect(earlyWords({ ...waits, answersMissing: 1 }, day)).toContain('opens after 1 more check.');
    expect(earlyWords({ ...waits, isOpen: true }, day)).toBeNull();
  });

  it('is never said to be no answers', () => {
    expect(earlyWords(waits, day + 60_000)).toBe(UNKNOWN.opens(formatDayAndTime(day)));
  });
});

describe('a pause', () => {
  it('for a merchant id that the gateway did not take can be gone on from once it does', () => {
    expect(PAUSE_BUTTONS.invalidMid).toContain('resume');
  });
});

describe('sentences about payouts', () => {
  it('speak of one as of one', () => {
    const ofOne = [
      RUN.settling(1),
      RUN.stopAbout(1, false),
      RUN.stopAbout(1, true),
      RUN.held(1),
      RUN.review(1),
      UNKNOWN.exportAbout(1),
      SETTINGS.restoredUnknown(1),
      LOCKED.look(1),
      LOCKED.unknown(1, '₹1.00'),
      LOCKED.lost(1),
    ];
    expect(ofOne.filter((sentence) => /\b(?:they|them|these|their|are)\b|have not/i.test(sentence))).toEqual([]);
    expect(RUN.settling(2)).toBe('Everything is sent. 2 payments are being checked.');
  });

  it('tell a balance as money only once its unit is known', () => {
    expect(formatBalance('100000000', null)).toBe('10,00,00,000');
    expect(formatBalance('96398708.5', null)).toBe('9,63,98,708.5');
    expect(formatBalance('100000000', 'rupees')).toBe('₹10,00,00,000.00');
    expect(formatBalance('12345', 'paise')).toBe('₹123.45');
    expect(formatBalance('plenty', 'rupees')).toBe('plenty');
  });
});

describe('counts in sentences', () => {
  it('fit one as well as many', () => {
    expect(RUN.pausing(1)).toBe('Pausing: 1 awaiting reply');
    expect(RUN.pausing(2)).toBe('Pausing: 2 awaiting reply');
    expect(RESULT.retryAbout(1, '₹1.00')).toMatch(/^1 payment for ₹1\.00 opens in Review/);
    expect(SETTINGS.auditMore(5)).toBe('And 5 more.');
    expect(UNKNOWN.exportAbout(1)).toMatch(/^About 1 payment\./);
    expect(UNKNOWN.chosen(2, '₹3.00')).toBe('2 chosen · ₹3.00');
  });
});

describe('the time left', () => {
  const counts = { ...zeroCounts(), queued: 100 };
  const view = {
    batch: formatBatchId('P', 1),
    profile: 'p',
    state: 'sending' as const,
    paused: null,
    counts,
    paise: zeroCounts(),
  };
  const progress: LiveProgress = {
    phase: 'sending',
    note: null,
    view,
    total: 200,
    inFlight: 4,
    elapsedMs: 20_000,
    sentPerSecond: 5,
    nextLookupInMs: null,
  };

  it('is what is unsent at the rate so far', () => {
    expect(timeLeftMs(progress)).toBe(20_000);
  });

  it('is not promised before there is a rate, nor after the sending', () => {
    expect(timeLeftMs({ ...progress, elapsedMs: 1_000 })).toBeNull();
    expect(timeLeftMs({ ...progress, sentPerSecond: 0 })).toBeNull();
    expect(timeLeftMs({ ...progress, phase: 'settling' })).toBeNull();
  });
});
