// What a database says of its own audit chain, for comparing it with its head. In: any open database. Out: who it is, where
// its chain ends, and which batches it holds. This file must never trust anything but the rows.

import type Database from 'better-sqlite3';
import { GENESIS } from './audit-log.ts';
import type { Sha256 } from '../../../shared/ids.ts';
import type { Paise } from '../../../shared/money.ts';
import type { ChainEnd, HeadBatch } from '../../../shared/standing.ts';

export interface ChainReading {
  readonly databaseId: string;
  end(): ChainEnd;
  /** The hash of an entry; the start of the chain for 0; null where there is no such entry. */
  hashAt(sequence: number): Sha256 | null;
  /** The batches whose number is above this one, in order. */
  batchesAfter(batch: number): HeadBatch[];
}

interface BatchRow {
  readonly batch: number;
  readonly runNumber: number;
  readonly fingerprint: Sha256;
  readonly count: number;
  readonly totalPaise: Paise;
  readonly confirmedAtMs: number;
}

/** Prepares reading the chain. Shape: a database that has no name yet has an empty one. */
export function readChain(database: Database.Database): ChainReading {
  const id = database.prepare<[], string>('SELECT database_id FROM desk').pluck().get();
  const newest = database.prepare<[], ChainEnd>('SELECT sequence, hash FROM audit ORDER BY sequence DESC LIMIT 1');
  const hashAt = database.prepare<[number], Sha256>('SELECT hash FROM audit WHERE sequence = ?').pluck();
  const batches = database.prepare<[number], BatchRow>(
    `SELECT batch_id AS batch, run_number AS runNumber, fingerprint, payout_count AS count, total_paise AS totalPaise,
            confirmed_at_ms AS confirmedAtMs
     FROM batches WHERE batch_id > ? ORDER BY batch_id`,
  );
  return {
    databaseId: id ?? '',
    end: () => newest.get() ?? { sequence: 0, hash: GENESIS },
    hashAt: (sequence) => (sequence === 0 ? GENESIS : (hashAt.get(sequence) ?? null)),
    batchesAfter: (batch) => batches.all(batch),
  };
}
