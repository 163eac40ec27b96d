// A page session for a file of tests: opened before them, skipped with the host's reason where it cannot be, ended
// after them.

import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { DOOR, type Host } from './hosts.ts';
import { openPageSession, type PageSession, SESSION_STARTS_WITHIN_MS, type SessionOptions } from './page-session.ts';

interface SessionUse extends SessionOptions {
  readonly host?: Host;
  /** A fresh session for each test, or one for all tests of the describe. */
  readonly each?: 'describe' | 'test';
  /** What every test of the session starts from. Shape: its time counts to the opening. */
  readonly begin?: (session: PageSession) => Promise<void>;
  readonly beginsWithinMs?: number;
}

/**
 * Registers the hooks. Shape: what it gives must be called inside a test or a hook.
 * Errors: that throws where no session is open; tests are skipped there before they can.
 */
export function useSession({
  host = DOOR,
  each = 'describe',
  begin = async () => {},
  beginsWithinMs = 0,
  ...options
}: SessionUse = {}): () => PageSession {
  let session: PageSession | null = null;
  const [before, after] = each === 'describe' ? [beforeAll, afterAll] : [beforeEach, afterEach];
  before(async () => {
    session = await openPageSession(host, options);
    if (session !== null) await begin(session);
  }, SESSION_STARTS_WITHIN_MS + beginsWithinMs);
  after(async () => {
    await session?.close();
    session = null;
  }, SESSION_STARTS_WITHIN_MS);
  beforeEach((context) => context.skip(session === null, host.whyNot ?? ''));
  return () => {
    if (session === null) throw new Error(host.whyNot ?? 'no session is open');
    return session;
  };
}
