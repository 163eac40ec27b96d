// Columns in which each row has its own text: numbers, names, free remarks. A note among them is in no list of words, so it is found
// by its form: what stands behind the form of the other rows, and sentences, which are shown word for word.

import { type Message, msg } from '../../../shared/messages/message.ts';
import { hasSentenceWord, isNone, isPlainText, KINDS, markOfName } from './cell-says.ts';
import { isKnown, wordsOf } from './known-words.ts';
import type { Columns } from './match-columns.ts';
import type { OtherColumns } from './other-columns.ts';
import { quoted } from './quoted.ts';
import type { RowCells } from './row-cells.ts';
import { showText } from './sheet-texts.ts';
import { cellAddress, type Table, VALUE_MAX_CHARACTERS } from './table.ts';
import { isAside, isDescribed, payingRows } from './unknown-columns.ts';

/** More would not be read. The others are counted. */
const TEXTS_SHOWN = 12;
/** The first rows that tell what a column holds. */
const SAMPLE_ROWS = 200;
/** Of the texts of a column, so few may have another form. */
const FEW = 3;
/** Fewer texts have no usual form. */
const TEXTS_MIN = 3;

/** A column with sentences that are not understood. */
interface ToRead {
  readonly header: string;
  readonly texts: readonly Message[];
}

type Asking = Pick<OtherColumns, 'isAsked'>;

interface TailColumn {
  readonly header: string;
  readonly index: number;
  readonly noteIn: (text: string) => boolean;
}

export class OwnTexts {
  readonly toRead: readonly ToRead[];
  readonly #table: Table;
  readonly #tails: readonly TailColumn[];
  readonly #others: Asking;

