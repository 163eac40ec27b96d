// A gateway that fails: the specification's payouts, status and wallet on loopback, with every fault of faults.ts; a journal
// records the truth.

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SpecPayouts } from '../cli/spec-payouts.ts';
import type { Reply } from '../cli/spec-reply.ts';
import { type Delivery, lookupDelivery, NOT_KNOWN, type Treatment, teamTreatmentOf, treatmentOf } from './faults.ts';
import { mendTruth, noteMade, notePosted, readTruth } from './journal.ts';

/** `port` 0 lets the system choose; `notKnown` names how this gateway says that it does not know a payout. */
export interface GatewayTask {
  readonly port: number;
  readonly journal: string;
  readonly seed: number;
  readonly mid: number;
  readonly token: string;
  readonly notKnown: keyof typeof NOT_KNOWN;
  /** Whose faults are its own: all of faults.ts for one desk; for a team it loses answers alone. */
  readonly payers: 'desk' | 'team';
}

export interface FaultyGateway {
  readonly port: number;
  /** From now on every new request is treated well. */
  calmDown(): void;
}

const CALM: Treatment = { conduct: {}, delivery: 'whole' };

/** Serves until the process ends. */
export async function serveFaultyGateway(task: GatewayTask, onPayout: () => void): Promise<FaultyGateway> {
  const { journal, seed, mid } = task;
  const ofPayers = task.payers === 'desk' ? treatmentOf : teamTreatmentOf;
  mendTruth(journal);
  let isCalm = false;
  let lookupCount = 0;
  const treat = (reference: string): Treatment => (isCalm ? CALM : ofPayers(seed, reference));
  const payouts = new SpecPayouts({
    conduct: ({ reference }) => treat(reference ?? '').conduct,
    notKnown: NOT_KNOWN[task.notKnown],
    made: readTruth(journal).made,
    onMade: (made) => noteMade(journal, made),
    nowMs: () => Date.now(),
  });

  const pay = async (sent: string, body: Readonly<Record<string, unknown>>): Promise<Answer> => {
    const reference = String(body['udf1']);
    notePosted(journal, reference);
    onPayout();
    const { delivery } = treat(reference);
    return { reply: await payouts.pay(sent, body), delivery };
  };
  const lookUp = (body: Readonly<Record<string, unknown>>): Answer => {
    lookupCount += 1;
    return {
      reply: payouts.lookUp(body),
      delivery: isCalm || task.payers === 'team' ? 'whole' : lookupDelivery(seed, lookupCount),
    };
  };
  const answer = async (path: string, sent: string): Promise<Answer> => {
    const body = JSON.parse(sent) as Record<string, unknown>;
    if (path === '/api/payout/' && body['mid'] === mid) return pay(sent, body);
    if (path === '/api/payoutStatus/' && body['mid'] === String(mid)) return lookUp(body);
    if (path === '/api/wallet/' && body['mid'] === mid) return { reply: WALLET, delivery: 'whole' };
    return {
      reply: { http: 400, body: { status: false, message: 'Invalid mid', error_code: 400 } },
      delivery: 'whole',
    };
  };

  const server = createServer((request, response) => {
    const serve = async (): Promise<void> => {
      const sent = await text(request);
      const isOurs = request.headers.authorization === `Bearer ${task.token}`;
      deliver(request, response, isOurs ? await answer(request.url ?? '', sent) : UNAUTHORIZED);
    };
    // A killed desk leaves its request half read, which is no fault of the gateway.
    serve().catch(() => request.socket.destroy());
  });
  server.listen(task.port, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    calmDown: () => {
      isCalm = true;
    },
  };
}

interface Answer {
  readonly reply: Reply;
  readonly delivery: Delivery;
}

const WALLET: Reply = { http: 200, body: { status: true, message: 'Wallet', wallet: 98_765_432.1, code: 200 } };
const UNAUTHORIZED: Answer = {
  reply: { http: 401, body: { status: false, message: 'Authorization token was invalid or expired', error_code: 401 } },
  delivery: 'whole',
};

function deliver(request: IncomingMessage, response: ServerResponse, { reply, delivery }: Answer): void {
  if (reply === null) return void request.socket.destroy();
  const body = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body);
  const retry = reply.retryAfter === undefined ? {} : { 'retry-after': reply.retryAfter };
  switch (delivery) {
    case 'whole':
      response.writeHead(reply.http, { 'content-type': 'application/json', ...retry }).end(body);
      return;
    case 'cut':
      response.writeHead(reply.http, { 'content-type': 'application/json', 'content-length': body.length + 9 });
      response.write(body.slice(0, body.length / 2), () => request.socket.destroy());
      return;
    case 'reset':
      request.socket.resetAndDestroy();
      return;
    case 'hang':
      return;
    case 'garbage':
      response.writeHead(200, { 'content-type': 'application/json' }).end(`${body.slice(0, -3)}\u0000\u0007"`);
      return;
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Please log in</body></html>');
      return;
  }
}
