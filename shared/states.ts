// The life of a payout, as one pure table: transition(state, event). The same table drives the engine and its tests. There are
// two kinds of event: our own commands, which throw when they are illegal, because that is a bug; and the gateway's word, which
// never throws: it moves the payout or is stored as late news. No event leads from unknown to queued.

import { InvariantError, unreachable } from './failures.ts';
import { isDocumentedWord, type Outcome, type UnknownReason } from './outcomes.ts';

/** The nine words for a payout's state on disk, on screen and in reports. */
export const STATE_KINDS = [
  'queued',
  'sending',
  'processing',
  'unknown',
  'success',
  'failed',
  'rejected',
  'reversed',
  'cancelled',
] as const;
export type StateKind = (typeof STATE_KINDS)[number];

/** What is known about a payout's money. Only a `notPaid` one may be paid elsewhere: the others may still be paid from here. */
export type PaymentResult = 'paid' | 'notPaid' | 'notSettled' | 'notSent';

const RESULTS: Readonly<Record<StateKind, PaymentResult>> = {
  queued: 'notSent',
  sending: 'notSettled',
  processing: 'notSettled',
  unknown: 'notSettled',
  success: 'paid',
  failed: 'notPaid',
  rejected: 'notPaid',
  reversed: 'notPaid',
  cancelled: 'notPaid',
};

export function resultOf(state: StateKind): PaymentResult {
  return RESULTS[state];
}

/** The states with this result. */
export function statesOf(result: PaymentResult): readonly StateKind[] {
  return STATE_KINDS.filter((state) => RESULTS[state] === result);
}

/** Adds up counts or rupees by state into results. */
export function sumResults(sums: Readonly<Record<StateKind, number>>): Readonly<Record<PaymentResult, number>> {
  const results = { paid: 0, notPaid: 0, notSettled: 0, notSent: 0 };
  for (const state of STATE_KINDS) results[RESULTS[state]] += sums[state];
  return results;
}

const UNPAID: readonly StateKind[] = ['failed', 'rejected', 'reversed'];

/** Whether any money that moved came back. Only such a payout may be paid again. */
export function endedUnpaid(state: StateKind): boolean {
  return UNPAID.includes(state);
}

/** Why a request in flight or its answer was lost: the process died, the machine slept, or the disk refused the answer. */
export type InterruptedReason = Extract<UnknownReason, 'crashed' | 'slept' | 'notWritten'>;

/** An ending the gateway can announce. */
export type Ending = 'success' | 'failed' | 'rejected' | 'reversed';

/** A refusal seen once, until the next lookup agrees. */
export type Suspicion = 'failed' | 'rejected' | null;

export type PayoutState =
  | { readonly kind: 'queued' }
  | { readonly kind: 'sending' }
  | { readonly kind: 'processing'; readonly word: string; readonly suspected: Suspicion }
  | { readonly kind: 'unknown'; readonly reason: UnknownReason; readonly suspected: Suspicion }
  | { readonly kind: 'success'; readonly decidedBy: string | null; readonly suspected: Suspicion }
  | { readonly kind: 'failed'; readonly decidedBy: string | null }
  | { readonly kind: 'rejected' }
  | { readonly kind: 'reversed'; readonly suspected: Suspicion }
  | { readonly kind: 'cancelled'; readonly by: string };

/** What a lookup says after the comparison with the not-known fingerprint. */
export type Finding =
  | { readonly kind: 'state'; readonly state: 'processing' | Ending; readonly word: string }
  | { readonly kind: 'notKnown' }
  | { readonly kind: 'unclear' };

/** A finding after the comparison with what else the desk knows. `sameId`: it came with an id that another payout already has. */
export type SettlingFinding = Finding | { readonly kind: 'sameId' };

/** An outcome that settles. A 401 settles after a wallet call has shown whether the token is dead. */
export type SettlingOutcome =
  | Exclude<Outcome, { kind: 'unauthorized' }>
  | { readonly kind: 'tokenRefused' }
  | { readonly kind: 'tokenDoubted' };

export type PayoutEvent =
  | { readonly kind: 'claimed' }
  | { readonly kind: 'interrupted'; readonly reason: InterruptedReason }
  | { readonly kind: 'restored' }
  | { readonly kind: 'sentBefore' }
  | { readonly kind: 'cancelled'; readonly by: string; readonly everAnswered: boolean }
  | { readonly kind: 'decided'; readonly by: string; readonly paid: boolean }
  | { readonly kind: 'takenBack'; readonly reason: UnknownReason }
  | { readonly kind: 'forgotten' }
  | { readonly kind: 'noWord' }
  | { readonly kind: 'stillPending' }
  | { readonly kind: 'answered'; readonly outcome: SettlingOutcome }
  | { readonly kind: 'lookedUp'; readonly finding: SettlingFinding };

