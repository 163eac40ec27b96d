import { describe, expect, it } from 'vitest';
import { disputeDates } from '../../electron/main/domain/dispute-dates.ts';

const INDIA = 330;

describe('the dates of a dispute', () => {
  it('count from the local day, without Saturdays and Sundays', () => {
    for (const [sentAt, sent, nextDay, oneWorkingDay, threeWorkingDays] of [
      ['2026-04-01T10:00+05:30', '2026-04-01', '2026-04-02', '2026-04-02', '2026-04-06'],
      ['2026-04-03T10:00+05:30', '2026-04-03', '2026-04-04', '2026-04-06', '2026-04-08'],
      ['2026-04-04T10:00+05:30', '2026-04-04', '2026-04-05', '2026-04-06', '2026-04-08'],
      ['2026-04-05T10:00+05:30', '2026-04-05', '2026-04-06', '2026-04-06', '2026-04-08'],
      // The local day counts, not that of UTC.
      ['2026-12-31T23:50+05:30', '2026-12-31', '2027-01-01', '2027-01-01', '2027-01-05'],
      ['2028-02-28T00:10+05:30', '2028-02-28', '2028-02-29', '2028-02-29', '2028-03-02'],
    ] as const) {
      expect(disputeDates(Date.parse(sentAt), INDIA)).toEqual({ sent, nextDay, oneWorkingDay, threeWorkingDays });
    }
  });
});
