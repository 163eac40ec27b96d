// The desktop window: its places, its address, what its preload gives the page and what its menu may request. A menu never
// requests to pay, confirm or change anything: that is clicked in the page.

import { z } from 'zod';
import type { CommandName } from './contract.ts';
import { FILE_HANDLE, REFUSAL } from './schemas.ts';

export const PLACES = ['payouts', 'history', 'payees', 'collect', 'lookups', 'wallet', 'settings'] as const;
export type Place = (typeof PLACES)[number];

/** The names in the rail and the menu. */
export const PLACE_NAMES: Readonly<Record<Place, string>> = {
  payouts: 'Payouts',
  history: 'History',
  payees: 'Payees',
  collect: 'Collect',
  lookups: 'Lookups',
  wallet: 'Wallet',
  settings: 'Settings',
};

/** Each takes the command's params and returns its Reply; the receiving side checks both. */
type NamedCommands = { readonly [Name in CommandName]: (params: unknown) => Promise<unknown> };

/** The functions besides the commands. */
export interface PageBridgeExtras {
  /**
   * Gives the desk the bytes of a file; answers a Reply with a FileHandle. `file` is the File that a person chose; only the
   * preload reads its path from it, never the page.
   */
  giveFile(sent: { readonly name: string; readonly bytes: Uint8Array }, file?: unknown): Promise<unknown>;
  /** Asks where to save a download, and saves it. Answers a Reply, with `saved` false when the person cancelled. */
  saveDownload(download: string): Promise<unknown>;
  /** Ends the app, asking first while payouts are sent, and starts it again. */
  restart(): Promise<unknown>;
  /** Follows the desk's numbered events, starting with a snapshot. Returns an unsubscribe function. */
  followEvents(listener: (numbered: unknown) => void): () => void;
  /** Follows requests to the window from its menu and the system. Returns an unsubscribe function. */
  followWindowRequests(listener: (request: unknown) => void): () => void;
}

export interface PageBridge extends NamedCommands, PageBridgeExtras {}

export const WINDOW_REQUEST = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('go'), place: z.enum(PLACES) }),
  /** Open a file that the desk already holds. */
  z.object({ kind: z.literal('open'), file: FILE_HANDLE }),
  z.object({ kind: z.literal('guide') }),
  /** Show where this batch's reports are saved. */
  z.object({ kind: z.literal('export') }),
  /** The request failed before it reached the page. */
  z.object({ kind: z.literal('refused'), refusal: REFUSAL }),
]);
export type WindowRequest = z.infer<typeof WINDOW_REQUEST>;

export const DESK_SCHEME = 'app';
export const DESK_ORIGIN = `${DESK_SCHEME}://desk`;

/** The page. Its route is in the fragment. */
export const PAGE_ADDRESS = `${DESK_ORIGIN}/`;

/** Whether an address is the page itself, at any route. */
export function isPageAddress(address: string): boolean {
  return address === PAGE_ADDRESS || address.startsWith(`${PAGE_ADDRESS}#`);
}

/** Whether an address belongs to the page's own files, existing or not. */
export function isOwnAddress(address: string): boolean {
  return address.startsWith(PAGE_ADDRESS);
}
