// Checks each assumption in the Electron that runs this, real or double: a line each, and 0 if all hold. Plain JavaScript, because
// Electron strips no types.

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as electron from 'electron';
import { ASSUMPTIONS } from './list.mjs';

const { app, BrowserWindow, dialog, ipcMain, Menu, nativeTheme, powerSaveBlocker, protocol, session, utilityProcess } =
  electron;
const HERE = path.dirname(fileURLToPath(import.meta.url));
const IN_TIME_MS = 20_000;
const SECOND = '--second-start=';

const results = new Map();
const record = (name, holds, seen = '') => results.set(name, { holds: holds === true, seen: JSON.stringify(seen) });
const inTime = (promise, what) =>
  Promise.race([
    promise,
    new Promise((_resolve, reject) => setTimeout(() => reject(new Error(`no ${what} in time`)), IN_TIME_MS)),
  ]);
const once = (emitter, event) =>
  inTime(new Promise((resolve) => emitter.once(event, (...args) => resolve(args))), event);
const throws = (act) => {
  try {
    act();
    return false;
  } catch {
    return true;
  }
};

const second = process.argv.find((word) => word.startsWith(SECOND));
const folder =
  second === undefined ? mkdtempSync(path.join(tmpdir(), 'electron-assumptions-')) : second.slice(SECOND.length);
app.setPath('userData', folder);
const hasLock = app.requestSingleInstanceLock({ files: ['second.csv'] });
if (second !== undefined) {
  app.exit(hasLock ? 1 : 0);
} else {
  record('esm-main', !app.isReady());
  record('set-path', app.getPath('userData') === folder, app.getPath('userData'));
  record('single-instance', hasLock);
  protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true } }]);
  app.enableSandbox();
  app.on('window-all-closed', () => record('all-closed', true));
  app
    .whenReady()
    .then(check)
    .catch((error) => process.stderr.write(`${error.stack}\n`))
    .finally(finish);
}

function finish() {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  let failed = 0;
  for (const { name, says, source } of ASSUMPTIONS) {
    const { holds, seen } = results.get(name) ?? { holds: false, seen: 'never checked' };
    if (!holds) failed += 1;
    process.stdout.write(
      `${holds ? 'ok    ' : 'FAILED'} ${name}: ${says} (${source})${holds ? '' : `; seen: ${seen}`}\n`,
    );
  }
  process.stdout.write(
    `${ASSUMPTIONS.length - failed} of ${ASSUMPTIONS.length} assumptions about Electron ${process.versions.electron} hold\n`,
  );
  app.exit(failed === 0 ? 0 : 1);
}

async function check() {
  record(
    'versions',
    process.type === 'browser' && Number.parseInt(process.versions.node, 10) >= 24,
    process.versions.node,
  );
  record('not-packaged', app.isPackaged === false && app.getVersion() === '1.2.3', app.getVersion());
  record(
    'default-app',
    process.defaultApp === true && process.argv.slice(1).some((word) => path.resolve(word) === HERE),
    process.argv,
  );
  record(
    'sandbox-early',
    throws(() => app.enableSandbox()),
  );
  record(
    'schemes-early',
    throws(() => protocol.registerSchemesAsPrivileged([])),
  );
  await secondStart();
  const own = session.fromPartition('assumed', { cache: false });
  const served = [];
  own.protocol.handle('app', (request) => {
    served.push(request.url);
    return answer(new URL(request.url).pathname);
  });
  const cancelled = [];
  own.webRequest.onBeforeRequest((request, decide) => {
    const cancel = !request.url.startsWith('app:') && !request.url.startsWith('devtools:');
    if (cancel) cancelled.push(request.url);
    decide({ cancel });
  });
  own.setPermissionCheckHandler(() => false);
  own.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  const report = Promise.withResolvers();
  let frame = null;
  ipcMain.handle('report', (_event, facts) => report.resolve(facts));
  ipcMain.handle('fail', () => {
    throw new Error('refused by the handler');
  });
  ipcMain.handle('ask', (event, value) => {
    frame = { url: event.senderFrame?.url, origin: event.senderFrame?.origin };
    return value;
  });
  const window = new BrowserWindow({
    show: false,
    webPreferences: { session: own, sandbox: true, contextIsolation: true, preload: path.join(HERE, 'preload.cjs') },
  });
  const popups = [];
  window.webContents.setWindowOpenHandler(({ url }) => {
    popups.push(url);
    return { action: 'deny' };
  });
  const started = [];
  window.webContents.on('did-start-navigation', (details) => started.push(details));
  const shown = once(window, 'ready-to-show');
  nativeTheme.themeSource = 'dark';
  await window.loadURL('app://desk/index.html');
  await shown;
  record('ready-to-show', true);
  record('protocol-handle', served.includes('app://desk/index.html'), served);
  const { url, isMainFrame, isSameDocument } = started[0] ?? {};
  record(
    'navigation-started',
    url === 'app://desk/index.html' && isMainFrame === true && isSameDocument === false,
    started.length,
  );
  window.webContents.send('told', { at: 1 });
  const facts = await inTime(report.promise, 'report of the page');
  recordPage(facts, { popups, cancelled, frame });
  await navigation(window);
  await utility();
  await utilityDrafts();
  systemParts();
  await crash(window);
  await ending(window);
}

