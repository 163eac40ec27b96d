// In: the bytes of a zip file. Out: the rows and facts of one sheet, message by message; its shared strings are read beside it.
// It runs in a worker with a memory limit. This file must never load a part that the sheet does not need.

import { readDirectory, type Part } from './xlsx-directory.ts';
import type { StringsMessage, WorkbookMessage, WorkbookRequest } from './xlsx-messages.ts';
import { readPart } from './xlsx-part.ts';
import { SheetReading } from './xlsx-sheet.ts';
import { SharedStrings, listStyleKinds } from './xlsx-strings.ts';
import { findSheet } from './xlsx-workbook.ts';

/** Where a workbook's content goes: rows and facts as messages, the part with its shared strings to whoever reads that. */
export interface WorkbookSink {
  emit(message: WorkbookMessage): void;
  takeStrings(part: Part): void;
}

/** Reads a workbook. The last message is `end` or `refused`. */
export async function readWorkbook(request: WorkbookRequest, sink: WorkbookSink): Promise<void> {
  const directory = await readDirectory(request.bytes);
  if (directory.kind === 'refused') return sink.emit(directory);
  const finding = await findSheet(directory.parts, {
    wanted: request.sheet,
    onSheets: (sheets) => sink.emit({ kind: 'sheets', sheets }),
  });
  if (finding.kind === 'refused') return sink.emit(finding);
  const { place } = finding;
  if (place.strings !== null) sink.takeStrings(place.strings);

  const styleKinds: number[] = [];
  const brokenStyles = place.styles === null ? null : await readPart(place.styles, listStyleKinds(styleKinds));
  if (brokenStyles !== null) return sink.emit({ kind: 'refused', refusal: brokenStyles });
  const sheet = new SheetReading({
    styleKinds,
    date1904: place.date1904,
    linkTargets: place.relations,
    emit: (chunk) => sink.emit({ kind: 'rows', chunk }),
  });
  const brokenSheet = await readPart(place.part, sheet);
  if (brokenSheet !== null) return sink.emit({ kind: 'refused', refusal: brokenSheet });
  const { merged, formulas, hiddenColumns, links } = sheet;
  const facts = { sheet: place.name, sheetHidden: place.hidden, merged, formulas, hiddenColumns, links };
  return sink.emit({ kind: 'end', facts, hasStrings: place.strings !== null });
}

/** Reads the shared strings, in order. The last message is `end` or `refused`. */
export async function readStrings(part: Part, emit: (message: StringsMessage) => void): Promise<void> {
  const strings = new SharedStrings((batch) => emit({ kind: 'strings', strings: batch }));
  const broken = await readPart(part, strings);
  if (broken !== null) return emit({ kind: 'refused', refusal: broken });
  strings.flush();
  return emit({ kind: 'end' });
}
