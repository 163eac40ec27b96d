// Which proxy a connection takes: what the environment names, or what the system answers.

import { getProxyForUrl } from 'proxy-from-env';
import type { Route } from '../domain/addresses.ts';

const DIRECT: Route = { kind: 'direct' };
const UNUSABLE: Route = { kind: 'unusable' };

/** The proxy of HTTPS_PROXY or ALL_PROXY, unless NO_PROXY names the host. */
export function findEnvironmentRoute(url: string): Route {
  const proxy = getProxyForUrl(url);
  if (proxy === '') return DIRECT;
  // The library gives a proxy without a scheme that of the address asked for; such a one is meant as plain http, as in curl.
  const isAsWritten = Object.values(process.env).includes(proxy);
  return readProxyUrl(isAsWritten ? proxy : proxy.replace(/^https:/, 'http:'));
}

/** Reads a proxy's address. Shape: `http://name:password@host:port` or https; anything else cannot be used. */
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
 * Reads what the system's proxy settings say of an address.
 * Shape: `PROXY host:port; DIRECT`, best first, as a PAC script answers; the first is taken. Source: Electron, ses.resolveProxy.
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
