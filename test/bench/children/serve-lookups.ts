// A gateway in a separate process that gives every lookup the same answer, over http and TLS, so that only the connection is
// measured.

import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { tlsFixture } from '../../gateway/hostile-server.ts';
import { report } from '../child.ts';
import type { LookupsServed } from '../tasks.ts';

const ANSWER = '{"status":true,"txn_status":"success","message":"Done","UTR":412345678901,"error_code":200}';

const answer: RequestListener = (request, response) => {
  request.resume();
  request.once('end', () => response.setHeader('content-type', 'application/json').end(ANSWER));
};

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const plain = createHttpServer(answer);
const secured = createHttpsServer({ cert: tlsFixture('good.pem'), key: tlsFixture('good.key') }, answer);
const served: LookupsServed = {
  plain: `http://127.0.0.1:${await portOf(plain)}`,
  secured: `https://127.0.0.1:${await portOf(secured)}`,
};
process.stdin.resume();
process.stdin.once('end', () => {
  for (const server of [plain, secured]) {
    server.close();
    server.closeAllConnections();
  }
});
report(served);
