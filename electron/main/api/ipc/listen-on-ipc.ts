// Electron's own IPC behind the desktop window's door. In: the door's parts. Out: the door, open.
// This file must never hear a message by any other way than the door's.

import { ipcMain } from 'electron';
import { type IpcDoor, type IpcDoorParts, openIpcDoor } from './ipc-door.ts';

export function listenOnIpc(parts: IpcDoorParts): IpcDoor {
  return openIpcDoor(ipcMain, parts);
}
