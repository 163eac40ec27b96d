// The unknown desk, decisions and late news as the doors call them: which desk is meant, which setting applies, and what the
// answers say.

import { describe, expect, it } from 'vitest';
import { listBatches, readStatus } from '../../electron/main/desk/batches/batch-handlers.ts';
import { readUnknown } from '../../electron/main/desk/payouts/doubts.ts';
import { readNews } from '../../electron/main/desk/payouts/read-late-news.ts';
import { type ResolveOptions, resolvePayout } from '../../electron/main/desk/payouts/resolve-payout.ts';
import type { Claimed } from '../../electron/main/domain/ledger.ts';
import type { LookedUpOnce, Pacer } from '../../electron/main/domain/run.ts';
import { newsJson, unknownJson } from '../../electron/main/doors/cli/commands/payout-specs.ts';
import type { System } from '../../electron/main/session/system.ts';
import type { Answer } from '../../shared/api/contract.ts';
import type { BatchId, Reference } from '../../shared/ids.ts';
import { HINDI } from '../../shared/messages/hi.ts';
import { verbatim } from '../../shared/messages/message.ts';
import { inEnglish, speak } from '../../shared/messages/speak.ts';
import type { LookupKey } from '../../shared/outcomes.ts';
import type { Book } from '../../shared/profiles.ts';
import { confirm } from '../store/confirm.ts';
import {
  ACTOR,
  confirmation,
  LOST,
  lookUp,
  answer as lost,
  MERCHANT,
  NOW_MS,
  payments,
  proveLookups,
  said,
  turn,
} from '../store/desk-file.ts';
import { type DoubtfulDesk, doubtfulDesk } from './doubtful-desk.ts';
import { done, fillDoubt, STILL_NOT_KNOWN } from './filled-desk.ts';

const HOUR = 3_600_000;
const EARLY = NOW_MS + 60_000;
const B1 = 'B0001' as BatchId;

type Scene = DoubtfulDesk & { readonly claimed: readonly Claimed[] };

/** A batch of two payouts in doubt, each looked up this often without being known. */
function inDoubt(
  answers: number,
  { book = 'live', desk = doubtfulDesk(NOW_MS) }: { readonly book?: Book; readonly desk?: DoubtfulDesk } = {},
): Scene {
  const store = desk.writer(book);
  const claimed = fillDoubt(store, { count: 2, answers, book });
  store.close();
  desk.clock.nowMs = EARLY;
  return { ...desk, claimed };
}

const NOT_PAID: ResolveOptions = {
  payout: { by: 'row', batch: B1, rowNumber: 2 },
  verdict: { kind: 'notPaid' },
  note: 'The bank shows nothing.',
  ticket: null,
  sameEvidence: null,
};

/** As a script reads it. */
function unknownOf(system: System, batch: BatchId | null): ReturnType<typeof unknownJson> {
  return unknownJson(done(readUnknown(system, batch)));
}

/** As a script reads it. */
async function newsOf(...asked: Parameters<typeof readNews>): Promise<ReturnType<typeof newsJson>> {
  return newsJson(done(await readNews(...asked)));
}

async function refusal(input: Promise<Answer<unknown>>): Promise<string> {
  const settled = await input;
  return settled.kind === 'refused' ? settled.refusal.code : settled.kind;
}

function setWaiting(desk: DoubtfulDesk, decideAfterMs: number): void {
  const store = desk.writer('live');
  const speed = { ratePerSecond: 5, inFlightMax: 4, pollFirstMs: 3_000, pollMaxMs: HOUR, timeoutMs: 30_000 };
  const ceilings = { maxPayoutPaise: null, maxBatchPaise: null };
  store.saveProfile(
    { name: 'acme', ...MERCHANT, environment: 'LIVE', ...speed, ...ceilings, walletUnit: null, decideAfterMs },
    desk.clock.nowMs,
  );
  store.close();
}

