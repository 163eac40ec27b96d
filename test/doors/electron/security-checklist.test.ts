// The twenty points of Electron's security checklist, each by its number, against the options, the guards and the built files.
// See electronjs.org/docs/latest/tutorial/security, "Checklist: Security recommendations". What only a running window can show is
// tested in test/e2e.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { REPOSITORY } from '../../../build/repository.ts';
import { intrudingSwitch } from '../../../electron/main/doors/electron/app-life.ts';
import { wantedFuses } from '../../../electron/main/doors/electron/fuses.ts';
import { openIpcDoor } from '../../../electron/main/doors/electron/ipc-door.ts';
import { answerPage } from '../../../electron/main/doors/electron/page-answers.ts';
import { guardContents, guardSession } from '../../../electron/main/doors/electron/page-guards.ts';
import { PAGE_PREFERENCES } from '../../../electron/main/doors/electron/windows.ts';
import { listPageFiles } from '../../../electron/main/doors/page-files.ts';
import { PAGE_ADDRESS } from '../../../shared/api/window.ts';
import { openTestDesk, type TestWindowDesk } from '../../desk/window-desk.ts';
import { type BuiltPreload, runBuiltPreload } from './built-preload.ts';
import { openTestContents, openTestSession } from './guarded.ts';
import { openTestIpc } from './ipc/ipc-side.ts';

/** The newest major version at the last check; raise it with each, never lower it. */
const ELECTRON_MAJOR_MIN = 45;

const PAGE = { requestingUrl: PAGE_ADDRESS, isMainFrame: true };
const ELSEWHERE = ['http://example.com/', 'https://example.com/', 'ws://example.com/', 'ftp://example.com/'];
const LOCAL = ['file:///etc/passwd', 'data:text/html,x', 'blob:app://desk/1', 'javascript:alert(1)', 'about:blank'];

let preload: BuiltPreload;
let main: string;
/** The page's index file, and all of its files. */
let index: string;
let page: string;
let desk: TestWindowDesk;
const session = openTestSession();
const contents = openTestContents();
const opened: string[] = [];

