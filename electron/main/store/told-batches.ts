// What the audit log tells of batches: their confirmation, the ticks a person gave, what they pay again, and their pauses.
// In: the entries, in their order. Out: how the rows must stand. This file must never look at a row.

import type { Detail, ToldEntry } from './told-payout.ts';

/** A batch's confirmation. */
export interface Confirmed {
  readonly atMs: number;
  readonly by: string;
  readonly detail: Detail;
}

/** The ticks that accept a repeat: of one row, or of all that are usual. */
const LETS_REPEAT: readonly unknown[] = ['paidBefore', 'usualRepeat'];

export class ToldBatches {
  readonly confirmed = new Map<number, Confirmed>();
  /** The rows of each batch whose repeat a person accepted. */
  readonly ticked = new Map<number, Set<unknown>>();
  /** The batch that each batch pays again. */
  readonly retries = new Map<number, unknown>();
  /** The payout that each payout pays again. */
  readonly retried = new Map<unknown, unknown>();
  /** Why each batch is paused. */
  readonly pauses = new Map<number, { readonly code: unknown; readonly message: unknown }>();

  /** One entry of a batch, and of no payout. */
  hear(batch: number, { what, atMs, actor, detail }: ToldEntry): void {
    const rows: readonly unknown[] = Array.isArray(detail['rows']) ? detail['rows'] : [];
    if (what === 'confirmed') this.confirmed.set(batch, { atMs, by: actor, detail });
    else if (what === 'ticked' && LETS_REPEAT.includes(detail['tick'])) {
      this.ticked.set(batch, new Set([...(this.ticked.get(batch) ?? []), ...rows]));
    } else if (what === 'retries') {
      this.retries.set(batch, detail['batch']);
      for (const row of rows) {
        if (Array.isArray(row)) this.retried.set(row[0], row[1]);
      }
    } else if (what === 'paused') this.pauses.set(batch, { code: detail['code'], message: detail['message'] });
    else if (what === 'resumed') this.pauses.delete(batch);
  }
}
