// Where the gateway is. In: the profile's base URL. Out: what a socket and a request line need, and one TLS context for all.
// This file must never accept plain http beyond this machine, and never turn a certificate check off.

import { isIP } from 'node:net';
import { createSecureContext, getCACertificates, rootCertificates } from 'node:tls';
import type { ConnectionOptions, SecureContext } from 'node:tls';
import { isLoopback } from '../../../shared/base-url.ts';
import { invariant } from '../../../shared/failures.ts';

/**
 * Shape: `url` is the origin, for whoever finds the way there; `host` without brackets; `pathPrefix` without a slash at its
 * end; `tls` is null on loopback http only.
 */
export interface Endpoint {
  readonly url: string;
  readonly host: string;
  readonly port: number;
  readonly hostHeader: string;
  readonly pathPrefix: string;
  readonly tls: { readonly secureContext: SecureContext; readonly servername: string | undefined } | null;
}

/** Reads the base URL. Errors: throws InvariantError for what the profile's check must have refused. */
export function openEndpoint(baseUrl: string, moreAuthorities: readonly string[] = []): Endpoint {
  const url = URL.parse(baseUrl);
  invariant(url !== null, 'the base URL is not a URL');
  invariant(url.username === '' && url.password === '', 'the base URL carries a user name');
  invariant(url.search === '' && url.hash === '', 'the base URL carries a query');
  const secure = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  invariant(secure || (url.protocol === 'http:' && isLoopback(url.hostname)), 'plain http beyond this machine');
  return {
    url: url.origin,
    host,
    port: url.port === '' ? (secure ? 443 : 80) : Number(url.port),
    hostHeader: url.host,
    pathPrefix: url.pathname.replace(/\/+$/, ''),
    tls: secure ? openTls(host, moreAuthorities) : null,
  };
}

/** How each connection is secured. Shape: options of tls.connect. */
export function tlsOptions(tls: NonNullable<Endpoint['tls']>): ConnectionOptions {
  return {
    secureContext: tls.secureContext,
    rejectUnauthorized: true,
    ALPNProtocols: ['http/1.1'],
    ...(tls.servername === undefined ? {} : { servername: tls.servername }),
  };
}

/** Reading hundreds of authorities takes tens of milliseconds: once per client, never per request. */
function openTls(host: string, moreAuthorities: readonly string[]): NonNullable<Endpoint['tls']> {
  const ca = [...new Set([...systemAuthorities(), ...moreAuthorities])];
  return {
    secureContext: createSecureContext({ ca, minVersion: 'TLSv1.2' }),
    // An address is no server name: RFC 6066 forbids it in the handshake, the certificate is still checked against it.
    servername: isIP(host) === 0 ? host : undefined,
  };
}

/** Companies put their own authority into the system; a system store that cannot be read leaves Node's own list. */
function systemAuthorities(): readonly string[] {
  try {
    return [...getCACertificates('default'), ...getCACertificates('system')];
  } catch {
    return rootCertificates;
  }
}
