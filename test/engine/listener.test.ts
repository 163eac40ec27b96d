// What becomes of each answer: news for the ledger, and events for the run control.

import { beforeEach, describe, expect, it } from 'vitest';
import type { Claimed, DueLookup } from '../../electron/main/domain/ledger.ts';
import type { Arrival } from '../../electron/main/engine/exchange.ts';
import { Listener } from '../../electron/main/engine/listener.ts';
import { RunControl } from '../../electron/main/engine/run-control.ts';
import type { PauseCode } from '../../shared/failures.ts';
import type { AttemptId, PayoutId, Reference } from '../../shared/ids.ts';
import { msg, verbatim } from '../../shared/messages/message.ts';
import type { Paise } from '../../shared/money.ts';
import { type LookupAnswer, type LookupMeaning, NO_IDS, type WalletAnswer } from '../../shared/outcomes.ts';
import type { SettlingOutcome } from '../../shared/states.ts';
import {
  accepted,
  BALANCE,
  found,
  INVALID_MID_LOOKUP,
  MISMATCH_LOOKUP,
  NO_EVIDENCE,
  NOT_KNOWN,
  NOT_KNOWN_ANSWER,
  otherWords,
  UNAUTHORIZED_LOOKUP,
  unclear,
  unclearWallet,
  unknown,
  unreachable,
} from './ready-answers.ts';

const AT = { nowMs: 5_000, atMs: 1_700_000_000_000 };
const PAYOUT = 7 as PayoutId;
const REFERENCE = 'R7' as Reference;
const CLAIMED: Claimed = {
  payoutId: PAYOUT,
  attemptId: 70 as AttemptId,
  rowNumber: 8,
  order: {
    beneficiary: { method: 'UPI', upiId: 'a@b' },
    amountPaise: 100 as Paise,
    remark: 'pay',
    reference: REFERENCE,
    firstRequest: true,
  },
};

const paid = (outcome: SettlingOutcome, retryAfterMs: number | null = null): Arrival => ({
  kind: 'paid',
  claimed: CLAIMED,
  outcome,
  evidence: NO_EVIDENCE,
  retryAfterMs,
});
const lookedUp = (
  answer: LookupAnswer,
  beside: LookupAnswer | null = NOT_KNOWN_ANSWER,
  known: Partial<DueLookup> = {},
  byReference: LookupAnswer | null = null,
  byId: LookupAnswer | null = null,
): Arrival => ({
  kind: 'lookedUp',
  due: { payoutId: PAYOUT, key: { by: 'reference', reference: REFERENCE }, inDoubt: true, endedAs: null, ...known },
  answer,
  beside,
  byReference,
  byId,
});
const lookedUpFirst = (answer: LookupAnswer): Arrival => ({
  kind: 'lookedUpFirst',
  first: { payoutId: PAYOUT, rowNumber: 8, reference: REFERENCE, earlier: [] },
  answer,
});
const walletRead = (answer: WalletAnswer): Arrival => ({ kind: 'walletRead', answer });

let control: RunControl;
let listener: Listener;
let refusedRates: (number | null)[];

interface Listening {
  readonly sends?: boolean;
  readonly notKnown?: string | null;
  readonly needsProof?: boolean;
  readonly stopsAtKnown?: boolean;
}

function listen({
  sends = true,
  notKnown = NOT_KNOWN,
  needsProof = false,
  stopsAtKnown = false,
}: Listening = {}): void {
  const nobody = () => undefined;
  const calls = { onProven: nobody, onLift: nobody, onFirstAlone: nobody };
  control = new RunControl({
    sends,
    needsProof,
    liftsUsed: 0,
    acceptsUnprovable: false,
    firstAlone: false,
    ...calls,
  });
  refusedRates = [];
  listener = new Listener({ control, stopsAtKnown, notKnown, onRefusedRate: (ms) => refusedRates.push(ms) });
}

function pauseCode(): PauseCode | null {
  const { mode } = control;
  return mode.kind === 'stopping' && mode.end.kind === 'paused' ? mode.end.pause.code : null;
}

