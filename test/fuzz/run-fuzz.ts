import { seededRandom } from '../seeded/random.ts';
import { COLLECT_ANSWERS, LOOKUP_ANSWERS, PAYOUT_ANSWERS } from './fuzz-answers.ts';
import { JSON_TEXTS } from './fuzz-json.ts';
import { MONEY } from './fuzz-money.ts';
import { ROW_RULES } from './fuzz-rows.ts';
import { LIVES } from './fuzz-states.ts';
import type { FuzzTarget } from './target.ts';

/** Every fuzzed rule. A case of row rules is a sheet of four rows, so it gets a quarter of the cases. */
const TARGETS: readonly { readonly target: FuzzTarget; readonly share: number }[] = [
  { target: PAYOUT_ANSWERS, share: 4 },
  { target: LOOKUP_ANSWERS, share: 4 },
  { target: COLLECT_ANSWERS, share: 4 },
  { target: JSON_TEXTS, share: 4 },
  { target: MONEY, share: 4 },
  { target: LIVES, share: 3 },
  { target: ROW_RULES, share: 1 },
];
const SHARES = TARGETS.reduce((sum, { share }) => sum + share, 0);

/** A stream costs a hash, so one serves this many cases. */
const CASES_PER_STREAM = 100;

export interface FuzzReport {
  readonly counts: readonly { readonly name: string; readonly cases: number }[];
  readonly failures: readonly string[];
}

/** Stops a target at its first failure, and names it with its seed. */
export async function runFuzz({ cases, seed }: { readonly cases: number; readonly seed: number }): Promise<FuzzReport> {
  const counts: { name: string; cases: number }[] = [];
  const failures: string[] = [];
  for (const { target, share } of TARGETS) {
    const wanted = Math.ceil((cases * share) / SHARES);
    const { done, failure } = await fuzzOne(target, wanted, seed);
    counts.push({ name: target.name, cases: done });
    if (failure !== null) failures.push(`${target.name}, case ${done}: ${failure}`);
  }
  return { counts, failures };
}

async function fuzzOne(
  target: FuzzTarget,
  wanted: number,
  seed: number,
): Promise<{ readonly done: number; readonly failure: string | null }> {
  let random = seededRandom(seed, target.name);
  for (let number = 1; number <= wanted; number += 1) {
    if (number % CASES_PER_STREAM === 0) random = seededRandom(seed, `${target.name} ${number}`);
    try {
      const failure = await target.check(random);
      if (failure !== null) return { done: number, failure };
    } catch (error) {
      return { done: number, failure: `threw ${error instanceof Error ? error.stack : String(error)}` };
    }
  }
  return { done: wanted, failure: null };
}
