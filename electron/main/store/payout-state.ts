// A payout's state between the table's columns and the union of shared/states. In: columns. Out: a state, checked.
// This file must never invent a missing value: columns that do not fit their state are our bug.

import { invariant, unreachable } from '../../../shared/failures.ts';
import type { UnknownReason } from '../../../shared/outcomes.ts';
import type { PayoutState, StateKind, Suspicion } from '../../../shared/states.ts';

/** The columns that hold a state. */
export interface StateColumns {
  readonly state: StateKind;
  readonly gateway_status: string | null;
  readonly unknown_reason: string | null;
  readonly suspected: Suspicion;
  readonly decided_by: string | null;
}

/** Reads a state. Errors: throws InvariantError when the columns contradict each other. */
export function decodeState(row: StateColumns): PayoutState {
  const { state: kind, suspected, decided_by: decidedBy } = row;
  switch (kind) {
    case 'queued':
    case 'sending':
    case 'rejected':
      return { kind };
    case 'processing':
      invariant(row.gateway_status !== null, 'a processing payout has no word of the gateway');
      return { kind, word: row.gateway_status, suspected };
    case 'unknown':
      invariant(row.unknown_reason !== null, 'an unknown payout has no reason');
      return { kind, reason: row.unknown_reason as UnknownReason, suspected };
    case 'success':
      return { kind, decidedBy, suspected };
    case 'failed':
      return { kind, decidedBy };
    case 'reversed':
      return { kind, suspected };
    case 'cancelled':
      return { kind, by: decidedBy ?? '' };
    default:
      return unreachable(kind);
  }
}

/** Writes a state; `gateway_status` stays with what the gateway last said. */
export function encodeState(state: PayoutState): Omit<StateColumns, 'gateway_status'> {
  return {
    state: state.kind,
    unknown_reason: state.kind === 'unknown' ? state.reason : null,
    suspected: 'suspected' in state ? state.suspected : null,
    decided_by: decidedBy(state),
  };
}

function decidedBy(state: PayoutState): string | null {
  if (state.kind === 'cancelled') return state.by;
  return state.kind === 'success' || state.kind === 'failed' ? state.decidedBy : null;
}
