// The loopback door: the window's page and the desk's commands on 127.0.0.1, for this machine's own browser. Every request passes
// the gatekeeper before its content is read, and every response has the headers that isolate the page. The oldest connections
// without a session are dropped first, so that no stranger locks the page out. A window that does not read its events is cut off,
// and catches up when it is back.

import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { Reply } from '../../../../shared/api/contract.ts';
import type { EventPlace, NumberedEvent } from '../../../../shared/api/events.ts';
import {
  COMMAND_PATH,
  DOWNLOADS_PATH,
  EVENTS_PATH,
  FILE_NAME_HEADER,
  FILES_PATH,
  SECRET_FRAGMENT,
  SESSION_PATH,
} from '../../../../shared/api/wire.ts';
import { errorCode, invariant, RefusedError } from '../../../../shared/failures.ts';
import { FILE_MAX_BYTES } from '../../../../shared/limits.ts';
import { msg } from '../../../../shared/messages/message.ts';
import { NEW_FILE } from '../../desk/drafts/received-files.ts';
import type { HostedDesk } from '../../desk-host.ts';
import type { Clock } from '../../platform/clock.ts';
import { type PageFile, pageHeaders } from '../page-files.ts';
import { Gatekeeper } from './gatekeeper.ts';

/** A window with more than this unread is asleep; it catches up when it is back. */
const EVENT_STREAM_BUFFER_MAX_BYTES = 4 * 1024 * 1024;

/** A dead connection is noticed within this time. */
const EVENT_STREAM_HEARTBEAT_MS = 15_000;

/** A browser's headers are a few hundred bytes. */
export const DOOR_HEADERS_MAX_BYTES = 16 * 1024;

const DOOR_IDLE_CONNECTION_MS = 30_000;

const DOOR_REQUEST_TIMEOUT_MS = 60_000;

/** On loopback, headers arrive at once and the largest file within seconds; anything slower only blocks a connection. */
const DOOR_HEADERS_TIMEOUT_MS = 5_000;

const EVENT_STREAMS_MAX = 16;

const DOOR_SHOWS_WITHIN_MS = 250;

const DOOR_STRANGERS_RUSH_MAX = 512;

/**
 * Connections without a session: a browser has a few while a page loads, and any program on this machine can open more. Above
 * DOOR_STRANGERS_MAX the oldest are dropped after the time a browser needs to show one, which is milliseconds; above
 * DOOR_STRANGERS_RUSH_MAX they are dropped at once.
 */
const DOOR_STRANGERS_MAX = 64;

/** One browser opens six connections to a host; a few windows and their event streams need some more. */
const DOOR_CONNECTIONS_MAX = 64;

/** A command is small, except for a pasted block of EDIT_CELLS_MAX cells. */
export const COMMAND_MAX_BYTES = 32 * 1024 * 1024;

/** The secret of a link with its JSON. */
export const SECRET_MAX_BYTES = 1_024;

export interface LoopbackDoor {
  readonly port: number;
  /** A link for one use: the page with a secret in its fragment, which no server log and no referrer ever contains. */
  newLink(): string;
  close(): Promise<void>;
}

interface DoorParts {
  readonly desk: Pick<HostedDesk, 'dispatch' | 'hub' | 'files'>;
  readonly clock: Clock;
  readonly pageFiles: ReadonlyMap<string, PageFile>;
  /** The data folder, as in GatekeeperParts. */
  readonly folder: string;
  /** 0 for any free port. */
  readonly port: number;
  /** A link was used. */
  readonly onSession?: () => void;
}

/** Fetched by a link, which sends no header: its name was given to a page with a key and cannot be guessed. */
const DOWNLOAD = new RegExp(`^${DOWNLOADS_PATH}/([A-Za-z0-9_-]{22})$`);

