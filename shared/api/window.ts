// The desktop window: its places, its address, what its preload gives the page and what its menu may ask. A menu never
// asks to pay, confirm or change anything: that is clicked in the page.

import { z } from 'zod';
import type { CommandName } from './contract.ts';
import { FILE_HANDLE, REFUSAL } from './schemas.ts';

export const PLACES = ['payouts', 'history', 'payees', 'collect', 'lookups', 'wallet', 'settings'] as const;
export type Place = (typeof PLACES)[number];

/** As the rail and the menu call them. */
export const PLACE_NAMES: Readonly<Record<Place, string>> = {
  payouts: 'Payouts',
  history: 'History',
  payees: 'Payees',
  collect: 'Collect',
  lookups: 'Lookups',
  wallet: 'Wallet',
  settings: 'Settings',
};

/** Each takes the command's params and gives its Reply, both checked on their way by whoever receives them. */
type NamedCommands = { readonly [Name in CommandName]: (params: unknown) => Promise<unknown> };

/** What stands beside the commands. */
export interface PageBridgeExtras {
  /**
   * Gives the desk the bytes of a file; the answer is a Reply with a FileHandle. Shape: `file` the File that a person chose, from
   * which the preload, and never the page, reads where it lies.
   */
  giveFile(given: { readonly name: string; readonly bytes: Uint8Array }, file?: unknown): Promise<unknown>;
  /** Asks where to save a download, and saves it. Shape: a Reply; `saved` false when the person chose not to. */
  saveDownload(download: string): Promise<unknown>;
  /** Follows the desk's numbered events from a snapshot on; gives the way to stop. */
  followEvents(listener: (numbered: unknown) => void): () => void;
  /** Follows what is asked of the window from its menu and the system; gives the way to stop. */
  followWindowRequests(listener: (request: unknown) => void): () => void;
}

export interface PageBridge extends NamedCommands, PageBridgeExtras {}

export const WINDOW_REQUEST = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('go'), place: z.enum(PLACES) }),
  /** Open a file that the desk holds already. */
  z.object({ kind: z.literal('open'), file: FILE_HANDLE }),
  z.object({ kind: z.literal('guide') }),
  /** Show where this batch's reports are saved. */
  z.object({ kind: z.literal('export') }),
  /** What was asked for could not be done before it reached the page. */
  z.object({ kind: z.literal('refused'), refusal: REFUSAL }),
]);
export type WindowRequest = z.infer<typeof WINDOW_REQUEST>;

export const DESK_SCHEME = 'app';
export const DESK_ORIGIN = `${DESK_SCHEME}://desk`;

/** The page. Its route stands in the fragment. */
export const PAGE_ADDRESS = `${DESK_ORIGIN}/`;

/** Whether an address is the page itself, wherever in it. */
export function isPageAddress(address: string): boolean {
  return address === PAGE_ADDRESS || address.startsWith(`${PAGE_ADDRESS}#`);
}

/** Whether an address is one of the page's own files. Shape: whether there is such a file is another question. */
export function isOwnAddress(address: string): boolean {
  return address.startsWith(PAGE_ADDRESS);
}
