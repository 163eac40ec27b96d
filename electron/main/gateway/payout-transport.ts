// Sends one POST that must never be sent twice. In: an endpoint, headers, a post. Out: the exchange's result.
// The socket is made here and the request is created when it is connected, so a request knows one fresh connection, no agent,
// no reuse and no redirect, and nothing can be written before the handshake is over. This file must never try again.

import { request as openRequest } from 'node:http';
import { connect as connectTcp } from 'node:net';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { ADDRESS_ATTEMPT_TIMEOUT_MS, ANSWER_HEADERS_MAX_BYTES } from '../../../shared/limits.ts';
import { tlsOptions } from './endpoint.ts';
import type { Endpoint } from './endpoint.ts';
import { Exchange } from './exchange.ts';
import type { ExchangeResult, Post } from './exchange.ts';

/** Sends once, on a connection of its own. Shape: `headers` as name, value, name, value. */
export function sendOnce(endpoint: Endpoint, headers: readonly string[], post: Post): Promise<ExchangeResult> {
  return new Promise((resolve, reject) => {
    const exchange = new Exchange(post, { resolve, reject });
    const socket = connect(endpoint);
    exchange.own(socket);
    const failBefore = (error: Error): void => exchange.fail(error, socket);
    const closeBefore = (): void => exchange.fail(null, socket);
    socket.on('error', failBefore);
    socket.on('close', closeBefore);
    socket.once(endpoint.tls === null ? 'connect' : 'secureConnect', () => {
      const request = openRequest({
        createConnection: () => socket,
        method: 'POST',
        path: endpoint.pathPrefix + post.path,
        headers: [...headers, 'connection', 'close', 'content-length', String(Buffer.byteLength(post.body))],
        maxHeaderSize: ANSWER_HEADERS_MAX_BYTES,
        insecureHTTPParser: false,
      });
      exchange.listenTo(request);
      // From here the request hears the socket's faults, and in the right order with the parser's.
      socket.off('error', failBefore);
      socket.off('close', closeBefore);
      request.once('socket', () => exchange.write(request));
    });
  });
}

function connect(endpoint: Endpoint): Socket {
  const { host, port, tls } = endpoint;
  const address = { host, port, autoSelectFamilyAttemptTimeout: ADDRESS_ATTEMPT_TIMEOUT_MS };
  if (tls === null) return connectTcp(address);
  return connectTls({ ...address, ...tlsOptions(tls) });
}
