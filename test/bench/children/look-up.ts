// Lookups by the product's own client, on a fresh connection each as the desk sends them, or on kept-alive ones, which the desk
// must not use: one superfluous answer on a kept connection shifts all that follow.

import { Agent as HttpAgent, request as openHttp } from 'node:http';
import { Agent as HttpsAgent, request as openHttps } from 'node:https';
import { clientOver, createGatewayClient, type SendPost } from '../../../electron/main/gateway/client.ts';
import { REQUEST_TIMEOUT_MS } from '../../../electron/main/session/find-profile.ts';
import type { Mid } from '../../../shared/ids.ts';
import { tlsFixture } from '../../gateway/hostile-server.ts';
import { readTask, report } from '../child.ts';
import { sendAll } from '../payout-bodies.ts';
import type { Called, LookTask } from '../tasks.ts';

const { url, count, inFlightMax, connections } = readTask<LookTask>();
const ca = tlsFixture('ca.pem');
const options = { mid: 1234 as Mid, token: 'bench', timeoutMs: REQUEST_TIMEOUT_MS };

const isSecured = url.startsWith('https:');
const agent = isSecured ? new HttpsAgent({ keepAlive: true, ca }) : new HttpAgent({ keepAlive: true });

const onKeepAlive: SendPost = ({ path, body, onWrite }) =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const open = isSecured ? openHttps : openHttp;
    const request = open(`${url}${path}`, { method: 'POST', agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () => {
        const received = { kind: 'sent', ending: 'whole', retryAfter: null, encoded: false } as const;
        resolve({ ...received, httpStatus: response.statusCode ?? null, body: Buffer.concat(chunks) });
      });
    });
    request.once('error', reject);
    onWrite();
    request.end(body);
  });

const client =
  connections === 'fresh'
    ? createGatewayClient({ ...options, baseUrl: url, moreAuthorities: [ca] })
    : clientOver(onKeepAlive, options);

const references = Array.from({ length: count }, (_, index) => `BENCH${String(index).padStart(15, '0')}`);
const seconds = await sendAll(references, {
  inFlightMax,
  send: async (reference) => {
    const answer = await client.lookUp({ by: 'reference', reference }, () => {});
    if (answer.kind !== 'answered' || answer.meaning.kind !== 'state') throw new Error(`a look-up was ${answer.kind}`);
  },
});
client.close();
agent.destroy();
report({ seconds } satisfies Called);
