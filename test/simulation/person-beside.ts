// A person who decides in the window while a run continues: the same process, the same open desk. Never draw from the world's own
// random numbers here, so that everything else stays the same.

import { resolvePayout } from '../../electron/main/desk/payouts/resolve-payout.ts';
import type { System } from '../../electron/main/session/system.ts';
import type { LiveProgress } from '../../shared/api/events.ts';
import { formatBatchId } from '../../shared/ids.ts';
import type { Journal } from './journal.ts';
import type { Machine } from './machine.ts';
import { type Random, randomFrom } from './random.ts';
import { Crash, type PointPlan, type SimulatedProcess } from './simulated-process.ts';

/** In this share of commands they decide something, at one of this many points. */
const SHARE = 0.25;
const REACH = 40;
const SEED_OFFSET = 1_000_000_007;

export interface WorkWorld {
  readonly machine: Machine;
  readonly process: SimulatedProcess;
  readonly desk: () => System;
  readonly onBug: (error: unknown) => void;
}

export interface Beside {
  readonly plans: readonly PointPlan[];
  readonly onProgress: (progress: LiveProgress) => void;
}

export class PersonBeside {
  readonly #random: Random;
  readonly #journal: Journal;

  constructor(seed: number, journal: Journal) {
    this.#random = randomFrom(seed + SEED_OFFSET);
    this.#journal = journal;
  }

  /** What they do beside a command that begins now. */
  beside(work: WorkWorld): Beside {
    if (!this.#random.chance(SHARE)) return { plans: [], onProgress: () => undefined };
    let hasDecided = false;
    const act = async (): Promise<void> => {
      try {
        if (await this.#decide(work)) hasDecided = true;
      } catch (error) {
        if (!(error instanceof Crash)) work.onBug(error);
      }
    };
    return {
      plans: [{ point: 1 + this.#random.int(REACH), act: () => void act() }],
      onProgress: (progress) => {
        if (hasDecided && progress.phase !== 'preflight') this.#compare(work.machine, progress.view);
      },
    };
  }

  /** Decides one payout in doubt, after what is running at this moment. Returns whether they did. */
  async #decide({ machine, process, desk }: WorkWorld): Promise<boolean> {
    // A point may be inside a write; a person's click comes on a later tick.
    await Promise.resolve();
    if (!machine.isHeldBy(process)) return false;
    const inDoubt = machine.disk.payouts().filter(({ state }) => state === 'unknown');
    const payout = inDoubt[this.#random.int(Math.max(1, inDoubt.length))];
    if (payout === undefined) return false;
    const { batch, row, reference } = payout;
    const answer = await resolvePayout(desk(), {
      payout: { by: 'row', batch: formatBatchId('B', batch), rowNumber: row },
      verdict: { kind: 'notPaid' },
      note: 'As the gateway wrote.',
      ticket: 'T-4712',
      sameEvidence: null,
    });
    this.#journal.trace(`beside: decides that ${reference} is not paid: ${answer.kind}`);
    if (answer.kind === 'done') this.#journal.fault('decidedBeside');
    return answer.kind === 'done';
  }

  /** Checks that a run's progress matches the disk at that moment. */
  #compare({ disk }: Machine, { batch, counts }: LiveProgress['view']): void {
    const states = disk
      .payouts()
      .flatMap((payout) => (formatBatchId('B', payout.batch) === batch ? [payout.state] : []));
    for (const [state, reported] of Object.entries(counts)) {
      const there = states.filter((one) => one === state).length;
      if (there !== reported) this.#journal.violation(`${batch} tells ${reported} ${state}, and ${there} are`);
    }
  }
}
