import type { CommandName } from '../../shared/api/contract.ts';
import type { FileHandle } from '../../shared/api/file-handles.ts';
import type { NumberedEvent } from '../../shared/api/events.ts';
import type { WindowWish } from '../../shared/api/window-wishes.ts';
import type { Told } from './told.ts';

/** `open`: events arrive. `lost`: they do not, and it is tried again. `ended`: the desk wants a new start from its own window. */
export type Connection = 'connecting' | 'open' | 'lost' | 'ended';

export interface EventListener {
  readonly onEvent: (numbered: NumberedEvent) => void;
  readonly onConnection: (connection: Connection) => void;
}

/** A way to the desk: the preload's functions, or HTTP to the loopback door. */
export interface Transport {
  /** Sends one command. Shape: `done` carries what the door answered, not yet checked. */
  readonly command: (name: CommandName, params: unknown) => Promise<Told<unknown>>;
  readonly giveFile: (file: File) => Promise<Told<FileHandle>>;
  readonly saveDownload: (file: { readonly download: string; readonly name: string }) => Promise<Told<unknown>>;
  /** Hears events until the returned function is called; `fresh` connects anew and gets a snapshot. */
  followEvents(listener: EventListener): { readonly fresh: () => void; readonly stop: () => void };
  /** Hears what the window's own menu asks for, until the returned function is called; a browser's menu asks nothing. */
  readonly followWishes: (listener: (wish: WindowWish) => void) => () => void;
}
