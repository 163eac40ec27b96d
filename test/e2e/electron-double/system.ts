// What Electron exchanges with the system around the windows: notifications, power, screens, other programs.

import { EventEmitter } from 'node:events';
import type { Display, NotificationConstructorOptions, PowerSaveBlocker, Shell } from 'electron';

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

const AREA = { x: 0, y: 0, width: 1920, height: 1080 };
// The desk reads nothing else of a display.
const DISPLAY = { id: 1, bounds: AREA, workArea: AREA, scaleFactor: 1 } as unknown as Display;

export const screen = { getAllDisplays: (): Display[] => [DISPLAY] };

/** Opens nothing: a test that needs it replaces this function. */
export const shell: Pick<Shell, 'openExternal'> = { openExternal: () => Promise.resolve() };
