// The loop a reader may expect: Node's fetch on kept-alive connections, which the desk must not use for payouts, because it may
// send one twice.

import { readTask, report } from '../child.ts';
import { payoutBodies, sendAll } from '../payout-bodies.ts';
import type { Called, PayTask } from '../tasks.ts';

const { url, mid, token, count, inFlightMax } = readTask<PayTask>();
const address = `${url}/api/payout/`;
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };

async function send(body: string): Promise<void> {
  const answer = await fetch(address, { method: 'POST', headers, body });
  if (answer.status !== 200) throw new Error(`HTTP ${answer.status}`);
  await answer.arrayBuffer();
}

const seconds = await sendAll(payoutBodies(mid, count), { inFlightMax, send });
report({ seconds } satisfies Called);
