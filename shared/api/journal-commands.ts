import { z } from 'zod';
import { JOURNAL_FORMS } from '../report-forms.ts';
import {
  BATCH_ID,
  BOOK,
  COUNT,
  changing,
  DOWNLOAD,
  PROFILE_NAME,
  reading,
  SUM,
  TIME_MS,
  TOTAL_PAISE,
} from './schemas.ts';

/** A local day, `2026-04-01`. */
const DAY = z.iso.date();

const FORM = z.enum(JOURNAL_FORMS);

/** A file with vouchers. `left`: payments that the books still lack. */
const JOURNAL_FILE = DOWNLOAD.extend({
  export: COUNT,
  vouchers: COUNT,
  reversals: COUNT,
  paidPaise: TOTAL_PAISE,
  reversedPaise: TOTAL_PAISE,
  left: COUNT,
});
export type JournalFile = z.infer<typeof JOURNAL_FILE>;

/** An earlier export. `saved` is null while it has no file. */
const JOURNAL_LINE = z.object({
  number: COUNT,
  form: FORM,
  profile: z.string(),
  batch: BATCH_ID.nullable(),
  fromDay: DAY.nullable(),
  toDay: DAY.nullable(),
  madeBy: z.string(),
  madeAtMs: TIME_MS,
  vouchers: COUNT,
  reversals: COUNT,
  paidPaise: TOTAL_PAISE,
  reversedPaise: TOTAL_PAISE,
  saved: z.object({ file: z.string(), atMs: TIME_MS }).nullable(),
});

export const JOURNAL_COMMANDS = {
  /** The exports of a desk, newest first, and what the books of an account lack: payments, and reversals of booked ones. */
  listJournals: reading(
    { book: BOOK, profile: PROFILE_NAME },
    z.object({
      exports: z.array(JOURNAL_LINE),
      paid: SUM,
      back: SUM,
      restoredAtMs: TIME_MS.nullable(),
    }),
  ),
  /**
   * Books what the books lack of a batch, or of an account within days, and writes it. `lastInBooks`: the number of the last export
   * in the books, asked for once a restored desk was unlocked.
   */
  exportJournal: changing(
    {
      asked: z.union([
        z.strictObject({ batch: BATCH_ID }),
        z.strictObject({ profile: PROFILE_NAME, fromDay: DAY.nullable(), toDay: DAY.nullable() }),
      ]),
      form: FORM,
      lastInBooks: COUNT.nullable().default(null),
    },
    JOURNAL_FILE,
  ),
  /** Writes an export again, the same bytes. */
  saveJournalAgain: changing({ book: BOOK, number: COUNT }, JOURNAL_FILE),
};
