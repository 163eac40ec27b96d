// Electron's `ipcMain`.

import { EventEmitter } from 'node:events';
import type { IpcMainEvent, IpcMainInvokeEvent, WebContents, WebFrameMain } from 'electron';

type Handler = (event: IpcMainInvokeEvent, ...args: unknown[]) => unknown;

export interface Sender {
  readonly sender: WebContents;
  readonly senderFrame: WebFrameMain | null;
}

export type InvokeAnswer =
  | { readonly isKept: true; readonly value: unknown }
  | { readonly isKept: false; readonly value: Error };

class DoubleIpcMain extends EventEmitter {
  /** Named as in Electron, so that a test can listen in on both. */
  readonly _invokeHandlers = new Map<string, Handler>();

  handle(channel: string, handler: Handler): void {
    if (this._invokeHandlers.has(channel)) {
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    }
    this._invokeHandlers.set(channel, handler);
  }

  async answer({ sender, senderFrame }: Sender, channel: string, args: readonly unknown[]): Promise<InvokeAnswer> {
    const handler = this._invokeHandlers.get(channel);
    try {
      if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
      // The desk reads nothing else of an event.
      const event = { sender, senderFrame, type: 'frame' } as unknown as IpcMainInvokeEvent;
      return { isKept: true, value: await handler(event, ...args) };
    } catch (error) {
      return { isKept: false, value: new Error(`Error invoking remote method '${channel}': ${String(error)}`) };
    }
  }

  subscribe({ sender, senderFrame }: Sender, channel: string, args: readonly unknown[]): void {
    const event = { sender, senderFrame, type: 'frame' } as unknown as IpcMainEvent;
    this.emit(channel, event, ...args);
  }
}

export const ipcMain = new DoubleIpcMain();
