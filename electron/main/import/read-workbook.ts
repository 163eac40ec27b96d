// In: the bytes of a zip file. Out: the strings, rows and facts of one sheet, message by message.
// It runs in a worker with a memory limit. This file must never throw for anything that a file can hold.

import type { Refusal } from '../../../shared/issues.ts';
import { readDirectory } from './xlsx-directory.ts';
import type { WorkbookMessage, WorkbookRequest } from './xlsx-messages.ts';
import { readPart } from './xlsx-part.ts';
import { SheetReading } from './xlsx-sheet.ts';
import { SharedStrings, listStyleKinds } from './xlsx-strings.ts';
import { findSheet } from './xlsx-workbook.ts';

/** Reads a workbook and emits it. The last message is `end` or `refused`. */
export async function readWorkbook(request: WorkbookRequest, emit: (message: WorkbookMessage) => void): Promise<void> {
  const refuse = (why: Refusal): void => emit({ kind: 'refused', refusal: why });
  const directory = await readDirectory(request.bytes);
  if (directory.kind === 'refused') return refuse(directory.refusal);
  const finding = await findSheet(directory.parts, request.sheet);
  if (finding.kind === 'refused') return refuse(finding.refusal);
  const { place } = finding;

  const strings = new SharedStrings((batch) => emit({ kind: 'strings', strings: batch }));
  const brokenStrings = place.strings === null ? null : await readPart(place.strings, strings);
  if (brokenStrings !== null) return refuse(brokenStrings);
  strings.flush();
  const styleKinds: number[] = [];
  const brokenStyles = place.styles === null ? null : await readPart(place.styles, listStyleKinds(styleKinds));
  if (brokenStyles !== null) return refuse(brokenStyles);

  const sheet = new SheetReading({
    styleKinds,
    stringCount: strings.count,
    date1904: place.date1904,
    linkTargets: place.relations,
    emit: (chunk) => emit({ kind: 'rows', chunk }),
  });
  const brokenSheet = await readPart(place.part, sheet);
  if (brokenSheet !== null) return refuse(brokenSheet);
  const { merged, formulas, hiddenColumns, links } = sheet;
  const facts = { sheet: place.name, sheetHidden: place.hidden, merged, formulas, hiddenColumns, links };
  return emit({ kind: 'end', facts });
}
