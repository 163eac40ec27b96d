// In: a date as a sheet keeps it, in days. Out: the date as text, for people and reports.
// This file must never be asked about an amount.

import { DAY_MS } from '../../../shared/limits.ts';

/** Day 0 of the two calendars of workbooks, in days before 1970. */
const EPOCH_1900_DAYS = 25_569;
const EPOCH_1904_DAYS = 24_107;

/** `2026-11-15`, with the time where there is one. Shape: `date1904` for workbooks of the old Mac calendar. */
export function dateText(serial: number, date1904: boolean): string {
  const time = Math.round((serial - (date1904 ? EPOCH_1904_DAYS : EPOCH_1900_DAYS)) * DAY_MS);
  if (!Number.isFinite(time) || Math.abs(time) > 8.64e15) return String(serial);
  const text = new Date(time).toISOString();
  return Number.isInteger(serial) ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ');
}
