// Hunts one planted bug: runs what must catch it on a copy of the sources with the bug. A run that could not start has caught
// nothing. Never call a bug caught by the exit code alone: the violation or the failed test must be named.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { PlantedBug } from './bug-list.ts';
import { copySources } from './source-copy.ts';

/** `by` names the seed or the test; `why` is its output. */
export type Hunt =
  | { readonly kind: 'caught'; readonly by: string; readonly why: string }
  | { readonly kind: 'survived'; readonly why: string };

/** Other seeds to try when the known one no longer finds the bug, because the simulation's draws have changed. */
const SEEDS_TRIED = 400;

/** A hunt that takes longer has hung. */
const TIMEOUT_MS = 300_000;

export async function hunt(bug: PlantedBug): Promise<Hunt> {
  const copy = copySources(bug);
  try {
    if ('test' in bug.killer) return await byTest(copy.folder, bug.killer);
    const known = await bySeeds(copy.folder, { seed: bug.killer.seed, seeds: 1 });
    return known.kind === 'caught' ? known : await bySeeds(copy.folder, { seed: 1, seeds: SEEDS_TRIED });
  } finally {
    copy.close();
  }
}

/** Whether the unchanged sources pass what catches the bugs. Returns null when they do, otherwise the output. */
export async function control(bugs: readonly PlantedBug[]): Promise<string | null> {
  const copy = copySources(null);
  try {
    const killers = bugs.flatMap(({ killer }) => ('test' in killer ? [killer] : []));
    const files = [...new Set(killers.map(({ file }) => file))];
    const names = killers.map(({ test }) => literally(test)).join('|');
    const tests = files.length === 0 ? null : await run(copy.folder, [VITEST, 'run', ...files, '-t', names]);
    if (tests !== null && tests.exitCode !== 0) return tests.said;
    const seeds = [...new Set(bugs.flatMap(({ killer }) => ('seed' in killer ? [killer.seed] : [])))];
    for (const seed of seeds) {
      const { exitCode, said } = await run(copy.folder, [...SIM, '--seeds', '1', '--seed', String(seed)]);
      if (exitCode !== 0) return said;
    }
    return null;
  } finally {
    copy.close();
  }
}

const VITEST = join('node_modules', 'vitest', 'vitest.mjs');
const SIM = [join('build', 'run.mjs'), 'sim', '--workers', '1'] as const;

async function bySeeds(folder: string, { seed, seeds }: { seed: number; seeds: number }): Promise<Hunt> {
  const range = ['--seed', String(seed), '--seeds', String(seeds), '--until-violation'];
  const { said } = await run(folder, [...SIM, ...range]);
  const found = /^seed (\d+): (.*)$/m.exec(said);
  if (found === null) return { kind: 'survived', why: said.trim().split('\n').at(-1) ?? '' };
  return { kind: 'caught', by: `seed ${found[1] ?? ''}`, why: found[2] ?? '' };
}

async function byTest(folder: string, killer: { readonly file: string; readonly test: string }): Promise<Hunt> {
  const { said } = await run(folder, [VITEST, 'run', killer.file, '-t', literally(killer.test), '--reporter=verbose']);
  const failed = said.split('\n').find((line) => line.includes('×') && line.includes(killer.test));
  if (failed === undefined) return { kind: 'survived', why: said.trim().split('\n').at(-1) ?? '' };
  return { kind: 'caught', by: `${killer.file}: ${killer.test}`, why: failed.trim() };
}

/** A pattern that matches exactly this test name. */
function literally(name: string): string {
  return name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function run(folder: string, args: readonly string[]): Promise<{ readonly exitCode: number; readonly said: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: TIMEOUT_MS,
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
    });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('error', (error) => resolve({ exitCode: 1, said: error.message }));
    child.once('close', (code) => resolve({ exitCode: code ?? 1, said: Buffer.concat(chunks).toString('utf8') }));
  });
}