function answer(name) {
  const page =
    '<!doctype html><meta charset="utf-8"><title>x</title><script>globalThis.inlineRan = true</script><script type="module" src="./start.js"></script>';
  const policy = "default-src 'none'; script-src 'self'; connect-src 'none'";
  const types = { '/index.html': 'text/html; charset=utf-8' };
  // The page waits for what the main process tells it.
  const start = "setTimeout(() => void import('./page.js'), 500);";
  const body = {
    '/index.html': page,
    '/start.js': start,
    '/page.js': readFileSync(path.join(HERE, 'page.js'), 'utf8'),
  }[name];
  return new Response(body ?? '', {
    status: body === undefined ? 404 : 200,
    headers: { 'content-type': types[name] ?? 'text/javascript', 'content-security-policy': policy },
  });
}

function recordPage(facts, { popups, cancelled, frame }) {
  record('policy', facts.isInlineRun === false && facts.fetched.error !== undefined, [
    facts.isInlineRun,
    facts.fetched,
  ]);
  record(
    'before-request',
    cancelled.every((address) => !address.startsWith('app:')),
    cancelled,
  );
  record('popup-denied', facts.popup === true && popups.includes('https://example.com/popup'), [facts.popup, popups]);
  record('permission-denied', facts.permission === 'denied', facts.permission);
  record(
    'isolated',
    Object.values(facts.types).every((type) => type === 'undefined'),
    facts.types,
  );
  const may = Object.fromEntries(facts.required);
  record('preload-require', may.electron && !may.fs && !may['node:child_process'], may);
  record('invoke', facts.asked.value?.list?.[1] === 'two' && /refused by the handler/.test(facts.failed.error ?? ''), [
    facts.asked,
    facts.failed,
  ]);
  record('sender-frame', frame?.url === 'app://desk/index.html' && frame.origin === 'app://desk', frame);
  record('clone', facts.cloned.error !== undefined, facts.cloned);
  record('send', facts.heard[0]?.[0]?.at === 1, facts.heard);
  record('file-path', facts.path === '', facts.path);
  record('theme', facts.isDark === true && nativeTheme.shouldUseDarkColors === true, facts.isDark);
}

async function secondStart() {
  const told = once(app, 'second-instance');
  const child = spawn(
    process.env.ASSUMED_EXECUTABLE ?? process.execPath,
    [HERE, `${SECOND}${folder}`, ...process.argv.filter((word) => word === '--no-sandbox')],
    { stdio: 'ignore' },
  );
  const exitCode = new Promise((resolve) => child.once('exit', resolve));
  const [, , , data] = await told;
  record('second-instance', data?.files?.[0] === 'second.csv' && (await exitCode) === 0, data);
}

async function navigation(window) {
  const prevented = [];
  window.webContents.on('will-navigate', (event) => {
    prevented.push(event.url);
    event.preventDefault();
  });
  const before = window.webContents.getURL();
  await once(window.webContents, 'will-navigate').catch(() => undefined);
  record('navigation-prevented', prevented.length > 0 && window.webContents.getURL() === before, prevented);
}

