const { contextBridge, ipcRenderer, webUtils } = require('electron');

const required = ['electron', 'events', 'timers', 'url', 'fs', 'node:child_process'].map((name) => {
  try {
    require(name);
    return [name, true];
  } catch {
    return [name, false];
  }
});
const heard = [];
ipcRenderer.on('told', (_event, ...args) => heard.push(args));
contextBridge.exposeInMainWorld('bridge', {
  report: (facts) => ipcRenderer.invoke('report', facts),
  fail: () => ipcRenderer.invoke('fail'),
  ask: (value) => ipcRenderer.invoke('ask', value),
  required: () => required,
  heard: () => heard,
  pathOf: (file) => ipcRenderer.invoke('ask', webUtils.getPathForFile(file)),
});
