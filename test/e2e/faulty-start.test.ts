// A desk that meets an internal fault while it opens, in the built programs: it says so, ends, and releases everything.

import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findRuntime } from '../../build/electron-runtime.ts';
import { BUILT_BROWSER_DOOR } from '../../build/fresh-build.ts';
import { REPOSITORY } from '../../build/repository.ts';
import { openTestDesk } from '../desk/window-desk.ts';
import { whyNoDesktop } from './built-desktop.ts';

const ENDS_WITHIN_MS = 60_000;
const DOUBLE = path.join(import.meta.dirname, 'electron-double', 'electron');
const IS_REAL_ELECTRON = findRuntime().kind === 'ready';

function emptyFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'payout-desk-faulty-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}

/** A folder whose live database has an intact head with meaningless content, which no disk fault would cause. */
async function brokenFolder(): Promise<string> {
  const folder = emptyFolder();
  await openTestDesk(folder).end();
  const raw = new Database(path.join(folder, 'desk.db'));
  const id = raw.prepare<[], string>('SELECT database_id FROM desk').pluck().get();
  raw.close();
  const head = path.join(folder, 'state', 'payout-desk', 'heads', id ?? '');
  mkdirSync(head, { recursive: true });
  writeFileSync(path.join(head, 'head'), `${hash('sha256', 'nothing', 'hex')} nothing`);
  return folder;
}

interface Ended {
  readonly code: number | null;
  readonly said: string;
}

async function run(program: string, args: readonly string[], folder: string): Promise<Ended> {
  const child = spawn(program, [...args, '--data', folder], {
    env: {
      ...process.env,
      XDG_STATE_HOME: path.join(folder, 'state'),
      ELECTRON_DOUBLE_NODE: process.execPath,
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
    },
    stdio: ['pipe', 'ignore', 'pipe'],
    timeout: ENDS_WITHIN_MS,
    killSignal: 'SIGKILL',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [said] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { code: child.exitCode, said };
}

describe('a fault while the desk opens', { timeout: 2 * ENDS_WITHIN_MS }, () => {
  it('ends the desktop app with a box of the system', async (context) => {
    context.skip(IS_REAL_ELECTRON, 'a box of the system waits for a person');
    context.skip(whyNoDesktop() !== null, whyNoDesktop() ?? '');
    const { code, said } = await run(DOUBLE, [REPOSITORY, '--no-sandbox'], await brokenFolder());
    expect(said).toContain('Payout Desk cannot open');
    expect(said).toContain('is not valid JSON');
    expect(code).toBe(1);
  });

  it('ends the door of the browser, which holds the desk already', async () => {
    const used = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void used.close());
    await once(used, 'listening');
    const address = used.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    const folder = emptyFolder();
    const { code, said } = await run(process.execPath, [BUILT_BROWSER_DOOR, '--quiet', '--port', `${port}`], folder);
    expect(said).toContain('EADDRINUSE');
    expect(code).toBe(2);
  });
});
