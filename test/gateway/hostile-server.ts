// A server made of bare sockets that can misbehave at every phase, and that counts what reaches it. Never speak HTTP here
// unasked: a test writes every byte of an answer.

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { type SecureVersion, TLSSocket } from 'node:tls';

export interface ReadRequest {
  readonly path: string;
  readonly head: string;
  readonly body: string;
}

export interface HostileServer {
  readonly port: number;
  readonly requests: readonly ReadRequest[];
  readonly connectionCount: () => number;
  readonly bytesWritten: () => number;
  readonly close: () => Promise<void>;
}

type Pem = 'good' | 'wrong-host' | 'expired' | 'self-signed';

export interface HostileBehaviour {
  /** Speaks TLS with one of the fixtures' certificates. */
  readonly tls?: { readonly certificate: Pem; readonly maxVersion?: SecureVersion };
  /** Called with the bare socket; returns true when nothing more should happen on this connection. */
  readonly atAccept?: (socket: Socket) => boolean;
  /** Called once the connection can speak HTTP, before anything is read. */
  readonly atReady?: (socket: Socket) => void;
  /** Called for each complete request. `index` counts the requests of one connection from 0. */
  readonly atRequest?: (socket: Socket, request: ReadRequest, index: number) => void;
}

const bareSockets = new WeakMap<Socket, Socket>();

/** Ends a connection with a TCP reset, under TLS too. */
export function reset(socket: Socket): void {
  (bareSockets.get(socket) ?? socket).resetAndDestroy();
}

export function tlsFixture(name: string): string {
  return readFileSync(new URL(`../fixtures/tls/${name}`, import.meta.url), 'utf8');
}

export async function openHostileServer(behaviour: HostileBehaviour): Promise<HostileServer> {
  const requests: ReadRequest[] = [];
  const sockets: Socket[] = [];
  const server = createServer((bare) => {
    sockets.push(bare);
    bare.on('error', ignore);
    if (behaviour.atAccept?.(bare) === true) return;
    const socket = behaviour.tls === undefined ? bare : secured(bare, behaviour.tls);
    socket.on('error', ignore);
    behaviour.atReady?.(socket);
    readRequests(socket, (request, index) => {
      requests.push(request);
      behaviour.atRequest?.(socket, request, index);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    connectionCount: () => sockets.length,
    bytesWritten: () => sockets.reduce((sum, socket) => sum + socket.bytesWritten, 0),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function secured(bare: Socket, { certificate, maxVersion }: NonNullable<HostileBehaviour['tls']>): TLSSocket {
  const socket = new TLSSocket(bare, {
    isServer: true,
    cert: tlsFixture(`${certificate}.pem`),
    key: tlsFixture(`${certificate}.key`),
    ...(maxVersion === undefined ? {} : { maxVersion, minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' }),
  });
  bareSockets.set(socket, bare);
  return socket;
}

/** Reads complete requests from the socket: a head, then as many bytes as its content-length says. */
function readRequests(socket: Socket, read: (request: ReadRequest, index: number) => void): void {
  let held = Buffer.alloc(0);
  let index = 0;
  socket.on('data', (chunk: Buffer) => {
    held = Buffer.concat([held, chunk]);
    for (;;) {
      const headEnd = held.indexOf('\r\n\r\n');
      if (headEnd < 0) return;
      const head = held.toString('latin1', 0, headEnd);
      const end = headEnd + 4 + Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
      if (held.length < end) return;
      const path = head.split(' ')[1] ?? '';
      const request = { path, head, body: held.toString('utf8', headEnd + 4, end) };
      held = held.subarray(end);
      read(request, index);
      index += 1;
    }
  });
}

function ignore(): void {}

/** A well-formed answer as bytes. */
export function httpAnswer(status: number, body: string, headers: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries({ 'content-length': String(Buffer.byteLength(body)), ...headers });
  return `HTTP/1.1 ${status} Whatever\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
}
