import type { Sha256 } from './ids.ts';

/** What becomes of a file that lies where another is to be written. */
export interface ExistingFile {
  /** A person said that it is to be replaced. */
  readonly force: boolean;
  /** Whether payouts came from it: such a file stays, whatever was said. Shape: `path` with its links followed. */
  readonly isSource: (file: { readonly path: string; readonly sha256: Sha256 }) => boolean;
}

/** Remembers a temp file for the next start, should this process be killed. Gives what forgets it, once it is gone. */
export type TrackTempFile = (path: string) => () => void;
