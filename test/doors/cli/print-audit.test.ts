// Locking and restoring as people read it.

import { describe, expect, it } from 'vitest';
import { formatUnlockQuestion } from '../../../electron/main/doors/cli/commands/recovery.ts';
import type { UnlockView } from '../../../shared/api/views.ts';

const LOCKED: UnlockView = { desk: 'live', why: 'it is older', unknown: 0, unknownPaise: 0, lost: [] };

function question(change: Partial<UnlockView>): string[] {
  return formatUnlockQuestion({ ...LOCKED, ...change }, Number.POSITIVE_INFINITY).split('\n');
}

describe('the question before a desk is unlocked', () => {
  it('sums up what is in doubt, and no sum where nothing is', () => {
    expect(question({})[1]).toBe('No payout is in doubt.');
    expect(question({ unknown: 2, unknownPaise: 150_000 })[1]).toMatch(
      /^2 payouts in doubt: .* Together: ₹1,500\.00\.$/,
    );
  });
});
