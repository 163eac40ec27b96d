// The gateway's address as a person types it. In: text. Out: an address that payouts and the token may travel to, or the
// reason against it. This file must never repeat the text: people paste addresses with a password inside.

import { isIPv4 } from 'node:net';
import { BASE_URL_MAX_CHARACTERS } from '../../../shared/limits.ts';
import { refuse, taken } from './command-table.ts';
import type { Reading, RefusedReading } from './command-table.ts';

/**
 * Reads a base URL: https, or plain http to this very machine, without anything but host, port and path.
 * Shape: scheme and host in lower case, no slash at the end.
 */
export function readBaseUrl(text: string, shown: string): Reading<string> {
  const problem = problemOf(text);
  if (problem !== null) return refuseUrl(shown, problem);
  const url = new URL(text);
  return taken(`${url.origin}${url.pathname}`.replace(/\/+$/, ''));
}

interface UrlProblem {
  readonly why: string;
  readonly cure: string;
}

function problemOf(text: string): UrlProblem | null {
  const cure = 'Give the address that the gateway gave you, such as https://pay.example.com.';
  if (text.length > BASE_URL_MAX_CHARACTERS) return { why: 'is too long', cure };
  if (/[\s\\\p{Cc}]/u.test(text)) return { why: 'holds a space, a backslash or a character that cannot be seen', cure };
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return { why: 'does not begin with https://', cure };
  if (!URL.canParse(text)) return { why: 'is not a web address', cure };
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { why: 'is neither https nor http', cure };
  if (/^[^/]*\/\/[^/?#]*@/.test(text)) {
    return { why: 'carries a user name or a password', cure: 'Leave out everything up to the @.' };
  }
  if (/[?#]/.test(text)) return { why: 'carries a question mark or a #', cure: 'End the address before it.' };
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return {
      why: 'is plain http to another machine, where anyone on the way can read the token and change a payout',
      cure: 'Use https://. Plain http is for this machine only: 127.0.0.1, localhost or [::1].',
    };
  }
  return null;
}

/** Whether a host name, as URL writes it, is this machine by itself and not by a name server's word. */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || (isIPv4(hostname) && hostname.startsWith('127.'));
}

function refuseUrl(shown: string, { why, cure }: UrlProblem): RefusedReading {
  return refuse({ code: 'wrongValue', message: `${shown}: this address ${why}.`, cure });
}