/** `moved`: the kind of state changed. `late`: news came after an ending, and a person must read it. */
export interface Transition {
  readonly to: PayoutState;
  readonly moved: boolean;
  readonly late: boolean;
}

/**
 * The next state of a payout. Throws InvariantError for a command of ours that the state forbids, never for the gateway's word.
 * See DESIGN, The life of a payout.
 */
export function transition(state: PayoutState, event: PayoutEvent): Transition {
  switch (event.kind) {
    case 'claimed':
      if (state.kind === 'queued') return move({ kind: 'sending' });
      return forbid(state, event);
    case 'interrupted':
      if (state.kind === 'sending') return move(doubt(event.reason));
      return forbid(state, event);
    case 'restored':
      if (state.kind === 'queued' || state.kind === 'sending') return move(doubt('restored'));
      return forbid(state, event);
    case 'sentBefore':
      // An older version put payouts back in the queue that the gateway had refused for the token.
      if (state.kind === 'queued') return move(doubt('unauthorized'));
      return forbid(state, event);
    case 'cancelled':
      if (state.kind !== 'queued') return forbid(state, event);
      return move(event.everAnswered ? doubt('cancelled') : { kind: 'cancelled', by: event.by });
    case 'decided':
      if (state.kind !== 'unknown') return forbid(state, event);
      return move(
        event.paid
          ? { kind: 'success', decidedBy: event.by, suspected: null }
          : { kind: 'failed', decidedBy: event.by },
      );
    case 'takenBack':
      // Back to unknown, from where nothing is sent. Only a person's own decision is taken back, never the gateway's word.
      if ((state.kind !== 'success' && state.kind !== 'failed') || state.decidedBy === null)
        return forbid(state, event);
      return move(doubt(event.reason));
    case 'forgotten':
      // The gateway accepted it and has not known it for days; only a person can end it.
      if (state.kind !== 'processing') return forbid(state, event);
      return move(doubt('forgotten'));
    case 'noWord':
      // For days the gateway used only undocumented words, or gave no answer; a person may end it.
      if (state.kind !== 'processing') return forbid(state, event);
      return move(doubt('noWord'));
    case 'stillPending':
      // For a month the gateway has said that it is working on it; a person may end it.
      if (state.kind !== 'processing') return forbid(state, event);
      return move(doubt('stillPending'));
    case 'answered':
      return settleBy(state, event.outcome);
    case 'lookedUp':
      return find(state, event.finding);
    default:
      return unreachable(event);
  }
}

/** The answer to a payout request: it settles a sending payout; after that it is only evidence. */
function settleBy(state: PayoutState, outcome: SettlingOutcome): Transition {
  if (state.kind === 'sending') return move(settled(outcome));
  if (outcome.kind === 'accepted') return find(state, { kind: 'state', state: outcome.state, word: outcome.word });
  if (outcome.kind === 'refused') return find(state, { kind: 'state', state: outcome.state, word: outcome.state });
  return keep(state);
}

function settled(outcome: SettlingOutcome): PayoutState {
  switch (outcome.kind) {
    case 'notSent':
      return { kind: 'queued' };
    case 'tokenRefused':
      // A gateway may execute a request that it refused for the token, and show it only minutes later.
      return doubt('unauthorized');
    case 'tokenDoubted':
      return doubt('unauthorizedUnconfirmed');
    case 'accepted':
      return outcome.state === 'processing'
        ? { kind: 'processing', word: outcome.word, suspected: null }
        : ended(outcome.state);
    case 'refused':
      return ended(outcome.state);
    case 'unknown':
      return doubt(outcome.reason);
    default:
      return unreachable(outcome);
  }
}

/** News about a payout that is not waiting for an answer. */
function find(state: PayoutState, finding: SettlingFinding): Transition {
  switch (state.kind) {
    case 'queued':
      // The gateway knows a payout that we believe unsent; it must not be sent until a person has checked.
      return finding.kind === 'state' ? late(doubt('restored')) : keep(state);
    case 'sending':
      return keep(state);
    case 'processing':
    case 'unknown':
      return follow(state, finding);
    case 'success':
    case 'reversed':
    case 'failed':
    case 'rejected':
    case 'cancelled':
      return reconsider(state, finding);
    default:
      return unreachable(state);
  }
}

type Followed = Extract<PayoutState, { kind: 'processing' | 'unknown' }>;

