// The life of a payout, checked against the table of the design: every state and every event, then what no sequence may ever do.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvariantError } from '../../shared/failures.ts';
import { verbatim } from '../../shared/messages/message.ts';
import type { UnknownReason } from '../../shared/outcomes.ts';
import {
  batchState,
  type Finding,
  type PayoutEvent,
  type PayoutState,
  resultOf,
  STATE_KINDS,
  sumResults,
  transition,
  zeroCounts,
} from '../../shared/states.ts';
import { EVENTS, GATEWAY_EVENTS, STATES } from './payout-samples.ts';

// A letter: the payout moves there. `=`: it stays. `!`: a command that is forbidden. `*`: it also raises an alarm.
const LETTERS = {
  queued: 'Q',
  sending: 'S',
  processing: 'P',
  unknown: 'U',
  success: '+',
  failed: 'F',
  rejected: 'R',
  reversed: 'V',
  cancelled: 'C',
} as const;

const COLUMNS = [
  'queued',
  'sending',
  'processing',
  'processing, called Failed',
  'processing, failed?',
  'unknown',
  'unknown, failed?',
  'unknown, no word',
  'unknown, still pending',
  'success',
  'success, failed?',
  'failed',
  'failed, decided',
  'rejected',
  'reversed',
  'cancelled',
];

const TABLE: Readonly<Record<string, string>> = {
  //                            Q  S | P  PF P? | U  U? Uw Us| +  +? | F  Fd R  V  C
  claimed: '                    S  !   !  !  !    !  !  !  !   !  !    !  !  !  !  !',
  'interrupted by a crash': '   !  U   !  !  !    !  !  !  !   !  !    !  !  !  !  !',
  'interrupted by sleep': '     !  U   !  !  !    !  !  !  !   !  !    !  !  !  !  !',
  restored: '                   U  U   !  !  !    !  !  !  !   !  !    !  !  !  !  !',
  'sent before': '              U  !   !  !  !    !  !  !  !   !  !    !  !  !  !  !',
  forgotten: '                  !  !   U  U  U    !  !  !  !   !  !    !  !  !  !  !',
  'no word': '                    !  !   U  U  U    !  !  !  !   !  !    !  !  !  !  !',
  'still pending': '                    !  !   U  U  U    !  !  !  !   !  !    !  !  !  !  !',
  'cancelled, never answered': 'C  !   !  !  !    !  !  !  !   !  !    !  !  !  !  !',
  'cancelled, once answered': ' U  !   !  !  !    !  !  !  !   !  !    !  !  !  !  !',
  'decided paid': '             !  !   !  !  !    +  +  +  +   !  !    !  !  !  !  !',
  'decided not paid': '         !  !   !  !  !    F  F  F  F   !  !    !  !  !  !  !',
  'decision taken back': '      !  !   !  !  !    !  !  !  !   !  U    !  U  !  !  !',
  'answered not sent': '        =  Q   =  =  =    =  =  =  =   =  =    =  =  =  =  =',
  'answered token refused': '   =  U   =  =  =    =  =  =  =   =  =    =  =  =  =  =',
  'answered token doubted': '   =  U   =  =  =    =  =  =  =   =  =    =  =  =  =  =',
  'answered unknown': '         =  U   =  =  =    =  =  =  =   =  =    =  =  =  =  =',
  'answered processing': '      U* P   =  =  =    P  P  P  =   =* =*   =* =* =* =* =*',
  'answered success': '         U* +   +  +  +    +  +  +  +   =  =    +* +* +* +* +*',
  'answered reversed': '        U* V   V  V  V    V  V  V  V   V* V*   V* V* V* =  V*',
  'answered failed': '          U* F   F  =  F    =  F  =  =   =* F*   =  =  F* =* F*',
  'answered rejected': '        U* R   R  =  =    =  =  =  =   =* =*   R* R* =  =* R*',
  'looked up processing': '     U* =   =  =  =    P  P  P  =   =* =*   =* =* =* =* =*',
  'looked up undocumented': '   U* =   =  =  =    P  P  =  =   =* =*   =* =* =* =* =*',
  'looked up success': '        U* =   +  +  +    +  +  +  +   =  =    +* +* +* +* +*',
  'looked up reversed': '       U* =   V  V  V    V  V  V  V   V* V*   V* V* V* =  V*',
  'looked up failed': '         U* =   F  =  F    =  F  =  =   =* F*   =  =  F* =* F*',
  'looked up rejected': '       U* =   R  =  =    =  =  =  =   =* =*   R* R* =  =* R*',
  'looked up not known': '      =  =   =  =  =    =  =  =  =   =  =    =  =  =  =  =',
  'looked up unclear': '        =  =   =  =  =    =  =  =  =   =  =    =  =  =  =  =',
  'looked up as another': '     =  =   U  U  U    =  =  =  =   =  =    =  =  =  =  =',
};

