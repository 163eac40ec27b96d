// Files on their way in and out of the desk. A window never names a path: it gives bytes and gets a handle, or gets a handle
// and fetches bytes. In: nothing. Out: schemas. This file must never hold a path of this machine.

import { z } from 'zod';
import { COUNT, HANDLE } from './schemas.ts';

/** A file that the desk now holds, to be opened as a draft or restored as a backup. */
export const FILE_HANDLE = z.object({ file: HANDLE, name: z.string(), sizeBytes: COUNT });
export type FileHandle = z.infer<typeof FILE_HANDLE>;

/** A file that the desk made, to be fetched once or more while the desk runs. */
export const DOWNLOAD = z.object({ download: HANDLE, name: z.string(), sizeBytes: COUNT });
export type Download = z.infer<typeof DOWNLOAD>;
