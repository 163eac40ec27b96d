// Starts the practice gateway, on this thread or on a new one. It listens only on the loopback address. A busy port, an
// unwritable folder or a damaged database is returned as a refusal.

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { errorCode, type Refused } from '../../../shared/failures.ts';
import { msg } from '../../../shared/messages/message.ts';
import type { Refusal } from '../../../shared/rows.ts';
import { OrderLedger, openLedgerFile, type PracticeBooks, type PracticeClock, wallClock, whyOf } from './books.ts';
import {
  answerFailure,
  createOrder,
  createPayout,
  type Operation,
  type PracticeAnswer,
  readPaymentStatus,
  readPayoutStatus,
  readWallet,
} from './endpoints.ts';
import { PayoutLedger } from './payout-ledger.ts';

/** Practice: ten crore rupees, enough for many practice salary runs. */
const PRACTICE_WALLET_START_PAISE = 10_000_000_000;

/** `port` 0 or absent uses a free one. `walletStartPaise` counts only when the database is created. */
export interface PracticeOptions {
  readonly databasePath: string;
  readonly port?: number;
  readonly walletStartPaise?: number;
}

/** A running practice gateway. `url` is the base URL, without a trailing slash. */
export interface PracticeGateway {
  readonly url: string;
  readonly mid: number;
  readonly token: string;
  /** Stops answering, stores what was fully received, and closes the database. A second call waits for the first. */
  readonly close: () => Promise<void>;
}

export type PracticeStart = { readonly kind: 'started'; readonly gateway: PracticeGateway } | Refused;

/** Starts the practice gateway, or refuses with the reason and the cure. */
export async function startPracticeGateway(
  options: PracticeOptions & { readonly clock?: PracticeClock },
): Promise<PracticeStart> {
  const { databasePath: path, walletStartPaise = PRACTICE_WALLET_START_PAISE, clock = wallClock } = options;
  const opening = openLedgerFile({ path, walletStartPaise });
  if (opening.kind === 'refused') return opening;
  const { database, merchant } = opening;
  const payouts = new PayoutLedger(database, clock.now);
  const books: PracticeBooks = { merchant, payouts, orders: new OrderLedger(database, clock.now), clock };
  const server = createPracticeServer(books);
  const refusal = await listen(server, options.port ?? 0);
  if (refusal !== null) {
    database.close();
    return { kind: 'refused', refusal };
  }
  let closing: Promise<void> | null = null;
  const stop = async (): Promise<void> => {
    await stopServing(server);
    database.close();
  };
  const gateway = {
    url: `http://127.0.0.1:${String(portOf(server))}`,
    mid: merchant.mid,
    token: merchant.token,
    close: () => (closing ??= stop()),
  };
  return { kind: 'started', gateway };
}

/** Returns a refusal; null once the server listens. */
async function listen(server: Server, port: number): Promise<Refusal | null> {
  try {
    server.listen({ host: '127.0.0.1', port });
    await once(server, 'listening');
    // A connection that cannot be accepted is noticed by its client; it must not end the program.
    server.on('error', () => undefined);
    return null;
  } catch (cause) {
    return {
      code: errorCode(cause) === 'EADDRINUSE' ? 'practicePortBusy' : 'practicePort',
      message: msg('practice.port', { port, why: whyOf(cause) }),
      cure: msg('practice.port.cure'),
    };
  }
}

/** Stores and answers what was fully received, and cuts everything else. */
async function stopServing(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  // The ledger commits at the end of this turn, so what arrived in it is answered before its connection is cut.
  await nextTurn();
  server.closeAllConnections();
  await closed;
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? (address satisfies AddressInfo).port : 0;
}

/** The first message of the gateway's thread. */
export type WorkerReport =
  | { readonly kind: 'started'; readonly url: string; readonly mid: number; readonly token: string }
  | Refused;

/** Starts the practice gateway in a worker thread, or refuses with the reason and the cure. */
export async function startPracticeGatewayInWorker(
  options: PracticeOptions & { readonly workerUrl: URL },
): Promise<PracticeStart> {
  const { workerUrl, ...workerData } = options;
  const worker = new Worker(workerUrl, { workerData });
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => resolve());
  });
  // When the thread is gone, its clients see a refused connection; without this listener the program would end.
  worker.on('error', () => undefined);
  const report = await firstReport(worker, ended);
  if (report === null) {
    await worker.terminate();
    return { kind: 'refused', refusal: THREAD_ENDED };
  }
  if (report.kind === 'refused') {
    await ended;
    return report;
  }
  const { url, mid, token } = report;
  const close = async (): Promise<void> => {
    worker.postMessage('close');
    await ended;
  };
  return { kind: 'started', gateway: { url, mid, token, close } };
}

