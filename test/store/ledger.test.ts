// The ledger around its turns: recovery after a crash, cancelling, what is due when, and counting.

import { describe, expect, it } from 'vitest';
import type { DueLookup } from '../../electron/main/domain/ledger.ts';
import { InvariantError } from '../../shared/failures.ts';
import type { PayoutId } from '../../shared/ids.ts';
import { verbatim } from '../../shared/messages/message.ts';
import { asPaise } from '../../shared/money.ts';
import { NO_IDS } from '../../shared/outcomes.ts';
import { verifiedChain } from './chain.ts';
import { confirm } from './confirm.ts';
import {
  ACCEPTED,
  ACTOR,
  answer,
  BACKOFF,
  claimOne,
  confirmation,
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
  payment,
  payments,
  rowOf,
  said,
  type TestDesk,
  turn,
} from './desk-file.ts';

const LATER = { nowMs: NOW_MS + 60_000, backoff: BACKOFF };
const NOBODY: ReadonlySet<PayoutId> = new Set();

describe('after a crash', () => {
  it('every payout that was being sent is unknown, due for a look-up at once, and never claimed again', () => {
    const desk = makeDesk();
    const first = confirmBatch(desk, payments(4));
    const second = confirmBatch(desk, [payment()]);
    turn(desk.store, first, { claim: 2 });
    turn(desk.store, second, { claim: 1 });

    const path = crash(desk.path);
    const store = openDesk(path);
    const raw = openRaw(path);
    expect(store.tally(first).counts).toMatchObject({ sending: 2, queued: 2 });
    const changes = store.ledger.interrupt('crashed', LATER);
    expect(changes.map(({ payoutId, from, to }) => [payoutId, from, to])).toEqual(
      [1, 2, 5].map((id) => [id, 'sending', 'unknown']),
    );
    for (const id of [1, 2, 5]) {
      expect(rowOf(raw, id)).toMatchObject({
        state: 'unknown',
        unknown_reason: 'crashed',
        requests_left: 1,
        attempts: 1,
        sent_at_ms: NOW_MS,
        next_lookup_at_ms: LATER.nowMs,
      });
    }
    expect(store.ledger.interrupt('crashed', LATER)).toEqual([]);
    expect(turn(store, first, { claim: 9 }).claimed.map(({ payoutId }) => payoutId)).toEqual([3, 4]);
    expect(turn(store, second, { claim: 9 }).claimed).toEqual([]);
    expect(verifiedChain(raw).filter(({ what }) => what === 'unknown')).toHaveLength(3);
  });

  it('before the claim was on disk the payout is still queued, without an attempt', () => {
    const desk = makeDesk();
    const batch = confirmBatch(desk, payments(1));
    const path = crash(desk.path);
    claimOne(desk.store, batch);
    const store = openDesk(path);
    expect(store.ledger.interrupt('crashed', LATER)).toEqual([]);
    expect(claimOne(store, batch).order.firstRequest).toBe(true);
  });

  it('after the answer was on disk nothing is in doubt', () => {
    const desk = makeDesk();
    const batch = confirmBatch(desk, payments(1));
    turn(desk.store, batch, { news: [answer(claimOne(desk.store, batch), PAID)] });
    const store = openDesk(crash(desk.path));
    expect(store.ledger.interrupt('crashed', LATER)).toEqual([]);
    expect(store.tally(batch).counts.success).toBe(1);
  });

  it('at every commit of a run, each row has one truthful state and no sent row is queued', () => {
    const desk = makeDesk();
    const batch = confirmBatch(desk, payments(6));
    const sent = new Set<number>();
    let open: ReturnType<typeof claimOne>[] = [];
    for (let step = 0; step < 8; step += 1) {
      const news = open.map((claimed, index) => answer(claimed, [PAID, LOST, ACCEPTED][index % 3] ?? PAID));
      open = [...turn(desk.store, batch, { news, claim: 2 }).claimed];
      const store = openDesk(crash(desk.path));
      for (const { payoutId } of open) sent.add(payoutId);
      store.ledger.interrupt('crashed', LATER);
      const { counts } = store.tally(batch);
      expect(counts.sending).toBe(0);
      expect(counts.queued).toBe(6 - sent.size);
      const again = turn(store, batch, { claim: 9 }).claimed.map(({ payoutId }) => payoutId);
      expect(again.filter((id) => sent.has(id))).toEqual([]);
    }
    expect(sent.size).toBe(6);
  });

  it('a refusal of what was in flight is not taken as the answer to a first request', () => {
    const desk = makeDesk();
    const batch = confirmBatch(desk, payments(1));
    const claimed = claimOne(desk.store, batch);
    desk.store.ledger.interrupt('slept', LATER);
    turn(desk.store, batch, { news: [lookUp(claimed, said('failed'))] });
    expect(rowOf(desk.raw, 1)).toMatchObject({
      state: 'unknown',
      unknown_reason: 'slept',
      suspected: 'failed',
      requests_left: 1,
    });
  });
});

