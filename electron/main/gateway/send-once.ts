// Sends one POST that must never be sent twice, and whose answer must be nobody else's: a superfluous answer on a kept
// connection would shift all that follow. In: an endpoint, headers, a post. Out: the exchange's result.
// The socket is made for it and the request is created when it is connected, so a request knows one fresh connection, no
// agent, no reuse and no redirect, and nothing can be written before the handshake is over. This file must never try again.

import { request as openRequest } from 'node:http';
import type { Socket } from 'node:net';
import { ANSWER_HEADERS_MAX_BYTES } from '../../../shared/limits.ts';
import type { FindRoute } from '../../../shared/proxies.ts';
import type { Endpoint } from './endpoint.ts';
import { Exchange } from './exchange.ts';
import type { ExchangeResult, Post } from './exchange.ts';
import { connectedEvent, reach } from './reach.ts';

/** Where requests go, and with what. Shape: `headers` as name, value, name, value. */
export interface GatewayPlace {
  readonly endpoint: Endpoint;
  readonly headers: readonly string[];
  readonly findRoute: FindRoute;
}

/** Sends once, on a connection of its own. */
export function sendOnce(place: GatewayPlace, post: Post): Promise<ExchangeResult> {
  return new Promise((resolve, reject) => {
    const exchange = new Exchange(post, { resolve, reject });
    reach(place.endpoint, place.findRoute, {
      own: (socket) => exchange.own(socket),
      connecting: (socket) => writeWhenConnected(socket, { exchange, place, post }),
      fail: (fault) => exchange.fail(fault, null),
    });
  });
}

function writeWhenConnected(
  socket: Socket,
  { exchange, place, post }: { readonly exchange: Exchange; readonly place: GatewayPlace; readonly post: Post },
): void {
  const { endpoint, headers } = place;
  const failBefore = (error: Error): void => exchange.fail(error, socket);
  const closeBefore = (): void => exchange.fail(null, socket);
  socket.on('error', failBefore);
  socket.on('close', closeBefore);
  socket.once(connectedEvent(endpoint), () => {
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
}
