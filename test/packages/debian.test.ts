// The maintainer script of the Debian package, run as dpkg runs it, against the processes of a program in a folder of its own.

import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { REPOSITORY } from '../../build/repository.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'payout-desk-prerm-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The script for a program in the folder, with less patience. */
function maintainerScript(seconds: number): string {
  const file = path.join(folder, `prerm-${seconds}`);
  const text = readFileSync(path.join(REPOSITORY, 'build', 'debian', 'prerm'), 'utf8');
  expect(text).toContain('home=/usr/lib/payout-desk\nlimit=180\n');
  writeFileSync(file, text.replace('home=/usr/lib/payout-desk\nlimit=180', `home=${folder}\nlimit=${seconds}`), {
    mode: 0o755,
  });
  return file;
}

/** A process of the program's own Node, which says when it listens for the signal. */
async function startProgram(onTerm: string): Promise<ChildProcess> {
  const node = path.join(folder, 'node');
  copyFileSync(process.execPath, node);
  const program = spawn(node, [
    '-e',
    `process.on('SIGTERM', () => { ${onTerm} }); setInterval(() => {}, 1000); console.log('ready')`,
  ]);
  await once(program.stdout, 'data');
  return program;
}

describe.skipIf(process.platform !== 'linux')('Before the Debian package goes or is replaced', () => {
  it('ends who runs it as Ctrl+C does, says so, and waits for it', async () => {
    const program = await startProgram('setTimeout(() => process.exit(5), 300)');
    const ended = once(program, 'exit');
    const { status, stderr } = spawnSync(maintainerScript(20), ['upgrade', '0.2.0'], { encoding: 'utf8' });
    expect(status).toBe(0);
    expect(stderr).toContain(`(process ${program.pid}) is paused and ended`);
    expect(stderr).toContain('Open it again after the upgrade');
    expect(await ended).toEqual([5, null]);
  });

  it('changes nothing while somebody does not end, and kills nobody', async () => {
    const program = await startProgram('');
    const { status, stderr } = spawnSync(maintainerScript(1), ['remove'], { encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr).toContain('Nothing was changed.');
    expect(program.exitCode).toBeNull();
    program.kill('SIGKILL');
  });

  it('has nothing to say when nobody runs it', () => {
    expect(execFileSync(maintainerScript(2), ['remove'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })).toBe(
      '',
    );
  });
});