function outcomeOf(state: PayoutState, event: PayoutEvent): string {
  try {
    const { to, moved, late } = transition(state, event);
    return `${moved ? LETTERS[to.kind] : '='}${late ? '*' : ''}`;
  } catch (error) {
    expect(error).toBeInstanceOf(InvariantError);
    return '!';
  }
}

const CELLS = Object.entries(EVENTS).flatMap(([eventName, event]) => {
  const cells = (TABLE[eventName] ?? '').trim().split(/\s+/);
  return Object.entries(STATES).map(([stateName, state]) => {
    return { stateName, eventName, state, event, expected: cells[COLUMNS.indexOf(stateName)] };
  });
});

describe('the table of states and events', () => {
  it('has a column for every state and a row for every event', () => {
    expect(Object.keys(STATES)).toEqual(COLUMNS);
    expect(Object.keys(TABLE).toSorted()).toEqual(Object.keys(EVENTS).toSorted());
    expect(new Set(Object.values(STATES).map(({ kind }) => kind))).toEqual(new Set(STATE_KINDS));
  });

  it.each(CELLS)('$stateName: $eventName gives $expected', ({ state, event, expected }) => {
    expect(outcomeOf(state, event)).toBe(expected);
  });
});

describe('a look-up that calls a payout by the id of another', () => {
  const SAME_ID = { kind: 'lookedUp', finding: { kind: 'sameId' } } as const;

  it('leaves what is followed in doubt for that reason, and forgets a refusal that was suspected', () => {
    for (const before of [
      { kind: 'processing', word: 'pending', suspected: 'failed' },
      { kind: 'unknown', reason: 'cut', suspected: 'failed' },
    ] as const) {
      expect(transition(before, SAME_ID).to).toEqual({ kind: 'unknown', reason: 'sameId', suspected: null });
    }
  });

  it.each(['queued', 'success', 'failed', 'rejected', 'reversed', 'cancelled'] as const)(
    'moves no %s payout',
    (kind) => {
      const before = Object.values(STATES).find((one) => one.kind === kind);
      expect(before && transition(before, SAME_ID)).toMatchObject({ to: { kind }, moved: false, late: false });
    },
  );
});

const state = fc.constantFrom(...Object.values(STATES));
const word = fc.string({ minLength: 1, maxLength: 12 });
const finding = fc.record({
  kind: fc.constant('state' as const),
  state: fc.constantFrom(
    'processing' as const,
    'success' as const,
    'failed' as const,
    'rejected' as const,
    'reversed' as const,
  ),
  word,
});
const gatewayEvent: fc.Arbitrary<PayoutEvent> = fc.oneof(
  fc.constantFrom(...GATEWAY_EVENTS),
  finding.map((found) => ({ kind: 'lookedUp' as const, finding: found })),
);
const anyEvent = fc.oneof(gatewayEvent, fc.constantFrom(...Object.values(EVENTS)));

/** Every state a payout passes through; a forbidden command changes nothing. */
function live(start: PayoutState, events: readonly PayoutEvent[]): PayoutState[] {
  const lived = [start];
  for (const event of events) {
    try {
      lived.push(transition(lived.at(-1) ?? start, event).to);
    } catch (error) {
      expect(error).toBeInstanceOf(InvariantError);
    }
  }
  return lived;
}

