// Single requests and those in flight: permits, writes, the wallet call after a 401, and the counts.

import { beforeEach, describe, expect, it } from 'vitest';
import type { Claimed } from '../../electron/main/domain/ledger.ts';
import {
  type Arrival,
  type EngineGateway,
  type Exchanges,
  prepareExchanges,
  Traffic,
} from '../../electron/main/engine/exchange.ts';
import { RateWindow } from '../../electron/main/engine/rate-window.ts';
import type { AttemptId, PayoutId, Reference } from '../../shared/ids.ts';
import type { Paise } from '../../shared/money.ts';
import type { LookupAnswer, Outcome, WalletAnswer } from '../../shared/outcomes.ts';
import {
  accepted,
  BALANCE,
  found,
  NO_EVIDENCE,
  NOT_KNOWN,
  NOT_KNOWN_ANSWER,
  notSent,
  otherWords,
  UNAUTHORIZED,
  unclear,
  unknown,
  unreachable,
} from './ready-answers.ts';
import { settlePromises } from './virtual-clock.ts';

const NOW_MS = 2_000;
const CLAIMED: Claimed = {
  payoutId: 7 as PayoutId,
  attemptId: 70 as AttemptId,
  rowNumber: 8,
  order: {
    beneficiary: { method: 'UPI', upiId: 'a@b' },
    amountPaise: 100 as Paise,
    remark: 'pay',
    reference: 'R7' as Reference,
    firstRequest: true,
  },
};

let window: RateWindow;
let outcome: Outcome;
let wallet: WalletAnswer;
let said: LookupAnswer;
let calls: string[];
let permitsRequested: number;
let paymentsWritten: number[];
let grant: () => void;
let exchanges: Exchanges;

beforeEach(() => {
  window = new RateWindow({ limitPerSecond: 3, nowMs: 0, refusedRate: null });
  outcome = accepted('T7');
  wallet = BALANCE;
  said = NOT_KNOWN_ANSWER;
  calls = [];
  permitsRequested = 0;
  const gateway: EngineGateway = {
    pay: (order, onWrite) => {
      calls.push(`pay ${order.reference}`);
      if (outcome.kind !== 'notSent') onWrite();
      return Promise.resolve({ outcome, evidence: NO_EVIDENCE });
    },
    lookUp: (key, onWrite) => {
      calls.push(`lookUp ${JSON.stringify(key)}`);
      onWrite();
      return Promise.resolve(said);
    },
    wallet: (onWrite) => {
      calls.push('wallet');
      if (wallet.kind !== 'unreachable') onWrite();
      return Promise.resolve(wallet);
    },
  };
  const clock = { nowMs: () => 0, monotonicMs: () => NOW_MS, after: () => () => undefined };
  const nextPermit = (): Promise<void> => {
    permitsRequested += 1;
    return new Promise((resolve) => {
      grant = () => {
        window.admit();
        resolve();
      };
    });
  };
  paymentsWritten = [];
  const onPaymentWritten = (nowMs: number): void => void paymentsWritten.push(nowMs);
  exchanges = prepareExchanges({
    gateway,
    window,
    clock,
    nextPermit,
    invent: () => 'INVENTED',
    notKnown: NOT_KNOWN,
    earlier: {
      stands: () => true,
      ask: ({ earlier }) => {
        calls.push(`earlier ${earlier.join()}`);
        return Promise.resolve({ kind: 'clear' });
      },
    },
    onPaymentWritten,
  });
});

/** Runs the exchange with a permit, which the caller takes. */
function withPermit(exchange: () => Promise<Arrival>): Promise<Arrival> {
  window.admit();
  return exchange();
}

