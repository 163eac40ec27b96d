// Balances, times and sizes as people in India read them. No amount is rounded.

import { formatCount } from '../../shared/counts.ts';
import { type Method, maskAccount } from '../../shared/rows.ts';
import { formatWalletPaise, type WalletUnit, walletPaise } from '../../shared/wallet.ts';

const timesAs = (how: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-IN', how);
const TIME = { hour: '2-digit', minute: '2-digit', hour12: false } as const;
const DAY_AND_TIME = timesAs({ day: 'numeric', month: 'short', ...TIME });
const OTHER_YEAR = timesAs({ day: 'numeric', month: 'short', year: 'numeric', ...TIME });
const DAY = timesAs({ day: 'numeric', month: 'short', year: 'numeric' });
const MONTH = timesAs({ month: 'short', year: 'numeric' });
const CLOCK = timesAs({ ...TIME, second: '2-digit' });

/** The balance as money where a person has said what its number counts, and word for word as reported otherwise. */
export function formatBalance(reported: string, unit: WalletUnit | null): string {
  const paise = unit === null ? null : walletPaise({ balance: reported, unit });
  return paise === null ? reported : formatWalletPaise(paise);
}

/** `14 Nov, 18:30`, and `14 Nov 2025, 18:30` of another year than this one. */
export function formatDayAndTime(ms: number, nowMs = Date.now()): string {
  const isThisYear = new Date(ms).getFullYear() === new Date(nowMs).getFullYear();
  return (isThisYear ? DAY_AND_TIME : OTHER_YEAR).format(ms);
}

/** `14 Nov 2026`. */
export function formatDay(ms: number): string {
  return DAY.format(ms);
}

/** `Nov 2026`. */
export function formatMonth(ms: number): string {
  return MONTH.format(ms);
}

/** `18:30:05`. */
export function formatClock(ms: number): string {
  return CLOCK.format(ms);
}

/** `45 s`, `4 min`, `2 h 05 min`: as much as a person needs to plan by. */
export function formatDuration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}

/** `just now`, `4 min ago`, `2 h ago`, then the day; the day as well for what is ahead, since the clock was set back then. */
export function formatAge(atMs: number, nowMs: number): string {
  const minutes = Math.floor((nowMs - atMs) / 60_000);
  if (minutes < -1) return formatDayAndTime(atMs);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  return minutes < 24 * 60 ? `${Math.floor(minutes / 60)} h ago` : formatDayAndTime(atMs);
}

/** `812 KB`. */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

/** What is said beside a field that holds more than the desk takes. Units: characters. Shape: null when it fits. */
export function tooLong(text: string, mostCharacters: number): string | null {
  return text.length <= mostCharacters
    ? null
    : `Too long: ${formatCount(text.length)} characters, and at most ${formatCount(mostCharacters)} fit.`;
}

/** Whom a list says that money goes to. Shape: with `isMasked` only the end of an account, for a screen that others see. */
export function paidTo(
  { method, beneficiary }: { readonly method: Method; readonly beneficiary: string },
  isMasked: boolean,
): string {
  return method === 'UPI' || !isMasked ? beneficiary : maskAccount(beneficiary);
}
