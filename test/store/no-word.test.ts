// A payout that the gateway accepted and has had no documented word for since, and what a person may then decide.

import { describe, expect, it } from 'vitest';
import type { News } from '../../electron/main/domain/ledger.ts';
import type { PayoutId } from '../../shared/ids.ts';
import { DAY_MS, DECIDE_AFTER_MS, HOUR_MS } from '../../shared/limits.ts';
import { verbatim } from '../../shared/messages/message.ts';
import { NO_IDS } from '../../shared/outcomes.ts';
import type { Finding } from '../../shared/states.ts';
import { spoken } from '../fixtures/spoken.ts';
import {
  ACCEPTED,
  answer,
  BACKOFF,
  claimOne,
  confirmBatch,
  LOST,
  lookUp,
  makeDesk,
  NOW_MS,
  payments,
  proveLookups,
  rowOf,
  said,
  type TestDesk,
  turn,
} from './desk-file.ts';

const UNNAMED = { ...ACCEPTED, ids: NO_IDS } as const;
const REFUNDED = said('processing', 'refunded');
const UNCLEAR = { kind: 'unclear' } as const;
const NOT_KNOWN = { kind: 'notKnown' } as const;
const EACH_DAY = [1, 25, 49, 73, 97, 121, 145, 157] as const;

interface Followed extends TestDesk {
  hear(hours: readonly number[], finding: Finding, more?: Partial<News>): void;
  hearNothing(hours: readonly number[], httpStatus?: number | null, wasAsked?: boolean): void;
  row(): Record<string, unknown>;
}

/** One payout that was sent, with this outcome. */
function sent(outcome: typeof UNNAMED | typeof LOST = UNNAMED): Followed {
  const desk = makeDesk();
  const batch = confirmBatch(desk, payments(1));
  const claimed = claimOne(desk.store, batch);
  turn(desk.store, batch, { news: [answer(claimed, outcome)] });
  const { payoutId, order } = claimed;
  const key = { by: 'reference', reference: order.reference } as const;
  const at = (hour: number): number => NOW_MS + hour * HOUR_MS;
  return {
    ...desk,
    hear: (hours, finding, more = {}) => {
      for (const hour of hours) {
        turn(desk.store, batch, { news: [{ ...lookUp(claimed, finding, at(hour)), ...more } as News] });
      }
    },
    hearNothing: (hours, httpStatus = 401, wasAsked = true) => {
      for (const hour of hours) {
        const evidence = { httpStatus, text: null };
        turn(desk.store, batch, {
          news: [{ kind: 'unanswered', payoutId, key, wasAsked, evidence, atMs: at(hour) }],
        });
      }
    },
    row: () => rowOf(desk.raw, 1),
  };
}

function lastEntry({ raw }: TestDesk): unknown {
  const sql = `SELECT what, detail FROM audit WHERE payout_id = 1 AND what <> 'rows' ORDER BY sequence DESC LIMIT 1`;
  const { what, detail } = raw.prepare(sql).get() as { what: string; detail: string };
  return spoken({ what, ...(JSON.parse(detail) as object) });
}

