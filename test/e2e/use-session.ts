// A page session for a file of tests: opened before them, skipped with the host's reason if it cannot run, ended after them.

import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { DOOR, type Host } from './hosts.ts';
import { openPageSession, type PageSession, SESSION_STARTS_WITHIN_MS, type SessionOptions } from './page-session.ts';

interface SessionUse extends SessionOptions {
  readonly host?: Host;
  /** A fresh session for each test, or one for all tests of the describe. */
  readonly each?: 'describe' | 'test';
  /** The start of every test of the session. Its time counts towards the opening. */
  readonly begin?: (session: PageSession) => Promise<void>;
  readonly beginsWithinMs?: number;
}

/**
 * Registers the hooks. Call the returned function inside a test or a hook; it throws when no session is open, but then tests are
 * skipped first.
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
  beforeEach((context) => context.skip(session === null, host.unavailable ?? ''));
  return () => {
    if (session === null) throw new Error(host.unavailable ?? 'no session is open');
    return session;
  };
}
