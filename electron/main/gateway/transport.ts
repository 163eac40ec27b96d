// Sends one POST that must never be sent twice and must never get another request's answer: one extra answer on a reused
// connection would shift all that follow. The socket is made for the request, and the request is created only when the socket
// is connected. So each request has one fresh connection, no agent, no reuse and no redirect, and nothing can be written before
// the handshake is over. A proxy gets a host and a port, never a byte of a request. A raw error is never passed on, because its
// text may contain addresses, headers or worse.

import { type ClientRequest, type IncomingMessage, request as openRequest } from 'node:http';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import {
  type ConnectionOptions,
  connect as connectTls,
  createSecureContext,
  getCACertificates,
  rootCertificates,
  type SecureContext,
  TLSSocket,
} from 'node:tls';
import { invariant, unreachable } from '../../../shared/failures.ts';
import type { NotSentCause } from '../../../shared/outcomes.ts';
import { type FindRoute, isLoopback, type Route, type TunnelProxy } from '../domain/addresses.ts';
import { ShareGone } from '../domain/run.ts';

/** How long each address of a host is tried. Node's 250 ms fail on distant or mobile connections: Node issue 54359. */
const ADDRESS_ATTEMPT_TIMEOUT_MS = 3_000;

/** An answer in more chunks than this is joined as it arrives, so that tiny chunks cannot use up memory. */
const ANSWER_CHUNKS_MAX = 256;

/** An answer's headers are a few hundred bytes; beyond Node's usual limit it is no answer. */
const ANSWER_HEADERS_MAX_BYTES = 16 * 1024;

/** A connection that is not open by then will not open. Nothing has been sent, so giving up is safe. */
export const CONNECT_TIMEOUT_MS = 10_000;

/** An answer is a few hundred bytes; beyond this it is no answer. See DESIGN, What an answer means for the money. */
export const ANSWER_MAX_BYTES = 256 * 1024;

/**
 * One request. `onWrite` is called only when its bytes are handed to the connected socket. `onClose` registers a way to abandon
 * a read whose answer is no longer needed; a payout has none, because its answer is always awaited.
 */
export interface Post {
  readonly path: string;
  readonly body: string;
  readonly timeoutMs: number;
  readonly connectTimeoutMs: number;
  readonly onWrite: () => void;
  readonly onClose?: (abandon: () => void) => () => void;
}

/** What came back after the request was written. `encoded`: the body is compressed, so we cannot read it. */
export interface SentResult {
  readonly kind: 'sent';
  readonly ending: AnswerEnding;
  readonly httpStatus: number | null;
  readonly retryAfter: string | null;
  readonly encoded: boolean;
  readonly body: Buffer;
}

export type ExchangeResult = { readonly kind: 'notSent'; readonly cause: NotSentCause } | SentResult;

interface Settle {
  readonly resolve: (result: ExchangeResult) => void;
  readonly reject: (fault: unknown) => void;
}

/** The life of one request. */
class Exchange {
  readonly #post: Post;
  readonly #settle: Settle;
  readonly #connectTimer: NodeJS.Timeout;
  readonly #deadline: NodeJS.Timeout;
  readonly #stopListening: () => void;
  #connection: Socket | ClientRequest | null = null;
  #response: IncomingMessage | null = null;
  #chunks: Buffer[] = [];
  #heldBytes = 0;
  #expired = false;
  #written = false;
  #settled = false;

