// In: a path and a person's choices. Out: the file's rows, each checked, with every issue; or why the whole file is refused.
// Bytes, then text or zip, then a table, then columns, then checked rows: each step is its own file.
// This file must never throw for anything that a file can hold.

import type { Field, Refusal } from '../../../shared/issues.ts';
import type { Paise } from '../../../shared/money.ts';
import type { CheckedFile } from '../../../shared/rows.ts';
import { checkRows } from './check-rows.ts';
import { readFillRemark } from './check-texts.ts';
import { decodeText } from './decode-text.ts';
import { loadIfscList } from './ifsc-list.ts';
import { matchColumns } from './match-columns.ts';
import { readBytes } from './read-bytes.ts';
import { readCsv, type TableReading } from './read-csv.ts';
import { readXlsx } from './read-xlsx.ts';
import { refusal } from './refusals.ts';
import { sniff } from './sniff.ts';

/**
 * What to read and how.
 * Shape: `map` is field to header, an empty header leaving the field without a column; `sheet` and `encoding` only where
 * the file asks for them; `fillRemark` stands in for empty remarks; `includeHidden` says that a person was
 * asked about hidden rows and columns.
 */
export interface CheckRequest {
  readonly path: string;
  readonly sheet: string | null;
  readonly map: Readonly<Partial<Record<Field, string>>>;
  readonly encoding: string | null;
  readonly fillRemark: string | null;
  readonly includeHidden: boolean;
  readonly maxPayoutPaise: Paise | null;
}

/** Shape: `xlsxWorkerUrl` is the built xlsx-worker. */
export interface CheckDependencies {
  readonly xlsxWorkerUrl: URL;
}

export type CheckResult =
  | { readonly kind: 'checked'; readonly checked: CheckedFile }
  | { readonly kind: 'refused'; readonly fileName: string; readonly refusal: Refusal };

/** Reads and checks a file; changes nothing. */
export async function checkFile(request: CheckRequest, dependencies: CheckDependencies): Promise<CheckResult> {
  const reading = await readBytes(request.path);
  const refuse = (why: Refusal): CheckResult => ({ kind: 'refused', fileName: reading.fileName, refusal: why });
  if (reading.kind === 'refused') return refuse(reading.refusal);
  const fill = readFillRemark(request.fillRemark);
  if ('code' in fill) return refuse(fill);
  const tableReading = await readTable(reading.bytes, request, dependencies);
  if (tableReading.kind === 'refused') return refuse(tableReading.refusal);
  const { table } = tableReading;
  if (table.rows.length === 0) return refuse(refusal('noRows'));
  const matching = matchColumns(table, request.map);
  if (matching.kind === 'refused') return refuse(matching.refusal);
  const { columns } = matching;
  const { includeHidden, maxPayoutPaise } = request;
  const { isListed } = await loadIfscList();
  const found = await checkRows(table, columns, { fillRemark: fill.remark, includeHidden, maxPayoutPaise, isListed });
  const { totalPaise } = found;
  if (totalPaise === null) return refuse(refusal('totalTooLarge'));
  const { sheet, headers } = table;
  return { kind: 'checked', checked: { file: reading.file, sheet, headers, columns, ...found, totalPaise } };
}

async function readTable(
  bytes: Uint8Array<ArrayBuffer>,
  request: CheckRequest,
  dependencies: CheckDependencies,
): Promise<TableReading> {
  const sniffed = sniff(bytes);
  switch (sniffed.kind) {
    case 'refused':
      return sniffed;
    case 'zip':
      return readXlsx({ bytes, sheet: request.sheet }, dependencies.xlsxWorkerUrl);
    case 'text': {
      const decoded = decodeText(bytes, request.encoding);
      if (decoded.kind === 'refused') return decoded;
      if (request.sheet !== null) return { kind: 'refused', refusal: refusal('csvHasNoSheets') };
      return readCsv(decoded.text);
    }
  }
}