describe('a payout that the gateway works on without a documented word', () => {
  it('comes into doubt after seven days of a word that nobody documented, and says so in the audit', () => {
    const desk = sent();
    desk.hear([...EACH_DAY, 168.9], REFUNDED);
    expect(desk.row()).toMatchObject({ state: 'processing', gateway_status: 'refunded' });
    desk.hear([169], REFUNDED);
    expect(desk.row()).toMatchObject({ state: 'unknown', unknown_reason: 'noWord', gateway_status: 'refunded' });
    expect(lastEntry(desk)).toMatchObject({
      what: 'unknown',
      from: 'processing',
      by: 'noWord',
      why: 'no word that this desk knows for days; the last: "refunded"',
    });
  });

  it.each<[string, (desk: Followed, hours: readonly number[]) => void, string]>([
    ['a refused token', (desk, hours) => desk.hearNothing(hours), 'HTTP 401'],
    [
      'a gateway that was not asked, since it refused the wallet',
      (desk, hours) => desk.hearNothing(hours, 401, false),
      'HTTP 401',
    ],
    ['no answer at all', (desk, hours) => desk.hearNothing(hours, null), 'no useful answer'],
    ['an answer that says nothing', (desk, hours) => desk.hear(hours, UNCLEAR), 'HTTP 200'],
  ])('comes into doubt after seven days of %s', (_name, receive, last) => {
    const desk = sent();
    receive(desk, EACH_DAY);
    receive(desk, [168.9]);
    expect(desk.row()['state']).toBe('processing');
    receive(desk, [169]);
    expect(desk.row()).toMatchObject({ state: 'unknown', unknown_reason: 'noWord' });
    expect(lastEntry(desk)).toMatchObject({ why: `no word that this desk knows for days; the last: ${last}` });
  });

  it('comes into doubt by all of these together, "not known" among them', () => {
    const desk = sent();
    desk.hear([1, 49], REFUNDED);
    desk.hearNothing([73]);
    desk.hear([97], NOT_KNOWN);
    desk.hear([121], UNCLEAR);
    desk.hear([170], REFUNDED);
    expect(desk.row()).toMatchObject({ state: 'unknown', unknown_reason: 'noWord' });
  });

  it('stays at work while it was asked about too rarely, or all at once', () => {
    const rarely = sent();
    rarely.hear([1, 80, 160, 240], REFUNDED);
    expect(rarely.row()['state']).toBe('processing');
    const atOnce = sent();
    atOnce.hearNothing([1, 1.1, 1.2, 1.3, 1.4, 1.5, 200]);
    expect(atOnce.row()['state']).toBe('processing');
  });

  it('begins anew with every documented word, also one that was heard before', () => {
    const pending = sent();
    pending.hear([0.5], said('processing', 'pending'));
    pending.hearNothing(EACH_DAY);
    pending.hear([160], said('processing', 'Pending'));
    pending.hearNothing([169, 181, 193, 205]);
    expect(pending.row()['state']).toBe('processing');
    const same = sent();
    same.hear([0.5], said('processing', 'pending'));
    for (const day of [1, 3, 5, 7, 9, 11, 13, 15]) {
      same.hearNothing([day * 24]);
      same.hear([day * 24 + 1], said('processing', 'pending'));
    }
    expect(same.row()['state']).toBe('processing');
  });

  it('comes into doubt where the documented words of those days do not fit together, an outage between them or not', () => {
    const contradicted = sent();
    contradicted.hear(EACH_DAY, UNCLEAR, { word: 'success' });
    contradicted.hearNothing([160]);
    contradicted.hear([169], UNCLEAR, { word: 'success' });
    expect(contradicted.row()).toMatchObject({ state: 'unknown', unknown_reason: 'noWord' });
  });

  it('stays in doubt at the same words, and is followed again at a documented one', () => {
    const desk = sent();
    desk.hear([...EACH_DAY, 169, 170], REFUNDED);
    expect(desk.row()).toMatchObject({ state: 'unknown', unknown_reason: 'noWord' });
    desk.hear([171], said('processing', 'accept'));
    expect(desk.row()).toMatchObject({ state: 'processing', gateway_status: 'accept' });
  });

  it('keeps one unanswered look-up of each half day', () => {
    const desk = sent();
    desk.hearNothing([1, 2, 3, 12, 13, 20, 26]);
    const stored = desk.raw.prepare('SELECT answered_at_ms - ? AS ms FROM lookups').pluck().all(NOW_MS);
    expect(stored).toEqual([HOUR_MS, 13 * HOUR_MS, 26 * HOUR_MS]);
  });
});

