// Whether a decision is complete, and what it says. In: what a person typed. Out: the decision as the desk takes it.
// This file must never fill in anything that a person has not typed.

import type { ParamsOf } from '../../../shared/api/contract.ts';
import type { UnknownGroup } from './unknown-group.ts';

export interface TypedDecision {
  readonly rrn: string;
  readonly ticket: string;
  readonly note: string;
  readonly count: string;
}

/** Shape: `isOpen` when "not paid" needs no ticket now. */
interface Asked {
  readonly paid: boolean;
  readonly count: number;
  readonly isOpen: boolean;
}

export function mayDecide(typed: TypedDecision, { paid, count, isOpen }: Asked): boolean {
  const hasEvidence = paid ? typed.rrn.trim() !== '' : isOpen || typed.ticket.trim() !== '';
  const hasCount = count === 1 || typed.count.trim() === String(count);
  return hasEvidence && hasCount && typed.note.trim() !== '';
}

/** The group that now holds the first of these payouts that is still in doubt; null when none is. */
export function groupNow(groups: readonly UnknownGroup[], asked: readonly string[]): UnknownGroup | null {
  for (const payout of asked) {
    const group = groups.find(({ payouts }) => payouts.includes(payout));
    if (group !== undefined) return group;
  }
  return null;
}

export function decisionOf(typed: TypedDecision, paid: boolean): ParamsOf<'resolvePayouts'>['decision'] {
  if (paid) return { kind: 'paid', rrn: typed.rrn.trim() };
  const ticket = typed.ticket.trim();
  return { kind: 'notPaid', ticket: ticket === '' ? null : ticket };
}
