// Which column is which field, with what a person chose for the same headers before. In: a sheet and the memory. Out: columns.
// This file must never let what was remembered stand above what the person chooses now, nor answer a doubt for a later file.

import { createHash } from 'node:crypto';
import type { ReadOptions } from '../../../../shared/api/draft-commands.ts';
import type { Field } from '../../../../shared/issues.ts';
import type { Memory } from '../held/memory.ts';
import type { OpenedSheet } from '../sheet-port.ts';

/** Matches columns, with those chosen for these headers before where the person chooses none now. */
export function matchRemembering(
  sheet: OpenedSheet,
  { options, memory }: { readonly options: ReadOptions; readonly memory: Memory },
): ReturnType<OpenedSheet['match']> {
  if (options.columns.length > 0) return sheet.match(mapOf(options.columns));
  const remembered = memory.columnsOf(headersKey(sheet.headers));
  const matching = remembered === null ? null : sheet.match(mapOf(remembered), 'remembered');
  // What was remembered and does not fit any more is no reason to refuse a file. A doubt is asked about in each.
  const stands = matching !== null && (matching.kind === 'columns' || DOUBTS.has(matching.refusal.code));
  return stands ? matching : sheet.match({});
}

const DOUBTS: ReadonlySet<string> = new Set(['amountUnclear', 'payeeColumnUnclear']);

function mapOf(columns: ReadOptions['columns']): Readonly<Partial<Record<Field, string>>> {
  const map: Partial<Record<Field, string>> = {};
  for (const { field, header } of columns) map[field] = header;
  return map;
}

/** One word for one set of headers; columns without one count for nothing. */
export function headersKey(headers: readonly string[]): string {
  return createHash('sha256')
    .update(headers.flatMap((header) => (header === '' ? [] : [header.toLowerCase()])).join('\n'))
    .digest('base64url');
}
