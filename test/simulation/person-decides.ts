// What a person decides in a simulation: about payouts in doubt, about late news, about paying again. Never use the gateway's
// hidden books here: a person is sometimes right and sometimes wrong.

import { prepareStart, startBatch } from '../../electron/main/desk/batches/start-batch.ts';
import { readNews as readNewsOf } from '../../electron/main/desk/payouts/read-late-news.ts';
import { resolvePayout } from '../../electron/main/desk/payouts/resolve-payout.ts';
import { prepareUnlock, unlockDesk } from '../../electron/main/desk/recovery/desk-data.ts';
import { formatBatchId, type Reference } from '../../shared/ids.ts';
import type { DiskReader, PayoutRow } from './disk-reader.ts';
import type { Life } from './life.ts';
import type { Machine } from './machine.ts';
import { give, type RunOptions, readBy } from './person.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

const UNPAID: readonly string[] = ['failed', 'rejected', 'reversed'];

/** Longer than a retry's lookups stay valid, in milliseconds. */
const LONG_THOUGHT_MS = 90_000;

/** Decides one payout in doubt, or all that look like it. */
export function resolve(world: World, machine: Machine): Life | null {
  const { random } = world;
  const payout = drawnFrom(
    machine.disk.payouts().filter(({ state }) => state === 'unknown'),
    random,
  );
  if (payout === null) return null;
  const isPaid = random.chance(0.2);
  const verdict = isPaid
    ? ({ kind: 'paid', bankReference: random.chance(0.1) ? '000000000001' : bankReference(random) } as const)
    : ({ kind: 'notPaid' } as const);
  const { batch, row, reference } = payout;
  const byRow = { by: 'row', batch: formatBatchId('B', batch), rowNumber: row } as const;
  const name = random.chance(0.5) ? byRow : ({ by: 'reference', reference: reference as Reference } as const);
  const ticket = random.chance(0.4) ? 'T-4711' : null;
  const sameEvidence = !isPaid && random.chance(0.2) ? 1 + random.int(2) : null;
  return give(
    world,
    machine,
    `decides that ${reference} is ${verdict.kind}`,
    (id) => (desk) =>
      resolvePayout(desk, { payout: name, verdict, note: 'As the bank says.', ticket, sameEvidence, commandId: id }),
  );
}

/** Reads the late news; nearly always to the end. */
export function readNews(world: World, machine: Machine, isFair = false): Life {
  const markRead = isFair || world.random.chance(0.8);
  return world.start(machine, 'reads the news', (desk) => readNewsOf(desk, { batch: null, all: false, markRead }), {
    isFair,
  });
}

/** Retries the unpaid payouts of a batch of any generation. */
export function retry(world: World, machine: Machine, options: RunOptions): Life | null {
  const { random } = world;
  const payouts = retriable(machine.disk);
  const batches = [...new Set(payouts.map(({ batch }) => batch))];
  const batch = batches[random.int(batches.length)];
  if (batch === undefined) return null;
  const file = payouts.find((payout) => payout.batch === batch)?.file ?? '';
  const thinksMs = random.chance(0.2) ? LONG_THOUGHT_MS : 0;
  const acceptWarnings = random.chance(0.8);
  return give(
    world,
    machine,
    `pays ${batch} again`,
    (id) =>
      async (desk, { follower, wait }) => {
        if (acceptWarnings) world.witness.money.acceptsWarnings(file);
        const source = { kind: 'retry', batch: formatBatchId('B', batch), from: null } as const;
        const asking = { source, acceptWarnings, ticks: null, forMs: options.forMs, follower };
        const yes = { name: null, until: options.until, commandId: id };
        if (thinksMs === 0) return startBatch(desk, asking, { ...yes, confirmed: 'any' });
        const { answer } = await prepareStart(desk, asking);
        await wait(thinksMs);
        return startBatch(desk, asking, { ...yes, confirmed: readBy(answer) });
      },
    options,
  );
}

/** Accepts a restored or copied database as the true one. */
export function unlock(world: World, machine: Machine, isFair = false): Life {
  const isSure = isFair || world.random.chance(0.8);
  return world.start(
    machine,
    'unlocks the desk',
    async (desk) => {
      const prepared = await prepareUnlock(desk, 'live');
      if (prepared.kind !== 'done' || !isSure) return prepared;
      const unknown = prepared.value.unknown.count;
      return unlockDesk(desk, { book: 'live', note: 'No other copy is in use.', unknown });
    },
    { isFair },
  );
}

/** Payouts that ended unpaid and were not retried yet. */
function retriable(disk: DiskReader): PayoutRow[] {
  const payouts = disk.payouts();
  const retried = new Set(payouts.map(({ retryOf }) => retryOf));
  return payouts.filter(({ payoutId, state }) => UNPAID.includes(state) && !retried.has(payoutId));
}

function drawnFrom<Item>(items: readonly Item[], random: Random): Item | null {
  return items[random.int(items.length)] ?? null;
}

function bankReference(random: Random): string {
  return String(random.int(1_000_000_000)).padStart(12, '4');
}
