// The two ends of a measurement in a process of its own. Each side of a comparison starts equally cold and has a peak
// of memory of its own. A task and a report are JSON between our own two files, so nothing but their types is checked.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The slowest measurement takes some ten seconds; one that needs this long is hanging. */
const CHILD_TIMEOUT_MS = 120_000;

/** A child that has reported and goes on. */
export interface RunningChild<Report> {
  readonly report: Report;
  /** Closes its standard input, which ends it, and waits for that. */
  stop(): Promise<void>;
}

let compileCache: string | null = null;

/** Lets all children take their compiled code from this folder, as the built program has no types to strip either. */
export function shareCompileCache(folder: string): void {
  compileCache = folder;
}

/** Runs a measurement to its end. Errors: throws when the child fails, with what it said. */
export async function runChild<Report>(script: string, task: object): Promise<Report> {
  const child = await startChild<Report>(script, task);
  await child.stop();
  return child.report;
}

/** Starts a child and waits for its report. Errors: throws when it ends without one. */
export async function startChild<Report>(script: string, task: object): Promise<RunningChild<Report>> {
  const path = fileURLToPath(new URL(`./children/${script}.ts`, import.meta.url));
  const child = spawn(process.execPath, [path, JSON.stringify(task)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    timeout: CHILD_TIMEOUT_MS,
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

/** The child's end: the task it was started with. */
export function readTask<Task>(): Task {
  return JSON.parse(process.argv[2] ?? '{}') as Task;
}

/** The child's end: says what was measured. */
export function report(measured: object): void {
  process.stdout.write(`${JSON.stringify(measured)}\n`);
}

/** The most memory this process ever held, its worker threads included. Units: megabytes of 10^6 bytes. */
export function peakMegabytes(): number {
  return (process.resourceUsage().maxRSS * 1024) / 1_000_000;
}
