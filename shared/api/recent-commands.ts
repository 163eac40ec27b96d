// Commands about the files opened last. A window names one by the handle of its line: where the file lies, only the desk's
// process knows. In: nothing. Out: entries of the contract. This file must never hold a path, nor anything out of a row.

import { z } from 'zod';
import { changing, NOTHING, reading } from './command.ts';
import { FILE_HANDLE } from './file-handles.ts';
import { COUNT, HANDLE, PROFILE_NAME, REPEAT, TIME_MS, TOTAL_PAISE } from './schemas.ts';

/**
 * A file that was opened. Shape: `rows` and `totalPaise`, what can be paid of them, as they were last known; null while its
 * reading still waits for a choice. `opens` from where a click opens it: from the `disk` as it is there now; from the `copy`
 * that this process holds; or `choose`, when only the person can give it again. `run` the newest batch of it, if any.
 */
const RECENT_FILE = z.object({
  entry: HANDLE,
  name: z.string(),
  openedAtMs: TIME_MS,
  sizeBytes: COUNT,
  rows: COUNT.nullable(),
  totalPaise: TOTAL_PAISE.nullable(),
  opens: z.enum(['disk', 'copy', 'choose']),
  run: REPEAT.nullable(),
});

export const RECENT_COMMANDS = {
  /** Newest first. Shape: `run` as this profile's merchant ran it. */
  listRecentFiles: reading({ profile: PROFILE_NAME }, z.object({ files: z.array(RECENT_FILE) })),
  /** Takes it to the desk once more, to be opened as a draft. Refused as RECENT_FILE_GONE when it is no longer there. */
  openRecentFile: changing({ entry: HANDLE }, FILE_HANDLE),
  /** Takes a line off the list; the file itself stays. */
  forgetRecentFile: changing({ entry: HANDLE }, NOTHING),
  clearRecentFiles: changing({}, NOTHING),
};

/** The code of a refusal that taking the line off the list mends. */
export const RECENT_FILE_GONE = 'recentFileGone';
