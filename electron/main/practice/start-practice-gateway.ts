// Starts the practice gateway, on this thread or on one of its own. It listens on the loopback address only. What the
// world does comes back as data: a busy port, a folder that cannot be written, a damaged database.

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { errorCode, type Refused } from '../../../shared/failures.ts';
import type { Refusal } from '../../../shared/rows.ts';
import { OrderLedger, openLedgerFile, type PracticeBooks, type PracticeClock, wallClock } from './books.ts';
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

/** Practice: ten crore rupees, so that many practice salary runs fit before the wallet is empty. */
const PRACTICE_WALLET_START_PAISE = 10_000_000_000;

/** Shape: `port` 0 or absent takes a free one. Units: `walletStartPaise` counts only when the database is made. */
export interface PracticeOptions {
  readonly databasePath: string;
  readonly port?: number;
  readonly walletStartPaise?: number;
}

/** A running practice gateway. Shape: `url` is the base URL, without a closing slash. */
export interface PracticeGateway {
  readonly url: string;
  readonly mid: number;
  readonly token: string;
  /** Stops answering, keeps what was received whole, and closes the database. Calling it again waits for the same. */
  readonly close: () => Promise<void>;
}

export type PracticeStart = { readonly kind: 'started'; readonly gateway: PracticeGateway } | Refused;

/** Starts the practice gateway. Errors: refused with its reason and cure. */
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

/** Errors: the refusal; null once the server listens. */
async function listen(server: Server, port: number): Promise<Refusal | null> {
  try {
    server.listen({ host: '127.0.0.1', port });
    await once(server, 'listening');
    // A connection that cannot be taken is the client's to notice; it must not end the program.
    server.on('error', () => undefined);
    return null;
  } catch (cause) {
    const code = errorCode(cause) ?? 'unknown reason';
    return {
      code: code === 'EADDRINUSE' ? 'practicePortBusy' : 'practicePort',
      message: `The practice gateway cannot listen on port ${String(port)} (${code}).`,
      cure: 'Choose another port, or end the program that uses this one.',
    };
  }
}

/** What was received whole is stored and answered; everything else is cut. */
async function stopServing(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  // At the end of this turn the ledger commits, so what arrived in it is answered before its connection is cut.
  await nextTurn();
  server.closeAllConnections();
  await closed;
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? (address satisfies AddressInfo).port : 0;
}

/** What the gateway's own thread says first. */
export type WorkerReport =
  | { readonly kind: 'started'; readonly url: string; readonly mid: number; readonly token: string }
  | Refused;

/** Starts the practice gateway in a worker thread. Errors: refused with its reason and cure. */
export async function startPracticeGatewayInWorker(
  options: PracticeOptions & { readonly workerUrl: URL },
): Promise<PracticeStart> {
  const { workerUrl, ...workerData } = options;
  const worker = new Worker(workerUrl, { workerData });
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => resolve());
  });
  // Whoever talks to the gateway sees a refused connection when the thread is gone; without this the program would end.
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
  message: 'The practice gateway could not be started on a thread of its own.',
  cure: 'Reinstall the desk, or build it again.',
};

/** Errors: null when the thread ends without a word. */
function firstReport(worker: Worker, ended: Promise<void>): Promise<WorkerReport | null> {
  return new Promise((resolve) => {
    worker.once('message', (report: WorkerReport) => resolve(report));
    void ended.then(() => resolve(null));
  });
}

/** Practice: a request that is not complete by then holds a connection for nothing. */
const PRACTICE_REQUEST_TIMEOUT_MS = 30_000;

/** Practice: a request is a few hundred bytes; past this it is not one. */
export const PRACTICE_REQUEST_MAX_BYTES = 64 * 1024;

/** The paths exactly as the specification writes them: without its closing slash a path is another path. */
const OPERATIONS: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  ['/api/payout/', createPayout],
  ['/api/ordercreate/', createOrder],
  ['/api/payinStatus/', readPaymentStatus],
  ['/api/wallet/', readWallet],
  ['/api/payoutStatus/', readPayoutStatus],
]);

/**
 * A server that is not yet listening: plain HTTP, five paths, one token. It serves thousands of fresh connections a second, so it
 * does little per request and logs nothing. Source: gateway specification, Endpoints and Authentication.
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

/** Reads a request's body. One past the cap is read to its end but not kept, so that the refusal can be delivered. */
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
