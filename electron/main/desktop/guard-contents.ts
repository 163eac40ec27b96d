// What a window's contents may do. In: the contents of any window there is. Out: the same, held at the page: no navigation, no
// new window, no webview. Links for a payer's app leave through the system, by a list.
// Source: Electron's security checklist, 12 to 15. This file must never open an address that is not on its list.

import { isPageAddress } from '../../../shared/api/window-address.ts';

/** The schemes of a collection order's links: UPI and the apps that take it. Source: gateway specification, Order create. */
const PAYER_SCHEMES: ReadonlySet<string> = new Set(['upi:', 'gpay:', 'tez:', 'phonepe:', 'paytmmp:']);

/** Something the contents are about to do. Shape: `url` and `isMainFrame` of a navigation only. */
interface Move {
  readonly url: string;
  readonly isMainFrame: boolean;
  preventDefault(): void;
}

/** The part of Electron's WebContents that is held. */
export interface GuardedContents {
  setWindowOpenHandler(handler: (wish: { readonly url: string }) => { action: 'deny' }): void;
  on(
    event: 'will-navigate' | 'will-frame-navigate' | 'will-redirect' | 'will-attach-webview',
    hear: (move: Move) => void,
  ): unknown;
}

/** Whether the system may be asked to open this. */
function isPayerLink(address: string): boolean {
  return URL.canParse(address) && PAYER_SCHEMES.has(new URL(address).protocol);
}

/** Shape: `openLink` hands an address to the system. */
export function guardContents(contents: GuardedContents, openLink: (address: string) => void): void {
  contents.setWindowOpenHandler(({ url }) => {
    if (isPayerLink(url)) openLink(url);
    return { action: 'deny' };
  });
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame || !isPageAddress(event.url)) event.preventDefault();
  });
  contents.on('will-navigate', (event) => {
    if (!isPageAddress(event.url)) event.preventDefault();
  });
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
}
