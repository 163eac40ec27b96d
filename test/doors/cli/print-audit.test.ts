import { describe, expect, it } from 'vitest';
import type { UnlockView } from '../../../electron/main/desk/recovery/desk-data.ts';
import { formatUnlockQuestion } from '../../../electron/main/doors/cli/commands/recovery-specs.ts';
import { verbatim } from '../../../shared/messages/message.ts';

const LOCKED: UnlockView = { book: 'live', why: verbatim('it is older'), unknown: { count: 0, paise: 0 }, lost: [] };

function question(change: Partial<UnlockView>): string[] {
  return formatUnlockQuestion({ ...LOCKED, ...change }, Number.POSITIVE_INFINITY).split('\n');
}

describe('the question before a desk is unlocked', () => {
  it('sums up what is in doubt, and no sum where nothing is', () => {
    expect(question({})[1]).toBe('No payment is in doubt.');
    expect(question({ unknown: { count: 2, paise: 150_000 } })[1]).toMatch(
      /^2 payments in doubt: .* Together: ₹1,500\.00\.$/,
    );
  });
});
