// Everything that the desktop's page receives from the main process: answers and events. It listens inside the main process,
// where nothing can be hidden from it.

import type { ElectronApplication } from 'playwright-core';

/** Listens from now on. Returns a function that reads everything so far as JSON. */
export async function followDesktop(app: ElectronApplication): Promise<() => Promise<string>> {
  // This runs inside Electron, so it must not refer to anything outside itself.
  const received = await app.evaluateHandle(({ ipcMain, BrowserWindow }) => {
    type Answer = (...args: unknown[]) => unknown;
    const all: string[] = [];
    const handlers = Reflect.get(ipcMain, '_invokeHandlers') as Map<string, Answer>;
    for (const [channel, answer] of handlers) {
      handlers.set(channel, async (...args) => {
        const answered = await answer(...args);
        all.push(JSON.stringify(answered));
        return answered;
      });
    }
    for (const { webContents } of BrowserWindow.getAllWindows()) {
      const send = webContents.send.bind(webContents);
      webContents.send = (channel, ...args: unknown[]) => {
        all.push(JSON.stringify(args));
        send(channel, ...args);
      };
    }
    return all;
  });
  return async () => await received.evaluate((all) => all.join('\n'));
}