describe('a payout that the gateway works on for a month', () => {
  const PENDING = said('processing', 'pending');
  const inDoubt = (): Followed => {
    const desk = sent();
    desk.hear([1, 300, 720], PENDING);
    return desk;
  };

  it('comes into doubt, and stays there at the same words', () => {
    const desk = sent();
    desk.hear([1, 300, 719], PENDING);
    expect(desk.row()['state']).toBe('processing');
    desk.hear([720], PENDING);
    expect(desk.row()).toMatchObject({ state: 'unknown', unknown_reason: 'stillPending' });
    expect(lastEntry(desk)).toMatchObject({ by: 'stillPending', why: 'still "pending" a month after it was sent' });
    desk.hear([730, 740], said('processing', 'accept'));
    expect(desk.row()).toMatchObject({ state: 'unknown', unknown_reason: 'stillPending' });
    desk.hear([750], said('success', 'success'));
    expect(desk.row()['state']).toBe('success');
  });

  it('is decided by a ticket, be it paid or not, and what the gateway says next is told', () => {
    for (const verdict of [PAID, UNPAID]) {
      const desk = inDoubt();
      expect(desk.store.decide({ ...DECISION, verdict, ticket: null }).kind).toMatch(/wantsTicket|notOpen/);
      expect(desk.store.decide({ ...DECISION, verdict, ticket: 'T-1' })).toMatchObject({ kind: 'decided' });
    }
    const desk = inDoubt();
    desk.store.decide({ ...DECISION, verdict: UNPAID, ticket: 'T-1' });
    desk.hear([1_000], said('success', 'success'));
    expect(desk.row()['state']).toBe('success');
    expect(desk.store.readNews(null, NOW_MS)).toHaveLength(1);
  });
});

const DECISION = {
  payoutId: 1 as PayoutId,
  note: 'The provider has closed.',
  sameEvidence: null,
  nowMs: NOW_MS + 40 * DAY_MS,
  decideAfterMs: DECIDE_AFTER_MS,
  backoff: BACKOFF,
} as const;
const PAID = { kind: 'paid', bankReference: '512345678901' } as const;
const UNPAID = { kind: 'notPaid' } as const;

describe('a decision about a payout without a documented word', () => {
  const inDoubt = (): Followed => {
    const desk = sent();
    desk.hear([...EACH_DAY, 169], REFUNDED);
    return desk;
  };

  it('wants a ticket, be it paid or not, and keeps with it what was heard', () => {
    for (const [verdict, kind] of [
      [PAID, 'wantsTicket'],
      [UNPAID, 'notOpen'],
    ] as const) {
      const desk = inDoubt();
      expect(desk.store.decide({ ...DECISION, verdict, ticket: null })).toMatchObject({ kind });
      expect(desk.store.decide({ ...DECISION, verdict, ticket: 'T-9' })).toMatchObject({ kind: 'decided' });
      expect(lastEntry(desk)).toMatchObject({ by: 'decided', decision: { heard: '"refunded"', reason: 'noWord' } });
    }
  });

  it('wants one for "not paid" even where the gateway had not known it often enough before', () => {
    const desk = sent(LOST);
    proveLookups(desk);
    desk.hear([7, 14, 21, 28, 35], NOT_KNOWN);
    desk.hear([40, 64, 88, 112, 136, 160, 209], UNCLEAR);
    expect(desk.store.decide({ ...DECISION, verdict: UNPAID, ticket: null })).toMatchObject({
      kind: 'wantsTicket',
      heard: { finding: 'unclear', httpStatus: 200 },
    });
    expect(desk.store.decide({ ...DECISION, verdict: PAID, ticket: null })).toMatchObject({ kind: 'decided' });
  });

  it('is watched on: the same word is no news, and a documented one is', () => {
    const desk = inDoubt();
    desk.store.decide({ ...DECISION, verdict: UNPAID, ticket: 'T-9' });
    const watched = { nowMs: NOW_MS + 42 * DAY_MS, limit: 9, busy: new Set<PayoutId>() };
    expect(desk.store.ledger.dueWatches(2, watched).length + desk.store.ledger.dueWatches(1, watched).length).toBe(1);
    const news = (): readonly unknown[] => desk.store.news.list({ batch: null, all: true });
    desk.hear([41 * 24], REFUNDED);
    expect(news()).toEqual([]);
    desk.hear([42 * 24], said('processing', 'cancelled'));
    desk.hear([43 * 24], said('success'));
    expect(desk.row()['state']).toBe('success');
    expect(news()).toMatchObject([
      { to: 'failed', word: verbatim('cancelled') },
      { from: 'failed', to: 'success' },
    ]);
  });
});