describe('cancelling', () => {
  it('drops what was never sent and leaves everything else as it is', () => {
    const desk = makeDesk();
    const { store, raw } = desk;
    const batch = confirmBatch(desk, payments(5));
    const [paid, lost] = turn(store, batch, { claim: 3 }).claimed;
    turn(store, batch, { news: paid && lost ? [answer(paid, PAID), answer(lost, LOST)] : [] });
    const changes = store.ledger.cancel(batch, LATER);
    expect(changes.map(({ payoutId, to }) => [payoutId, to])).toEqual([
      [4, 'cancelled'],
      [5, 'cancelled'],
    ]);
    expect(store.tally(batch).counts).toMatchObject({ success: 1, unknown: 1, sending: 1, cancelled: 2, queued: 0 });
    expect(rowOf(raw, 4)).toMatchObject({
      state: 'cancelled',
      decided_by: ACTOR,
      settled_at_ms: LATER.nowMs,
      next_lookup_at_ms: null,
    });
    expect(store.ledger.cancel(batch, LATER)).toEqual([]);
    expect(turn(store, batch, { claim: 9 }).claimed).toEqual([]);
    verifiedChain(raw);
  });

  it('doubts a payout whose request was ever answered', () => {
    const desk = makeDesk();
    const batch = confirmBatch(desk, payments(2));
    // As an older desk left it after a 401.
    desk.raw.exec('UPDATE payouts SET requests_left = 1 WHERE payout_id = 1');
    expect(desk.store.ledger.cancel(batch, LATER).map(({ to }) => to)).toEqual(['unknown', 'cancelled']);
    expect(rowOf(desk.raw, 1)).toMatchObject({
      unknown_reason: 'cancelled',
      next_lookup_at_ms: LATER.nowMs + BACKOFF.firstMs,
    });
  });

  it('drops a payout whose request provably never left', () => {
    const desk = makeDesk();
    const batch = confirmBatch(desk, payments(1));
    const notSent = { kind: 'notSent', cause: 'refused', message: verbatim('Nobody listens there.') } as const;
    turn(desk.store, batch, { news: [answer(claimOne(desk.store, batch), notSent)] });
    expect(desk.store.ledger.cancel(batch, LATER).map(({ to }) => to)).toEqual(['cancelled']);
    expect(rowOf(desk.raw, 1)['message']).toBeNull();
  });

  it('takes held rows along, and no other batch', () => {
    const desk = makeDesk();
    const first = confirmBatch(desk, payments(1));
    const second = confirmBatch(desk, payments(1, { remark: 'Again' }));
    turn(desk.store, second, { claim: 1 });
    expect(desk.store.ledger.cancel(second, LATER)).toHaveLength(1);
    expect(rowOf(desk.raw, 2)).toMatchObject({ state: 'cancelled', hold: null, message: null });
    expect(desk.store.tally(first).counts.queued).toBe(1);
  });
});

