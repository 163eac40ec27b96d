// The unknown desk and late news, as a window requests them.

import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import type { Claimed } from '../../electron/main/domain/ledger.ts';
import { DAY_MS } from '../../shared/limits.ts';
import { verbatim } from '../../shared/messages/message.ts';
import { inEnglish } from '../../shared/messages/speak.ts';
import { confirm } from '../store/confirm.ts';
import {
  answer,
  claimOne,
  confirmation,
  lookUp,
  MERCHANT,
  NOW_MS,
  PAID,
  payments,
  said,
  turn,
} from '../store/desk-file.ts';
import { atTime, fillDoubt, filledFolder, type SaysOf, STILL_NOT_KNOWN, withGateway } from './filled-desk.ts';
import { openTestDesk, type TestWindowDesk } from './window-desk.ts';

let open: TestWindowDesk | null = null;
afterEach(async () => {
  await open?.close();
  open = null;
});

/** A live desk with payouts in doubt, opened at a given time. */
function inDoubt({
  count = 3,
  answers = 6,
  nowMs = NOW_MS + 2 * DAY_MS,
  says = () => STILL_NOT_KNOWN,
}: {
  count?: number;
  answers?: number;
  nowMs?: number;
  says?: SaysOf;
} = {}): TestWindowDesk {
  open = openTestDesk(
    filledFolder((writer) => void fillDoubt(writer, { count, answers })),
    { change: (system) => withGateway(atTime(nowMs)(system), says) },
  );
  return open;
}

const LIVE = { book: 'live', window: { from: 0, count: 100 } };
const ALL = ['B0001/2', 'B0001/3', 'B0001/4'];
const NOT_PAID = { decision: { kind: 'notPaid', ticket: null }, note: 'The bank shows nothing.' };
const paid = (rrn: string) => ({ decision: { kind: 'paid', rrn }, note: 'On the statement of 2 April.' });

async function statesOf(desk: TestWindowDesk): Promise<readonly string[]> {
  const window = { from: 0, count: 10 };
  const sort = { by: 'rowNumber', direction: 'up' };
  const { rows } = await desk.ask('readPayouts', { batch: 'B0001', states: [], search: '', sort, window });
  return rows.map(({ state }) => state);
}

