// In: a path and a person's choices. Out: the file's rows, each checked, with every issue; or why the whole file is refused.
// Bytes, then text or zip, then a table, then columns, then checked rows: each step is its own file.
// This file must never throw for anything that a file can hold.

import type { Field, Refusal } from '../../../shared/issues.ts';
import type { Paise } from '../../../shared/money.ts';
import { type CheckedFile, NO_EDITS } from '../../../shared/rows.ts';
import { openSheet } from './open-sheet.ts';

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
  const opening = await openSheet(request, dependencies);
  if (opening.kind === 'refused') return opening;
  if (opening.kind === 'asks') return { kind: 'refused', fileName: opening.file.name, refusal: opening.refusal };
  const { sheet } = opening;
  const refuse = (why: Refusal): CheckResult => ({ kind: 'refused', fileName: sheet.file.name, refusal: why });
  const matching = sheet.match(request.map);
  if (matching.kind === 'refused') return refuse(matching.refusal);
  const { columns } = matching;
  const { fillRemark, includeHidden, maxPayoutPaise } = request;
  const checking = await sheet.check({ columns, fillRemark, includeHidden, maxPayoutPaise, edits: NO_EDITS });
  return checking.kind === 'refused'
    ? refuse(checking.refusal)
    : { kind: 'checked', checked: checking.checked.asFile() };
}
