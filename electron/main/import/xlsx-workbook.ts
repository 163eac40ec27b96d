// In: the parts of a workbook. Out: which sheet is read, and where its strings and styles lie; or what must be asked.
// This file must never choose among visible sheets, nor take a hidden one that nobody named.

import type { Refusal } from '../../../shared/issues.ts';
import type { SheetName } from '../../../shared/rows.ts';
import { listNames, refusal } from './refusals.ts';
import type { Part } from './xlsx-directory.ts';
import { readPart, type Attributes, type XmlListener } from './xlsx-part.ts';

type Parts = ReadonlyMap<string, Part>;
interface Relation {
  readonly type: string;
  readonly target: string;
}
interface SheetEntry extends SheetName {
  readonly relationId: string;
}

export interface SheetPlace {
  readonly name: string;
  readonly hidden: boolean;
  readonly part: Part;
  readonly strings: Part | null;
  readonly styles: Part | null;
  /** The workbook counts days from 1904, as old Mac workbooks do. */
  readonly date1904: boolean;
  /** The sheet's own relations by id: where its links lead. */
  readonly relations: ReadonlyMap<string, Relation>;
}

export type SheetFinding =
  | { readonly kind: 'sheet'; readonly place: SheetPlace }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Which sheet is wanted, null for the only visible one, and who hears of all there are. */
export interface SheetWish {
  readonly wanted: string | null;
  readonly onSheets: (sheets: readonly SheetName[]) => void;
}

/** Finds the sheet to read. Errors: refused when there is none, several, or not the one asked for. */
export async function findSheet(parts: Parts, { wanted, onSheets }: SheetWish): Promise<SheetFinding> {
  const root = await readRelations(parts, '');
  if ('code' in root) return refuse(root);
  const officeDocument = [...root.values()].find(({ type }) => type.endsWith('/officeDocument'));
  const workbook = parts.get(officeDocument?.target ?? 'xl/workbook.xml');
  if (workbook === undefined) return refuse(refusal('notAWorkbook'));
  const workbookName = workbook.name.toLowerCase();
  const relations = await readRelations(parts, workbookName);
  if ('code' in relations) return refuse(relations);
  const contents = { sheets: new Array<SheetEntry>(), date1904: false };
  const broken = await readPart(workbook, listSheets(contents));
  if (broken !== null) return refuse(broken);
  const worksheets = contents.sheets.filter(({ relationId }) => relations.get(relationId)?.type.endsWith('/worksheet'));
  onSheets(worksheets.map(({ name, hidden }) => ({ name, hidden })));
  const chosen = chooseSheet(worksheets, wanted);
  if ('code' in chosen) return refuse(chosen);
  const part = parts.get(relations.get(chosen.relationId)?.target ?? '');
  if (part === undefined) return refuse(refusal('damagedWorkbook', { reason: 'the part of a sheet is missing' }));
  const own = await readRelations(parts, part.name.toLowerCase());
  if ('code' in own) return refuse(own);
  const partOfType = (type: string): Part | null => {
    const relation = [...relations.values()].find((candidate) => candidate.type.endsWith(type));
    return parts.get(relation?.target ?? '') ?? null;
  };
  return {
    kind: 'sheet',
    place: {
      name: chosen.name,
      hidden: chosen.hidden,
      part,
      strings: partOfType('/sharedStrings'),
      styles: partOfType('/styles'),
      date1904: contents.date1904,
      relations: own,
    },
  };
}

function chooseSheet(sheets: readonly SheetEntry[], wanted: string | null): SheetEntry | Refusal {
  const [first] = sheets;
  if (first === undefined) return refusal('noSheets');
  const names = listNames(sheets.map(({ name }) => name));
  if (wanted !== null) {
    const exact = sheets.find(({ name }) => name === wanted);
    const word = wanted.trim().toLowerCase();
    const named = exact ?? sheets.find(({ name }) => name.trim().toLowerCase() === word);
    return named ?? refusal('sheetUnknown', { sheet: wanted.slice(0, 40), sheets: names });
  }
  const visible = sheets.filter(({ hidden }) => !hidden);
  const [only] = visible;
  if (only === undefined) return refusal('noVisibleSheet', { sheets: names });
  return visible.length === 1 ? only : refusal('chooseSheet', { sheets: listNames(visible.map(({ name }) => name)) });
}

function listSheets(contents: { readonly sheets: SheetEntry[]; date1904: boolean }): XmlListener {
  return {
    open(name, attributes, depth) {
      if (depth === 1 && name !== 'workbook') return refusal('damagedWorkbook', { reason: 'it has no workbook part' });
      if (name === 'workbookPr') contents.date1904 = ['1', 'true'].includes(attributes['date1904'] ?? '');
      if (name === 'sheet' && depth === 3) {
        contents.sheets.push({
          name: attributes['name'] ?? '',
          hidden: attributes['state'] === 'hidden' || attributes['state'] === 'veryHidden',
          relationId: relationIdOf(attributes),
        });
      }
      return null;
    },
    text: ignore,
    close: () => null,
  };
}

/** The `r:id` of an element, whatever prefix the writer chose. */
export function relationIdOf(attributes: Attributes): string {
  for (const name of Object.keys(attributes)) if (name.endsWith(':id')) return attributes[name] ?? '';
  return '';
}

/** A part's relations by id, targets as part names. Shape: empty when it has none. `partName` in lower case. */
async function readRelations(parts: Parts, partName: string): Promise<ReadonlyMap<string, Relation> | Refusal> {
  const slash = partName.lastIndexOf('/') + 1;
  const folder = partName.slice(0, slash);
  const part = parts.get(`${folder}_rels/${partName.slice(slash)}.rels`);
  const relations = new Map<string, Relation>();
  if (part === undefined) return relations;
  const broken = await readPart(part, {
    open(name, attributes) {
      const { Id: id, Type: type, Target: target, TargetMode: mode } = attributes;
      if (name !== 'Relationship' || id === undefined || target === undefined) return null;
      const internal = mode !== 'External' && !(type ?? '').endsWith('/hyperlink');
      relations.set(id, { type: type ?? '', target: internal ? resolveTarget(folder, target) : target });
      return null;
    },
    text: ignore,
    close: () => null,
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

function ignore(): void {
  // The texts between these elements carry nothing.
}

function refuse(why: Refusal): SheetFinding {
  return { kind: 'refused', refusal: why };
}
