// A gateway that only measures time: it answers everything well, one payout in four pending at first, and records when each
// request arrived.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SpecPayouts } from '../cli/spec-payouts.ts';
import type { Reply } from '../cli/spec-reply.ts';

export const RATE_MID = 4711;

/** `arrivals` are in milliseconds of the machine's monotonic clock. */
export interface RateGateway {
  readonly url: string;
  readonly arrivals: number[];
  close(): Promise<void>;
}

/** The machine's monotonic clock in milliseconds, the same for all processes. */
function machineMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

export async function startRateGateway(): Promise<RateGateway> {
  const arrivals: number[] = [];
  let count = 0;
  const pending = { word: 'pending', later: { afterMs: 500, word: 'success' } };
  const payouts = new SpecPayouts({ conduct: () => ((count += 1) % 4 === 0 ? pending : {}), notKnown: undefined });
  const server = createServer((request, response) => {
    arrivals.push(machineMs());
    const serve = async (): Promise<void> => {
      const sent = await text(request);
      const body = JSON.parse(sent) as Record<string, unknown>;
      const reply = await answer(request.url ?? '', sent, body);
      const said = reply?.body ?? {};
      response.writeHead(reply?.http ?? 404, { 'content-type': 'application/json' });
      response.end(typeof said === 'string' ? said : JSON.stringify(said));
    };
    // A killed desk leaves its request half read.
    serve().catch(() => request.socket.destroy());
  });
  const answer = (path: string, sent: string, body: Readonly<Record<string, unknown>>): Promise<Reply> | Reply => {
    if (path === '/api/payout/') return payouts.pay(sent, body);
    if (path === '/api/payoutStatus/') return payouts.lookUp(body);
    return { http: 200, body: { status: true, message: 'Wallet', wallet: 1_000_000, code: 200 } };
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${port}`, arrivals, close };
}
