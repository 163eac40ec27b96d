// The dates that a missing payment is chased by, from the local day on which it was sent. Source: RBI/2019-20/67,
// DPSS.CO.PD No.629/02.01.014/2019-20 of 20 September 2019 (turn around time of failed transactions): T is the calendar date of the
// transaction, and money that IMPS or UPI took and did not credit is returned by T+1. Working days leave out Saturdays and Sundays.
// Bank holidays are not known here, so a working day may really be later.

import { DAY_MS } from '../../../shared/limits.ts';

/** Calendar days, as `2026-04-01`. */
export interface DisputeDates {
  readonly sent: string;
  readonly nextDay: string;
  readonly oneWorkingDay: string;
  readonly threeWorkingDays: string;
}

/** `offsetMinutes`: of local time from UTC at the send. */
export function disputeDates(sentAtMs: number, offsetMinutes: number): DisputeDates {
  const sent = Math.floor((sentAtMs + offsetMinutes * 60_000) / DAY_MS);
  return {
    sent: dayText(sent),
    nextDay: dayText(sent + 1),
    oneWorkingDay: dayText(afterWorkingDays(sent, 1)),
    threeWorkingDays: dayText(afterWorkingDays(sent, 3)),
  };
}

function afterWorkingDays(day: number, count: number): number {
  let at = day;
  for (let left = count; left > 0; ) {
    at += 1;
    if (isWorkingDay(at)) left -= 1;
  }
  return at;
}

/** `day` counts from 1 January 1970, a Thursday. */
function isWorkingDay(day: number): boolean {
  const weekday = new Date(day * DAY_MS).getUTCDay();
  return weekday !== 0 && weekday !== 6;
}

function dayText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
