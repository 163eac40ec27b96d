import { describe, expect, it } from 'vitest';
import { nextShown } from '../../renderer/features/confirm/shown-confirmation.ts';
import type { Confirmation } from '../../shared/api/batch-commands.ts';

const PAID: Confirmation = {
  draft: 'A'.repeat(22),
  revision: 0,
  profile: 'acme',
  environment: 'LIVE',
  mid: 1,
  baseUrl: 'https://pay.example.com',
  file: 'p.csv',
  count: 1,
  totalPaise: 100,
  totalInWords: 'Rupees One Only',
  byMethod: { UPI: { count: 1, paise: 100 }, IMPS: { count: 0, paise: 0 } },
  largestPaise: 100,
  leftOut: [],
  leftOutCount: 0,
  repeats: [],
  warnings: [],
  warningCount: 0,
  ticks: [],
  tickable: [],
  retry: null,
  wallet: null,
  estimatedSeconds: 1,
  ratePerSecond: 5,
  seal: 'a'.repeat(64),
  blocked: null,
};
const OTHER = { ...PAID, count: 0, totalPaise: 0, seal: 'b'.repeat(64) };
const STOPPED = { ...PAID, seal: null, blocked: { code: 'locked', message: 'No.', cure: 'Wait.' } };

describe('what Confirm shows', () => {
  it('keeps what was typed while the same would be paid, and shows the newer balance', () => {
    const first = nextShown(null, PAID, 'asked');
    const wallet = { reported: '5', balancePaise: null };
    const again = nextShown(first, { ...PAID, wallet }, 'asked');
    expect([again.key === first.key, again.isChanged, again.confirmation.wallet]).toEqual([true, false, wallet]);
  });

  it('takes back what was typed, and says so, when something else would be paid', () => {
    const first = nextShown(null, PAID, 'asked');
    for (const changed of [OTHER, STOPPED]) {
      const next = nextShown(first, changed, 'asked');
      expect([next.key === first.key, next.isChanged]).toEqual([false, true]);
      expect(nextShown(next, changed, 'asked')).toMatchObject({ key: next.key, isChanged: true });
    }
  });

  it('says nothing of a change that the person asked for', () => {
    const next = nextShown(nextShown(null, PAID, 'asked'), OTHER, 'asked with a tick');
    expect(next.isChanged).toBe(false);
  });
});
