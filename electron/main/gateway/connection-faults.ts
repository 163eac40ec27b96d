// What a broken connection means. In: a socket's error and the socket. Out: one of our own words.
// This file must never pass on a raw error: its text may name addresses, headers or worse.

import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { NotSentCause } from '../../../shared/outcomes.ts';
import { TunnelFault } from './tunnel.ts';

/** How an answer ended. Only a whole one says anything about money; `notJson` here is an answer that is not even HTTP. */
export type AnswerEnding = 'whole' | 'cut' | 'timeout' | 'tooLarge' | 'notJson';

/** Why a connection never came to be. Nothing of a request has left in any of these cases. */
export function notSentCauseOf(error: Error | null, socket: Socket | null): NotSentCause {
  if (error instanceof TunnelFault) return 'proxy';
  // Node notes a refused certificate on the socket itself: surer than any list of OpenSSL's codes.
  if (socket instanceof TLSSocket && isTold(socket.authorizationError)) return 'certificate';
  const { code, syscall } = factsOf(error);
  if (syscall === 'getaddrinfo' || code === 'ENOTFOUND' || code.startsWith('EAI_')) return 'dns';
  if (code === 'ECONNREFUSED') return 'refused';
  if (code === 'ETIMEDOUT') return 'connectTimeout';
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')) return 'tls';
  return 'connectionLost';
}

/** How an answer ended that broke after the request was written. */
export function endingOf(error: Error | null): AnswerEnding {
  const { code } = factsOf(error);
  if (code === 'HPE_HEADER_OVERFLOW') return 'tooLarge';
  return code.startsWith('HPE_') ? 'notJson' : 'cut';
}

/** The types promise an Error, Node stores its code; before the check it is null. */
function isTold(authorizationError: unknown): boolean {
  return authorizationError !== null && authorizationError !== undefined;
}

function factsOf(error: Error | null): { readonly code: string; readonly syscall: string } {
  return { code: textMember(error, 'code'), syscall: textMember(error, 'syscall') };
}

function textMember(error: Error | null, name: string): string {
  const value: unknown = error === null ? undefined : Reflect.get(error, name);
  return typeof value === 'string' ? value : '';
}
