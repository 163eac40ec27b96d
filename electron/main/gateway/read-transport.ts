// Sends reads: requests that a caller may repeat. In: an endpoint, headers, posts. Out: each exchange's result.
// Connections may be kept and reused here. This file must never carry a request that moves money or creates something.

import { Agent as HttpAgent, request as openHttp } from 'node:http';
import { Agent as HttpsAgent, request as openHttps } from 'node:https';
import { Socket } from 'node:net';
import { ANSWER_HEADERS_MAX_BYTES, READ_CONNECTION_IDLE_MS } from '../../../shared/limits.ts';
import type { FindRoute } from '../../../shared/proxies.ts';
import type { Endpoint } from './endpoint.ts';
import { Exchange } from './exchange.ts';
import type { ExchangeResult, Post } from './exchange.ts';
import { connectedEvent, reach } from './reach.ts';

export interface ReadTransport {
  /** Sends a read once, perhaps on a kept connection. */
  readonly send: (post: Post) => Promise<ExchangeResult>;
  /** Ends idle connections; those in use end with their request. */
  readonly close: () => void;
}

/** Where reads go, and with what. Shape: `headers` as name, value, name, value. */
export interface ReadPlace {
  readonly endpoint: Endpoint;
  readonly headers: readonly string[];
  readonly findRoute: FindRoute;
}

/** Opens the connections for reads. */
export function openReadTransport({ endpoint, headers, findRoute }: ReadPlace): ReadTransport {
  const { tls } = endpoint;
  const keeping = { keepAlive: true, timeout: READ_CONNECTION_IDLE_MS };
  const agent = tls === null ? new HttpAgent(keeping) : new HttpsAgent(keeping);
  // Kept or not, a connection comes to be in one way only, a proxy's included.
  agent.createConnection = (_options, created) => {
    reach(endpoint, findRoute, {
      own: () => {},
      connecting: (socket) => created?.(null, socket),
      fail: (fault) => created?.(fault, new Socket()),
    });
    return null;
  };
  const open = tls === null ? openHttp : openHttps;
  const connected = connectedEvent(endpoint);
  return {
    send: (post) =>
      new Promise((resolve, reject) => {
        const exchange = new Exchange(post, { resolve, reject });
        const request = open({
          agent,
          host: endpoint.host,
          port: endpoint.port,
          method: 'POST',
          path: endpoint.pathPrefix + post.path,
          headers: [...headers, 'content-length', String(Buffer.byteLength(post.body))],
          maxHeaderSize: ANSWER_HEADERS_MAX_BYTES,
          insecureHTTPParser: false,
        });
        exchange.own(request);
        exchange.listenTo(request);
        request.once('socket', (socket) => {
          if (request.reusedSocket) exchange.write(request);
          else socket.once(connected, () => exchange.write(request));
        });
      }),
    close: () => {
      agent.maxFreeSockets = 0;
      for (const idle of Object.values(agent.freeSockets)) idle?.forEach((socket) => socket.destroy());
    },
  };
}
