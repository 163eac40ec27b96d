// Times and spans for people. In: milliseconds or ISO 8601. Out: words in the local zone.
// This file must never show a time without saying which day it was.

/** A span: `45 s`, `2 min 05 s`, `1 h 05 min`, `3 d 4 h`. Units: milliseconds. */
export function formatSpan(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${twoDigits(seconds % 60)} s`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ${twoDigits(minutes % 60)} min`;
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** A time of the wall clock in the local zone: `2026-11-21 17:05`. Errors: the text itself when it is no time. */
export function formatLocalTime(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return iso;
  const day = [time.getFullYear(), twoDigits(time.getMonth() + 1), twoDigits(time.getDate())].join('-');
  return `${day} ${twoDigits(time.getHours())}:${twoDigits(time.getMinutes())}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
