// The columns a person named for fields, as typed: `IFSC Code` for `ifsc`, `upi_id` or `UPI ID`. In: words and headers.
// Out: the map that matching obeys, or a refusal that lists the fields. This file must never guess a field.

import { type Field, FIELDS, type Refusal } from '../../../shared/issues.ts';
import { parseFieldName } from './field-names.ts';

export interface NamedColumn {
  readonly field: string;
  readonly header: string;
}

export type NamedColumns =
  | { readonly kind: 'map'; readonly map: Readonly<Partial<Record<Field, string>>> }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Reads the choices. Errors: refused for a word that is no field, and for a field named twice. */
export function readNamedColumns(columns: readonly NamedColumn[]): NamedColumns {
  const map: Partial<Record<Field, string>> = {};
  for (const { field: word, header } of columns) {
    const field = parseFieldName(word);
    if (field === null) return refuse(`There is no field called ${word}.`);
    if (map[field] !== undefined) return refuse(`The field ${field} is given two columns.`);
    map[field] = header;
  }
  return { kind: 'map', map };
}

function refuse(message: string): NamedColumns {
  return { kind: 'refused', refusal: { code: 'unknownField', message, cure: `The fields are ${FIELDS.join(', ')}.` } };
}
