// Electron's `BrowserWindow`: the state a window manager keeps, around a page of Chromium.

import { EventEmitter } from 'node:events';
import type { BrowserWindowConstructorOptions, BrowserWindow as ElectronWindow, Rectangle } from 'electron';
import { app, isPrevented } from './app.ts';
import { nativeTheme } from './native-theme.ts';
import { DoubleWebContents } from './web-contents.ts';
import { addWindow, removeWindow } from './window-list.ts';

const windows = new Set<BrowserWindow>();

type Modelled = Pick<
  ElectronWindow,
  | 'loadURL'
  | 'getBounds'
  | 'getNormalBounds'
  | 'setBounds'
  | 'isMaximized'
  | 'maximize'
  | 'isMinimized'
  | 'minimize'
  | 'restore'
  | 'show'
  | 'isFocused'
  | 'focus'
  | 'blur'
  | 'setProgressBar'
  | 'close'
  | 'destroy'
  | 'isDestroyed'
>;

export class BrowserWindow extends EventEmitter implements Modelled {
  readonly webContents: DoubleWebContents;
  #bounds: Rectangle;
  #isMaximized = false;
  #isMinimized = false;
  #isFocused = false;
  #isDestroyed = false;
  #closing = Promise.resolve(true);

  constructor(options: BrowserWindowConstructorOptions = {}) {
    super();
    if (!app.isReady()) throw new Error('Cannot create BrowserWindow before app is ready');
    const { x = 0, y = 0, width = 800, height = 600 } = options;
    this.#bounds = { x, y, width, height };
    this.webContents = new DoubleWebContents({ width, height, preferences: options.webPreferences ?? {} });
    windows.add(this);
    addWindow(this);
    this.webContents.once('destroyed', () => this.destroy());
    this.webContents.once('dom-ready', () => void this.emit('ready-to-show'));
    nativeTheme.on('updated', () => this.#showTheme());
    this.#showTheme();
    if (options.show !== false) setImmediate(() => this.focus());
    app.emit('web-contents-created', {}, this.webContents);
    app.emit('browser-window-created', {}, this);
  }

  static getAllWindows(): BrowserWindow[] {
    return [...windows];
  }

  static fromWebContents(contents: unknown): BrowserWindow | null {
    return [...windows].find((window) => window.webContents === contents) ?? null;
  }

  async loadURL(address: string): Promise<void> {
    await this.webContents.loadURL(address);
  }

  getBounds(): Rectangle {
    return { ...this.#bounds };
  }

  /** The bounds it returns to when it is no longer maximized. */
  getNormalBounds(): Rectangle {
    return { ...this.#bounds };
  }

  setBounds(bounds: Partial<Rectangle>): void {
    this.#bounds = { ...this.#bounds, ...bounds };
    this.emit('resize');
    this.emit('move');
  }

  isMaximized(): boolean {
    return this.#isMaximized;
  }

  maximize(): void {
    this.#isMaximized = true;
    this.emit('maximize');
    this.emit('resize');
  }

  isMinimized(): boolean {
    return this.#isMinimized;
  }

  minimize(): void {
    this.#isMinimized = true;
    this.blur();
    this.emit('minimize');
  }

  restore(): void {
    this.#isMinimized = false;
    this.emit('restore');
  }

  show(): void {
    this.emit('show');
    this.focus();
  }

  hide(): void {
    this.blur();
    this.emit('hide');
  }

  isFocused(): boolean {
    return this.#isFocused;
  }

  focus(): void {
    if (this.#isDestroyed || this.#isFocused) return;
    for (const window of windows) window.blur();
    this.#isFocused = true;
    this.emit('focus');
  }

  blur(): void {
    if (!this.#isFocused) return;
    this.#isFocused = false;
    this.emit('blur');
  }

  setProgressBar(): void {
    // Nothing draws it: a test that needs it replaces this function.
  }

  /** Asks `close` first, which may keep it open. */
  close(): void {
    if (this.#isDestroyed) return;
    const isHeld = isPrevented(this, 'close');
    this.#closing = Promise.resolve(!isHeld);
    if (!isHeld) this.destroy();
  }

  closing(): Promise<boolean> {
    return this.#closing;
  }

  destroy(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    this.#isFocused = false;
    windows.delete(this);
    removeWindow(this);
    this.webContents.close();
    this.emit('closed');
    if (windows.size === 0) app.tellAllClosed();
  }

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  #showTheme(): void {
    if (this.#isDestroyed) return;
    const scheme = nativeTheme.shouldUseDarkColors ? 'dark' : 'light';
    this.webContents.showColours(scheme).catch(() => undefined);
  }
}
