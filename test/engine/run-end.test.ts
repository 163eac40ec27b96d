import { describe, expect, it } from 'vitest';
import type { RunEnd } from '../../electron/main/domain/run.ts';
import { endOf, pauseToNote, type Remainder, type RunMode } from '../../electron/main/engine/run-control.ts';
import { verbatim } from '../../shared/messages/message.ts';
import { spoken } from '../fixtures/spoken.ts';

const FLOWING: RunMode = { kind: 'flowing' };
const HORIZON_MS = 10 * 60_000;

function left(change: Partial<Remainder> = {}): Remainder {
  return { claimable: 0, held: 0, nextDueInMs: null, hasKnownReference: false, ...change };
}

describe('endOf', () => {
  it.each<[string, { send: boolean; until: 'sent' | 'settled' | 'asked' }, Partial<Remainder>, string | null]>([
    ['sent, nothing queued', { send: true, until: 'sent' }, {}, 'reached'],
    ['sent, look-ups due', { send: true, until: 'sent' }, { nextDueInMs: 0 }, 'reached'],
    ['sent, something queued', { send: true, until: 'sent' }, { claimable: 1 }, null],
    ['settled, nothing followed', { send: true, until: 'settled' }, {}, 'reached'],
    ['settled, a look-up within ten minutes', { send: true, until: 'settled' }, { nextDueInMs: HORIZON_MS }, null],
    [
      'settled, a look-up later than that',
      { send: true, until: 'settled' },
      { nextDueInMs: HORIZON_MS + 1 },
      'reached',
    ],
    ['settled, something queued', { send: true, until: 'settled' }, { claimable: 1, nextDueInMs: 1e9 }, null],
    ['following, a look-up within ten minutes', { send: false, until: 'settled' }, { nextDueInMs: 5 }, null],
    ['following "until sent", which it never does', { send: false, until: 'sent' }, { nextDueInMs: 5 }, null],
    ['in turns, a look-up within five seconds', { send: false, until: 'asked' }, { nextDueInMs: 5_000 }, null],
    ['in turns, a look-up later than that', { send: false, until: 'asked' }, { nextDueInMs: 5_001 }, 'reached'],
    ['following, with rows queued', { send: false, until: 'settled' }, { claimable: 9 }, 'reached'],
    ['following, with rows held', { send: false, until: 'settled' }, { held: 9 }, 'reached'],
    ['sent, with guarded rows', { send: true, until: 'sent' }, { held: 2 }, 'guarded'],
    [
      'sent, with rows the gateway knows',
      { send: true, until: 'sent' },
      { held: 2, hasKnownReference: true },
      'referenceKnown',
    ],
    ['settled, held rows and look-ups due', { send: true, until: 'settled' }, { held: 2, nextDueInMs: 5 }, null],
  ])('%s', (_sentence, request, remainder, ends) => {
    const end = endOf(FLOWING, request, left(remainder));
    expect(end?.kind === 'paused' ? end.pause.code : (end?.kind ?? null)).toBe(ends);
  });

  it('ends a stopping run as it was stopped, whatever is left', () => {
    const mode: RunMode = { kind: 'stopping', end: { kind: 'bound' } };
    expect(endOf(mode, { send: true, until: 'settled' }, left({ claimable: 5, nextDueInMs: 0 }))).toEqual({
      kind: 'bound',
    });
  });

  it('says how many rows are held back', () => {
    const words = (held: number) => spoken(endOf(FLOWING, { send: true, until: 'sent' }, left({ held })));
    expect(words(1)).toMatchObject({ pause: { message: expect.stringMatching(/^1 row is/) } });
    expect(words(12)).toMatchObject({ pause: { message: expect.stringMatching(/^12 rows are/) } });
  });
});

describe('pauseToNote', () => {
  const paused: RunEnd = { kind: 'paused', pause: { code: 'person', message: verbatim('asked') } };
  it.each<[string, RunEnd, { send: boolean; claimable: number }, string | null]>([
    ['a pause', paused, { send: true, claimable: 3 }, 'person'],
    ['a pause with nothing left to send', paused, { send: true, claimable: 0 }, 'person'],
    ['a bound with something left to send', { kind: 'bound' }, { send: true, claimable: 3 }, 'timeOver'],
    ['a bound with nothing left to send', { kind: 'bound' }, { send: true, claimable: 0 }, null],
    ['an end that was reached', { kind: 'reached' }, { send: true, claimable: 0 }, null],
    ['the pause of a run that only follows', paused, { send: false, claimable: 3 }, null],
    ['the bound of a run that only follows', { kind: 'bound' }, { send: false, claimable: 3 }, null],
  ])('of %s', (_what, end, left, code) => {
    expect(pauseToNote(end, left)?.code ?? null).toBe(code);
  });
});
