// The loopback door: the window's page and the desk's commands on 127.0.0.1, for this machine's own browser.
// In: requests. Out: answers. Every request passes the gatekeeper before anything of it is looked at.
// This file must never listen on another address, and never hold a rule about a command.

import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import {
  COMMAND_PATH,
  DOWNLOADS_PATH,
  EVENTS_PATH,
  FILE_NAME_HEADER,
  FILES_PATH,
  SECRET_FRAGMENT,
  SESSION_PATH,
} from '../../../../shared/api/wire.ts';
import { invariant } from '../../../../shared/failures.ts';
import {
  COMMAND_MAX_BYTES,
  DOOR_HEADERS_MAX_BYTES,
  DOOR_HEADERS_TIMEOUT_MS,
  DOOR_IDLE_CONNECTION_MS,
  DOOR_REQUEST_TIMEOUT_MS,
  EVENT_STREAMS_MAX,
  FILE_MAX_BYTES,
  SECRET_MAX_BYTES,
} from '../../../../shared/limits.ts';
import type { WindowDesk } from '../open-window-desk.ts';
import type { Clock } from '../ports.ts';
import { answer, answerReply, SECURITY_HEADERS, turnAway } from './answers.ts';
import { Connections } from './connections.ts';
import { BODY_REFUSALS, OBJECTIONS, refusalOf } from './door-refusals.ts';
import { streamEvents } from './event-stream.ts';
import { Gatekeeper } from './gatekeeper.ts';
import type { PageFile } from '../page-files.ts';
import { readFile, readJson } from './read-body.ts';

export interface LoopbackDoor {
  readonly port: number;
  /** A link for one use: the page with a secret in its fragment, which no server log and no referrer ever sees. */
  newLink(): string;
  close(): Promise<void>;
}

export interface DoorParts {
  readonly desk: Pick<WindowDesk, 'dispatch' | 'hub' | 'files'>;
  readonly clock: Clock;
  readonly pageFiles: ReadonlyMap<string, PageFile>;
  /** The data folder, as GatekeeperParts has it. */
  readonly folder: string;
  /** Shape: 0 for any free one. */
  readonly port: number;
  /** A link was used. */
  readonly onSession?: () => void;
}