describe('prepareExchanges', () => {
  it('stamps a write, which holds its permit for the second after', async () => {
    await withPermit(() => exchanges.pay(CLAIMED));
    expect([window.free(NOW_MS + 1_000), window.free(NOW_MS + 1_001)]).toEqual([2, 3]);
  });

  it('gives the permit of a request that never left back at once', async () => {
    outcome = notSent('dns');
    await withPermit(() => exchanges.pay(CLAIMED));
    expect(window.free(NOW_MS)).toBe(3);
  });

  it('tells of a payout that leaves, and of nothing else', async () => {
    await withPermit(() => exchanges.pay(CLAIMED));
    expect(paymentsWritten).toEqual([NOW_MS]);
    await withPermit(() => exchanges.readWallet());
    outcome = notSent('dns');
    await withPermit(() => exchanges.pay(CLAIMED));
    expect(paymentsWritten).toEqual([NOW_MS]);
  });

  it('passes an outcome on, with the wait that a 429 named', async () => {
    outcome = unknown('refusedByRate', 9_000);
    expect(await withPermit(() => exchanges.pay(CLAIMED))).toMatchObject({
      kind: 'paid',
      outcome,
      retryAfterMs: 9_000,
    });
    expect(calls).toEqual(['pay R7']);
  });

  it.each<[string, WalletAnswer, string]>([
    ['is refused for its token', { kind: 'unauthorized' }, 'tokenRefused'],
    ['answers', BALANCE, 'tokenDoubted'],
    ['cannot be reached', unreachable(), 'tokenDoubted'],
    ['does not know the merchant', { kind: 'invalidMid' }, 'tokenDoubted'],
  ])('after a 401 asks the wallet once, with a permit of its own; when it %s', async (_what, answer, kind) => {
    outcome = UNAUTHORIZED;
    wallet = answer;
    const paying = withPermit(() => exchanges.pay(CLAIMED));
    await settlePromises();
    expect([calls, permitsRequested]).toEqual([['pay R7'], 1]);
    grant();
    expect(await paying).toMatchObject({ kind: 'paid', outcome: { kind }, retryAfterMs: null });
    expect(calls).toEqual(['pay R7', 'wallet']);
    expect(window.free(NOW_MS + 1_001)).toBe(3);
  });

  it('asks about what a payout pays once more without a permit of its own', async () => {
    const earlier = [3, 4] as PayoutId[];
    const first = { payoutId: CLAIMED.payoutId, rowNumber: 8, reference: 'R7' as Reference, earlier };
    const arrival = await withPermit(() => exchanges.lookUpFirst(first));
    expect(arrival).toEqual({ kind: 'askedEarlier', first, verdict: { kind: 'clear' } });
    expect([calls, window.free(NOW_MS)]).toEqual([['earlier 3,4'], 3]);
  });

  it('looks up by the key it is given, and before a send by the reference', async () => {
    const due = {
      payoutId: CLAIMED.payoutId,
      key: { by: 'transactionId', transactionId: 'T7' },
      inDoubt: true,
      endedAs: null,
    } as const;
    const first = {
      payoutId: CLAIMED.payoutId,
      rowNumber: 8,
      reference: 'R7' as Reference,
      earlier: [],
    };
    expect(await withPermit(() => exchanges.lookUp(due))).toEqual({
      kind: 'lookedUp',
      due,
      answer: NOT_KNOWN_ANSWER,
      beside: null,
      byId: null,
      byReference: null,
    });
    const arrival = await withPermit(() => exchanges.lookUpFirst(first));
    expect(arrival).toEqual({ kind: 'lookedUpFirst', first, answer: NOT_KNOWN_ANSWER });
    expect(calls).toEqual([
      'lookUp {"by":"transactionId","transactionId":"T7"}',
      'lookUp {"by":"reference","reference":"R7"}',
    ]);
  });
});

