// What a lookup proves once it is compared with the answer for "not known".

import { describe, expect, it } from 'vitest';
import {
  type AnsweredLookup,
  findingOf,
  isDeliberate,
  lookUpWeighed,
  provenBy,
} from '../../electron/main/engine/findings.ts';
import type { LookupAnswer, LookupKey } from '../../shared/outcomes.ts';
import {
  found,
  INVALID_MID_LOOKUP,
  MISMATCH_LOOKUP,
  NOT_KNOWN,
  NOT_KNOWN_ANSWER,
  otherWords,
  unclear,
} from './ready-answers.ts';

const BY_REFERENCE: LookupKey = { by: 'reference', reference: 'R1' };
const BY_ID: LookupKey = { by: 'transactionId', transactionId: 'T1' };

function answered(answer: LookupAnswer): AnsweredLookup {
  if (answer.kind !== 'answered') throw new TypeError('not an answer');
  return answer;
}

describe('findingOf', () => {
  it.each([
    [
      'a state by reference',
      found('success'),
      BY_REFERENCE,
      NOT_KNOWN,
      { kind: 'state', state: 'success', word: 'success' },
    ],
    [
      'a state by transaction id',
      found('failed'),
      BY_ID,
      NOT_KNOWN,
      { kind: 'state', state: 'failed', word: 'failed' },
    ],
    ['the learned answer', NOT_KNOWN_ANSWER, BY_REFERENCE, NOT_KNOWN, { kind: 'notKnown' }],
    ['the learned answer by id', NOT_KNOWN_ANSWER, BY_ID, NOT_KNOWN, { kind: 'notKnown' }],
    [
      'the learned answer though it names a state',
      found('failed'),
      BY_REFERENCE,
      '200 object true failed',
      { kind: 'notKnown' },
    ],
    ['a server fault', unclear(500), BY_REFERENCE, NOT_KNOWN, { kind: 'unclear' }],
    ['another payment', MISMATCH_LOOKUP, BY_REFERENCE, NOT_KNOWN, { kind: 'unclear' }],
    [
      'another payment in the learned words',
      MISMATCH_LOOKUP,
      BY_REFERENCE,
      '200 object true success other',
      { kind: 'unclear' },
    ],
    ['an unknown merchant', INVALID_MID_LOOKUP, BY_REFERENCE, NOT_KNOWN, { kind: 'unclear' }],
    ['a state by reference, nothing learned', found('success'), BY_REFERENCE, null, { kind: 'unclear' }],
    ['a refusal by reference, nothing learned', found('rejected'), BY_REFERENCE, null, { kind: 'unclear' }],
    [
      'a state by id, nothing learned',
      found('success'),
      BY_ID,
      null,
      { kind: 'state', state: 'success', word: 'success' },
    ],
  ] as const)('of %s', (_what, answer, key, notKnown, finding) => {
    expect(findingOf(answered(answer), { key, notKnown })).toEqual(finding);
  });
});

describe('a failure weighed beside an invented key', () => {
  const OWN_ID: LookupKey = { by: 'transactionId', transactionId: 'T1', reference: 'R1' };

  /** What is believed when the payout and our reference are answered with "failed", and the invented key with `beside`. */
  async function believedBeside(beside: LookupAnswer, key: LookupKey, notKnown: string | null): Promise<string> {
    const about = { key, notKnown, inDoubt: false, endedAs: null, isStrict: false };
    const isInvented = (asked: LookupKey): boolean => asked.reference !== 'R1';
    const ask = (asked: LookupKey): Promise<LookupAnswer> =>
      Promise.resolve(isInvented(asked) ? beside : found('failed'));
    const { answer, ...more } = await lookUpWeighed({ first: ask, more: ask, invent: () => 'INVENTED' }, about);
    return provenBy({ answer: answered(answer), ...more }, { ...about, key: more.key }).kind;
  }

  it.each([
    ['of an id, where that one is not known', NOT_KNOWN_ANSWER, OWN_ID, null, 'state'],
    ['of an id, where that answer is about another payment', MISMATCH_LOOKUP, OWN_ID, null, 'unclear'],
    ['of a reference, where that answer is about another payment', MISMATCH_LOOKUP, BY_REFERENCE, NOT_KNOWN, 'unclear'],
    ['of a reference, where that answer is about the merchant', INVALID_MID_LOOKUP, BY_REFERENCE, NOT_KNOWN, 'unclear'],
    [
      'of a reference, where every unknown one is answered with another payment',
      MISMATCH_LOOKUP,
      BY_REFERENCE,
      MISMATCH_LOOKUP.fingerprint,
      'unclear',
    ],
  ] as const)('%s', async (_what, beside, key, notKnown, believed) => {
    expect(await believedBeside(beside, key, notKnown)).toBe(believed);
  });
});

describe('isDeliberate', () => {
  it.each([
    [200, true],
    [400, true],
    [404, true],
    [429, false],
    [500, false],
    [502, false],
    [302, true],
    [100, false],
  ])('of HTTP %i is %s', (status, deliberate) => {
    expect(isDeliberate(answered(otherWords(status)))).toBe(deliberate);
  });

  it.each([200, 404])('of a wall’s page with HTTP %i is false', (status) => {
    expect(isDeliberate(answered(unclear(status)))).toBe(false);
  });
});
