// The ledger's change events: every change that is on disk, whatever caused it, and nothing that is not.

import { describe, expect, it } from 'vitest';
import type { Change, ChangeListener, Ledger } from '../../electron/main/domain/ledger.ts';
import { InvariantError } from '../../shared/failures.ts';
import { verifiedChain } from './chain.ts';
import {
  answer,
  BACKOFF,
  claimOne,
  confirmBatch,
  LOST,
  lookUp,
  makeDesk,
  NOW_MS,
  PAID,
  payments,
  said,
  turn,
} from './desk-file.ts';

const AT = { nowMs: NOW_MS + 60_000, backoff: BACKOFF };

/** Subscribes to a ledger. Records `batch row from>to` for each change, in order. */
function subscribe(
  ledger: Ledger,
  more: Partial<ChangeListener> = {},
): { readonly received: string[]; readonly stop: () => void } {
  const received: string[] = [];
  const onChanges = (changes: readonly Change[]): void =>
    changes.forEach(({ batch, rowNumber, from, to }) => received.push(`${batch} ${rowNumber} ${from}>${to}`));
  return { received, stop: ledger.subscribe({ onChanges, onFault: () => undefined, ...more }) };
}

function lostDesk() {
  const desk = makeDesk();
  const batch = confirmBatch(desk, payments(3));
  const claimed = claimOne(desk.store, batch);
  turn(desk.store, batch, { news: [answer(claimed, LOST)] });
  return { ...desk, batch, claimed };
}

const decision = (payoutId: Parameters<ReturnType<typeof makeDesk>['store']['decide']>[0]['payoutId']) => ({
  payoutId,
  verdict: { kind: 'notPaid' } as const,
  note: 'asked the bank',
  ticket: 'T-1',
  sameEvidence: null,
  nowMs: AT.nowMs,
  decideAfterMs: 0,
  backoff: BACKOFF,
});

describe('writes together', () => {
  it('are one transaction: what it wrote first is neither on disk nor told when a later one fails', () => {
    const { store, raw, batch } = lostDesk();
    const { received: events } = subscribe(store.ledger);
    const before = verifiedChain(raw);
    const act = (fails: boolean): number =>
      store.together(() => {
        store.ledger.cancel(batch, AT);
        store.notes.pause(batch, null, AT.nowMs);
        if (fails) throw new Error('the disk');
        expect(events).toEqual([]);
        return store.tally(batch).counts.cancelled;
      });
    expect(() => act(true)).toThrow('the disk');
    expect(verifiedChain(raw)).toEqual(before);
    expect({ received: events, queued: store.tally(batch).counts.queued }).toEqual({ received: [], queued: 2 });
    expect(act(false)).toBe(2);
    expect(events).toEqual(['1 3 queued>cancelled', '1 4 queued>cancelled']);
    expect(verifiedChain(raw)).toHaveLength(before.length + 3);
  });

  it('take no turn of the ledger among them', () => {
    const { store, batch } = lostDesk();
    expect(() => store.together(() => turn(store, batch, { claim: 1 }))).toThrow(InvariantError);
    expect(store.tally(batch).counts).toMatchObject({ queued: 2, sending: 0 });
  });
});

describe('the ledger', () => {
  it('tells claims, answers, decisions, look-ups, interruptions and cancellations, each once', () => {
    const { store, batch, claimed } = lostDesk();
    const { received: answered } = subscribe(store.ledger);
    expect(store.decide(decision(claimed.payoutId)).kind).toBe('decided');
    const next = claimOne(store, batch);
    turn(store, batch, { news: [lookUp(claimed, said('success')), answer(next, PAID)] });
    claimOne(store, batch);
    store.ledger.interrupt('slept', AT);
    expect(answered).toEqual([
      '1 2 unknown>failed',
      '1 3 queued>sending',
      '1 2 failed>success',
      '1 3 sending>success',
      '1 4 queued>sending',
      '1 4 sending>unknown',
    ]);
    confirmBatch({ ...makeDesk(), store }, payments(2, { remark: 'June' }));
    store.ledger.cancel(2, AT);
    expect(answered.slice(6)).toEqual(['2 2 queued>cancelled', '2 3 queued>cancelled']);
  });

  it('tells what becomes of the payouts of a desk that is locked', () => {
    const { store } = lostDesk();
    const { received: noted } = subscribe(store.ledger);
    expect(store.lock.close('older', AT)).toBe(2);
    expect(noted).toEqual(['1 3 queued>unknown', '1 4 queued>unknown']);
  });

  it('tells nothing of a turn that was rolled back, then or later', () => {
    const { store, batch, claimed } = lostDesk();
    const { received } = subscribe(store.ledger);
    const found = lookUp(claimed, said('success'));
    const absent = { ...found, payoutId: 99 as typeof claimed.payoutId };
    expect(() => turn(store, batch, { news: [found, absent] })).toThrow('not in the store');
    expect(received).toEqual([]);
    claimOne(store, batch);
    expect(received).toEqual(['1 3 queued>sending']);
  });

  it('tells whoever else hears, and whoever committed, though one who hears breaks', () => {
    const { store, batch } = lostDesk();
    const faults: unknown[] = [];
    const bug = new TypeError('ours');
    subscribe(store.ledger, {
      onChanges: () => {
        throw bug;
      },
      onFault: (error) => faults.push(error),
    });
    const { received } = subscribe(store.ledger);
    expect(claimOne(store, batch).rowNumber).toBe(3);
    expect([received, faults]).toEqual([['1 3 queued>sending'], [bug]]);
  });

  it('tells nothing to whoever stopped, nor to whoever begins while it is telling', () => {
    const { store, batch } = lostDesk();
    const first = subscribe(store.ledger);
    first.stop();
    const ended: { received: string[]; stop: () => void }[] = [];
    const begun: (typeof ended)[number][] = [];
    subscribe(store.ledger, {
      onChanges: () => {
        ended.forEach(({ stop }) => stop());
        begun.push(subscribe(store.ledger));
      },
    });
    ended.push(subscribe(store.ledger));
    claimOne(store, batch);
    expect([first.received, ended[0]?.received, begun[0]?.received]).toEqual([[], [], []]);
  });
});
