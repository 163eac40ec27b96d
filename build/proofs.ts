// In: nothing. Out: the proofs that a continuous run can afford, each with its bounds; the whole ones are commands of
// package.json. This file must never hold a bound so small that a proof proves nothing.
import path from 'node:path';
import type { Gate } from './gates.ts';
import { REPOSITORY } from './repository.ts';

/** Chaos kills for so long and then lets every desk come to its end: two minutes together on two cores. */
const CHAOS_SECONDS = 75;

/** What the simulation may take beside everything else; on a slow machine fewer seeds fit, and it says so. */
const SIMULATION_SECONDS = 1_500;

/** A proof that takes longer is hanging: the simulation begins no seed after its time, and a seed takes a second or two. */
export const PROOF_TIMEOUT_MS = 1_800_000;

/** Run one after the other, for they measure time or fill the machine. Each is counted as one test. */
export const PROOFS: readonly Gate[] = [
  proof('branches', []),
  proof('fuzz', ['--cases', '100000']),
  proof('torn', ['--cases', '300']),
  proof('rate-proof', ['--rates', '20,100', '--seconds', '4']),
  proof('chaos', ['--kills', '200', '--within', String(CHAOS_SECONDS)]),
];

/**
 * The longest proof, counted as one test. It runs beside everything else: its clock is its own, its disks lie in memory, and
 * what it finds does not depend on how long it takes, so it may have what the others leave of the processors.
 */
export const SIMULATION = proof('sim', ['--seeds', '2000', '--within', String(SIMULATION_SECONDS)]);

function proof(name: string, args: readonly string[]): Gate {
  return { name: `proof: ${name}`, script: path.join(REPOSITORY, 'build', `${name}.ts`), args };
}
