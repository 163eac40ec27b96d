// A refused address is never repeated in a message: people paste addresses that contain a password.

import { BASE_URL_MAX_CHARACTERS } from '../../../shared/limits.ts';
import { type Message, msg } from '../../../shared/messages/message.ts';

/** Parses a URL with the platform's own parser; null when it cannot. */
export type ReadUrl = (text: string) => {
  readonly protocol: string;
  readonly hostname: string;
  readonly origin: string;
  readonly pathname: string;
} | null;

export type BaseUrlReading =
  | { readonly kind: 'taken'; readonly baseUrl: string }
  | { readonly kind: 'refused'; readonly message: Message; readonly cure: Message };

/**
 * Reads a base URL: https, or plain http to this machine, with only host, port and path. The result has scheme and host in
 * lower case and no trailing slash. `option` is its name on the command line.
 */
export function readBaseUrl(text: string, readUrl: ReadUrl, option = ''): BaseUrlReading {
  const refuse = (problem: BaseUrlProblem, cure: BaseUrlCure = 'givenAddress'): BaseUrlReading => ({
    kind: 'refused',
    message: msg(`address.${problem}`, { option }),
    cure: msg(`cure.${cure}`),
  });
  if (text.length > BASE_URL_MAX_CHARACTERS) return refuse('tooLong');
  if (/[\s\\\p{Cc}]/u.test(text)) return refuse('characters');
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return refuse('noScheme');
  const url = readUrl(text);
  if (url === null) return refuse('noUrl');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return refuse('otherScheme');
  if (/^[^/]*\/\/[^/?#]*@/.test(text)) return refuse('credentials', 'withoutCredentials');
  if (/[?#]/.test(text)) return refuse('query', 'withoutQuery');
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return refuse('plainHttp', 'useHttps');
  let baseUrl = `${url.origin}${url.pathname}`;
  while (baseUrl.endsWith('/')) baseUrl = baseUrl.slice(0, -1);
  return { kind: 'taken', baseUrl };
}

type BaseUrlProblem =
  | 'tooLong'
  | 'characters'
  | 'noScheme'
  | 'noUrl'
  | 'otherScheme'
  | 'credentials'
  | 'query'
  | 'plainHttp';
type BaseUrlCure = 'givenAddress' | 'withoutCredentials' | 'withoutQuery' | 'useHttps';

/** Whether a host name, as a URL parser writes it, is this machine without asking a name server. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);
}

/**
 * A proxy that opens tunnels. `host` is without brackets; `secure` when the connection to the proxy itself is TLS;
 * `authorization` is the value of Proxy-Authorization, or null.
 */
export interface TunnelProxy {
  readonly kind: 'tunnel';
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  readonly authorization: string | null;
}

/** How to reach an address. `unusable`: a kind of proxy the desk cannot use, such as SOCKS. */
export type Route = { readonly kind: 'direct' } | TunnelProxy | { readonly kind: 'unusable' };

/** Finds the route to an address. Called for each connection, because a laptop changes networks. */
export type FindRoute = (url: string) => Route | Promise<Route>;
