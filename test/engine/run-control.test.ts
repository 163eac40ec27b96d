// What a run may do next: each mode, what leaves it, and how long it waits.

import { describe, expect, it } from 'vitest';
import type { Claimed, DueLookup } from '../../electron/main/domain/ledger.ts';
import { OFFLINE_PAUSE_MS } from '../../electron/main/engine/breakers.ts';
import { type ControlStart, FIRST_PAYOUT_KNOWN_WITHIN_MS, RunControl } from '../../electron/main/engine/run-control.ts';
import type { PauseCode } from '../../shared/failures.ts';
import type { AttemptId, PayoutId, Reference } from '../../shared/ids.ts';
import { verbatim } from '../../shared/messages/message.ts';
import { inEnglish } from '../../shared/messages/speak.ts';
import type { Paise } from '../../shared/money.ts';
import type { Finding, SettlingOutcome } from '../../shared/states.ts';
import { accepted, notSent, refused, unknown } from './ready-answers.ts';

const LOST = unknown('timeout');
const FOUND: Finding = { kind: 'state', state: 'processing', word: 'pending' };
const NOT_KNOWN: Finding = { kind: 'notKnown' };
const UNCLEAR: Finding = { kind: 'unclear' };

function claimed(payout: number): Claimed {
  const reference = `R${payout}` as Reference;
  const amountPaise = 100 as Paise;
  const beneficiary = { method: 'UPI', upiId: 'a@b' } as const;
  return {
    payoutId: payout as PayoutId,
    attemptId: payout as AttemptId,
    rowNumber: payout,
    order: { beneficiary, amountPaise, remark: 'pay', reference, firstRequest: true },
  };
}

function due(payout: number, by: 'reference' | 'transactionId' = 'reference'): DueLookup {
  const key = by === 'reference' ? { by, reference: `R${payout}` } : { by, transactionId: `T${payout}` };
  return { payoutId: payout as PayoutId, key, inDoubt: true, endedAs: null };
}

interface Reported {
  proven: number;
  lifts: number;
  firstAlone: number;
}

function begin(start: Partial<ControlStart> = {}): { control: RunControl; reported: Reported } {
  const reported = { proven: 0, lifts: 0, firstAlone: 0 };
  const control = new RunControl({
    sends: true,
    needsProof: false,
    liftsUsed: 0,
    acceptsUnprovable: false,
    firstAlone: false,
    onFirstAlone: () => (reported.firstAlone += 1),
    onProven: () => (reported.proven += 1),
    onLift: () => (reported.lifts += 1),
    ...start,
  });
  return { control, reported };
}

function pauseOf(control: RunControl): PauseCode | null {
  const { mode } = control;
  return mode.kind === 'stopping' && mode.end.kind === 'paused' ? mode.end.pause.code : null;
}

/** Answers for payouts 1, 2, 3 ..., one after the other. */
function subscribe(control: RunControl, outcomes: readonly SettlingOutcome[], nowMs = 0): void {
  outcomes.forEach((outcome, index) => control.onOutcome(claimed(index + 1), outcome, nowMs));
}

/** A run in doubt, with one payout allowed to go alone. */
function alone(start: Partial<ControlStart> = {}): { control: RunControl; reported: Reported } {
  const begun = begin(start);
  subscribe(begun.control, [LOST, LOST, LOST]);
  for (let read = 0; read < 10; read += 1) begun.control.onGoodRead(1_000);
  return begun;
}

