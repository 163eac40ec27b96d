import path from 'node:path';
import type { Gate } from './gates.ts';
import { REPOSITORY } from './repository.ts';

/** Chaos kills for this long and then lets every desk finish: two minutes in all on two cores. */
const CHAOS_SECONDS = 75;

/** The simulation stops when the whole run has taken this long: people wait a quarter of an hour at most. */
const WHOLE_RUN_SECONDS = 840;

/** The least time for the simulation, however long the rest took. */
const SIMULATION_SECONDS_MIN = 120;

/** A proof that takes longer has hung: the simulation starts no seed after its time, and a seed takes a second or two. */
export const PROOF_TIMEOUT_MS = 1_200_000;

/** They wait for a rate, and a busy core would falsify what they measure. Each counts as one test. */
export const AT_A_RATE: readonly Gate[] = [
  proof('rate-proof', ['--rates', '20', '--seconds', '4']),
  proof('rate-proof', ['--rates', '100', '--seconds', '4']),
];

/** Run two at once, the longest first: chaos mostly waits for what it has killed, and the others keep one core busy each. */
export const AT_ANY_TIME: readonly Gate[] = [
  proof('chaos', ['--kills', '200', '--within', String(CHAOS_SECONDS)]),
  // One bug shows that the others could be caught: all take twelve minutes and run before a release.
  proof('planted-bugs', ['--only', 'paid-draft-comes-back']),
  proof('branches', []),
  proof('fuzz', ['--cases', '100000']),
  proof('torn', ['--cases', '300']),
  proof('forge', ['--mutants', '2000']),
];

/**
 * The last proof, counted as one test: runs as many of two thousand seeds as the remaining time allows, and says how many. Its
 * clocks are its own, so it runs beside the other proofs and gives way to them.
 */
export function simulation(elapsedMs: number): Gate {
  const seconds = Math.max(SIMULATION_SECONDS_MIN, WHOLE_RUN_SECONDS - Math.round(elapsedMs / 1_000));
  return { ...proof('sim', ['--seeds', '2000', '--within', String(seconds)]), givesWay: true };
}

function proof(name: string, args: readonly string[]): Gate {
  return { name: `proof: ${name}`, script: path.join(REPOSITORY, 'build', `${name}.ts`), args };
}
