// Electron's `BrowserWindow`: what a window manager knows of a window, kept here, around a page of Chromium. In: options.
// Out: bounds, focus, progress, the way to close. This file must never close a window that the app keeps open.

import { EventEmitter } from 'node:events';
import type { BrowserWindowConstructorOptions, Rectangle } from 'electron';
import { app, isPrevented } from './app.ts';
import { nativeTheme } from './native-theme.ts';
import { DoubleWebContents } from './web-contents.ts';
import { addWindow, removeWindow } from './window-list.ts';

const windows = new Set<BrowserWindow>();
let lastId = 0;

export class BrowserWindow extends EventEmitter {
  readonly id: number;
  readonly webContents: DoubleWebContents;
  /** For tests: as the app asked for it. */
  readonly options: BrowserWindowConstructorOptions;
  /** For tests: what the taskbar shows; -1 for nothing. */
  progress = -1;
  #bounds: Rectangle;
  #title: string;
  #isMaximized = false;
  #isMinimized = false;
  #isVisible: boolean;
  #isFocused = false;
  #isDestroyed = false;
  #closing = Promise.resolve(true);

  constructor(options: BrowserWindowConstructorOptions = {}) {
    super();
    if (!app.isReady()) throw new Error('Cannot create BrowserWindow before app is ready');
    lastId += 1;
    this.id = lastId;
    this.options = options;
    const { x = 0, y = 0, width = 800, height = 600 } = options;
    this.#bounds = { x, y, width, height };
    this.#title = options.title ?? app.name;
    this.#isVisible = options.show ?? true;
    this.webContents = new DoubleWebContents({ width, height, preferences: options.webPreferences ?? {} });
    windows.add(this);
    addWindow(this);
    this.webContents.once('destroyed', () => this.destroy());
    this.webContents.once('dom-ready', () => void this.emit('ready-to-show'));
    nativeTheme.on('updated', () => this.#showTheme());
    this.#showTheme();
    if (this.#isVisible) setImmediate(() => this.focus());
    app.emit('web-contents-created', {}, this.webContents);
    app.emit('browser-window-created', {}, this);
  }

  static getAllWindows(): BrowserWindow[] {
    return [...windows];
  }

  static getFocusedWindow(): BrowserWindow | null {
    return [...windows].find((window) => window.isFocused()) ?? null;
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

  /** The bounds it goes back to when it is no longer maximized. */
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

  unmaximize(): void {
    this.#isMaximized = false;
    this.emit('unmaximize');
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

  isVisible(): boolean {
    return this.#isVisible;
  }

  show(): void {
    this.#isVisible = true;
    this.emit('show');
    this.focus();
  }

  hide(): void {
    this.#isVisible = false;
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

  setProgressBar(progress: number): void {
    this.progress = progress;
  }

  flashFrame(): void {
    // Nothing of a page shows it.
  }

  getTitle(): string {
    return this.#title;
  }

  setTitle(title: string): void {
    this.#title = title;
  }

  /** Asks `close` first, which may keep it open. */
  close(): void {
    if (this.#isDestroyed) return;
    const isKept = isPrevented(this, 'close');
    this.#closing = Promise.resolve(!isKept);
    if (!isKept) this.destroy();
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
