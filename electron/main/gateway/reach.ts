// Opens a fresh socket to the gateway: straight, or through the proxy that the route names. In: an endpoint and how to find
// the route. Out: a socket whose handshake with the gateway is under way. This file must never reuse a socket.

import { connect as connectTcp } from 'node:net';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { unreachable } from '../../../shared/failures.ts';
import { ADDRESS_ATTEMPT_TIMEOUT_MS } from '../../../shared/limits.ts';
import type { FindRoute, Route } from '../../../shared/proxies.ts';
import { tlsOptions } from './endpoint.ts';
import type { Endpoint } from './endpoint.ts';
import { openTunnel, TunnelFault } from './tunnel.ts';

export interface ReachEnd {
  /** Hears each socket as it comes to be, to destroy it when the wait is over. */
  readonly own: (socket: Socket) => void;
  /** Shape: the socket's `connectedEvent` has not happened yet. */
  readonly connecting: (socket: Socket) => void;
  readonly fail: (fault: Error) => void;
}

/** What a socket says when bytes of a request may be written to it. */
export function connectedEvent({ tls }: Endpoint): 'connect' | 'secureConnect' {
  return tls === null ? 'connect' : 'secureConnect';
}

/** Opens a socket. Plain http reaches this machine only, and never asks for a proxy. */
export function reach(endpoint: Endpoint, findRoute: FindRoute, end: ReachEnd): void {
  const { host, port, tls } = endpoint;
  const address = { host, port, autoSelectFamilyAttemptTimeout: ADDRESS_ATTEMPT_TIMEOUT_MS };
  const begin = (socket: Socket): void => {
    end.own(socket);
    end.connecting(socket);
  };
  if (tls === null) return begin(connectTcp(address));
  const follow = (route: Route): void => {
    switch (route.kind) {
      case 'direct':
        return begin(connectTls({ ...address, ...tlsOptions(tls) }));
      case 'tunnel':
        return openTunnel(
          { proxy: route, host, port, secureContext: tls.secureContext },
          {
            own: end.own,
            // The tunnel's own faults end the TLS socket above it, where they are heard.
            open: (socket) => begin(connectTls({ socket, host, port, ...tlsOptions(tls) })),
            fail: end.fail,
          },
        );
      case 'unusable':
        return end.fail(new TunnelFault());
      default:
        return unreachable(route);
    }
  };
  Promise.resolve(endpoint.url)
    .then(findRoute)
    .then(follow, () => end.fail(new TunnelFault()));
}
