// Dates in columns that say when a row is to be paid. A date that may be today under any usual order of day and month is today.

import { monthOf } from '../../../shared/months.ts';

const NUMBERS = /^(\d{1,4})[-/. ](\d{1,2})[-/. ](\d{1,4})(?:[ T]\d{1,2}:\d{2}.*)?$/;
const NAMED =
  /^(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}[ ,]{1,3})?(\d{1,2})(?:st|nd|rd|th)?[-/. ]*([\p{L}\p{M}]{2,9})[-/., ]*(\d{2}|\d{4})?$/iu;

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** The days that a text may mean; empty when it is no date. A text without a year means this year. */
export function daysIn(text: string, thisYear: number): readonly Day[] {
  const named = NAMED.exec(text.trim());
  if (named !== null) {
    const [, day = '', name = '', year = String(thisYear)] = named;
    const month = monthOf(name);
    return month === null ? [] : days([{ year: fullYear(year), month, day: Number(day) }]);
  }
  const numbers = NUMBERS.exec(text.trim());
  if (numbers === null) return [];
  const [, first = '', second = '', third = ''] = numbers;
  if (first.length === 4) return days([{ year: Number(first), month: Number(second), day: Number(third) }]);
  if (first.length > 2 || third.length === 3 || third.length === 1) return [];
  const year = fullYear(third);
  return days([
    { year, month: Number(second), day: Number(first) },
    { year, month: Number(first), day: Number(second) },
  ]);
}

function fullYear(text: string): number {
  return text.length === 2 ? 2000 + Number(text) : Number(text);
}

function days(candidates: readonly Day[]): readonly Day[] {
  return candidates.filter(
    ({ year, month, day }) => year > 1999 && year < 2100 && month >= 1 && month <= 12 && day >= 1 && day <= 31,
  );
}

/** Whether a text is a date, and certainly not the day of `nowMs` by this machine's clock. */
export function isOtherDay(text: string, nowMs: number): boolean {
  const now = new Date(nowMs);
  const [year, month, day] = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  const meant = daysIn(text, year);
  return meant.length > 0 && meant.every((one) => one.year !== year || one.month !== month || one.day !== day);
}

/** Whether a text is a date after the day of `nowMs`, the day before the month as India writes it. */
export function isDayToCome(text: string, nowMs: number): boolean {
  const now = new Date(nowMs);
  const [meant] = daysIn(text, now.getFullYear());
  const today = { year: now.getFullYear(), month: now.getMonth() + 1, day: now.getDate() };
  return meant !== undefined && orderOf(meant) > orderOf(today);
}

function orderOf({ year, month, day }: Day): number {
  return (year * 100 + month) * 100 + day;
}

/** A month further ahead is one of the past. */
const MONTHS_AHEAD_MAX = 6;

/** How many months ahead of now the next such month is; 0 for this month, and for one so far ahead that the last is meant. */
export function monthsAhead(month: number, nowMs: number): number {
  const ahead = (month - 1 - new Date(nowMs).getMonth() + 12) % 12;
  return ahead <= MONTHS_AHEAD_MAX ? ahead : 0;
}

/** Whether a day without a year, as `8 Dec` or `8/12`, is one of the months to come. */
export function isSoon(text: string, nowMs: number): boolean {
  const now = new Date(nowMs);
  const [, first = '', second = ''] = /^(\d{1,2})[/ ](\S{1,9})$/.exec(text) ?? [];
  const [day, month] = [Number(first), /^\d+$/.test(second) ? Number(second) : monthOf(second)];
  if (month === null || !(day >= 1 && day <= 31) || month < 1 || month > 12) return false;
  return monthsAhead(month, nowMs) > 0 || (month === now.getMonth() + 1 && day > now.getDate());
}
