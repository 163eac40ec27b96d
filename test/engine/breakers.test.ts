import { describe, expect, it } from 'vitest';
import {
  countOutcome,
  FRESH_WATCH,
  OFFLINE_PAUSE_MS,
  offlineTooLong,
  stopOf,
  trip,
  type Watch,
} from '../../electron/main/engine/breakers.ts';
import type { Pause, PauseCode } from '../../shared/failures.ts';
import { verbatim } from '../../shared/messages/message.ts';
import { inEnglish } from '../../shared/messages/speak.ts';
import type { SettlingOutcome } from '../../shared/states.ts';
import { accepted, notSent, refused, unknown } from './ready-answers.ts';

const LOST = unknown('timeout');
const GOOD = accepted('T1');
const POOR = refused('Insufficient balance');

function after(outcomes: readonly SettlingOutcome[]): Watch {
  return outcomes.reduce((watch, outcome, index) => countOutcome(watch, outcome, index), FRESH_WATCH);
}

function tripped(outcomes: readonly SettlingOutcome[], unresolved = 0): PauseCode | null {
  return trip(after(outcomes), { unresolved, nowMs: outcomes.length })?.code ?? null;
}

function said(pause: Pause | null): string {
  return inEnglish(pause?.message ?? verbatim(''));
}

function times(count: number, outcome: SettlingOutcome): SettlingOutcome[] {
  return Array.from({ length: count }, () => outcome);
}

describe('trip', () => {
  it.each<[string, readonly SettlingOutcome[], number, PauseCode | null]>([
    ['flows while nothing happened', [], 0, null],
    ['bears two lost answers in a row', [LOST, LOST], 2, null],
    ['trips at three lost answers in a row', [LOST, LOST, LOST], 3, 'ambiguity'],
    ['counts a doubted token as lost', [LOST, { kind: 'tokenDoubted' }, LOST], 3, 'ambiguity'],
    ['begins the row anew after an answer', [LOST, LOST, GOOD, LOST], 3, null],
    ['does not let a request that never left break the row', [LOST, LOST, notSent('dns'), LOST], 3, 'ambiguity'],
    ['bears 19 unresolved', [GOOD], 19, null],
    ['trips at 20 unresolved', [GOOD], 20, 'ambiguity'],
    ['bears 10 of 499', times(499, GOOD), 10, null],
    ['trips at 2 % of 500', times(500, GOOD), 10, 'ambiguity'],
    ['bears less than 2 % of 500', times(500, GOOD), 9, null],
    ['bears less than 2 % of more', times(600, GOOD), 11, null],
    ['bears four refusals with the same words', times(4, POOR), 0, null],
    ['trips at five refusals with the same words', times(5, POOR), 0, 'sameRefusals'],
    ['bears refusals with different words', [...times(4, POOR), refused('Wrong account'), POOR], 0, null],
    ['holds failed and rejected apart', [...times(4, POOR), refused('Insufficient balance', 'failed')], 0, null],
    ['begins the refusals anew after a payment', [...times(4, POOR), GOOD, ...times(4, POOR)], 0, null],
  ])('%s', (_sentence, outcomes, unresolved, code) => {
    expect(tripped(outcomes, unresolved)).toBe(code);
  });

  it('names ambiguity before a low wallet, for what is in doubt weighs more', () => {
    expect(tripped(times(5, POOR), 20)).toBe('ambiguity');
  });

  it('bears half an hour offline, and not a moment more', () => {
    const watch = countOutcome(countOutcome(FRESH_WATCH, notSent('dns'), 1_000), notSent('refused'), 900_000);
    const at = (nowMs: number) => trip(watch, { unresolved: 0, nowMs })?.code ?? null;
    expect(at(1_000 + OFFLINE_PAUSE_MS)).toBeNull();
    expect(at(1_000 + OFFLINE_PAUSE_MS + 1)).toBe('offline');
    expect(offlineTooLong(1_000, 1_000 + OFFLINE_PAUSE_MS + 1)?.code).toBe('offline');
  });

  it('counts offline from anew once a request got through', () => {
    const watch = after([notSent('dns'), GOOD, notSent('dns')]);
    expect(trip(watch, { unresolved: 0, nowMs: 2 + OFFLINE_PAUSE_MS })).toBeNull();
  });

  it('says the gateway’s own words and how many are in doubt', () => {
    expect(said(trip(after(times(5, POOR)), { unresolved: 0, nowMs: 0 }))).toContain('Insufficient balance');
    expect(said(trip(after(times(3, LOST)), { unresolved: 1, nowMs: 0 }))).toContain('1 payment ');
    expect(said(trip(after(times(3, LOST)), { unresolved: 3, nowMs: 0 }))).toContain('3 payments ');
  });
});

describe('stopOf', () => {
  it.each<[SettlingOutcome, PauseCode | null]>([
    [{ kind: 'tokenRefused' }, 'tokenRefused'],
    [{ kind: 'tokenDoubted' }, 'tokenRefused'],
    [notSent('certificate'), 'certificate'],
    [notSent('tls'), null],
    [notSent('dns'), null],
    [unknown('echoMismatch'), 'echoMismatch'],
    [unknown('invalidMid'), 'invalidMid'],
    [unknown('wrongUrl'), 'wrongUrl'],
    [unknown('timeout'), null],
    [unknown('refusedByRate'), null],
    [unknown('httpStatus'), null],
    [accepted('T1'), null],
    [refused('no'), null],
  ])('of %o is %s', (outcome, code) => {
    expect(stopOf(outcome)?.code ?? null).toBe(code);
  });
});
