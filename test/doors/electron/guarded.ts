// A session and a window's contents as Electron provides them, without Electron.

import type { GuardedContents, GuardedSession } from '../../../electron/main/doors/electron/page-guards.ts';

interface Asker {
  readonly requestingUrl: string;
  readonly isMainFrame: boolean;
}

export interface TestSession extends GuardedSession {
  /** Whether a permission is granted when the page requests it, and when Chromium only checks. */
  grants(permission: string, asker: Asker): readonly [requested: boolean, checked: boolean];
  givesDevice(): boolean;
  givesDisplay(): boolean;
  loads(url: string): boolean;
  downloads(): boolean;
  spellChecks(): boolean;
}

/** Whatever the guard left unguarded throws when it is called. */
export function openTestSession(): TestSession {
  const open = (): never => {
    throw new Error('nobody guards this');
  };
  let request: Parameters<GuardedSession['setPermissionRequestHandler']>[0] = open;
  let check: Parameters<GuardedSession['setPermissionCheckHandler']>[0] = open;
  let device: () => boolean = open;
  let display: Parameters<GuardedSession['setDisplayMediaRequestHandler']>[0] = open;
  let before: Parameters<GuardedSession['webRequest']['onBeforeRequest']>[0] = open;
  let download: (event: { preventDefault(): void }) => void = open;
  let isSpellChecking = true;
  return {
    setPermissionRequestHandler: (handler) => void (request = handler),
    setPermissionCheckHandler: (handler) => void (check = handler),
    setDevicePermissionHandler: (handler) => void (device = handler),
    setDisplayMediaRequestHandler: (handler) => void (display = handler),
    setSpellCheckerEnabled: (isEnabled) => void (isSpellChecking = isEnabled),
    on: (_event, listener) => void (download = listener),
    webRequest: { onBeforeRequest: (decider) => void (before = decider) },
    grants: (permission, asker) => {
      let isRequested = false;
      request(null, permission, (isGranted) => void (isRequested = isGranted), asker);
      const { origin } = new URL(asker.requestingUrl);
      const asked = origin === 'null' ? asker.requestingUrl.split('/', 3).join('/') : origin;
      return [isRequested, check(null, permission, asked, asker)];
    },
    givesDevice: () => device(),
    givesDisplay: () => {
      let args: unknown = 'nothing said';
      display({}, (streams) => void (args = streams));
      return args !== null;
    },
    loads: (url) => {
      let isCancelled = false;
      before({ url }, ({ cancel }) => void (isCancelled = cancel));
      return !isCancelled;
    },
    downloads: () => !isPrevented(download),
    spellChecks: () => isSpellChecking,
  };
}

export interface TestContents extends GuardedContents {
  /** Whether such a navigation is allowed. */
  moves(event: string, move: { readonly url: string; readonly isMainFrame?: boolean }): boolean;
  opensWindow(url: string): boolean;
}

export function openTestContents(): TestContents {
  const hearing = new Map<string, Parameters<GuardedContents['on']>[1]>();
  let opening: Parameters<GuardedContents['setWindowOpenHandler']>[0] | null = null;
  return {
    setWindowOpenHandler: (handler) => void (opening = handler),
    on: (event, listener) => hearing.set(event, listener),
    moves: (event, { url, isMainFrame = true }) => {
      const listener = hearing.get(event);
      if (listener === undefined) return true;
      return !isPrevented((move) => listener({ ...move, url, isMainFrame }));
    },
    opensWindow: (url) => opening?.({ url }).action !== 'deny',
  };
}

function isPrevented(listener: (event: { preventDefault(): void }) => void): boolean {
  let prevented = false;
  listener({ preventDefault: () => void (prevented = true) });
  return prevented;
}
