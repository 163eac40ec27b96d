// The window of the built desktop app against Electron's security checklist, attacked from inside its page; and what only a
// desktop has: files opened with the app, a second start, the menu, the theme.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ElectronApplication, JSHandle, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { REPOSITORY } from '../../build/repository.ts';
import { CONTRACT } from '../../shared/api/contract.ts';
import { PLACE_NAMES, PLACES } from '../../shared/api/window.ts';
import { type BuiltDesktop, IS_REAL_ELECTRON, startBuiltDesktop, startSecond, whyNoDesktop } from './built-desktop.ts';
import { expectShown, goTo, passMatch, sample, startWithPractice } from './desk-page.ts';
import { SESSION_STARTS_WITHIN_MS } from './page-session.ts';
import { type Notes, watchDesktop } from './watch-desktop.ts';

/** Features that a page of the desk never has. */
const OFF = [
  'nodeIntegration',
  'nodeIntegrationInWorker',
  'nodeIntegrationInSubFrames',
  'allowRunningInsecureContent',
  'experimentalFeatures',
  'plugins',
  'webviewTag',
  'navigateOnDragDrop',
];

const NO_RUNTIME = 'no Electron runtime';
const WAITS = { timeout: 30_000 };
const TEST_WITHIN_MS = 60_000;

