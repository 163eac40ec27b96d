// Amounts in words, as on cheques and payment advices: `Rupees One Lakh Five Hundred and Fifty Paise Only`.

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

const VALUES: ReadonlyMap<string, number> = new Map([
  ...SMALL.map((word, value) => [word, value] as const),
  ...TENS.map((word, at) => [word, 20 + 10 * at] as const),
  ['fourty', 40],
  ['ninty', 90],
]);
const SCALES: ReadonlyMap<string, number> = new Map([
  ['thousand', 1_000],
  ['lakh', 100_000],
  ['lac', 100_000],
  ['million', 1_000_000],
  ['crore', 10_000_000],
]);
const SILENT: ReadonlySet<string> = new Set('and only rs inr indian'.split(' '));
const RUPEES = 'rupee';
const PAISE: ReadonlySet<string> = new Set(['paise', 'paisa']);
const WORDS_MAX_CHARACTERS = 300;

/** Parses an amount in words into paise; null for any other text. `saysPaise`: whether the text names paise at all. */
export function parseAmountWords(text: string): { readonly paise: number; readonly saysPaise: boolean } | null {
  if (text.length > WORDS_MAX_CHARACTERS || /\d/.test(text)) return null;
  const words = text
    .toLowerCase()
    .split(/[^\p{L}\p{M}]+/u)
    .filter((word) => word !== '')
    .map(singular);
  const paiseAt = words.findIndex((word) => PAISE.has(word));
  if (paiseAt === -1) {
    const rupees = numberOf(words);
    return rupees === null ? null : { paise: rupees * 100, saysPaise: false };
  }
  const behind = numberOf(words.slice(paiseAt + 1));
  const before = words.slice(0, paiseAt);
  const rupeesAt = before.lastIndexOf(RUPEES);
  const cut = behind !== null ? before.length : rupeesAt > 0 ? rupeesAt : before.lastIndexOf('and');
  const paise = behind ?? numberOf(before.slice(cut));
  const rupees = cut === -1 ? null : numberOf(before.slice(0, cut));
  return rupees === null || paise === null || paise > 99 ? null : { paise: rupees * 100 + paise, saysPaise: true };
}

function singular(word: string): string {
  const one = word.endsWith('s') ? word.slice(0, -1) : word;
  return one === RUPEES || one === 'hundred' || SCALES.has(one) ? one : word;
}

/** As on cheques: `Four One Seven Six`. Fewer digits may be a sum. */
const DIGITS_MIN = 3;

/** Null when a word is not part of a number, or there is none. */
function numberOf(words: readonly string[]): number | null {
  const digits = words.filter((word) => !SILENT.has(word) && word !== RUPEES).map((word) => SMALL.indexOf(word));
  if (digits.length >= DIGITS_MIN && digits.every((digit) => digit >= 0 && digit <= 9)) return Number(digits.join(''));
  let total = 0;
  let current = 0;
  let isNumber = false;
  for (const word of words) {
    const value = VALUES.get(word);
    const scale = SCALES.get(word);
    if (value === undefined && scale === undefined && word !== 'hundred') {
      if (SILENT.has(word) || word === RUPEES) continue;
      return null;
    }
    isNumber = true;
    if (value !== undefined) current += value;
    else if (scale === undefined) current = Math.max(1, current) * 100;
    else {
      total += Math.max(1, current) * scale;
      current = 0;
    }
  }
  return isNumber ? total + current : null;
}
