// The door of the practice gateway: plain HTTP, five paths, one token. Source: gateway specification, Endpoints and
// Authentication. It serves thousands of fresh connections a second, so it does little per request and logs nothing.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { answerFailure, type PracticeAnswer } from './answers.ts';
import type { PracticeBooks } from './books.ts';
import {
  createOrder,
  createPayout,
  type Operation,
  readPaymentStatus,
  readPayoutStatus,
  readWallet,
} from './endpoints.ts';

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

/** A server that is not yet listening. */
export function createPracticeServer(books: PracticeBooks): Server {
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
