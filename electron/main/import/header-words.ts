// Splits a header into words with one spelling each, whatever the script, the abbreviations or missing spaces: `Bene A/C No.`,
// `BENEACCNO` and `लाभार्थी खाता संख्या` all give `payee account number`.

import { knownOf } from './known-words.ts';
import { HEADER_MAX_CHARACTERS } from './table.ts';

/** The canonical word or words of each spelling. */
const SPELLING_OF = new Map(knownOf('spelling').map(({ phrase, meaning }) => [plainLetters(phrase), meaning] as const));

/** Signs that count as words. The rupee sign is left out, because rupees are meant anyway. */
const SIGNS: Readonly<Record<string, string>> = {
  $: ' usd ',
  '€': ' eur ',
  '£': ' gbp ',
  '¥': ' jpy ',
  '%': ' percent ',
};

/** Text normalised for comparing: without joiners, which only shape letters, and with one encoding per letter. */
function plainLetters(text: string): string {
  return text
    .replace(/[\u200c\u200d]/g, '')
    .normalize('NFC')
    .toLowerCase();
}

/** `words`: each in one spelling; `isNear`: one of them is known except for one letter. */
interface HeaderWords {
  readonly words: readonly string[];
  readonly isNear: boolean;
}

/** Reads headers by the known words. Unknown words stay unchanged. */
export class HeaderReader {
  readonly #known: ReadonlySet<string>;

  constructor(known: Iterable<string>) {
    const spellings = [...SPELLING_OF].flatMap(([other, words]) => [other, ...words.split(' ')]);
    this.#known = new Set([...spellings, ...known]);
  }

  read(text: string): HeaderWords {
    let isNear = false;
    const words = plainLetters(
      text
        .slice(0, HEADER_MAX_CHARACTERS)
        .replace(/[$€£¥%]/g, (sign) => SIGNS[sign] ?? ' ')
        .replace(/\ba\s?[./]\s?c\b/gi, 'ac')
        // `I.F.S.C.` and `आई.एफ.एस.सी.` are one word.
        .replace(/(?<![\p{L}\p{M}])(?:(?:\p{L}\p{M}*){1,2}\.){2,}(?:\p{L}\p{M}*){1,2}(?![\p{L}\p{M}])/gu, (word) =>
          word.replaceAll('.', ''),
        )
        .replace(/['’]s\b/gi, '')
        .replace(/\p{L}[\p{L}\p{N}]*/gu, (word) => (this.#known.has(word.toLowerCase()) ? word : splitCase(word))),
    )
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .filter((word) => word !== '')
      .flatMap((word) => {
        const known = this.#parts(word);
        if (known !== null) return known;
        const meant = this.#meant(word);
        if (meant === null) return [word];
        isNear = true;
        return meant.split(' ');
      })
      .flatMap((word) => (SPELLING_OF.get(word) ?? word).split(' '));
    return { words, isNear };
  }

  /** The known words in a word: the word itself, its singular, or several run together. */
  #parts(word: string): readonly string[] | null {
    if (this.#known.has(word)) return [word];
    if (word.endsWith('s') && this.#known.has(word.slice(0, -1))) return [word.slice(0, -1)];
    return word.length < RUN_TOGETHER_MIN_CHARACTERS ? null : this.#split(word);
  }

  /** The fewest known words that make up this one. */
  #split(word: string): readonly string[] | null {
    const best: (readonly string[] | null)[] = [[]];
    for (let end = 1; end <= word.length; end += 1) {
      let shortest: readonly string[] | null = null;
      for (let start = 0; start <= end - PART_MIN_CHARACTERS; start += 1) {
        const before = best[start] ?? null;
        const part = word.slice(start, end);
        if (before === null || !this.#known.has(part)) continue;
        if (shortest === null || before.length + 1 < shortest.length) shortest = [...before, part];
      }
      best.push(shortest);
    }
    return best[word.length] ?? null;
  }

  /** The known word that this is except for one letter; null when there is none, or several with different meanings. */
  #meant(word: string): string | null {
    if (BENEFICIARY.test(word)) return 'payee';
    if (word.length < TYPO_MIN_CHARACTERS) return null;
    const near = [...this.#known].filter(
      (known) => known.length >= TYPO_MIN_CHARACTERS && known[0] === word[0] && differsByOne(word, known),
    );
    // `Acount` is `account`, not `amount`: a missing or extra double letter is the commonest error.
    const alike = near.filter((known) => withoutDoubles(known) === withoutDoubles(word));
    const meant = new Set((alike.length > 0 ? alike : near).map((known) => SPELLING_OF.get(known) ?? known));
    const [only] = meant;
    return meant.size === 1 ? (only ?? null) : null;
  }
}

/** Splits `beneAccNo` into `bene Acc No`. */
function splitCase(word: string): string {
  return word.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2').replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1 ');
}

const PART_MIN_CHARACTERS = 2;
const RUN_TOGETHER_MIN_CHARACTERS = 5;
/** Shorter words are too alike to detect one wrong letter. */
const TYPO_MIN_CHARACTERS = 5;

/** "Beneficiary" has too many misspellings to list; "benefit" is a different word. */
const BENEFICIARY = /^ben[ei]f[ei]?[cs]/;

function withoutDoubles(word: string): string {
  return word.replace(/(.)\1+/gu, '$1');
}

/** Whether one letter was added, lost or changed, or two neighbours were swapped. */
export function differsByOne(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  const rest = long.slice(start + 1);
  if (short.slice(short.length === long.length ? start + 1 : start) === rest) return true;
  const isSwapped = short[start] === long[start + 1] && short[start + 1] === long[start];
  return short.length === long.length && isSwapped && short.slice(start + 2) === long.slice(start + 2);
}
