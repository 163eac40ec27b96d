// Everything from a door is decoded to a typed value or refused: the page gets nothing that the contract does not describe.

import { z } from 'zod';
import { type CommandName, NOT_DONE, type NotDone, type Reply } from '../../shared/api/contract.ts';
import { DESK_EVENT, type NumberedEvent } from '../../shared/api/events.ts';
import { FILE_HANDLE, type FileHandle, TIME_MS } from '../../shared/api/schemas.ts';
import { type PageBridge, WINDOW_REQUEST, type WindowRequest } from '../../shared/api/window.ts';
import { verbatim } from '../../shared/messages/message.ts';
import { UNREADABLE } from '../../shared/text/drafts.ts';
import { SHELL } from '../../shared/text/shell.ts';
import { pageRefusal } from '../language.ts';

/**
 * `lost`: no answer came, so it is unknown whether a changing command was carried out. Resending it with its command id is safe.
 */
export type CommandResult<Value> = Reply<Value> | { readonly kind: 'lost' };

export type CommandFailure = NotDone | { readonly kind: 'lost' };

/** `open`: events arrive. `lost`: they do not, and it reconnects. `ended`: the desk must be opened again from its own window. */
export type Connection = 'connecting' | 'open' | 'lost' | 'ended';

export interface EventStreamListener {
  readonly onEvent: (numbered: NumberedEvent) => void;
  readonly onConnection: (connection: Connection) => void;
}

interface AskedCommand {
  readonly name: CommandName;
  readonly params: unknown;
}

/** `saved` is false when the person closed the save dialog. */
const SAVED_FILE = z.object({ saved: z.boolean() });
export type SavedFile = z.infer<typeof SAVED_FILE>;

/** A connection to the desk: the preload's functions, or HTTP to the loopback door. */
export interface Transport {
  /** Sends one command; its answer must match this schema. */
  readonly command: <Value>(asked: AskedCommand, answer: z.ZodType<Value>) => Promise<CommandResult<Value>>;
  readonly giveFile: (file: File) => Promise<CommandResult<FileHandle>>;
  readonly saveDownload: (file: {
    readonly download: string;
    readonly name: string;
  }) => Promise<CommandResult<SavedFile>>;
  /** Ends the desk and starts it again; null where only a person can. */
  readonly restart: (() => void) | null;
  /** Follows events from now on. Returns a function that reconnects, starting with a snapshot. */
  followEvents(listener: EventStreamListener): () => void;
  /** Follows requests of the window's menu until the returned function is called. A browser has no such menu. */
  readonly followWindowRequests: (listener: (request: WindowRequest) => void) => () => void;
}

const DONE = z.object({ kind: z.literal('done'), value: z.unknown() });
const NUMBERED = z.object({ epoch: z.string(), sequence: z.int(), atMs: TIME_MS, event: DESK_EVENT });

/** Decodes a reply. Returns `lost` for anything else, because another program answered. */
export function decodeReply<Value>(answer: unknown, value: z.ZodType<Value>): CommandResult<Value> {
  const notDone = NOT_DONE.safeParse(answer);
  if (notDone.success) return notDone.data;
  const done = DONE.safeParse(answer);
  if (!done.success) return { kind: 'lost' };
  const decoded = value.safeParse(done.data.value);
  return decoded.success
    ? { kind: 'done', value: decoded.data }
    : { kind: 'fault', message: verbatim(SHELL.unknownForm) };
}

/** Decodes a numbered event. Returns null when it is not one. */
export function decodeEvent(data: unknown): NumberedEvent | null {
  return NUMBERED.safeParse(data).data ?? null;
}

/** For a folder, or a file that was moved, removed or locked after it was chosen. */
export function cannotBeRead(): CommandFailure {
  return { kind: 'refused', refusal: pageRefusal('fileUnreadable', UNREADABLE) };
}

/** Returns null when the file cannot be read. */
async function bytesOf(file: Blob): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    return null;
  }
}

/**
 * After a file did not arrive, tells an unreadable file from an unreachable desk. Reads the beginning for that: a slice of a
 * deleted file has size 0 and reads without an error.
 */
export async function isReadable(file: Blob): Promise<boolean> {
  const reader = file.stream().getReader();
  try {
    await reader.read();
    await reader.cancel();
    return true;
  } catch {
    return false;
  }
}

declare global {
  interface Window {
    readonly desk?: PageBridge;
  }
}

/** Reaches the desk through the preload's named functions. */
export function preloadTransport(desk: PageBridge): Transport {
  const decoded = async <Value>(answer: Promise<unknown>, value: z.ZodType<Value>) =>
    decodeReply(await answer.catch(() => null), value);
  return {
    command: ({ name, params }, answer) => decoded(desk[name](params), answer),
    giveFile: async (file) => {
      const bytes = await bytesOf(file);
      return bytes === null
        ? cannotBeRead()
        : await decoded(desk.giveFile({ name: file.name, bytes }, file), FILE_HANDLE);
    },
    saveDownload: ({ download }) => decoded(desk.saveDownload(download), SAVED_FILE),
    restart: () => void desk.restart().catch(() => null),
    followEvents: (listener) => {
      const start = (): (() => void) => {
        listener.onConnection('open');
        return desk.followEvents((data) => {
          const numbered = decodeEvent(data);
          if (numbered !== null) listener.onEvent(numbered);
        });
      };
      let stop = start();
      return () => {
        stop();
        stop = start();
      };
    },
    followWindowRequests: (listener) =>
      desk.followWindowRequests((data) => {
        const request = WINDOW_REQUEST.safeParse(data);
        if (request.success) listener(request.data);
      }),
  };
}
