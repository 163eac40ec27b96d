// Preflight against every answer a gateway can give before money moves.

import { describe, expect, it } from 'vitest';
import type { PacedReads, Preflight } from '../../electron/main/domain/run.ts';
import { preflight } from '../../electron/main/engine/preflight.ts';
import type { PauseCode } from '../../shared/failures.ts';
import type { Reference } from '../../shared/ids.ts';
import type { LookupAnswer, LookupKey, WalletAnswer } from '../../shared/outcomes.ts';
import { spoken } from '../fixtures/spoken.ts';
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
  unclearWallet,
  unreachable,
} from './ready-answers.ts';

interface Gate {
  /** Answers in order; the last one repeats. */
  readonly wallet?: readonly WalletAnswer[];
  readonly invented?: readonly LookupAnswer[];
  readonly own?: readonly LookupAnswer[];
}

interface Visit {
  readonly result: Preflight;
  readonly asked: readonly LookupKey[];
  readonly waitedMs: number;
  readonly walletReads: number;
}

async function visit(gate: Gate, references: readonly string[] = []): Promise<Visit> {
  const asked: LookupKey[] = [];
  let waitedMs = 0;
  let walletReads = 0;
  const counts = { invented: 0, own: 0 };
  const nth = <Answer>(answers: readonly Answer[], index: number): Answer => {
    const answer = answers[Math.min(index, answers.length - 1)];
    if (answer === undefined) throw new TypeError('no answer given');
    return answer;
  };
  const reads: PacedReads = {
    wallet: () => {
      walletReads += 1;
      return Promise.resolve(nth(gate.wallet ?? [BALANCE], walletReads - 1));
    },
    lookUp: (key) => {
      asked.push(key);
      const isOwn = key.by === 'reference' && references.includes(key.reference);
      const side = isOwn ? 'own' : 'invented';
      counts[side] += 1;
      return Promise.resolve(nth(gate[side] ?? [NOT_KNOWN_ANSWER], counts[side] - 1));
    },
    wait: (ms) => {
      waitedMs += ms;
      return Promise.resolve();
    },
    inventReference: () => `NOBODY${asked.length}`,
  };
  const result = await preflight(reads, references as readonly Reference[]);
  return { result, asked, waitedMs, walletReads };
}

function codeOf({ result }: Visit): PauseCode | 'ready' {
  return result.kind === 'ready' ? 'ready' : result.pause.code;
}

describe('preflight, the wallet', () => {
  it.each<[string, readonly WalletAnswer[], PauseCode | 'ready', number]>([
    ['goes on with a balance, kept as it was reported', [BALANCE], 'ready', 1],
    ['stops for a dead token', [{ kind: 'unauthorized' }], 'tokenRefused', 1],
    ['stops for an unknown merchant', [{ kind: 'invalidMid' }], 'invalidMid', 1],
    ['stops where no gateway is', [{ kind: 'wrongUrl', httpStatus: 404 }], 'wrongUrl', 1],
    ['stops when it cannot be reached', [unreachable()], 'unreachable', 1],
    ['stops for a bad certificate', [unreachable(true)], 'certificate', 1],
    ['asks five times before it gives up on unclear words', [unclearWallet(500)], 'unreachable', 5],
    ['goes on when the words become clear', [unclearWallet(500), unclearWallet(502), BALANCE], 'ready', 3],
  ])('%s', async (_sentence, wallet, code, walletReads) => {
    const seen = await visit({ wallet });
    expect([codeOf(seen), seen.walletReads]).toEqual([code, walletReads]);
    if (code !== 'ready') expect(seen.asked).toEqual([]);
    if (seen.result.kind === 'ready') expect(seen.result.balance).toBe('100000');
  });
});

