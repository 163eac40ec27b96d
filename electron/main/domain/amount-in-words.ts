// An amount in words, as Indian cheques and vouchers carry it, to the last paisa.

import type { Paise } from '../../../shared/money.ts';

const UNITS = [
  'Zero',
  'One',
  'Two',
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
  'Ten',
  'Eleven',
  'Twelve',
  'Thirteen',
  'Fourteen',
  'Fifteen',
  'Sixteen',
  'Seventeen',
  'Eighteen',
  'Nineteen',
] as const;
const TENS = ['', '', 'Twenty', 'Thirty', 'Forty', 'Fifty', 'Sixty', 'Seventy', 'Eighty', 'Ninety'] as const;
const SCALES = [
  { size: 10_000_000, name: 'Crore' },
  { size: 100_000, name: 'Lakh' },
  { size: 1_000, name: 'Thousand' },
  { size: 100, name: 'Hundred' },
] as const;

/** The amount in words: `Rupees One Lakh and Fifty Paise Only`. */
export function amountInWords(paise: Paise): string {
  const rest = paise % 100;
  const rupees = (paise - rest) / 100;
  const spoken = rest === 0 ? [] : [`${wordsOf(rest)} ${rest === 1 ? 'Paisa' : 'Paise'}`];
  if (rupees > 0 || rest === 0) spoken.unshift(`${rupees === 1 ? 'Rupee' : 'Rupees'} ${wordsOf(rupees)}`);
  return `${spoken.join(' and ')} Only`;
}

function wordsOf(value: number): string {
  for (const { size, name } of SCALES) {
    if (value < size) continue;
    const rest = value % size;
    return `${wordsOf((value - rest) / size)} ${name}${rest === 0 ? '' : ` ${wordsOf(rest)}`}`;
  }
  const unit = UNITS[value];
  if (unit !== undefined) return unit;
  const ones = value % 10;
  return `${TENS[(value - ones) / 10] ?? ''}${ones === 0 ? '' : ` ${UNITS[ones] ?? ''}`}`;
}
