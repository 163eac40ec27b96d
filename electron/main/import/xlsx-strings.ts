import type { Refused } from '../../../shared/failures.ts';
import { CELL_MAX_CHARACTERS } from '../../../shared/limits.ts';
import { msg } from '../../../shared/messages/message.ts';
import { refuseSheet } from './issues.ts';
import { CELL_FLAG, KIND } from './table.ts';
import { COLOURS_MAX } from './xlsx-messages.ts';
import type { Attributes, XmlListener } from './xlsx-package.ts';

const STRINGS_PER_MESSAGE = 20_000;

/** Collects shared strings and passes them on in order. */
export class SharedStrings implements XmlListener {
  #batch: string[] = [];
  #struck: number[] = [];
  #count = 0;
  #text = '';
  #taking = false;
  #phonetic = false;
  #isStruck = false;
  readonly #emit: (strings: readonly string[], struck: readonly number[]) => void;

  constructor(emit: (strings: readonly string[], struck: readonly number[]) => void) {
    this.#emit = emit;
  }

  open(name: string, attributes: Attributes, depth: number): Refused | null {
    if (depth === 2) {
      this.#text = '';
      this.#isStruck = false;
    } else if (name === 'rPh') this.#phonetic = true;
    else if (isStrike(name, attributes)) this.#isStruck = true;
    else if (name === 't' && !this.#phonetic) this.#taking = true;
    return null;
  }

  text(text: string): void {
    if (this.#taking) this.#text += text;
  }

  close(name: string, depth: number): Refused | null {
    if (name === 't') this.#taking = false;
    else if (name === 'rPh') this.#phonetic = false;
    else if (name === 'si' && depth === 2) {
      if (this.#text.length > CELL_MAX_CHARACTERS) return cellTooLong();
      this.#batch.push(unescapeText(this.#text));
      if (this.#isStruck) this.#struck.push(this.#count);
      this.#count += 1;
      if (this.#batch.length >= STRINGS_PER_MESSAGE) this.flush();
    }
    return null;
  }

  flush(): void {
    if (this.#batch.length > 0) this.#emit(this.#batch, this.#struck);
    this.#batch = [];
    this.#struck = [];
  }
}

/** Whether a property of a font or text run strikes it through. See ECMA-376 part 1, 18.4.10 strike. */
export function isStrike(name: string, attributes: Attributes): boolean {
  return name === 'strike' && !['0', 'false'].includes(attributes['val'] ?? '');
}

/** Spreadsheets write characters that XML cannot hold as `_x000D_`. See ECMA-376 part 1, 22.9.2.19 ST_Xstring. */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

export function cellTooLong(): Refused {
  return refuseSheet('damagedWorkbook', { reason: msg('reason.longCell', { limit: CELL_MAX_CHARACTERS }) });
}

/** By cell style: the KIND of its numbers, with a flag if it strikes text through, and the number of its colour: its fill's, or else its text's. */
export interface Styles {
  readonly kinds: number[];
  readonly colourOf: number[];
  readonly colours: string[];
}

/** Collects the cell styles. */
export function listStyles({ kinds, colourOf, colours }: Styles): XmlListener {
  const codes = new Map<number, string>();
  const struckFonts = new Set<number>();
  const fills: (string | null)[] = [];
  const fonts: (string | null)[] = [];
  const numberOf = (colour: string | null): number => {
    if (colour === null) return 0;
    const known = colours.indexOf(colour);
    if (known !== -1) return known + 1;
    return colours.length < COLOURS_MAX ? colours.push(colour) : COLOURS_MAX;
  };
  let section = '';
  return {
    open(name, attributes, depth) {
      if (depth === 2) section = name;
      if (section === 'fonts' && depth === 3) fonts.push(null);
      if (section === 'fonts' && isStrike(name, attributes)) struckFonts.add(fonts.length - 1);
      if (section === 'fonts' && name === 'color') fonts[fonts.length - 1] = colourOfFont(attributes);
      if (section === 'fills' && depth === 3) fills.push(null);
      if (section === 'fills' && name === 'fgColor' && depth === 5) fills[fills.length - 1] = colourOfFill(attributes);
      if (depth !== 3) return null;
      const id = Number(attributes['numFmtId'] ?? '0');
      if (name === 'numFmt') codes.set(id, attributes['formatCode'] ?? '');
      else if (name === 'xf' && section === 'cellXfs') {
        const font = Number(attributes['fontId'] ?? '0');
        const struck = struckFonts.has(font) ? CELL_FLAG.struck : 0;
        kinds.push(kindOfFormat(id, codes.get(id) ?? null) | struck);
        colourOf.push(numberOf(fills[Number(attributes['fillId'] ?? '0')] ?? fonts[font] ?? null));
      }
      return null;
    },
  };
}

/** The first colours of the indexed palette, which repeat from 8 on. See ECMA-376 part 1, 18.8.27 indexedColors. */
const INDEXED = ['000000', 'FFFFFF', 'FF0000', '00FF00', '0000FF', 'FFFF00', 'FF00FF', '00FFFF'] as const;
const INDEXED_REPEATED = 16;

/** A fill's colour as RRGGBB, or by its place in the theme; null for none and for white. */
function colourOfFill({ rgb, theme, tint, indexed }: Attributes): string | null {
  const index = Number(indexed ?? Number.NaN);
  const hex = rgb?.slice(-6).toUpperCase() ?? (index < INDEXED_REPEATED ? INDEXED[index % INDEXED.length] : undefined);
  if (hex !== undefined) return hex === 'FFFFFF' ? null : hex;
  if (theme === undefined) return index >= INDEXED_REPEATED && index < 64 ? `indexed ${index}` : null;
  return theme === '0' && Number(tint ?? '0') === 0 ? null : `theme ${theme} ${Number(tint ?? '0').toFixed(2)}`;
}

/** Blue and its shades of the theme are those of links, which spreadsheets make of UPI IDs. */
const OF_LINKS: ReadonlySet<string> = new Set([
  '0000FF',
  '0563C1',
  '1155CC',
  '467886',
  'theme 10 0.00',
  'theme 11 0.00',
]);

/** A text's colour; null for black, white and the colours of links. */
function colourOfFont(attributes: Attributes): string | null {
  const colour = colourOfFill(attributes);
  const isPlain = colour === '000000' || colour === 'theme 1 0.00' || colour?.startsWith('theme 0 ') === true;
  return colour === null || isPlain || OF_LINKS.has(colour) ? null : colour;
}

const BUILT_IN_DATES: readonly (readonly [number, number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
];
const BUILT_IN_PERCENT: ReadonlySet<number> = new Set([9, 10]);
/** Excel's limit. */
const CODE_MAX_CHARACTERS = 255;
/** Texts beside an amount in rupees that do not change it. */
const RUPEE_WORDS = /rupees?|rs\.?|inr|रु\.?|only|[₹/()\s-]/gi;
const BUILT_IN_HUNDREDTHS: ReadonlySet<number> = new Set([2, 4, 7, 8, 39, 40, 43, 44]);
const BUILT_IN_WHOLE: ReadonlySet<number> = new Set([1, 3, 37, 38, 41, 42]);

/** The kind of numbers with this format. See ECMA-376 part 1, 18.8.30 numFmt. */
export function kindOfFormat(id: number, code: string | null): number {
  if (code !== null) return kindOfCode(code);
  if (BUILT_IN_DATES.some(([first, last]) => id >= first && id <= last)) return KIND.date;
  if (BUILT_IN_PERCENT.has(id)) return KIND.unusual;
  if (BUILT_IN_HUNDREDTHS.has(id)) return KIND.hundredths;
  return BUILT_IN_WHOLE.has(id) ? KIND.whole : KIND.number;
}

/** Whether the format writes a word beside the number, which may be its unit: `0.0 "Lakh"`, `0" paise"`, `"USD" 0.00`. */
function showsWords(code: string): boolean {
  const shown = Array.from(code.matchAll(/"([^"]*)"|[\\*](.)/g), ([, quoted, sign]) => quoted ?? sign ?? '').join('');
  return /[^\s.,'+*=_#]/.test(shown.replace(RUPEE_WORDS, ''));
}

function kindOfCode(code: string): number {
  if (code.length > CODE_MAX_CHARACTERS) return KIND.unusual;
  if (/^(?:general|@)?$/i.test(code.trim())) return KIND.number;
  if (/\[\$(?!₹|Rs|INR|रु|-)[^\]-]+/i.test(code) || /[$€£¥]/.test(code.replace(/\[\$[^\]]*\]/g, '')))
    return KIND.unusual;
  // Text in quotes, after a backslash or in brackets is shown as written; [h] counts hours.
  const elapsed = /\[(?:h+|m+|s+)\]/i.test(code);
  const bare = code
    .replace(/"[^"]*"/g, '')
    .replace(/[\\_*]./g, '')
    .replace(/\[[^[\]]*\]/g, '')
    .replace(/general/gi, '0.#########');
  if (elapsed || /[dmyhs]/i.test(bare)) return KIND.date;
  if (showsWords(code)) return KIND.unusual;
  const [positive = ''] = bare.split(';');
  // No digit place, a percent sign, or a comma after the last digit place: the sheet shows another value.
  if (!/[0#?]/.test(positive) || positive.includes('%') || /[0#?],+(?![0#?,])/.test(positive)) return KIND.unusual;
  const whole = positive.replace(/[.eE].*$/, '').replace(/[^0]/g, '');
  if (whole.length > 1) return KIND.zeroMask;
  if (!/[.eE]/.test(positive)) return KIND.whole;
  if (/\.[0#?](?![0#?eE])/.test(positive)) return KIND.tenths;
  // Only a format with a condition has several sections for positive numbers.
  const sections = /\[[<>=]/.test(code) ? bare.split(';').filter((section) => /[0#?]/.test(section)) : [positive];
  return sections.every((section) => /\.[0#?]{2}(?![0#?eE])/.test(section)) ? KIND.hundredths : KIND.number;
}
