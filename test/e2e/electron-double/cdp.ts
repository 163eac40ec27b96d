// Speaks to Chromium over a pipe in its own protocol. The pipe ends Chromium with this process, however it ends.

import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { Protocol } from '../../../node_modules/playwright-core/types/protocol.d.ts';

type Commands = Protocol.CommandParameters;
type Answers = Protocol.CommandReturnValues;
type Events = Protocol.Events;

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
  readonly sessionId?: string;
}

interface Waiting {
  readonly method: string;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

export interface ChromiumOptions {
  readonly executable: string;
  readonly profileFolder: string;
  /** Called with the line that says where Playwright may connect. */
  readonly onListening: (line: string) => void;
  readonly onEnd: () => void;
}

const SWITCHES = [
  '--headless',
  '--remote-debugging-pipe',
  '--remote-debugging-port=0',
  '--no-startup-window',
  '--no-sandbox',
  '--no-first-run',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-sync',
  '--metrics-recording-only',
  '--force-color-profile=srgb',
  '--password-store=basic',
  '--use-mock-keychain',
  // No request reaches the network: everything a window needs is answered here.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

/** Separates two messages on the pipe. */
const END_OF_MESSAGE = '\0';

export class Chromium {
  readonly #child: ChildProcess;
  readonly #commands: Writable;
  readonly #waiting = new Map<number, Waiting>();
  readonly #events = new EventEmitter().setMaxListeners(0);
  #lastId = 0;

  constructor({ executable, profileFolder, onListening, onEnd }: ChromiumOptions) {
    this.#child = spawn(executable, [...SWITCHES, `--user-data-dir=${profileFolder}`], {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    });
    process.on('exit', () => this.#child.kill('SIGKILL'));
    const [, , errors, commands, answers] = this.#child.stdio;
    // Opened as pipes above.
    this.#commands = commands as Writable;
    readLines(errors as Readable, '\n', (line) => {
      if (line.startsWith('DevTools listening on')) onListening(line);
    });
    readLines(answers as Readable, END_OF_MESSAGE, (text) => this.#subscribe(JSON.parse(text) as Message));
    // A write may hit a pipe that Chromium has just closed; its end is handled below.
    this.#commands.on('error', () => undefined);
    this.#child.once('error', onEnd);
    this.#child.once('exit', () => {
      for (const { method, reject } of this.#waiting.values()) reject(new Error(`${method}: Chromium ended`));
      this.#waiting.clear();
      onEnd();
    });
  }

  /** Rejects with Chromium's own message, or when it ends first. */
  send<Method extends keyof Commands & keyof Answers>(
    method: Method,
    params?: Commands[Method],
    sessionId?: string,
  ): Promise<Answers[Method]> {
    this.#lastId += 1;
    const id = this.#lastId;
    this.#commands.write(`${JSON.stringify({ id, method, params, sessionId })}${END_OF_MESSAGE}`);
    return new Promise((resolve, reject) => {
      // Chromium answers each command as its protocol says.
      this.#waiting.set(id, { method, resolve: (answer) => resolve(answer as Answers[Method]), reject });
    });
  }

  /** Listens to an event of one session, or of the browser itself when none is named. */
  on<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void, sessionId = ''): void {
    this.#events.on(`${sessionId} ${name}`, listener);
  }

  #subscribe({ id, method, params, result, error, sessionId }: Message): void {
    if (id === undefined) {
      this.#events.emit(`${sessionId ?? ''} ${method ?? ''}`, params);
      return;
    }
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) waiting?.resolve(result);
    else waiting?.reject(new Error(`${waiting.method}: ${error.message}`));
  }
}

function readLines(stream: Readable, end: string, onLine: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split(end);
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  });
}
