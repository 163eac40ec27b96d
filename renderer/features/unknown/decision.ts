// Whether a decision is complete, and what it says. Nothing is filled in that a person has not typed.

import type { AnswerOf, ParamsOf } from '../../../shared/api/contract.ts';
import { formatDayAndTime } from '../../text/format.ts';
import { UNKNOWN } from '../../text/payout.ts';

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

/** Shape: null when a person may decide it now. Units: milliseconds. */
export function earlyWords(
  { isOpen, opensAtMs, answersMissing, rateOpensAtMs }: UnknownGroup['notPaid'],
  nowMs: number,
): string | null {
  if (isOpen) return null;
  const wants = wantsOf({ day: formatDayAndTime(opensAtMs), isWaiting: opensAtMs > nowMs, answersMissing });
  return rateOpensAtMs === null ? wants : `${wants} ${UNKNOWN.mayRate(formatDayAndTime(rateOpensAtMs))}`;
}

/** What was told before its time came still names the time: nothing else is missing then. */
function wantsOf({
  day,
  isWaiting,
  answersMissing,
}: {
  readonly day: string;
  readonly isWaiting: boolean;
  readonly answersMissing: number;
}): string {
  if (answersMissing === 0) return UNKNOWN.mayFrom(day);
  return isWaiting ? UNKNOWN.mayFromAfter(day, answersMissing) : UNKNOWN.mayAfter(answersMissing);
}

/** Payouts in doubt that can be decided together. */
export type UnknownGroup = AnswerOf<'listUnknown'>['groups'][number];