beforeEach(() => listen());

describe('Listener, of a payout', () => {
  it('keeps the answer as news until a turn is on disk', () => {
    listener.onArrival(paid(accepted('T7')), AT);
    expect(listener.news).toMatchObject([{ kind: 'answer', payoutId: PAYOUT, attemptId: 70, atMs: AT.atMs }]);
    listener.onArrival(paid(unknown('timeout')), AT);
    expect(listener.news).toHaveLength(2);
    listener.committed();
    expect(listener.news).toEqual([]);
  });

  it('passes on a refused rate with the time the gateway named', () => {
    listener.onArrival(paid(unknown('refusedByRate'), 9_000), AT);
    expect(refusedRates).toEqual([9_000]);
    expect(listener.news).toHaveLength(1);
  });
});

describe('Listener, of a look-up', () => {
  it('keeps what it found, with its evidence', () => {
    listener.onArrival(lookedUp(found('success')), AT);
    expect(listener.news).toMatchObject([
      { kind: 'lookup', payoutId: PAYOUT, finding: { kind: 'state', state: 'success' }, evidence: { httpStatus: 200 } },
    ]);
  });

  it('keeps what the answer called the payment', () => {
    const answer = found('success');
    if (answer.kind !== 'answered' || answer.meaning.kind !== 'state') throw new Error('a state is needed');
    listener.onArrival(lookedUp({ ...answer, meaning: { ...answer.meaning, transactionId: 'T9' } }), AT);
    expect(listener.news).toMatchObject([{ kind: 'lookup', echoedId: 'T9' }]);
  });

  it('keeps "not known" as such', () => {
    listener.onArrival(lookedUp(NOT_KNOWN_ANSWER), AT);
    expect(listener.news).toMatchObject([{ finding: { kind: 'notKnown' } }]);
  });

  it('leaves the look-up due when the gateway was not reached, and waits', () => {
    listener.onArrival(lookedUp(unreachable()), AT);
    const evidence = { httpStatus: null, text: null };
    expect(listener.news).toMatchObject([{ kind: 'unanswered', payoutId: PAYOUT, wasAsked: true, evidence }]);
    expect([pauseCode(), control.mayRead(AT.nowMs), control.mayRead(AT.nowMs + 500)]).toEqual([null, false, true]);
  });

  it.each<[string, LookupAnswer, PauseCode, number | null]>([
    ['a dead token', UNAUTHORIZED_LOOKUP, 'tokenRefused', 401],
    ['a bad certificate', unreachable(true), 'certificate', null],
  ])('stops for %s, and notes that nothing was said about the payout', (_what, answer, code, httpStatus) => {
    for (const sends of [true, false]) {
      listen({ sends });
      listener.onArrival(lookedUp(answer), AT);
      expect(listener.news).toMatchObject([{ kind: 'unanswered', evidence: { httpStatus } }]);
      expect(pauseCode()).toBe(code);
    }
  });

  it('stops for an unknown merchant and keeps the answer as unclear', () => {
    listener.onArrival(lookedUp(INVALID_MID_LOOKUP), AT);
    expect(listener.news).toMatchObject([{ finding: { kind: 'unclear' } }]);
    expect(pauseCode()).toBe('invalidMid');
  });

  it('stops sending for an answer about another payment, which moves nothing; following goes on', () => {
    listener.onArrival(lookedUp(MISMATCH_LOOKUP), AT);
    expect(listener.news).toMatchObject([{ finding: { kind: 'unclear' } }]);
    expect(pauseCode()).toBe('echoMismatch');
    listen({ sends: false });
    listener.onArrival(lookedUp(MISMATCH_LOOKUP), AT);
    expect(control.mode.kind).toBe('following');
    expect(listener.news).toMatchObject([{ kind: 'lookup', mismatch: verbatim('names another payment') }]);
  });

  it('keeps no UTR of a state that is not believed', () => {
    listener.onArrival(lookedUp(found('success'), unreachable()), AT);
    listener.onArrival(lookedUp(found('success')), AT);
    expect(listener.news).toMatchObject([{ utr: null }, { utr: '412345678901' }]);
  });

  it('raises no alarm for an answer that is merely unclear', () => {
    listener.onArrival(lookedUp(unclear(502)), AT);
    expect(listener.news.map((news) => 'mismatch' in news)).toEqual([false]);
  });

  it('takes "refused" for "not known" when an invented key is called so, too', () => {
    listener.onArrival(lookedUp(found('failed'), found('failed')), AT);
    expect(listener.news).toMatchObject([{ kind: 'lookup', finding: { kind: 'notKnown' } }]);
  });

  it.each([
    ['nothing', null],
    ['a server fault', unclear(500)],
    ['silence', unreachable()],
  ] as const)('believes no refusal when the invented key gets %s', (_, beside) => {
    listener.onArrival(lookedUp(found('rejected'), beside), AT);
    expect(listener.news).toMatchObject([{ kind: 'lookup', finding: { kind: 'unclear' } }]);
  });

  it('takes "pending" of a payout in doubt for "not known" when an invented key is called so, too', () => {
    listener.onArrival(lookedUp(found('processing'), found('processing')), AT);
    expect(listener.news).toMatchObject([{ kind: 'lookup', finding: { kind: 'notKnown' } }]);
  });

  it.each([
    ['nothing', null],
    ['a server fault', unclear(500)],
    ['silence', unreachable()],
  ] as const)('does not end a doubt by "pending" when the invented key gets %s', (_, beside) => {
    listener.onArrival(lookedUp(found('processing'), beside), AT);
    expect(listener.news).toMatchObject([{ kind: 'lookup', finding: { kind: 'unclear' } }]);
  });

  it.each(['success', 'reversed', 'processing'] as const)(
    'takes "%s" of a payout in doubt for nothing when an invented key is called so, too, or gets no answer',
    (state) => {
      listener.onArrival(lookedUp(found(state), found(state)), AT);
      listener.onArrival(lookedUp(found(state), unreachable()), AT);
      listener.onArrival(lookedUp(found(state), null), AT);
      expect(listener.news.map((news) => (news.kind === 'lookup' ? news.finding.kind : news.kind))).toEqual([
        'notKnown',
        'unclear',
        'unclear',
      ]);
    },
  );

  it('says nothing of a payout when an invented transaction id gets the same: that one may be somebody’s', () => {
    const key = { by: 'transactionId', transactionId: 'T7' } as const;
    listener.onArrival(lookedUp(found('success'), found('success'), { key }), AT);
    expect(listener.news).toMatchObject([{ finding: { kind: 'unclear' } }]);
  });

  const BY_ID = { key: { by: 'transactionId', transactionId: 'T7', reference: REFERENCE } } as const;
  const FAILED = { ...BY_ID, inDoubt: false, endedAs: 'failed' } as const;
  const ACCEPTED = { ...BY_ID, inDoubt: false } as const;

  it.each<[string, Partial<DueLookup>, 'success' | 'failed', LookupAnswer | null, string]>([
    ['success of what ended failed, the same', FAILED, 'success', found('success'), 'state'],
    ['success of what ended failed, another state', FAILED, 'success', found('failed'), 'unclear'],
    ['success of what ended failed, not known', FAILED, 'success', NOT_KNOWN_ANSWER, 'unclear'],
    ['success of what ended failed, a server fault', FAILED, 'success', unclear(500), 'unclear'],
    ['success of what ended failed, nothing', FAILED, 'success', null, 'unclear'],
    ['failed of what ended failed, nothing', FAILED, 'failed', null, 'state'],
    ['failed of what is under way, the same', ACCEPTED, 'failed', found('failed'), 'state'],
    ['failed of what is under way, another state', ACCEPTED, 'failed', found('success'), 'unclear'],
    // Some gateways look up only their own ids.
    ['failed of what is under way, not known', ACCEPTED, 'failed', NOT_KNOWN_ANSWER, 'state'],
    ['success of what is under way, nothing', ACCEPTED, 'success', null, 'state'],
    ['success of what is in doubt, not known', BY_ID, 'success', NOT_KNOWN_ANSWER, 'unclear'],
    ['success of what is in doubt, the same', BY_ID, 'success', found('success'), 'state'],
  ])('by transaction id, %s by reference', (_what, known, state, byReference, finding) => {
    listener.onArrival(lookedUp(found(state), NOT_KNOWN_ANSWER, known, byReference), AT);
    expect(listener.news).toMatchObject([{ kind: 'lookup', finding: { kind: finding } }]);
  });

  it('stops sending when the reference is answered with another payment, and keeps that answer', () => {
    const evidence = { httpStatus: 200, text: '{"udf1":"SOMEBODYS"}' };
    const another: LookupAnswer = { ...MISMATCH_LOOKUP, evidence };
    listener.onArrival(lookedUp(found('success'), NOT_KNOWN_ANSWER, FAILED, another), AT);
    const received = { finding: { kind: 'unclear' }, mismatch: verbatim('names another payment'), evidence, utr: null };
    expect(listener.news).toMatchObject([received]);
    expect(pauseCode()).toBe('echoMismatch');
  });

  it.each([
    ['a server fault', unclear(500), 'state'],
    ['silence', unreachable(), 'state'],
    ['other words', otherWords(404), 'state'],
    ['the same', found('success'), 'state'],
    ['another state', found('failed'), 'unclear'],
    ['another payment', MISMATCH_LOOKUP, 'unclear'],
  ] as const)(
    'believes a transaction id alone where "not known" cannot be told and nothing by reference contradicts it: %s',
    (_said, byReference, finding) => {
      listen({ notKnown: null });
      listener.onArrival(lookedUp(found('success'), NOT_KNOWN_ANSWER, FAILED, byReference), AT);
      expect(listener.news).toMatchObject([{ finding: { kind: finding } }]);
    },
  );

  it('needs no invented key for what the gateway has taken and goes on with, or calls paid by its own id', () => {
    listener.onArrival(lookedUp(found('processing'), null, { inDoubt: false }), AT);
    listener.onArrival(lookedUp(found('success'), null, ACCEPTED), AT);
    expect(listener.news).toMatchObject([
      { finding: { kind: 'state', state: 'processing' } },
      { finding: { kind: 'state', state: 'success' } },
    ]);
  });

  it.each([
    [null, { kind: 'unclear' }],
    [found('success'), { kind: 'notKnown' }],
    [NOT_KNOWN_ANSWER, { kind: 'state', state: 'success' }],
  ])('believes success by our reference only beside an invented one: %o', (beside, finding) => {
    listener.onArrival(lookedUp(found('success'), beside, { inDoubt: false }), AT);
    expect(listener.news).toMatchObject([{ finding }]);
  });

  it('slows down for a 429', () => {
    listener.onArrival(lookedUp(unclear(429)), AT);
    expect(refusedRates).toEqual([null]);
  });
});

