import { describe, expect, it } from 'vitest';
import { nextShown } from '../../renderer/features/confirm/confirmation.ts';
import { LIVE } from './live-confirmation.ts';

const OTHER = { ...LIVE, count: 0, totalPaise: 0, seal: 'b'.repeat(64) };
const STOPPED = { ...LIVE, seal: null, blocked: { code: 'locked', message: 'No.', cure: 'Wait.' } };

describe('what Confirm shows', () => {
  it('keeps what was typed while the same would be paid, and shows the newer balance', () => {
    const first = nextShown(null, LIVE, 'asked');
    const wallet = { reported: '5', balancePaise: null };
    const again = nextShown(first, { ...LIVE, wallet }, 'asked');
    expect([again.key === first.key, again.isChanged, again.confirmation.wallet]).toEqual([true, false, wallet]);
  });

  it('takes back what was typed, and says so, when something else would be paid', () => {
    const first = nextShown(null, LIVE, 'asked');
    for (const changed of [OTHER, STOPPED]) {
      const next = nextShown(first, changed, 'asked');
      expect([next.key === first.key, next.isChanged]).toEqual([false, true]);
      expect(nextShown(next, changed, 'asked')).toMatchObject({ key: next.key, isChanged: true });
    }
  });

  it('says nothing of a change that the person asked for', () => {
    const next = nextShown(nextShown(null, LIVE, 'asked'), OTHER, 'asked with a tick');
    expect(next.isChanged).toBe(false);
  });
});
