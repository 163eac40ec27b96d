// What a window's contents and session may do: load the page's own files, open a payer's app from a list of schemes, and nothing
// else. No permission, no device, no download but through the desk's dialog. See Electron's security checklist, 5, 12 to 15.

import { isOwnAddress, isPageAddress } from '../../../../shared/api/window.ts';

/** The schemes of a collection order's links: UPI and its apps. See the gateway specification, Order create. */
const PAYER_SCHEMES: ReadonlySet<string> = new Set(['upi:', 'gpay:', 'tez:', 'phonepe:', 'paytmmp:']);

/** Something the contents are about to do. `url` and `isMainFrame` are set only for a navigation. */
interface Move {
  readonly url: string;
  readonly isMainFrame: boolean;
  preventDefault(): void;
}

/** The part of Electron's WebContents that is guarded. */
export interface GuardedContents {
  setWindowOpenHandler(handler: (options: { readonly url: string }) => { action: 'deny' }): void;
  on(
    event: 'will-navigate' | 'will-frame-navigate' | 'will-redirect' | 'will-attach-webview',
    listener: (move: Move) => void,
  ): unknown;
}

/** Whether the system may open this link. */
function isPayerLink(address: string): boolean {
  return URL.canParse(address) && PAYER_SCHEMES.has(new URL(address).protocol);
}

/** `openLink` passes an address to the system. */
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

/** Writing text to the clipboard, for the buttons that copy a UTR. Chromium allows it only during a click. */
const GRANTED = 'clipboard-sanitized-write';

/** The part of Electron's Session that is guarded. */
export interface GuardedSession {
  setPermissionRequestHandler(
    handler: (contents: unknown, permission: string, decide: (isGranted: boolean) => void, asker: Asker) => void,
  ): void;
  setPermissionCheckHandler(
    handler: (contents: unknown, permission: string, origin: string, asker: Pick<Asker, 'isMainFrame'>) => boolean,
  ): void;
  setDevicePermissionHandler(handler: () => boolean): void;
  setDisplayMediaRequestHandler(handler: (request: unknown, give: (streams: null) => void) => void): void;
  setSpellCheckerEnabled(isEnabled: boolean): void;
  on(event: 'will-download', listener: (event: { preventDefault(): void }) => void): unknown;
  readonly webRequest: {
    onBeforeRequest(
      decider: (request: { readonly url: string }, decide: (decision: { cancel: boolean }) => void) => void,
    ): void;
  };
}

/** The frame that asks for a permission. */
interface Asker {
  readonly requestingUrl: string;
  readonly isMainFrame: boolean;
}

/** Whether the page gets this permission. `address`: the page's or its origin's, as Electron reports it. */
function isGranted(permission: string, address: string): boolean {
  return permission === GRANTED && (isPageAddress(address) || isPageAddress(`${address}/`));
}

/** Whether the window may load this address. */
function mayLoad(address: string, { isForDevelopers }: { readonly isForDevelopers: boolean }): boolean {
  return isOwnAddress(address) || (isForDevelopers && address.startsWith('devtools://'));
}

export function guardSession(session: GuardedSession, who: { readonly isForDevelopers: boolean }): void {
  session.setPermissionRequestHandler((_contents, permission, decide, { requestingUrl, isMainFrame }) =>
    decide(isMainFrame && isGranted(permission, requestingUrl)),
  );
  session.setPermissionCheckHandler((_contents, permission, origin, { isMainFrame }) =>
    isMainFrame ? isGranted(permission, origin) : false,
  );
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, give) => give(null));
  session.setSpellCheckerEnabled(false);
  session.webRequest.onBeforeRequest(({ url }, decide) => decide({ cancel: !mayLoad(url, who) }));
  session.on('will-download', (event) => event.preventDefault());
}
