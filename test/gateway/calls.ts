// A client on a hostile server, one payout to send with it, and its outcome.

import {
  createGatewayClient,
  type GatewayClient,
  type GatewayClientOptions,
} from '../../electron/main/gateway/client.ts';
import { unreachable } from '../../shared/failures.ts';
import { parseMid, parseReference } from '../../shared/ids.ts';
import { asPaise } from '../../shared/money.ts';
import type { Outcome, PayoutAnswer, PayoutOrder } from '../../shared/outcomes.ts';
import { tlsFixture } from './hostile-server.ts';
import { TOKEN } from './received-answers.ts';

/** Far longer than any answer of a loopback server; only a hang takes this long. */
const PATIENT_MS = 15_000;

function known<T>(value: T | null): T {
  if (value === null) throw new Error('a test value has the wrong shape');
  return value;
}

export const MID = known(parseMid('1234'));
export const REFERENCE = known(parseReference('REF0000000000000001A'));

export const ORDER: PayoutOrder = {
  beneficiary: { method: 'UPI', upiId: 'asha@okbank' },
  amountPaise: asPaise(10_050),
  remark: 'Salary',
  reference: REFERENCE,
  firstRequest: true,
};

export const PAID = JSON.stringify({ status: true, txn_status: 'success', udf1: REFERENCE, transactionId: 'T1' });

/** Opens a client that trusts the fixtures' authority. */
export function clientFor(baseUrl: string, options: Partial<GatewayClientOptions> = {}): GatewayClient {
  const moreAuthorities = [tlsFixture('ca.pem')];
  return createGatewayClient({ baseUrl, mid: MID, token: TOKEN, timeoutMs: PATIENT_MS, moreAuthorities, ...options });
}

/** Sends the one payout, and counts how often the client reported a write. */
export async function payOnce(
  baseUrl: string,
  options: Partial<GatewayClientOptions> = {},
): Promise<{ readonly answer: PayoutAnswer; readonly writeCount: number }> {
  const client = clientFor(baseUrl, options);
  let writeCount = 0;
  const answer = await client.pay(ORDER, () => {
    writeCount += 1;
  });
  client.close();
  return { answer, writeCount };
}

/** An outcome in a word or two: `notSent tls`, `accepted success`, `unknown cut`, `unauthorized`. */
export function wordOf(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'notSent':
      return `notSent ${outcome.cause}`;
    case 'accepted':
    case 'refused':
      return `${outcome.kind} ${outcome.state}`;
    case 'unknown':
      return `unknown ${outcome.reason}`;
    case 'unauthorized':
      return outcome.kind;
    default:
      return unreachable(outcome);
  }
}
