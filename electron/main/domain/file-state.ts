// Whether a file is still the one that was begun to be read. A spreadsheet saved over while it is read is half of each.

import type { Sha256 } from '../../../shared/ids.ts';

/** What a file system says of a file, in its finest units. */
interface FileState {
  readonly ino: bigint;
  readonly size: bigint;
  readonly mtimeNs: bigint;
  /** When anything of it was changed last; unlike `mtimeNs`, no program can set it back. */
  readonly ctimeNs: bigint;
}

/** Clocks of file systems tick every two seconds at worst (FAT): what was written within one tick bears one time. */
const TICK_NS = 2_000_000_000n;

export function isSameState(before: FileState, after: FileState): boolean {
  const { ino, size, mtimeNs, ctimeNs } = after;
  return before.ino === ino && before.size === size && before.mtimeNs === mtimeNs && before.ctimeNs === ctimeNs;
}

/** Whether its times say too little: it was written so lately that a write from `nowMs` on may bear the same. */
export function isJustWritten({ mtimeNs, ctimeNs }: FileState, nowMs: number): boolean {
  const writtenNs = mtimeNs > ctimeNs ? mtimeNs : ctimeNs;
  return BigInt(Math.floor(nowMs)) * 1_000_000n - writtenNs < TICK_NS;
}

/** Between two looks at a file that was just written: a program that was stopped in the middle of a write comes to go on. */
export const WRITER_WAIT_MS = 25;

/** What becomes of a file that lies where another is to be written. */
export interface ExistingFile {
  /** A person said that it is to be replaced. */
  readonly force: boolean;
  /** Whether payouts came from it: such a file stays, whatever was said. Shape: `path` with its links followed. */
  readonly isSource: (file: { readonly path: string; readonly sha256: Sha256 }) => boolean;
}

/** Remembers a temp file for the next start, should this process be killed. Gives what forgets it, once it is gone. */
export type TrackTempFile = (path: string) => () => void;
