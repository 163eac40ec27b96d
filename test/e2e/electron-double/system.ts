// What Electron tells and asks of the system around the windows: notifications, power, screens, other programs, the clipboard.
// In: the app's calls. Out: what a quiet machine would answer. This file must never do anything outside this process.

import { EventEmitter } from 'node:events';
import type { Display, NotificationConstructorOptions, PowerSaveBlocker, Shell } from 'electron';
import { openedChromium } from './chromium-host.ts';

export class Notification extends EventEmitter {
  readonly title: string;
  readonly body: string;

  constructor({ title = '', body = '' }: NotificationConstructorOptions = {}) {
    super();
    this.title = title;
    this.body = body;
  }

  static isSupported(): boolean {
    return true;
  }

  show(): void {
    this.emit('show', {});
  }

  close(): void {
    this.emit('close', {});
  }
}

class DoublePowerSaveBlocker implements Pick<PowerSaveBlocker, 'start' | 'stop' | 'isStarted'> {
  readonly #started = new Set<number>();
  #lastId = 0;

  start(): number {
    this.#lastId += 1;
    this.#started.add(this.#lastId);
    return this.#lastId;
  }

  stop(id: number): boolean {
    return this.#started.delete(id);
  }

  isStarted(id: number): boolean {
    return this.#started.has(id);
  }
}

export const powerSaveBlocker = new DoublePowerSaveBlocker();

/** Tests emit `suspend` and `resume` on it. */
export const powerMonitor = new EventEmitter();

const AREA = { x: 0, y: 0, width: 1920, height: 1080 };
// The rest of a display is what the desk does not read.
const DISPLAY = { id: 1, bounds: AREA, workArea: AREA, scaleFactor: 1 } as unknown as Display;

export const screen = {
  getPrimaryDisplay: (): Display => DISPLAY,
  getAllDisplays: (): Display[] => [DISPLAY],
  getDisplayMatching: (): Display => DISPLAY,
};

type ModelledShell = Pick<Shell, 'openExternal' | 'openPath' | 'showItemInFolder'>;

/** Opens nothing: a test that wants to know puts its own function in the place. */
export const shell: ModelledShell = {
  openExternal: () => Promise.resolve(),
  openPath: () => Promise.resolve(''),
  showItemInFolder: () => undefined,
};

export const clipboard = {
  /** What a person copied elsewhere. Chromium's own clipboard holds it, so that Ctrl+V pastes it. */
  writeText: async (text: string): Promise<void> => {
    const chromium = await openedChromium();
    const { targetInfos } = await chromium.send('Target.getTargets');
    const page = targetInfos.find(({ type }) => type === 'page');
    if (page === undefined) throw new Error('there is no page');
    const permission = { name: 'clipboard-write' };
    const origin = new URL(page.url).origin;
    await chromium.send('Browser.setPermission', { permission, setting: 'granted', origin });
    const { sessionId } = await chromium.send('Target.attachToTarget', { targetId: page.targetId, flatten: true });
    const expression = `navigator.clipboard.writeText(${JSON.stringify(text)})`;
    await chromium.send('Runtime.evaluate', { expression, awaitPromise: true, userGesture: true }, sessionId);
    await chromium.send('Browser.setPermission', { permission, setting: 'denied', origin });
    await chromium.send('Target.detachFromTarget', { sessionId });
  },
};
