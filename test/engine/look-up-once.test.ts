// An ended payout that is looked up again: what each answer proves, and what it must not be taken for.

import { describe, expect, it } from 'vitest';
import type { PacedReads } from '../../electron/main/domain/run.ts';
import { lookUpOnce } from '../../electron/main/engine/preflight.ts';
import type { PauseCode } from '../../shared/failures.ts';
import { verbatim } from '../../shared/messages/message.ts';
import type { LookupAnswer, LookupKey } from '../../shared/outcomes.ts';
import {
  BALANCE,
  found,
  INVALID_MID_LOOKUP,
  MISMATCH_LOOKUP,
  NOT_KNOWN,
  NOT_KNOWN_ANSWER,
  otherWords,
  UNAUTHORIZED_LOOKUP,
  unclear,
  unreachable,
} from './ready-answers.ts';

const OWN: LookupKey = { by: 'reference', reference: 'OWN' };
const BY_ID: LookupKey = { by: 'transactionId', transactionId: 'TX1' };

/** One answer for our own key and one for every other key. */
function gate(own: LookupAnswer, other: LookupAnswer = NOT_KNOWN_ANSWER): { reads: PacedReads; asked: LookupKey[] } {
  const asked: LookupKey[] = [];
  const isOwn = (key: LookupKey): boolean =>
    key.by === 'reference' ? key.reference === 'OWN' : key.transactionId === 'TX1';
  const reads: PacedReads = {
    lookUp: (key) => {
      asked.push(key);
      return Promise.resolve(isOwn(key) ? own : other);
    },
    wallet: () => Promise.resolve(BALANCE),
    wait: () => Promise.resolve(),
    inventReference: () => 'INVENTED',
  };
  return { reads, asked };
}

async function findingOf(
  own: LookupAnswer,
  { other, key = OWN, notKnown = NOT_KNOWN }: { other?: LookupAnswer; key?: LookupKey; notKnown?: string | null } = {},
) {
  const looked = await lookUpOnce(gate(own, other).reads, { key, notKnown });
  if (looked.kind === 'stopped') throw new Error(looked.pause.code);
  const { finding } = looked;
  return finding.kind === 'state' ? finding.state : finding.kind;
}