describe('a run that asks after its first payout', () => {
  const asking = { needsProof: true, firstAlone: true };

  it("stops once that one is known by its reference, with the gateway's word, and sends no other", () => {
    const { control, reported: recorded } = begin(asking);
    expect(control.sendsAtOnce(0)).toBe(1);
    control.onOutcome(claimed(1), accepted('T1'), 10);
    expect([control.sendsAtOnce(10), pauseOf(control)]).toEqual([0, null]);
    control.onFinding(due(1, 'transactionId'), FOUND, 20);
    expect(pauseOf(control)).toBe(null);
    control.onFinding(due(1), FOUND, 30);
    expect([pauseOf(control), control.sendsAtOnce(30), recorded]).toEqual([
      'firstAlone',
      0,
      { proven: 1, lifts: 0, firstAlone: 1 },
    ]);
    const { mode } = control;
    expect(
      inEnglish(mode.kind === 'stopping' && mode.end.kind === 'paused' ? mode.end.pause.message : verbatim('')),
    ).toContain('first said: processing');
  });

  it('asks the next time again when the first was refused: nobody has seen one go out', () => {
    const { control, reported: entries } = begin(asking);
    control.onOutcome(claimed(1), refused('no such account'), 0);
    expect([pauseOf(control), control.sendsAtOnce(0), entries.firstAlone]).toEqual(['firstAlone', 0, 0]);
  });

  it('lets the next go alone when the first never left', () => {
    const { control } = begin(asking);
    control.onOutcome(claimed(1), notSent('dns'), 0);
    expect([control.mode.kind, control.sendsAtOnce(600)]).toEqual(['proving', 1]);
  });

  it.each([
    [true, 'firstAlone'],
    [false, 'lostAnswersUnrecoverable'],
  ] as const)(
    'stops after a minute in which the gateway did not know it, accepted beforehand: %s',
    (acceptsUnprovable, code) => {
      const { control, reported: described } = begin({ ...asking, acceptsUnprovable });
      control.onOutcome(claimed(1), accepted('T1'), 0);
      control.checkBreakers(60_001);
      expect([pauseOf(control), described.firstAlone]).toEqual([code, 1]);
    },
  );

  it('keeps a graver reason: a token that is refused', () => {
    const { control, reported } = begin(asking);
    control.onOutcome(claimed(1), { kind: 'tokenRefused' }, 0);
    expect([pauseOf(control), reported.firstAlone]).toEqual(['tokenRefused', 0]);
  });
});

describe('a run that proves its look-ups', () => {
  it('sends one payout, and no other before that one is known by its reference', () => {
    const { control, reported } = begin({ needsProof: true });
    expect(control.sendsAtOnce(0)).toBe(1);
    control.onOutcome(claimed(1), accepted('T1'), 10);
    expect(control.sendsAtOnce(10)).toBe(0);
    control.onFinding(due(1), NOT_KNOWN, 20);
    control.onFinding(due(1, 'transactionId'), FOUND, 30);
    control.onFinding(due(9), FOUND, 40);
    expect([control.mode.kind, reported.proven]).toEqual(['proving', 0]);
    control.onFinding(due(1), FOUND, 50);
    expect([control.mode.kind, reported.proven, control.sendsAtOnce(50)]).toEqual([
      'flowing',
      1,
      Number.POSITIVE_INFINITY,
    ]);
  });

  it.each([
    ['refused', refused('no')],
    ['not sent', notSent('dns')],
  ])('lets the next go alone when the first was %s', (_what, outcome) => {
    const { control } = begin({ needsProof: true });
    control.onOutcome(claimed(1), outcome, 0);
    expect([control.mode.kind, control.sendsAtOnce(600), control.proofDue(600)]).toEqual(['proving', 1, null]);
  });

  it('asks for a first payout whose answer was lost, too', () => {
    const { control } = begin({ needsProof: true });
    control.onOutcome(claimed(1), LOST, 0);
    expect(control.proofDue(0)).toEqual({ ...due(1), comparesIds: true });
  });

  it('asks with the transaction id that it was just given, so that an answer about another payment is known', () => {
    const { control } = begin({ needsProof: true });
    control.onOutcome(claimed(1), accepted('T1'), 0);
    expect(control.proofDue(0)?.key).toEqual({ by: 'reference', reference: 'R1', transactionId: 'T1' });
  });

  it('asks without an id that names no payment', () => {
    const { control } = begin({ needsProof: true });
    control.onOutcome(claimed(1), accepted('0'), 0);
    expect(control.proofDue(0)?.key).toEqual({ by: 'reference', reference: 'R1' });
  });

  it('asks at once, then after 250 ms and ever longer waits', () => {
    const { control } = begin({ needsProof: true });
    control.onOutcome(claimed(1), accepted('T1'), 0);
    const asked: number[] = [];
    for (let now = 0; now < 30_000; now += 50) {
      if (control.proofDue(now) === null) continue;
      control.proofAsked(now);
      asked.push(now);
      expect(control.nextCheckMs(now)).toBeGreaterThan(now);
    }
    expect(asked).toEqual([0, 250, 750, 1_750, 3_750, 7_750, 15_750, 25_750]);
  });

  it('pauses after a minute in which the gateway did not know it', () => {
    const { control } = begin({ needsProof: true });
    control.onOutcome(claimed(1), accepted('T1'), 1_000);
    control.onFinding(due(1), NOT_KNOWN, 2_000);
    control.checkBreakers(1_000 + FIRST_PAYOUT_KNOWN_WITHIN_MS);
    expect(pauseOf(control)).toBeNull();
    control.checkBreakers(1_001 + FIRST_PAYOUT_KNOWN_WITHIN_MS);
    expect(pauseOf(control)).toBe('lostAnswersUnrecoverable');
  });

  it('flows after the minute when a person accepted that, without calling anything proven', () => {
    const { control, reported } = begin({ needsProof: true, acceptsUnprovable: true });
    control.onOutcome(claimed(1), accepted('T1'), 0);
    control.checkBreakers(FIRST_PAYOUT_KNOWN_WITHIN_MS + 1);
    expect([control.mode.kind, reported.proven]).toEqual(['flowing', 0]);
  });

  it('does not count a minute in which the gateway could not be asked', () => {
    const { control } = begin({ needsProof: true });
    control.onOutcome(claimed(1), accepted('T1'), 0);
    control.onNoAnswer(50_000);
    control.checkBreakers(100_000);
    control.onRateRefused(200_000);
    control.checkBreakers(255_000);
    expect(control.mode.kind).toBe('proving');
    control.checkBreakers(260_001);
    expect(pauseOf(control)).toBe('lostAnswersUnrecoverable');
  });
});

