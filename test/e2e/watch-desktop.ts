// Records what the desktop app does to the system around its window, and answers its dialogs. It works inside the main process,
// with the double and the real Electron alike.

import type { ElectronApplication, JSHandle } from 'playwright-core';

export interface Notes {
  /** The taskbar values, in order. */
  readonly bars: number[];
  readonly notices: { readonly title: string; readonly body: string }[];
  /** The wake locks currently held. */
  readonly awake: number[];
  /** The sentences of the dialogs that were shown. */
  readonly asked: string[];
  /** Addresses opened in the system. */
  readonly links: string[];
  /** How often the window was brought forward. A bare display has nothing that tells who has the focus. */
  broughtForward: number;
  /** The button and the file to choose next. */
  answer: number;
  file: string | null;
}

/** Watches from now on. */
export async function watchDesktop(app: ElectronApplication): Promise<JSHandle<Notes>> {
  // This runs inside Electron, so it must not refer to anything outside itself.
  return await app.evaluateHandle(({ BrowserWindow, dialog, Notification, powerSaveBlocker, shell }) => {
    const notes: Notes = {
      bars: [],
      notices: [],
      awake: [],
      asked: [],
      links: [],
      broughtForward: 0,
      answer: 0,
      file: null,
    };
    const [window] = BrowserWindow.getAllWindows();
    if (window !== undefined) {
      const setBar = window.setProgressBar.bind(window);
      window.setProgressBar = (value) => {
        notes.bars.push(value);
        setBar(value);
      };
      const focus = window.focus.bind(window);
      window.focus = () => {
        notes.broughtForward += 1;
        focus();
      };
    }
    Notification.prototype.show = function show(this: Electron.Notification) {
      notes.notices.push({ title: this.title, body: this.body });
    };
    const start = powerSaveBlocker.start.bind(powerSaveBlocker);
    const stop = powerSaveBlocker.stop.bind(powerSaveBlocker);
    powerSaveBlocker.start = (type) => {
      const id = start(type);
      notes.awake.push(id);
      return id;
    };
    powerSaveBlocker.stop = (id) => {
      notes.awake.splice(notes.awake.indexOf(id), 1);
      return stop(id);
    };
    dialog.showMessageBox = (...args: unknown[]) => {
      notes.asked.push((args.at(-1) as Electron.MessageBoxOptions).message);
      return Promise.resolve({ response: notes.answer, checkboxChecked: false });
    };
    dialog.showOpenDialog = () =>
      Promise.resolve({ canceled: notes.file === null, filePaths: notes.file === null ? [] : [notes.file] });
    shell.openExternal = (address) => {
      notes.links.push(address);
      return Promise.resolve();
    };
    return notes;
  });
}