describe('the unknown desk', () => {
  it('groups equal evidence and shows the fingerprint and when "not paid" opens', () => {
    const { system } = inDoubt(6);
    expect(unknownOf(system, null)).toMatchObject({
      count: 2,
      totalPaise: 100_000,
      groups: [
        {
          batch: 'B0001',
          notKnownFingerprint: '[400,"false"]',
          count: 2,
          together: false,
          payouts: [
            {
              payout: 'B0001/2',
              beneficiary: 'payee1@bank',
              lookupCount: 6,
              notKnownAnswers: 6,
              notPaid: { open: false, opensAt: new Date(NOW_MS + 24 * HOUR).toISOString(), answersMissing: 0 },
            },
            { payout: 'B0001/3' },
          ],
        },
      ],
    });
  });

  it("takes the profile's waiting time as it is today", () => {
    const desk = inDoubt(5);
    setWaiting(desk, 0);
    expect(unknownOf(desk.system, B1).groups).toMatchObject([{ together: true }]);
    setWaiting(desk, HOUR);
    expect(unknownOf(desk.system, B1).groups).toMatchObject([{ together: false }]);
    desk.clock.nowMs = NOW_MS + HOUR;
    expect(unknownOf(desk.system, B1).groups).toMatchObject([{ together: true }]);
  });

  it('waits for nothing but the answers in practice', async () => {
    const desk = inDoubt(5, { book: 'practice' });
    expect(unknownOf(desk.system, null).groups).toMatchObject([{ batch: 'P0001', together: true }]);
    const options = { ...NOT_PAID, payout: { by: 'row', batch: 'P0001' as BatchId, rowNumber: 2 } } as const;
    expect(done(await resolvePayout(desk.system, options))).toMatchObject({ batch: 'P0001', decidedBy: ACTOR });
    const few = inDoubt(4, { book: 'practice' });
    expect(await refusal(resolvePayout(few.system, options))).toBe('notPaidNotOpen');
  });

  it('is empty where nothing is, and refuses a batch that is not there', () => {
    const { system } = doubtfulDesk(NOW_MS);
    expect(unknownOf(system, null)).toMatchObject({ count: 0, groups: [] });
    const missing = readUnknown(system, B1);
    expect(missing.kind === 'refused' && missing.refusal.code).toBe('unknownBatch');
  });
});