describe('a look-up of what the desk knows otherwise', () => {
  it('asks for an invented id and for the reference, each with a permit of its own', async () => {
    said = found('success');
    const key = { by: 'transactionId', transactionId: 'T7', reference: 'R7' } as const;
    const due = { payoutId: CLAIMED.payoutId, key, inDoubt: false, endedAs: 'failed' } as const;
    const looking = withPermit(() => exchanges.lookUp(due));
    await settlePromises();
    expect([calls.length, permitsRequested]).toEqual([1, 1]);
    said = NOT_KNOWN_ANSWER;
    grant();
    await settlePromises();
    expect([calls.length, permitsRequested]).toEqual([2, 2]);
    said = found('success');
    grant();
    expect(await looking).toMatchObject({ answer: said, beside: NOT_KNOWN_ANSWER, byReference: said });
    expect(calls[1]).toMatch(/^lookUp \{"by":"transactionId","transactionId":"[A-Z]\d","reference":"(?!R7)/);
    expect(calls[2]).toBe('lookUp {"by":"reference","reference":"R7","transactionId":"T7"}');
    expect([window.free(NOW_MS + 1_000), window.free(NOW_MS + 1_001)]).toEqual([0, 3]);
  });

  it.each([
    ['is not known', NOT_KNOWN_ANSWER],
    ['tells no state', otherWords(400)],
  ])(
    'asks for the reference where the id %s, with a permit of its own, and weighs what it hears',
    async (_what, byId) => {
      said = byId;
      const key = { by: 'transactionId', transactionId: 'T7', reference: 'R7' } as const;
      const due = { payoutId: CLAIMED.payoutId, key, inDoubt: true, endedAs: null } as const;
      const looking = withPermit(() => exchanges.lookUp(due));
      await settlePromises();
      expect([calls.length, permitsRequested]).toEqual([1, 1]);
      said = found('success');
      grant();
      await settlePromises();
      expect([calls.length, permitsRequested]).toEqual([2, 2]);
      said = NOT_KNOWN_ANSWER;
      grant();
      const ours = { by: 'reference', reference: 'R7', transactionId: 'T7' };
      expect(await looking).toMatchObject({ due: { key: ours }, answer: found('success'), beside: NOT_KNOWN_ANSWER });
      expect(calls.slice(1)).toEqual([
        `lookUp ${JSON.stringify(ours)}`,
        'lookUp {"by":"reference","reference":"INVENTED"}',
      ]);
    },
  );

  it('asks for the reference, and weighs what it hears, where an invented id gets the same word', async () => {
    said = found('failed');
    const key = { by: 'transactionId', transactionId: 'T7', reference: 'R7' } as const;
    const due = { payoutId: CLAIMED.payoutId, key, inDoubt: true, endedAs: null } as const;
    const looking = withPermit(() => exchanges.lookUp(due));
    await settlePromises();
    grant();
    await settlePromises();
    said = found('success');
    grant();
    await settlePromises();
    said = NOT_KNOWN_ANSWER;
    grant();
    const ours = { by: 'reference', reference: 'R7', transactionId: 'T7' };
    expect(await looking).toMatchObject({ due: { key: ours }, answer: found('success'), beside: NOT_KNOWN_ANSWER });
    expect(calls).toHaveLength(4);
  });

  it.each([unclear(429), unclear(401)])('asks nothing more where the gateway refused the question', async (answer) => {
    said = answer;
    const key = { by: 'transactionId', transactionId: 'T7', reference: 'R7' } as const;
    await withPermit(() => exchanges.lookUp({ payoutId: CLAIMED.payoutId, key, inDoubt: true, endedAs: null }));
    expect([calls.length, permitsRequested]).toEqual([1, 0]);
  });

  it.each([
    ['what it ended as', 'success', found('success')],
    ['under way, of what is followed', null, found('processing')],
    ['paid, of what is followed', null, found('success')],
  ] as const)('asks nothing more when it hears %s', async (_what, endedAs, answer) => {
    said = answer;
    const key = { by: 'transactionId', transactionId: 'T7', reference: 'R7' } as const;
    await withPermit(() => exchanges.lookUp({ payoutId: CLAIMED.payoutId, key, inDoubt: false, endedAs }));
    expect([calls.length, permitsRequested]).toEqual([1, 0]);
  });
});

describe('Traffic', () => {
  const arrival: Arrival = { kind: 'walletRead', answer: BALANCE };

  function outgoing(): { exchange: () => Promise<Arrival>; arrive: () => void; fail: (error: Error) => void } {
    let arrive: () => void = () => undefined;
    let fail: (error: Error) => void = () => undefined;
    const promise = new Promise<Arrival>((resolve, reject) => {
      arrive = () => resolve(arrival);
      fail = reject;
    });
    return { exchange: () => promise, arrive: () => arrive(), fail: (error) => fail(error) };
  }

  it('counts each kind while it is out, and takes a permit for each', async () => {
    const received: Arrival[] = [];
    const traffic = new Traffic(window, { onArrival: (one) => void received.push(one), onBug: () => undefined });
    const [send, first, read] = [outgoing(), outgoing(), outgoing()];
    traffic.depart({ kind: 'send', payoutId: null, exchange: send.exchange });
    traffic.depart({ kind: 'first', payoutId: 1 as PayoutId, exchange: first.exchange });
    traffic.depart({ kind: 'read', payoutId: 2 as PayoutId, exchange: read.exchange });
    expect([traffic.sends, traffic.firsts, traffic.reads, traffic.total]).toEqual([1, 1, 2, 3]);
    expect([[...traffic.lookedUp], window.free(NOW_MS)]).toEqual([[1, 2], 0]);
    send.arrive();
    first.arrive();
    await settlePromises();
    expect([traffic.sends, traffic.reads, traffic.total]).toEqual([0, 1, 1]);
    expect([[...traffic.lookedUp], received.length]).toEqual([[2], 2]);
  });

  it('has counted a request back in before anybody hears of its arrival', async () => {
    const totals: number[] = [];
    const traffic = new Traffic(window, { onArrival: () => void totals.push(traffic.total), onBug: () => undefined });
    const read = outgoing();
    traffic.depart({ kind: 'read', payoutId: 1 as PayoutId, exchange: read.exchange });
    read.arrive();
    await settlePromises();
    expect(totals).toEqual([0]);
  });

  it('tells of a bug and counts its request as out no longer, so that the others are waited for', async () => {
    const bugs: unknown[] = [];
    const traffic = new Traffic(window, { onArrival: () => undefined, onBug: (error) => void bugs.push(error) });
    const send = outgoing();
    traffic.depart({ kind: 'send', payoutId: null, exchange: send.exchange });
    const bug = new TypeError('ours');
    send.fail(bug);
    await settlePromises();
    expect([bugs, traffic.total]).toEqual([[bug], 0]);
  });
});