interface HttpExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Opens the door. Throws RefusedError if the port is taken. */
export async function openLoopbackDoor({
  desk,
  clock,
  pageFiles,
  folder,
  port: wanted,
  onSession = () => {},
}: DoorParts): Promise<LoopbackDoor> {
  const server = createServer({
    maxHeaderSize: DOOR_HEADERS_MAX_BYTES,
    headersTimeout: DOOR_HEADERS_TIMEOUT_MS,
    requestTimeout: DOOR_REQUEST_TIMEOUT_MS,
    keepAliveTimeout: DOOR_IDLE_CONNECTION_MS,
    connectionsCheckingInterval: DOOR_HEADERS_TIMEOUT_MS / 2,
    requireHostHeader: false,
  });
  const connections = new Connections(clock);
  server.on('connection', (socket) => connections.admit(socket));
  server.listen({ host: '127.0.0.1', port: wanted, exclusive: true });
  try {
    await once(server, 'listening');
  } catch (error) {
    const why = errorCode(error);
    if (why === null) throw error;
    throw new RefusedError({
      code: 'windowPort',
      message: msg('door.port', { port: wanted, why }),
      cure: msg('practice.port.cure'),
    });
  }
  const address = server.address();
  invariant(typeof address === 'object' && address !== null, 'the door has no address');
  const { port } = address;
  const here = `127.0.0.1:${port}`;
  const gatekeeper = new Gatekeeper({ address: here, folder, clock });
  let streams = 0;

  const handle = async (exchange: HttpExchange): Promise<void> => {
    const { request } = exchange;
    const objection = gatekeeper.objectionTo(request);
    if (objection !== null) return turnAway(exchange, objection);
    const path = request.url ?? '';
    if (!path.startsWith('/api/')) return servePage(exchange, path);
    if (gatekeeper.isFromElsewhere(request)) return turnAway(exchange, 'otherSite');
    if (path === SESSION_PATH) return openSession(exchange);
    const [, download] = DOWNLOAD.exec(path) ?? [];
    if (download !== undefined && request.method === 'GET' && gatekeeper.hasCookie(request)) {
      return giveFile(exchange, download);
    }
    const session = gatekeeper.sessionOf(request);
    if (session === null) return turnAway(exchange, 'noSession');
    connections.know(request.socket);
    if (path === COMMAND_PATH && request.method === 'POST') return command(exchange);
    if (path === FILES_PATH && request.method === 'POST') return takeFile(exchange);
    if (path === EVENTS_PATH && request.method === 'GET') {
      if (streams >= EVENT_STREAMS_MAX) return turnAway(exchange, 'tooManyWindows');
      streams += 1;
      const stopped = session.streamOpened();
      const onEnd = (): void => {
        streams -= 1;
        stopped();
      };
      return streamEvents(exchange, { hub: desk.hub, clock, onEnd });
    }
    return turnAway(exchange, 'notFound');
  };

  const openSession = async (exchange: HttpExchange): Promise<void> => {
    if (exchange.request.method !== 'POST') return turnAway(exchange, 'method');
    const body = await readJson(exchange.request, SECRET_MAX_BYTES);
    if (body.kind === 'problem') return turnAway(exchange, body.problem);
    const secret: unknown = Reflect.get(body.value, 'secret');
    const opened = typeof secret === 'string' ? gatekeeper.exchange(secret, exchange.request) : null;
    if (opened === null) return turnAway(exchange, 'usedLink');
    onSession();
    const { cookie, key } = opened;
    exchange.response.setHeader('Set-Cookie', cookie);
    return answerReply(exchange.response, 200, { kind: 'done', value: { key } });
  };

  const servePage = (exchange: HttpExchange, path: string): void => {
    const { request, response } = exchange;
    if (request.method !== 'GET' && request.method !== 'HEAD') return turnAway(exchange, 'method');
    const file = pageFiles.get(path);
    if (file === undefined) return turnAway(exchange, 'notFound');
    return answer(response, { status: 200, ...file });
  };

  const command = async (exchange: HttpExchange): Promise<void> => {
    const body = await readJson(exchange.request, COMMAND_MAX_BYTES);
    if (body.kind === 'problem') return turnAway(exchange, body.problem);
    const name: unknown = Reflect.get(body.value, 'name');
    const params: unknown = Reflect.get(body.value, 'params');
    return answerReply(exchange.response, 200, await desk.dispatch(name, params));
  };

  const takeFile = async (exchange: HttpExchange): Promise<void> => {
    const name = decodeName(exchange.request.headers[FILE_NAME_HEADER]);
    if (name === null) return turnAway(exchange, 'fileName');
    const receiving = await desk.files.receive(name);
    const problem = await writeBody(exchange.request, { path: receiving.path, maxBytes: FILE_MAX_BYTES });
    if (problem !== null) {
      await desk.files.abandon(receiving.file);
      return turnAway(exchange, problem);
    }
    return answerReply(exchange.response, 200, { kind: 'done', value: await desk.files.received(receiving.file) });
  };

  const giveFile = async (exchange: HttpExchange, download: string): Promise<void> => {
    const file = await desk.files.find(download);
    if (file === null) return turnAway(exchange, 'notFound');
    connections.know(exchange.request.socket);
    exchange.response.writeHead(200, {
      ...SECURITY_HEADERS,
      'Content-Type': 'application/octet-stream',
      'Content-Length': file.sizeBytes,
      'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
    });
    // A window that closes during a download is no fault.
    await pipeline(createReadStream(file.path), exchange.response).catch(() => exchange.response.destroy());
  };

  server.on('request', (request, response) => {
    handle({ request, response }).catch(() => {
      if (response.headersSent) response.destroy();
      else turnAway({ request, response }, 'fault');
    });
  });
  server.on('clientError', (_error, socket) => {
    // A browser keeps spare connections. One that has sent nothing is closed without a response, so that a request sent at the
    // same moment is sent again on another connection. The browser would take a response for the answer to that request.
    if (socket instanceof Socket && socket.bytesRead === 0) return socket.destroy();
    const headers = Object.entries(SECURITY_HEADERS).map(([name, value]) => `${name}: ${value}\r\n`);
    if (!socket.writable) return socket.destroy();
    return socket.end(`HTTP/1.1 400 Bad Request\r\n${headers.join('')}Connection: close\r\n\r\n`);
  });
  return {
    port,
    newLink: () => `http://${here}/${SECRET_FRAGMENT}${gatekeeper.newLinkSecret()}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function decodeName(header: string | readonly string[] | undefined): string | null {
  if (typeof header !== 'string' || header === '') return null;
  try {
    return decodeURIComponent(header);
  } catch {
    return null;
  }
}

/** The page may load its own files and connect to its own door, and nothing else. */
const SECURITY_HEADERS = pageHeaders({ connect: "'self'" });

function answer(
  response: ServerResponse,
  { status, type, body }: { readonly status: number; readonly type: string; readonly body: string | Uint8Array },
): void {
  if (response.headersSent) return;
  const bytes = Buffer.from(body);
  response.writeHead(status, { ...SECURITY_HEADERS, 'Content-Type': type, 'Content-Length': bytes.length });
  response.end(response.req.method === 'HEAD' ? undefined : bytes);
}

function answerReply(response: ServerResponse, status: number, reply: Reply<unknown>): void {
  answer(response, { status, type: 'application/json; charset=utf-8', body: JSON.stringify(reply) });
}

/** Rejects a request; the rest of it is not read. */
function turnAway({ request, response }: HttpExchange, code: keyof typeof REFUSALS): void {
  const { status, cure } = REFUSALS[code];
  response.setHeader('Connection', 'close');
  answerReply(response, status, { kind: 'refused', refusal: { code, message: msg(`door.${code}`), cure } });
  if (!request.complete) response.once('finish', () => request.destroy());
}

class Connections {
  readonly #clock: Clock;
  /** In order of arrival, with their monotonic time in milliseconds. */
  readonly #strangers = new Map<Socket, number>();
  readonly #known = new Set<Socket>();
  #isTrimDue = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  admit(socket: Socket): void {
    this.#strangers.set(socket, this.#clock.monotonicMs());
    socket.once('close', () => {
      this.#strangers.delete(socket);
      this.#known.delete(socket);
    });
    while (this.#strangers.size > DOOR_STRANGERS_RUSH_MAX) this.#dropFirst();
    if (this.#strangers.size > DOOR_STRANGERS_MAX) this.#trimLater();
  }

  /** This connection has shown a session. */
  know(socket: Socket): void {
    if (this.#known.size >= DOOR_CONNECTIONS_MAX || !this.#strangers.delete(socket)) return;
    this.#known.add(socket);
  }

  /** Gives a new connection the time that a browser needs to show its session. */
  #trimLater(): void {
    if (this.#isTrimDue) return;
    this.#isTrimDue = true;
    this.#clock.after(DOOR_SHOWS_WITHIN_MS, () => {
      this.#isTrimDue = false;
      const nowMs = this.#clock.monotonicMs();
      for (const [socket, cameMs] of this.#strangers) {
        if (this.#strangers.size <= DOOR_STRANGERS_MAX) return;
        if (nowMs - cameMs < DOOR_SHOWS_WITHIN_MS) return this.#trimLater();
        this.#drop(socket);
      }
    });
  }

  #dropFirst(): void {
    for (const socket of this.#strangers.keys()) return this.#drop(socket);
  }

  #drop(socket: Socket): void {
    this.#strangers.delete(socket);
    socket.destroy();
  }
}

/** Why a request is rejected, by code. */
const REFUSALS = {
  wrongHost: { status: 403, cure: msg('cure.openShownLink') },
  wrongOrigin: { status: 403, cure: msg('cure.openShownLink') },
  otherSite: { status: 403, cure: msg('cure.openShownLink') },
  noSession: { status: 401, cure: msg('cure.pressEnterForLink') },
  usedLink: { status: 403, cure: msg('cure.pressEnterForLink') },
  contentType: { status: 415, cure: msg('cure.reloadPage') },
  tooLarge: { status: 413, cure: msg('cure.splitIt') },
  malformed: { status: 400, cure: msg('cure.reloadPage') },
  cut: { status: 400, cure: msg('cure.tryAgain') },
  fileName: { status: 400, cure: msg('cure.openItAgain') },
  method: { status: 405, cure: msg('cure.reloadPage') },
  notFound: { status: 404, cure: msg('cure.openShownLink') },
  tooManyWindows: { status: 503, cure: msg('cure.closeSomeWindows') },
  fault: { status: 500, cure: msg('cure.tryAgain') },
} as const;

/** Streams events until the window closes. `onEnd` is called once. */
function streamEvents(
  { request, response }: HttpExchange,
  { hub, clock, onEnd }: { readonly hub: HostedDesk['hub']; readonly clock: Clock; readonly onEnd: () => void },
): void {
  request.socket.setTimeout(0);
  response.writeHead(200, { ...SECURITY_HEADERS, 'Content-Type': 'text/event-stream; charset=utf-8' });
  response.flushHeaders();
  let stopBeating = (): void => {};
  const beat = (): void => {
    response.write(': here\n\n');
    stopBeating = clock.after(EVENT_STREAM_HEARTBEAT_MS, beat);
  };
  const send = (event: NumberedEvent): void => {
    response.write(`id: ${event.epoch}:${event.sequence}\ndata: ${JSON.stringify(event)}\n\n`);
    if (response.writableLength > EVENT_STREAM_BUFFER_MAX_BYTES) response.destroy();
  };
  const stopFollowing = hub.follow(send, placeOf(request));
  stopBeating = clock.after(EVENT_STREAM_HEARTBEAT_MS, beat);
  response.once('close', () => {
    stopFollowing();
    stopBeating();
    onEnd();
  });
}

/** The last event the window got; the browser sends it when it reconnects. */
function placeOf({ headers }: IncomingMessage): EventPlace | null {
  const last = headers['last-event-id'];
  const parts = typeof last === 'string' ? /^([0-9a-f-]{36}):(\d{1,15})$/.exec(last) : null;
  const [, epoch, digits] = parts ?? [];
  return epoch === undefined || digits === undefined ? null : { epoch, sequence: Number(digits) };
}

type BodyProblem = 'contentType' | 'tooLarge' | 'malformed' | 'cut';

/** Whether a request declares this content type, with at most a charset. */
function carries({ headers }: IncomingMessage, type: string): boolean {
  const [said = '', ...rest] = (headers['content-type'] ?? '').toLowerCase().split(';');
  return said.trim() === type && rest.every((part) => part.trim() === 'charset=utf-8');
}

/** Reads a JSON object; anything else is malformed. */
async function readJson(
  request: IncomingMessage,
  maxBytes: number,
): Promise<
  { readonly kind: 'json'; readonly value: object } | { readonly kind: 'problem'; readonly problem: BodyProblem }
> {
  if (!carries(request, 'application/json')) return { kind: 'problem', problem: 'contentType' };
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return { kind: 'problem', problem: 'tooLarge' };
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) return { kind: 'problem', problem: 'tooLarge' };
      chunks.push(chunk);
    }
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { kind: 'json', value };
    return { kind: 'problem', problem: 'malformed' };
  } catch {
    return { kind: 'problem', problem: request.complete ? 'malformed' : 'cut' };
  }
}

/** Writes the bytes to a new file. Returns what was wrong with them, or null if all arrived. */
async function writeBody(
  request: IncomingMessage,
  { path, maxBytes }: { readonly path: string; readonly maxBytes: number },
): Promise<BodyProblem | null> {
  if (!carries(request, 'application/octet-stream')) return 'contentType';
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return 'tooLarge';
  let isTooLarge = false;
  async function* capped(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let size = 0;
    for await (const chunk of source) {
      size += chunk.length;
      if (size > maxBytes) {
        isTooLarge = true;
        throw new RangeError('more bytes than a file may have');
      }
      yield chunk;
    }
  }
  try {
    await pipeline(request, capped, createWriteStream(path, NEW_FILE));
    return null;
  } catch {
    return isTooLarge ? 'tooLarge' : 'cut';
  }
}
