import { describe, expect, it } from 'vitest';
import { outcomeWords, reasonWords } from '../../renderer/text/evidence.ts';

describe('evidence in words', () => {
  it('says why a payout is in doubt, and a code without words as it is', () => {
    expect(reasonWords('timeout')).toBe('No answer came in time');
    expect(reasonWords('aNewReason')).toBe('aNewReason');
    expect(reasonWords('toString')).toBe('toString');
  });

  it('says what a request or a look-up came to, the gateway’s own word unchanged', () => {
    expect(outcomeWords('unknown: cut')).toBe('In doubt: The answer was cut off');
    expect(outcomeWords('notKnown')).toBe('The gateway does not know it');
    expect(outcomeWords('state UNDER_REVIEW')).toBe('The gateway says UNDER_REVIEW');
    expect(outcomeWords('something else entirely')).toBe('something else entirely');
  });
});
