// The proxy that a connection to the gateway goes through. In: nothing. Out: types that rooms share.
// This file must never name the gateway's token: a proxy is told where to, and nothing else.

/**
 * A proxy that opens tunnels.
 * Shape: `host` without brackets; `secure` when the way to the proxy itself is TLS; `authorization` is the value of
 * Proxy-Authorization, null when it asks for none.
 */
export interface TunnelProxy {
  readonly kind: 'tunnel';
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  readonly authorization: string | null;
}

/** How to reach an address. Shape: `unusable` is a proxy of a kind that the desk cannot speak to, such as SOCKS. */
export type Route = { readonly kind: 'direct' } | TunnelProxy | { readonly kind: 'unusable' };

/** Finds the way to an address, asked anew for each connection: a laptop changes networks. */
export type FindRoute = (url: string) => Route | Promise<Route>;
