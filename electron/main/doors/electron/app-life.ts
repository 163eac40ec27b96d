// Quitting the app. It starts `open`. A request to quit while payouts are being sent makes it `asking`; a yes, nothing being sent,
// or the end of the person's session makes it `closing`: it waits for what is in flight and then leaves. A no makes it `open`
// again. Closing cannot be cancelled, but a second request makes it `askingToLeaveAtOnce`; leaving at once puts what is in flight
// into doubt.

import { extname, resolve } from 'node:path';
import type { Reply } from '../../../../shared/api/contract.ts';
import { type Settings, WINDOW_SETTINGS } from '../../../../shared/api/desk-commands.ts';
import type { DeskEvent } from '../../../../shared/api/events.ts';
import { unreachable } from '../../../../shared/failures.ts';
import { SPREADSHEET_ENDINGS } from '../../../../shared/rows.ts';

interface QuitWorld {
  isSending(): boolean;
  /** Asks the person whether to pause and quit. */
  askToQuit(): Promise<boolean>;
  /** Asks the waiting person whether to leave at once, with what is in flight in doubt. */
  askToLeaveAtOnce(): Promise<boolean>;
  /** Pauses, waits for what is in flight, and releases the desk. */
  closeDesk(): Promise<void>;
  leave(exitCode: number): void;
  /** The app starts again when it has left. */
  startAgain(): void;
  onFault(error: unknown): void;
}

interface QuitGuard {
  /** Called when a person or the system wants to quit: a closed window, a menu. */
  requestQuit(): void;
  /** The same, but the app starts again once it has left. */
  requestRestart(): void;
  /**
   * The session of the person ends, by logging off or shutting down: closes without a question. Returns whether the system has to
   * wait for it, because payouts are being sent.
   */
  endSession(): boolean;
}

export function openQuitGuard(world: QuitWorld): QuitGuard {
  let stage: 'open' | 'asking' | 'closing' | 'askingToLeaveAtOnce' | 'left' = 'open';
  let isRestart = false;
  const leave = (exitCode: number): void => {
    if (stage === 'left') return;
    stage = 'left';
    if (isRestart) world.startAgain();
    world.leave(exitCode);
  };
  const close = async (): Promise<void> => {
    stage = 'closing';
    try {
      await world.closeDesk();
      leave(0);
    } catch (error) {
      world.onFault(error);
      leave(1);
    }
  };
  const ask = async (): Promise<void> => {
    stage = 'asking';
    // A question that cannot be shown must not end a run.
    const wantsToQuit = await world.askToQuit().catch(() => false);
    // The session may have ended meanwhile.
    if (stage !== 'asking') return;
    if (wantsToQuit) await close();
    else stage = 'open';
  };
  const askAgain = async (): Promise<void> => {
    stage = 'askingToLeaveAtOnce';
    const wantsToLeave = await world.askToLeaveAtOnce().catch(() => false);
    if (wantsToLeave) leave(1);
    else if (stage === 'askingToLeaveAtOnce') stage = 'closing';
  };
  const requestQuit = (): void => {
    switch (stage) {
      case 'open':
        return void (world.isSending() ? ask() : close());
      case 'closing':
        return void askAgain();
      case 'asking':
      case 'askingToLeaveAtOnce':
      case 'left':
        return;
      default:
        return unreachable(stage);
    }
  };
  return {
    requestQuit: () => {
      if (stage === 'open') isRestart = false;
      requestQuit();
    },
    requestRestart: () => {
      if (stage === 'open') isRestart = true;
      requestQuit();
    },
    endSession: () => {
      const hasToWait = stage !== 'left' && world.isSending();
      if (stage === 'open' || stage === 'asking') {
        isRestart = false;
        void close();
      }
      return hasToWait;
    },
  };
}

/** A page or a desk starts within seconds; more files than this were a folder selected by mistake. */
const BUFFERED_MAX = 8;

/** Buffers what is emitted before anybody listens, such as a file opened before the page has rendered. */
export interface BufferedFeed<Thing> {
  readonly emit: (thing: Thing) => void;
  /** Emits to the current listener, if there is one; never buffered. */
  readonly emitNow: (thing: Thing) => void;
  /** Subscribes the only listener, which first gets what was buffered. Returns the function that unsubscribes. */
  readonly follow: (listener: (thing: Thing) => void) => () => void;
}