describe('the desk of doubt in a window', () => {
  it('shows payouts of equal evidence together, of the asked book only', async () => {
    const desk = inDoubt();
    const { total, sum, rows } = await desk.ask('listUnknown', LIVE);
    expect({ total, sum }).toEqual({ total: 3, sum: { count: 3, paise: 150_000 } });
    expect(rows.map(({ payout, evidenceKey, togetherCount }) => [payout, evidenceKey, togetherCount])).toEqual(
      ALL.map((payout) => [payout, 'B0001/2', 3]),
    );
    expect(rows[0]).toMatchObject({
      batch: 'B0001',
      name: 'Payee 1',
      amountPaise: 50_000,
      reason: 'timeout',
      isRefused: false,
      evidence: { requests: 1, message: verbatim('No answer came in time.'), lookups: 6, lastFinding: 'notKnown' },
      notKnownAnswers: 6,
      sentAtMs: NOW_MS,
      notPaid: {
        isOpen: true,
        opensAtMs: NOW_MS + DAY_MS,
        answersMissing: 0,
        refusedOpensAtMs: null,
        lookupsProven: true,
      },
    });
    const { rows: second } = await desk.ask('listUnknown', { book: 'live', window: { from: 1, count: 1 } });
    expect(second.map(({ payout }) => payout)).toEqual(['B0001/3']);
    const sort = { by: 'name', direction: 'down' } as const;
    expect((await desk.ask('listUnknown', { ...LIVE, sort })).rows.map(({ name }) => name)).toEqual([
      'Payee 3',
      'Payee 2',
      'Payee 1',
    ]);
    const one = await desk.ask('readUnknown', { payout: 'B0001/3' });
    expect(one.unknown?.line.payout).toBe('B0001/3');
    const payTo = { beneficiary: expect.stringMatching(/./), ifsc: null, bank: null };
    expect(one.unknown?.together).toEqual(
      ALL.map((payout, index) => ({ payout, name: `Payee ${index + 1}`, ...payTo, amountPaise: 50_000 })),
    );
    expect((await desk.ask('listUnknown', { ...LIVE, book: 'practice' })).total).toBe(0);
    const live = await desk.ask('readAttention', { book: 'live' });
    expect(live).toMatchObject({
      needs: [{ batch: 'B0001', decide: { count: 3, paise: 150_000 } }],
      lateNews: { count: 0 },
    });
    expect(await desk.ask('readAttention', { book: 'practice' })).toMatchObject({ needs: [], lateNews: { count: 0 } });
  });

  it('decides all that were shown with one note and the count, once for one id', async () => {
    const desk = inDoubt();
    const options = { payouts: ALL, count: 3, ...NOT_PAID };
    expect(await desk.refusalOf('resolvePayouts', { ...options, count: 2, commandId: randomUUID() })).toBe(
      'otherCount',
    );
    const commandId = randomUUID();
    await Promise.all([
      desk.ask('resolvePayouts', { ...options, commandId }),
      desk.ask('resolvePayouts', { ...options, commandId }),
    ]);
    expect(await statesOf(desk)).toEqual(['failed', 'failed', 'failed']);
    const story = await desk.ask('readPayout', { payout: 'B0001/3' });
    expect(story.line).toMatchObject({ message: null, decided: { by: expect.any(String), atMs: expect.any(Number) } });
    expect(await desk.refusalOf('resolvePayouts', { ...options, commandId: randomUUID() })).toBe('notUnknown');
    expect((await desk.ask('listUnknown', LIVE)).total).toBe(0);
    expect(await desk.ask('readUnknown', { payout: 'B0001/3' })).toEqual({ unknown: null });
  });

  it('lists decided payments by their notes', async () => {
    const desk = inDoubt();
    for (const [payout, note] of [
      ['B0001/2', 'Told by phone'],
      ['B0001/4', 'Bank statement'],
    ] as const)
      await desk.change('resolvePayouts', { payouts: [payout], count: 1, ...NOT_PAID, note });
    const order = async (direction: 'up' | 'down') => {
      const asked = { batch: 'B0001', states: [], search: '', sort: { by: 'note', direction } } as const;
      const { rows } = await desk.ask('readPayouts', { ...asked, window: { from: 0, count: 10 } });
      return rows.map(({ payout }) => payout);
    };
    expect(await order('up')).toEqual(['B0001/3', 'B0001/4', 'B0001/2']);
    expect(await order('down')).toEqual(['B0001/2', 'B0001/4', 'B0001/3']);
  });

  it('lists when the desk asks next about each, and by that time', async () => {
    const desk = inDoubt();
    const { rows } = await desk.ask('listUnknown', { ...LIVE, sort: { by: 'nextCheck', direction: 'up' } });
    const times = rows.map(({ nextLookupAtMs }) => nextLookupAtMs ?? Number.POSITIVE_INFINITY);
    expect(times.some(Number.isFinite)).toBe(true);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    const { nextLookupAtMs } = await desk.ask('readPayout', { payout: rows[0]?.payout ?? '' });
    expect(times[0]).toBe(nextLookupAtMs);
  });

  it('decides none of those that were shown when the gateway knows one of them in that moment', async () => {
    const known = { ...STILL_NOT_KNOWN, finding: { kind: 'state', state: 'processing', word: 'pending' } } as const;
    let asked = 0;
    const desk = inDoubt({ says: () => ((asked += 1) === 2 ? known : STILL_NOT_KNOWN) });
    const params = { payouts: ALL, count: 3, ...NOT_PAID, commandId: randomUUID() };
    expect(await desk.refusalOf('resolvePayouts', params)).toBe('gatewayKnows');
    expect(await statesOf(desk)).toEqual(['unknown', 'processing', 'unknown']);
  });

  it('knows the id of a decision over a restart', async () => {
    const desk = inDoubt();
    const request = { payouts: ['B0001/2'], count: 1, ...paid('412345678901'), commandId: randomUUID() };
    await desk.ask('resolvePayouts', request);
    await desk.end();
    open = openTestDesk(desk.folder, { change: atTime(NOW_MS + 2 * DAY_MS) });
    await open.ask('resolvePayouts', request);
    expect(open.faults).toEqual([]);
    expect(await statesOf(open)).toEqual(['success', 'unknown', 'unknown']);
  });

  it('decides exactly what was shown, or nothing', async () => {
    const desk = inDoubt({ count: 4 });
    await desk.change('resolvePayouts', { payouts: ['B0001/2'], count: 1, ...NOT_PAID });
    // Three are still in doubt, but not the three that were shown.
    const all = { payouts: ['B0001/3', 'B0001/4', 'B0001/2'], count: 3, ...NOT_PAID };
    expect(await desk.refusalOf('resolvePayouts', { ...all, commandId: randomUUID() })).toBe('otherCount');
    const twice = { payouts: ['B0001/3', 'B0001/3'], count: 2, ...NOT_PAID, commandId: randomUUID() };
    expect(await desk.refusalOf('resolvePayouts', twice)).toBe('changedMeanwhile');
    const mixed = { payouts: ['B0001/3', 'B0002/4'], count: 2, ...NOT_PAID, commandId: randomUUID() };
    expect(await desk.refusalOf('resolvePayouts', mixed)).toBe('severalBatches');
    expect(await statesOf(desk)).toEqual(['failed', 'unknown', 'unknown', 'unknown']);
    // A person may decide some of those shown and leave the others.
    await desk.change('resolvePayouts', { payouts: ['B0001/4'], count: 1, ...NOT_PAID });
    expect(await statesOf(desk)).toEqual(['failed', 'unknown', 'failed', 'unknown']);
  });

  it('takes "paid" for one payout at a time, with a number that the bank gives once', async () => {
    const desk = inDoubt();
    const refusal = (params: object): Promise<string> =>
      desk.refusalOf('resolvePayouts', { ...params, commandId: randomUUID() });
    expect(await refusal({ payouts: ALL, count: 3, ...paid('412345678901') })).toBe('oneByOne');
    expect(await refusal({ payouts: ['B0001/2'], count: 1, ...paid('told by phone') })).toBe('noBankReference');
    expect(await refusal({ payouts: ['B0001/2'], count: 1, ...paid('412345678901'), note: ' ' })).toBe('wrongValue');
    await desk.change('resolvePayouts', { payouts: ['B0001/2'], count: 1, ...paid(' 412345678901 ') });
    expect((await desk.ask('readPayout', { payout: 'B0001/2' })).line).toMatchObject({ rrn: '412345678901' });
    expect(await refusal({ payouts: ['B0001/3'], count: 1, ...paid('412345678901') })).toBe('bankReferenceUsed');
    expect(await refusal({ payouts: ['B0009/3'], count: 1, ...paid('412345678902') })).toBe('unknownPayout');
    expect(await statesOf(desk)).toEqual(['success', 'unknown', 'unknown']);
  });

  it('opens "not paid" early only with a ticket', async () => {
    const desk = inDoubt({ answers: 4 });
    const { rows } = await desk.ask('listUnknown', LIVE);
    // Its answers so far and those still missing make up the five it needs.
    expect(rows[0]).toMatchObject({ notKnownAnswers: 4, notPaid: { isOpen: false, answersMissing: 1 } });
    const params = { payouts: ALL, count: 3, ...NOT_PAID };
    expect(await desk.refusalOf('resolvePayouts', { ...params, commandId: randomUUID() })).toBe('notPaidNotOpen');
    expect(await statesOf(desk)).toEqual(['unknown', 'unknown', 'unknown']);
    await desk.change('resolvePayouts', { ...params, decision: { kind: 'notPaid', ticket: 'GW-1' } });
    expect(await statesOf(desk)).toEqual(['failed', 'failed', 'failed']);
  });
});

