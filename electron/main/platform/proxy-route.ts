// Finds the proxy for a connection, from the environment or from the system's answer.

import { getProxyForUrl } from 'proxy-from-env';
import type { Route } from '../domain/addresses.ts';

const DIRECT: Route = { kind: 'direct' };
const UNUSABLE: Route = { kind: 'unusable' };

/** The proxy of HTTPS_PROXY or ALL_PROXY, unless NO_PROXY names the host. */
export function findEnvironmentRoute(url: string): Route {
  const proxy = getProxyForUrl(url);
  if (proxy === '') return DIRECT;
  // The library adds the requested address's scheme to a proxy without one; like curl, we read that as plain http.
  const isAsWritten = Object.values(process.env).includes(proxy);
  return readProxyUrl(isAsWritten ? proxy : proxy.replace(/^https:/, 'http:'));
}

/** Parses a proxy's address: `http://name:password@host:port` or https; anything else is unusable. */
export function readProxyUrl(text: string): Route {
  const url = URL.parse(text);
  const secure = url?.protocol === 'https:';
  if (url === null || url.hostname === '' || (!secure && url.protocol !== 'http:')) return UNUSABLE;
  const authorization = authorizationOf(url);
  if (authorization === 'unreadable') return UNUSABLE;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  return { kind: 'tunnel', host, port, secure, authorization };
}

/**
 * Parses the system's proxy settings for an address: `PROXY host:port; DIRECT`, best first, as a PAC script answers and
 * Electron's ses.resolveProxy returns. The first is used.
 */
export function readSystemRoute(answer: string): Route {
  const [best = ''] = answer.split(';');
  const [kind = '', address = ''] = best.trim().split(/\s+/);
  switch (kind.toUpperCase()) {
    case '':
    case 'DIRECT':
      return DIRECT;
    case 'PROXY':
      return readProxyUrl(`http://${address}`);
    case 'HTTPS':
      return readProxyUrl(`https://${address}`);
    default:
      return UNUSABLE;
  }
}

function authorizationOf({ username, password }: URL): string | null {
  if (username === '' && password === '') return null;
  try {
    const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    return `Basic ${Buffer.from(pair).toString('base64')}`;
  } catch {
    return 'unreadable';
  }
}
