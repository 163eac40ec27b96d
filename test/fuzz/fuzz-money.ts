// Money under fuzz: amounts people write, numbers sheets contain, sums and spellings.

import { AMOUNT_MAX_PAISE, TOTAL_MAX_PAISE } from '../../shared/limits.ts';
import {
  asPaise,
  decimalText,
  formatRupees,
  type Paise,
  parseRupees,
  parseTotalRupees,
  plainPaise,
  rupeesFromDouble,
  rupeesShown,
  shortestDecimal,
  sumPaise,
} from '../../shared/money.ts';
import type { Random } from '../seeded/random.ts';
import { type FuzzTarget, pieces } from './target.ts';

const PIECES = [
  '0',
  '1',
  '5',
  '00',
  '999',
  '999999999999999',
  ',',
  ',000',
  '.',
  '.5',
  '.05',
  '₹',
  'Rs. ',
  '/-',
  '.-',
  ' only',
  ' ',
  '-',
  '(',
  ')',
  'e3',
  'x',
] as const;

/** The amount a text means, by separate rules: digits, Indian or western groups, two decimals. Null for anything else. */
function meant(text: string): bigint | null {
  const bare = text
    .trim()
    .replace(/^(?:₹|rs\.?|inr)\s*/i, '')
    .replace(/(?:\s*\/[-=]|(?<=^[\d,]+)\.-)?(?:\s*(?:₹|rs\.?|inr|rupees?))?(?:\s*only\.?)?$/i, '');
  const match = /^(\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})*,\d{3}|\d+)(?:\.(\d{1,2}))?$/.exec(bare);
  if (match === null) return null;
  const whole = (match[1] ?? '').replaceAll(',', '');
  if (whole.length > 1 && whole.startsWith('0')) return null;
  return BigInt(whole) * 100n + BigInt((match[2] ?? '').padEnd(2, '0'));
}

function checkText(random: Random): string | null {
  const text = pieces(random, PIECES, 7);
  const [reading, maxPaise] = random.percent(50)
    ? [parseRupees(text), AMOUNT_MAX_PAISE]
    : [parseTotalRupees(text), TOTAL_MAX_PAISE];
  const paise = meant(text);
  const isAmount = paise !== null && paise > 0n && paise <= BigInt(maxPaise);
  if (!isPlainly(text, paise)) return `${JSON.stringify(text)} is read otherwise on the fast path`;
  if (reading.kind === 'refused') return isAmount ? `refused ${JSON.stringify(text)}: ${reading.problem}` : null;
  return isAmount && BigInt(reading.paise) === paise ? null : `${JSON.stringify(text)} read as ${reading.paise}`;
}

/** The fast path gives the very amount, or leaves the text to the other readers. */
function isPlainly(text: string, paise: bigint | null): boolean {
  const plain = plainPaise(text);
  return plain === null || BigInt(plain) === paise;
}

/** Every spelling of an amount is read as that amount. */
function checkSpelling(random: Random): string | null {
  const paise = drawPaise(random);
  const fixed = decimalText(paise);
  const spelled = random.pick([
    fixed,
    shortestDecimal(paise),
    formatRupees(paise),
    `Rs. ${fixed}/-`,
    `INR ${fixed.replace(/\B(?=(?:\d{3})+\.)/g, ',')}`,
  ]);
  const reading = parseTotalRupees(spelled);
  if (!isPlainly(spelled, BigInt(paise))) return `${spelled} is read otherwise on the fast path`;
  return reading.kind === 'exact' && reading.paise === paise
    ? null
    : `${paise} paise spelled ${spelled} is not read back`;
}

/** A double is accepted only when two decimals name exactly that double. */
function checkDouble(random: Random): string | null {
  const exact = drawPaise(random) / 100;
  const rupees = random.pick([
    exact,
    -exact,
    exact + random.fraction() / 1_000,
    random.fraction() * 1e9,
    exact * 1e7,
    0,
    NaN,
    Infinity,
  ]);
  const reading = rupeesFromDouble(rupees);
  if (reading.kind === 'refused') {
    const isAmount = rupees > 0 && rupees * 100 <= AMOUNT_MAX_PAISE && Number(rupees.toFixed(2)) === rupees;
    return isAmount ? `refused the number ${rupees}: ${reading.problem}` : null;
  }
  return Number(reading.paise) / 100 === rupees && reading.paise > 0
    ? null
    : `the number ${rupees} read as ${reading.paise}`;
}

/** A number shown with two decimals is rounded half up by its decimal digits, counted exactly. */
function checkShown(random: Random): string | null {
  const whole = String(Math.floor(random.fraction() * 10 ** random.below(12)));
  const decimals = Array.from({ length: random.below(6) }, () => random.pick(['0', '4', '5', '9'])).join('');
  const text = decimals === '' ? whole : `${whole}.${decimals}`;
  const tenthsOfPaise = BigInt(whole + decimals.padEnd(3, '0').slice(0, 3));
  const paise = Number((tenthsOfPaise + 5n) / 10n);
  const reading = rupeesShown(text);
  const isAmount = paise > 0 && paise <= AMOUNT_MAX_PAISE;
  if (reading.kind === 'refused') return isAmount ? `refused ${text} as shown: ${reading.problem}` : null;
  return isAmount && reading.paise === paise ? null : `${text} is shown as ${reading.paise} paise`;
}

function checkSum(random: Random): string | null {
  const most = random.percent(50) ? AMOUNT_MAX_PAISE : TOTAL_MAX_PAISE;
  const amounts = Array.from({ length: random.below(12) }, () => Math.floor(random.fraction() * most) as Paise);
  const sum = amounts.reduce((total, amount) => total + BigInt(amount), 0n);
  const args = sumPaise(amounts);
  const expected = sum > BigInt(TOTAL_MAX_PAISE) ? null : Number(sum);
  return args === expected ? null : `the sum of ${amounts.join(' + ')} is ${args}`;
}

function checkStored(random: Random): string | null {
  const value = random.pick([drawPaise(random), -1, 0.5, TOTAL_MAX_PAISE, TOTAL_MAX_PAISE + 1, Number.MAX_VALUE, NaN]);
  const isMoney = Number.isInteger(value) && value >= 0 && value <= TOTAL_MAX_PAISE;
  try {
    return asPaise(value) === value && isMoney ? null : `${value} was taken for money`;
  } catch (error) {
    return isMoney || !(error instanceof RangeError) ? `${value} was refused as money` : null;
  }
}

function drawPaise(random: Random): Paise {
  const most = random.pick([99, 100_000, 10_000_000, AMOUNT_MAX_PAISE]);
  return random.between(1, most) as Paise;
}

export const MONEY: FuzzTarget = {
  name: 'money',
  check: (random) => random.pick([checkText, checkSpelling, checkDouble, checkShown, checkSum, checkStored])(random),
};
