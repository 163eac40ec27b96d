// Random runs: claims, answers, lookups, crashes and cancellations in any order. Afterwards the chain must explain every row, the
// counts must add up, and no payout may have been sent twice without proof that the first request never left.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Claimed, News } from '../../electron/main/domain/ledger.ts';
import { verbatim } from '../../shared/messages/message.ts';
import type { Finding, SettlingOutcome } from '../../shared/states.ts';
import { statesRecorded, verifiedChain } from './chain.ts';
import {
  ACCEPTED,
  answer,
  BACKOFF,
  confirmBatch,
  count,
  crash,
  LOST,
  lookUp,
  makeDesk,
  NOW_MS,
  openDesk,
  openRaw,
  PAID,
  payments,
  rowOf,
  said,
  turn,
} from './desk-file.ts';

const OUTCOMES: readonly SettlingOutcome[] = [
  PAID,
  ACCEPTED,
  { ...ACCEPTED, word: 'failed' },
  LOST,
  { kind: 'refused', state: 'rejected', word: null, ids: ACCEPTED.ids, message: verbatim('no') },
  { kind: 'notSent', cause: 'dns', message: verbatim('no such host') },
  { kind: 'tokenRefused' },
  { kind: 'tokenDoubted' },
];
const FINDINGS: readonly Finding[] = [
  said('success'),
  said('failed'),
  said('rejected'),
  said('reversed'),
  said('processing', 'pending'),
  { kind: 'notKnown' },
  { kind: 'unclear' },
];

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('claim' as const), wanted: fc.integer({ min: 1, max: 3 }) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('answer' as const),
      which: fc.nat(),
      outcome: fc.constantFrom(...OUTCOMES),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('lookUp' as const),
      which: fc.nat(),
      finding: fc.constantFrom(...FINDINGS),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'sleep' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'crash' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'cancel' as const }) },
);

describe('any run', () => {
  it('is explained by its chain, adds up, and lets no payout go twice', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 30 }), (steps) => {
        let path = makeDesk().path;
        let store = openDesk(path);
        const batch = confirmBatch({ store, merchantId: 1 }, payments(5));
        const waiting: Claimed[] = [];
        const gone = new Map<number, Claimed>();
        const mayHaveLeft = new Set<number>();
        const subscribe = (news: News): void => {
          turn(store, batch, { news: [news] });
        };
        for (const { kind, ...rest } of steps) {
          if (kind === 'claim' && 'wanted' in rest) {
            for (const claimed of turn(store, batch, { claim: rest.wanted }).claimed) {
              expect(mayHaveLeft.has(claimed.payoutId)).toBe(false);
              mayHaveLeft.add(claimed.payoutId);
              gone.set(claimed.payoutId, claimed);
              waiting.push(claimed);
            }
          } else if (kind === 'answer' && 'outcome' in rest) {
            const [claimed] = waiting.splice(rest.which % Math.max(1, waiting.length), 1);
            if (claimed === undefined) continue;
            const wasSending = rowOf(openRaw(path), claimed.payoutId)['state'] === 'sending';
            subscribe(answer(claimed, rest.outcome));
            const provesUnsent = rest.outcome.kind === 'notSent';
            if (wasSending && provesUnsent) mayHaveLeft.delete(claimed.payoutId);
          } else if (kind === 'lookUp' && 'finding' in rest) {
            const known = [...gone.values()];
            const claimed = known[rest.which % Math.max(1, known.length)];
            if (claimed !== undefined) subscribe(lookUp(claimed, rest.finding));
          } else if (kind === 'sleep') {
            store.ledger.interrupt('slept', { nowMs: NOW_MS, backoff: BACKOFF });
          } else if (kind === 'cancel') {
            store.ledger.cancel(batch, { nowMs: NOW_MS, backoff: BACKOFF });
          } else if (kind === 'crash') {
            path = crash(path);
            store = openDesk(path);
            store.ledger.interrupt('crashed', { nowMs: NOW_MS, backoff: BACKOFF });
            waiting.length = 0;
          }
        }

        const raw = openRaw(path);
        const chain = verifiedChain(raw);
        for (let payoutId = 1; payoutId <= 5; payoutId += 1) {
          const reported = statesRecorded(chain, payoutId);
          expect(reported.at(-1)).toBe(rowOf(raw, payoutId)['state']);
          const firstDoubt = reported.indexOf('unknown');
          if (firstDoubt !== -1) expect(reported.slice(firstDoubt)).not.toContain('queued');
          expect(reported.filter((state) => state === 'sending')).toHaveLength(
            count(raw, `attempts WHERE payout_id = ${payoutId}`),
          );
        }
        const { counts, paise } = store.tally(batch);
        expect(Object.values(counts).reduce((sum, one) => sum + one, 0)).toBe(5);
        expect(Object.values(paise).reduce((sum: number, one) => sum + one, 0)).toBe(250_000);
      }),
      { numRuns: 40 },
    );
  });
});