  constructor(post: Post, settle: Settle) {
    this.#post = post;
    this.#settle = settle;
    // A blocked event loop runs timers before it reads sockets, so data that has arrived by then is read first.
    this.#connectTimer = setTimeout(() => setImmediate(() => this.#giveUpConnecting()), post.connectTimeoutMs);
    this.#deadline = setTimeout(() => {
      this.#expired = true;
      setImmediate(() => this.#giveUp());
    }, post.timeoutMs);
    this.#stopListening = post.onClose?.(() => this.#abandon()) ?? (() => {});
  }

  /** Registers what to destroy when the exchange ends without a whole answer; destroys it at once if it has ended already. */
  own(connection: Socket | ClientRequest): void {
    this.#connection = connection;
    if (this.#settled) connection.destroy();
  }

  /** Reads a request's answer. The request must not have been ended yet. */
  listenTo(request: ClientRequest): void {
    request.once('response', (response) => this.#read(response));
    request.on('error', (error) => this.fail(error, request.socket));
    request.once('close', () => this.fail(null, null));
  }

  /**
   * Hands the whole request to its connected socket. If `onWrite` throws, nothing is sent, and the exchange rejects, unless the
   * request only may not leave now.
   */
  write(request: ClientRequest): void {
    if (this.#settled) return;
    if (this.#expired) {
      this.#giveUpConnecting();
      return;
    }
    clearTimeout(this.#connectTimer);
    try {
      this.#post.onWrite();
    } catch (fault) {
      if (fault instanceof ShareGone) return this.#finish({ kind: 'notSent', cause: 'aborted' });
      this.#stop();
      this.#connection?.destroy();
      this.#settle.reject(fault);
      return;
    }
    this.#written = true;
    request.end(this.#post.body);
  }

  /** The connection or the answer broke. Before the write nothing has left; after it nobody knows. */
  fail(error: Error | null, socket: Socket | null): void {
    // A complete answer stays whole even before its last event.
    if (this.#settled || this.#response?.complete === true) return;
    if (this.#written) this.#conclude(endingOf(error));
    else this.#finish({ kind: 'notSent', cause: notSentCauseOf(error, socket) });
  }

  #read(response: IncomingMessage): void {
    this.#response = response;
    response.on('data', (chunk: Buffer) => this.#hold(chunk));
    response.once('end', () => this.#conclude(response.complete ? 'whole' : 'cut'));
    response.on('error', () => this.fail(null, null));
  }

  #hold(chunk: Buffer): void {
    if (this.#settled) return;
    this.#heldBytes += chunk.length;
    this.#chunks.push(chunk);
    if (this.#heldBytes > ANSWER_MAX_BYTES) this.#conclude('tooLarge');
    else if (this.#chunks.length >= ANSWER_CHUNKS_MAX) this.#chunks = [Buffer.concat(this.#chunks)];
  }

  #giveUpConnecting(): void {
    if (!this.#written && !this.#settled) this.#finish({ kind: 'notSent', cause: 'connectTimeout' });
  }

  #giveUp(): void {
    if (this.#written) this.#conclude('timeout');
    else this.#giveUpConnecting();
  }

  #abandon(): void {
    if (this.#written) this.#conclude('cut');
    else this.#finish({ kind: 'notSent', cause: 'aborted' });
  }

  #conclude(ending: AnswerEnding): void {
    if (this.#settled) return;
    const response = this.#response;
    const encoding = (response?.headers['content-encoding'] ?? '').trim().toLowerCase();
    const [first] = this.#chunks;
    this.#finish({
      kind: 'sent',
      ending,
      httpStatus: response?.statusCode ?? null,
      retryAfter: response?.headers['retry-after'] ?? null,
      encoded: encoding !== '' && encoding !== 'identity',
      body: this.#chunks.length === 1 && first !== undefined ? first : Buffer.concat(this.#chunks),
    });
  }

  #finish(result: ExchangeResult): void {
    if (this.#settled) return;
    this.#stop();
    // After a whole answer Node closes the connection itself.
    if (result.kind === 'notSent' || result.ending !== 'whole') this.#connection?.destroy();
    this.#settle.resolve(result);
  }

  #stop(): void {
    this.#settled = true;
    this.#chunks = [];
    clearTimeout(this.#connectTimer);
    clearTimeout(this.#deadline);
    this.#stopListening();
  }
}

/** Where requests go, and with what. `headers` alternates name and value. */
export interface GatewayPlace {
  readonly endpoint: Endpoint;
  readonly headers: readonly string[];
  readonly findRoute: FindRoute;
}

/** Sends once, on its own connection. */
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
    // From here on the request gets the socket's errors, in the right order with the parser's.
    socket.off('error', failBefore);
    socket.off('close', closeBefore);
    request.once('socket', () => exchange.write(request));
  });
}

interface ReachEnd {
  /** Called with each new socket, so that it can be destroyed when the exchange ends. */
  readonly own: (socket: Socket) => void;
  /** Called before the socket's `connectedEvent`. */
  readonly connecting: (socket: Socket) => void;
  readonly fail: (fault: Error) => void;
}

/** The event after which bytes of a request may be written to the socket. */
function connectedEvent({ tls }: Endpoint): 'connect' | 'secureConnect' {
  return tls === null ? 'connect' : 'secureConnect';
}

/** Opens a socket. Plain http reaches only this machine and never uses a proxy. */
function reach(endpoint: Endpoint, findRoute: FindRoute, end: ReachEnd): void {
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
            // Errors of the tunnel end the TLS socket on top of it, which reports them.
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

/** The tunnel did not open, so nothing of a request has left. */
class TunnelFault extends Error {
  readonly code = 'TUNNEL';
  constructor() {
    super('the proxy opened no way');
  }
}

interface Tunnel {
  readonly proxy: TunnelProxy;
  readonly host: string;
  readonly port: number;
  readonly secureContext: SecureContext;
  /** The server speaks first, as mail servers do. */
  readonly mayGreet?: boolean;
}

interface TunnelEnd {
  /** Called with each new socket, so that it can be destroyed when the exchange ends. */
  readonly own: (socket: Socket) => void;
  readonly open: (socket: Socket) => void;
  readonly fail: (fault: TunnelFault) => void;
}

/** Opens a tunnel. Calls either `open` or `fail` once, unless the owned socket is destroyed first. */
function openTunnel({ proxy, host, port, secureContext, mayGreet = false }: Tunnel, end: TunnelEnd): void {
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
      headers: [
        'host',
        authority,
        ...(proxy.authorization === null ? [] : ['proxy-authorization', proxy.authorization]),
      ],
      maxHeaderSize: ANSWER_HEADERS_MAX_BYTES,
      insecureHTTPParser: false,
    });
    request.on('error', fail);
    request.once('connect', (answer, _socket, early: Buffer) => {
      // In TLS we speak first; anything that speaks earlier is not the gateway.
      if (isOver || answer.statusCode !== 200 || (early.length > 0 && !mayGreet)) return fail();
      isOver = true;
      socket.unshift(early);
      socket.setTimeout(0);
      end.open(socket);
    });
    request.end();
  });
}

/** A connected socket without TLS, and what to verify a certificate with, for what speaks another protocol: mail. */
export type OpenedSocket =
  | { readonly kind: 'open'; readonly socket: Socket }
  | { readonly kind: 'failed'; readonly cause: 'proxy' | 'unreachable' };

/**
 * Opens a socket, directly or through a proxy's tunnel; the signal ends the wait for it. This machine itself is never reached through
 * a proxy.
 */
export async function openSocket(
  { host, port }: { readonly host: string; readonly port: number },
  {
    findRoute,
    secureContext,
    signal,
  }: { readonly findRoute: FindRoute; readonly secureContext: SecureContext; readonly signal: AbortSignal },
): Promise<OpenedSocket> {
  const authority = isIP(host) === 6 ? `[${host}]` : host;
  const route = isLoopback(authority)
    ? ({ kind: 'direct' } as const)
    : await Promise.resolve(`https://${authority}:${port}`)
        .then(findRoute)
        .catch((): Route => ({ kind: 'unusable' }));
  if (route.kind === 'unusable') return { kind: 'failed', cause: 'proxy' };
  if (signal.aborted) return { kind: 'failed', cause: 'unreachable' };
  return await new Promise((resolve) => {
    const endBy = (socket: Socket): void => signal.addEventListener('abort', () => socket.destroy(), { once: true });
    signal.addEventListener('abort', () => resolve({ kind: 'failed', cause: 'unreachable' }), { once: true });
    if (route.kind === 'tunnel') {
      openTunnel(
        { proxy: route, host, port, secureContext, mayGreet: true },
        {
          own: endBy,
          open: (socket) => resolve({ kind: 'open', socket }),
          fail: () => resolve({ kind: 'failed', cause: 'proxy' }),
        },
      );
      return;
    }
    const socket = connectTcp({ host, port, autoSelectFamilyAttemptTimeout: ADDRESS_ATTEMPT_TIMEOUT_MS });
    endBy(socket);
    const fail = (): void => {
      socket.destroy();
      resolve({ kind: 'failed', cause: 'unreachable' });
    };
    // It stays: whoever gets the socket may not listen yet when it breaks.
    socket.on('error', fail);
    socket.setTimeout(CONNECT_TIMEOUT_MS, fail);
    socket.once('connect', () => {
      socket.setTimeout(0);
      socket.off('timeout', fail);
      resolve({ kind: 'open', socket });
    });
  });
}

/** The certificates that this computer trusts, and TLS 1.2 or later. */
export function trustedContext(moreAuthorities: readonly string[] = []): SecureContext {
  const ca = [...new Set([...systemAuthorities(), ...moreAuthorities])];
  return createSecureContext({ ca, minVersion: 'TLSv1.2' });
}

function connectProxy({ host, port, secure }: TunnelProxy, secureContext: SecureContext): Socket {
  const address = { host, port, autoSelectFamilyAttemptTimeout: ADDRESS_ATTEMPT_TIMEOUT_MS };
  if (!secure) return connectTcp(address);
  return connectTls({ ...address, ...tlsOptions({ secureContext, servername: isIP(host) === 0 ? host : undefined }) });
}

/** `url` is the origin, to find the route; `host` has no brackets, `pathPrefix` no trailing slash; only loopback has no `tls`. */
export interface Endpoint {
  readonly url: string;
  readonly host: string;
  readonly port: number;
  readonly hostHeader: string;
  readonly pathPrefix: string;
  readonly tls: { readonly secureContext: SecureContext; readonly servername: string | undefined } | null;
}

/** Parses the base URL. Throws InvariantError for one that the profile's check should have refused. */
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

/** The options for tls.connect. */
function tlsOptions(tls: NonNullable<Endpoint['tls']>): ConnectionOptions {
  return {
    secureContext: tls.secureContext,
    rejectUnauthorized: true,
    ALPNProtocols: ['http/1.1'],
    ...(tls.servername === undefined ? {} : { servername: tls.servername }),
  };
}

/** Loading hundreds of authorities takes tens of milliseconds, so it is done once per client, not per request. */
function openTls(host: string, moreAuthorities: readonly string[]): NonNullable<Endpoint['tls']> {
  return {
    secureContext: trustedContext(moreAuthorities),
    // RFC 6066 forbids an IP address as server name in the handshake; the certificate is still checked against it.
    servername: isIP(host) === 0 ? host : undefined,
  };
}

/** Companies add their own authority to the system store. If that cannot be read, Node's own list is used. */
function systemAuthorities(): readonly string[] {
  try {
    return [...getCACertificates('default'), ...getCACertificates('system')];
  } catch {
    return rootCertificates;
  }
}

/** How an answer ended. Only a whole one says anything about money. `notJson` here is an answer that is not even HTTP. */
export type AnswerEnding = 'whole' | 'cut' | 'timeout' | 'tooLarge' | 'notJson';

/** Why a connection failed. In all these cases nothing of a request has left. */
function notSentCauseOf(error: Error | null, socket: Socket | null): NotSentCause {
  if (error instanceof TunnelFault) return 'proxy';
  // Node records a refused certificate on the socket itself, which is more reliable than a list of OpenSSL codes. The type says
  // Error, but Node stores its code; before the check it is null.
  const refusedCertificate: unknown = socket instanceof TLSSocket ? socket.authorizationError : null;
  if (refusedCertificate !== null && refusedCertificate !== undefined) return 'certificate';
  const [code, syscall] = [textMember(error, 'code'), textMember(error, 'syscall')];
  if (syscall === 'getaddrinfo' || code === 'ENOTFOUND' || code.startsWith('EAI_')) return 'dns';
  if (code === 'ECONNREFUSED') return 'refused';
  if (code === 'ETIMEDOUT') return 'connectTimeout';
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')) return 'tls';
  return 'connectionLost';
}

/** The ending of an answer that broke after the write. */
function endingOf(error: Error | null): AnswerEnding {
  const code = textMember(error, 'code');
  if (code === 'HPE_HEADER_OVERFLOW') return 'tooLarge';
  return code.startsWith('HPE_') ? 'notJson' : 'cut';
}

function textMember(error: Error | null, name: string): string {
  const value: unknown = error === null ? undefined : Reflect.get(error, name);
  return typeof value === 'string' ? value : '';
}
