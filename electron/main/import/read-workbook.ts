import type { Refused } from '../../../shared/failures.ts';
import { msg } from '../../../shared/messages/message.ts';
import type { SheetName } from '../../../shared/rows.ts';
import { listNames, refuseSheet } from './issues.ts';
import { HEADER_MAX_CHARACTERS, TEXTS_BESIDE_MAX, type TextBeside } from './table.ts';
import { otherUnitIn } from './units.ts';
import {
  parseRange,
  type SheetNote,
  type SheetRange,
  type StringsMessage,
  type WorkbookMessage,
  type WorkbookRequest,
} from './xlsx-messages.ts';
import { type Part, readDirectory, readPart, relationIdOf, type XmlListener } from './xlsx-package.ts';
import { SheetReading } from './xlsx-sheet.ts';
import { listStyles, SharedStrings } from './xlsx-strings.ts';

/** Receives a workbook's content: rows and facts as messages, and the part with its shared strings, to be read separately. */
interface WorkbookSink {
  emit(message: WorkbookMessage): void;
  takeStrings(part: Part): void;
}

/** Reads a workbook. The last message is `end` or `refused`. */
export async function readWorkbook(request: WorkbookRequest, sink: WorkbookSink): Promise<void> {
  const directory = await readDirectory(request.bytes);
  if (directory.kind === 'refused') return sink.emit(directory);
  const place = await findSheet(directory.parts, {
    wanted: request.sheet,
    onSheets: (sheets) => sink.emit({ kind: 'sheets', sheets }),
  });
  if ('refusal' in place) return sink.emit(place);
  if (place.strings !== null) sink.takeStrings(place.strings);

  const styles = { kinds: new Array<number>(), colourOf: new Array<number>(), colours: new Array<string>() };
  const brokenStyles = place.styles === null ? null : await readPart(place.styles, listStyles(styles));
  if (brokenStyles !== null) return sink.emit(brokenStyles);
  const sheet = new SheetReading({
    styleKinds: styles.kinds,
    styleColours: styles.colourOf,
    hasResults: place.hasResults,
    date1904: place.date1904,
    linkTargets: place.relations,
    emit: (chunk) => sink.emit({ kind: 'rows', chunk }),
  });
  const brokenSheet = await readPart(place.part, sheet);
  if (brokenSheet !== null) return sink.emit(brokenSheet);
  const notes = new Map<number, SheetNote>();
  const texts = sheet.printed.flatMap(textsOfPrint);
  const brokenNotes = place.notes === null ? null : await readPart(place.notes, listNotes(notes, texts));
  if (brokenNotes !== null) return sink.emit(brokenNotes);
  if ((place.drawing?.sizeBytes ?? 0) > DRAWING_MAX_BYTES) return sink.emit(refuseSheet('workbookTooLarge'));
  const brokenDrawing = place.drawing === null ? null : await readPart(place.drawing, listTextBoxes(texts));
  if (brokenDrawing !== null) return sink.emit(brokenDrawing);
  const { colours } = styles;
  const { merged, formulas, hiddenColumns, links } = sheet;
  const { name, hidden: sheetHidden, hasResults } = place;
  const facts = { sheet: name, sheetHidden, merged, formulas, hasResults, hiddenColumns, links, texts, colours, notes };
  return sink.emit({ kind: 'end', facts, hasStrings: place.strings !== null });
}

/** Reads the shared strings, in order. The last message is `end` or `refused`. */
export async function readStrings(part: Part, emit: (message: StringsMessage) => void): Promise<void> {
  const strings = new SharedStrings((batch, struck) => emit({ kind: 'strings', strings: batch, struck }));
  const broken = await readPart(part, strings);
  if (broken !== null) return emit(broken);
  strings.flush();
  return emit({ kind: 'end' });
}

type Parts = ReadonlyMap<string, Part>;
interface Relation {
  readonly type: string;
  readonly target: string;
}
interface SheetEntry extends SheetName {
  readonly relationId: string;
}

interface SheetPlace {
  readonly name: string;
  readonly hidden: boolean;
  readonly part: Part;
  readonly strings: Part | null;
  readonly styles: Part | null;
  readonly notes: Part | null;
  readonly drawing: Part | null;
  /** Whether the workbook counts days from 1904, as old Mac workbooks do. */
  readonly date1904: boolean;
  /** Whether formula cells hold the results that a spreadsheet program last showed. */
  readonly hasResults: boolean;
  /** The sheet's own relations by id: the targets of its links. */
  readonly relations: ReadonlyMap<string, Relation>;
}

