// Whether a file has changed while it was read. A spreadsheet saved over meanwhile is read half old, half new.

import type { Sha256 } from '../../../shared/ids.ts';

interface FileState {
  readonly ino: bigint;
  readonly size: bigint;
  readonly mtimeNs: bigint;
  /** The last change of any kind; unlike `mtimeNs`, no program can set it back. */
  readonly ctimeNs: bigint;
}

/** File system clocks tick at worst every two seconds (FAT), so all writes within one tick have the same time. */
const TICK_NS = 2_000_000_000n;

export function isSameState(before: FileState, after: FileState): boolean {
  const { ino, size, mtimeNs, ctimeNs } = after;
  return before.ino === ino && before.size === size && before.mtimeNs === mtimeNs && before.ctimeNs === ctimeNs;
}

/** Whether the file was written so recently that a write from `nowMs` on could get the same time, so its times prove nothing. */
export function isJustWritten({ mtimeNs, ctimeNs }: FileState, nowMs: number): boolean {
  const writtenNs = mtimeNs > ctimeNs ? mtimeNs : ctimeNs;
  return BigInt(Math.floor(nowMs)) * 1_000_000n - writtenNs < TICK_NS;
}

/** The wait before checking a just-written file again, so that a program interrupted in the middle of a write can go on. */
export const WRITER_WAIT_MS = 25;

/** What to do with a file that already exists where another is to be written. */
export interface ExistingFile {
  /** A person asked to replace it. */
  readonly force: boolean;
  /** Whether payouts came from it: such a file is never replaced, even with `force`. `path` has its links resolved. */
  readonly isSource: (file: { readonly path: string; readonly sha256: Sha256 }) => boolean;
}

/** Records a temp file, for the next start to delete if this process is killed. Returns a function that removes the record. */
export type TrackTempFile = (path: string) => () => void;
