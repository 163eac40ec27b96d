// Both ends of a measurement in a separate process, so that each side of a comparison starts cold and has its own peak memory. A
// task and a report are JSON between our own two files, so only their types are checked.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The slowest measurement takes some ten seconds; one that takes this long has hung. */
const CHILD_TIMEOUT_MS = 120_000;

/** A child that has reported and keeps running. */
export interface RunningChild<Report> {
  readonly report: Report;
  /** Closes its standard input, which ends it, and waits for the end. */
  stop(): Promise<void>;
}

let compileCache: string | null = null;

/** Gives all children a compile cache in this folder, because the built program has no types to strip either. */
export function shareCompileCache(folder: string): void {
  compileCache = folder;
}

/** Runs a measurement to its end. Throws when the child fails, with its output. */
export async function runChild<Report>(script: string, task: object, withinMs = CHILD_TIMEOUT_MS): Promise<Report> {
  const child = await startChild<Report>(script, task, withinMs);
  await child.stop();
  return child.report;
}

/** Starts a child and waits for its report. Throws when it ends without one. */
export async function startChild<Report>(
  script: string,
  task: object,
  withinMs = CHILD_TIMEOUT_MS,
): Promise<RunningChild<Report>> {
  const path = fileURLToPath(new URL(`./children/${script}.ts`, import.meta.url));
  const child = spawn(process.execPath, [path, JSON.stringify(task)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    timeout: withinMs,
    env: compileCache === null ? process.env : { ...process.env, NODE_COMPILE_CACHE: compileCache },
  });
  const ended = once(child, 'close');
  const line = await firstLine(child, script);
  const stop = async (): Promise<void> => {
    child.stdin.end();
    await ended;
    if (child.exitCode !== 0)
      throw new Error(`${script} ended with ${child.exitCode ?? child.signalCode ?? 'nothing'}`);
  };
  return { report: JSON.parse(line) as Report, stop };
}

async function firstLine(child: ChildProcess, script: string): Promise<string> {
  if (child.stdout === null) throw new Error(`${script} has no output`);
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error(`${script} ended without a report`);
}

/** In the child: the task it was started with. */
export function readTask<Task>(): Task {
  return JSON.parse(process.argv[2] ?? '{}') as Task;
}

/** In the child: reports the measurement. */
export function report(measured: object): void {
  process.stdout.write(`${JSON.stringify(measured)}\n`);
}

/** The peak memory of this process with its worker threads, in megabytes of 10^6 bytes. */
export function peakMegabytes(): number {
  return (process.resourceUsage().maxRSS * 1024) / 1_000_000;
}
