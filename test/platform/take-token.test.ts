// The environment's token: read once, and inherited by nothing that is started later.

import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openInBrowser } from '../../electron/main/platform/open-in-browser.ts';
import { takeToken } from '../../electron/main/platform/take-token.ts';

afterEach(() => vi.unstubAllEnvs());

describe('the token of the environment', () => {
  it.each([
    ['there is one', { PAYOUT_DESK_TOKEN: 's3cr3t', HOME: '/home/a' }, 's3cr3t'],
    ['it is empty', { PAYOUT_DESK_TOKEN: '', HOME: '/home/a' }, null],
    ['there is none', { HOME: '/home/a' }, null],
  ])('is taken out of it when %s', (_what, environment, token) => {
    expect(takeToken(environment)).toBe(token);
    expect(environment).toEqual({ HOME: '/home/a' });
  });

  it('is not handed to the browser that is opened', { timeout: 60_000 }, async (context) => {
    context.skip(process.platform !== 'linux', 'only here a test can stand in for what opens a browser');
    const folder = mkdtempSync(join(tmpdir(), 'opener-'));
    const seen = join(folder, 'seen');
    try {
      writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\nenv > '${seen}.new'\nmv '${seen}.new' '${seen}'\n`);
      chmodSync(join(folder, 'xdg-open'), 0o700);
      vi.stubEnv('PATH', `${folder}:${process.env['PATH'] ?? ''}`);
      vi.stubEnv('DISPLAY', ':0');
      vi.stubEnv('PAYOUT_DESK_TOKEN', 's3cr3t');
      expect(openInBrowser('http://127.0.0.1:1/#key=x', folder)).toBe(true);
      await expect.poll(() => existsSync(seen), { timeout: 30_000 }).toBe(true);
      expect(readFileSync(seen, 'utf8')).toContain('DISPLAY=:0');
      expect(readFileSync(seen, 'utf8')).not.toContain('s3cr3t');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
