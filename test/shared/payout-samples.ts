// Payout states and events by name, for tests: at least one sample of each kind, with the details that change the result. The
// types require every kind, so a new state, event, outcome or finding cannot be forgotten here.

import { verbatim } from '../../shared/messages/message.ts';
import { NO_IDS } from '../../shared/outcomes.ts';
import type { PayoutEvent, PayoutState, SettlingFinding, SettlingOutcome, StateKind } from '../../shared/states.ts';

type Named<Value> = Readonly<Record<string, Value>>;
type ByKind<Union extends { readonly kind: string }> = {
  readonly [Kind in Union['kind']]: Named<Extract<Union, { kind: Kind }>>;
};

const STATES_BY_KIND: ByKind<PayoutState> & Readonly<Record<StateKind, unknown>> = {
  queued: { queued: { kind: 'queued' } },
  sending: { sending: { kind: 'sending' } },
  processing: {
    processing: { kind: 'processing', word: 'accept', suspected: null },
    'processing, called Failed': { kind: 'processing', word: 'Failed', suspected: null },
    'processing, failed?': { kind: 'processing', word: 'failed', suspected: 'failed' },
  },
  unknown: {
    unknown: { kind: 'unknown', reason: 'timeout', suspected: null },
    'unknown, failed?': { kind: 'unknown', reason: 'crashed', suspected: 'failed' },
    'unknown, no word': { kind: 'unknown', reason: 'noWord', suspected: null },
    'unknown, still pending': { kind: 'unknown', reason: 'stillPending', suspected: null },
  },
  success: {
    success: { kind: 'success', decidedBy: null, suspected: null },
    'success, failed?': { kind: 'success', decidedBy: 'meera', suspected: 'failed' },
  },
  failed: {
    failed: { kind: 'failed', decidedBy: null },
    'failed, decided': { kind: 'failed', decidedBy: 'meera' },
  },
  rejected: { rejected: { kind: 'rejected' } },
  reversed: { reversed: { kind: 'reversed', suspected: null } },
  cancelled: { cancelled: { kind: 'cancelled', by: 'meera' } },
};

const received = { ids: NO_IDS, message: verbatim('words') } as const;

const OUTCOMES: ByKind<SettlingOutcome> = {
  notSent: { 'answered not sent': { kind: 'notSent', cause: 'dns', message: verbatim('no such host') } },
  tokenRefused: { 'answered token refused': { kind: 'tokenRefused' } },
  tokenDoubted: { 'answered token doubted': { kind: 'tokenDoubted' } },
  accepted: {
    'answered processing': { kind: 'accepted', state: 'processing', word: 'accept', ...received },
    'answered success': { kind: 'accepted', state: 'success', word: 'success', ...received },
    'answered reversed': { kind: 'accepted', state: 'reversed', word: 'reversed', ...received },
  },
  refused: {
    'answered failed': { kind: 'refused', state: 'failed', word: 'failed', ...received },
    'answered rejected': { kind: 'refused', state: 'rejected', word: null, ...received },
  },
  unknown: {
    'answered unknown': { kind: 'unknown', reason: 'cut', ...received, echoedReference: null, retryAfterMs: null },
  },
};

const FINDINGS: ByKind<SettlingFinding> = {
  state: {
    'looked up processing': { kind: 'state', state: 'processing', word: 'pending' },
    'looked up undocumented': { kind: 'state', state: 'processing', word: 'refunded' },
    'looked up success': { kind: 'state', state: 'success', word: 'SUCCESS' },
    'looked up reversed': { kind: 'state', state: 'reversed', word: 'reversed' },
    'looked up failed': { kind: 'state', state: 'failed', word: 'failed' },
    'looked up rejected': { kind: 'state', state: 'rejected', word: 'rejected' },
  },
  notKnown: { 'looked up not known': { kind: 'notKnown' } },
  unclear: { 'looked up unclear': { kind: 'unclear' } },
  sameId: { 'looked up as another': { kind: 'sameId' } },
};

const EVENTS_BY_KIND: ByKind<PayoutEvent> = {
  forgotten: { forgotten: { kind: 'forgotten' } },
  noWord: { 'no word': { kind: 'noWord' } },
  stillPending: { 'still pending': { kind: 'stillPending' } },
  sentBefore: { 'sent before': { kind: 'sentBefore' } },
  claimed: { claimed: { kind: 'claimed' } },
  interrupted: {
    'interrupted by a crash': { kind: 'interrupted', reason: 'crashed' },
    'interrupted by sleep': { kind: 'interrupted', reason: 'slept' },
  },
  restored: { restored: { kind: 'restored' } },
  cancelled: {
    'cancelled, never answered': { kind: 'cancelled', by: 'meera', everAnswered: false },
    'cancelled, once answered': { kind: 'cancelled', by: 'meera', everAnswered: true },
  },
  decided: {
    'decided paid': { kind: 'decided', by: 'meera', paid: true },
    'decided not paid': { kind: 'decided', by: 'meera', paid: false },
  },
  takenBack: { 'decision taken back': { kind: 'takenBack', reason: 'timeout' } },
  answered: mapNamed(flatten<SettlingOutcome>(OUTCOMES), (outcome) => ({ kind: 'answered', outcome })),
  lookedUp: mapNamed(flatten<SettlingFinding>(FINDINGS), (finding) => ({ kind: 'lookedUp', finding })),
};

export const STATES: Named<PayoutState> = flatten<PayoutState>(STATES_BY_KIND);
export const EVENTS: Named<PayoutEvent> = flatten<PayoutEvent>(EVENTS_BY_KIND);

/** The gateway's events; all others are commands of ours. */
export const GATEWAY_EVENTS: readonly PayoutEvent[] = Object.values(EVENTS).filter(
  ({ kind }) => kind === 'answered' || kind === 'lookedUp',
);

function flatten<Value>(groups: Readonly<Record<string, Named<Value>>>): Named<Value> {
  return Object.fromEntries(Object.values(groups).flatMap((group) => Object.entries(group)));
}

function mapNamed<From, To>(named: Named<From>, change: (value: From) => To): Named<To> {
  return Object.fromEntries(Object.entries(named).map(([name, value]) => [name, change(value)]));
}
