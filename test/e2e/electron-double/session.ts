// Electron's `session.defaultSession` and `protocol`. In: the app's handlers. Out: what they say about a request or a wish of
// the page. This file must never let a request reach the network: what no handler answers fails.

import { EventEmitter } from 'node:events';
import type { OnBeforeRequestListenerDetails, Protocol, Session } from 'electron';
import { addScheme, fromChromium } from './addresses.ts';

type Handler = Parameters<Protocol['handle']>[1];
type BeforeRequest = Parameters<Session['webRequest']['onBeforeRequest']>[0];
type RequestPermission = Parameters<Session['setPermissionRequestHandler']>[0];
type CheckPermission = Parameters<Session['setPermissionCheckHandler']>[0];
type CheckDevice = Parameters<Session['setDevicePermissionHandler']>[0];

class DoubleProtocol implements Pick<Protocol, 'handle' | 'isProtocolHandled' | 'unhandle'> {
  readonly #handlers = new Map<string, Handler>();

  handle(scheme: string, handler: Handler): void {
    addScheme(scheme);
    this.#handlers.set(scheme, handler);
  }

  isProtocolHandled(scheme: string): boolean {
    return this.#handlers.has(scheme);
  }

  unhandle(scheme: string): void {
    this.#handlers.delete(scheme);
  }

  handlerFor(address: string): Handler | null {
    return this.#handlers.get(new URL(address).protocol.slice(0, -1)) ?? null;
  }
}

export interface AskedRequest {
  readonly address: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: string | null;
  readonly resourceType: OnBeforeRequestListenerDetails['resourceType'];
}

class DoubleSession extends EventEmitter {
  readonly protocol = new DoubleProtocol();
  readonly webRequest = {
    onBeforeRequest: (listener: BeforeRequest): void => {
      this.#beforeRequest = listener;
    },
  };
  #beforeRequest: BeforeRequest = null;
  #requestPermission: RequestPermission = null;
  #checkPermission: CheckPermission = null;
  #checkDevice: CheckDevice = null;

  setPermissionRequestHandler(handler: RequestPermission): void {
    this.#requestPermission = handler;
  }

  setPermissionCheckHandler(handler: CheckPermission): void {
    this.#checkPermission = handler;
  }

  setDevicePermissionHandler(handler: CheckDevice): void {
    this.#checkDevice = handler;
  }

  /** Shape: the answer of the scheme's handler; null when the request is refused or nobody answers it. */
  async answer({ address, method, headers, body, resourceType }: AskedRequest): Promise<Response | null> {
    const url = fromChromium(address);
    if (await this.#isCancelled({ url, method, resourceType })) return null;
    const handler = this.protocol.handlerFor(url);
    if (handler === null) return null;
    return await handler(new Request(url, { method, headers, ...(body === null ? {} : { body }) }));
  }

  /** Whether a page would be given this, in Chromium's words: what either handler refuses is denied. */
  isGranted(permission: string, origin: string): boolean {
    // Electron grants what no handler is asked about.
    if (this.#checkPermission === null && this.#requestPermission === null) return true;
    type Check = NonNullable<CheckPermission>;
    const details = { requestingUrl: origin, isMainFrame: true, securityOrigin: origin } as Parameters<Check>[3];
    const isChecked = this.#checkPermission?.(null, permission as Parameters<Check>[1], origin, details) ?? true;
    let isRequested = this.#requestPermission === null;
    type Ask = NonNullable<RequestPermission>;
    const asked = { requestingUrl: origin, isMainFrame: true } as Parameters<Ask>[3];
    const noContents = null as unknown as Parameters<Ask>[0];
    this.#requestPermission?.(
      noContents,
      permission as Parameters<Ask>[1],
      (isGiven) => {
        isRequested = isGiven;
      },
      asked,
    );
    return isChecked && isRequested;
  }

  /** Whether a page would be given a device of this kind. */
  isDeviceGranted(kind: 'hid' | 'serial' | 'usb', origin: string): boolean {
    type Details = Parameters<NonNullable<CheckDevice>>[0];
    return this.#checkDevice?.({ deviceType: kind, origin, device: {} } as unknown as Details) ?? false;
  }

  async #isCancelled(
    details: Pick<OnBeforeRequestListenerDetails, 'url' | 'method' | 'resourceType'>,
  ): Promise<boolean> {
    const listener = this.#beforeRequest;
    if (listener === null) return false;
    return await new Promise((resolve) => {
      listener(details as OnBeforeRequestListenerDetails, ({ cancel }) => resolve(cancel === true));
    });
  }
}

const defaultSession = new DoubleSession();

export { defaultSession };

export const session = { defaultSession };

/** Electron's `protocol`: the default session's, and the schemes that are told before ready. */
export const protocol = Object.assign(defaultSession.protocol, {
  registerSchemesAsPrivileged: (customSchemes: readonly Electron.CustomScheme[]): void => {
    for (const { scheme } of customSchemes) addScheme(scheme);
  },
});
