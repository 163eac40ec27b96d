import { describe, expect, it } from 'vitest';
import { verbatim } from '../../shared/messages/message.ts';
import { inEnglish } from '../../shared/messages/speak.ts';
import { evidenceWords, outcomeWords, reasonWords } from '../../shared/text/payouts.ts';

describe('evidence in words', () => {
  it('says why a payout is in doubt, and a code without words as it is', () => {
    expect(reasonWords('timeout')).toBe('No answer came in time');
    expect(reasonWords('aNewReason')).toBe('aNewReason');
    expect(reasonWords('toString')).toBe('toString');
  });

  it('says what a request or a look-up came to, the gateway’s own word unchanged', () => {
    expect(outcomeWords('unknown: cut')).toBe('Not confirmed: The answer was cut off');
    expect(outcomeWords('notKnown')).toBe('The gateway does not know it');
    expect(outcomeWords('state PENDING')).toBe('The gateway says PENDING');
    expect(outcomeWords('state UNDER REVIEW')).toBe(
      'The gateway calls it “UNDER REVIEW”, a word this desk does not know',
    );
    expect(outcomeWords('something else entirely')).toBe('something else entirely');
  });

  it('says in a sentence what is known, and what was not asked', () => {
    const reported = { requests: 2, httpStatus: 429, message: verbatim('Too many'), lookups: 6 };
    const evidence = { ...reported, lastFinding: 'notKnown', lastHttpStatus: 404 };
    expect(evidenceWords(evidence, inEnglish)).toBe(
      'Sent 2 times, refused (too many requests). Checked 6 times: not found.',
    );
    const silent = {
      requests: 1,
      httpStatus: null,
      message: null,
      lookups: 0,
      lastFinding: null,
      lastHttpStatus: null,
    };
    expect(evidenceWords(silent, inEnglish)).toBe('Sent once, no answer. Not checked yet.');
    expect(evidenceWords({ ...silent, requests: 0 }, inEnglish)).toBe('Nothing was sent from here. Not checked yet.');
  });
});
