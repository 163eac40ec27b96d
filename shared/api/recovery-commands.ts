import { z } from 'zod';
import { NOTE_MAX_CHARACTERS } from '../limits.ts';
import { BATCH_ID, BOOK, COUNT, changing, DOWNLOAD, HANDLE, NOTHING, reading, TYPED_TEXT, WORDS } from './schemas.ts';

/** What a person types before a backup takes the place of a database. */
export const RESTORE_WORD = 'RESTORE';

export const RECOVERY_COMMANDS = {
  /** A verified copy of a desk's database. */
  backUp: reading({ book: BOOK }, DOWNLOAD),
  /**
   * Puts a backup in the place of a desk's database, which is kept beside it. Refused while a batch is being sent.
   * Shape: `typed` is RESTORE_WORD; `locked` when the backup is older than the desk was: then `unknown` payouts are in doubt.
   */
  restore: changing(
    { book: BOOK, file: HANDLE, typed: TYPED_TEXT },
    z.object({ kept: z.string().nullable(), locked: WORDS.nullable(), unknown: COUNT }),
  ),
  /** Whether a report of a batch is what the desk would write now. */
  verifyReport: reading(
    { file: HANDLE },
    z.object({
      batch: BATCH_ID,
      asOf: z.string().nullable(),
      verdict: z.enum(['same', 'outdated', 'altered']),
      findings: z.array(z.object({ kind: z.enum(['altered', 'outdated']), message: WORDS })),
      more: COUNT,
    }),
  ),
  /** Verifies a desk's whole audit log. Shape: nothing in `findings` when all of it fits; `more` are found and not told. */
  verifyAudit: reading(
    { book: BOOK },
    z.object({
      entries: COUNT,
      batches: COUNT,
      payouts: COUNT,
      alarms: COUNT,
      findings: z.array(z.object({ code: z.string(), message: WORDS })),
      more: COUNT,
    }),
  ),
  /** A person has understood why the desk opened locked, and opens it for new batches. Shape: `unknown` as it was shown. */
  openLockedDesk: changing(
    { book: BOOK, unknown: COUNT, note: z.string().trim().min(1).max(NOTE_MAX_CHARACTERS) },
    NOTHING,
  ),
};