describe('Listener, of a look-up before the send', () => {
  it('clears a row that the gateway does not know', () => {
    listener.onArrival(lookedUpFirst(NOT_KNOWN_ANSWER), AT);
    expect([listener.news, [...listener.cleared], listener.foundKnownReference]).toEqual([[], [PAYOUT], false]);
  });

  it('holds a row that the gateway knows', () => {
    listener.onArrival(lookedUpFirst(found('success')), AT);
    expect(listener.news).toMatchObject([{ kind: 'held', hold: 'referenceKnown', payoutId: PAYOUT }]);
    expect([listener.cleared.size, listener.foundKnownReference]).toEqual([0, true]);
  });

  it('holds a row whose earlier payout was paid after all, and stops where nobody can be asked', () => {
    const { first } = lookedUpFirst(NOT_KNOWN_ANSWER) as Extract<Arrival, { kind: 'lookedUpFirst' }>;
    const asked = (verdict: Extract<Arrival, { kind: 'askedEarlier' }>['verdict']): void =>
      listener.onArrival({ kind: 'askedEarlier', first, verdict }, AT);
    asked(null);
    asked({ kind: 'clear' });
    expect([listener.news, listener.cleared.size, control.mode.kind]).toEqual([[], 0, 'flowing']);
    asked({ kind: 'against', message: verbatim('Paid after all.'), evidence: NO_EVIDENCE });
    expect(listener.news).toMatchObject([
      { kind: 'held', hold: 'referenceUnclear', message: verbatim('Paid after all.') },
    ]);
    expect(listener.foundKnownReference).toBe(false);
    asked({ kind: 'stopped', pause: { code: 'offline', message: verbatim('Nothing is reached.') } });
    expect(control.mode).toMatchObject({ kind: 'stopping', end: { pause: { code: 'offline' } } });
  });

  it('clears a row for one request only', () => {
    listener.onArrival(lookedUpFirst(NOT_KNOWN_ANSWER), AT);
    listener.onArrival(paid({ kind: 'notSent', cause: 'dns', message: verbatim('did not leave') }), AT);
    expect(listener.cleared.size).toBe(1);
    listener.onArrival(paid({ kind: 'tokenRefused' }), AT);
    expect(listener.cleared.size).toBe(0);
  });

  it('asks five times before it holds a row on unclear words', () => {
    for (let tries = 0; tries < 4; tries += 1) listener.onArrival(lookedUpFirst(otherWords(404)), AT);
    expect([listener.news.length, listener.cleared.size]).toEqual([0, 0]);
    listener.onArrival(lookedUpFirst(otherWords(404)), AT);
    expect(listener.news).toMatchObject([{ kind: 'held', hold: 'referenceUnclear' }]);
    expect(listener.foundKnownReference).toBe(false);
  });

  it.each(['processing', 'success', 'reversed'] as const)(
    'holds a row on "not known" words that call it %s',
    (state) => {
      listen({ notKnown: `200 object true ${state}` });
      listener.onArrival(lookedUpFirst(found(state)), AT);
      for (let tries = 1; tries < 5; tries += 1) listener.onArrival(lookedUpFirst(found(state)), AT);
      expect(listener.cleared.size).toBe(0);
      expect(listener.news[0]).toMatchObject({ kind: 'held', hold: 'referenceUnclear' });
    },
  );

  it.each([200, 404, 500, 503, 429])(
    'neither holds nor clears a row on a page with HTTP %i, however often: it waits',
    (status) => {
      for (let tries = 0; tries < 20; tries += 1) listener.onArrival(lookedUpFirst(unclear(status)), AT);
      expect([listener.news.length, listener.cleared.size, control.mayRead(AT.nowMs)]).toEqual([0, 0, false]);
      expect(refusedRates).toHaveLength(status === 429 ? 20 : 0);
    },
  );

  it('neither holds nor clears a row when the gateway was not reached', () => {
    for (let tries = 0; tries < 20; tries += 1) listener.onArrival(lookedUpFirst(unreachable()), AT);
    expect([listener.news.length, listener.cleared.size]).toEqual([0, 0]);
  });

  it.each([found('success'), NOT_KNOWN_ANSWER])('holds a row at once where nothing was learned', (answer) => {
    listen({ notKnown: null });
    listener.onArrival(lookedUpFirst(answer), AT);
    expect(listener.news).toMatchObject([{ kind: 'held', hold: 'referenceUnclear' }]);
    expect(listener.cleared.size).toBe(0);
  });

  it('stops for a dead token and leaves the row as it is', () => {
    listener.onArrival(lookedUpFirst(UNAUTHORIZED_LOOKUP), AT);
    expect([listener.news, listener.cleared.size, pauseCode()]).toEqual([[], 0, 'tokenRefused']);
  });
});