describe('a decision', () => {
  it('finds the payout by its reference in either desk', async () => {
    const desk = inDoubt(5);
    inDoubt(5, { desk, book: 'practice' });
    setWaiting(desk, 0);
    const [, second] = desk.claimed;
    const reference = second?.order.reference ?? ('' as Reference);
    const params = { ...NOT_PAID, payout: { by: 'reference', reference } } as const;
    // Both desks hold the same file, so its reference names two payouts.
    expect(await refusal(resolvePayout(desk.system, params))).toBe('severalPayouts');
    expect(done(await resolvePayout(desk.system, NOT_PAID))).toMatchObject({ payouts: [{ row: 2, state: 'failed' }] });
    const alone = inDoubt(5);
    setWaiting(alone, 0);
    expect(done(await resolvePayout(alone.system, params))).toMatchObject({ payouts: [{ row: 3 }] });
  });

  it('says in the words of the day when it is too early, and takes a ticket', async () => {
    const desk = inDoubt(4);
    const early = await resolvePayout(desk.system, NOT_PAID);
    if (early.kind !== 'refused') throw new Error('it was not refused');
    expect(inEnglish(early.refusal.message)).toMatch(
      /B0001\/2 may still have been paid.*Apr 2026.*, and after 1 more "not known" answer\.$/,
    );
    expect(speak(early.refusal.message, { language: HINDI, door: 'window' })).toContain('अप्रैल 2026, ');
    const used = await resolvePayout(desk.system, { ...NOT_PAID, ticket: 'GW-1' });
    expect(done(used)).toMatchObject({ payouts: [{ row: 2 }] });
  });

  describe('looks the payout up at that very moment', () => {
    const knownAs = (word: 'success' | 'processing' | 'failed'): LookedUpOnce => ({
      ...STILL_NOT_KNOWN,
      finding: { kind: 'state', state: word, word },
    });

    it.each([
      ['success', { state: 'success' }],
      ['processing', { state: 'processing' }],
      ['failed', { state: 'unknown' }],
    ] as const)('and decides nothing when the gateway then says %s, with a ticket too', async (word, row) => {
      const desk = inDoubt(5);
      desk.says.now = () => knownAs(word);
      const answer = await resolvePayout(desk.system, { ...NOT_PAID, ticket: 'GW-1' });
      expect(answer).toMatchObject({ kind: 'refused', refusal: { code: 'gatewayKnows' } });
      expect(answer.kind === 'refused' && inEnglish(answer.refusal.message)).toContain(`says "${word}"`);
      const store = desk.writer('live');
      expect(store.findPayout(NOT_PAID.payout)).toMatchObject([{ ...row, decidedBy: null }]);
      store.close();
    });

    it('and keeps the silence it hears as evidence of the decision', async () => {
      const desk = inDoubt(5);
      const asked: string[] = [];
      desk.says.now = (key) => {
        asked.push(key.by);
        return STILL_NOT_KNOWN;
      };
      done(await resolvePayout(desk.system, { ...NOT_PAID, ticket: 'GW-1' }));
      expect(asked).toEqual(['reference']);
      const { groups } = unknownOf(desk.system, B1);
      expect(
        groups.flatMap(({ payouts }) => payouts.map(({ row, notKnownAnswers }) => [row, notKnownAnswers])),
      ).toEqual([[3, 5]]);
    });

    it.each([
      ['its own', ['TX71', 'TX72'], [{ by: 'transactionId', transactionId: 'TX71' }, { by: 'reference' }]],
      ['no name of any payment', ['000', null], [{ by: 'reference' }]],
    ] as const)('and as it may be asked for when its transaction id is %s', async (_name, ids, keys) => {
      const desk = doubtfulDesk(NOW_MS);
      const store = desk.writer('live');
      fillDoubt(store, { count: 2, answers: 5, idOf: (index) => ids[index] ?? null });
      store.close();
      desk.clock.nowMs = EARLY;
      const asked: LookupKey[] = [];
      desk.says.now = (key) => {
        asked.push(key);
        return STILL_NOT_KNOWN;
      };
      done(await resolvePayout(desk.system, { ...NOT_PAID, ticket: 'GW-1' }));
      expect(asked).toMatchObject(keys);
      expect(asked).toHaveLength(keys.length);
    });

    it.each([
      ['gives no clear answer', { ...STILL_NOT_KNOWN, finding: { kind: 'unclear' } }],
      [
        'cannot be asked',
        { kind: 'stopped', pause: { code: 'unreachable', message: verbatim('It cannot be reached.') } },
      ],
    ] as const)('and decides nothing when the gateway %s', async (_name, says) => {
      const desk = inDoubt(5);
      desk.says.now = () => says;
      const request = { ...NOT_PAID, ticket: 'GW-1' };
      expect(await refusal(resolvePayout(desk.system, request))).toBe('notLookedUpNow');
      expect(unknownOf(desk.system, B1).count).toBe(2);
      const paid = { kind: 'paid', bankReference: '412345678901' } as const;
      expect(done(await resolvePayout(desk.system, { ...NOT_PAID, verdict: paid }))).toMatchObject({ decided: 'paid' });
    });

    it('and decides nothing when the gateway answers about another payment, which becomes an alarm', async () => {
      const desk = inDoubt(5);
      const evidence = { httpStatus: 200, text: '{"udf1":"SOMEBODYS"}' };
      const about = {
        finding: { kind: 'unclear' },
        mismatch: verbatim('It names another payment.'),
        evidence,
      } as const;
      desk.says.now = () => ({ ...STILL_NOT_KNOWN, ...about });
      expect(await refusal(resolvePayout(desk.system, { ...NOT_PAID, ticket: 'GW-1' }))).toBe('echoMismatch');
      expect(unknownOf(desk.system, B1).count).toBe(2);
      const { news } = await newsOf(desk.system, { batch: B1, all: false, markRead: false });
      expect(news).toMatchObject([{ payout: 'B0001/2', kind: 'mismatch' }]);
    });

    it('and each of many, deciding none when one of them is known', async () => {
      const desk = inDoubt(5);
      setWaiting(desk, 0);
      const [, second] = desk.claimed;
      desk.says.now = (key) =>
        key.by === 'reference' && key.reference === second?.order.reference ? knownAs('success') : STILL_NOT_KNOWN;
      expect(await refusal(resolvePayout(desk.system, { ...NOT_PAID, sameEvidence: 2 }))).toBe('gatewayKnows');
      expect(unknownOf(desk.system, B1).groups).toMatchObject([{ count: 1, payouts: [{ row: 2 }] }]);
    });

    it('and decides those it asked about, though another joins them meanwhile', async () => {
      const desk = doubtfulDesk(NOW_MS);
      const store = desk.writer('live');
      const merchantId = store.merchants.ensure(MERCHANT);
      const batch = confirm(store, confirmation({ store, merchantId }, payments(3)));
      proveLookups({ store, merchantId });
      const early = turn(store, batch, { claim: 2 }).claimed;
      const late = turn(store, batch, { claim: 1, nowMs: NOW_MS + HOUR }).claimed;
      const claimed = [...early, ...late];
      turn(store, batch, { news: claimed.map((one) => lost(one, LOST, NOW_MS + 2 * HOUR)) });
      for (const hours of [2, 9, 16, 23, 24]) {
        turn(store, batch, { news: claimed.map((one) => lookUp(one, { kind: 'notKnown' }, NOW_MS + hours * HOUR)) });
      }
      store.close();
      desk.clock.nowMs = NOW_MS + 25 * HOUR - 1;
      const asked = new Set<string>();
      desk.says.now = (key) => {
        if (key.by === 'reference') asked.add(key.reference);
        desk.clock.nowMs = NOW_MS + 26 * HOUR;
        return STILL_NOT_KNOWN;
      };
      const { payouts: decided } = done(await resolvePayout(desk.system, { ...NOT_PAID, sameEvidence: 2 }));
      expect(decided.map(({ row }) => row)).toEqual([2, 3]);
      expect([...asked]).toEqual(early.map(({ order }) => order.reference));
    });

    it('and decides nothing it did not ask about, whenever the wait ends on the way', async () => {
      const endsAtMs = NOW_MS + 24 * HOUR;
      const decided: boolean[] = [];
      for (let readsBefore = 0; readsBefore < 8; readsBefore += 1) {
        const desk = inDoubt(6);
        let asked = false;
        desk.says.now = () => {
          asked = true;
          return STILL_NOT_KNOWN;
        };
        let reads = 0;
        const nowMs = (): number => {
          reads += 1;
          return reads > readsBefore ? endsAtMs : endsAtMs - 1;
        };
        const answer = await resolvePayout({ ...desk.system, clock: { ...desk.system.clock, nowMs } }, NOT_PAID);
        expect([readsBefore, answer.kind]).toEqual([readsBefore, asked ? 'done' : 'refused']);
        decided.push(asked);
      }
      // Otherwise the wait never ended in between.
      expect(new Set(decided)).toEqual(new Set([true, false]));
    });

    it('and each of many until the gateway asks for minutes of patience, which nobody waits for', async () => {
      const desk = inDoubt(5);
      setWaiting(desk, 0);
      const lent: Pacer[] = [];
      const lendPacer: System['lendPacer'] = (options) => {
        const lending = desk.system.lendPacer(options);
        lent.push(lending.pacer);
        return lending;
      };
      let asked = 0;
      desk.says.now = () => {
        asked += 1;
        for (const pacer of lent) pacer.refused(300_000, desk.clock.nowMs);
        return STILL_NOT_KNOWN;
      };
      const answer = await resolvePayout({ ...desk.system, lendPacer }, { ...NOT_PAID, sameEvidence: 2 });
      expect(answer).toMatchObject({ kind: 'refused', refusal: { code: 'notLookedUpNow' } });
      expect(asked).toBe(1);
      expect(unknownOf(desk.system, B1).count).toBe(2);
    });

    it('and asks nothing where the decision is refused anyway', async () => {
      const desk = inDoubt(4);
      desk.says.now = () => {
        throw new Error('the gateway was asked');
      };
      expect(await refusal(resolvePayout(desk.system, NOT_PAID))).toBe('notPaidNotOpen');
    });
  });

  it('given again says who decided it and when, and not that the gateway did', async () => {
    const desk = inDoubt(5);
    done(await resolvePayout(desk.system, { ...NOT_PAID, ticket: 'GW-1' }));
    const paid = { kind: 'paid', bankReference: '412345678901' } as const;
    const third = { by: 'row', batch: B1, rowNumber: 3 } as const;
    done(await resolvePayout(desk.system, { ...NOT_PAID, verdict: paid, payout: third }));
    for (const [options, word] of [
      [NOT_PAID, 'not paid'],
      [{ ...NOT_PAID, payout: third }, 'paid'],
    ] as const) {
      const again = await resolvePayout(desk.system, options);
      if (again.kind !== 'refused') throw new Error('it was not refused');
      expect(again.refusal.code).toBe('notUnknown');
      expect(inEnglish(again.refusal.message)).toContain(`it was ${word}.`);
      expect(inEnglish(again.refusal.cure)).toMatch(new RegExp(`^${ACTOR} declared it ${word} on .*2026`));
    }
  });

  it('after the gateway overruled the decision says that the gateway did', async () => {
    const desk = inDoubt(5);
    done(await resolvePayout(desk.system, { ...NOT_PAID, ticket: 'GW-1' }));
    const store = desk.writer('live');
    for (const one of desk.claimed.slice(0, 1)) turn(store, 1, { news: [lookUp(one, said('success'), EARLY + 5_000)] });
    store.close();
    const again = await resolvePayout(desk.system, NOT_PAID);
    if (again.kind !== 'refused') throw new Error('it was not refused');
    expect(inEnglish(again.refusal.cure)).toContain('the gateway itself has said how it ended');
  });

  it('waits for whoever has the desk open', async () => {
    const desk = inDoubt(5);
    desk.held.now = true;
    expect(await refusal(resolvePayout(desk.system, NOT_PAID))).toBe('busy');
    expect(unknownOf(desk.system, null).count).toBe(2);
  });
});

