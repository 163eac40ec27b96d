// Archiving old batches: what would go, doing it, how far it is, stopping.

import { z } from 'zod';
import { BATCH_ID, BOOK, COUNT, changing, NOTHING, REFUSAL, reading, TIME_MS, TOTAL_PAISE } from './schemas.ts';

/** `unpaid`: payments that ended unpaid and were not paid again. `stays`: why it is not archived; null if it is. */
const ARCHIVABLE = z.object({
  batch: BATCH_ID,
  name: z.string(),
  payments: COUNT,
  paise: TOTAL_PAISE,
  lastAtMs: TIME_MS,
  unpaid: COUNT,
  stays: z.enum(['young', 'open', 'followed', 'alarm', 'unpaid']).nullable(),
});

export const ARCHIVE_COMMANDS = {
  /**
   * What would be archived of batches older than a year. `staying`: old, but not yet at rest. `unfinished`: archived, but not
   * wholly deleted. `bytes`: about how much leaves the database. `withUnpaid`: batches with payments that can be retried too.
   */
  planArchive: reading(
    { book: BOOK, withUnpaid: z.boolean() },
    z.object({
      beforeMs: TIME_MS,
      going: z.array(ARCHIVABLE),
      staying: z.array(ARCHIVABLE),
      unfinished: z.array(BATCH_ID),
      payments: COUNT,
      paise: z.number().min(0),
      bytes: COUNT,
      databaseBytes: COUNT,
    }),
  ),
  /** Begins to archive exactly what the plan says. Refused while a batch is being sent. */
  startArchive: changing({ book: BOOK, withUnpaid: z.boolean(), batches: z.array(BATCH_ID).max(100_000) }, NOTHING),
  /** Ends before the next batch. */
  stopArchive: changing({}, NOTHING),
  /** How far it is, or how it ended since the desk was opened. */
  readArchiving: reading(
    { book: BOOK },
    z.object({
      going: z
        .object({
          batch: BATCH_ID.nullable(),
          step: z.enum(['copy', 'compare', 'delete', 'compact']),
          done: COUNT,
          of: COUNT,
          at: COUNT,
          batches: COUNT,
        })
        .nullable(),
      ended: z
        .object({
          archived: z.array(BATCH_ID),
          isStopped: z.boolean(),
          bytesBefore: COUNT,
          bytesAfter: COUNT,
          notCompacted: REFUSAL.nullable(),
          refusal: REFUSAL.nullable(),
        })
        .nullable(),
    }),
  ),
};
