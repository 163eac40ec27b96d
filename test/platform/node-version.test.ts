// Builds a small program around the launcher and starts it on an older Node of this machine, as may happen to the built command
// line: what it passes on, how it ends, and that nothing keeps running. Without an older Node these tests say so.

import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'vite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { REPOSITORY } from '../../build/repository.ts';
import { NODE_MAJOR_MIN } from '../../electron/main/platform/node-version.ts';

const LAUNCHER = path.join(REPOSITORY, 'electron', 'main', 'platform', 'node-version.ts');

/** The program after the launcher: prints who it is, then does what its first argument says. */
const PROGRAM = `
  import { startOnNewerNode } from ${JSON.stringify(LAUNCHER)};
  startOnNewerNode(import.meta.url, async () => {
    const [deed, value] = process.argv.slice(2);
    const marked = Object.keys(process.env).filter((name) => name.startsWith('PAYOUT_DESK_'));
    const say = (words) => console.log(JSON.stringify(words));
    if (deed === 'stop') process.once('SIGTERM', () => { say('stopping'); process.exit(Number(value)); });
    if (deed === 'stop' || deed === 'stay') setInterval(() => undefined, 60_000);
    say({ node: process.versions.node, pid: process.pid, arguments: process.argv.slice(2), marked });
    if (deed === 'echo') for await (const chunk of process.stdin) process.stdout.write(chunk);
    if (deed === 'fail') throw new Error('the program could not be loaded');
    return deed === 'end' ? Number(value) : 0;
  });
`;

const FIRST_LINE = z.object({ node: z.string(), pid: z.number() });

const olderNode = findOlderNode() ?? '';

describe('startOnNewerNode, started on an older Node', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'payout-desk-launcher-'));
  const installed = path.join(folder, 'installed');
  const program = path.join(installed, 'out', 'main', 'program.mjs');
  const started: ChildProcessWithoutNullStreams[] = [];

  beforeAll(async () => {
    mkdirSync(installed);
    const entry = path.join(folder, 'program.mjs');
    writeFileSync(entry, PROGRAM);
    symlinkSync(path.join(REPOSITORY, 'node_modules'), path.join(installed, 'node_modules'), 'junction');
    await build({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      build: {
        ssr: entry,
        outDir: path.dirname(program),
        rolldownOptions: { output: { entryFileNames: '[name].mjs' } },
      },
    });
  });

  beforeEach((context) => context.skip(olderNode === '', 'no older Node on this machine'));

  afterAll(() => {
    for (const child of started) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  function start(...args: readonly string[]): ChildProcessWithoutNullStreams {
    const child = spawn(olderNode, [program, ...args], { env: { PATH: process.env['PATH'] } });
    started.push(child);
    return child;
  }

  async function firstLine(child: ChildProcessWithoutNullStreams): Promise<z.infer<typeof FIRST_LINE>> {
    const [line]: readonly unknown[] = await once(createInterface(child.stdout), 'line');
    return FIRST_LINE.parse(JSON.parse(String(line)));
  }

  it('runs the program on the installed Node with its arguments and leaves no mark in its environment', () => {
    const run = spawnSync(olderNode, [program, 'tell', 'two words', `o'clock`], { encoding: 'utf8' });
    expect(JSON.parse(run.stdout)).toEqual({
      node: process.versions.node,
      pid: expect.any(Number),
      arguments: ['tell', 'two words', `o'clock`],
      marked: [],
    });
    expect(run.stderr).toBe('');
    expect(run.status).toBe(0);
  });

  it('ends with the exit code of the program', () => {
    expect(spawnSync(olderNode, [program, 'end', '6']).status).toBe(6);
  });

  it('says what stopped a program that failed', () => {
    const run = spawnSync(olderNode, [program, 'fail'], { encoding: 'utf8' });
    expect(run.status).toBe(1);
    expect(run.stderr).toContain('Payout Desk stopped on a fault of its own: Error: the program could not be loaded');
  });

  it('hands standard input through', () => {
    const run = spawnSync(olderNode, [program, 'echo'], { input: 'a token, say\n', encoding: 'utf8' });
    expect(run.stdout.split('\n').slice(1)).toEqual(['a token, say', '']);
  });

  it('passes a signal on and waits for the program to end in its own way', async () => {
    const child = start('stop', '5');
    await firstLine(child);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([5, null]);
  });

  it('ends by the signal that ended the program', async () => {
    const child = start('stay');
    await firstLine(child);
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([null, 'SIGINT']);
  });

  it('takes the program with it when it is killed outright', async () => {
    const child = start('stay');
    const { pid } = await firstLine(child);
    expect(pid).not.toBe(child.pid);
    child.kill('SIGKILL');
    // The program shares this standard output, so the pipe closes only when it ends.
    await once(child.stdout, 'close');
  });

  it('says which Node it needs where none is installed', () => {
    const alone = path.join(folder, 'alone.mjs');
    cpSync(program, alone);
    const run = spawnSync(olderNode, [alone, 'tell'], { encoding: 'utf8' });
    expect(run.status).toBe(1);
    expect(run.stdout).toBe('');
    expect(run.stderr).toContain(`Payout Desk needs Node ${NODE_MAJOR_MIN} or newer`);
  });
});

/** Searches where a system keeps its own Node, because during tests the first in PATH is the installed one. */
function findOlderNode(): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/bin', '/usr/local/bin'];
  for (const folder of new Set(folders)) {
    const node = path.join(folder, process.platform === 'win32' ? 'node.exe' : 'node');
    const { stdout } = spawnSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' });
    if (Number.parseInt(stdout ?? '', 10) < NODE_MAJOR_MIN) return node;
  }
  return null;
}
