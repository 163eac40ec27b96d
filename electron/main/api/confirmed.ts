// The batch that was just confirmed, read back from the store. In: its number. Out: its record.
// This file must never go on without it: what was not stored is not sent.

import type { BatchRecord } from '../../../shared/batches.ts';
import { invariant } from '../../../shared/failures.ts';
import type { Writer } from './ports.ts';

export function confirmed(store: Writer, number: number): BatchRecord {
  const batch = store.batches.find(number);
  invariant(batch !== null, 'a confirmed batch is not in the store');
  return batch;
}
