// The table of states under fuzz: one payout through a long life of answers, lookups and commands. Never judge a step by the
// table itself: this file has its own list of what the design forbids.

import { InvariantError } from '../../shared/failures.ts';
import {
  batchState,
  type PayoutEvent,
  type PayoutState,
  STATE_KINDS,
  type StateKind,
  transition,
  zeroCounts,
} from '../../shared/states.ts';
import type { Random } from '../seeded/random.ts';
import { EVENTS, STATES } from '../shared/payout-samples.ts';
import type { FuzzTarget } from './target.ts';

const ALL_EVENTS = Object.values(EVENTS);
const ALL_STATES = Object.values(STATES);
const STEPS_MAX = 12;
const COMMANDS: Readonly<Record<string, readonly StateKind[]>> = {
  claimed: ['queued'],
  interrupted: ['sending'],
  restored: ['queued', 'sending'],
  sentBefore: ['queued'],
  forgotten: ['processing'],
  noWord: ['processing'],
  stillPending: ['processing'],
  cancelled: ['queued'],
  decided: ['unknown'],
  takenBack: ['success', 'failed'],
};

/** Null for the gateway's events, which are never forbidden. A decision can be taken back only where a person decided. */
function isAllowed(from: PayoutState, event: PayoutEvent): boolean | null {
  const kinds = COMMANDS[event.kind];
  if (kinds === undefined) return null;
  if (event.kind !== 'takenBack') return kinds.includes(from.kind);
  return kinds.includes(from.kind) && 'decidedBy' in from && from.decidedBy !== null;
}

function draw<Value>(random: Random, values: readonly Value[]): Value {
  const value = values[random.below(values.length)];
  if (value === undefined) throw new RangeError('nothing to draw from');
  return value;
}

function step(from: PayoutState, event: PayoutEvent): PayoutState | string {
  const allowed = isAllowed(from, event);
  const what = `${from.kind} and ${JSON.stringify(event)}`;
  try {
    const { to, moved, late } = transition(from, event);
    if (allowed === false) return `a forbidden command passed: ${what}`;
    if (moved !== (to.kind !== from.kind)) return `moved is not true: ${what}`;
    if (to.kind === 'queued' && from.kind !== 'queued' && !isProvablyUnsent(from, event))
      return `queued again: ${what}`;
    if (to.kind === 'sending' && from.kind !== 'sending' && from.kind !== 'queued') return `sent again: ${what}`;
    if (late && ['sending', 'processing', 'unknown'].includes(from.kind))
      return `an alarm about an open payout: ${what}`;
    if (event.kind === 'takenBack') return to.kind === 'unknown' ? to : `taken back into ${to.kind}: ${what}`;
    if (moved && isEnding(from.kind) && !late) return `an ending changed without an alarm: ${what}`;
    if (from.kind === 'unknown' && isRefusal(to.kind) && !isBelieved(from, event))
      return `a refusal believed too soon: ${what}`;
    return to;
  } catch (error) {
    return error instanceof InvariantError && allowed === false ? from : `threw: ${what}`;
  }
}

function isProvablyUnsent(from: PayoutState, event: PayoutEvent): boolean {
  if (from.kind !== 'sending' || event.kind !== 'answered') return false;
  return event.outcome.kind === 'notSent';
}

/** A payout in doubt becomes unpaid only by a person, or when two in a row say so. */
function isBelieved(from: Extract<PayoutState, { kind: 'unknown' }>, event: PayoutEvent): boolean {
  return event.kind === 'decided' || from.suspected !== null;
}

function isEnding(kind: StateKind): boolean {
  return isRefusal(kind) || ['success', 'reversed', 'cancelled'].includes(kind);
}

function isRefusal(kind: StateKind): boolean {
  return kind === 'failed' || kind === 'rejected';
}

function checkLife(random: Random): string | null {
  let state = draw(random, ALL_STATES);
  for (let steps = random.between(1, STEPS_MAX); steps > 0; steps -= 1) {
    const next = step(state, draw(random, ALL_EVENTS));
    if (typeof next === 'string') return next;
    state = next;
  }
  return null;
}

function checkBatch(random: Random): string | null {
  const counts = zeroCounts();
  for (const kind of STATE_KINDS) counts[kind] = random.percent(40) ? random.below(3) : 0;
  const active = random.percent(50);
  const said = batchState(counts, active);
  const unsent = counts.queued + counts.sending > 0;
  const open = counts.processing + counts.unknown > 0;
  const expected = unsent ? (active ? 'sending' : 'paused') : open ? 'settling' : 'settled';
  return said === expected ? null : `${JSON.stringify(counts)} is called ${said}`;
}

export const LIVES: FuzzTarget = {
  name: 'states',
  check: (random) => (random.percent(90) ? checkLife(random) : checkBatch(random)),
};
