// A batch counted by state: the counts are cached, and any change of a payout recounts them.

import { describe, expect, it } from 'vitest';
import { type BatchCounting, prepareCounting } from '../../electron/main/store/confirmed-batches.ts';
import type { DeskDatabase } from '../../electron/main/store/desk-database.ts';
import { confirmBatch, makeDesk, openRaw, payments, type TestDesk, turn } from './desk-file.ts';

interface Scene {
  readonly desk: TestDesk;
  readonly batch: number;
  readonly database: DeskDatabase;
  readonly counting: BatchCounting;
  /** How often the payouts of a batch were read. */
  readonly reads: () => number;
}

/** A separate connection that counts, and how often it reads the payouts for that. */
function openCounting(): Scene {
  const desk = makeDesk();
  const batch = confirmBatch(desk, payments(5));
  const database = openRaw(desk.path);
  let reads = 0;
  const prepare = database.prepare.bind(database);
  const value = (source: string): unknown => {
    const statement = prepare<unknown[]>(source);
    const all = statement.all.bind(statement);
    statement.all = (...args) => {
      reads += 1;
      return all(...args);
    };
    return statement;
  };
  Object.defineProperty(database, 'prepare', { value });
  return { desk, batch, database, counting: prepareCounting(database), reads: () => reads };
}

const HOLD = `UPDATE payouts SET hold = 'guarded' WHERE payout_id = 1`;

describe('a batch', () => {
  it('is counted once for all who ask while nothing changes, its rows on hold with it', () => {
    const { batch, counting, reads } = openCounting();
    expect([counting.tally(batch).counts.queued, counting.heldCount(batch)]).toEqual([5, 0]);
    expect(counting.tally(batch).counts.queued).toBe(5);
    expect(reads()).toBe(1);
  });

  it('tells the rows that the gateway knows from the others on hold', () => {
    const { batch, counting, database } = openCounting();
    database.exec(HOLD);
    expect([counting.heldCount(batch), counting.knownCount(batch)]).toEqual([1, 0]);
    database.exec(`UPDATE payouts SET hold = 'referenceKnown' WHERE payout_id = 2`);
    expect([counting.heldCount(batch), counting.knownCount(batch)]).toEqual([2, 1]);
  });

  it('is counted anew after a change of this connection', () => {
    const { batch, counting, database } = openCounting();
    expect(counting.heldCount(batch)).toBe(0);
    database.exec(HOLD);
    expect(counting.heldCount(batch)).toBe(1);
    expect(counting.tally(batch).counts.queued).toBe(5);
  });

  it('is counted anew after a commit of another connection', () => {
    const { batch, counting, desk } = openCounting();
    expect(counting.tally(batch).counts.queued).toBe(5);
    turn(desk.store, batch, { claim: 2 });
    expect(counting.tally(batch).counts).toMatchObject({ queued: 3, sending: 2 });
  });

  it('is not remembered as it was in a transaction that is rolled back', () => {
    const { batch, counting, database } = openCounting();
    database.exec(`BEGIN IMMEDIATE; ${HOLD}`);
    expect(counting.heldCount(batch)).toBe(1);
    database.exec('ROLLBACK');
    expect(counting.heldCount(batch)).toBe(0);
  });

  it('stays as it is when whoever asked changes their copy', () => {
    const { batch, counting } = openCounting();
    counting.tally(batch).counts.queued = 0;
    expect(counting.tally(batch).counts.queued).toBe(5);
  });
});
