// How long the desk takes for files built to stop it, and how much memory.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LARGE_FILES, type LargeFile } from './large-files.ts';

const PEAK_MAX_MB = 1_200;
const SECONDS_MAX = 60;
/** A reading that takes this long will not end. */
const KILL_AFTER_MS = 180_000;

interface Reading {
  readonly verdict: string;
  readonly seconds: number;
  readonly peakMb: number;
}

/** Writes and reads each file in a separate process, and prints a line for each. Returns how many took too much. */
export async function measureBounds(only: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'payout-bounds-'));
  let over = 0;
  try {
    for (const file of LARGE_FILES.filter(({ name }) => name.includes(only))) {
      const { line, isOver } = await measure(file, join(folder, file.name));
      if (isOver) over += 1;
      process.stdout.write(`${line}\n`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return over;
}

async function measure(file: LargeFile, path: string): Promise<{ readonly line: string; readonly isOver: boolean }> {
  await file.write(path);
  const sizeMb = statSync(path).size / 1024 / 1024;
  const reading = await readAlone(path);
  rmSync(path);
  const name = `${file.name.padEnd(40)}${sizeMb.toFixed(1).padStart(6)} MB`;
  if (typeof reading === 'string') return { line: `OVER ${name}  ${reading}`, isOver: true };
  const { verdict, seconds, peakMb } = reading;
  const isOver = peakMb > PEAK_MAX_MB || seconds > SECONDS_MAX;
  const cost = `${seconds.toFixed(1).padStart(6)} s ${peakMb.toFixed(0).padStart(6)} MB`;
  return { line: `${isOver ? 'OVER' : 'ok  '} ${name}  ${cost}  ${verdict}`, isOver };
}

/** Returns a sentence when the process ended without an answer. */
async function readAlone(path: string): Promise<Reading | string> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'read-one.ts'), path], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: KILL_AFTER_MS,
    killSignal: 'SIGKILL',
  });
  let said = '';
  let wrong = '';
  child.stdout.on('data', (data: Buffer) => (said += data.toString()));
  child.stderr.on('data', (data: Buffer) => (wrong += data.toString()));
  const ended = Promise.withResolvers<string | number | null>();
  child.on('close', (code, signal) => ended.resolve(signal ?? code));
  const end = await ended.promise;
  return end === 0 ? (JSON.parse(said) as Reading) : `ended with ${end}: ${wrong.trim().slice(0, 200)}`;
}