function follow(state: Followed, finding: SettlingFinding): Transition {
  if (finding.kind === 'sameId') {
    return state.kind === 'processing' ? move(doubt('sameId')) : keep({ ...state, reason: 'sameId', suspected: null });
  }
  if (finding.kind !== 'state') return keep({ ...state, suspected: null });
  switch (finding.state) {
    case 'processing':
      // The words that put it in doubt do not end the doubt.
      if (state.kind === 'unknown' && isStillSo(state.reason, finding.word)) return keep({ ...state, suspected: null });
      return state.kind === 'processing'
        ? keep({ kind: 'processing', word: finding.word, suspected: null })
        : move({ kind: 'processing', word: finding.word, suspected: null });
    case 'success':
    case 'reversed':
      return move(ended(finding.state));
    case 'failed':
    case 'rejected':
      return believes(state, finding.state) ? move(ended(finding.state)) : keep({ ...state, suspected: finding.state });
    default:
      return unreachable(finding.state);
  }
}

function isStillSo(reason: UnknownReason, word: string): boolean {
  return reason === 'stillPending' || (reason === 'noWord' && !isDocumentedWord(word));
}

/** One lookup is enough for a payout that the gateway said it was working on. After doubt or a contradiction, two must agree. */
function believes(state: Followed, refusal: 'failed' | 'rejected'): boolean {
  if (state.suspected === refusal) return true;
  return state.kind === 'processing' && !['failed', 'rejected'].includes(state.word.toLowerCase());
}

type Final = Exclude<PayoutState, { kind: 'queued' | 'sending' | 'processing' | 'unknown' }>;

/** After an ending: another ending is adopted as late news; "still processing" is late news that changes nothing. */
function reconsider(state: Final, finding: SettlingFinding): Transition {
  if (finding.kind !== 'state' || finding.state === state.kind) return keep(calmed(state));
  if (finding.state === 'processing') return { to: state, moved: false, late: true };
  if (finding.state === 'success' || finding.state === 'reversed') return late(ended(finding.state));
  if (!('suspected' in state) || state.suspected === finding.state) return late(ended(finding.state));
  // A payment reported as paid becomes unpaid only when two lookups in a row say so.
  return { to: { ...state, suspected: finding.state }, moved: false, late: true };
}

function calmed(state: Final): Final {
  return 'suspected' in state ? { ...state, suspected: null } : state;
}

function ended(ending: Ending): PayoutState {
  switch (ending) {
    case 'success':
      return { kind: 'success', decidedBy: null, suspected: null };
    case 'failed':
      return { kind: 'failed', decidedBy: null };
    case 'rejected':
      return { kind: 'rejected' };
    case 'reversed':
      return { kind: 'reversed', suspected: null };
    default:
      return unreachable(ending);
  }
}

function doubt(reason: UnknownReason): PayoutState {
  return { kind: 'unknown', reason, suspected: null };
}

function move(to: PayoutState): Transition {
  return { to, moved: true, late: false };
}

function late(to: PayoutState): Transition {
  return { to, moved: true, late: true };
}

function keep(state: PayoutState): Transition {
  return { to: state, moved: false, late: false };
}

function forbid(state: PayoutState, event: PayoutEvent): never {
  throw new InvariantError(`a ${state.kind} payout cannot be ${event.kind}`);
}

/** A batch's state, derived from its payouts. */
export type BatchState = 'sending' | 'paused' | 'settling' | 'settled';
export type Counts = Readonly<Record<StateKind, number>>;

/** `active`: an engine is sending the batch now. */
export function batchState(counts: Counts, active: boolean): BatchState {
  if (counts.queued + counts.sending > 0) return active ? 'sending' : 'paused';
  return counts.processing + counts.unknown > 0 ? 'settling' : 'settled';
}

/** What a person sees: a batch of which nothing leaves now, though an engine has it, is never called `sending`. */
export type ShownBatchState = BatchState | 'waiting' | 'pausing';

export function zeroCounts(): Record<StateKind, number> {
  return Object.fromEntries(STATE_KINDS.map((kind) => [kind, 0])) as Record<StateKind, number>;
}

/** The words for people, on screens and on paper. */
export const STATE_WORDS: Readonly<Record<StateKind, string>> = {
  queued: 'Not sent yet',
  sending: 'Sending',
  processing: 'Processing',
  unknown: 'Not confirmed',
  success: 'Paid',
  failed: 'Failed',
  rejected: 'Rejected',
  reversed: 'Reversed',
  cancelled: 'Cancelled',
};

export const RESULT_WORDS: Readonly<Record<PaymentResult, string>> = {
  paid: 'Paid',
  notPaid: 'Not paid',
  notSettled: 'Not settled yet',
  notSent: 'Not sent yet',
};
