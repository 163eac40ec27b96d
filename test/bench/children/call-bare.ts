// The bare loop: each request on a fresh connection of node:http, its answer read to the end and dropped.

import { request } from 'node:http';
import { readTask, report } from '../child.ts';
import { payoutBodies, sendAll } from '../payout-bodies.ts';
import type { Called, PayTask } from '../tasks.ts';

const { url, mid, token, count, inFlightMax } = readTask<PayTask>();
const address = `${url}/api/payout/`;
const authorization = `Bearer ${token}`;

function send(body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    const outgoing = request(address, { method: 'POST', agent: false, headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`HTTP ${answer.statusCode ?? 0}`));
      answer.resume();
      answer.once('end', resolve);
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

const seconds = await sendAll(payoutBodies(mid, count), { inFlightMax, send });
report({ seconds } satisfies Called);
