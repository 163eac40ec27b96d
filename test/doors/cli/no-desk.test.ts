// A named folder without a desk: commands that read or follow say so, and create nothing there.

import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { main } from '../../../electron/main/doors/cli/main.ts';

interface Said {
  readonly exitCode: number;
  readonly out: string;
  readonly code: string | undefined;
  readonly message: string | undefined;
}

/** A folder for the test, without `data` in it yet. */
function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'no-desk-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function say(folder: string, words: readonly string[]): Promise<Said> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  stdin.end();
  const written = Promise.all([text(stdout), text(stderr)]);
  const isTty = { stdin: false, stdout: false, stderr: false };
  const streams = { stdin, stdout, stderr, isTty, columns: 80, env: {} };
  const exitCode = await main([...words, '--json'], { streams, stateFolder: join(folder, 'state') }).finally(() => {
    stdout.end();
    stderr.end();
  });
  const [out] = await written;
  const { refused = {} } = JSON.parse(out) as { refused?: Partial<Record<'code' | 'message', string>> };
  return { exitCode, out, code: refused.code, message: refused.message };
}

const ABOUT_A_DESK = [
  'status',
  'status B0001',
  'list',
  'unknown',
  'news',
  'news --read',
  'export B0001 --out OUT.csv',
  'reconcile --from 2026-04-01 --out OUT.csv',
  'audit verify',
  'backup OUT.db',
  'profile list',
  'watch',
  'resume B0001',
  'retry B0001 --yes',
  'cancel B0001',
  'resolve B0001/2 --paid --rrn 123456789012 --note x',
  'unlock --note x --yes',
];

describe('a data folder that holds no desk', () => {
  it.each(ABOUT_A_DESK)('is named by `%s`, which makes nothing there', async (line) => {
    const folder = ownFolder();
    const data = join(folder, 'mistyped');
    const words = line.replace('OUT', join(folder, 'out')).split(' ');
    expect(await say(folder, [...words, '--data', data])).toMatchObject({
      exitCode: 2,
      code: 'noDesk',
      message: `The data folder ${data} does not exist.`,
    });
    expect([data, join(folder, 'out.csv'), join(folder, 'out.db')].filter(existsSync)).toEqual([]);
    mkdirSync(data);
    expect(await say(folder, [...words, '--data', data])).toMatchObject({
      exitCode: 2,
      message: `The data folder ${data} holds no desk.`,
    });
    expect(existsSync(join(data, 'desk.db'))).toBe(false);
  });

  it("is no mistake where it is the user's own, before anything was paid", async () => {
    const folder = ownFolder();
    vi.stubEnv('XDG_DATA_HOME', folder);
    vi.stubEnv('HOME', folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await say(folder, ['list'])).toMatchObject({ exitCode: 0, out: '{"batches":[]}\n' });
    expect(await say(folder, ['status'])).toMatchObject({ exitCode: 2, code: 'noBatches' });
  });

  it('is none once an account was made in it', async () => {
    const folder = ownFolder();
    const data = join(folder, 'data');
    const account = ['profile', 'set', 'acme', '--base-url', 'https://gateway.example', '--mid', '1'];
    expect(await say(folder, [...account, '--data', data])).toMatchObject({ exitCode: 0 });
    expect(await say(folder, ['list', '--data', data])).toMatchObject({ exitCode: 0, out: '{"batches":[]}\n' });
  });
});