describe('any life of a payout', () => {
  it('never comes back to queued or sending once it left them', () => {
    fc.assert(
      fc.property(state, fc.array(anyEvent, { maxLength: 40 }), (start, events) => {
        const kinds = live(start, events).map(({ kind }) => kind);
        const left = kinds.findIndex((kind) => kind !== 'queued' && kind !== 'sending');
        const after = left === -1 ? [] : kinds.slice(left);
        expect(after.filter((kind) => kind === 'queued' || kind === 'sending')).toEqual([]);
      }),
      { numRuns: 3_000 },
    );
  });

  it('is sent at most once between two proofs that nothing left', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 60 }), (events) => {
        let current: PayoutState = { kind: 'queued' };
        let mayHaveLeft = false;
        for (const event of events) {
          if (event.kind === 'claimed' && current.kind === 'queued') {
            expect(mayHaveLeft).toBe(false);
            mayHaveLeft = true;
          }
          const provesUnsent = event.kind === 'answered' && event.outcome.kind === 'notSent';
          if (current.kind === 'sending' && provesUnsent) mayHaveLeft = false;
          current = live(current, [event]).at(-1) ?? current;
        }
      }),
      { numRuns: 3_000 },
    );
  });

  it('survives every word of the gateway in every state', () => {
    fc.assert(
      fc.property(state, gatewayEvent, (start, event) => {
        expect(() => transition(start, event)).not.toThrow();
      }),
      { numRuns: 3_000 },
    );
  });

  it('raises an alarm whenever an ending changes, and never changes the state it was given', () => {
    fc.assert(
      fc.property(state, gatewayEvent, (start, event) => {
        const before = structuredClone(start);
        const { to, moved, late } = transition(start, event);
        expect(start).toEqual(before);
        expect(moved).toBe(to.kind !== start.kind);
        const wasOver = !['queued', 'sending', 'processing', 'unknown'].includes(start.kind);
        if (wasOver && moved) expect(late).toBe(true);
      }),
    );
  });
});

const UNKNOWN: PayoutState = { kind: 'unknown', reason: 'timeout', suspected: null };

function lookUps(
  start: PayoutState,
  ...found: readonly (Finding | 'failed' | 'rejected' | 'pending' | 'success')[]
): PayoutState {
  const events = found.map((one): PayoutEvent => {
    if (typeof one !== 'string') return { kind: 'lookedUp', finding: one };
    const to = one === 'pending' ? 'processing' : one;
    return { kind: 'lookedUp', finding: { kind: 'state', state: to, word: one } };
  });
  return live(start, events).at(-1) ?? start;
}

describe('two look-ups that agree', () => {
  it.each([
    ['failed twice', ['failed', 'failed'], 'failed'],
    ['rejected twice', ['rejected', 'rejected'], 'rejected'],
    ['failed once', ['failed'], 'unknown'],
    ['failed, then rejected', ['failed', 'rejected'], 'unknown'],
    ['failed, rejected, rejected', ['failed', 'rejected', 'rejected'], 'rejected'],
    ['failed with "not known" between', ['failed', { kind: 'notKnown' }, 'failed'], 'unknown'],
    ['failed with an unclear answer between', ['failed', { kind: 'unclear' }, 'failed'], 'unknown'],
    ['failed, then pending', ['failed', 'pending'], 'processing'],
    ['success once', ['success'], 'success'],
    ['"not known" a hundred times', Array.from({ length: 100 }, () => ({ kind: 'notKnown' as const })), 'unknown'],
  ] as const)('an unknown payout that is %s', (_name, found, expected) => {
    expect(lookUps(UNKNOWN, ...found).kind).toBe(expected);
  });

  it('are needed before paid money is called unpaid', () => {
    const paid: PayoutState = { kind: 'success', decidedBy: null, suspected: null };
    expect(lookUps(paid, 'failed').kind).toBe('success');
    expect(lookUps(paid, 'failed', 'success', 'failed').kind).toBe('success');
    expect(lookUps(paid, 'failed', { kind: 'notKnown' }, 'failed').kind).toBe('success');
    expect(lookUps(paid, 'failed', 'failed').kind).toBe('failed');
  });

  it('are needed for a payout whose accepting answer was called failed', () => {
    const contradicted: PayoutState = { kind: 'processing', word: 'FAILED', suspected: null };
    expect(lookUps(contradicted, 'failed').kind).toBe('processing');
    expect(lookUps(contradicted, 'failed', 'failed').kind).toBe('failed');
  });
});

