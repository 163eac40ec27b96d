// A batch counted by state, and its rows on hold. In: a batch. Out: counts and paise. A long batch takes long to count, and a
// window asks for the same figures several times at once: they are kept while nothing in the database has changed.
// This file must never keep a count of a transaction that may still be rolled back.

import type Database from 'better-sqlite3';
import type { Tally } from '../../../shared/batches.ts';
import type { Paise } from '../../../shared/money.ts';
import { type StateKind, STATE_KINDS, zeroCounts } from '../../../shared/states.ts';

/** Counts batches. Shape: `heldCount` the queued rows that a run does not claim. */
export interface BatchCounting {
  readonly tally: (batch: number) => Tally;
  readonly heldCount: (batch: number) => number;
}

interface Counted {
  readonly tally: Tally;
  readonly heldCount: number;
}

interface StateRow {
  readonly state: StateKind;
  readonly count: number;
  readonly paise: Paise;
  readonly held: number;
}

/** What this connection has changed so far, and which commit of others it sees. */
interface Moment {
  readonly ours: number;
  readonly theirs: number;
}

/** Prepares counting on any open database. A batch's payouts lie side by side, so one range of the table is read. */
export function prepareCounting(database: Database.Database): BatchCounting {
  const byState = database.prepare<[number, number], StateRow>(
    `SELECT state, count(*) AS count, sum(amount_paise) AS paise, count(hold) AS held FROM payouts
     WHERE payout_id >= (SELECT first_payout_id FROM batches WHERE batch_id = +?)
       AND payout_id < (SELECT first_payout_id + payout_count FROM batches WHERE batch_id = +?)
     GROUP BY state`,
  );
  const moment = database.prepare<[], Moment>(
    'SELECT total_changes() AS ours, data_version AS theirs FROM pragma_data_version',
  );
  const kept = new Map<number, Counted>();
  let keptAt: Moment | undefined;

  const count = (batch: number): Counted => {
    const counts = zeroCounts();
    const paise = Object.fromEntries(STATE_KINDS.map((kind) => [kind, 0])) as Record<StateKind, Paise>;
    let heldCount = 0;
    for (const row of byState.all(batch, batch)) {
      counts[row.state] = row.count;
      paise[row.state] = row.paise;
      heldCount += row.held;
    }
    return { tally: { counts, paise }, heldCount };
  };
  const countOnce = (batch: number): Counted => {
    if (database.inTransaction) return count(batch);
    // Asked before the rows are read: what changes in between is counted anew the next time.
    const now = moment.get();
    if (now?.ours !== keptAt?.ours || now?.theirs !== keptAt?.theirs) kept.clear();
    keptAt = now;
    const counted = kept.get(batch) ?? count(batch);
    kept.set(batch, counted);
    return counted;
  };
  return {
    tally: (batch) => {
      const { counts, paise } = countOnce(batch).tally;
      return { counts: { ...counts }, paise: { ...paise } };
    },
    heldCount: (batch) => countOnce(batch).heldCount,
  };
}
