// What `import ... from 'electron'` gets in the main process. Never offer what the desk does not call: a call that is not
// modelled has to fail loudly.

export { app } from './app.ts';
export { BrowserWindow } from './browser-window.ts';
export { dialog } from './dialogs.ts';
export { ipcMain } from './ipc-main.ts';
export { Menu } from './menu.ts';
export { nativeTheme } from './native-theme.ts';
export { protocol, session } from './session.ts';
export { Notification, powerSaveBlocker, screen, shell } from './system.ts';
export { utilityProcess } from './utility-process.ts';
export { DoubleWebContents as webContents } from './web-contents.ts';
