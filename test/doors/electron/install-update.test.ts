// Installing on a Mac with electron-updater's own code, from a server that has a newer version to the last quit.

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire, registerHooks } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { MacUpdater } from 'electron-updater';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { installDownloaded } from '../../../electron/main/doors/electron/updates.ts';
import { autoUpdater } from './squirrel.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'payout-desk-update-'));
const ARCHIVE = Buffer.alloc(200_000, 'a newer app');
const server = createServer((request, response) => {
  if (request.url?.startsWith('/latest') === true) {
    const sha512 = createHash('sha512').update(ARCHIVE).digest('base64');
    response.end(`version: 0.2.0\nfiles:\n  - url: app.zip\n    sha512: ${sha512}\n    size: ${ARCHIVE.length}\n`);
  } else response.end(ARCHIVE);
});
const nodeRequire = createRequire(import.meta.url);
const hooks = registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: 'test:electron', format: 'commonjs', shortCircuit: true }
      : next(specifier, context),
  load: (url, context, next) =>
    url === 'test:electron'
      ? { format: 'commonjs', source: 'module.exports = globalThis.electronOfTest', shortCircuit: true }
      : next(url, context),
});
const FROM_UPDATER = ['electron-updater', 'test:electron'];

beforeAll(async () => {
  Reflect.set(globalThis, 'electronOfTest', { autoUpdater });
  writeFileSync(path.join(folder, 'app-update.yml'), 'updaterCacheDirName: payout-desk-updater\n');
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(() => {
  hooks.deregister();
  Reflect.deleteProperty(globalThis, 'electronOfTest');
  for (const name of Object.keys(nodeRequire.cache)) {
    if (FROM_UPDATER.some((part) => name.includes(part))) Reflect.deleteProperty(nodeRequire.cache, name);
  }
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** An app with one window that may refuse to close, as Electron runs it: without a window and a listener it quits. */
function openApp() {
  const happened: string[] = [];
  let windows = 1;
  let mayQuit = false;
  const ended = Promise.withResolvers<void>();
  const app = {
    happened,
    ended: ended.promise,
    letQuit: () => {
      mayQuit = true;
    },
    closeWindows: (): boolean => {
      if (!mayQuit) return false;
      windows = 0;
      return true;
    },
    destroyWindow: () => {
      windows = 0;
      app.quit();
    },
    quit: () => {
      if (windows > 0 && !app.closeWindows()) return;
      happened.push(autoUpdater.update === null ? 'ended without the update' : 'ended with the update');
      ended.resolve();
    },
  };
  return app;
}

async function downloaded(app: ReturnType<typeof openApp>): Promise<MacUpdater> {
  const { MacUpdater: Updater } = nodeRequire('electron-updater') as {
    readonly MacUpdater: new (options: undefined, app: object) => MacUpdater;
  };
  const { NodeHttpExecutor } = createRequire(nodeRequire.resolve('electron-builder'))('builder-util') as {
    readonly NodeHttpExecutor: { readonly prototype: { readonly createRequest: unknown } };
  };
  const executors = nodeRequire('electron-updater/out/electronHttpExecutor.js') as {
    readonly ElectronHttpExecutor: new () => object;
  };
  // Its own, over Node's HTTP instead of Chromium's.
  const { createRequest } = NodeHttpExecutor.prototype;
  const { port } = server.address() as AddressInfo;
  const updater = new Updater(undefined, {
    version: '0.1.0',
    name: 'payout-desk',
    isPackaged: true,
    appUpdateConfigPath: path.join(folder, 'app-update.yml'),
    userDataPath: folder,
    baseCachePath: mkdtempSync(path.join(folder, 'cache-')),
    whenReady: () => Promise.resolve(),
    relaunch: () => undefined,
    quit: () => app.quit(),
    onQuit: () => undefined,
  });
  Object.assign(updater, {
    httpExecutor: Object.assign(new executors.ElectronHttpExecutor(), { createRequest }),
    autoDownload: false,
    autoInstallOnAppQuit: false,
    logger: null,
  });
  updater.setFeedURL({ provider: 'generic', url: `http://127.0.0.1:${port}` });
  const found = await updater.checkForUpdates();
  expect(found?.updateInfo.version).toBe('0.2.0');
  await updater.downloadUpdate();
  return updater;
}

describe('Installing a downloaded version on a Mac', () => {
  beforeEach(() => {
    Object.assign(autoUpdater, { update: null, isBroken: false, app: null });
    autoUpdater.removeAllListeners();
  });

  it('releases the desk, and ends the app only when the system has the update', async () => {
    const app = openApp();
    autoUpdater.app = app;
    const updater = await downloaded(app);
    expect(autoUpdater.update).toBeNull();
    void installDownloaded({
      updater,
      closeDesk: async () => void (await Promise.resolve(app.happened.push('desk closed'))),
      letQuit: app.letQuit,
      hideWindow: () => app.happened.push('hidden'),
    });
    await app.ended;
    expect(app.happened).toEqual(['desk closed', 'hidden', 'ended with the update']);
    expect(autoUpdater.update?.equals(ARCHIVE)).toBe(true);
  });

  it('would end the app too early if it destroyed the window', async () => {
    const app = openApp();
    autoUpdater.app = app;
    const updater = await downloaded(app);
    void installDownloaded({
      updater,
      closeDesk: () => Promise.resolve(),
      letQuit: app.letQuit,
      hideWindow: app.destroyWindow,
    });
    await app.ended;
    expect(app.happened[0]).toBe('ended without the update');
  });

  it('says when the system refuses the update, with the app still there', async () => {
    const app = openApp();
    Object.assign(autoUpdater, { app, isBroken: true });
    const updater = await downloaded(app);
    await expect(
      installDownloaded({
        updater,
        closeDesk: () => Promise.resolve(),
        letQuit: app.letQuit,
        hideWindow: () => undefined,
      }),
    ).rejects.toThrow('code signature');
    expect(app.happened).toEqual([]);
  });
});
