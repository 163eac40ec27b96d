// How the witness judges a payout whose payee was paid before, and from when it counts the desk's window.

import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../engine/virtual-clock.ts';
import type { PayoutRow } from './disk-reader.ts';
import { GatewayQuirks } from './gateway-quirks.ts';
import { GroundTruth } from './ground-truth.ts';
import { type HeardWord, HeardWords } from './heard-words.ts';
import { DOUBLE_TICKS, Journal, KNOWINGLY, RIGHTFUL_TICKS } from './journal.ts';
import { type Before, knownSinceMs, MoneyWitness } from './money-witness.ts';
import { randomFrom } from './random.ts';
import { SimulatedProcess } from './simulated-process.ts';

const DAY_MS = 24 * 3_600_000;

function word(says: HeardWord['says'], wallMs: number, isDistinct = true): HeardWord {
  const process = { alive: false, isFinished: true };
  return {
    says,
    httpStatus: 200,
    by: 'lookup',
    isDocumented: says !== null,
    isDistinct,
    isUnweighed: false,
    process,
    atMs: wallMs,
    wallMs,
  };
}

function before(words: readonly HeardWord[], state: string): Before {
  return {
    words,
    isOfThisDatabase: () => true,
    states: [state],
    settledAtMs: [],
    decisions: [],
    cancelledAtMs: null,
  };
}

describe('since when a desk knows how a payment ended', () => {
  it('is the first word of its last ending', () => {
    const words = [word('rejected', DAY_MS), word('success', 60 * DAY_MS), word('success', 61 * DAY_MS)];
    expect(knownSinceMs(before(words, 'success'))).toBe(60 * DAY_MS);
  });

  it('leaves out a word that the gateway says of every unknown payment', () => {
    const words = [word('rejected', DAY_MS), word('success', 60 * DAY_MS, false)];
    expect(knownSinceMs(before(words, 'rejected'))).toBe(DAY_MS);
  });

  it('is such a word where the desk has believed it', () => {
    const words = [word('rejected', DAY_MS), word('success', 60 * DAY_MS, false)];
    expect(knownSinceMs(before(words, 'success'))).toBe(60 * DAY_MS);
  });
});

