import { TOTAL_MAX_PAISE } from './limits.ts';
import { type Message, msg } from './messages/message.ts';
import { formatRupees } from './money.ts';

/** The unit of the gateway's wallet, as a person confirmed it. */
export type WalletUnit = 'rupees' | 'paise';

/** A balance whose unit is confirmed. `balance` is the source text of the gateway's number. */
export interface KnownWallet {
  readonly balance: string;
  readonly unit: WalletUnit;
}

/** A balance as the gateway reported it, with its unit if a person has confirmed one. */
export interface ReportedWallet {
  readonly balance: string;
  readonly unit: WalletUnit | null;
}

const DECIMAL = /^(-?)(\d{1,40})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,2}))?$/;

/**
 * The balance in paise, negative when the wallet is overdrawn. Fractions of a paisa are rounded down, never up. Returns null
 * when it is not a decimal number, or too large to count exactly.
 */
export function walletPaise({ balance, unit }: KnownWallet): number | null {
  const reading = decimalOf(balance);
  if (reading === null) return null;
  const places = reading.places - (unit === 'rupees' ? 2 : 0);
  const digits = reading.digits * 10n ** BigInt(Math.max(0, -places));
  const divisor = 10n ** BigInt(Math.max(0, places));
  const paise = digits / divisor;
  if (paise > TOTAL_MAX_PAISE || -paise > TOTAL_MAX_PAISE) return null;
  // Rounds down on both sides of zero.
  return Number(paise) - (digits < 0n && digits % divisor !== 0n ? 1 : 0);
}

/** Compares two of the gateway's numbers exactly; null when either is not a decimal number. */
export function isLower(one: string, other: string): boolean | null {
  const left = decimalOf(one);
  const right = decimalOf(other);
  if (left === null || right === null) return null;
  const places = Math.max(left.places, right.places);
  return scaled(left, places) < scaled(right, places);
}

/**
 * Whether the wallet fell by exactly a hundred times what was paid. Without a confirmed unit its numbers are taken as rupees,
 * because amounts are sent in rupees.
 */
export function fellHundredfold({ balance, unit }: ReportedWallet, after: string, paidPaise: number): boolean {
  const fall = fallOf(balance, after);
  if (fall === null || paidPaise <= 0) return false;
  const hundredfold = unit === 'paise' ? BigInt(paidPaise) * 100n : BigInt(paidPaise);
  return fall.digits === hundredfold * 10n ** BigInt(fall.places);
}

/** Such a fall and what was paid: as money if the unit is confirmed, otherwise as the number the gateway reported. */
export function hundredfoldWords({ unit }: ReportedWallet, paidPaise: number): Message {
  const fell = unit === null ? String(paidPaise) : formatRupees(paidPaise * 100);
  return msg('part.fellFor', { fell, paid: paidPaise });
}

/** The fall; null when either is not a decimal number. `places` is never negative. */
function fallOf(before: string, after: string): Decimal | null {
  const from = decimalOf(before);
  const to = decimalOf(after);
  if (from === null || to === null) return null;
  const places = Math.max(from.places, to.places, 0);
  return { digits: scaled(from, places) - scaled(to, places), places };
}

interface Decimal {
  readonly digits: bigint;
  /** How many of the digits are after the decimal point. */
  readonly places: number;
}

function decimalOf(text: string): Decimal | null {
  const match = DECIMAL.exec(text);
  if (match === null) return null;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  return { digits: BigInt(`${sign}${whole}${fraction}`), places: fraction.length - Number(exponent) };
}

function scaled({ digits, places }: Decimal, wanted: number): bigint {
  return digits * 10n ** BigInt(wanted - places);
}

/** The wallet's money for people. */
export function formatWalletPaise(paise: number): string {
  return paise < 0 ? `-${formatRupees(-paise)}` : formatRupees(paise);
}
