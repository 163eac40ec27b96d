// One sender at a time, between real processes, one of which is killed outright.

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  isSenderLockHeld,
  type Locking,
  shareSenderLock,
  takeSenderLock,
} from '../../electron/main/platform/data-folder.ts';

const OTHER = fileURLToPath(new URL('./hold-sender-lock.ts', import.meta.url));

let folder: string;
let children: ChildProcessWithoutNullStreams[];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'payout-desk-lock-'));
  children = [];
});

afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

async function startOther(): Promise<{ child: ChildProcessWithoutNullStreams; got: string }> {
  const child = spawn(process.execPath, [OTHER, folder]);
  children.push(child);
  const [line]: readonly unknown[] = await once(createInterface(child.stdout), 'line');
  return { child, got: String(line) };
}

function hold(lock: Locking): Extract<Locking, { kind: 'held' }> {
  if (lock.kind !== 'held') throw new Error(`the lock is ${lock.kind}`);
  return lock;
}

describe('takeSenderLock', () => {
  it('tells a second process that the first has the lock, and lets it in after the release', async () => {
    const lock = hold(takeSenderLock(folder));
    expect((await startOther()).got).toBe('busy');
    lock.release();
    expect((await startOther()).got).toBe('held');
    expect(takeSenderLock(folder).kind).toBe('busy');
  });

  it('is free again when the process that held it was killed outright', async () => {
    const { child, got } = await startOther();
    expect(got).toBe('held');
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    const lock = takeSenderLock(folder);
    expect(lock.kind).toBe('held');
    hold(lock).release();
  });

  it('is free again when the process that held it ends in peace', async () => {
    const { child } = await startOther();
    const ended = once(child, 'exit');
    child.stdin.end();
    await ended;
    const lock = takeSenderLock(folder);
    expect(lock.kind).toBe('held');
    hold(lock).release();
  });

  it('keeps its file to this user', () => {
    const lock = hold(takeSenderLock(folder));
    expect(statSync(path.join(folder, 'lock.db')).mode & 0o777).toBe(0o600);
    lock.release();
  });

  it.each<[string, () => void]>([
    ['a folder lies in its place', () => mkdirSync(path.join(folder, 'lock.db'))],
    ['its file is no lock', () => writeFileSync(path.join(folder, 'lock.db'), 'x'.repeat(4_096))],
  ])('says so when %s', (_what, spoil) => {
    spoil();
    expect(takeSenderLock(folder)).toMatchObject({ kind: 'unusable', code: expect.stringMatching(/^SQLITE_/) });
  });
});

describe('isSenderLockHeld', () => {
  it('tells whether a process has the lock', async () => {
    expect(isSenderLockHeld(folder)).toBe(false);
    const { child } = await startOther();
    expect(isSenderLockHeld(folder)).toBe(true);
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    expect(isSenderLockHeld(folder)).toBe(false);
  });

  it('leaves the lock where it is, even when the holder itself asks', async () => {
    const lock = hold(takeSenderLock(folder));
    for (let asked = 0; asked < 3; asked += 1) expect(isSenderLockHeld(folder)).toBe(true);
    expect((await startOther()).got).toBe('busy');
    lock.release();
  });

  it('is shared by both desks of one process, and given back with the last of them', () => {
    const take = shareSenderLock();
    const live = hold(take(folder));
    const practice = hold(take(folder));
    live.release();
    expect(takeSenderLock(folder).kind).toBe('busy');
    practice.release();
    hold(takeSenderLock(folder)).release();
  });
});