describe('a run in doubt', () => {
  it('only reads until ten good reads came in a minute, then lets one payout go', () => {
    const { control } = begin();
    subscribe(control, [LOST, LOST, LOST]);
    expect([control.mode.kind, control.sendsAtOnce(1), control.mayRead(1)]).toEqual(['doubting', 0, true]);
    for (let read = 0; read < 9; read += 1) control.onFinding(due(1), NOT_KNOWN, 1_000);
    for (let read = 0; read < 9; read += 1) control.onFinding(due(1), UNCLEAR, 1_000);
    expect(control.sendsAtOnce(1_000)).toBe(0);
    control.onGoodRead(60_000);
    expect(control.sendsAtOnce(60_000)).toBe(1);
  });

  it('pauses when ten good reads did not come in the minute', () => {
    const { control } = begin();
    subscribe(control, [LOST, LOST, LOST]);
    for (let read = 0; read < 9; read += 1) control.onGoodRead(1_000);
    control.checkBreakers(60_000);
    expect(pauseOf(control)).toBeNull();
    control.checkBreakers(60_001);
    expect(pauseOf(control)).toBe('ambiguity');
  });

  it('does not count the time in which the gateway refused the rate', () => {
    const { control } = begin();
    subscribe(control, [LOST, LOST, LOST]);
    control.onRateRefused(120_000);
    control.checkBreakers(170_000);
    expect(control.mode.kind).toBe('doubting');
    control.checkBreakers(180_001);
    expect(pauseOf(control)).toBe('ambiguity');
  });

  it('flows again when the payout that went alone is accepted, and forgets what it held against the gateway', () => {
    const { control, reported } = alone();
    control.sent(9 as PayoutId);
    control.onOutcome(claimed(9), accepted('T9'), 2_000);
    expect([control.mode.kind, reported.lifts, control.sendsAtOnce(2_000)]).toEqual([
      'flowing',
      1,
      Number.POSITIVE_INFINITY,
    ]);
    subscribe(control, [LOST, LOST], 3_000);
    expect(control.mode.kind).toBe('flowing');
  });

  it.each([
    ['is lost as well', LOST, 'ambiguity'],
    ['meets a doubted token', { kind: 'tokenDoubted' } as const, 'tokenRefused'],
  ])('pauses when the payout that went alone %s', (_what, outcome, code) => {
    const { control, reported } = alone();
    control.sent(9 as PayoutId);
    control.onOutcome(claimed(9), outcome, 2_000);
    expect([pauseOf(control), reported.lifts]).toEqual([code, 0]);
  });

  it('lets the next go alone when that one was refused', () => {
    const { control } = alone();
    control.sent(9 as PayoutId);
    control.onOutcome(claimed(9), refused('no'), 2_000);
    expect([control.mode.kind, control.sendsAtOnce(2_000)]).toEqual(['doubting', 1]);
    control.sent(10 as PayoutId);
    control.onOutcome(claimed(10), accepted('T10'), 2_100);
    expect(control.mode.kind).toBe('flowing');
  });

  it('is not ended by an older payout whose answer comes late', () => {
    const { control, reported } = alone();
    control.onOutcome(claimed(4), accepted('T4'), 2_000);
    control.onOutcome(claimed(5), LOST, 2_000);
    expect([control.mode.kind, reported.lifts]).toEqual(['doubting', 0]);
  });

  it('still sees a low wallet while payouts go alone', () => {
    const { control } = alone();
    for (let payout = 10; payout < 15; payout += 1) {
      control.sent(payout as PayoutId);
      control.onOutcome(claimed(payout), refused('Insufficient balance'), 2_000);
    }
    expect(pauseOf(control)).toBe('sameRefusals');
  });

  it('lifts three times a batch, counting those of earlier runs', () => {
    const { control, reported } = begin({ liftsUsed: 1 });
    for (let lift = 0; lift < 3; lift += 1) {
      subscribe(control, [LOST, LOST, LOST]);
      for (let read = 0; read < 10; read += 1) control.onGoodRead(0);
      control.sent(9 as PayoutId);
      control.onOutcome(claimed(9), accepted('T9'), 0);
    }
    expect([reported.lifts, pauseOf(control)]).toEqual([2, 'ambiguity']);
  });
});