describe('a payout of an intention that was paid before', () => {
  const PAID = { endsAs: 'success', endsAfterMs: 0, hiddenForMs: 0, flipsTo: null } as const;

  /** An office whose rows are each a separate batch, paid through one desk. */
  function office({ isOpen = false } = {}) {
    const nowMs = { wall: () => 1_000_000, monotonic: () => 1_000 };
    const journal = new Journal();
    const truth = new GroundTruth(nowMs.monotonic, 0, new GatewayQuirks([], randomFrom(1)));
    const intentions = new Map<string, string>();
    const rows: PayoutRow[] = [];
    const witness = new MoneyWitness({
      journal,
      truth,
      heard: new HeardWords(),
      nowMs,
      intentionOf: ({ file }) => intentions.get(file) ?? null,
      openPosts: () => (isOpen ? 1 : 0),
    });
    const disk = {
      attempts: () => 1,
      cancelledAtMs: () => null,
      chainBefore: () => [],
      decisions: () => [],
      payouts: () => rows,
      named: ({ reference }: { readonly reference: string }) => rows.filter((row) => row.reference === reference),
    };
    const process = new SimulatedProcess('one.1', {
      clock: new VirtualClock(),
      onDeath: () => undefined,
      onBug: () => undefined,
    });
    const caller = { machine: 'one', process, baseUrl: 'https://gateway.example', mid: 77, sinceMs: 1_000 };
    const pay = (
      file: string,
      intention: string,
      amountPaise: number,
      { meantPaise = amountPaise, payee = 'asha@okbank' } = {},
    ): void => {
      intentions.set(file, intention);
      const who = { person: `upi:${payee}`, payee, amountPaise, mid: 77, reference: file };
      const row: PayoutRow = {
        ...who,
        payoutId: rows.length,
        batch: rows.length + 1,
        merchant: 1,
        row: 2,
        file,
        baseUrl: caller.baseUrl,
        state: 'success',
        hold: null,
        unknownReason: null,
        decidedBy: null,
        transactionId: null,
        retryOf: null,
        lastFinding: null,
        nextLookupAtMs: null,
        settledAtMs: 1_000_000,
      };
      witness.leaves({ caller, payout: { ...who, amountText: '', remark: '' }, row, meantPaise, disk });
      rows.push(row);
      truth.execute({ ...who, machine: 'one' }, PAID);
    };
    const name = (file: string, intention: string): void => void intentions.set(file, intention);
    return { journal, witness, pay, name };
  }

  it('breaks the promise with another amount, where nobody was asked', () => {
    const { journal, pay } = office();
    pay('f1', 'Asha: Salary 1', 1_000);
    pay('f2', 'Asha: Salary 1', 1_100);
    expect(journal.violations).toEqual([expect.stringContaining('f2 pays 1100 paise to asha@okbank (Asha: Salary 1)')]);
  });

  it.each([
    ['is knowing where that very payment was shown', [1], 0],
    ['breaks the promise where another one was shown', [7], 1],
    ['breaks the promise where none was shown', [], 1],
  ] as const)('%s', (_what, shown, violations) => {
    const { journal, witness, pay } = office();
    pay('f1', 'Asha: Salary 1', 1_000);
    witness.ticks('f2', 2, { batches: new Set(shown), differencePaise: null });
    pay('f2', 'Asha: Salary 1', 1_100);
    expect(journal.violations.length).toBe(violations);
    expect(journal.counts[KNOWINGLY] ?? 0).toBe(1 - violations);
  });

  it.each([
    ['comes to the corrected amount', 100, 0],
    ['comes to more than the corrected amount', 101, 1],
  ] as const)('of which only the difference is paid: it %s', (_what, differencePaise, violations) => {
    const { journal, witness, pay } = office();
    pay('f1', 'Asha: Salary 1', 1_000);
    witness.ticks('f2', 2, { batches: new Set([1]), differencePaise });
    pay('f2', 'Asha: Salary 1', differencePaise, { meantPaise: 1_100 });
    expect(journal.violations.length).toBe(violations);
  });

  it.each([
    ['under another account is knowing where it was shown', 'asha@otherbank', 0],
    ['under the same account breaks the promise all the same', 'asha@okbank', 1],
  ] as const)('and is still open %s', (_what, payee, violations) => {
    const { journal, witness, pay } = office({ isOpen: true });
    pay('f1', 'Asha: Salary 1', 1_000);
    witness.ticks('f2', 2, { batches: new Set([1]), differencePaise: null });
    pay('f2', 'Asha: Salary 1', 1_000, { payee });
    expect(journal.violations.length).toBe(violations);
  });

  it('is corrected twice, and the differences of before count', () => {
    const { journal, witness, pay } = office();
    pay('f1', 'Asha: Salary 1', 1_000);
    witness.ticks('f2', 2, { batches: new Set([1]), differencePaise: 100 });
    pay('f2', 'Asha: Salary 1', 100, { meantPaise: 1_100 });
    witness.ticks('f3', 2, { batches: new Set([1]), differencePaise: 200 });
    pay('f3', 'Asha: Salary 1', 200, { meantPaise: 1_200 });
    expect(journal.violations).toEqual([expect.stringContaining('1300 in all, where 1200 were meant')]);
    expect(journal.violations.length).toBe(1);
  });

  it('is no violation with another purpose and another amount', () => {
    const { journal, pay } = office();
    pay('f1', 'Asha: Salary 1', 1_000);
    pay('f2', 'Asha: Salary 2', 1_100);
    expect(journal.violations).toEqual([]);
  });

  it.each([
    ['is usual after two ticks, also beside the first of the series', ['f2', 'f3'], 0],
    ['is not usual where the second was never ticked', ['f3'], 3],
  ] as const)('of another purpose and the same amount %s', (_what, ticked, violations) => {
    const { journal, witness, pay } = office();
    const wages = (file: string): void => pay(file, `Asha: Wages ${file}`, 1_000);
    for (const file of ['f1', 'f2', 'f3']) {
      if (ticked.some((one) => one === file)) witness.ticks(file, 2);
      wages(file);
    }
    const before = journal.violations.length;
    wages('f4');
    expect(journal.violations.length - before).toBe(violations);
  });

  it('counts its ticks apart from those of rightful rows', () => {
    const { journal, witness, pay, name } = office();
    pay('f1', 'Asha: Salary 1', 1_000);
    name('f2', 'Asha: Salary 1');
    name('f3', 'Asha: Salary 2');
    witness.asks([{ file: 'f2', row: 2 }], 1);
    witness.asks([{ file: 'f3', row: 2 }], 2);
    expect([journal.counts[DOUBLE_TICKS], journal.counts[RIGHTFUL_TICKS]]).toEqual([1, 2]);
  });
});
