// Texts of a sheet that are in no payment: titles above the header, notes below or right of the table, printed headers and
// footers, text boxes. Those that are not harmless are shown word for word, and one tick answers for all of them.

import { type Message, msg } from '../../../shared/messages/message.ts';
import { meaningOf } from './field-names.ts';
import {
  isColumnHeader,
  isHarmless,
  isHarmlessName,
  isLabelAlone,
  isSignature,
  LABEL_END,
  mayBeName,
} from './harmless-texts.ts';
import { knownIn } from './known-words.ts';
import type { Columns } from './match-columns.ts';
import type { NoteRow } from './no-payment.ts';
import { titleAgainstPaying } from './other-columns.ts';
import { daysIn, isOtherDay } from './pay-dates.ts';
import { cellAddress, type Table } from './table.ts';
import { otherUnitIn } from './units.ts';

/** More would not be read. The others are counted. */
const TEXTS_SHOWN = 12;
const SHOWN_MAX_CHARACTERS = 120;
/** A text with an account, a phone number or an address is named by its cell only. */
const UNSHOWN = /\p{Nd}{6}|(?:\p{Nd}[ -]?){9}|@/u;

interface Placed {
  readonly rowNumber: number;
  readonly column: number;
  readonly text: string;
}

/** The texts to show; empty when all are harmless or reported on their own. */
export function findUnclearTexts(
  table: Table,
  columns: Columns,
  { notes, nowMs }: { readonly notes: readonly NoteRow[]; readonly nowMs: number | null },
): readonly Message[] {
  const { sheet } = table;
  const beside = table.beside ?? [];
  const byRow = Map.groupBy(
    beside.filter(({ place }) => place === 'cell'),
    ({ rowNumber }) => rowNumber,
  );
  const name =
    sheet !== null && !isHarmlessName(sheet) && titleAgainstPaying(sheet) === null
      ? [showText(msg('part.sheetName'), sheet)]
      : [];
  const inCells = [...textsAbove(table, nowMs), ...emptyHeaders(table, columns), ...notesOf(table, notes, byRow)];
  const noted = new Set(notes.map(({ row }) => table.rowNumbers[row] ?? 0));
  const used = new Set(Object.values(columns).map(({ index }) => index));
  const others = beside.filter(({ place, rowNumber, column, text }) => {
    if (rowNumber === table.headerRowNumber && used.has(column) && saysHowToFill(text)) return false;
    if (place === 'cell' && noted.has(rowNumber)) return false;
    return !isHarmless(withoutToday(text, nowMs));
  });
  const shown = [
    ...name,
    ...payeesInOthers(table, columns),
    ...inCells.map((placed) => showText(cellAddress({ sheet, ...placed }), placed.text)),
    ...others.map(({ place, text, ...at }) => {
      if (place === 'printed') return showText(msg('part.printed'), text);
      return showText(place === 'textBox' ? msg('part.textBox') : cellAddress({ sheet, ...at }), text);
    }),
  ];
  const more = shown.length - TEXTS_SHOWN;
  return more > 0 ? [...shown.slice(0, TEXTS_SHOWN), msg('part.andMore', { count: more })] : shown;
}

/** Longer texts name no payee. */
const NAME_MAX_CHARACTERS = 200;
/** Fewer lines are no register. */
const REGISTER_MIN = 3;
/** Fewer letters and digits may be the same by chance. */
const NAMED_BY_MIN = 3;

/**
 * The lines of other sheets that name a payee of this one, word for word. A list of most of them is the register that the sheet
 * was made from, unless its name speaks against paying.
 */
function payeesInOthers(table: Table, columns: Columns): readonly Message[] {
  const { otherSheets = [], rows } = table;
  if (otherSheets.length === 0) return [];
  const { name, accountNumber, upiId, reference } = columns;
  const payees = new Set<string>();
  for (const cells of rows) {
    for (const column of [name, accountNumber, upiId, reference]) {
      const key = namedBy(cells[column?.index ?? -1] ?? '');
      if (key !== '') payees.add(key);
    }
  }
  return otherSheets.flatMap(({ sheet, lines }) => {
    const named = lines
      .filter((cells) => cells.some((cell) => payees.has(namedBy(cell))))
      .map((cells) => showText(sheet, cells.filter((cell) => cell.trim() !== '').join(': ')));
    const isRegister =
      named.length >= REGISTER_MIN && named.length * 2 > rows.length && titleAgainstPaying(sheet) === null;
    return isRegister ? [] : named;
  });
}

/** What a cell names, without case and spaces; empty for too little. */
function namedBy(cell: string): string {
  if (cell.length > NAME_MAX_CHARACTERS) return '';
  const text = cell.toLowerCase().replace(/[\s.]+/g, '');
  return text.length < NAMED_BY_MIN ? '' : text;
}

const DAYS = /(?<![\p{L}\d])\d{1,4}(?:st|nd|rd|th)?[-/. ](?:\d{1,2}|\p{L}{3,9})[-/., ]{1,2}\d{2,4}(?!\d)/giu;

/** A payment dated today is for today. */
function withoutToday(text: string, nowMs: number | null): string {
  if (nowMs === null || text.length > SHOWN_MAX_CHARACTERS) return text;
  return text.replace(DAYS, (day) => (daysIn(day, 2_000).length > 0 && !isOtherDay(day, nowMs) ? ' ' : day));
}

/** How a note at a header says how to fill in its column. */
const INSTRUCTS =
  /\b(?:fill|enter|type|write|format(?:ted)?|characters?|digits?|decimals?|optional|mandatory|required|example|numeric|such as|for upi|for imps)\b|भर|लिख|अंक|अक्षर|वैकल्पिक|ज़रूरी/iu;

