import path from 'node:path';
import type { Gate } from './gates.ts';
import { REPOSITORY } from './repository.ts';

/** Chaos kills for so long and then lets every desk come to its end: two minutes together on two cores. */
const CHAOS_SECONDS = 75;

/** The simulation ends when the whole run has taken so long, for a quarter of an hour is what people wait for. */
const WHOLE_RUN_SECONDS = 840;

/** What it has at least, however long the rest took. */
const SIMULATION_SECONDS_MIN = 120;

/** A proof that takes longer is hanging: the simulation begins no seed after its time, and a seed takes a second or two. */
export const PROOF_TIMEOUT_MS = 1_200_000;

/** Run one after the other, for they measure time or fill the machine. Each is counted as one test. */
export const PROOFS: readonly Gate[] = [
  proof('branches', []),
  proof('fuzz', ['--cases', '100000']),
  proof('torn', ['--cases', '300']),
  // One of them shows that the others could be hunted: all take twelve minutes, and are hunted before a release.
  proof('planted-bugs', ['--only', 'paid-draft-comes-back']),
  proof('rate-proof', ['--rates', '20,100', '--seconds', '4']),
  proof('chaos', ['--kills', '200', '--within', String(CHAOS_SECONDS)]),
];

/**
 * The last proof, counted as one test: as many of two thousand seeds as the time allows that the others left, and it says how
 * many. It runs alone: beside tests that wait for real answers in real time it would only make them late.
 */
export function simulation(elapsedMs: number): Gate {
  const seconds = Math.max(SIMULATION_SECONDS_MIN, WHOLE_RUN_SECONDS - Math.round(elapsedMs / 1_000));
  return proof('sim', ['--seeds', '2000', '--within', String(seconds)]);
}

function proof(name: string, args: readonly string[]): Gate {
  return { name: `proof: ${name}`, script: path.join(REPOSITORY, 'build', `${name}.ts`), args };
}
