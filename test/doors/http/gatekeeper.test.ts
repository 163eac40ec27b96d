import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import {
  Gatekeeper,
  LINKS_OPEN_MAX,
  SESSION_IDLE_MS,
  SESSION_KEYS_MAX,
  SESSIONS_MAX,
} from '../../../electron/main/doors/http/gatekeeper.ts';

function gate(folder = '/desk', port = 5000) {
  let nowMs = 0;
  const clock = { nowMs: () => nowMs, monotonicMs: () => nowMs, after: () => () => {} };
  const keeper = new Gatekeeper({ address: `127.0.0.1:${port}`, folder, clock });
  return { keeper, later: (ms: number) => (nowMs += ms) };
}

interface SignedIn {
  readonly cookie: string;
  readonly key: string;
}

function asking({ cookie, key }: Partial<SignedIn>): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  if (cookie !== undefined) request.headers.cookie = cookie.split(';')[0];
  if (key !== undefined) request.headers['x-desk-key'] = key;
  return request;
}

function signIn(keeper: Gatekeeper, before: Partial<SignedIn> = {}): SignedIn {
  const opened = keeper.exchange(keeper.newLinkSecret(), asking(before));
  if (opened === null) throw new Error('the link did not open');
  return opened;
}

describe('the gatekeeper', () => {
  it('ends a session that was idle too long, and keeps one that is used', () => {
    const { keeper, later } = gate();
    const [used, idle] = [signIn(keeper), signIn(keeper)];
    later(SESSION_IDLE_MS - 1);
    expect(keeper.sessionOf(asking(used))).not.toBeNull();
    later(SESSION_IDLE_MS - 1);
    expect(keeper.sessionOf(asking(used))).not.toBeNull();
    expect(keeper.sessionOf(asking(idle))).toBeNull();
  });

  it('keeps a session whose window listens, and counts from when it goes', () => {
    const { keeper, later } = gate();
    const window = signIn(keeper);
    const closed = keeper.sessionOf(asking(window))?.streamOpened();
    later(10 * SESSION_IDLE_MS);
    expect(keeper.sessionOf(asking(window))).not.toBeNull();
    closed?.();
    later(SESSION_IDLE_MS);
    expect(keeper.sessionOf(asking(window))).toBeNull();
  });

  it('keeps only the newest links and sessions', () => {
    const { keeper } = gate();
    const oldest = keeper.newLinkSecret();
    for (let more = 0; more < LINKS_OPEN_MAX; more += 1) keeper.newLinkSecret();
    expect(keeper.exchange(oldest, asking({}))).toBeNull();
    const first = signIn(keeper);
    for (let more = 0; more < SESSIONS_MAX; more += 1) signIn(keeper);
    expect(keeper.sessionOf(asking(first))).toBeNull();
  });

  it('finds its cookie among others, and no other name', () => {
    const { keeper } = gate();
    const { cookie, key } = signIn(keeper);
    const [pair = ''] = cookie.split(';');
    const among = asking({ key });
    among.headers.cookie = `theme=dark; ${pair}; x`;
    expect(keeper.sessionOf(among)).not.toBeNull();
    among.headers.cookie = pair.replace('payout_desk_session', 'payout_desk_session2');
    expect(keeper.sessionOf(among)).toBeNull();
  });

  it('of one desk leaves the session of another in the same browser as it is', () => {
    // A browser keeps one cookie of each name for this address, whatever the port.
    const jar = new Map<string, string>();
    const open = (keeper: Gatekeeper): SignedIn => {
      const opened = signIn(keeper, { cookie: [...jar.values()].join('; ') });
      const [pair = ''] = opened.cookie.split(';');
      jar.set(pair.split('=')[0] ?? '', pair);
      return opened;
    };
    const knows = (keeper: Gatekeeper, { key }: SignedIn): boolean => {
      const request = asking({ key });
      request.headers.cookie = [...jar.values()].join('; ');
      return keeper.sessionOf(request) !== null;
    };
    const [first, second] = [gate('/desk', 5000).keeper, gate('/other', 5001).keeper];
    const [mine, theirs] = [open(first), open(second)];
    expect(knows(first, mine)).toBe(true);
    expect(knows(second, theirs)).toBe(true);
    expect(knows(second, mine)).toBe(false);

    // The same desk leaves no second cookie after a restart.
    const again = gate('/desk', 5002).keeper;
    open(again);
    expect(jar.size).toBe(2);
    expect(knows(second, theirs)).toBe(true);
  });

  it('keeps only the newest keys of a session', () => {
    const { keeper } = gate();
    const first = signIn(keeper);
    for (let more = 1; more < SESSION_KEYS_MAX; more += 1) signIn(keeper, first);
    expect(keeper.sessionOf(asking(first))).not.toBeNull();
    const newest = signIn(keeper, first);
    expect(keeper.sessionOf(asking(first))).toBeNull();
    expect(keeper.sessionOf(asking(newest))).not.toBeNull();
  });
});
