// Sends one POST that must never be sent twice, and whose answer must be nobody else's: a superfluous answer on a kept
// connection would shift all that follow. The socket is made for it and the request is created when it is connected, so
// a request knows one fresh connection, no agent, no reuse and no redirect, and nothing can be written before the
// handshake is over. A proxy is told a host and a port and never a byte of a request; a raw error is never passed on,
// as its text may name addresses, headers or worse.

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

/** A host with several addresses gives each this long: Node's 250 ms fails on far or mobile lines. Source: Node issue 54359. */
const ADDRESS_ATTEMPT_TIMEOUT_MS = 3_000;

/** An answer that drips in smaller pieces than this many is joined as it comes, so that tiny chunks cannot cost memory. */
const ANSWER_CHUNKS_MAX = 256;

/** Headers of an answer are a few hundred bytes; past Node's own usual limit it is not an answer. */
const ANSWER_HEADERS_MAX_BYTES = 16 * 1024;

/** A fresh connection that is not there by then will not come; nothing has been sent, so giving up is free. */
export const CONNECT_TIMEOUT_MS = 10_000;

/** One answer is a few hundred bytes; past this it is not an answer. Source: DESIGN, What an answer means. */
export const ANSWER_MAX_BYTES = 256 * 1024;

/**
 * One request. Shape: `onWrite` is called in the moment its bytes are handed to the connected socket, and only then.
 * `onClose` takes what ends a read whose answer nobody waits for any more; a payout has none, its answer is always awaited.
 */
export interface Post {
  readonly path: string;
  readonly body: string;
  readonly timeoutMs: number;
  readonly connectTimeoutMs: number;
  readonly onWrite: () => void;
  readonly onClose?: (abandon: () => void) => () => void;
}

/** What came back after the request was written. Shape: `encoded` when the body is compressed, so not readable to us. */
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
    // A blocked event loop runs timers before it reads sockets: what has arrived by then is read first.
    this.#connectTimer = setTimeout(() => setImmediate(() => this.#giveUpConnecting()), post.connectTimeoutMs);
    this.#deadline = setTimeout(() => {
      this.#expired = true;
      setImmediate(() => this.#giveUp());
    }, post.timeoutMs);
    this.#stopListening = post.onClose?.(() => this.#abandon()) ?? (() => {});
  }

  /** Names what is destroyed when the exchange ends without a whole answer; at once where it has ended already. */
  own(connection: Socket | ClientRequest): void {
    this.#connection = connection;
    if (this.#settled) connection.destroy();
  }

  /** Takes a request's answer. The request must not have been ended yet. */
  listenTo(request: ClientRequest): void {
    request.once('response', (response) => this.#read(response));
    request.on('error', (error) => this.fail(error, request.socket));
    request.once('close', () => this.fail(null, null));
  }

  /** Hands the whole request to its connected socket. Errors: what `onWrite` throws rejects, and nothing is sent. */
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
    // A whole answer whose last event is still on its way stays whole.
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
    // The connection of a whole answer is left to Node, which closes it.
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
    // From here the request gets the socket's faults, and in the right order with the parser's.
    socket.off('error', failBefore);
    socket.off('close', closeBefore);
    request.once('socket', () => exchange.write(request));
  });
}

interface ReachEnd {
  /** Called with each socket as it comes to be, to destroy it when the wait is over. */
  readonly own: (socket: Socket) => void;
  /** Shape: the socket's `connectedEvent` has not happened yet. */
  readonly connecting: (socket: Socket) => void;
  readonly fail: (fault: Error) => void;
}

/** What a socket says when bytes of a request may be written to it. */
function connectedEvent({ tls }: Endpoint): 'connect' | 'secureConnect' {
  return tls === null ? 'connect' : 'secureConnect';
}

/** Opens a socket. Plain http reaches this machine only, and never asks for a proxy. */
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
            // The tunnel's own faults end the TLS socket above it, which reports them.
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

/** No way was opened: nothing of a request has left. */
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
}

interface TunnelEnd {
  /** Called with each socket as it comes to be, to destroy it when the wait is over. */
  readonly own: (socket: Socket) => void;
  readonly open: (socket: Socket) => void;
  readonly fail: (fault: TunnelFault) => void;
}

/** Opens a tunnel. Shape: exactly one of `open` and `fail` is called, unless the owned socket is destroyed first. */
function openTunnel({ proxy, host, port, secureContext }: Tunnel, end: TunnelEnd): void {
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
      // TLS begins with us: whoever speaks before is no gateway.
      if (isOver || answer.statusCode !== 200 || early.length > 0) return fail();
      isOver = true;
      socket.setTimeout(0);
      end.open(socket);
    });
    request.end();
  });
}

function connectProxy({ host, port, secure }: TunnelProxy, secureContext: SecureContext): Socket {
  const address = { host, port, autoSelectFamilyAttemptTimeout: ADDRESS_ATTEMPT_TIMEOUT_MS };
  if (!secure) return connectTcp(address);
  return connectTls({ ...address, ...tlsOptions({ secureContext, servername: isIP(host) === 0 ? host : undefined }) });
}

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
function tlsOptions(tls: NonNullable<Endpoint['tls']>): ConnectionOptions {
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

/** How an answer ended. Only a whole one says anything about money; `notJson` here is an answer that is not even HTTP. */
export type AnswerEnding = 'whole' | 'cut' | 'timeout' | 'tooLarge' | 'notJson';

/** Why a connection never came to be. Nothing of a request has left in any of these cases. */
function notSentCauseOf(error: Error | null, socket: Socket | null): NotSentCause {
  if (error instanceof TunnelFault) return 'proxy';
  // Node notes a refused certificate on the socket itself: surer than any list of OpenSSL's codes.
  // The types promise an Error, Node stores its code; before the check it is null.
  const refusedCertificate: unknown = socket instanceof TLSSocket ? socket.authorizationError : null;
  if (refusedCertificate !== null && refusedCertificate !== undefined) return 'certificate';
  const [code, syscall] = [textMember(error, 'code'), textMember(error, 'syscall')];
  if (syscall === 'getaddrinfo' || code === 'ENOTFOUND' || code.startsWith('EAI_')) return 'dns';
  if (code === 'ECONNREFUSED') return 'refused';
  if (code === 'ETIMEDOUT') return 'connectTimeout';
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')) return 'tls';
  return 'connectionLost';
}

/** How an answer ended that broke after the request was written. */
function endingOf(error: Error | null): AnswerEnding {
  const code = textMember(error, 'code');
  if (code === 'HPE_HEADER_OVERFLOW') return 'tooLarge';
  return code.startsWith('HPE_') ? 'notJson' : 'cut';
}

function textMember(error: Error | null, name: string): string {
  const value: unknown = error === null ? undefined : Reflect.get(error, name);
  return typeof value === 'string' ? value : '';
}
