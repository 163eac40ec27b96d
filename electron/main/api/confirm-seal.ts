// One word for everything that a confirmation shows and Start would store, so that nothing else is ever paid. In: what would
// be stored, what was asked about it and what was warned of. Out: a seal, made in the same way for Confirm and again at Start.
// This file must never leave out anything that changes who gets how much from where, or why a person let it through.

import { createHash, type Hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Confirmation, ConfirmationMarks } from '../../../shared/batches.ts';
import type { Sha256 } from '../../../shared/ids.ts';
import { IMPORT_ROWS_PER_TURN } from '../../../shared/limits.ts';
import type { TickRow } from '../../../shared/ticks.ts';

/** A sentence that a person must have read. Shape: `row` null where it is about the whole batch. */
export interface Warning {
  readonly code: string;
  readonly row: number | null;
  readonly message: string;
}

/** What stands behind the figures that a person confirms. */
export interface Sealed {
  readonly seal: Sha256;
  readonly warnings: readonly Warning[];
}

/** What is stored once a person says yes. Left out is what they give with it, what was looked up, and the merchant, named in it. */
export type ToStore = Omit<Confirmation, 'merchantId' | 'name' | 'marks' | 'nowMs'> & {
  readonly marks: Omit<ConfirmationMarks, 'firstAlone' | 'lookedUp'>;
};

/** Shape: `asked` are the rows that only a tick let or would have let through, with what was said of each. */
export async function sealOf(
  toStore: ToStore,
  { asked, warnings }: { readonly asked: readonly TickRow[]; readonly warnings: readonly Warning[] },
): Promise<Sealed> {
  const hash = createHash('sha256');
  const { rows, references, excluded, marks, ...facts } = toStore;
  add(hash, facts);
  add(hash, marks);
  for (const [at, { rowNumber, payment }] of rows.entries()) {
    const { beneficiary, amountPaise, remark, name } = payment;
    add(hash, ['pay', rowNumber, references[at], beneficiary, amountPaise, remark, name]);
    if (at % IMPORT_ROWS_PER_TURN === IMPORT_ROWS_PER_TURN - 1) await nextTurn();
  }
  for (const [at, { rowNumber, issues }] of excluded.entries()) {
    add(hash, ['leave', rowNumber, issues.map(({ code }) => code)]);
    if (at % IMPORT_ROWS_PER_TURN === IMPORT_ROWS_PER_TURN - 1) await nextTurn();
  }
  for (const { rowNumber, reasons, messages } of asked) add(hash, ['asked', rowNumber, reasons, messages]);
  for (const warning of warnings) add(hash, ['warned', warning.code, warning.row, warning.message]);
  // Decoding: 64 digits of a SHA-256, in lower case.
  return { seal: hash.digest('hex') as Sha256, warnings };
}

/** JSON writes no line break, so that two different lists never run together into the same text. */
function add(hash: Hash, value: unknown): void {
  hash.update(`${JSON.stringify(value)}\n`);
}
