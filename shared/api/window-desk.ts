// What the preload gives the page as `window.desk`: one named function per command, and files and events beside them.
// In: nothing. Out: types. This file must never hold a function that takes a channel's name from the page.

import type { CommandName } from './contract.ts';

/** Each takes the command's params and gives its Reply, both checked on their way by whoever receives them. */
type NamedCommands = { readonly [Name in CommandName]: (params: unknown) => Promise<unknown> };

/** What stands beside the commands. */
export interface WindowExtras {
  /**
   * Gives the desk the bytes of a file; the answer is a Reply with a FileHandle. Shape: `file` the File that a person chose, from
   * which the preload, and never the page, reads where it lies.
   */
  giveFile(given: { readonly name: string; readonly bytes: Uint8Array }, file?: unknown): Promise<unknown>;
  /** Asks where to save a download, and saves it. Shape: a Reply; `saved` false when the person chose not to. */
  saveDownload(download: string): Promise<unknown>;
  /** Hears the desk's numbered events from a snapshot on; gives the way to stop listening. */
  followEvents(listener: (numbered: unknown) => void): () => void;
  /** Hears what is asked of the window from its menu and the system; gives the way to stop listening. */
  followWishes(listener: (wish: unknown) => void): () => void;
}

export interface WindowDesk extends NamedCommands, WindowExtras {}
