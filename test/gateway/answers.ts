// Answers for the pure tables: what a transport would have heard, read as the client reads it.

import type { Heard } from '../../electron/main/gateway/exchange.ts';
import { receive } from '../../electron/main/gateway/received.ts';
import type { Received } from '../../electron/main/gateway/received.ts';
import { createRedactor } from '../../electron/main/gateway/redact.ts';

export const TOKEN = 'tok_live_4f9a"b/c+d=8Z.QwErTy';
export const NOW_MS = Date.UTC(2026, 0, 1);

/** What came back: a status and a body, whole unless it says otherwise. */
export function received(
  httpStatus: number | null,
  body: string | Buffer | object,
  more: Partial<Heard> = {},
): Received {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const heard: Heard = {
    kind: 'heard',
    ending: 'whole',
    httpStatus,
    retryAfter: null,
    encoded: false,
    body: bytes,
    ...more,
  };
  return receive(heard, { redactor: createRedactor(TOKEN), ours: null, nowMs: NOW_MS });
}
