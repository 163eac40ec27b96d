// Opens a way through a proxy: a fresh connection to it, one CONNECT, and then the bare socket behind it.
// In: the proxy and where to. Out: a socket on which TLS with the gateway may begin, or that there is none.
// This file must never send a byte of a request, its headers or its token: the proxy hears a host and a port.

import { request as openRequest } from 'node:http';
import { isIP, connect as connectTcp } from 'node:net';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { SecureContext } from 'node:tls';
import { ADDRESS_ATTEMPT_TIMEOUT_MS, ANSWER_HEADERS_MAX_BYTES, CONNECT_TIMEOUT_MS } from '../../../shared/limits.ts';
import type { TunnelProxy } from '../../../shared/proxies.ts';
import { tlsOptions } from './endpoint.ts';

/** No way was opened: nothing of a request has left. */
export class TunnelFault extends Error {
  readonly code = 'TUNNEL';
  constructor() {
    super('the proxy opened no way');
  }
}

export interface TunnelWish {
  readonly proxy: TunnelProxy;
  readonly host: string;
  readonly port: number;
  readonly secureContext: SecureContext;
}

export interface TunnelEnd {
  /** Hears each socket as it comes to be, to destroy it when the wait is over. */
  readonly own: (socket: Socket) => void;
  readonly open: (socket: Socket) => void;
  readonly fail: (fault: TunnelFault) => void;
}

/** Opens a tunnel. Shape: exactly one of `open` and `fail` is called, unless the owned socket is destroyed first. */
export function openTunnel({ proxy, host, port, secureContext }: TunnelWish, end: TunnelEnd): void {
  const socket = connectProxy(proxy, secureContext);
  end.own(socket);
  let isOver = false;
  const fail = (): void => {
    if (isOver) return;
    isOver = true;
    socket.destroy();
    end.fail(new TunnelFault());
  };
  socket.on('error', fail);
  socket.once('close', fail);
  socket.setTimeout(CONNECT_TIMEOUT_MS, fail);
  socket.once(proxy.secure ? 'secureConnect' : 'connect', () => {
    const authority = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
    const request = openRequest({
      createConnection: () => socket,
      method: 'CONNECT',
      path: authority,
      headers: ['host', authority, ...authorizationOf(proxy)],
      maxHeaderSize: ANSWER_HEADERS_MAX_BYTES,
      insecureHTTPParser: false,
    });
    request.on('error', fail);
    request.once('connect', (answer, _socket, early: Buffer) => {
      // TLS begins with us: whoever speaks before is no gateway.
      if (isOver || answer.statusCode !== 200 || early.length > 0) return fail();
      isOver = true;
      socket.setTimeout(0);
      end.open(socket);
    });
    request.end();
  });
}

function connectProxy({ host, port, secure }: TunnelProxy, secureContext: SecureContext): Socket {
  const address = { host, port, autoSelectFamilyAttemptTimeout: ADDRESS_ATTEMPT_TIMEOUT_MS };
  if (!secure) return connectTcp(address);
  return connectTls({ ...address, ...tlsOptions({ secureContext, servername: isIP(host) === 0 ? host : undefined }) });
}

function authorizationOf({ authorization }: TunnelProxy): readonly string[] {
  return authorization === null ? [] : ['proxy-authorization', authorization];
}