/** Fetched by a link, which carries no header: the name in it was told to a page with a key, and cannot be guessed. */
const DOWNLOAD = new RegExp(`^${DOWNLOADS_PATH}/([A-Za-z0-9_-]{22})$`);

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Opens the door. Errors: rejects when the port is taken. */
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
  await once(server, 'listening');
  const address = server.address();
  invariant(typeof address === 'object' && address !== null, 'the door has no address');
  const { port } = address;
  const here = `127.0.0.1:${port}`;
  const gatekeeper = new Gatekeeper({ address: here, folder, clock });
  let streams = 0;

  const handle = async (exchange: Exchange): Promise<void> => {
    const { request } = exchange;
    const objection = gatekeeper.objectionTo(request);
    if (objection !== null) return turnAway(exchange, 403, OBJECTIONS[objection]);
    const path = request.url ?? '';
    if (!path.startsWith('/api/')) return servePage(exchange, path);
    if (gatekeeper.isFromElsewhere(request)) return turnAway(exchange, 403, OBJECTIONS.site);
    if (path === SESSION_PATH) return openSession(exchange);
    const [, download] = DOWNLOAD.exec(path) ?? [];
    if (download !== undefined && request.method === 'GET' && gatekeeper.hasCookie(request)) {
      return giveFile(exchange, download);
    }
    const session = gatekeeper.sessionOf(request);
    if (session === null) return turnAway(exchange, 401, OBJECTIONS.session);
    connections.know(request.socket);
    if (path === COMMAND_PATH && request.method === 'POST') return command(exchange);
    if (path === FILES_PATH && request.method === 'POST') return takeFile(exchange);
    if (path === EVENTS_PATH && request.method === 'GET') {
      if (streams >= EVENT_STREAMS_MAX) return turnAway(exchange, 503, refusalOf('tooManyWindows'));
      streams += 1;
      const stopped = session.streamOpened();
      const onEnd = (): void => {
        streams -= 1;
        stopped();
      };
      return streamEvents(exchange, { hub: desk.hub, clock, onEnd });
    }
    return turnAway(exchange, 404, refusalOf('notFound'));
  };

  const openSession = async (exchange: Exchange): Promise<void> => {
    if (exchange.request.method !== 'POST') return turnAway(exchange, 405, refusalOf('method'));
    const body = await readJson(exchange.request, SECRET_MAX_BYTES);
    if (body.kind === 'problem') return turnAwayBody(exchange, body.problem);
    const secret: unknown = Reflect.get(body.value, 'secret');
    const opened = typeof secret === 'string' ? gatekeeper.exchange(secret, exchange.request) : null;
    if (opened === null) return turnAway(exchange, 403, refusalOf('usedLink'));
    onSession();
    const { cookie, key } = opened;
    exchange.response.setHeader('Set-Cookie', cookie);
    return answerReply(exchange.response, 200, { kind: 'done', value: { key } });
  };

  const servePage = (exchange: Exchange, path: string): void => {
    const { request, response } = exchange;
    if (request.method !== 'GET' && request.method !== 'HEAD') return turnAway(exchange, 405, refusalOf('method'));
    const file = pageFiles.get(path);
    if (file === undefined) return turnAway(exchange, 404, refusalOf('notFound'));
    return answer(response, { status: 200, ...file });
  };

  const command = async (exchange: Exchange): Promise<void> => {
    const body = await readJson(exchange.request, COMMAND_MAX_BYTES);
    if (body.kind === 'problem') return turnAwayBody(exchange, body.problem);
    const name: unknown = Reflect.get(body.value, 'name');
    const params: unknown = Reflect.get(body.value, 'params');
    return answerReply(exchange.response, 200, await desk.dispatch(name, params));
  };

  const takeFile = async (exchange: Exchange): Promise<void> => {
    const name = decodeName(exchange.request.headers[FILE_NAME_HEADER]);
    if (name === null) return turnAway(exchange, 400, refusalOf('fileName'));
    const into = () => desk.files.receive(name);
    const read = await readFile(exchange.request, { into, maxBytes: FILE_MAX_BYTES });
    if (typeof read === 'string') return turnAwayBody(exchange, read);
    return answerReply(exchange.response, 200, { kind: 'done', value: read.receiving.finish() });
  };

  const giveFile = async (exchange: Exchange, download: string): Promise<void> => {
    const file = desk.files.find(download);
    if (file === null) return turnAway(exchange, 404, refusalOf('notFound'));
    connections.know(exchange.request.socket);
    exchange.response.writeHead(200, {
      ...SECURITY_HEADERS,
      'Content-Type': 'application/octet-stream',
      'Content-Length': file.sizeBytes,
      'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
    });
    // A window that goes in the middle of a download is no fault.
    await pipeline(createReadStream(file.path), exchange.response).catch(() => exchange.response.destroy());
  };

  server.on('request', (request, response) => {
    handle({ request, response }).catch(() => {
      if (response.headersSent) response.destroy();
      else turnAway({ request, response }, 500, refusalOf('fault'));
    });
  });
  server.on('clientError', (_error, socket) => {
    // A browser keeps connections to spare. One that has said nothing ends without a word, so that a request which crosses its
    // end is sent again on another; an answer would be taken for the answer to that request.
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

function turnAwayBody(exchange: Exchange, problem: keyof typeof BODY_REFUSALS): void {
  const { status, refusal } = BODY_REFUSALS[problem];
  turnAway(exchange, status, refusal);
}

function decodeName(header: string | readonly string[] | undefined): string | null {
  if (typeof header !== 'string' || header === '') return null;
  try {
    return decodeURIComponent(header);
  } catch {
    return null;
  }
}
