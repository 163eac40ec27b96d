// Settling lookups: what each finding does, how the waits grow, what is counted, and how late news is stored.

import { describe, expect, it } from 'vitest';
import type { News } from '../../electron/main/domain/ledger.ts';
import type { PayoutId } from '../../shared/ids.ts';
import { DAY_MS } from '../../shared/limits.ts';
import { verbatim } from '../../shared/messages/message.ts';
import { NO_IDS } from '../../shared/outcomes.ts';
import type { Finding, SettlingOutcome } from '../../shared/states.ts';
import {
  ACCEPTED,
  answer,
  BACKOFF,
  claimOne,
  confirmBatch,
  count,
  LOST,
  lookUp,
  makeDesk,
  NOW_MS,
  PAID,
  payments,
  proveLookups,
  rowOf,
  said,
  type TestDesk,
  turn,
} from './desk-file.ts';

const AT = NOW_MS + 2_000;
const NOT_KNOWN = { kind: 'notKnown' } as const;
const UNCLEAR = { kind: 'unclear' } as const;

interface Followed extends TestDesk {
  readonly batch: number;
  readonly claimed: ReturnType<typeof claimOne>;
  find(finding: Finding, change?: Partial<Extract<News, { kind: 'lookup' }>>): Readonly<Record<string, unknown>>;
}

function after(outcome: SettlingOutcome): Followed {
  const desk = makeDesk();
  const batch = confirmBatch(desk, payments(1));
  const claimed = claimOne(desk.store, batch);
  turn(desk.store, batch, { news: [answer(claimed, outcome)] });
  proveLookups(desk);
  const find: Followed['find'] = (finding, change = {}) => {
    turn(desk.store, batch, { news: [{ ...lookUp(claimed, finding, AT), ...change } as News] });
    return rowOf(desk.raw, claimed.payoutId);
  };
  return { ...desk, batch, claimed, find };
}

/** A success without a UTR is looked up for it in the second whole minute. */
const UTR_AT = Math.ceil((AT + 60_000) / 60_000) * 60_000;

describe('a look-up of an unknown payout', () => {
  it.each([
    [
      'processing',
      said('processing', 'pending'),
      { state: 'processing', gateway_status: 'pending', next_lookup_at_ms: AT + 1_000 },
    ],
    [
      'success',
      said('success', 'SUCCESS'),
      { state: 'success', gateway_status: 'SUCCESS', settled_at_ms: AT, next_lookup_at_ms: UTR_AT },
    ],
    ['reversed', said('reversed'), { state: 'reversed', settled_at_ms: AT, next_lookup_at_ms: AT + DAY_MS }],
    [
      'failed',
      said('failed'),
      { state: 'unknown', unknown_reason: 'timeout', suspected: 'failed', next_lookup_at_ms: AT + 1_000 },
    ],
    ['rejected', said('rejected'), { state: 'unknown', suspected: 'rejected', next_lookup_at_ms: AT + 1_000 }],
    ['not known', NOT_KNOWN, { state: 'unknown', not_known_answers: 1, next_lookup_at_ms: AT + 2_000 }],
    ['unclear', UNCLEAR, { state: 'unknown', not_known_answers: 0, next_lookup_at_ms: AT + 2_000 }],
  ] as const)('that finds %s', (_name, finding, expected) => {
    expect(after(LOST).find(finding)).toMatchObject({ lookups: 1, ...expected });
  });

  it.each([
    ['failed, failed', [said('failed'), said('failed', 'Failed')], 'failed'],
    ['rejected, rejected', [said('rejected'), said('rejected')], 'rejected'],
    ['failed, rejected', [said('failed'), said('rejected')], 'unknown'],
    ['failed, not known, failed', [said('failed'), NOT_KNOWN, said('failed')], 'unknown'],
    ['failed, unclear, failed', [said('failed'), UNCLEAR, said('failed')], 'unknown'],
    ['rejected, failed, failed', [said('rejected'), said('failed'), said('failed')], 'failed'],
  ] as const)('believes a refusal only from two in a row that agree: %s', (_name, findings, state) => {
    const followed = after(LOST);
    const rows = findings.map((finding) => followed.find(finding));
    expect(rows.at(-1)?.['state']).toBe(state);
    expect(rows.slice(0, -1).every((row) => row['state'] === 'unknown')).toBe(true);
  });

  it('remembers its suspicion across a crash', () => {
    const followed = after(LOST);
    followed.find(said('failed'));
    const again = makeDesk(followed.path.replace('/desk.db', ''));
    turn(again.store, followed.batch, { news: [lookUp(followed.claimed, said('failed'))] });
    expect(rowOf(again.raw, 1)['state']).toBe('failed');
  });

  it('that names a UTR keeps it, and never loses it again', () => {
    const followed = after(LOST);
    expect(followed.find(said('success'), { utr: '98765432109876543210' })['utr']).toBe('98765432109876543210');
    expect(followed.find(said('success'), { utr: null })['utr']).toBe('98765432109876543210');
    expect(followed.find(said('success'), { utr: '1' })['utr']).toBe('98765432109876543210');
  });

  it('is counted and kept every time while in doubt, and afterwards kept only when it says something new', () => {
    const followed = after(LOST);
    const findings = [
      NOT_KNOWN,
      NOT_KNOWN,
      NOT_KNOWN,
      UNCLEAR,
      NOT_KNOWN,
      said('processing', 'pending'),
      said('processing', 'pending'),
    ];
    const last = findings.map((finding) => followed.find(finding)).at(-1);
    expect(last).toMatchObject({ lookups: 7, not_known_answers: 4 });
    const stored = followed.raw
      .prepare('SELECT finding FROM lookups WHERE payout_id = 1 ORDER BY lookup_id')
      .pluck()
      .all();
    expect(stored).toEqual(['notKnown', 'notKnown', 'notKnown', 'unclear', 'notKnown', 'state pending']);
    expect(count(followed.raw, `audit WHERE what = 'unknown'`)).toBe(1);
    expect(count(followed.raw, `audit WHERE what = 'processing'`)).toBe(1);
  });

  it('waits longer each time, up to the longest', () => {
    const followed = after(LOST);
    const waits = Array.from({ length: 15 }, () => Number(followed.find(NOT_KNOWN)['next_lookup_at_ms']) - AT);
    expect(waits.slice(0, 4)).toEqual([2_000, 4_000, 8_000, 16_000]);
    expect(waits.at(-1)).toBe(BACKOFF.maxMs);
  });
});

