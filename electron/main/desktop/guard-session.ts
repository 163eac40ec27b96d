// What the window's session allows. In: the session. Out: the same, shut. Nothing is loaded but the page's own files, no
// permission is granted, no device is handed out, nothing is downloaded but through the desk's own save dialog.
// Source: Electron's security checklist, 5. This file must never grant a permission because a page asks for it.

import { isOwnAddress, isPageAddress } from '../../../shared/api/window-address.ts';

/** Writing text to the clipboard, which Chromium allows only in the moment of a click: the buttons that copy a UTR. */
const GRANTED = 'clipboard-sanitized-write';

/** The part of Electron's Session that is shut. */
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
  on(event: 'will-download', hear: (event: { preventDefault(): void }) => void): unknown;
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

/** Whether the page may have this. Shape: `address` of the page or of its origin, as Electron tells it. */
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
