// Electron's `autoUpdater` on a Mac, which is Squirrel's, as Electron's documentation describes it: it takes the update over only
// when asked to, over HTTP from the address it is given, and on `quitAndInstall` closes all windows first and then quits the app.

import { EventEmitter } from 'node:events';

interface App {
  closeWindows(): boolean;
  quit(): void;
}

class Squirrel extends EventEmitter {
  #feed: { readonly url: string; readonly headers: Record<string, string> } | null = null;
  /** What it has taken over. */
  update: Buffer | null = null;
  app: App | null = null;
  /** How many bytes of an update count as one that it can unpack. */
  isBroken = false;

  setFeedURL(feed: { url: string; headers: Record<string, string> }): void {
    this.#feed = feed;
  }

  checkForUpdates(): void {
    this.#take().then(
      () => this.emit('update-downloaded'),
      (error: unknown) => this.emit('error', error),
    );
  }

  quitAndInstall(): void {
    if (this.app?.closeWindows() === true) this.app.quit();
  }

  async #take(): Promise<void> {
    if (this.#feed === null) throw new Error('no address');
    const { url, headers } = this.#feed;
    const answer = await fetch(url, { headers });
    const found = (await answer.json()) as { readonly url: string };
    const update = Buffer.from(await (await fetch(found.url)).arrayBuffer());
    if (this.isBroken) throw new Error('code signature at URL did not pass validation');
    this.update = update;
  }
}

export const autoUpdater = new Squirrel();
