// The page that leads the browser to the desk: for this user only, under a name that nobody could plant, removed after use.

import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openInBrowser } from '../../electron/main/doors/http/serve-browser.ts';

const LINK = 'http://127.0.0.1:1/#key=s3cr3t';

let folder: string;
let data: string;
let seen: string;
beforeEach((context) => {
  context.skip(process.platform !== 'linux', 'only here a test can stand in for what opens a browser');
  folder = mkdtempSync(join(tmpdir(), 'opener-'));
  data = join(folder, 'data');
  mkdirSync(data);
  seen = join(folder, 'seen');
  writeFileSync(
    join(folder, 'xdg-open'),
    `#!/bin/sh\n{ echo "$1"; env; } > '${seen}.new'\nmv '${seen}.new' '${seen}'\n`,
  );
  chmodSync(join(folder, 'xdg-open'), 0o700);
  vi.stubEnv('PATH', `${folder}:${process.env['PATH'] ?? ''}`);
  vi.stubEnv('DISPLAY', ':0');
  vi.stubEnv('PAYOUT_DESK_TOKEN', 't0k3n');
});
afterEach(() => {
  vi.unstubAllEnvs();
  // The program that opens the browser is a separate process, and may still be writing what it received.
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

describe('the page that opens the browser', { timeout: 60_000 }, () => {
  it('holds the link for this user alone, and neither it nor the token is handed to the browser', async () => {
    const remove = openInBrowser(LINK, data);
    await expect.poll(() => existsSync(seen), { timeout: 30_000 }).toBe(true);
    const [address = '', ...environment] = readFileSync(seen, 'utf8').split('\n');
    expect(environment).toContain('DISPLAY=:0');
    expect([address, ...environment].join('\n')).not.toMatch(/s3cr3t|t0k3n/);
    const page = fileURLToPath(address);
    expect(readFileSync(page, 'utf8')).toContain(LINK);
    expect(statSync(page).mode & 0o777).toBe(0o600);
    expect(statSync(join(page, '..')).mode & 0o777).toBe(0o700);
    remove?.();
    expect(readdirSync(data)).toEqual([]);
  });

  it('is never written through what somebody has put there', () => {
    const victim = join(folder, 'victim');
    writeFileSync(victim, 'untouched');
    symlinkSync(victim, join(data, 'open-desk.html'));
    const remove = openInBrowser(LINK, data);
    expect(readFileSync(victim, 'utf8')).toBe('untouched');
    remove?.();
    expect(readdirSync(data)).toEqual(['open-desk.html']);
  });

  it('goes at the next start where a killed process left it, and nothing else goes', () => {
    const left = openInBrowser(LINK, data);
    expect(left).not.toBeNull();
    mkdirSync(join(data, 'open-files'));
    mkdirSync(join(data, 'open-abcdef'));
    writeFileSync(join(data, 'open-abcdef', 'mine.txt'), '');
    openInBrowser(LINK, data)?.();
    expect(readdirSync(data).toSorted()).toEqual(['open-abcdef', 'open-files']);
  });

  it('is not there where the disk takes no page', () => {
    expect(openInBrowser(LINK, join(folder, 'missing'))).toBeNull();
  });
});
