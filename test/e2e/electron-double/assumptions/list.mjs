// Everything that the double of Electron assumes of the real one, each with where Electron says so: `electron.d.ts` of the pinned
// version, by the name of the entry, or a page of electronjs.org/docs. `main.mjs` checks each in whichever Electron it runs in.

/** @type {readonly { readonly name: string, readonly says: string, readonly source: string }[]} */
export const ASSUMPTIONS = [
  {
    name: 'esm-main',
    says: 'the main file may be an ES module, and is read before the app is ready',
    source: 'docs: tutorial/esm',
  },
  {
    name: 'versions',
    says: 'process.type is browser, and process.versions has electron and a Node of 24 or later',
    source: 'electron.d.ts: Process.type; Process.versions',
  },
  {
    name: 'not-packaged',
    says: 'app.isPackaged is false for a folder, and getVersion is that of its package.json',
    source: 'electron.d.ts: App.isPackaged; App.getVersion',
  },
  {
    name: 'default-app',
    says: 'process.defaultApp is true, and argv is the executable, the folder, then the rest',
    source: 'electron.d.ts: Process.defaultApp',
  },
  { name: 'set-path', says: 'a path set for userData is the one that is got', source: 'electron.d.ts: App.setPath' },
  {
    name: 'single-instance',
    says: 'the first start of a userData folder gets the lock',
    source: 'electron.d.ts: App.requestSingleInstanceLock',
  },
  {
    name: 'second-instance',
    says: 'a second start gets none, and the first hears its additional data',
    source: 'electron.d.ts: App event second-instance',
  },
  {
    name: 'sandbox-early',
    says: 'enableSandbox throws once the app is ready',
    source: 'electron.d.ts: App.enableSandbox',
  },
  {
    name: 'schemes-early',
    says: 'registerSchemesAsPrivileged throws once the app is ready',
    source: 'electron.d.ts: Protocol.registerSchemesAsPrivileged',
  },
  {
    name: 'ready-to-show',
    says: 'a hidden window is told once its page has rendered',
    source: 'electron.d.ts: BrowserWindow event ready-to-show',
  },
  {
    name: 'protocol-handle',
    says: 'a session’s handler answers a privileged scheme with a Response, its headers included',
    source: 'electron.d.ts: Protocol.handle',
  },
  {
    name: 'policy',
    says: 'the Content-Security-Policy of that Response holds: no inline script runs, no address is fetched',
    source: 'docs: tutorial/security 7',
  },
  {
    name: 'before-request',
    says: 'onBeforeRequest is asked for each request of its session and can cancel it',
    source: 'electron.d.ts: WebRequest.onBeforeRequest',
  },
  {
    name: 'popup-denied',
    says: 'window.open gives null where the handler denies, and the handler hears the address',
    source: 'electron.d.ts: WebContents.setWindowOpenHandler',
  },
  {
    name: 'navigation-prevented',
    says: 'a page’s own navigation is told first and can be prevented',
    source: 'electron.d.ts: WebContents event will-navigate',
  },
  {
    name: 'navigation-started',
    says: 'did-start-navigation tells url, isMainFrame and isSameDocument',
    source: 'electron.d.ts: WebContents event did-start-navigation',
  },
  {
    name: 'permission-denied',
    says: 'the permission handlers decide what the page may',
    source: 'electron.d.ts: Session.setPermissionCheckHandler',
  },
  {
    name: 'isolated',
    says: 'the page has what the preload exposes, and no require, process or Buffer',
    source: 'docs: tutorial/context-isolation',
  },
  {
    name: 'preload-require',
    says: 'a sandboxed preload may require electron, and neither files nor processes',
    source: 'docs: tutorial/sandbox',
  },
  {
    name: 'invoke',
    says: 'what a page invokes is answered; an error of the handler rejects with its message',
    source: 'electron.d.ts: IpcMain.handle',
  },
  {
    name: 'sender-frame',
    says: 'the frame of a sender has its url and its origin',
    source: 'electron.d.ts: IpcMainInvokeEvent.senderFrame',
  },
  {
    name: 'clone',
    says: 'a function is refused on its way to the main process',
    source: 'electron.d.ts: IpcRenderer.invoke',
  },
  { name: 'send', says: 'contents.send reaches the preload’s listener', source: 'electron.d.ts: WebContents.send' },
  {
    name: 'file-path',
    says: 'getPathForFile is empty for a File that a script made',
    source: 'electron.d.ts: WebUtils.getPathForFile',
  },
  {
    name: 'utility',
    says: 'a utility process has parentPort and no process.send, gets the environment it is given, and tells its end',
    source: 'electron.d.ts: UtilityProcess; docs: api/utility-process',
  },
  {
    name: 'utility-early',
    says: 'what is posted to a utility process once it has spawned waits there for a listener, in order',
    source: 'docs: api/utility-process child.postMessage; api/parent-port',
  },
  {
    name: 'utility-thread',
    says: 'a thread runs in a utility process, and its typed arrays come out of it as they were',
    source: 'docs: api/utility-process (a Node.js environment); electron.d.ts: UtilityProcess event message',
  },
  {
    name: 'utility-kill',
    says: 'kill ends a utility process that is at work, and its end is reported',
    source: 'electron.d.ts: UtilityProcess.kill',
  },
  {
    name: 'utility-memory',
    says: 'a utility process whose memory is full ends alone: its end is reported, and the main process goes on',
    source: 'electron.d.ts: UtilityProcess event error; event exit',
  },
  {
    name: 'theme',
    says: 'themeSource turns shouldUseDarkColors and the page’s colour scheme',
    source: 'electron.d.ts: NativeTheme.themeSource',
  },
  {
    name: 'menu',
    says: 'a menu keeps the items of its template, and click calls theirs',
    source: 'electron.d.ts: Menu.buildFromTemplate; MenuItem.click',
  },
  {
    name: 'power',
    says: 'a blocker has a number and is started until it is stopped',
    source: 'electron.d.ts: PowerSaveBlocker',
  },
  {
    name: 'dialog-replaceable',
    says: 'the functions of dialog can be replaced',
    source: 'Playwright: ElectronApplication.evaluate',
  },
  {
    name: 'renderer-gone',
    says: 'a page whose process ends is told with a reason, and can be loaded again',
    source: 'electron.d.ts: WebContents event render-process-gone',
  },
  {
    name: 'close-prevented',
    says: 'a prevented close keeps the window',
    source: 'electron.d.ts: BrowserWindow event close',
  },
  { name: 'hidden', says: 'a hidden window keeps the app running', source: 'electron.d.ts: BrowserWindow.hide' },
  {
    name: 'quit-prevented',
    says: 'a prevented before-quit keeps the app',
    source: 'electron.d.ts: App event before-quit',
  },
  { name: 'destroy', says: 'destroy asks nobody: no close is told', source: 'electron.d.ts: BrowserWindow.destroy' },
  {
    name: 'all-closed',
    says: 'without windows and with a listener the app stays',
    source: 'electron.d.ts: App event window-all-closed',
  },
];
