import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sweepTempFiles, trackTempFiles } from '../../electron/main/platform/temp-files.ts';

let folder: string;
let data: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'payout-desk-temp-'));
  data = join(folder, 'data');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The pid of a process that has ended. */
const DEAD = spawnSync(process.execPath, ['--version']).pid;
const TEMP = `.payout-desk-${'0a'.repeat(8)}.partial`;

function left(name: string, note: object = {}): string {
  const path = join(folder, name);
  writeFileSync(path, 'salaries');
  noteOf({ path, ...note });
  return path;
}

function noteOf(note: object): void {
  mkdirSync(join(data, 'temp-files'), { recursive: true });
  const text = JSON.stringify({ machine: hostname(), process: DEAD, ...note });
  writeFileSync(join(data, 'temp-files', `${crypto.randomUUID()}.json`), text);
}

describe('temp files that a killed process left', () => {
  it('go, when a report was half written', { timeout: 60_000 }, async () => {
    const script = fileURLToPath(new URL('write-until-killed.ts', import.meta.url));
    const child = spawn(process.execPath, [script, data, join(folder, 'report.csv')]);
    await once(child.stdout, 'data');
    sweepTempFiles(data);
    expect(readdirSync(folder)).toHaveLength(2);
    child.kill('SIGKILL');
    await once(child, 'exit');
    sweepTempFiles(data);
    expect(readdirSync(folder)).toEqual(['data']);
    expect(readdirSync(join(data, 'temp-files'))).toEqual([]);
  });

  it('are removed at the next start, their journals too, and their notes with them', () => {
    const path = left(TEMP);
    writeFileSync(`${path}-journal`, 'salaries');
    sweepTempFiles(data);
    expect(readdirSync(folder)).toEqual(['data']);
    expect(readdirSync(join(data, 'temp-files'))).toEqual([]);
  });

  it('stay while their process lives, on this computer or another', () => {
    const mine = trackTempFiles(data);
    const path = join(folder, TEMP);
    writeFileSync(path, 'salaries');
    const forget = mine(path);
    sweepTempFiles(data);
    expect(existsSync(path)).toBe(true);
    noteOf({ path, machine: 'another computer' });
    sweepTempFiles(data);
    expect(existsSync(path)).toBe(true);
    forget();
    expect(readdirSync(join(data, 'temp-files'))).toHaveLength(1);
  });

  it('are nothing that the desk did not make: another name, a folder, a link, a note that cannot be read', () => {
    const other = left('salary.csv');
    const victim = join(folder, 'victim.csv');
    writeFileSync(victim, 'a salary sheet');
    const link = join(folder, `.payout-desk-${'1b'.repeat(8)}.partial`);
    symlinkSync(victim, link);
    noteOf({ path: link });
    const dir = join(folder, `.payout-desk-${'2c'.repeat(8)}.partial`);
    mkdirSync(dir);
    noteOf({ path: dir });
    noteOf({ path: 7 });
    noteOf({ path: `${TEMP}` });
    sweepTempFiles(data);
    expect([other, victim, link, dir].map((path) => existsSync(path))).toEqual([true, true, true, true]);
  });

  it('need no data folder', () => {
    sweepTempFiles(join(folder, 'none'));
    expect(readdirSync(folder)).toEqual([]);
  });
});