  /** `others.unread`: the columns that nothing else reads, by index. */
  constructor(table: Table, columns: Columns, others: Asking & Pick<OtherColumns, 'unread'>) {
    this.#table = table;
    this.#others = others;
    const { unread } = others;
    const rows = payingRows(table, columns);
    this.toRead = unread.flatMap((index) => sentencesOf(table, { index, rows, columns, others }));
    const shown = new Set(this.toRead.map(({ header }) => header));
    const { name, reference } = columns;
    const named = [name?.index, reference?.index].filter((index) => index !== undefined);
    this.#tails = [...unread, ...named].flatMap((index) => {
      const header = table.headers[index] ?? '';
      if (shown.has(header)) return [];
      const noteIn = formOf(table, { index, rows, isName: index === name?.index });
      return noteIn === null ? [] : [{ header, index, noteIn }];
    });
  }

  /** Warns of a note in a cell that names something. */
  report(cells: RowCells, row: number): void {
    for (const { header, index, noteIn } of this.#tails) {
      const text = textOf(this.#table, row, index);
      if (noteIn(text) && !this.#others.isAsked(index, text))
        cells.report('cellUnclear', null, { header, said: quoted(text) });
    }
  }
}

interface RowsOfColumn {
  readonly index: number;
  /** The rows that may be paid. */
  readonly rows: readonly number[];
}

function textOf(table: Table, row: number, index: number): string {
  const cell = table.rows[row]?.[index] ?? '';
  return cell.length > VALUE_MAX_CHARACTERS ? '' : cell.trim();
}

/** The sentences of a column of free text; none where its header says what they describe. */
function sentencesOf(
  table: Table,
  { index, rows, columns, others }: RowsOfColumn & { readonly columns: Columns; readonly others: Asking },
): readonly ToRead[] {
  const header = table.headers[index] ?? '';
  const isOfOther = isAside(header);
  const isSentence = (row: number): boolean => sentenceIn(textOf(table, row, index)) !== null;
  if (isDescribed(header) || (isOfOther && !rows.slice(0, SAMPLE_ROWS).some(isSentence))) return [];
  const found: { readonly row: number; readonly text: string }[] = [];
  const texts = new Set<string>();
  let filled = 0;
  let isLong = false;
  for (const row of rows) {
    const cell = table.rows[row]?.[index] ?? '';
    if (cell !== '') filled += 1;
    if (!cell.includes(' ')) continue;
    const text = textOf(table, row, index);
    const words = sentenceIn(text);
    if (words === null || others.isAsked(index, text)) continue;
    isLong ||= words.length >= WORDS_OF_NAME_MAX;
    if (found.length < SENTENCES_KEPT && !texts.has(text)) found.push({ row, text });
    texts.add(text);
  }
  const areNames = columns.name === undefined && !isLong;
  if (areNames || texts.size === 0 || (isOfOther && texts.size * 2 < filled)) return [];
  const unclear = found.filter(({ text }) => KINDS.note.understand?.(text) !== 'understood');
  if (unclear.length === 0) return [];
  const shown = unclear.slice(0, TEXTS_SHOWN).map(({ row, text }) => {
    const rowNumber = table.rowNumbers[row] ?? 0;
    return showText(cellAddress({ sheet: table.sheet, rowNumber, column: index }), text);
  });
  const more = unclear.length - shown.length;
  return [{ header, texts: more > 0 ? [...shown, msg('part.andMore', { count: more })] : shown }];
}

/** So many are read; of more, a person reads the column. */
const SENTENCES_KEPT = 2_000;
const WORDS_OF_NAME_MAX = 4;
const OF_SENTENCE = wordsOf('sentence', 'word');

/** The words of a text that is a sentence, and no name; null for any other. In Indian scripts, letters have no case. */
function sentenceIn(text: string): readonly string[] | null {
  const words = text.match(/[\p{L}\p{M}]+/gu) ?? [];
  if (words.length < 2) return null;
  const isLower = words.slice(1).some((word) => /^[a-z]{2,}$/.test(word)) || /^\p{Lo}/u.test(words[1] ?? '');
  if (isLower) return words;
  const isCapital = text === text.toUpperCase() && words.some((word) => OF_SENTENCE.has(word.toLowerCase()));
  return isCapital && words.length > 2 ? words : null;
}

/** A number or a code, with a word behind it. */
const BEHIND_CODE = /^(?=(?:[^\s\d]*\d){3})\S*?(?:\s+|\s*[-–—_/([]\s*)(\p{L}[\p{L}\p{M}'’ ./]{2,40})[)\]]?$/u;
const IS_CODE = /^(?=(?:[^\s\d]*\d){3})\S*$/;
/** A name, with a bracket or a dash behind it. */
const BEHIND_NAME = /^[^([]{2,60}?(?:\s[-–—]\s?|[-–—]\s|\s?[([]\s?)([^()[\]]{2,40})[)\]]?$/u;
const IS_NAME = /^[^\d()[\]@/]{2,60}$/;

/** What finds a note behind the texts of a column, by the form of most of them; null where it has no such form. */
function formOf(
  table: Table,
  { index, rows, isName }: RowsOfColumn & { readonly isName: boolean },
): ((text: string) => boolean) | null {
  const texts = rows
    .slice(0, SAMPLE_ROWS)
    .map((row) => textOf(table, row, index))
    .filter((text) => text !== '');
  if (texts.length < TEXTS_MIN || new Set(texts).size * 5 < texts.length * 4) return null;
  const isMost = (form: RegExp): boolean =>
    texts.filter((text) => form.test(text)).length * FEW >= texts.length * (FEW - 1);
  const isFew = (test: (text: string) => boolean): boolean => texts.filter(test).length * FEW <= texts.length;
  const noted = (form: RegExp, mayBeNamed: boolean) => (text: string) => {
    const note = /[\s([–—_/-]/.test(text) ? form.exec(text)?.[1] : undefined;
    if (note === undefined) return false;
    // Behind a name, a word with a capital is of the name, unless it alone is in capitals.
    const isOfName = mayBeNamed && /^\p{Lu}/u.test(note) && !isInCapitals(text, note);
    return !isOfName && !isPlainText(note);
  };
  const ofCode = noted(BEHIND_CODE, false);
  if (isMost(IS_CODE) && isFew(ofCode)) return ofCode;
  const ofName = noted(BEHIND_NAME, true);
  if (!isMost(IS_NAME) || !isFew(ofName)) return null;
  // Known marks behind a payee's name, and notes in small letters, are checked with the name.
  const isMarked = (text: string): boolean =>
    isName && (markOfName(text) !== null || KINDS.nameMark.understand?.(text) !== 'understood');
  const isRead = (text: string): boolean =>
    isMarked(text) || (isName && /[a-z]/.test(text) && !isInCapitals(text, text.slice(-5)));
  const isTitled = !isFew(hasUnknownTitle);
  const mayBeSentences = !isFew(hasSentenceWord);
  return (text) =>
    isNobody(text) ||
    SIGN_OF_DOUBT.test(text) ||
    isFilling(text) ||
    (!isTitled && hasUnknownTitle(text)) ||
    (!mayBeSentences && hasSentenceWord(text) && !isMarked(text)) ||
    (ofName(text) && !isRead(text));
}

/** No name has these. */
const SIGN_OF_DOUBT = /[?!]|\.{3}/;

/** A name of one letter again and again: `aaa`, `xxx`. */
function isFilling(text: string): boolean {
  const letters = text.toLowerCase().replace(/[\s.]/g, '');
  const [first = ''] = letters;
  return letters.length >= 3 && /\p{L}/u.test(first) && letters === first.repeat(letters.length);
}

/** An abbreviation in front of a name. */
const TITLE = /^(\p{L}[\p{L}\p{M}]{1,3})\.\s?(?=\p{L}[\p{L}\p{M}]{2})/u;

/** Whether an abbreviation that is no usual title stands in front of a name, as of somebody who died. */
function hasUnknownTitle(text: string): boolean {
  const title = TITLE.exec(text)?.[1]?.toLowerCase();
  return title !== undefined && !isKnown(title, 'personTitle');
}

/** Whether a note is in capitals and the name before it is not. Three letters may be a form of company. */
function isInCapitals(text: string, note: string): boolean {
  return /\p{Lu}{4}/u.test(note) && !/\p{Ll}/u.test(note) && /\p{Ll}/u.test(text);
}

function isNobody(text: string): boolean {
  const lower = text.toLowerCase();
  return (isKnown(lower, 'noUpiId') || isKnown(lower, 'status')) && !isNone(text);
}
