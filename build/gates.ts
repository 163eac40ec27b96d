import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { REPOSITORY, toolScript } from './repository.ts';

export interface Gate {
  readonly name: string;
  readonly script: string;
  readonly args: readonly string[];
  /** It only takes what others leave of the processor. */
  readonly givesWay?: boolean;
}

/** `lastLine` is the last line of output; for a proof, its figures. */
export interface GateResult {
  readonly gate: Gate;
  readonly isPassed: boolean;
  readonly lastLine: string;
}

/** The slowest static gate takes seconds; one that takes this long has hung. */
const GATE_TIMEOUT_MS = 180_000;

/** Test runs are limited too: with real browsers and killed processes they take some minutes on two cores. */
export const TESTS_TIMEOUT_MS = 2_400_000;

const ORPHAN_CHECK_MS = 200;

const NAME_COLUMN_CHARACTERS = 20;

/** Gates that read the sources without running them. */
export const STATIC_GATES: readonly Gate[] = [
  tool('format', { packageName: '@biomejs/biome', command: 'biome' }, ['check', '--colors=off', '.']),
  tool('lint', { packageName: 'oxlint', command: 'oxlint' }, ['--type-aware', '.']),
  types('shared'),
  types('electron'),
  types('renderer'),
  types('test'),
  types('test/renderer'),
  { name: 'import rules', script: path.join(REPOSITORY, 'build', 'check-imports.ts'), args: [] },
  tool('unused code', { packageName: 'knip', command: 'knip' }, ['--no-progress', '--no-config-hints']),
];

/** The tests that need only this process. */
export const FAST_TESTS = tests(['--project', 'fast']);

/** All tests, or those that vitest's arguments select. */
export function tests(words: readonly string[]): Gate {
  return tool('tests', { packageName: 'vitest', command: 'vitest' }, ['run', ...words]);
}

/** Runs the gates, two at once, and prints a line for each as it ends. Returns the results in the order of the gates. */
export async function runGates(gates: readonly Gate[], timeoutMs = GATE_TIMEOUT_MS): Promise<readonly GateResult[]> {
  const results: GateResult[] = [];
  const waiting = gates.entries();
  const worker = async (): Promise<void> => {
    for (const [index, gate] of waiting) results[index] = await runGate(gate, timeoutMs);
  };
  await Promise.all([worker(), worker()]);
  return results;
}

/** Runs one gate and prints its line, after its output if it failed. */
export async function runGate(gate: Gate, timeoutMs: number): Promise<GateResult> {
  const startedMs = performance.now();
  const { isPassed, said } = await run(gate, timeoutMs);
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  if (!isPassed) console.log(said.trimEnd());
  const verdict = isPassed ? 'passed ' : 'REFUSED';
  console.log(`${gate.name.padEnd(NAME_COLUMN_CHARACTERS)} ${verdict} ${seconds.padStart(6)} s`);
  return { gate, isPassed, lastLine: said.trimEnd().split('\n').at(-1) ?? '' };
}

interface Ending {
  readonly isPassed: boolean;
  readonly said: string;
}

/** The running gates, each the leader of its own process group. */
const running = new Set<ChildProcess>();

function run(gate: Gate, timeoutMs: number): Promise<Ending> {
  return new Promise((resolve) => {
    const [program, ...before] =
      gate.givesWay === true && process.platform !== 'win32'
        ? (['nice', '-n', '19', process.execPath] as const)
        : ([process.execPath] as const);
    const child = spawn(program, [...before, gate.script, ...gate.args], {
      cwd: REPOSITORY,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
    });
    running.add(child);
    let ending = '';
    const clock = setTimeout(() => {
      ending = `\nnot finished after ${timeoutMs / 1000} s: killed by the gate's own clock`;
      killTree(child);
    }, timeoutMs);
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    const end = (isPassed: boolean, said: string): void => {
      clearTimeout(clock);
      running.delete(child);
      resolve({ isPassed, said });
    };
    child.once('error', (error) => end(false, error.message));
    child.once('close', (exitCode, signal) => {
      if (signal !== null && ending === '') ending = `\nkilled by ${signal}`;
      end(exitCode === 0, `${Buffer.concat(chunks).toString('utf8').trimEnd()}${ending}`);
    });
  });
}

/** Kills a gate and everything it has started. */
function killTree({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/PID', String(pid), '/T', '/F']);
    return;
  }
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}

/** Kills all gates when this process ends, or npm, which started it. */
export function endGatesWithNpm(): void {
  process.once('exit', () => {
    for (const child of running) killTree(child);
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.exit(1);
  }, ORPHAN_CHECK_MS).unref();
}

function tool(name: string, where: { packageName: string; command: string }, args: readonly string[]): Gate {
  return { name, script: toolScript(where), args };
}

function types(folder: string): Gate {
  return tool(`types of ${folder}`, { packageName: 'typescript', command: 'tsc' }, ['-p', folder, '--pretty', 'false']);
}