describe('a look-up of a processing payout', () => {
  it('believes the first refusal, because the gateway said that it was at work', () => {
    expect(after(ACCEPTED).find(said('failed'))).toMatchObject({ state: 'failed', settled_at_ms: AT });
  });

  it('needs two where the accepting answer was itself called failed', () => {
    const followed = after({ ...ACCEPTED, word: 'Failed' });
    expect(followed.find(said('failed'))).toMatchObject({ state: 'processing', suspected: 'failed' });
    expect(followed.find(said('failed'))).toMatchObject({ state: 'failed', suspected: null });
  });

  it('keeps a new word of the gateway, with an audit entry', () => {
    const followed = after(ACCEPTED);
    expect(followed.find(said('processing', 'pending'))).toMatchObject({
      state: 'processing',
      gateway_status: 'pending',
    });
    const words = followed.raw
      .prepare(`SELECT detail ->> 'word' FROM audit WHERE what = 'processing' ORDER BY sequence`)
      .pluck()
      .all();
    expect(words).toEqual(['accept', 'pending']);
  });
});

describe('late news', () => {
  const FAILED = {
    kind: 'refused',
    state: 'failed',
    word: 'failed',
    ids: ACCEPTED.ids,
    message: verbatim('no'),
  } as const;

  it.each([
    [
      'success that was reversed',
      PAID,
      said('reversed'),
      { state: 'reversed', settled_at_ms: AT },
      ['success', 'reversed', 'reversed'],
    ],
    [
      'failed that was paid',
      FAILED,
      said('success'),
      { state: 'success', settled_at_ms: AT },
      ['failed', 'success', 'success'],
    ],
    [
      'success that is pending again',
      PAID,
      said('processing', 'pending'),
      { state: 'success', settled_at_ms: NOW_MS + 500 },
      ['success', 'success', 'pending'],
    ],
    [
      'success that is failed, once',
      PAID,
      said('failed'),
      { state: 'success', suspected: 'failed' },
      ['success', 'success', 'failed'],
    ],
  ] as const)('of %s is dated and stays until it is read', (_name, outcome, finding, expected, reported) => {
    const followed = after(outcome);
    expect(followed.find(finding)).toMatchObject(expected);
    const [before, afterwards, word] = reported;
    expect(followed.raw.prepare('SELECT * FROM late_news').all()).toEqual([
      {
        late_news_id: 1,
        payout_id: 1,
        state_before: before,
        state_after: afterwards,
        word,
        heard_at_ms: AT,
        read_at_ms: null,
        read_by: null,
      },
    ]);
    const last = followed.raw.prepare('SELECT what, detail FROM audit ORDER BY sequence DESC LIMIT 1').get() as {
      what: string;
      detail: string;
    };
    expect(last.what).toBe(expected.state);
    expect(JSON.parse(last.detail)).toMatchObject({ from: before, late: true });
  });

  it('is told in the change, for the alarm', () => {
    const followed = after(PAID);
    const { changes } = turn(followed.store, followed.batch, { news: [lookUp(followed.claimed, said('reversed'))] });
    const recorded = { payoutId: 1, batch: followed.batch, rowNumber: 2, amountPaise: 50_000, echoMismatch: false };
    expect(changes).toEqual([{ ...recorded, from: 'success', to: 'reversed', late: true }]);
  });

  it('about a payout that was believed unsent takes it out of the queue for good', () => {
    const desk = makeDesk();
    const batch = confirmBatch(desk, payments(1));
    const order = {
      reference: desk.store.ledger.queuedReferences(batch)[0]?.reference,
    } as Followed['claimed']['order'];
    const claimed = { payoutId: 1 as PayoutId, order } as Followed['claimed'];
    turn(desk.store, batch, { news: [lookUp(claimed, said('success'))] });
    expect(rowOf(desk.raw, 1)).toMatchObject({ state: 'unknown', unknown_reason: 'restored' });
    expect(count(desk.raw, 'late_news')).toBe(1);
    expect(turn(desk.store, batch, { claim: 9 }).claimed).toEqual([]);
  });

  it('that says nothing new is no news', () => {
    const followed = after(PAID);
    for (const finding of [said('success'), NOT_KNOWN]) followed.find(finding, { utr: '412345678901' });
    const nextDay = NOW_MS + 500 + DAY_MS;
    expect(rowOf(followed.raw, 1)).toMatchObject({ state: 'success', lookups: 2, next_lookup_at_ms: nextDay });
    followed.find(UNCLEAR);
    const { next_lookup_at_ms: next } = rowOf(followed.raw, 1);
    expect(Number(next)).toBeLessThan(nextDay);
    expect(count(followed.raw, 'late_news')).toBe(0);
  });
});

