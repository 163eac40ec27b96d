// The fonts of a printed report, and which font draws which letter. People write names in their own scripts: each run of a text
// is drawn and shaped in a font that has all of its letters.

import { createRequire } from 'node:module';
import { type Font, type GlyphRun, openSync } from 'fontkit';

export type FontWeight = 'regular' | 'bold';

interface PdfFont {
  /** Its file, which is also its name in the document. */
  readonly name: string;
  readonly letters: ReadonlySet<number>;
  readonly opened: Font;
}

/** Part of a text, drawn by one font. */
export interface TextRun {
  readonly font: string;
  readonly text: string;
}

const LATIN = ['latin', 'latin-ext'];
const SCRIPTS = ['bengali', 'gujarati', 'gurmukhi', 'tamil', 'telugu', 'kannada', 'malayalam', 'oriya', 'arabic'];

function fontFiles(weight: FontWeight): readonly string[] {
  const noto = (subset: string, number: number): string => `noto-sans/files/noto-sans-${subset}-${number}-normal.woff`;
  return [
    ...LATIN.map((subset) => noto(subset, weight === 'bold' ? 600 : 400)),
    ...['devanagari', 'greek', 'cyrillic', 'vietnamese'].map((subset) => noto(subset, 400)),
    ...SCRIPTS.map((script) => `noto-sans-${script}/files/noto-sans-${script}-${script}-400-normal.woff`),
  ];
}

const FONT_FILES: Readonly<Record<FontWeight, readonly string[]>> = {
  regular: fontFiles('regular'),
  bold: fontFiles('bold'),
};

const opened = new Map<string, PdfFont>();
const { resolve } = createRequire(import.meta.url);

/** Opens each font once for all documents. Most documents need two or three. */
function openFont(file: string): PdfFont {
  const known = opened.get(file);
  if (known !== undefined) return known;
  const font = openSync(resolve(`@fontsource/${file}`));
  if (!('characterSet' in font)) throw new TypeError(`${file} is no single font`);
  inflateTablesOnce(font);
  letPastMissingAnchors(font);
  layOutByPairs(file, font);
  const whole = { name: file, letters: new Set(font.characterSet), opened: font };
  opened.set(file, whole);
  return whole;
}

/** The font that a text run names. */
export function openedFont(name: string): Font {
  return openFont(name).opened;
}

function findFont(files: readonly string[], code: number): PdfFont | undefined {
  for (const file of files) {
    const font = openFont(file);
    if (font.letters.has(code)) return font;
  }
  return undefined;
}

/** A letter that no font has is shown by its code: a box would say nothing, and a missing letter would mislead. */
export function runsOf(text: string, weight: FontWeight): readonly TextRun[] {
  const files = FONT_FILES[weight];
  const [plain = ''] = files;
  if (/^[ -~]*$/.test(text)) return text === '' ? [] : [{ font: plain, text }];
  const runs: { font: string; text: string }[] = [];
  let current = openFont(plain);
  for (const letter of text.normalize('NFC')) {
    const code = letter.codePointAt(0) ?? 0;
    const isPlain = code < 0x80;
    const font = !isPlain && current.letters.has(code) ? current : findFont(files, code);
    const drawn = font === undefined ? `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]` : letter;
    current = font ?? openFont(plain);
    const last = runs.at(-1);
    if (last?.font === current.name) last.text += drawn;
    else runs.push({ font: current.name, text: drawn });
  }
  return runs.some(isRightToLeft) ? inSight(runs) : runs;
}

function isRightToLeft({ text }: TextRun): boolean {
  return /\p{Script=Arabic}/u.test(text);
}

/** Puts right-to-left words in visual order. The font itself reverses each word. */
function inSight(runs: readonly TextRun[]): readonly TextRun[] {
  const seen: TextRun[] = [];
  for (let at = 0; at < runs.length; at += 1) {
    let end = at;
    while (isRight(runs[end]) && runs[end + 1]?.text.trim() === '' && isRight(runs[end + 2])) end += 2;
    seen.push(...runs.slice(at, end + 1).toReversed());
    at = end;
  }
  return seen;
}

function isRight(run: TextRun | undefined): boolean {
  return run !== undefined && isRightToLeft(run);
}

/**
 * fontkit 2.0.4 inflates a whole WOFF table again for each glyph, which was nine tenths of the time of a slip. This inflates each
 * table once; every reader gets a stream of its own.
 */
function inflateTablesOnce(font: Font): void {
  const read = fieldOf(font, '_getTableStream');
  if (typeof read !== 'function') return;
  const tables = new Map<string, object>();
  Reflect.set(font, '_getTableStream', (tag: string): unknown => {
    const known = tables.get(tag);
    if (known !== undefined) return streamLike(known);
    const stream: unknown = Reflect.apply(read, font, [tag]);
    // An uncompressed table is a position in the font's shared stream.
    if (typeof stream !== 'object' || stream === null || stream === fieldOf(font, 'stream')) return stream;
    tables.set(tag, stream);
    return streamLike(stream);
  });
}

/**
 * When a base or mark has no anchor for a class, OpenType goes on to the next subtable, but fontkit 2.0.4 throws, in Gurmukhi,
 * Telugu and Malayalam. See OpenType, GPOS, mark attachment, and foliojs/fontkit.
 */