const THREAD_ENDED = {
  code: 'practiceThread',
  message: msg('practice.thread'),
  cure: msg('practice.thread.cure'),
};

/** Resolves to null when the thread ends without a report. */
function firstReport(worker: Worker, ended: Promise<void>): Promise<WorkerReport | null> {
  return new Promise((resolve) => {
    worker.once('message', (report: WorkerReport) => resolve(report));
    void ended.then(() => resolve(null));
  });
}

/** Practice: a request that is not complete by then only occupies a connection. */
const PRACTICE_REQUEST_TIMEOUT_MS = 30_000;

/** Practice: a request is a few hundred bytes; beyond this it is no request. */
export const PRACTICE_REQUEST_MAX_BYTES = 64 * 1024;

/** The paths exactly as in the specification: without the trailing slash it is another path. */
const OPERATIONS: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  ['/api/payout/', createPayout],
  ['/api/ordercreate/', createOrder],
  ['/api/payinStatus/', readPaymentStatus],
  ['/api/wallet/', readWallet],
  ['/api/payoutStatus/', readPayoutStatus],
]);

/**
 * A server that does not listen yet: plain HTTP, five paths, one token. It serves thousands of fresh connections per second, so
 * it does little per request and logs nothing. See the gateway specification, Endpoints and Authentication.
 */
function createPracticeServer(books: PracticeBooks): Server {
  return createServer({ requestTimeout: PRACTICE_REQUEST_TIMEOUT_MS }, (request, response) => {
    void serve(request, response, books);
  });
}

async function serve(request: IncomingMessage, response: ServerResponse, books: PracticeBooks): Promise<void> {
  const reading = await readBody(request);
  if (reading.kind === 'cut') return;
  const answer =
    reading.kind === 'tooLarge'
      ? answerFailure(413, 'The request is too large')
      : await answerTo(request, reading.body, books);
  if (answer.kind === 'cut') request.socket.destroy();
  else write(response, answer);
}

async function answerTo(request: IncomingMessage, body: Buffer, books: PracticeBooks): Promise<PracticeAnswer> {
  const operation = OPERATIONS.get(request.url ?? '');
  if (operation === undefined) return answerFailure(404, 'Not Found');
  if (request.method !== 'POST') return answerFailure(405, 'Method Not Allowed', ['Allow', 'POST']);
  if (bearerToken(request.headers.authorization) !== books.merchant.token) {
    return answerFailure(401, 'Authorization token is invalid or expired');
  }
  try {
    return await operation({ body, contentType: request.headers['content-type'] ?? '' }, books);
  } catch {
    return answerFailure(500, 'Internal Server Error');
  }
}

function bearerToken(header: string | undefined): string | null {
  return header !== undefined && /^bearer /i.test(header) ? header.slice('Bearer '.length) : null;
}

function write(response: ServerResponse, answer: Extract<PracticeAnswer, { kind: 'body' }>): void {
  const body = Buffer.from(answer.text);
  response.writeHead(answer.httpStatus, [
    'Content-Type',
    'application/json',
    'Content-Length',
    String(body.length),
    ...answer.headers,
  ]);
  response.end(body);
}

type BodyReading =
  | { readonly kind: 'whole'; readonly body: Buffer }
  | { readonly kind: 'tooLarge' }
  | { readonly kind: 'cut' };

/** Reads a request's body. One that is too large is read to its end but not kept, so that the refusal can be delivered. */
function readBody(request: IncomingMessage): Promise<BodyReading> {
  return new Promise((resolve) => {
    let chunks: Buffer[] = [];
    let sizeBytes = 0;
    request.on('data', (chunk: Buffer) => {
      sizeBytes += chunk.length;
      if (sizeBytes <= PRACTICE_REQUEST_MAX_BYTES) chunks.push(chunk);
      else chunks = [];
    });
    request.on('end', () => {
      const [only] = chunks;
      if (sizeBytes > PRACTICE_REQUEST_MAX_BYTES) resolve({ kind: 'tooLarge' });
      else resolve({ kind: 'whole', body: chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks) });
    });
    request.on('close', () => resolve({ kind: 'cut' }));
  });
}
