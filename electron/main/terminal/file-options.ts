// How a spreadsheet is to be read, for every command that reads one. In: nothing. Out: entries of the table.
// This file must never name a field of its own: the import knows them and refuses the others.

import { FIELDS } from '../../../shared/issues.ts';
import { TYPED_TEXT_MAX_CHARACTERS } from '../../../shared/limits.ts';
import { optional, positional, repeated } from './argument-kinds.ts';
import { taken } from './command-table.ts';
import type { ColumnChoice } from './desk-values.ts';
import { readColumnChoice } from './desk-values.ts';
import { parsePath, refuseValue, textUpTo } from './values.ts';
import type { ValueReader } from './values.ts';

/** The encodings a CSV file can be told to have, by their WHATWG names. */
export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type EncodingName = (typeof ENCODINGS)[number];

/** What every command that reads a file knows. Shape: `columns` as typed; null where the file speaks for itself. */
export interface FileChoice {
  readonly file: string;
  readonly sheet: string | null;
  readonly columns: readonly ColumnChoice[];
  readonly encoding: EncodingName | null;
}

export const FILE = positional({ label: 'FILE', help: 'the spreadsheet, .csv or .xlsx', value: parsePath });

export const FILE_OPTIONS = {
  sheet: optional({
    name: 'sheet',
    argument: 'NAME',
    help: 'the sheet of a workbook that has several',
    value: textUpTo(TYPED_TEXT_MAX_CHARACTERS),
  }),
  columns: repeated({
    name: 'map',
    argument: 'field=Header',
    help: `the column that carries a field; the fields are ${FIELDS.join(', ')}`,
    value: readColumnChoice,
  }),
  encoding: optional({
    name: 'encoding',
    argument: 'E',
    help: `the encoding of a CSV file: ${ENCODINGS.join(', ')}`,
    value: readEncoding(),
  }),
} as const;

/** Takes the usual other names too, such as utf8 and cp1252, by the browser's own table. */
function readEncoding(): ValueReader<EncodingName> {
  return (text, shown) => {
    const standardName = standardEncodingName(text);
    const encoding = ENCODINGS.find((name) => name === standardName);
    if (encoding !== undefined) return taken(encoding);
    return refuseValue(text, { shown, cure: `Give one of: ${ENCODINGS.join(', ')}.` });
  };
}

function standardEncodingName(label: string): string | null {
  try {
    return new TextDecoder(label).encoding;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