describe('a flowing run', () => {
  it('counts as unresolved only what is still in doubt', () => {
    const { control } = begin();
    const lose = (payout: number): void => {
      control.onOutcome(claimed(payout), LOST, 0);
      control.onOutcome(claimed(900 + payout), accepted('T'), 0);
    };
    for (let payout = 1; payout <= 19; payout += 1) lose(payout);
    const change = { batch: 1, rowNumber: 2, amountPaise: 1 as Paise, late: false, echoMismatch: false } as const;
    control.changed({ ...change, payoutId: 1 as PayoutId, from: 'unknown', to: 'unknown' });
    control.changed({ ...change, payoutId: 2 as PayoutId, from: 'unknown', to: 'success' });
    lose(20);
    expect(control.mode.kind).toBe('flowing');
    lose(21);
    expect(control.mode.kind).toBe('doubting');
  });

  it('waits and then tries with a single request after one that never left', () => {
    const { control } = begin();
    control.onOutcome(claimed(1), notSent('refused'), 1_000);
    expect([control.sendsAtOnce(1_499), control.mayRead(1_499), control.nextCheckMs(1_000)]).toEqual([0, false, 1_500]);
    expect([control.sendsAtOnce(1_500), control.mayRead(1_500)]).toEqual([1, true]);
    control.onOutcome(claimed(1), accepted('T1'), 1_600);
    expect(control.sendsAtOnce(1_600)).toBe(Number.POSITIVE_INFINITY);
  });

  it('pauses when payouts wait and not even a question got through for half an hour', () => {
    const { control } = begin();
    control.onNoAnswer(1_000);
    control.onNoAnswer(900_000);
    control.checkSilence(1_000 + OFFLINE_PAUSE_MS);
    expect(pauseOf(control)).toBeNull();
    control.checkSilence(1_001 + OFFLINE_PAUSE_MS);
    expect(pauseOf(control)).toBe('offline');
  });

  it('takes an answered question for a sign of life', () => {
    const { control } = begin();
    control.onNoAnswer(0);
    control.onFinding(due(1), UNCLEAR, 1_000);
    control.checkSilence(OFFLINE_PAUSE_MS + 10);
    expect(pauseOf(control)).toBeNull();
  });

  it('keeps the first reason to stop and asks nothing more', () => {
    const { control } = begin();
    control.stop({ kind: 'bound' });
    control.onOutcome(claimed(1), { kind: 'tokenRefused' }, 0);
    expect(control.mode).toEqual({ kind: 'stopping', end: { kind: 'bound' } });
    expect([control.sendsAtOnce(0), control.mayRead(0)]).toEqual([0, false]);
  });
});

describe('a run that only follows', () => {
  it('sends nothing, reads, and has no sending to stop', () => {
    const { control } = begin({ sends: false, needsProof: true });
    control.stopSending({ code: 'slept', message: verbatim('slept') });
    control.checkBreakers(1e9);
    control.checkSilence(1e9);
    expect([control.mode.kind, control.sendsAtOnce(0), control.mayRead(0)]).toEqual(['following', 0, true]);
  });
});
