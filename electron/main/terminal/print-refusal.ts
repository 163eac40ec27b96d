// Why something was refused, and what to do. In: a Refusal. Out: text, and the object that scripts read.
// This file must never add the value that was refused: it may be a secret.

import type { RefusedView } from '../../../shared/api/views.ts';
import type { Refusal } from '../../../shared/issues.ts';
import { plainText, wrapText } from './text-width.ts';

/** The refusal for people. */
export function formatRefusal({ message, cure }: Refusal, columns: number): string {
  return [...wrapText(plainText(message), columns), ...wrapText(plainText(cure), columns)].join('\n');
}

/** The refusal for scripts. Shape: `file` null when it is not about a file. Source: CLI. */
export function refusedView(refusal: Refusal, file: string | null): RefusedView {
  const { code, message, cure } = refusal;
  return { file, refused: { code, message, cure } };
}
