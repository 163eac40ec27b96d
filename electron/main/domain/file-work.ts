/** How far long work on a database file is. `part`: what is being done; `share`: how much of the whole is done, from 0 to 1. */
export interface FileProgress {
  readonly part: 'copy' | 'file' | 'keys' | 'log' | 'rows';
  readonly share: number;
}

/** Who follows long work. It stops when `signal` is aborted, and then refuses. */
export interface FileFollower {
  readonly onProgress: (progress: FileProgress) => void;
  readonly signal: AbortSignal;
}
