// Where the desktop window's page lives: a scheme of the app's own, which no network and no file of the disk answers.
// In: an address. Out: whether it is the page's. This file must never take another scheme, host or path for the page.

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