beforeAll(() => {
  preload = runBuiltPreload();
  // The window's part of the program, loaded by the first file from the same folder.
  main = filesUnder(built('main'))
    .filter((file) => /^(?:desktop|utility-child)-/.test(path.basename(file)))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  page = filesUnder(built('renderer'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  index = readFileSync(built('renderer', 'index.html'), 'utf8');
  desk = openTestDesk();
  guardSession(session, { isForDevelopers: false });
  guardContents(contents, (address) => opened.push(address));
});
afterAll(() => desk.close());

describe('Electron’s security checklist', () => {
  it('1: loads only its own files, by a scheme that counts as secure', () => {
    for (const address of [...ELSEWHERE, ...LOCAL, 'app://other/', 'app://desk.example/', 'devtools://devtools/x']) {
      expect([address, session.loads(address)]).toEqual([address, false]);
    }
    expect(session.loads(`${PAGE_ADDRESS}assets/index.js`)).toBe(true);
    expect(/registerSchemesAsPrivileged\(\[\{[^\]]*standard: true,\s*secure: true\s*\}\s*\}\]\)/.test(main)).toBe(true);
    expect(index).not.toMatch(/(?:src|href)="(?!\.\/)/);
  });

  it('2: gives the page no Node', () => {
    expect(PAGE_PREFERENCES).toMatchObject({
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
    });
    expect(/nodeIntegration\w*: (?:true|!0)/.test(main)).toBe(false);
  });

  it('3: isolates the preload from the page', () => {
    expect(PAGE_PREFERENCES.contextIsolation).toBe(true);
    expect([...preload.exposed.keys()]).toEqual(['desk']);
  });

  it('4: sandboxes every process, before any is started', () => {
    expect(PAGE_PREFERENCES.sandbox).toBe(true);
    expect(main.indexOf('app.enableSandbox()')).toBeGreaterThan(0);
    expect(main.indexOf('app.enableSandbox()')).toBeLessThan(main.indexOf('app.whenReady()'));
    // The names of such switches stand in the list that an installed app refuses: nothing sets one.
    expect(/commandLine|appendSwitch|appendArgument/.test(main)).toBe(false);
    expect(intrudingSwitch(['desk', '--no-sandbox'])).toBe('--no-sandbox');
  });

  it('5: denies every permission and device, but text to the clipboard for our own page', () => {
    expect(PERMISSIONS).toEqual(expect.arrayContaining(['geolocation', 'notifications', 'clipboard-read', 'usb']));
    for (const permission of PERMISSIONS)
      expect([permission, session.grants(permission, PAGE)]).toEqual([permission, NONE]);
    expect([session.givesDevice(), session.givesDisplay(), session.downloads()]).toEqual([false, false, false]);
    expect(session.grants('clipboard-sanitized-write', PAGE)).toEqual([true, true]);
    expect(session.grants('clipboard-sanitized-write', { ...PAGE, isMainFrame: false })).toEqual(NONE);
    for (const requestingUrl of ELSEWHERE) {
      expect(session.grants('clipboard-sanitized-write', { requestingUrl, isMainFrame: true })).toEqual(NONE);
    }
  });

  it('6: leaves web security on', () => {
    expect(PAGE_PREFERENCES.webSecurity).toBe(true);
    expect(main.includes('bypassCSP')).toBe(false);
    expect(intrudingSwitch(['desk', '--disable-web-security'])).not.toBeNull();
  });

  it('7: serves the page with a policy that allows its own files and no connection', () => {
    const answer = answerPage(listPageFiles(built('renderer')), { method: 'GET', url: PAGE_ADDRESS });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-security-policy')).toBe(
      [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'none'",
        "form-action 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ].join('; '),
    );
    // The page must work with that: no script or style inline, nor in an attribute.
    expect(index).toContain('<script type="module"');
    expect(index).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>|<style[\s>]|\son\w+=|\sstyle=/);
  });

  it('8: allows no insecure content', () => {
    expect(PAGE_PREFERENCES.allowRunningInsecureContent).toBe(false);
    expect(/allowRunningInsecureContent: (?:true|!0)|'certificate-error'|"certificate-error"/.test(main)).toBe(false);
    expect(intrudingSwitch(['desk', '--ignore-certificate-errors'])).not.toBeNull();
  });

  it('9: switches no experimental feature on', () => {
    expect(PAGE_PREFERENCES.experimentalFeatures).toBe(false);
    expect(main.includes('experimental-')).toBe(false);
  });

  it('10: switches no Blink feature on', () => {
    expect(Object.keys(PAGE_PREFERENCES)).not.toContain('enableBlinkFeatures');
    expect(/enableBlinkFeatures|enable-blink-features|enable-features/.test(main)).toBe(false);
  });

  it('11: has no webview that could open popups', () => {
    expect(/allowpopups|<webview/.test(page)).toBe(false);
    expect(PAGE_PREFERENCES.webviewTag).toBe(false);
  });

  it('12: attaches no webview, whatever its options', () => {
    expect(contents.moves('will-attach-webview', { url: PAGE_ADDRESS })).toBe(false);
  });

  it('13: navigates nowhere but to the page itself, and no frame at all', () => {
    for (const url of [...ELSEWHERE, ...LOCAL, 'app://desk/other.html', 'app://desk.example/', `${PAGE_ADDRESS}?x`]) {
      expect([url, contents.moves('will-navigate', { url })]).toEqual([url, false]);
      expect([url, contents.moves('will-frame-navigate', { url })]).toEqual([url, false]);
    }
    expect(contents.moves('will-redirect', { url: PAGE_ADDRESS })).toBe(false);
    expect(contents.moves('will-frame-navigate', { url: PAGE_ADDRESS, isMainFrame: false })).toBe(false);
    expect(contents.moves('will-navigate', { url: `${PAGE_ADDRESS}#/history` })).toBe(true);
    expect(PAGE_PREFERENCES.navigateOnDragDrop).toBe(false);
  });

  it('14: opens no second window', () => {
    for (const url of [...ELSEWHERE, ...LOCAL, PAGE_ADDRESS, 'upi://pay?pa=a@b']) {
      expect([url, contents.opensWindow(url)]).toEqual([url, false]);
    }
    // The second window is the self-test's, which has no preload and is never shown.
    expect(main.match(/new BrowserWindow\(/g)).toHaveLength(2);
  });

  it('15: hands the system only links of a payer’s app', () => {
    opened.length = 0;
    const payers = [
      'upi://pay?pa=a@b&am=10.00',
      'phonepe://pay?x',
      'paytmmp://pay?x',
      'gpay://upi/pay?x',
      'tez://upi/pay?x',
    ];
    const others = [
      ...ELSEWHERE,
      ...LOCAL,
      'upi',
      'UPI',
      'smb://host/share',
      'ms-msdt:/id',
      'mailto:a@b',
      ' upi\u0000://x',
      'c:\\x.exe',
    ];
    for (const url of [...payers, ...others]) contents.opensWindow(url);
    expect(opened).toEqual(payers);
    expect(main.match(/openExternal\(/g)).toHaveLength(1);
    expect(/openPath\(["'`]|shell\.openPath|showItemInFolder/.test(main)).toBe(false);
  });

  it('16: runs on a current Electron, pinned exactly', () => {
    const manifest = z.object({ devDependencies: z.object({ electron: z.string() }) });
    const { electron } = manifest.parse(
      JSON.parse(readFileSync(path.join(REPOSITORY, 'package.json'), 'utf8')),
    ).devDependencies;
    expect(electron).toMatch(/^\d+\.\d+\.\d+$/);
    expect(Number(electron.split('.')[0])).toBeGreaterThanOrEqual(ELECTRON_MAJOR_MIN);
  });

  it('17: answers no message whose frame is not our own page', async () => {
    const ipc = openTestIpc();
    openIpcDoor(ipc.side, {
      desk: desk.desk,
      requests: (listener) => {
        listener({ kind: 'export' });
        return () => {};
      },
      askWhereToSave: () => Promise.reject(new Error('asked for a stranger')),
      requestRestart: () => {
        throw new Error('restarted for a stranger');
      },
      onFault: (_what, error) => {
        throw error;
      },
    });
    const strangers = [
      null,
      ...[...ELSEWHERE, ...LOCAL].map((url) => ({ url, origin: new URL(url).origin, parent: null })),
    ];
    const answering = ipc.channels.filter((channel) => !channel.includes('follow'));
    expect(answering).toHaveLength(4);
    for (const frame of strangers) {
      for (const channel of answering) {
        expect(await ipc.invoke(channel, ['readDesk', {}], frame)).toMatchObject({ refusal: { code: 'stranger' } });
      }
      for (const channel of ipc.channels.filter((name) => name.includes(':follow'))) ipc.send(channel, [1], { frame });
    }
    expect(ipc.page.reported).toEqual([]);
    // There is no other way in: only the door listens.
    expect(main.match(/ipcMain/g)).toHaveLength(2);
  });

  it('18: uses a scheme of its own, never a file address', () => {
    expect(new URL(PAGE_ADDRESS).protocol).toBe('app:');
    expect(/loadFile\(|file:\/\//.test(main)).toBe(false);
    expect(session.loads('file:///etc/passwd')).toBe(false);
  });

  it('19: states every fuse it wants, and grants file addresses nothing', () => {
    const { RunAsNode, ...others } = wantedFuses('win32');
    expect([RunAsNode, others]).toEqual([true, expect.objectContaining({ OnlyLoadAppFromAsar: true })]);
    expect(wantedFuses('linux')).toEqual(wantedFuses('darwin'));
    expect(wantedFuses('linux')).toEqual({
      RunAsNode: false,
      EnableCookieEncryption: true,
      EnableNodeOptionsEnvironmentVariable: false,
      EnableNodeCliInspectArguments: false,
      EnableEmbeddedAsarIntegrityValidation: true,
      OnlyLoadAppFromAsar: true,
      LoadBrowserProcessSpecificV8Snapshot: false,
      GrantFileProtocolExtraPrivileges: false,
      WasmTrapHandlers: true,
    });
    // With RunAsNode off, Node's fork does not start, so the keychain's process is one of Electron's.
    expect(main.includes('utilityProcess.fork(')).toBe(true);
  });

  it('20: hands the page no part of Electron', () => {
    expect(preload.required).toEqual(['electron']);
    expect(preload.source.match(/require\(/g)).toHaveLength(1);
    const args = Object.values(preload.exposed.get('desk') ?? {});
    expect(args.every((value) => typeof value === 'function')).toBe(true);
    const received: unknown[] = [];
    preload.call('followEvents', (...reported: unknown[]) => received.push(...reported));
    const { channel = '', rest = [] } = preload.said.at(-1) ?? {};
    preload.tell(channel.replace('follow-events', 'event'), rest[0], { kind: 'told' });
    // The event that Electron passes first, the sender with all its powers, is not passed on.
    expect(received).toEqual([{ kind: 'told' }]);
    expect(preload.call('followWindowRequests', () => {})).toBeTypeOf('function');
  });
});

const NONE = [false, false] as const;

/** Every permission that Electron names except the granted one, read from electron.d.ts, setPermissionCheckHandler. */
const PERMISSIONS = [
  ...readFileSync(path.join(REPOSITORY, 'node_modules', 'electron', 'electron.d.ts'), 'utf8').matchAll(
    /setPermission(?:Check|Request)Handler\(handler: .*? permission: ([^,]+),/g,
  ),
]
  .flatMap(([, names = '']) => [...names.matchAll(/'([\w-]+)'/g)].map(([, name = '']) => name))
  .filter((name) => name !== 'clipboard-sanitized-write');

function built(...names: readonly string[]): string {
  return path.join(REPOSITORY, 'out', ...names);
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}
