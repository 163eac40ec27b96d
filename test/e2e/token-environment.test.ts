// The desktop app with a token in its environment: the desk gets it, and no process that the app starts.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BuiltDesktop, startBuiltDesktop, whyNoDesktop } from './built-desktop.ts';
import { SESSION_STARTS_WITHIN_MS } from './page-session.ts';

describe('The token in the environment of the desktop app', () => {
  let desktop: BuiltDesktop | null = null;

  beforeAll(async () => {
    if (whyNoDesktop() === null) desktop = await startBuiltDesktop({ token: 's3cr3t-of-the-environment' });
  }, SESSION_STARTS_WITHIN_MS);

  afterAll(async () => {
    await desktop?.close();
  });

  beforeEach((context) => context.skip(desktop === null, whyNoDesktop() ?? ''));

  it('is not passed on: the app has taken it out before it shows a window', async () => {
    const seen = await desktop?.app.evaluate(() => ({
      hasPath: process.env['PATH'] !== undefined,
      all: Object.values(process.env).join('\n'),
    }));
    expect(seen?.hasPath).toBe(true);
    expect(seen?.all).not.toContain('s3cr3t-of-the-environment');
  });
});
