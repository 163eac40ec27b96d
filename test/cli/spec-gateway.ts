// A gateway written from the specification alone, kept in memory: it records every request word for word and behaves as the test
// says, row by row. Never use anything of the desk here: this is the other side's view.

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, type TestContext } from 'vitest';
import { complaintsOfRequest } from '../gateway/contract.ts';
import { answerOrderCreate, answerOrderStatus } from './spec-orders.ts';
import { type Conduct, type Executed, type NotKnown, type PayoutRequest, SpecPayouts } from './spec-payouts.ts';
import type { Reply } from './spec-reply.ts';

/** One request. `body` is parsed by JSON.parse; `text` is word for word; times are monotonic milliseconds. */
export interface SeenPost {
  readonly path: string;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly atMs: number;
}

export interface SpecGatewayOptions {
  readonly mid?: number;
  readonly token?: string;
  /** How a payout is treated; `nth` counts the earlier requests with this reference, from 0. */
  readonly conduct?: (request: PayoutRequest, nth: number) => Partial<Conduct>;
  /** How the gateway says that it does not know a payout. */
  readonly notKnown?: NotKnown;
  /** Whether error bodies repeat the request's headers, as careless servers do. */
  readonly echoesHeaders?: boolean;
  /** The wallet as spelled in the answer. */
  readonly wallet?: () => string;
  /** Whether a collection order is made and its answer lost. */
  readonly losesOrders?: boolean;
  /** Called for each payout request before it is processed. */
  readonly onPayout?: (count: number) => void;
}

export interface SpecGateway {
  readonly url: string;
  readonly port: number;
  readonly mid: number;
  readonly token: string;
  readonly posts: readonly SeenPost[];
  readonly executed: readonly Executed[];
  /** The payout requests, executed or not. */
  payoutPosts(): readonly SeenPost[];
  /** How often each reference was posted as a payout. */
  timesPosted(): ReadonlyMap<string, number>;
  /** From now on lookups do not know these payments. */
  hide(which: (made: Executed) => boolean): void;
  /** From now on only this token is valid. */
  changeToken(token: string): void;
  close(): Promise<void>;
}

/** Starts a gateway that ends with the test, which fails if a request did not fit the gateway's contract. */
export async function startSpecGateway(test: TestContext, options: SpecGatewayOptions = {}): Promise<SpecGateway> {
  const { mid = 4711, token = 'tok-EN.4f6a91c2_example~value', echoesHeaders = false, losesOrders = false } = options;
  const { wallet = () => '12345678.90' } = options;
  const posts: SeenPost[] = [];
  const complaints: string[] = [];
  const payouts = new SpecPayouts({ conduct: options.conduct, notKnown: options.notKnown });
  let payoutCount = 0;
  let validToken = token;

  const answer = async (post: SeenPost): Promise<Reply> => {
    switch (post.path) {
      case '/api/payout/':
        payoutCount += 1;
        options.onPayout?.(payoutCount);
        return post.body['mid'] === mid ? payouts.pay(post.text, post.body) : invalidMid(post.body);
      case '/api/payoutStatus/':
        return post.body['mid'] === String(mid) ? payouts.lookUp(post.body) : invalidMid(post.body);
      case '/api/wallet/':
        if (post.body['mid'] !== mid) return invalidMid(post.body);
        return { http: 200, body: `{"status":true,"message":"Wallet balance","wallet":${wallet()},"code":200}` };
      case '/api/ordercreate/':
        if (losesOrders) return null;
        return post.body['mid'] === String(mid) ? answerOrderCreate(post.body) : invalidMid(post.body);
      case '/api/payinStatus/':
        return post.body['mid'] === mid ? answerOrderStatus(post.body) : invalidMid(post.body);
      default:
        return { http: 404, body: '<html>no such page</html>' };
    }
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const sentText = await text(request);
    const body = JSON.parse(sentText) as Record<string, unknown>;
    const post = { path: request.url ?? '', text: sentText, body, atMs: performance.now() };
    posts.push(post);
    const { authorization, 'content-type': contentType } = request.headers;
    complaints.push(...complaintsOfRequest({ path: post.path, body: sentText, authorization, contentType }));
    const authorized = request.method === 'POST' && request.headers.authorization === `Bearer ${validToken}`;
    const reply = authorized ? await answer(post) : unauthorized();
    if (reply === null) return void request.socket.destroy();
    const echo = echoesHeaders && reply.http !== 200 ? { headers: request.headers } : {};
    const sent = typeof reply.body === 'string' ? reply.body : JSON.stringify({ ...reply.body, ...echo });
    const retry = reply.retryAfter === undefined ? {} : { 'retry-after': reply.retryAfter };
    response.writeHead(reply.http, { 'content-type': 'application/json', ...retry });
    response.end(sent);
  };

  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    // A killed desk leaves its request half read, which is no fault of the gateway.
    serve(request, response).catch(() => request.socket.destroy());
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  test.onTestFinished(async () => {
    await close();
    expect(complaints).toEqual([]);
  });
  const payoutPosts = (): readonly SeenPost[] => posts.filter(({ path }) => path === '/api/payout/');
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    mid,
    token,
    posts,
    executed: payouts.executed,
    payoutPosts,
    timesPosted: () => countBy(payoutPosts().map(({ body }) => String(body['udf1']))),
    hide: (which) => payouts.hide(which),
    changeToken: (next) => {
      validToken = next;
    },
    close,
  };
}

/** A gate at which requests wait: `reached` resolves when the first has arrived, `open` lets all through. */
export function makeGate(): {
  readonly reach: () => void;
  readonly reached: Promise<void>;
  readonly open: () => void;
  readonly opened: Promise<void>;
} {
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  return { reach, reached, open, opened };
}

function countBy(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** See specification, Error body shapes. */
function invalidMid(input: object): Reply {
  return { http: 400, body: { status: false, message: 'Invalid mid', input, error_code: 400 } };
}

/** See specification, Authentication; it does not show the body. */
function unauthorized(): Reply {
  return { http: 401, body: { status: false, message: 'Authorization token was invalid or expired', error_code: 401 } };
}