async function utility() {
  const child = await startChild('answer', { env: { ASSUMED_ONE: '1' } });
  child.postMessage({ question: new Map([[1, 2]]) });
  const [message] = await once(child, 'message');
  const [exitCode] = await once(child, 'exit');
  const holds =
    message.send === 'undefined' &&
    message.data.question instanceof Map &&
    message.environment.join() === 'ASSUMED_ONE';
  record('utility', holds && exitCode === 7, [message, exitCode]);
}

async function startChild(act, options = {}) {
  const child = utilityProcess.fork(path.join(HERE, 'child.mjs'), [act], { stdio: 'ignore', ...options });
  // Without a listener an error is thrown.
  child.on('error', () => undefined);
  await once(child, 'spawn');
  return child;
}

async function utilityDrafts() {
  const late = await startChild('listenLate');
  const heard = [];
  const both = inTime(
    new Promise((resolve) => {
      late.on('message', ({ number }) => heard.push(number) === 2 && resolve(heard));
    }),
    'early messages',
  );
  late.postMessage({ number: 1 });
  late.postMessage({ number: 2 });
  await both.catch(() => undefined);
  record('utility-early', heard.join() === '1,2', heard);
  const lateGone = once(late, 'exit');
  late.kill();
  await lateGone;

  const threaded = await startChild('thread');
  threaded.postMessage({ rows: new Uint32Array([1, 2]) });
  const [{ asked, numbers }] = await once(threaded, 'message');
  const arrays = asked.rows instanceof Uint32Array && numbers instanceof Float64Array;
  const same =
    [...asked.rows].join() === '1,2' && numbers[0] === 1.5 && Object.is(numbers[1], -0) && numbers[2] !== numbers[2];
  record('utility-thread', arrays && same, [asked, numbers]);
  threaded.kill();

  const busy = await startChild('busy');
  await once(busy, 'message');
  const gone = once(busy, 'exit');
  const fromMs = performance.now();
  busy.kill();
  await gone;
  record('utility-kill', true, Math.round(performance.now() - fromMs));

  const full = await startChild('fill', { execArgv: ['--max-old-space-size=128'] });
  const [code] = await once(full, 'exit');
  record('utility-memory', code !== 0, code);
}

function systemParts() {
  const clicked = [];
  const menu = Menu.buildFromTemplate([
    { label: 'File', submenu: [{ id: 'one', label: 'One', click: () => clicked.push(1) }] },
  ]);
  menu.getMenuItemById('one')?.click();
  record('menu', menu.items[0]?.label === 'File' && clicked.length === 1, clicked);
  const blocker = powerSaveBlocker.start('prevent-app-suspension');
  const wasStarted = powerSaveBlocker.isStarted(blocker);
  powerSaveBlocker.stop(blocker);
  record('power', typeof blocker === 'number' && wasStarted && !powerSaveBlocker.isStarted(blocker), blocker);
  const box = () => Promise.resolve({ response: 1, checkboxChecked: false });
  dialog.showMessageBox = box;
  record('dialog-replaceable', dialog.showMessageBox === box);
}

async function crash(window) {
  const gone = once(window.webContents, 'render-process-gone');
  window.webContents.forcefullyCrashRenderer();
  const [, { reason }] = await gone;
  await inTime(window.loadURL('app://desk/index.html'), 'page after a crash');
  record('renderer-gone', ['killed', 'crashed'].includes(reason), reason);
}

async function ending(window) {
  let closes = 0;
  window.on('close', (event) => {
    closes += 1;
    event.preventDefault();
  });
  window.close();
  await new Promise((resolve) => setTimeout(resolve, 300));
  record('close-prevented', closes === 1 && !window.isDestroyed(), closes);
  window.show();
  window.hide();
  await new Promise((resolve) => setTimeout(resolve, 300));
  record('hidden', !window.isDestroyed());
  const asked = once(app, 'before-quit');
  app.once('before-quit', (event) => event.preventDefault());
  app.quit();
  await asked;
  record('quit-prevented', !window.isDestroyed());
  window.destroy();
  await new Promise((resolve) => setTimeout(resolve, 300));
  record('destroy', closes === 1 && window.isDestroyed(), closes);
  record('all-closed', results.get('all-closed')?.holds === true);
}
