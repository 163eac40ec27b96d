// A proxy made of bare sockets that opens tunnels, or misbehaves at every step of that.

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { TunnelProxy } from '../../electron/main/domain/addresses.ts';

export interface ProxyServer {
  readonly route: TunnelProxy;
  /** The heads of all requests, and whatever came in place of one. */
  readonly heads: readonly string[];
  readonly close: () => Promise<void>;
}

export interface ProxyBehaviour {
  readonly atAccept?: (socket: Socket) => void;
  /** Called in place of opening the tunnel. */
  readonly atConnect?: (socket: Socket) => void;
  /** Sent once the tunnel is open, in place of the plain 200. */
  readonly established?: string;
  readonly authorization?: string;
}

export async function openProxy(behaviour: ProxyBehaviour = {}): Promise<ProxyServer> {
  const heads: string[] = [];
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => socket.destroy());
    if (behaviour.atAccept !== undefined) return behaviour.atAccept(socket);
    let head = '';
    const read = (chunk: Buffer): void => {
      head += chunk.toString('latin1');
      if (!head.includes('\r\n\r\n')) return;
      socket.off('data', read);
      heads.push(head);
      if (behaviour.atConnect !== undefined) behaviour.atConnect(socket);
      else openTunnel(socket, head);
    };
    socket.on('data', read);
    return undefined;
  });
  function openTunnel(socket: Socket, head: string): void {
    const port = Number(/^CONNECT \S+:(\d+) /.exec(head)?.[1]);
    const behind = connect({ host: '127.0.0.1', port }, () => {
      socket.write(behaviour.established ?? 'HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(behind).pipe(socket);
    });
    sockets.push(behind);
    behind.on('error', () => socket.destroy());
    behind.on('close', () => socket.destroy());
    socket.on('close', () => behind.destroy());
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const authorization = behaviour.authorization ?? null;
  return {
    route: { kind: 'tunnel', host: '127.0.0.1', port, secure: false, authorization },
    heads,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
