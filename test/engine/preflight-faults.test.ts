// A server that fails in JSON, and always in the same words: no lesson about how it says "not known".

import { expect, it } from 'vitest';
import { preflight } from '../../electron/main/engine/preflight.ts';
import type { Reference } from '../../shared/ids.ts';
import type { LookupAnswer } from '../../shared/outcomes.ts';
import type { PacedReads } from '../../shared/run.ts';
import { BALANCE, NOT_KNOWN, NOT_KNOWN_ANSWER } from './answers.ts';

const FAULT: LookupAnswer = {
  kind: 'answered',
  fingerprint: '500 object false failed',
  meaning: { kind: 'unclear', reason: 'HTTP 500' },
  evidence: { httpStatus: 500, text: '{"status":false,"txn_status":"failed"}' },
};

function readsOf(answers: readonly LookupAnswer[]): PacedReads {
  let asked = 0;
  return {
    wallet: () => Promise.resolve(BALANCE),
    lookUp: () => {
      const answer = answers[Math.min(asked, answers.length - 1)];
      asked += 1;
      return answer === undefined ? Promise.reject(new TypeError('no answer given')) : Promise.resolve(answer);
    },
    wait: () => Promise.resolve(),
    inventReference: () => `NOBODY${asked}`,
  };
}

it('learns nothing from faults that are alike, and learns it from the answers after them', async () => {
  const learned = await preflight(readsOf([FAULT, FAULT, NOT_KNOWN_ANSWER, NOT_KNOWN_ANSWER]), []);
  expect(learned).toMatchObject({ kind: 'ready', notKnown: NOT_KNOWN });
});

it('takes no fault for "not known" of one of its own references', async () => {
  const reads = readsOf([FAULT]);
  const own = ['R1'] as readonly string[] as readonly Reference[];
  expect(await preflight(reads, own)).not.toMatchObject({ kind: 'ready', notKnown: expect.any(String) as string });
});