describe('preflight, learning what "not known" looks like', () => {
  it('learns it from two invented references that get the same answer', async () => {
    const seen = await visit({});
    expect(seen.result).toMatchObject({ kind: 'ready', notKnown: NOT_KNOWN, doubt: null });
    expect(new Set(seen.asked.map((key) => JSON.stringify(key))).size).toBe(2);
  });

  it.each<[string, readonly LookupAnswer[]]>([
    ['a flaky start', [unclear(500), NOT_KNOWN_ANSWER, NOT_KNOWN_ANSWER]],
    ['faults that word an answer', [otherWords(500), otherWords(500), NOT_KNOWN_ANSWER, NOT_KNOWN_ANSWER]],
    ['a refused rate', [unclear(429), unclear(429), NOT_KNOWN_ANSWER, NOT_KNOWN_ANSWER]],
    ['a wall’s pages', [unclear(200), unclear(403), NOT_KNOWN_ANSWER, unclear(404), NOT_KNOWN_ANSWER]],
    ['answers about another payment', [MISMATCH_LOOKUP, MISMATCH_LOOKUP, NOT_KNOWN_ANSWER, NOT_KNOWN_ANSWER]],
    ['a broken line', [unreachable(), NOT_KNOWN_ANSWER, unreachable(), NOT_KNOWN_ANSWER, NOT_KNOWN_ANSWER]],
  ])('learns it in spite of %s', async (_what, invented) => {
    expect((await visit({ invented })).result).toMatchObject({ kind: 'ready', notKnown: NOT_KNOWN });
  });

  it.each<[string, readonly LookupAnswer[]]>([
    ['server faults, though they are all alike', [unclear(500)]],
    ['refused rates, though they are all alike', [unclear(429)]],
    ['server faults in the words of an answer', [otherWords(500)]],
    ['refused rates in the words of an answer', [otherWords(429)]],
    ['a wall’s pages, though they are all alike', [unclear(200)]],
    ['answers about another payment, though they are all alike', [MISMATCH_LOOKUP]],
  ])('learns nothing from %s, and raises a doubt that needs a tick', async (_what, invented) => {
    const { result, asked } = await visit({ invented });
    expect(result).toMatchObject({ kind: 'ready', notKnown: null, doubt: { code: 'lookupsUnreliable' } });
    expect(asked).toHaveLength(6);
  });

  it('learns that it cannot be told from two answers that differ', async () => {
    const { result, asked } = await visit({ invented: [otherWords(404), NOT_KNOWN_ANSWER] });
    expect(result).toMatchObject({ kind: 'ready', notKnown: null, doubt: { code: 'lookupsUnreliable' } });
    expect(asked).toHaveLength(2);
  });

  it.each<[string, LookupAnswer, PauseCode]>([
    ['look-ups that alone are refused the token', UNAUTHORIZED_LOOKUP, 'lookupsUnreliable'],
    ['an unknown merchant', INVALID_MID_LOOKUP, 'invalidMid'],
    ['a gateway that answers no look-up', unreachable(), 'unreachable'],
    ['a bad certificate', unreachable(true), 'certificate'],
  ])('stops for %s', async (_what, answer, code) => {
    expect(codeOf(await visit({ invented: [answer] }))).toBe(code);
  });
});

describe('preflight, the batch’s own references', () => {
  it('goes on when the gateway knows none of them, asking for each once', async () => {
    const seen = await visit({}, ['R1', 'R2', 'R3']);
    expect(codeOf(seen)).toBe('ready');
    const own = seen.asked.flatMap((key) =>
      key.by === 'reference' && key.reference.startsWith('R') ? [key.reference] : [],
    );
    expect(own).toEqual(['R1', 'R2', 'R3']);
  });

  it.each<[string, readonly LookupAnswer[], PauseCode | 'ready']>([
    ['stops when one is known, whatever became of it', [NOT_KNOWN_ANSWER, found('failed')], 'referenceKnown'],
    ['stops when one is known after a server fault', [unclear(500), found('success')], 'referenceKnown'],
    ['goes on when one becomes clear', [unclear(500), unreachable(), NOT_KNOWN_ANSWER], 'ready'],
    ['stops when one stays unclear', [unclear(500)], 'lookupsUnreliable'],
    ['stops when one gets other words than "not known"', [otherWords(404)], 'lookupsUnreliable'],
    ['stops when one is answered with another payment', [MISMATCH_LOOKUP], 'lookupsUnreliable'],
    ['stops when one cannot be asked for', [unreachable()], 'unreachable'],
    ['stops when look-ups alone are refused the token', [UNAUTHORIZED_LOOKUP], 'lookupsUnreliable'],
  ])('%s', async (_sentence, own, code) => {
    expect(codeOf(await visit({ own }, ['R1', 'R2']))).toBe(code);
  });

  it('names the reference that is known and its word', async () => {
    const { result } = await visit({ own: [found('success')] }, ['R1']);
    expect(spoken(result)).toMatchObject({ pause: { message: expect.stringContaining('R1 (success)') } });
  });

  it('without a fingerprint stops for a state and bears anything else', async () => {
    const nothingLearned = { invented: [unclear(500)] };
    expect(codeOf(await visit({ ...nothingLearned, own: [found('pending' as 'processing')] }, ['R1']))).toBe(
      'referenceKnown',
    );
    expect(codeOf(await visit({ ...nothingLearned, own: [NOT_KNOWN_ANSWER] }, ['R1']))).toBe('ready');
  });
});