function letPastMissingAnchors(font: Font): void {
  font.layout('a');
  const positioning = fieldOf(fieldOf(fieldOf(font, '_layoutEngine'), 'engine'), 'GPOSProcessor');
  if (typeof positioning !== 'object' || positioning === null) return;
  const shared: unknown = Object.getPrototypeOf(positioning);
  const applyLookup = fieldOf(shared, 'applyLookup');
  if (typeof shared !== 'object' || shared === null || typeof applyLookup !== 'function') return;
  if (mended.has(shared)) return;
  mended.add(shared);
  Reflect.set(shared, 'applyLookup', function (this: unknown, ...args: readonly unknown[]): unknown {
    try {
      return Reflect.apply(applyLookup, this, args) as unknown;
    } catch (error) {
      if (error instanceof TypeError && error.message.includes('xCoordinate')) return false;
      throw error;
    }
  });
}

type Glyph = GlyphRun['glyphs'][number];
type Position = Pick<GlyphRun['positions'][number], 'xAdvance' | 'yAdvance' | 'xOffset' | 'yOffset'>;

/** pdfkit scales the positions in place, so that each layout has its own, and adds them up afterwards. */
interface Layout {
  readonly glyphs: readonly Glyph[];
  readonly positions: readonly Position[];
  readonly advanceWidth: number;
}

function layoutOf(glyphs: readonly Glyph[], positions: readonly Position[]): Layout {
  return {
    glyphs,
    positions,
    get advanceWidth() {
      return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
    },
  };
}

const copyOf = ({ xAdvance, yAdvance, xOffset, yOffset }: Position): Position => ({
  xAdvance,
  yAdvance,
  xOffset,
  yOffset,
});

/** Words remembered for each font: those of the labels, and of some hundred names. */
const SHAPED_MAX = 5_000;

/**
 * How a letter stands before another one: its glyph, and its width with what the pair takes away or adds. `nudge` is what is taken
 * away, in thousandths of the size as a PDF writes it, null for nothing.
 */
interface Pair {
  readonly glyph: Glyph;
  readonly xAdvance: number;
  readonly nudge: string | null;
}

/**
 * fontkit shapes each word anew, which was half of the time of a slip, although ASCII letters, and the dots of a hidden account, only
 * meet in pairs. A word is laid out from its pairs, each shaped once; one with a ligature, or in another script, is shaped whole. A
 * test compares the two.
 */
function layOutByPairs(file: string, font: Font): void {
  const shape = font.layout.bind(font);
  const pairs = new Map<string, Pair | null>();
  const scale = 1_000 / font.unitsPerEm;
  // As pdfkit subtracts and rounds.
  const nudgeOf = (xAdvance: number, advanceWidth: number): string | null => {
    const taken = xAdvance * scale - advanceWidth * scale;
    return taken === 0 ? null : `${Math.round(-taken * 1e6) / 1e6}`;
  };
  const find = (pair: string, script: string | undefined): Pair | null => {
    const key = script === undefined ? pair : `${script} ${pair}`;
    const known = pairs.get(key);
    if (known !== undefined) return known;
    const { glyphs, positions } = shape(pair, undefined, script);
    const [[glyph, next], [first, second]] = [glyphs, positions];
    const isPlain =
      glyph !== undefined &&
      first !== undefined &&
      glyphs.length === pair.length &&
      positions.every(({ xOffset, yOffset, yAdvance }) => xOffset === 0 && yOffset === 0 && yAdvance === 0) &&
      (next === undefined || second?.xAdvance === next.advanceWidth);
    const found = isPlain
      ? { glyph, xAdvance: first.xAdvance, nudge: nudgeOf(first.xAdvance, glyph.advanceWidth) }
      : null;
    pairs.set(key, found);
    return found;
  };
  const shaped = new Map<string, GlyphRun>();
  const shapeWhole = (text: string): Layout => {
    const known = shaped.get(text) ?? shape(text);
    if (shaped.size === SHAPED_MAX) shaped.clear();
    shaped.set(text, known);
    return layoutOf(known.glyphs, known.positions.map(copyOf));
  };
  const pairsOf = (text: string): readonly Pair[] | null => {
    if (!/^[ -~•]+$/.test(text)) return null;
    // fontkit takes the first letter's script for the whole word.
    const script = /[A-Za-z]/.test(text) ? 'latn' : undefined;
    const found: Pair[] = [];
    for (let at = 0; at < text.length; at += 1) {
      const pair = find(text.slice(at, at + 2), script);
      if (pair === null) return null;
      found.push(pair);
    }
    return found;
  };
  const layout = (text: string, ...rest: readonly unknown[]): unknown => {
    if (rest.some((one) => one !== undefined)) return Reflect.apply(shape, font, [text, ...rest]) as unknown;
    const found = pairsOf(text);
    if (found === null) return shapeWhole(text);
    return layoutOf(
      found.map(({ glyph }) => glyph),
      found.map(({ xAdvance }) => ({ xAdvance, yAdvance: 0, xOffset: 0, yOffset: 0 })),
    );
  };
  Reflect.set(font, 'layout', layout);
  inPairs.set(file, pairsOf);
}

const inPairs = new Map<string, (word: string) => readonly Pair[] | null>();

/** The letters of a word as they stand; null for one that must be shaped. */
export function pairsOf(file: string, word: string): readonly Pair[] | null {
  openFont(file);
  return inPairs.get(file)?.(word) ?? null;
}

function streamLike(stream: object): unknown {
  const make = fieldOf(stream, 'constructor');
  return typeof make === 'function' ? (Reflect.construct(make, [fieldOf(stream, 'buffer')]) as unknown) : stream;
}

const mended = new WeakSet<object>();

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (Reflect.get(value, name) as unknown) : undefined;
}
