// Replaces Electron's executable: runs the app's main file in Node with the double as its `electron`, and prints what Playwright
// waits for.

import { mkdirSync, readFileSync } from 'node:fs';
import inspector from 'node:inspector';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { findChromium } from '../chromium.ts';
import { app } from './app.ts';
import { Chromium } from './cdp.ts';
import { tellChromiumOpened } from './chromium-host.ts';

const DOUBLE = new URL('./electron-module.ts', import.meta.url).href;
const ELECTRON_MANIFEST = new URL('../../../node_modules/electron/package.json', import.meta.url);

/** Playwright's own switches end with this one; the app's command line follows, cut as by Playwright's loader for Electron. */
const LAST_OF_PLAYWRIGHT = '--remote-debugging-port=0';
const USER_DATA = '--user-data-dir=';

const args = process.argv.slice(2);
const isDriven = args.includes(LAST_OF_PLAYWRIGHT);
const own = args.slice(args.indexOf(LAST_OF_PLAYWRIGHT) + 1);
const appPath = path.resolve(own.find((argument) => !argument.startsWith('-')) ?? '.');
const userData = own.find((argument) => argument.startsWith(USER_DATA))?.slice(USER_DATA.length) ?? null;

process.argv = [process.execPath, ...own];
const { version } = JSON.parse(readFileSync(ELECTRON_MANIFEST, 'utf8')) as { readonly version: string };
Object.defineProperty(process.versions, 'electron', { value: version, enumerable: true });
Object.defineProperties(process, { type: { value: 'browser' }, defaultApp: { value: true } });

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' || specifier === 'electron/main'
      ? { url: DOUBLE, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
});

/** Playwright lets the app become ready once it listens, by calling a function that its loader for Electron defines. */
const mayBeReady = Promise.withResolvers<void>();
if (isDriven) {
  Object.assign(globalThis, { __playwright_run: () => mayBeReady.resolve() });
  // Prints `Debugger listening on ws://...` itself.
  inspector.open(0);
} else {
  mayBeReady.resolve();
}

app.begin({ appPath, userData });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit());
const { main = 'index.js' } = JSON.parse(readFileSync(path.join(appPath, 'package.json'), 'utf8')) as { main?: string };
await import(pathToFileURL(path.join(appPath, main)).href);
await openChromium();
await mayBeReady.promise;
app.becomeReady();

/** Resolves when Chromium listens. Rejects when there is none. */
function openChromium(): Promise<void> {
  const executable = findChromium();
  if (executable === null) throw new Error('there is no Chromium on this machine');
  // A killed one may still be ending in its own folder.
  const profileFolder = path.join(app.getPath('userData'), `chromium-${process.pid}`);
  mkdirSync(profileFolder, { recursive: true });
  return new Promise((resolve) => {
    const chromium = new Chromium({
      executable,
      profileFolder,
      onListening: (line) => {
        process.stderr.write(`${line}\n`);
        tellChromiumOpened(chromium);
        resolve();
      },
      onEnd: () => app.exit(1),
    });
  });
}