export function openBufferedFeed<Thing>(): BufferedFeed<Thing> {
  let buffered: readonly Thing[] = [];
  let current: ((thing: Thing) => void) | null = null;
  return {
    emit: (thing) => {
      if (current === null) buffered = [...buffered, thing].slice(0, BUFFERED_MAX);
      else current(thing);
    },
    emitNow: (thing) => current?.(thing),
    follow: (listener) => {
      current = listener;
      const waiting = buffered;
      buffered = [];
      for (const thing of waiting) listener(thing);
      return () => {
        if (current === listener) current = null;
      };
    },
  };
}

interface StartWords {
  /** Null for the user's own. */
  readonly dataFolder: string | null;
  /** Absolute paths, in the order given. */
  readonly files: readonly string[];
  readonly isSelfTest: boolean;
}

/** Reads `program [--data FOLDER] [--self-test] [FILE...]`. Relative paths are resolved against `folder`. */
export function readStartWords(words: readonly string[], folder: string): StartWords {
  let dataFolder: string | null = null;
  const files: string[] = [];
  let isSelfTest = false;
  const rest = words.slice(1).values();
  for (const word of rest) {
    if (word === '--data') dataFolder = placeOf(rest.next().value, folder) ?? dataFolder;
    else if (word.startsWith('--data=')) dataFolder = placeOf(word.slice('--data='.length), folder) ?? dataFolder;
    else if (word === '--self-test') isSelfTest = true;
    else if (!word.startsWith('-') && isSpreadsheet(word)) files.push(resolve(folder, word));
  }
  return { dataFolder, files, isSelfTest };
}

/**
 * Switches of Chromium and Electron that would let others into an installed app: into its page or its process, past its sandbox, or
 * between it and what it loads. A package is started without them by everything but somebody who wants in.
 */
const INTRUDING =
  /^--(?:remote-debugging-(?:port|pipe|address|socket-name|io-pipes)|remote-allow-origins|inspect(?:-brk|-brk-node|-port|-wait|-publish-uid)?|no-sandbox|no-zygote|disable-(?:setuid-sandbox|gpu-sandbox|web-security|site-isolation-trials|namespace-sandbox|seccomp-filter-sandbox)|single-process|in-process-gpu|js-flags|load-extension|disable-extensions-except|(?:renderer|utility|gpu|ppapi|plugin)-(?:cmd-prefix|launcher)|gpu-launcher|browser-subprocess-path|proxy-(?:server|pac-url)|ignore-certificate-errors(?:-spki-list)?|host-(?:rules|resolver-rules)|allow-file-access-from-files|enable-automation|auto-open-devtools-for-tabs|user-data-dir|require|import|eval|print)(?:=|$)/;

/** The switch on the command line that an installed app refuses to start with; null if there is none. */
export function intrudingSwitch(words: readonly string[]): string | null {
  // Chromium reads a single dash, any case on Windows, and there a slash, as well.
  const found = words.slice(1).find((word) => INTRUDING.test(word.toLowerCase().replace(/^(?:-|\/)(?!-)/, '--')));
  return found === undefined ? null : (found.split('=')[0] ?? found);
}

/** The files that a second start passed on; empty if they are not a list of spreadsheets. */
export function readHandedFiles(handed: unknown): readonly string[] {
  const files: unknown = typeof handed === 'object' && handed !== null ? Reflect.get(handed, 'files') : null;
  if (!Array.isArray(files)) return [];
  return files.filter((file): file is string => typeof file === 'string' && isSpreadsheet(file));
}

function isSpreadsheet(path: string): boolean {
  return SPREADSHEET_ENDINGS.includes(extname(path).toLowerCase());
}

function placeOf(word: string | undefined, folder: string): string | null {
  return word === undefined || word === '' ? null : resolve(folder, word);
}

/** The current theme and language; null if they cannot be read. */
export async function readLook(
  readSettings: () => Promise<Reply<unknown>>,
): Promise<Pick<Settings, 'theme' | 'language'> | null> {
  const reply = await readSettings();
  return reply.kind === 'done' ? WINDOW_SETTINGS.parse(reply.value) : null;
}

/** Whether an event may have changed theme or language. */
export function touchesLook(event: DeskEvent): boolean {
  return event.kind === 'changed' && event.topics.includes('settings');
}

/** One crash is bad luck; with this many in a minute the page cannot run here. */
const RELOADS_MAX = 3;
const RELOADS_WITHIN_MS = 60_000;

export function openCrashWatch(): { mayReload(nowMs: number): boolean } {
  let crashes: readonly number[] = [];
  return {
    mayReload: (nowMs) => {
      crashes = [...crashes.filter((atMs) => nowMs - atMs < RELOADS_WITHIN_MS), nowMs];
      return crashes.length <= RELOADS_MAX;
    },
  };
}
