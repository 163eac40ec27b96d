// Whether a file is still the one that was begun to be read. A spreadsheet saved over while it is read is half of each.

/** What a file system says of a file, in its finest units. */
export interface FileState {
  readonly ino: bigint;
  readonly size: bigint;
  readonly mtimeNs: bigint;
}

/** Clocks of file systems tick every two seconds at worst (FAT): what was written within one tick bears one time. */
const TICK_NS = 2_000_000_000n;

export function isSameState(before: FileState, after: FileState): boolean {
  return before.ino === after.ino && before.size === after.size && before.mtimeNs === after.mtimeNs;
}

/** Whether its time says too little: it was written so lately that another write may bear the same. */
export function isJustWritten({ mtimeNs }: FileState, nowMs: number): boolean {
  return BigInt(Math.floor(nowMs)) * 1_000_000n - mtimeNs < TICK_NS;
}