describe('what is due', () => {
  /** Payouts 1 to 4 are processing, due one second apart. */
  function followedDesk(): TestDesk & {
    batch: number;
    due: (nowMs: number, change?: Partial<Parameters<TestDesk['store']['ledger']['dueLookups']>[1]>) => number[];
  } {
    const desk = makeDesk();
    const batch = confirmBatch(desk, payments(5));
    turn(desk.store, batch, { claim: 4 }).claimed.forEach((claimed, index) => {
      const ids = { ...NO_IDS, transactionId: index === 0 ? 'TX1' : null };
      turn(desk.store, batch, { news: [answer(claimed, { ...ACCEPTED, ids }, NOW_MS + index * 1_000)] });
    });
    const due = (nowMs: number, change = {}): number[] =>
      desk.store.ledger
        .dueLookups(batch, { nowMs, limit: 9, maxMs: BACKOFF.maxMs, busy: NOBODY, ...change })
        .map(({ payoutId }) => payoutId);
    return { ...desk, batch, due };
  }

  it('comes in the order of its time, and never before it', () => {
    const { due, store, batch } = followedDesk();
    expect(due(NOW_MS + 999)).toEqual([]);
    expect(due(NOW_MS + 1_000)).toEqual([1]);
    expect(due(NOW_MS + 3_500)).toEqual([1, 2, 3]);
    expect(store.ledger.nextDueAtMs(batch)).toBe(NOW_MS + 1_000);
  });

  it('leaves out what is busy and still fills its limit', () => {
    const { due } = followedDesk();
    const at = NOW_MS + 60_000;
    expect(due(at, { limit: 2 })).toEqual([1, 2]);
    expect(due(at, { limit: 2, busy: new Set([1, 2] as PayoutId[]) })).toEqual([3, 4]);
    expect(due(at, { limit: 0 })).toEqual([]);
  });

  it('is asked by transaction id where there is one, else by reference', () => {
    const { store, batch } = followedDesk();
    const at = { nowMs: NOW_MS + 60_000, limit: 2, maxMs: BACKOFF.maxMs, busy: NOBODY };
    expect(store.ledger.dueLookups(batch, at).map(({ key }: DueLookup) => key.by)).toEqual([
      'transactionId',
      'reference',
    ]);
    expect(store.ledger.dueLookups(batch, at)[0]?.key).toMatchObject({ transactionId: 'TX1' });
  });

  it('says which of them are in doubt', () => {
    const { store, batch } = followedDesk();
    turn(store, batch, { news: [answer(claimOne(store, batch), LOST)] });
    const at = { nowMs: NOW_MS + 60_000, limit: 9, maxMs: BACKOFF.maxMs, busy: NOBODY };
    const due = store.ledger.dueLookups(batch, at);
    expect(due.flatMap(({ payoutId, inDoubt }) => (inDoubt ? [payoutId] : []))).toEqual([5]);
    expect(due).toHaveLength(5);
  });

  it('is also what a clock that was put back left far in the future', () => {
    const { due } = followedDesk();
    const aDayBack = NOW_MS - 86_400_000;
    expect(due(aDayBack)).toEqual([1, 2, 3, 4]);
    expect(due(aDayBack, { maxMs: 2 * 86_400_000 })).toEqual([]);
  });

  it('is nothing once everything is final', () => {
    const desk = makeDesk();
    const batch = confirmBatch(desk, payments(1));
    turn(desk.store, batch, { news: [answer(claimOne(desk.store, batch), PAID)] });
    expect(desk.store.ledger.nextDueAtMs(batch)).toBeNull();
    const before = rowOf(desk.raw, 1)['next_lookup_at_ms'];
    desk.store.ledger.hastenLookups(batch, NOW_MS);
    expect(rowOf(desk.raw, 1)['next_lookup_at_ms']).toBe(before);
  });

  it('is everything that is followed, when it is hastened, and nothing that is queued', () => {
    const { due, store, batch, raw } = followedDesk();
    store.ledger.hastenLookups(batch, NOW_MS);
    expect(new Set(due(NOW_MS))).toEqual(new Set([1, 2, 3, 4]));
    expect(rowOf(raw, 5)['next_lookup_at_ms']).toBeNull();
  });

  it('is of one batch alone', () => {
    const { store, batch } = followedDesk();
    const second = confirmBatch({ store, merchantId: 1 }, [payment({ amountPaise: asPaise(7) })]);
    turn(store, second, { news: [answer(claimOne(store, second), ACCEPTED, NOW_MS - 5_000)] });
    const at = { nowMs: NOW_MS + 60_000, limit: 9, maxMs: BACKOFF.maxMs, busy: NOBODY };
    expect([batch, second].map((one) => store.ledger.dueLookups(one, at).length)).toEqual([4, 1]);
    expect(store.nextDueAtMs(second)).toBe(NOW_MS - 4_000);
  });
});