function saysHowToFill(text: string): boolean {
  const said = knownIn(text, 'title');
  return INSTRUCTS.test(text) && (said === null || said.meaning === 'old') && otherUnitIn(text) === null;
}

/** A text word for word, with its place. */
export function showText(cell: string | Message, text: string): Message {
  const shown = text.replace(/\s+/g, ' ').trim();
  if (UNSHOWN.test(shown)) return msg('part.textHidden', { cell });
  const cut = shown.length > SHOWN_MAX_CHARACTERS ? `${shown.slice(0, SHOWN_MAX_CHARACTERS - 1)}…` : shown;
  return msg('part.textAt', { cell, text: cut });
}

/** The texts of a line; a label and its value are one. */
function unitsOf(cells: readonly string[], rowNumber: number): readonly Placed[] {
  const filled = cells.flatMap((cell, column) =>
    cell.trim() === '' ? [] : [{ rowNumber, column, text: cell.trim() }],
  );
  const units: Placed[] = [];
  for (let at = 0; at < filled.length; at += 1) {
    const one = filled[at];
    const next = filled[at + 1];
    if (one === undefined) continue;
    if (next !== undefined && isLabelAlone(one.text) && !isLabelAlone(next.text)) {
      units.push({
        ...one,
        text: LABEL_END.test(one.text) ? `${one.text} ${next.text}` : `${one.text}: ${next.text}`,
      });
      at += 1;
    } else units.push(one);
  }
  return units;
}

/** The lines above the header. What is known to speak against paying, or names a unit, is reported on its own. */
function textsAbove({ top }: Table, nowMs: number | null): readonly Placed[] {
  const lines = top?.lines.slice(0, top.rowsAbove.length) ?? [];
  return lines.flatMap(({ cells, rowNumber }) =>
    unitsOf(cells, rowNumber).filter(
      ({ text }) =>
        titleAgainstPaying(text) === null && otherUnitIn(text) === null && !isHarmless(withoutToday(text, nowMs)),
    ),
  );
}

/** Headers of columns without any value: a note to the right of the table looks like one. */
function emptyHeaders({ headers, headerRowNumber, rows, kinds }: Table, columns: Columns): readonly Placed[] {
  const used = new Set(Object.values(columns).map(({ index }) => index));
  return headers.flatMap((header, column) => {
    if (header === '' || used.has(column) || isColumnHeader(header) || meaningOf(header).kind !== 'other') return [];
    const isFilled = (row: number): boolean =>
      (rows[row]?.[column] ?? '').trim() !== '' || (kinds?.[row * headers.length + column] ?? 0) !== 0;
    return rows.some((_, row) => isFilled(row)) ? [] : [{ rowNumber: headerRowNumber, column, text: header }];
  });
}

function notesOf(
  { rows, rowNumbers, headers }: Table,
  notes: readonly NoteRow[],
  beside: ReadonlyMap<number, readonly Placed[]>,
): readonly Placed[] {
  let signatureRow = Number.NEGATIVE_INFINITY;
  return notes.flatMap(({ row, isReported }) => {
    if (isReported) return [];
    const rowNumber = rowNumbers[row] ?? 0;
    const cells = [...(rows[row] ?? [])];
    for (const { column, text } of beside.get(rowNumber) ?? []) {
      while (cells.length < Math.max(column, headers.length)) cells.push('');
      cells[column] = text;
    }
    const isSigned = row - signatureRow <= 2;
    if (cells.some(isSignature)) signatureRow = row;
    return unitsOf(cells, rowNumber).filter(({ text }) => !isHarmless(text) && !(isSigned && mayBeName(text)));
  });
}

/** Marks that a legend explains. */
const LEGEND = /^\s*[([]?([*#†‡§^~@$!]{1,3})[)\]]?\s*[-=:–.)]*\s*(\p{L}.*)$/u;
const NAME_MARK = /^[*#†‡§]+|(?<![*#†‡§])[*#†‡§]+$/u;

/** Rows marked with a star or the like, and what the sheet says about the mark. */
export class MarkedRows {
  readonly #table: Table;
  readonly #legends = new Map<string, string>();
  readonly #column: number | undefined;
  readonly #hasMarks: boolean;

  constructor(table: Table, columns: Columns, notes: readonly NoteRow[]) {
    this.#table = table;
    this.#column = columns.name?.index;
    const texts = notes.flatMap(({ row }) => table.rows[row] ?? []);
    for (const text of [...texts, ...(table.beside ?? []).map((one) => one.text)]) {
      const [, mark, said] = LEGEND.exec(text.slice(0, SHOWN_MAX_CHARACTERS)) ?? [];
      if (mark !== undefined && said !== undefined) this.#legends.set(mark, said);
    }
    const names = this.#column === undefined ? [] : table.rows.map((cells) => cells[this.#column ?? 0] ?? '');
    const marked = names.filter((name) => NAME_MARK.test(name)).length;
    this.#hasMarks = this.#legends.size > 0 || (marked > 0 && marked < names.length);
  }

  /** The mark of a row, with the legend that explains it; null for none. */
  of(row: number): { readonly mark: string; readonly said: readonly Message[] } | null {
    if (!this.#hasMarks) return null;
    const cells = this.#table.rows[row] ?? [];
    for (const [mark, text] of this.#legends) {
      const isMarked = cells.some((cell) => cell.startsWith(mark) || cell.trimEnd().endsWith(mark));
      if (isMarked) return { mark, said: UNSHOWN.test(text) ? [] : [msg('part.legend', { text })] };
    }
    const name = this.#column === undefined ? '' : (cells[this.#column] ?? '');
    const mark = NAME_MARK.exec(name.trim())?.[0];
    return mark === undefined ? null : { mark, said: [] };
  }
}