describe('a decision in a window', () => {
  it('is taken back once for one id, and the counts of every place follow', async () => {
    const desk = inDoubt();
    await desk.change('resolvePayouts', { payouts: ['B0001/2'], count: 1, ...paid('412345678901') });
    const params = { payout: 'B0001/2', note: 'It was another line.', commandId: randomUUID() };
    await desk.ask('takeBackDecision', params);
    await desk.ask('takeBackDecision', params);
    expect(await statesOf(desk)).toEqual(['unknown', 'unknown', 'unknown']);
    expect((await desk.ask('listUnknown', LIVE)).total).toBe(3);
    expect(await desk.ask('readAttention', { book: 'live' })).toMatchObject({ needs: [{ decide: { count: 3 } }] });
    expect(await desk.ask('readFigures', { book: 'live' })).toMatchObject({
      moving: [{ counts: { unknown: 3 }, paise: { unknown: 150_000 } }],
    });
    expect((await desk.ask('readPayout', { payout: 'B0001/2' })).decisions).toHaveLength(2);
    expect(await desk.refusalOf('takeBackDecision', { ...params, commandId: randomUUID() })).toBe('notDecided');
    expect(await desk.ask('verifyAudit', { book: 'live' })).toMatchObject({ findings: [], more: 0 });
  });

  it('may wait for the gateway: the message and the CSV name each payment and nobody', async () => {
    const desk = inDoubt();
    const asked = await desk.ask('exportUnknown', { book: 'live', payouts: ['B0001/3'] });
    const { line } = await desk.ask('readPayout', { payout: 'B0001/3' });
    expect(asked.message).toContain(`Merchant id: ${MERCHANT.mid}.`);
    expect(asked.message).toContain(`1. Reference ${line.reference}, ₹500.00, sent `);
    expect(asked.message).toContain('No answer came in time.');
    const csv = desk.take(asked.download).toString();
    expect(csv.trim().split('\r\n')).toHaveLength(2);
    expect(csv).toContain(line.reference);
    for (const text of [asked.message, csv]) {
      expect(text).not.toContain(line.beneficiary);
      expect(text).not.toContain(line.name);
    }
    const all = await desk.ask('exportUnknown', { book: 'live', payouts: [] });
    expect(desk.take(all.download).toString().trim().split('\r\n')).toHaveLength(4);
  });
});