describe('The desktop window', { timeout: TEST_WITHIN_MS }, () => {
  let desktop: BuiltDesktop | null = null;
  let app: ElectronApplication;
  let page: Page;
  let notes: JSHandle<Notes>;

  beforeAll(async () => {
    if (whyNoDesktop() !== null) return;
    desktop = await startBuiltDesktop();
    ({ app, page } = desktop);
    notes = await watchDesktop(app);
    await startWithPractice(page, desktop.link);
  }, SESSION_STARTS_WITHIN_MS);

  afterAll(async () => {
    await desktop?.close();
  });

  beforeEach((context) => context.skip(desktop === null, whyNoDesktop() ?? ''));

  const countWindows = async (): Promise<number> =>
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);

  it('has a sandboxed page with every preference that the checklist names', async () => {
    const preferences = await app.evaluate(({ BrowserWindow }) => {
      const contents: unknown = BrowserWindow.getAllWindows()[0]?.webContents;
      const read = Reflect.get(contents as object, 'getLastWebPreferences') as () => Record<string, unknown>;
      const { session: _session, ...plain } = read.call(contents);
      return plain;
    });
    expect(preferences).toMatchObject({ sandbox: true, contextIsolation: true, webSecurity: true });
    // Electron omits what is off by default.
    for (const name of OFF) expect([name, preferences[name] ?? false]).toEqual([name, false]);
  });

  it('opens a file that a second start hands over while the page is drawn anew', async () => {
    await app.evaluate(({ app: itself, BrowserWindow }, file) => {
      const window = BrowserWindow.getAllWindows()[0];
      window?.webContents.once('did-start-navigation', () => {
        itself.emit('second-instance', {}, [], '', { files: [file] });
      });
    }, sample('first-run.csv'));
    await page.reload();
    await passMatch(page);
    await expectShown(page.getByRole('heading', { level: 1, name: 'Review and fix' }));
    await page.goBack();
  });

  it('shows the page under a policy that allows its own files alone', async () => {
    const response = await page.reload();
    const policy = response?.headers()['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("connect-src 'none'");
    expect(policy).not.toContain('unsafe');
    await expectShown(page.getByRole('heading', { level: 1, name: 'Payouts' }));
  });

  it('refuses a script, an evaluation, a request and a frame that are put into the page', async () => {
    const refused = await page.evaluate(ATTACKS);
    expect(refused).toEqual({ isInlineRun: false, isEvaluated: false, refused: REFUSED_BY_POLICY });
  });

  it('opens no window for a page, by script or by link', async () => {
    expect(await page.evaluate("window.open('https://example.com/')")).toBeNull();
    await page.evaluate(
      "(() => { const link = document.createElement('a'); link.href = 'https://example.com/'; link.target = '_blank'; document.body.append(link); link.click(); link.remove(); })()",
    );
    await expectShown(page.getByRole('heading', { level: 1, name: 'Payouts' }));
    expect(await countWindows()).toBe(1);
    expect(await notes.evaluate(({ links }) => links)).toEqual([]);
  });

  it("hands a payer's link to the system and opens no window for it", async () => {
    await page.evaluate("window.open('upi://pay?pa=asha@sample')");
    await expect.poll(() => notes.evaluate(({ links }) => links), WAITS).toEqual(['upi://pay?pa=asha@sample']);
    expect(await countWindows()).toBe(1);
  });

  it('goes nowhere else', async () => {
    const before = page.url();
    await page.evaluate("void (location.href = 'https://example.com/')");
    await page.evaluate("void (location.href = 'data:text/html,gone')");
    await goTo(page, 'History');
    await goTo(page, 'Payouts');
    expect(page.url().replace(/#.*/, '')).toBe(before.replace(/#.*/, ''));
  });

  it('gives the page no permission but to copy text', async () => {
    const states = await page.evaluate(
      "Promise.all(['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read', 'clipboard-write'].map(async (name) => [name, (await navigator.permissions.query({ name })).state]))",
    );
    expect(Object.fromEntries(states as [string, string][])).toEqual({
      geolocation: 'denied',
      notifications: 'denied',
      camera: 'denied',
      microphone: 'denied',
      'clipboard-read': 'denied',
      'clipboard-write': 'granted',
    });
  });

  it('has nothing of Node in the page', async () => {
    const names = ['require', 'process', 'module', 'Buffer', 'global', 'ipcRenderer', 'electron', '__dirname'];
    const types = await page.evaluate((all) => all.map((name) => typeof Reflect.get(globalThis, name)), names);
    expect(new Set(types)).toEqual(new Set(['undefined']));
    const inFrame = await page.evaluate(
      "(() => { const frame = document.body.appendChild(document.createElement('iframe')); const type = typeof frame.contentWindow.desk; frame.remove(); return type; })()",
    );
    expect(inFrame).toBe('undefined');
  });

  it('gives the page named functions, which it cannot change', async () => {
    const desk = (await page.evaluate(
      "({ types: Object.entries(window.desk).map(([name, value]) => [name, typeof value]), isKept: (() => { const own = window.desk; try { window.desk = {}; window.desk.readDesk = null; } catch {} return window.desk === own && typeof own.readDesk === 'function'; })() })",
    )) as { readonly types: [string, string][]; readonly isKept: boolean };
    const extras = ['giveFile', 'saveDownload', 'restart', 'followEvents', 'followWindowRequests'];
    const wanted = [...Object.keys(CONTRACT), ...extras];
    expect(desk.types.map(([name]) => name).toSorted()).toEqual(wanted.toSorted());
    expect(new Set(desk.types.map(([, type]) => type))).toEqual(new Set(['function']));
    expect(desk.isKept).toBe(true);
  });

  it('answers no page but its own', async () => {
    const load = async (address: string): Promise<void> =>
      await app.evaluate(async ({ BrowserWindow }, to) => {
        await BrowserWindow.getAllWindows()[0]?.loadURL(to);
      }, address);
    // The main process knows of a page before the tools beside it do.
    const ask = async (): Promise<unknown> => await page.evaluate('window.desk.readDesk({})').catch(() => null);
    await load('about:blank');
    await expect.poll(ask, WAITS).toMatchObject({ kind: 'refused', refusal: { code: 'stranger' } });
    await load('app://desk/');
    await expectShown(page.getByRole('heading', { level: 1, name: 'Payouts' }));
    await expect.poll(ask, WAITS).toMatchObject({ kind: 'done' });
  });

  it('opens a file that a second start was given, and comes forward', async () => {
    const { folder } = desktop ?? { folder: '' };
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize());
    expect(await startSecond(folder, [sample('salary.csv')])).toBe(0);
    await passMatch(page);
    await expectShown(page.getByRole('grid').getByText('Ready').first());
    await expect.poll(() => notes.evaluate((all) => all.broughtForward), WAITS).toBeGreaterThan(0);
    const isMinimized = app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMinimized());
    expect(await isMinimized).toBe(false);
    expect(await countWindows()).toBe(1);
  });

  it('opens the file that a person chooses from the menu', async () => {
    await notes.evaluate((all, file) => {
      all.file = file;
    }, sample('refunds.csv'));
    await chooseFromMenu(app, 'Open…');
    await expectShown(page.getByText('refunds.csv').first());
  });

  it('leads to each place from the menu, with the keys that the page has too', async () => {
    const items = await app.evaluate(({ Menu }) =>
      (Menu.getApplicationMenu()?.items ?? []).flatMap(({ submenu }) =>
        (submenu?.items ?? []).map(({ label, accelerator }) => [label, accelerator ?? null] as const),
      ),
    );
    const keys = new Map(items);
    expect(keys.get('&Open…')).toBe('CmdOrCtrl+O');
    for (const [index, place] of PLACES.entries()) {
      expect(keys.get(PLACE_NAMES[place])).toBe(`CmdOrCtrl+${index + 1}`);
      await chooseFromMenu(app, PLACE_NAMES[place]);
      await expectShown(page.getByRole('heading', { level: 1, name: PLACE_NAMES[place] }));
    }
  });

  it('draws the system around it in the theme that is set', async () => {
    await goTo(page, 'Settings');
    const source = async (): Promise<string> => await app.evaluate(({ nativeTheme }) => nativeTheme.themeSource);
    await page.getByRole('button', { name: 'Dark', exact: true }).click();
    await expect.poll(source, WAITS).toBe('dark');
    await expect.poll(() => page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches"), WAITS).toBe(true);
    await page.getByRole('button', { name: 'As the computer' }).click();
    await expect.poll(source, WAITS).toBe('system');
  });

  it('speaks Hindi in its menu too as soon as the window does', async () => {
    const titles = async (): Promise<readonly string[]> =>
      await app.evaluate(({ Menu }) => (Menu.getApplicationMenu()?.items ?? []).map(({ label }) => label));
    await page.getByRole('button', { name: 'हिन्दी' }).click();
    await expectShown(page.getByRole('heading', { level: 1, name: 'सेटिंग' }));
    await expect.poll(titles, WAITS).toContain('फ़ाइल (&F)');
    await chooseFromMenu(app, 'इतिहास');
    await expectShown(page.getByRole('heading', { level: 1, name: 'इतिहास' }));
    await chooseFromMenu(app, 'सेटिंग');
    await page.getByRole('button', { name: 'English' }).click();
    await expectShown(page.getByRole('heading', { level: 1, name: 'Settings' }));
    await expect.poll(titles, WAITS).toContain('&File');
  });

  it('asks the keychain in a process of its own, which finds none here', async (context) => {
    context.skip(process.platform !== 'linux', 'only on Linux can a process be kept from its keychain');
    await page.getByRole('button', { name: 'Connect another account' }).click();
    await page.getByLabel('Name of this account').fill('Salaries');
    await page.getByLabel("Gateway's address").fill('http://127.0.0.1:9');
    await page.getByLabel('Merchant id (mid)').fill('1001');
    await page.getByLabel('Token', { exact: true }).fill('a-token-of-nobody-at-all');
    await page.getByRole('button', { name: 'Save and test connection' }).click();
    await expectShown(page.getByText('The token is kept in memory only.'));
    // The gateway could not be reached, so nobody knows whether the token is right.
    await expectShown(page.getByRole('dialog').getByRole('alert'));
    expect(await page.getByLabel('Token', { exact: true }).inputValue()).toBe('a-token-of-nobody-at-all');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => page.getByRole('dialog').count(), WAITS).toBe(0);
  });

  it('runs in the installed Electron of the very version that was tested', async (context) => {
    context.skip(!IS_REAL_ELECTRON, NO_RUNTIME);
    const manifest = readFileSync(path.join(REPOSITORY, 'node_modules', 'electron', 'package.json'), 'utf8');
    const { version } = JSON.parse(manifest) as { readonly version: string };
    expect(await app.evaluate(() => process.versions['electron'])).toBe(version);
  });

  it("stands at the app's own scheme in Chromium's eyes", async (context) => {
    context.skip(!IS_REAL_ELECTRON, NO_RUNTIME);
    expect(await page.evaluate('[location.origin, isSecureContext]')).toEqual(['app://desk', true]);
  });

  it('loads its page again when that breaks', async () => {
    const address = await app.evaluate(async ({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows();
      if (window === undefined) return null;
      const loaded = new Promise((resolve) => {
        window.webContents.once('did-finish-load', () => resolve(null));
      });
      window.webContents.forcefullyCrashRenderer();
      await loaded;
      return window.webContents.mainFrame.url;
    });
    expect(address).toBe('app://desk/');
    expect(await notes.evaluate(({ asked }) => asked)).toEqual([]);
  });
});

/** What the page's policy refuses, as reported by Chromium itself: a request that fails for another reason proves nothing. */
const REFUSED_BY_POLICY = ['connect-src', 'frame-src', 'img-src', 'script-src', 'script-src-elem', 'style-src-elem'];

/** Evaluated on a tick of the page's own: Chromium allows its tools what a page may not. */
const ATTACKS = `new Promise((resolve) => {
  const refused = new Set();
  let isEvaluated = false;
  const tell = () => resolve({ isInlineRun: window.ranInline === true, isEvaluated, refused: [...refused].toSorted() });
  setTimeout(tell, 30_000);
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
    refused.add(effectiveDirective);
    if (refused.size === ${REFUSED_BY_POLICY.length}) tell();
  });
  const put = (name, properties) => document.head.append(Object.assign(document.createElement(name), properties));
  setTimeout(() => {
    put('script', { textContent: 'window.ranInline = true' });
    put('iframe', { src: 'https://example.com/' });
    put('img', { src: 'https://example.com/a.png' });
    put('link', { rel: 'stylesheet', href: 'https://example.com/a.css' });
    fetch('https://example.com/').catch(() => undefined);
    try { eval('1'); isEvaluated = true; } catch { isEvaluated = false; }
  }, 0);
})`;

/** Chooses an item by its label, wherever it is, ignoring the mnemonic mark. */
async function chooseFromMenu(app: ElectronApplication, label: string): Promise<void> {
  await app.evaluate(({ BrowserWindow, Menu }, wanted) => {
    const items = (Menu.getApplicationMenu()?.items ?? []).flatMap(({ submenu }) => submenu?.items ?? []);
    const [window] = BrowserWindow.getAllWindows();
    items.find((item) => item.label.replace('&', '') === wanted)?.click(undefined, window, window?.webContents);
  }, label);
}