describe('what a state carries', () => {
  it.each<UnknownReason>(['echoMismatch', 'cut', 'timeout', 'refusedByRate', 'notJson'])(
    'keeps the reason %s',
    (reason) => {
      const received = {
        ids: { transactionId: null, rrn: null, utr: null, logNumber: null, tranRefNo: null },
        message: verbatim(''),
      };
      const outcome = { kind: 'unknown', reason, ...received, echoedReference: null, retryAfterMs: null } as const;
      const { to } = transition({ kind: 'sending' }, { kind: 'answered', outcome });
      expect(to).toEqual({ kind: 'unknown', reason, suspected: null });
    },
  );

  it.each([
    ['claimed after a crash', STATES['sending'], EVENTS['interrupted by a crash'], 'crashed'],
    ['asleep', STATES['sending'], EVENTS['interrupted by sleep'], 'slept'],
    ['restored', STATES['queued'], EVENTS['restored'], 'restored'],
    ['cancelled after an answer', STATES['queued'], EVENTS['cancelled, once answered'], 'cancelled'],
    ['known to the gateway while queued', STATES['queued'], EVENTS['looked up success'], 'restored'],
    [
      'refused with a token that the wallet refuses',
      STATES['sending'],
      EVENTS['answered token refused'],
      'unauthorized',
    ],
    ['forgotten by the gateway', STATES['processing'], EVENTS['forgotten'], 'forgotten'],
    ['without a documented word', STATES['processing'], EVENTS['no word'], 'noWord'],
    ['worked on for a month', STATES['processing'], EVENTS['still pending'], 'stillPending'],
    [
      'refused a token the wallet takes',
      STATES['sending'],
      EVENTS['answered token doubted'],
      'unauthorizedUnconfirmed',
    ],
  ])('says why a payout %s is unknown', (_name, from, event, reason) => {
    expect(from && event && transition(from, event).to).toMatchObject({ kind: 'unknown', reason });
  });

  it('names the person who decided or cancelled', () => {
    const decided = (paid: boolean): PayoutState => transition(UNKNOWN, { kind: 'decided', by: 'meera', paid }).to;
    expect(decided(true)).toEqual({ kind: 'success', decidedBy: 'meera', suspected: null });
    expect(decided(false)).toEqual({ kind: 'failed', decidedBy: 'meera' });
    const cancelled = transition({ kind: 'queued' }, { kind: 'cancelled', by: 'meera', everAnswered: false });
    expect(cancelled.to).toEqual({ kind: 'cancelled', by: 'meera' });
  });
});

describe('what is known of the money', () => {
  it.each([
    ['queued', 'notSent'],
    ['sending', 'notSettled'],
    ['processing', 'notSettled'],
    ['unknown', 'notSettled'],
    ['success', 'paid'],
    ['failed', 'notPaid'],
    ['rejected', 'notPaid'],
    ['reversed', 'notPaid'],
    ['cancelled', 'notPaid'],
  ] as const)('of a %s payout is %s', (state, result) => {
    expect(resultOf(state)).toBe(result);
    const none = { paid: 0, notPaid: 0, notSettled: 0, notSent: 0 };
    expect(sumResults({ ...zeroCounts(), [state]: 7 })).toEqual({ ...none, [result]: 7 });
  });
});

describe('batchState', () => {
  it.each([
    [{ queued: 1 }, true, 'sending'],
    [{ queued: 1, success: 5 }, false, 'paused'],
    [{ sending: 1 }, false, 'paused'],
    [{ processing: 1 }, true, 'settling'],
    [{ unknown: 1, failed: 3 }, false, 'settling'],
    [{ success: 1, failed: 1, rejected: 1, reversed: 1, cancelled: 1 }, true, 'settled'],
  ] as const)('of %j, active %s, is %s', (counts, active, expected) => {
    expect(batchState({ ...zeroCounts(), ...counts }, active)).toBe(expected);
  });

  it('counts every state from zero', () => {
    expect(Object.keys(zeroCounts())).toEqual([...STATE_KINDS]);
    expect(Object.values(zeroCounts()).every((count) => count === 0)).toBe(true);
  });
});