describe('Listener, of the wallet', () => {
  it.each<[string, WalletAnswer, PauseCode | null, number]>([
    ['counts a balance as a good read', BALANCE, null, 0],
    ['bears an unclear answer', unclearWallet(500), null, 0],
    ['slows down for a 429', unclearWallet(429), null, 1],
    ['bears not being reached', unreachable(), null, 0],
    ['stops for a bad certificate', unreachable(true), 'certificate', 0],
    ['stops for a dead token', { kind: 'unauthorized' }, 'tokenRefused', 0],
    ['stops for an unknown merchant', { kind: 'invalidMid' }, 'invalidMid', 0],
    ['stops for a wrong URL', { kind: 'wrongUrl', httpStatus: 404 }, 'wrongUrl', 0],
  ])('%s', (_sentence, answer, code, refusals) => {
    for (let lost = 0; lost < 3; lost += 1) listener.onArrival(paid(unknown('timeout')), AT);
    listener.onArrival(walletRead(answer), AT);
    expect([pauseCode(), refusedRates.length]).toEqual([code, refusals]);
    const good = control.mode.kind === 'doubting' ? control.mode.goodReads : 0;
    expect(good).toBe(answer.kind === 'balance' ? 1 : 0);
  });
});

describe("what the first payout's reference finds", () => {
  const IDS = { ...NO_IDS, transactionId: 'T1', rrn: '412345678901' };
  const ANSWERED = { ...accepted('T1', 'success'), ids: IDS } as const;
  const FOUND = found('success') as Extract<LookupAnswer, { kind: 'answered' }>;
  const saying = (more: object): LookupAnswer => ({
    ...FOUND,
    meaning: { ...FOUND.meaning, ...more } as LookupMeaning,
  });

  it.each<[string, SettlingOutcome, LookupAnswer, LookupAnswer | null]>([
    ['another RRN', ANSWERED, saying({ rrn: '512345678901' }), null],
    ['another UTR', { ...ANSWERED, ids: { ...IDS, utr: 'UTR-1' } }, saying({ utr: 'UTR-2' }), null],
    ['another UTR than its transaction id finds', ANSWERED, saying({ utr: 'UTR-2' }), saying({ utr: 'UTR-1' })],
  ])(
    'under %s is another payment: the run stops, and nothing of it is taken for ours',
    (_name, outcome, answer, byId) => {
      listen({ needsProof: true });
      listener.onArrival(paid(outcome), AT);
      listener.onArrival(lookedUp(answer, NOT_KNOWN_ANSWER, { comparesIds: true }, null, byId), AT);
      expect(pauseCode()).toBe('echoMismatch');
      expect(listener.news.at(-1)).toMatchObject({
        finding: { kind: 'unclear' },
        utr: null,
        mismatch: msg('pause.echoMismatch.twoUnderOne'),
      });
    },
  );

  it('under what was answered, under nothing or under a placeholder is our own, and proves look-ups', () => {
    for (const more of [{ rrn: '412345678901' }, {}, { rrn: '000000000000' }]) {
      listen({ needsProof: true });
      listener.onArrival(paid(ANSWERED), AT);
      listener.onArrival(lookedUp(saying(more), NOT_KNOWN_ANSWER, { comparesIds: true }, null, saying({})), AT);
      expect([control.mode.kind, listener.news.at(-1)]).toMatchObject(['flowing', { finding: { kind: 'state' } }]);
    }
  });
});

describe('a first payout that the gateway knows before it leaves', () => {
  it('stops the run, and is held', () => {
    listen({ needsProof: true, stopsAtKnown: true });
    listener.onArrival(lookedUpFirst(found('processing')), AT);
    expect(pauseCode()).toBe('referenceKnown');
    expect(listener.news).toMatchObject([{ kind: 'held', hold: 'referenceKnown' }]);
  });

  it.each([
    { needsProof: false, stopsAtKnown: true },
    { needsProof: true, stopsAtKnown: false },
  ])('is held alone where %o', (start) => {
    listen(start);
    listener.onArrival(lookedUpFirst(found('processing')), AT);
    expect([pauseCode(), listener.news.length]).toEqual([null, 1]);
  });
});