/** Finds the sheet to read: the wanted one, or the only visible one. Refuses when there is none or several. */
async function findSheet(
  parts: Parts,
  { wanted, onSheets }: { readonly wanted: string | null; readonly onSheets: (sheets: readonly SheetName[]) => void },
): Promise<SheetPlace | Refused> {
  const root = await readRelations(parts, '');
  if ('refusal' in root) return root;
  const officeDocument = [...root.values()].find(({ type }) => type.endsWith('/officeDocument'));
  const workbook = parts.get(officeDocument?.target ?? 'xl/workbook.xml');
  if (workbook === undefined) return refuseSheet('notAWorkbook');
  const workbookName = workbook.name.toLowerCase();
  const relations = await readRelations(parts, workbookName);
  if ('refusal' in relations) return relations;
  const contents = { sheets: new Array<SheetEntry>(), date1904: false, hasResults: true };
  const broken = await readPart(workbook, listSheets(contents));
  if (broken !== null) return broken;
  const worksheets = contents.sheets.filter(({ relationId }) => relations.get(relationId)?.type.endsWith('/worksheet'));
  onSheets(worksheets.map(({ name, hidden }) => ({ name, hidden })));
  const chosen = chooseSheet(worksheets, wanted);
  if ('refusal' in chosen) return chosen;
  const part = parts.get(relations.get(chosen.relationId)?.target ?? '');
  if (part === undefined) return refuseSheet('damagedWorkbook', { reason: msg('reason.sheetPart') });
  const own = await readRelations(parts, part.name.toLowerCase());
  if ('refusal' in own) return own;
  const partOfType = (type: string, among = relations): Part | null => {
    const relation = [...among.values()].find((candidate) => candidate.type.endsWith(type));
    return parts.get(relation?.target ?? '') ?? null;
  };
  return {
    name: chosen.name,
    hidden: chosen.hidden,
    part,
    strings: partOfType('/sharedStrings'),
    styles: partOfType('/styles'),
    notes: partOfType('/comments', own),
    drawing: partOfType('/drawing', own),
    date1904: contents.date1904,
    hasResults: contents.hasResults,
    relations: own,
  };
}

function chooseSheet(sheets: readonly SheetEntry[], wanted: string | null): SheetEntry | Refused {
  const [first] = sheets;
  if (first === undefined) return refuseSheet('noSheets');
  const names = listNames(sheets.map(({ name }) => name));
  if (wanted !== null) {
    const exact = sheets.find(({ name }) => name === wanted);
    const word = wanted.trim().toLowerCase();
    const named = exact ?? sheets.find(({ name }) => name.trim().toLowerCase() === word);
    return named ?? refuseSheet('sheetUnknown', { sheet: wanted.slice(0, 40), sheets: names });
  }
  const visible = sheets.filter(({ hidden }) => !hidden);
  const [only] = visible;
  if (only === undefined) return refuseSheet('noVisibleSheet', { sheets: names });
  return visible.length === 1
    ? only
    : refuseSheet('chooseSheet', { sheets: listNames(visible.map(({ name }) => name)) });
}

function listSheets(contents: { readonly sheets: SheetEntry[]; date1904: boolean; hasResults: boolean }): XmlListener {
  return {
    open(name, attributes, depth) {
      if (depth === 1 && name !== 'workbook')
        return refuseSheet('damagedWorkbook', { reason: msg('reason.noWorkbook') });
      if (name === 'workbookPr') contents.date1904 = ['1', 'true'].includes(attributes['date1904'] ?? '');
      // A program that does not calculate its formulas asks the next one to do so when it opens the workbook.
      if (name === 'calcPr') contents.hasResults = !['1', 'true'].includes(attributes['fullCalcOnLoad'] ?? '');
      if (name === 'sheet' && depth === 3) {
        contents.sheets.push({
          name: attributes['name'] ?? '',
          hidden: attributes['state'] === 'hidden' || attributes['state'] === 'veryHidden',
          relationId: relationIdOf(attributes),
        });
      }
      return null;
    },
  };
}

/** A thousand shapes take a megabyte. */
const DRAWING_MAX_BYTES = 16 * 1024 * 1024;

/** How much of a note is read. */
const NOTE_MAX_CHARACTERS = 1_000;

function addText(texts: TextBeside[], text: TextBeside): void {
  if (texts.length < TEXTS_BESIDE_MAX && text.text.trim() !== '') texts.push(text);
}

