// In: a cell's number format. Out: the KIND of the number it shows, so that a date or a lost zero is never paid as an amount.
// This file must never format a number.

import { KIND } from './table.ts';

const BUILT_IN_DATES: readonly (readonly [number, number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
];
const BUILT_IN_PERCENT: ReadonlySet<number> = new Set([9, 10]);
/** Excel takes no longer one. */
const CODE_MAX_CHARACTERS = 255;
/** What may stand around an amount in rupees without changing it. */
const RUPEE_WORDS = /rupees?|rs\.?|inr|रु\.?|only|[₹/()\s-]/gi;
const BUILT_IN_WHOLE: ReadonlySet<number> = new Set([1, 3, 37, 38, 41, 42]);

/** The kind of numbers with this format. Source: ECMA-376 part 1, 18.8.30 numFmt. */
export function kindOfFormat(id: number, code: string | null): number {
  if (code === null) {
    if (BUILT_IN_DATES.some(([first, last]) => id >= first && id <= last)) return KIND.date;
    if (BUILT_IN_PERCENT.has(id)) return KIND.unusual;
    return BUILT_IN_WHOLE.has(id) ? KIND.whole : KIND.number;
  }
  return kindOfCode(code);
}

/** Whether the format writes a word beside the number, which may be its unit: `0.0 "Lakh"`, `0" paise"`, `"USD" 0.00`. */
function showsWords(code: string): boolean {
  const shown = Array.from(code.matchAll(/"([^"]*)"|[\\*](.)/g), ([, quoted, sign]) => quoted ?? sign ?? '').join('');
  return /[^\s.,'+]/.test(shown.replace(RUPEE_WORDS, ''));
}

function kindOfCode(code: string): number {
  if (code.length > CODE_MAX_CHARACTERS) return KIND.unusual;
  if (/^(?:general|@)?$/i.test(code.trim())) return KIND.number;
  if (/\[\$(?!₹|Rs|INR|रु|-)[^\]-]+/i.test(code) || /[$€£¥]/.test(code.replace(/\[\$[^\]]*\]/g, '')))
    return KIND.unusual;
  // What stands in quotes, behind a backslash or in brackets is shown as it is; [h] counts hours.
  const elapsed = /\[(?:h+|m+|s+)\]/i.test(code);
  const bare = code
    .replace(/"[^"]*"/g, '')
    .replace(/[\\_*]./g, '')
    .replace(/\[[^[\]]*\]/g, '')
    .replace(/general/gi, '0.#');
  if (elapsed || /[dmyhs]/i.test(bare)) return KIND.date;
  if (showsWords(code)) return KIND.unusual;
  const [positive = ''] = bare.split(';');
  // No digit place, a percent sign, or a comma behind the last digit place: the sheet shows another value.
  if (!/[0#?]/.test(positive) || positive.includes('%') || /[0#?],+(?![0#?,])/.test(positive)) return KIND.unusual;
  const whole = positive.replace(/[.eE].*$/, '').replace(/[^0]/g, '');
  if (whole.length > 1) return KIND.zeroMask;
  return /[.eE]/.test(positive) ? KIND.number : KIND.whole;
}
