// Electron's `app`, as far as the desk uses it.

import { EventEmitter } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import type { App } from 'electron';
import { holdInstance } from './single-instance.ts';
import { allWindows } from './window-list.ts';

interface Manifest {
  readonly name?: string;
  readonly productName?: string;
  readonly version?: string;
}

type Modelled = Pick<
  App,
  | 'whenReady'
  | 'getPath'
  | 'setPath'
  | 'getVersion'
  | 'isPackaged'
  | 'setName'
  | 'quit'
  | 'exit'
  | 'relaunch'
  | 'enableSandbox'
  | 'requestSingleInstanceLock'
  | 'setAppUserModelId'
  | 'addRecentDocument'
>;

class DoubleApp extends EventEmitter implements Modelled {
  readonly isPackaged = false;
  readonly #ready = Promise.withResolvers<void>();
  readonly #paths = new Map<string, string>();
  #manifest: Manifest = {};
  #name = 'Electron';
  #isReady = false;
  #isQuitting = false;

  /** Called by the launcher before the app's own code. */
  begin({ appPath, userData }: { readonly appPath: string; readonly userData: string | null }): void {
    this.#manifest = JSON.parse(readFileSync(path.join(appPath, 'package.json'), 'utf8')) as Manifest;
    this.#name = this.#manifest.productName ?? this.#manifest.name ?? this.#name;
    if (userData !== null) this.#paths.set('userData', userData);
  }

  /** Called by the launcher when Chromium is up. */
  becomeReady(): void {
    this.#isReady = true;
    this.#ready.resolve();
    this.emit('ready', {}, {});
  }

  whenReady(): Promise<void> {
    return this.#ready.promise;
  }

  isReady(): boolean {
    return this.#isReady;
  }

  setName(name: string): void {
    this.#name = name;
  }

  getVersion(): string {
    return this.#manifest.version ?? '0.0.0';
  }

  getPath(name: Parameters<App['getPath']>[0]): string {
    const set = this.#paths.get(name);
    if (set !== undefined) return set;
    const appData = process.env['XDG_CONFIG_HOME'] ?? path.join(homedir(), '.config');
    const places: Partial<Record<typeof name, string>> = {
      appData,
      userData: path.join(appData, this.#name),
      downloads: path.join(homedir(), 'Downloads'),
    };
    const place = places[name];
    if (place === undefined) throw new Error(`the double of Electron does not know the path ${name}`);
    return place;
  }

  setPath(name: string, folder: string): void {
    this.#paths.set(name, folder);
  }

  /** Throws once the app is ready, as in Electron. */
  enableSandbox(): void {
    if (this.#isReady) throw new Error('app.enableSandbox() can only be called before app is ready');
  }

  requestSingleInstanceLock(additionalData?: Record<string, unknown>): boolean {
    const folder = this.getPath('userData');
    mkdirSync(folder, { recursive: true });
    return holdInstance({
      folder,
      additionalData: additionalData ?? {},
      onSecond: ({ argv, cwd, data }) => void this.emit('second-instance', makeEvent(), argv, cwd, data),
    });
  }

  setAppUserModelId(): void {
    // Windows only.
  }

  addRecentDocument(): void {
    // The system's list, which no test may fill.
  }

  /** Emits `before-quit`, then asks each window, then emits `will-quit`; any of them may keep the app open. */
  quit(): void {
    if (this.#isQuitting) return;
    if (isPrevented(this, 'before-quit')) return;
    this.#isQuitting = true;
    void closeAll().then((areClosed) => {
      this.#isQuitting = false;
      if (areClosed && !isPrevented(this, 'will-quit')) this.exit(0);
    });
  }

  exit(exitCode = 0): void {
    this.emit('quit', makeEvent(), exitCode);
    process.exit(exitCode);
  }

  relaunch(): void {
    // A test ends what it starts, so nothing starts again.
  }

  /** Called when the last window has closed. */
  tellAllClosed(): void {
    if (this.#isQuitting) return;
    if (this.listenerCount('window-all-closed') === 0) this.quit();
    else this.emit('window-all-closed');
  }
}

async function closeAll(): Promise<boolean> {
  for (const window of allWindows()) {
    window.close();
    if (!(await window.closing())) return false;
  }
  return true;
}

/** The first argument of Electron's listeners: an event that may be prevented, with its details. */
function makeEvent(details: object = {}): { defaultPrevented: boolean; preventDefault(): void } {
  const event = {
    ...details,
    defaultPrevented: false,
    preventDefault: (): void => {
      event.defaultPrevented = true;
    },
  };
  return event;
}

/** Emits an event that may be prevented, and returns whether it was. */
export function isPrevented(emitter: EventEmitter, name: string, details: object = {}): boolean {
  const event = makeEvent(details);
  emitter.emit(name, event);
  return event.defaultPrevented;
}

export const app = new DoubleApp();
