// Confirming in a test: nothing was screened before, and nobody else uses the desk meanwhile.

import type { Confirmation, ConfirmationMarks } from '../../electron/main/domain/batches.ts';
import type { CommandTicket } from '../../electron/main/store/command-tickets.ts';
import type { StoreWriter } from '../../electron/main/store/store.ts';
import { NO_TICKS } from '../../shared/repeats.ts';

/** The marks of a batch without any tick. */
export const NO_MARKS: ConfirmationMarks = {
  ticks: NO_TICKS,
  relations: new Map(),
  heldNames: new Map(),
  retry: null,
  lookedUp: [],
  firstAlone: false,
};

/** Confirms a batch, however its rows were screened. Returns its number. */
export function confirm(
  store: Pick<StoreWriter, 'confirm'>,
  confirmation: Confirmation,
  ticket: CommandTicket | null = null,
): number {
  const batch = store.confirm(confirmation, ticket, { at: -1, stands: () => true });
  if (typeof batch !== 'number') throw new Error('the batch was not confirmed');
  return batch;
}
