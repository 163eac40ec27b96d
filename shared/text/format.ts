// Balances, times and sizes in Indian notation. No amount is rounded.

import { countOf, formatCount } from '../counts.ts';
import { formatRupees } from '../money.ts';
import { type Method, maskAccount } from '../rows.ts';
import { formatWalletPaise, type WalletUnit, walletPaise } from '../wallet.ts';

export const TIMES = {
  locale: 'en-IN' as string,
  seconds: (count: number): string => `${count} s`,
  minutes: (count: number): string => `${count} min`,
  hours: (hours: number, minutes: number): string => `${hours} h ${String(minutes).padStart(2, '0')} min`,
  justNow: 'just now',
  minutesAgo: (count: number): string => `${count} min ago`,
  hoursAgo: (count: number): string => `${count} h ago`,
} as const;

/** Counts with their nouns, for lines made of several. */
export const COUNTED = {
  rows: (count: number): string => countOf(count, 'row'),
  payments: (count: number): string => countOf(count, 'payment'),
  tooLong: (characters: number, most: number): string =>
    `Too long: ${formatCount(characters)} characters, and at most ${formatCount(most)} fit.`,
} as const;

/** Round amounts beside a chart. */
export const ROUND = {
  lakh: (count: string): string => `₹${count} L`,
  crore: (count: string): string => `₹${count} Cr`,
} as const;

/** Made on first use, when the window's language is known. */
function timesAs(how: Intl.DateTimeFormatOptions): (ms: number) => string {
  let made: Intl.DateTimeFormat | null = null;
  return (ms) => {
    made ??= new Intl.DateTimeFormat(TIMES.locale, how);
    return made.format(ms);
  };
}

const TIME = { hour: '2-digit', minute: '2-digit', hour12: false } as const;
const dayAndTime = timesAs({ day: 'numeric', month: 'short', ...TIME });
const otherYear = timesAs({ day: 'numeric', month: 'short', year: 'numeric', ...TIME });

/** `14 Nov 2026`. */
export const formatDay = timesAs({ day: 'numeric', month: 'short', year: 'numeric' });

/** `Nov 2026`. */
export const formatMonth = timesAs({ month: 'short', year: 'numeric' });

/** `Nov`. */
export const formatMonthName = timesAs({ month: 'short' });

/** `2026`. */
export const formatYear = timesAs({ year: 'numeric' });

/** `14 Nov`. */
export const formatDayOfYear = timesAs({ day: 'numeric', month: 'short' });

/** `November 2026`, for a calendar without a time zone. */
export const formatCalendarMonth = timesAs({ month: 'long', year: 'numeric', timeZone: 'UTC' });

/** `18:30`. */
export const formatHour = timesAs(TIME);

/** `18:30:05`. */
export const formatClock = timesAs({ ...TIME, second: '2-digit' });

/** The balance as money where a person has confirmed its unit, otherwise the reported number, with its digits grouped. */
export function formatBalance(reported: string, unit: WalletUnit | null): string {
  const paise = unit === null ? null : walletPaise({ balance: reported, unit });
  if (paise !== null) return formatWalletPaise(paise);
  const [, whole, decimals = ''] = /^(\d{1,15})(\.\d{1,15})?$/.exec(reported) ?? [];
  return whole === undefined ? reported : `${formatCount(Number(whole))}${decimals}`;
}

const LAKH_PAISE = 1_00_000_00;
const CRORE_PAISE = 1_00_00_000_00;

/** A round amount beside a chart, exact and short: `₹50,000`, `₹2.5 L`, `₹1 Cr`. */
export function formatRound(paise: number): string {
  if (paise < 0) return `-${formatRound(-paise)}`;
  if (paise >= CRORE_PAISE) return ROUND.crore(String(paise / CRORE_PAISE));
  if (paise >= LAKH_PAISE) return ROUND.lakh(String(paise / LAKH_PAISE));
  return paise % 100 === 0 ? `₹${formatCount(paise / 100)}` : formatRupees(paise);
}

/** `14 Nov, 18:30`, with the year for another year: `14 Nov 2025, 18:30`. */
export function formatDayAndTime(ms: number, nowMs = Date.now()): string {
  const isThisYear = new Date(ms).getFullYear() === new Date(nowMs).getFullYear();
  return isThisYear ? dayAndTime(ms) : otherYear(ms);
}

/** `45 s`, `4 min`, `2 h 05 min`: precise enough to plan by. */
export function formatDuration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 60) return TIMES.seconds(seconds);
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return TIMES.minutes(minutes);
  return TIMES.hours(Math.floor(minutes / 60), minutes % 60);
}

/** `just now`, `4 min ago`, `2 h ago`, then the day. A future time, as after the clock was set back, also shows the day. */
export function formatAge(atMs: number, nowMs: number): string {
  const minutes = Math.floor((nowMs - atMs) / 60_000);
  if (minutes < -1) return formatDayAndTime(atMs);
  if (minutes < 1) return TIMES.justNow;
  if (minutes < 60) return TIMES.minutesAgo(minutes);
  return minutes < 24 * 60 ? TIMES.hoursAgo(Math.floor(minutes / 60)) : formatDayAndTime(atMs);
}

/** `812 KB`. */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

/** The message beside a field with too many characters; null when it fits. */
export function tooLong(text: string, mostCharacters: number): string | null {
  return text.length <= mostCharacters ? null : COUNTED.tooLong(text.length, mostCharacters);
}

/** The account or UPI ID in a list. `isMasked` shows only the end of an account, for a screen that others see. */
export function paidTo(
  { method, beneficiary }: { readonly method: Method; readonly beneficiary: string },
  isMasked: boolean,
): string {
  return method === 'UPI' || !isMasked ? beneficiary : maskAccount(beneficiary);
}