describe('looking a payout up again', () => {
  it.each(['success', 'processing', 'reversed', 'failed', 'rejected'] as const)(
    'takes %s for what it says',
    async (state) => {
      expect(await findingOf(found(state))).toBe(state);
      expect(await findingOf(found(state), { key: BY_ID })).toBe(state);
    },
  );

  it.each(['success', 'processing', 'reversed', 'failed', 'rejected'] as const)(
    'asks for an invented key of the same kind beside %s',
    async (state) => {
      const byReference = gate(found(state));
      await lookUpOnce(byReference.reads, { key: OWN, notKnown: NOT_KNOWN });
      expect(byReference.asked).toEqual([OWN, { by: 'reference', reference: 'INVENTED' }]);
      const byId = gate(found(state));
      await lookUpOnce(byId.reads, { key: BY_ID, notKnown: NOT_KNOWN });
      expect(byId.asked).toEqual([
        BY_ID,
        { by: 'transactionId', transactionId: expect.stringMatching(/^[A-Z]{2}\d$/), reference: 'INVENTED' },
      ]);
      expect(byId.asked[1]).not.toEqual(BY_ID);
    },
  );

  it.each(['success', 'processing', 'reversed'] as const)(
    'takes %s for nothing where the gateway says it of what it does not know',
    async (state) => {
      expect(await findingOf(found(state), { other: found(state) })).toBe('unclear');
      expect(await findingOf(found(state), { notKnown: `200 object true ${state}` })).toBe('unclear');
    },
  );

  const KNOWN: LookupKey = { ...BY_ID, reference: 'OWN' };

  it.each([
    ['failed', 'the same', found('failed'), 'failed'],
    ['failed', 'success', found('success'), 'unclear'],
    ['failed', 'a server fault', unclear(500), 'unclear'],
    // Some gateways look up only their own ids, and "not known" never proves anything.
    ['failed', 'not known', NOT_KNOWN_ANSWER, 'failed'],
    ['success', 'the same', found('success'), 'success'],
    ['success', 'failed', found('failed'), 'unclear'],
    ['success', 'not known', NOT_KNOWN_ANSWER, 'unclear'],
  ] as const)(
    'takes %s by transaction id and %s by reference for what both say',
    async (state, _said, own, finding) => {
      const { reads, asked } = gate(own);
      const lookUp: PacedReads['lookUp'] = (key) =>
        key.by === 'transactionId' && key.transactionId === 'TX1' ? Promise.resolve(found(state)) : reads.lookUp(key);
      const looked = await lookUpOnce({ ...reads, lookUp }, { key: KNOWN, notKnown: NOT_KNOWN });
      expect(looked).toMatchObject({ finding: finding === 'unclear' ? { kind: finding } : { state: finding } });
      expect(asked.at(-1)).toEqual({ by: 'reference', reference: 'OWN', transactionId: 'TX1' });
    },
  );

  it.each([
    ['not known', NOT_KNOWN_ANSWER, 'success', found('success'), 'success'],
    ['not known', NOT_KNOWN_ANSWER, 'failed', found('failed'), 'failed'],
    ['not known', NOT_KNOWN_ANSWER, 'not known', NOT_KNOWN_ANSWER, 'notKnown'],
    ['not known', NOT_KNOWN_ANSWER, 'a server fault', unclear(500), 'unclear'],
    ['a server fault', unclear(500), 'success', found('success'), 'success'],
    ['other words', otherWords(400), 'not known', NOT_KNOWN_ANSWER, 'unclear'],
  ] as const)(
    'asks for the reference where the id is answered %s, and hears %s',
    async (_id, byId, _ref, own, received) => {
      const { reads } = gate(own);
      const asked: LookupKey[] = [];
      const lookUp: PacedReads['lookUp'] = (key) => {
        asked.push(key);
        return key.by === 'transactionId' ? Promise.resolve(byId) : reads.lookUp(key);
      };
      const looked = await lookUpOnce({ ...reads, lookUp }, { key: KNOWN, notKnown: NOT_KNOWN });
      expect(looked).toMatchObject({
        finding: received === 'notKnown' || received === 'unclear' ? { kind: received } : { state: received },
      });
      const reference = { by: 'reference', reference: 'OWN', transactionId: 'TX1' };
      expect(asked).toContainEqual(reference);
      if (received === 'success' || received === 'failed') {
        expect(looked).toMatchObject({ key: reference });
        expect(asked.at(-1)).toEqual({ by: 'reference', reference: 'INVENTED' });
      }
    },
  );

  it('keeps the answer about another payment, whichever key it was given to, and nothing of the other one', async () => {
    const other = { ...MISMATCH_LOOKUP, evidence: { httpStatus: 200, text: '{"udf1":"SOMEBODYS"}' } };
    const { reads } = gate(other);
    const events = {
      kind: 'looked',
      finding: { kind: 'unclear' },
      mismatch: verbatim('names another payment'),
      evidence: other.evidence,
      utr: null,
      message: null,
    };
    expect(await lookUpOnce(reads, { key: OWN, notKnown: NOT_KNOWN })).toEqual(events);
    const lookUp: PacedReads['lookUp'] = (key) =>
      key.by === 'transactionId' && key.transactionId === 'TX1' ? Promise.resolve(found('success')) : reads.lookUp(key);
    expect(await lookUpOnce({ ...reads, lookUp }, { key: KNOWN, notKnown: NOT_KNOWN })).toEqual(events);
  });

  it('takes a refusal for "not known" when an invented key gets the same, and for nothing when it gets no answer', async () => {
    expect(await findingOf(found('failed'), { other: found('failed') })).toBe('notKnown');
    expect(await findingOf(found('failed'), { other: unclear(500) })).toBe('unclear');
  });

  it.each([
    ['the not-known fingerprint', NOT_KNOWN_ANSWER, 'notKnown'],
    ['other words', otherWords(400), 'unclear'],
    ['a fault of the server', unclear(500), 'unclear'],
    ['a refused rate', unclear(429), 'unclear'],
  ] as const)('takes %s for %s', async (_name, answer, finding) => {
    expect(await findingOf(answer)).toBe(finding);
  });

  it('takes no fault of the server for a word about the payout, though it holds one', async () => {
    const failed = found('failed');
    if (failed.kind !== 'answered') throw new Error('an answer is needed');
    for (const httpStatus of [500, 503, 429]) {
      expect(await findingOf({ ...failed, evidence: { httpStatus, text: null } })).toBe('unclear');
    }
  });

  it('proves nothing by reference where "not known" cannot be told', async () => {
    expect(await findingOf(found('failed'), { notKnown: null })).toBe('unclear');
    expect(await findingOf(found('success'), { notKnown: null })).toBe('unclear');
    expect(await findingOf(found('success'), { notKnown: null, key: BY_ID })).toBe('success');
  });

  it.each<readonly [string, LookupAnswer, PauseCode]>([
    ['a token that is refused', UNAUTHORIZED_LOOKUP, 'lookupsUnreliable'],
    ['a merchant that is not known', INVALID_MID_LOOKUP, 'invalidMid'],
    ['no way there', unreachable(), 'unreachable'],
    ['a wrong certificate', unreachable(true), 'certificate'],
  ])('stops for %s', async (_name, answer, code) => {
    expect(await lookUpOnce(gate(answer).reads, { key: OWN, notKnown: NOT_KNOWN })).toMatchObject({
      kind: 'stopped',
      pause: { code },
    });
  });
});
