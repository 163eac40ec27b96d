// The engine as the desk runs it: the real store, gateway client and rate window around the real loop, wired as in compose. Never
// time what comes once per start: opening, confirming, preflight, and the second that the rate window waits after a start. The
// batch's first payout is already proven, so all its payouts flow.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { Ledger } from '../../../electron/main/domain/ledger.ts';
import { POLL_FIRST_DEFAULT_MS, POLL_MAX_DEFAULT_MS } from '../../../electron/main/domain/poll-schedule.ts';
import { BatchRun } from '../../../electron/main/engine/batch-run.ts';
import { RATE_WINDOW_MS, RateWindow } from '../../../electron/main/engine/rate-window.ts';
import { createGatewayClient } from '../../../electron/main/gateway/client.ts';
import { systemClock } from '../../../electron/main/platform/clock.ts';
import { keepNurserySmall } from '../../../electron/main/platform/small-nursery.ts';
import { LEASE_MS } from '../../../electron/main/register/leases.ts';
import { REQUEST_TIMEOUT_MS } from '../../../electron/main/session/find-profile.ts';
import { inventReference } from '../../../electron/main/store/references.ts';
import type { Mid } from '../../../shared/ids.ts';
import { RATE_MAX_PER_SECOND } from '../../../shared/limits.ts';
import type { Profile } from '../../../shared/profiles.ts';
import { readTask, report } from '../child.ts';
import { confirmPaidAtOnce, openBenchStore } from '../confirmed-batch.ts';
import type { Paid, PayTask } from '../tasks.ts';
import { watchAsMember } from '../team-of-one.ts';

/** The resolution of the event loop monitor. Node's histogram includes the interval, so it is subtracted again. */
const STALL_RESOLUTION_MS = 10;

// As compose does.
keepNurserySmall();
const { folder, url, mid, token, count, firstPayee = 0, inFlightMax, register, ...limits } = readTask<PayTask>();
const { ratePerSecond: limitPerSecond = RATE_MAX_PER_SECOND } = limits;
const path = join(folder, 'desk.db');
const store = openBenchStore(path);
const batch = confirmPaidAtOnce(store, { baseUrl: url, mid: mid as Mid, count, firstPayee });
let commits = 0;
const ledger: Ledger = {
  ...store.ledger,
  turn: (request) => {
    const answer = store.ledger.turn(request);
    if (answer.kind === 'committed') commits += 1;
    return answer;
  },
};
const gateway = createGatewayClient({ baseUrl: url, mid: mid as Mid, token, timeoutMs: REQUEST_TIMEOUT_MS });
const clock = systemClock;
const window = new RateWindow({ limitPerSecond, nowMs: clock.monotonicMs(), refusedRate: null });
const profile: Profile = {
  name: 'bench',
  baseUrl: url,
  mid: mid as Mid,
  environment: 'LIVE',
  ratePerSecond: limitPerSecond,
  inFlightMax,
  pollFirstMs: POLL_FIRST_DEFAULT_MS,
  pollMaxMs: POLL_MAX_DEFAULT_MS,
  timeoutMs: REQUEST_TIMEOUT_MS,
  maxPayoutPaise: null,
  maxBatchPaise: null,
  walletUnit: null,
};
const watch = register === undefined ? null : await watchAsMember(store, { batch, register, profile, pacer: window });
const run = new BatchRun(
  { ledger, notes: store.notes, gateway, clock, window, invent: inventReference },
  {
    batch,
    send: true,
    inFlightMax,
    backoff: { firstMs: POLL_FIRST_DEFAULT_MS, maxMs: POLL_MAX_DEFAULT_MS },
    until: 'settled',
    forMs: null,
    notKnown: 'not asked: every payout is paid at once',
    lookupsProven: true,
    liftsUsed: 0,
    acceptsUnprovable: false,
    lookUpAll: false,
    looksFirst: false,
    firstAlone: false,
    wallet: null,
    walletBefore: null,
    earlier: { stands: () => true, ask: () => Promise.resolve({ kind: 'clear' }) },
    ...(watch === null ? {} : { mayLeave: () => watch.mayLeave() }),
    onProgress: () => undefined,
  },
);
// A new register leases nothing at first, as after a failover.
await delay(register === undefined ? RATE_WINDOW_MS + 1 : LEASE_MS + 2 * RATE_WINDOW_MS);

const checkpointsBefore = checkpointCount();
const stalls = monitorEventLoopDelay({ resolution: STALL_RESOLUTION_MS });
stalls.enable();
const startedMs = performance.now();
const end = await run.run();
const seconds = (performance.now() - startedMs) / 1_000;
stalls.disable();
const checkpoints = checkpointCount() - checkpointsBefore;

const { success } = store.tally(batch).counts;
if (end.kind !== 'reached' || success !== count) throw new Error(`the run ended ${end.kind} with ${success} paid`);
gateway.close();
await watch?.end();
store.close();
const stallMs = stalls.percentile(99) / 1e6 - STALL_RESOLUTION_MS;
report({ seconds, commits, checkpoints, stallMs } satisfies Paid);

/** How often the write-ahead log was checkpointed and restarted: SQLite counts it in the log's header. */
function checkpointCount(): number {
  const header = readFileSync(`${path}-wal`).subarray(0, 16);
  return header.length < 16 ? 0 : header.readUInt32BE(12);
}
