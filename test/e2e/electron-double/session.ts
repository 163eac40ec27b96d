// Electron's `session` and `protocol`. Never let a request reach the network: what no handler answers fails.

import { EventEmitter } from 'node:events';
import type { CustomScheme, OnBeforeRequestListenerDetails, Protocol, Session } from 'electron';
import { addScheme, fromChromium } from './addresses.ts';
import { app } from './app.ts';

type Handler = Parameters<Protocol['handle']>[1];
type BeforeRequest = Parameters<Session['webRequest']['onBeforeRequest']>[0];
type RequestPermission = Parameters<Session['setPermissionRequestHandler']>[0];
type CheckPermission = Parameters<Session['setPermissionCheckHandler']>[0];

class DoubleProtocol implements Pick<Protocol, 'handle'> {
  readonly #handlers = new Map<string, Handler>();

  handle(scheme: string, handler: Handler): void {
    addScheme(scheme);
    this.#handlers.set(scheme, handler);
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

export class DoubleSession extends EventEmitter {
  readonly protocol = new DoubleProtocol();
  readonly webRequest = {
    onBeforeRequest: (listener: BeforeRequest): void => {
      this.#beforeRequest = listener;
    },
  };
  #beforeRequest: BeforeRequest = null;
  #requestPermission: RequestPermission = null;
  #checkPermission: CheckPermission = null;

  setPermissionRequestHandler(handler: RequestPermission): void {
    this.#requestPermission = handler;
  }

  setPermissionCheckHandler(handler: CheckPermission): void {
    this.#checkPermission = handler;
  }

  setDevicePermissionHandler(): void {
    // A headless Chromium has no devices to hand out.
  }

  setDisplayMediaRequestHandler(): void {
    // Nor screens to share.
  }

  setSpellCheckerEnabled(): void {
    // Nor dictionaries.
  }

  /** The answer of the scheme's handler; null when the request is refused or nobody answers it. */
  async answer({ address, method, headers, body, resourceType }: AskedRequest): Promise<Response | null> {
    const url = fromChromium(address);
    if (await this.#isCancelled({ url, method, resourceType })) return null;
    const handler = this.protocol.handlerFor(url);
    if (handler === null) return null;
    return await handler(new Request(url, { method, headers, ...(body === null ? {} : { body }) }));
  }

  /** Whether the main frame of a page at this address would be granted the permission. */
  isGranted(permission: string, address: string): boolean {
    type Check = NonNullable<CheckPermission>;
    type Ask = NonNullable<RequestPermission>;
    const asked = { requestingUrl: address, isMainFrame: true, securityOrigin: address };
    // Electron grants a permission that has no handler.
    const isChecked = this.#checkPermission?.(null, permission as Parameters<Check>[1], address, asked) ?? true;
    if (this.#requestPermission === null) return isChecked;
    let isSet = false;
    const noContents = null as unknown as Parameters<Ask>[0];
    const decide = (args: boolean): void => {
      isSet = args;
    };
    this.#requestPermission(noContents, permission as Parameters<Ask>[1], decide, asked);
    return isChecked && isSet;
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

const sessions = new Map<string, DoubleSession>();

/** Electron's `session`: one for each name. They share one Chromium, so their separation is not modelled. */
export const session = {
  defaultSession: new DoubleSession(),
  fromPartition: (partition: string): DoubleSession => {
    const known = sessions.get(partition) ?? new DoubleSession();
    sessions.set(partition, known);
    return known;
  },
};

/** Electron's `protocol`: throws once the app is ready, as in Electron. */
export const protocol = {
  registerSchemesAsPrivileged: (customSchemes: readonly CustomScheme[]): void => {
    if (app.isReady()) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    for (const { scheme } of customSchemes) addScheme(scheme);
  },
};