describe('a state that comes with a transaction id', () => {
  /** Three payouts: some were accepted under these ids, and the last one's answer was lost. */
  function lostAfter(ids: readonly string[]) {
    const desk = makeDesk();
    const batch = confirmBatch(desk, payments(ids.length + 1));
    const used = ids.map((transactionId) => {
      const claimed = claimOne(desk.store, batch);
      const outcome = { ...ACCEPTED, ids: { ...NO_IDS, transactionId } };
      turn(desk.store, batch, { news: [answer(claimed, outcome)] });
      return claimed;
    });
    const lost = claimOne(desk.store, batch);
    turn(desk.store, batch, { news: [answer(lost, LOST)] });
    const subscribe = (finding: Finding, echoedId: string) => {
      const news = { ...lookUp(lost, finding, AT), echoedId, utr: '412345678901' } as News;
      const { changes } = turn(desk.store, batch, { news: [news] });
      return { row: rowOf(desk.raw, lost.payoutId), late: changes.map(({ late }) => late) };
    };
    return { ...desk, batch, taken: used, subscribe };
  }

  it.each([said('failed'), said('success')])('of another payout moves nothing, and raises an alarm', (finding) => {
    const { raw, subscribe } = lostAfter(['TX1']);
    for (let times = 0; times < 3; times += 1) {
      const { row, late } = subscribe(finding, 'TX1');
      expect(row).toMatchObject({ state: 'unknown', suspected: null, transaction_id: null, utr: null });
      expect(late).toEqual([true]);
    }
    expect(raw.prepare('SELECT state_after FROM late_news').pluck().all()).toEqual(['mismatch']);
  });

  it('that nobody carries gives the payout that id, and a later one that differs is another payment’s', () => {
    const { subscribe } = lostAfter(['TX1']);
    expect(subscribe(said('failed'), 'TX2')).toMatchObject({
      row: { state: 'unknown', suspected: 'failed', transaction_id: 'TX2' },
      late: [false],
    });
    expect(subscribe(said('failed'), 'TX3')).toMatchObject({
      row: { state: 'unknown', suspected: null, transaction_id: 'TX2' },
      late: [true],
    });
  });

  it('that several payouts carry names nobody, and is an alarm beside the UTR that is its own', () => {
    const { raw, subscribe } = lostAfter(['SAME', 'SAME']);
    expect(subscribe(said('success'), 'SAME')).toMatchObject({
      row: { state: 'success', transaction_id: null, utr: '412345678901' },
      late: [true],
    });
    expect(raw.prepare('SELECT payout_id, state_after FROM late_news').raw().all()).toEqual([
      [2, 'sameId'],
      [3, 'sameId'],
    ]);
  });
});
