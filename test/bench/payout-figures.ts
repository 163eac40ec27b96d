// Payouts per second of the engine, compared with two bare loops, against the practice gateway in a separate process. Each run
// has a new gateway with a new database and pays the same people, and the three loops take turns at going first.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { runChild, startChild } from './child.ts';
import { atLeast, atMost, type Figure, median, reported, SHOW } from './figures.ts';
import type { Plan } from './plan.ts';
import type { Called, Paid, PayTask, Served, ServeTask } from './tasks.ts';

/** How many requests are in flight at once, from issue 2. */
const IN_FLIGHT = 64;

/** More than all payouts together, in paise. */
const WALLET_PAISE = 1_000_000_000_000;

/** A commit is one fsync of the log. A checkpoint takes three: of the log, of the database, and of the log's new header. */
const FSYNCS_PER_CHECKPOINT = 3;

const GOALS = { beside: 0.85, fsyncsPerPayout: 0.1, stallMs: 15 } as const;

interface Round {
  readonly engine: Paid;
  readonly bare: Called;
  readonly keepAlive: Called;
}

export async function measurePayouts({ payoutCount, payoutRounds }: Plan, folder: string): Promise<Figure[]> {
  const rounds: Round[] = [];
  for (let round = 0; round < payoutRounds; round += 1) {
    const inFolder = join(folder, `payouts-${round}`);
    rounds.push(await measureRound({ folder: inFolder, count: payoutCount, first: round }));
  }
  const rateOf = ({ seconds }: Called): number => payoutCount / seconds;
  const beside = (other: 'bare' | 'keepAlive'): number =>
    median(rounds.map((round) => rateOf(round.engine) / rateOf(round[other])));
  const fsyncs = rounds.map(({ engine }) => engine.commits + engine.checkpoints * FSYNCS_PER_CHECKPOINT);
  const rate = (of: keyof Round): string => SHOW.perSecond(median(rounds.map((round) => rateOf(round[of]))));
  return [
    reported(`payouts of the engine, ${IN_FLIGHT} in flight`, rate('engine')),
    reported('  bare loop, a fresh node:http connection each', rate('bare')),
    reported('  keep-alive fetch, which may pay twice', rate('keepAlive')),
    atLeast('engine beside the bare loop', beside('bare'), { goal: GOALS.beside, show: SHOW.times }),
    reported('engine beside keep-alive fetch', SHOW.times(beside('keepAlive'))),
    atMost('fsyncs per payout', median(fsyncs) / payoutCount, { goal: GOALS.fsyncsPerPayout, show: SHOW.count }),
    atMost('event loop stall, 99th percentile', median(rounds.map(({ engine }) => engine.stallMs)), {
      goal: GOALS.stallMs,
      show: SHOW.milliseconds,
    }),
  ];
}

async function measureRound({
  folder,
  count,
  first,
}: {
  folder: string;
  count: number;
  first: number;
}): Promise<Round> {
  const measured: Partial<Record<Loop, Called>> = {};
  for (let turn = 0; turn < LOOPS.length; turn += 1) {
    const loop = LOOPS[(first + turn) % LOOPS.length] ?? 'engine';
    measured[loop] = await measureLoop(loop, { folder: join(folder, loop), count });
  }
  return measured as Round;
}

type Loop = keyof Round;
const LOOPS: readonly Loop[] = ['engine', 'bare', 'keepAlive'];
const SCRIPTS: Readonly<Record<Loop, string>> = {
  engine: 'run-engine',
  bare: 'call-bare',
  keepAlive: 'call-keep-alive',
};

async function measureLoop(loop: Loop, { folder, count }: { folder: string; count: number }): Promise<Called> {
  mkdirSync(folder, { recursive: true });
  const served: ServeTask = { databasePath: join(folder, 'gateway.db'), walletStartPaise: WALLET_PAISE };
  const gateway = await startChild<Served>('serve-practice', served);
  try {
    const task: PayTask = { ...gateway.report, folder, count, inFlightMax: IN_FLIGHT };
    return await runChild<Called>(SCRIPTS[loop], task);
  } finally {
    await gateway.stop();
  }
}
