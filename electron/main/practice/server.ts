// The door of the practice gateway: plain HTTP, five paths, one token. In: requests. Out: the operations' answers.
// Source: gateway specification, Endpoints and Authentication. It serves thousands of fresh connections a second, so it
// does little per request and logs nothing. This file must never let a request end the program.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { PRACTICE_REQUEST_TIMEOUT_MS } from '../../../shared/limits.ts';
import { type Answer, answerFailure, answerFailureWith } from './answers.ts';
import type { Call, PracticeBooks } from './books.ts';
import { createOrder } from './create-order.ts';
import { createPayout } from './create-payout.ts';
import { readPaymentStatus } from './payment-status.ts';
import { readPayoutStatus } from './payout-status.ts';
import { readBody } from './request-body.ts';
import { readWallet } from './wallet.ts';

type Operation = (call: Call, books: PracticeBooks) => Answer | Promise<Answer>;

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

async function answerTo(request: IncomingMessage, body: Buffer, books: PracticeBooks): Promise<Answer> {
  const operation = OPERATIONS.get(request.url ?? '');
  if (operation === undefined) return answerFailure(404, 'Not Found');
  if (request.method !== 'POST') {
    return answerFailureWith({ httpStatus: 405, message: 'Method Not Allowed', headers: ['Allow', 'POST'] });
  }
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

function write(response: ServerResponse, answer: Extract<Answer, { kind: 'body' }>): void {
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
