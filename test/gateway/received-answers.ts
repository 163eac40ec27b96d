// Answers for the pure tables: what a transport received, parsed as the client parses it.

import { type Received, receive } from '../../electron/main/gateway/answers.ts';
import { createRedactor } from '../../electron/main/gateway/redact.ts';
import type { SentResult } from '../../electron/main/gateway/transport.ts';
import type { Reference } from '../../shared/ids.ts';

export const TOKEN = 'tok_live_4f9a"b/c+d=8Z.QwErTy';
export const NOW_MS = Date.UTC(2026, 0, 1);

/** An answer with a status and a body, whole by default. */
export function received(
  httpStatus: number | null,
  body: string | Buffer | object,
  more: Partial<SentResult> = {},
): Received {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const events: SentResult = {
    kind: 'sent',
    ending: 'whole',
    httpStatus,
    retryAfter: null,
    encoded: false,
    body: bytes,
    ...more,
  };
  return receive(events, { redactor: createRedactor(TOKEN), ours: [], nowMs: NOW_MS });
}

export const SECRET = 'ZqT0kenSecret9876543210abcdefXYZ';
export const REFERENCE = 'PD0A1B2C3D4E5F60718293' as Reference;
export const PAID = {
  status: true,
  txn_status: 'success',
  udf1: REFERENCE,
  lognumber: 'L1',
  tranrefno: 'R1',
  transactionId: 'T1',
  RRN: '512345678901',
};

/** A whole answer about the payout REFERENCE, parsed as the client with that token parses it. */
export function answered(body: object | string, token: string = SECRET, httpStatus = 200): Received {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  return receive(
    { kind: 'sent', ending: 'whole', httpStatus, retryAfter: null, encoded: false, body: bytes },
    { redactor: createRedactor(token), ours: [REFERENCE], nowMs: NOW_MS },
  );
}
