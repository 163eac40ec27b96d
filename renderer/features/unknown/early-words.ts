// What "not paid" still waits for, in words. In: what the desk says of it, and the time. Out: a sentence, null when nothing.
// This file must never sound as if a ticket were the only way.

import { formatDayAndTime } from '../../text/format.ts';
import { UNKNOWN } from '../../text/payout.ts';
import type { UnknownGroup } from './unknown-group.ts';

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