describe('a turn', () => {
  it('settles before it claims, in one transaction', () => {
    const desk = makeDesk();
    const batch = confirmBatch(desk, payments(1));
    const claimed = claimOne(desk.store, batch);
    const notSent = { kind: 'notSent', cause: 'dns', message: verbatim('') } as const;
    const result = turn(desk.store, batch, { news: [answer(claimed, notSent)], claim: 1 });
    expect(result.changes.map(({ from, to }) => [from, to])).toEqual([
      ['sending', 'queued'],
      ['queued', 'sending'],
    ]);
    expect(rowOf(desk.raw, 1)).toMatchObject({ state: 'sending', attempts: 2 });
  });

  it('keeps nothing when any of its news is our bug', () => {
    const desk = makeDesk();
    const batch = confirmBatch(desk, payments(3));
    const claimed = claimOne(desk.store, batch);
    const known = {
      kind: 'held',
      hold: 'referenceKnown',
      payoutId: claimed.payoutId,
      evidence: { httpStatus: 200, text: '' },
      atMs: NOW_MS,
    } as const;
    const before = desk.raw.prepare('SELECT * FROM payouts').all();
    expect(() => turn(desk.store, batch, { news: [answer(claimed, PAID), known], claim: 1 })).toThrow(InvariantError);
    expect(desk.raw.prepare('SELECT * FROM payouts').all()).toEqual(before);
    expect(verifiedChain(desk.raw)).toHaveLength(2);
  });
});

describe('the tally', () => {
  it('counts one batch by state, with its money, and adds up to what was confirmed', () => {
    const desk = makeDesk();
    const { store } = desk;
    confirmBatch(desk, [payment({ amountPaise: asPaise(999) })]);
    const batch = confirmBatch(
      desk,
      [1, 20, 300, 4_000].map(
        (paise, index) => payments(index + 1, { amountPaise: asPaise(paise) }).at(-1) ?? payment(),
      ),
    );
    confirmBatch(desk, [payment({ amountPaise: asPaise(777) })]);
    const [first, second] = turn(store, batch, { claim: 3 }).claimed;
    turn(store, batch, { news: first && second ? [answer(first, PAID), answer(second, LOST)] : [] });
    const { counts, paise } = store.tally(batch);
    expect(counts).toEqual({
      queued: 1,
      sending: 1,
      processing: 0,
      unknown: 1,
      success: 1,
      failed: 0,
      rejected: 0,
      reversed: 0,
      cancelled: 0,
    });
    expect(paise).toEqual({
      queued: 4_000,
      sending: 300,
      processing: 0,
      unknown: 20,
      success: 1,
      failed: 0,
      rejected: 0,
      reversed: 0,
      cancelled: 0,
    });
    expect(count(desk.raw, 'payouts')).toBe(6);
  });

  it('of a batch that is not there is zero', () => {
    expect(makeDesk().store.tally(7).counts.queued).toBe(0);
  });
});

describe('queued references', () => {
  it('are those still to be sent, in the order of the file', () => {
    const desk = makeDesk();
    const confirmed = confirmation(desk, payments(3));
    const batch = confirm(desk.store, confirmed);
    claimOne(desk.store, batch);
    expect(desk.store.ledger.queuedReferences(batch)).toEqual(
      confirmed.references
        .slice(1)
        .map((reference, at) => ({ payoutId: at + 2, isKnown: false, reference, amountPaise: 50_000 })),
    );
  });
});