describe('late news in a window', () => {
  /** Two payouts that were paid and then called reversed, one after the other. */
  function reversed(): TestWindowDesk {
    const folder = filledFolder((writer) => {
      const merchantId = writer.merchants.ensure(MERCHANT);
      const batch = confirm(writer, confirmation({ store: writer, merchantId }, payments(2)));
      const claimed = [claimOne(writer, batch), claimOne(writer, batch)];
      turn(writer, batch, { news: claimed.map((one) => answer(one, PAID)) });
      claimed.forEach((one: Claimed, at) => {
        turn(writer, batch, { news: [lookUp(one, said('reversed'), NOW_MS + 2_000 + at)] });
        turn(writer, batch, { news: [lookUp(one, said('reversed'), NOW_MS + 3_000 + at)] });
      });
    });
    open = openTestDesk(folder, { change: atTime(NOW_MS + 60_000) });
    return open;
  }

  it('stays until a person has read it, each by itself, the newest first', async () => {
    const desk = reversed();
    const { news } = await desk.ask('listLateNews', { book: 'live' });
    expect(news.map(({ payout, from, to, readAtMs }) => [payout, from, to, readAtMs])).toEqual([
      ['B0001/3', 'success', 'reversed', null],
      ['B0001/2', 'success', 'reversed', null],
    ]);
    expect(inEnglish(news[0]?.sentence ?? verbatim(''))).toContain('the gateway now says reversed');
    expect(await desk.ask('readAttention', { book: 'live' })).toMatchObject({
      lateNews: { count: 2, paise: 100_000 },
      mismatches: { count: 0, paise: 0 },
      misfits: { count: 0 },
    });
    const [first] = news;
    const params = { book: 'live', news: [first?.news], commandId: randomUUID() };
    await desk.ask('markLateNewsRead', params);
    await desk.ask('markLateNewsRead', params);
    const after = await desk.ask('listLateNews', { book: 'live' });
    expect(after.news.map(({ readAtMs }) => readAtMs)).toEqual([NOW_MS + 60_000, null]);
    expect(after.news[0]?.readBy).not.toBeNull();
    expect(await desk.ask('readAttention', { book: 'live' })).toMatchObject({ lateNews: { count: 1 } });
    const audit = await desk.ask('verifyAudit', { book: 'live' });
    expect(audit).toMatchObject({ payouts: 2, findings: [], more: 0 });
  });

  it('says of an answer about another payment that the payout is not changed', async () => {
    const folder = filledFolder((writer) => {
      const merchantId = writer.merchants.ensure(MERCHANT);
      const batch = confirm(writer, confirmation({ store: writer, merchantId }, payments(1)));
      const claimed = claimOne(writer, batch);
      turn(writer, batch, { news: [answer(claimed, PAID)] });
      const unclear = lookUp(claimed, { kind: 'unclear' });
      if (unclear.kind !== 'lookup') throw new Error('not a look-up');
      turn(writer, batch, { news: [{ ...unclear, mismatch: verbatim('Another reference.') }] });
    });
    open = openTestDesk(folder, { change: atTime(NOW_MS + 60_000) });
    expect((await open.ask('listLateNews', { book: 'live' })).news).toMatchObject([{ subject: 'mismatch' }]);
    expect(await open.ask('readAttention', { book: 'live' })).toMatchObject({
      lateNews: { count: 0 },
      mismatches: { count: 1 },
    });
  });

  it('marks nothing when one of the named is no news of this desk', async () => {
    const desk = reversed();
    const { news } = await desk.ask('listLateNews', { book: 'live' });
    const named = [...news.map((one) => one.news), 999];
    const refusal = (params: object): Promise<string> =>
      desk.refusalOf('markLateNewsRead', { ...params, commandId: randomUUID() });
    expect(await refusal({ book: 'live', news: named })).toBe('unknownNews');
    expect(await refusal({ book: 'practice', news: [1] })).toBe('unknownNews');
    expect(await refusal({ book: 'live', news: [] })).toBe('wrongValue');
    expect(await desk.ask('readAttention', { book: 'live' })).toMatchObject({ lateNews: { count: 2 } });
  });
});
