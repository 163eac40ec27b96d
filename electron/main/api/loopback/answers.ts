// How the loopback door answers: every answer, a refusal as well, carries the headers that keep the page to itself.
// In: a status and a body. Out: the answer on the socket. This file must never send a CORS header.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Reply } from '../../../../shared/api/reply.ts';
import { pageHeaders } from '../page-headers.ts';

/** The page may load its own files and speak to its own door, and nothing else. */
export const SECURITY_HEADERS = pageHeaders({ connect: "'self'" });

/** Answers a whole body. */
export function answer(
  response: ServerResponse,
  { status, type, body }: { readonly status: number; readonly type: string; readonly body: string | Uint8Array },
): void {
  if (response.headersSent) return;
  const bytes = Buffer.from(body);
  response.writeHead(status, { ...SECURITY_HEADERS, 'Content-Type': type, 'Content-Length': bytes.length });
  response.end(response.req.method === 'HEAD' ? undefined : bytes);
}

export function answerReply(response: ServerResponse, status: number, reply: Reply<unknown>): void {
  answer(response, { status, type: 'application/json; charset=utf-8', body: JSON.stringify(reply) });
}

/** Sends a request away; what it still wanted to say is not read. */
export function turnAway(
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
  status: number,
  refusal: { readonly code: string; readonly message: string; readonly cure: string },
): void {
  response.setHeader('Connection', 'close');
  answerReply(response, status, { kind: 'refused', refusal });
  if (!request.complete) response.once('finish', () => request.destroy());
}
