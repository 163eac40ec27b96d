// One request from its first timer to its one result. A transport brings the connection; this file writes the request once,
// when the connection is there, and collects what comes back. In: a post. Out: not sent, or what was heard.
// This file must never write twice, and never call a request unsent after a byte of it was handed to the socket.

import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { ANSWER_CHUNKS_MAX, ANSWER_MAX_BYTES } from '../../../shared/limits.ts';
import type { NotSentCause } from '../../../shared/outcomes.ts';
import { endingOf, notSentCauseOf } from './connection-faults.ts';
import type { AnswerEnding } from './connection-faults.ts';

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

/** What was heard after the request was written. Shape: `encoded` when the body is compressed, so not readable to us. */
export interface Heard {
  readonly kind: 'heard';
  readonly ending: AnswerEnding;
  readonly httpStatus: number | null;
  readonly retryAfter: string | null;
  readonly encoded: boolean;
  readonly body: Buffer;
}

export type ExchangeResult = { readonly kind: 'notSent'; readonly cause: NotSentCause } | Heard;

interface Settle {
  readonly resolve: (result: ExchangeResult) => void;
  readonly reject: (fault: unknown) => void;
}

/** The life of one request. */
export class Exchange {
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

  /** Hears a request's answer. The request must not have been ended yet. */
  listenTo(request: ClientRequest): void {
    request.once('response', (response) => this.#hear(response));
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

  #hear(response: IncomingMessage): void {
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
      kind: 'heard',
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
    // A whole answer leaves its connection to Node: a payout's is closed, a read's may be kept.
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