/** A note without its author's name, and a conversation without Excel's own words about it. */
function wordsOfNote(text: string): string {
  const said = /\bComment:\s*([^]*)$/.exec(text)?.[1] ?? text;
  return said
    .replace(/^[^\n:]{1,40}:\s*\n/, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** What Excel prints in place of these codes: the page, the date, the file, the size and style of the text. */
const PRINT_CODES = /&(?:"[^"]*"|K[0-9A-F]{6}|K\d{2}[+-]\d{3}|\d{1,3}|[A-Z])/gi;

/** The texts of a printed header or footer on its left, in the middle and on its right. See ECMA-376 part 1, 18.3.1.46. */
function textsOfPrint(written: string): readonly TextBeside[] {
  const texts = written.replaceAll('&&', '\uffff').split(/&[LCR]/);
  return texts
    .map((text) => text.replace(PRINT_CODES, ' ').replaceAll('\uffff', '&').replace(/\s+/g, ' ').trim())
    .filter((text) => text !== '')
    .map((text) => ({ place: 'printed', rowNumber: 0, column: 0, text }));
}

/** Collects the texts of text boxes and other shapes of a drawing. */
function listTextBoxes(texts: TextBeside[]): XmlListener {
  let text = '';
  let isTaking = false;
  const local = (name: string): string => name.slice(name.indexOf(':') + 1);
  return {
    open(name) {
      if (local(name) === 't') isTaking = true;
      return null;
    },
    text(more) {
      if (isTaking && text.length < NOTE_MAX_CHARACTERS) text += more;
    },
    close(name) {
      const closed = local(name);
      if (closed === 't') isTaking = false;
      else if ((closed === 'p' || closed === 'br') && text.length < NOTE_MAX_CHARACTERS) text += ' ';
      if (closed !== 'sp') return null;
      const shown = text.replace(/\s+/g, ' ').trim();
      text = '';
      if (texts.length >= TEXTS_BESIDE_MAX) return null;
      // A shape is written twice where older programs cannot show it.
      if (!texts.some((one) => one.place === 'textBox' && one.text === shown))
        addText(texts, { place: 'textBox', rowNumber: 0, column: 0, text: shown });
      return null;
    },
  };
}

/** Collects the notes of a sheet. Excel also stores a cell's conversation as a note. */
function listNotes(notes: Map<number, SheetNote>, texts: TextBeside[]): XmlListener {
  let at: SheetRange | null = null;
  let text = '';
  return {
    open(name, attributes) {
      if (name === 'comment') {
        at = parseRange(attributes['ref'] ?? '');
        text = '';
      }
      return null;
    },
    text(more) {
      if (text.length < NOTE_MAX_CHARACTERS) text += more;
    },
    close(name) {
      if (name !== 'comment' || at === null) return null;
      const unit = otherUnitIn(text.trim().slice(0, HEADER_MAX_CHARACTERS)) ?? notes.get(at.firstRow)?.unit ?? null;
      addText(texts, { place: 'note', rowNumber: at.firstRow + 1, column: at.firstColumn, text: wordsOfNote(text) });
      notes.set(at.firstRow, { column: notes.get(at.firstRow)?.column ?? at.firstColumn, unit });
      return null;
    },
  };
}

/** A part's relations by id, with targets as part names; empty when there are none. `partName` must be in lower case. */
async function readRelations(parts: Parts, partName: string): Promise<ReadonlyMap<string, Relation> | Refused> {
  const slash = partName.lastIndexOf('/') + 1;
  const folder = partName.slice(0, slash);
  const part = parts.get(`${folder}_rels/${partName.slice(slash)}.rels`);
  const relations = new Map<string, Relation>();
  if (part === undefined) return relations;
  const broken = await readPart(part, {
    open(name, attributes) {
      const { Id: id, Type: type, Target: target, TargetMode: mode } = attributes;
      if (name !== 'Relationship' || id === undefined || target === undefined) return null;
      if (relations.has(id)) return refuseSheet('damagedWorkbook', { reason: msg('reason.twoRelations') });
      const internal = mode !== 'External' && !(type ?? '').endsWith('/hyperlink');
      relations.set(id, { type: type ?? '', target: internal ? resolveTarget(folder, target) : target });
      return null;
    },
  });
  return broken ?? relations;
}

function resolveTarget(folder: string, target: string): string {
  const path = target.startsWith('/') ? target.slice(1) : folder + target;
  const names: string[] = [];
  for (const name of path.toLowerCase().split('/')) {
    if (name === '..') names.pop();
    else if (name !== '.' && name !== '') names.push(name);
  }
  return names.join('/');
}