describe('late news', () => {
  /** A person declared it not paid, and it was paid after all. */
  async function paidAfterAll(): Promise<Scene> {
    const desk = inDoubt(5);
    done(await resolvePayout(desk.system, { ...NOT_PAID, ticket: 'GW-1' }));
    const store = desk.writer('live');
    const [first] = desk.claimed;
    if (first === undefined) throw new Error('nothing was claimed');
    turn(store, 1, { news: [lookUp(first, said('success'), EARLY + 5_000)] });
    store.close();
    return desk;
  }

  it('stands in status and list until a person has read it', async () => {
    const { system } = await paidAfterAll();
    const news = { unread: 1, possibleDuplicates: 0 };
    expect(done(readStatus(system, B1))).toMatchObject({ news });
    expect(done(listBatches(system)).batches.find(({ view }) => view.batch === B1)).toMatchObject({ view: { news } });
    const shown = await newsOf(system, { batch: null, all: false, markRead: false });
    expect(shown).toMatchObject({ unread: 1, news: [{ payout: 'B0001/2', kind: 'changed', to: 'success' }] });
    expect(inEnglish(shown.news[0]?.sentence ?? verbatim(''))).toBe(
      `${ACTOR} had declared it not paid; it was failed, and the gateway now says it was paid. Reports of B0001 saved before then are out of date.`,
    );
    const read = await newsOf(system, { batch: B1, all: false, markRead: true });
    expect(read).toMatchObject({ unread: 0, news: [{ readBy: ACTOR }] });
    expect('news' in done(readStatus(system, B1))).toBe(false);
    expect((await newsOf(system, { batch: null, all: false, markRead: false })).news).toEqual([]);
    expect((await newsOf(system, { batch: null, all: true, markRead: true })).news).toMatchObject([{ readBy: ACTOR }]);
  });

  it('is shown as read where it was marked, though the other desk cannot be written then', async () => {
    const desk = await paidAfterAll();
    const { system } = desk;
    const practice = desk.writer('practice');
    const [claimed] = fillDoubt(practice, { count: 2, answers: 5, book: 'practice' });
    if (claimed === undefined) throw new Error('nothing was claimed');
    turn(practice, 1, { news: [lookUp(claimed, said('failed')), lookUp(claimed, said('failed'))] });
    turn(practice, 1, { news: [lookUp(claimed, said('success'), EARLY + 5_000)] });
    practice.close();
    const busy: System = {
      ...system,
      openWriter: (book) => (book === 'live' ? system.openWriter(book) : { kind: 'busy' }),
    };
    const options = { batch: null, all: false, markRead: true };
    const shown = await newsOf(busy, options);
    expect(shown).toMatchObject({ unread: 1, news: [{ batch: 'B0001' }, { batch: 'P0001' }] });
    expect(shown.news.map(({ readBy }) => readBy)).toEqual([ACTOR, null]);
    // Refused without marking anything.
    expect(await readNews(busy, options)).toMatchObject({ kind: 'busy' });
    expect((await newsOf(system, options)).news).toMatchObject([{ batch: 'P0001', readBy: ACTOR }]);
  });

  it('says what may have been paid twice', async () => {
    const desk = await paidAfterAll();
    const store = desk.writer('live');
    const { merchantId } = store.batches.find(1) ?? { merchantId: 0 };
    confirm(store, confirmation({ store, merchantId }, payments(1, { remark: 'Again' }), { nowMs: EARLY }));
    store.close();
    desk.retryOf(4, 1);
    expect(done(readStatus(desk.system, B1))).toMatchObject({ news: { unread: 1, possibleDuplicates: 1 } });
    expect(done(readStatus(desk.system, null))).toMatchObject({ batch: 'B0003', newsElsewhere: ['B0001'] });
    const { news } = await newsOf(desk.system, { batch: B1, all: false, markRead: false });
    expect(news[0]?.possibleDuplicate).toEqual({ payout: 'B0003/2', state: 'queued' });
    expect(inEnglish(news[0]?.sentence ?? verbatim(''))).toMatch(
      /^POSSIBLE DUPLICATE: B0003\/2 pays the same person again and is queued\./,
    );
  });
});
