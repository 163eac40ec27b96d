// Who may use the loopback door. Any website can make this machine's browser call 127.0.0.1, and any host name can be made to
// resolve to it, so the Host and the Origin must be exactly ours. A command also needs what only the link's one-time secret
// gives: a cookie, and a key that the page keeps, because a browser sends the cookie to every port of this address, even to
// another user's program.

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { KEY_HEADER } from '../../../../shared/api/wire.ts';
import type { Clock } from '../../platform/clock.ts';

/** How many links one browser may open in one session: a person's tabs of a day. The oldest goes first. */
export const SESSION_KEYS_MAX = 32;

export const SESSIONS_MAX = 8;

/** How many links may be shown and unused at once; the oldest goes first. */
export const LINKS_OPEN_MAX = 4;

/** A session without an open window and without a request ends after this time: nobody is at the desk. */
export const SESSION_IDLE_MS = 30 * 60_000;

/** Why a request is rejected; null if it may pass. */
type Objection = 'wrongHost' | 'wrongOrigin' | null;

/** Cookies ignore the port, so two desks in one browser would sign each other out if the names were equal. */
function cookieName(folder: string): string {
  return `payout_desk_session_${createHash('sha256').update(folder).digest('hex').slice(0, FOLDER_WORD_CHARACTERS)}`;
}

/** Enough to tell the data folders of one browser apart. */
const FOLDER_WORD_CHARACTERS = 12;

interface GatekeeperParts {
  /** For example `127.0.0.1:54321`. */
  readonly address: string;
  /** The data folder. One desk serves it at a time, on another port after each start, so a browser needs one cookie for it. */
  readonly folder: string;
  readonly clock: Clock;
}

interface BrowserSession {
  readonly digest: Buffer;
  /** Digests of its pages' keys: each link opened in this browser adds one. */
  keys: readonly Buffer[];
  lastSeenMs: number;
  /** Open event streams: a listening window is not idle. */
  streams: number;
}

/** `value`: the cookie's value. */
interface KnownCookie {
  readonly value: string;
  readonly session: BrowserSession;
}

export class Gatekeeper {
  readonly #clock: Clock;
  readonly #host: string;
  readonly #origin: string;
  readonly #cookie: string;
  #links: Buffer[] = [];
  #sessions: BrowserSession[] = [];

  constructor({ address, folder, clock }: GatekeeperParts) {
    this.#clock = clock;
    this.#cookie = cookieName(folder);
    this.#host = address;
    this.#origin = `http://${address}`;
  }

  /** Creates a secret for a link, valid once. */
  newLinkSecret(): string {
    const secret = randomBytes(32).toString('base64url');
    this.#links = [...this.#links, digestOf(secret)].slice(-LINKS_OPEN_MAX);
    return secret;
  }

  /** Checks that our own page made the request, or a person opening it. */
  objectionTo(request: IncomingMessage): Objection {
    const { headersDistinct, method } = request;
    const hosts = headersDistinct['host'] ?? [];
    if (hosts.length !== 1 || hosts[0] !== this.#host) return 'wrongHost';
    const origins = headersDistinct['origin'] ?? [];
    const isOurs = origins.length === 1 && origins[0] === this.#origin;
    const reads = method === 'GET' || method === 'HEAD';
    if (!isOurs && !(reads && origins.length === 0)) return 'wrongOrigin';
    return null;
  }

  /** Whether the browser says that another site made the request. The page's own files hold no secret and may be linked to. */
  isFromElsewhere({ headers }: IncomingMessage): boolean {
    const site = headers['sec-fetch-site'];
    return site !== undefined && site !== 'same-origin' && site !== 'none';
  }

  /**
   * Exchanges a link's secret for a cookie and a key. A browser with a session keeps its cookie, or its other windows would lose
   * theirs. Returns null for a wrong or used secret.
   */
  exchange(secret: string, request: IncomingMessage): { readonly cookie: string; readonly key: string } | null {
    const digest = digestOf(secret);
    const link = this.#links.find((one) => timingSafeEqual(one, digest));
    if (link === undefined) return null;
    this.#links = this.#links.filter((one) => one !== link);
    const key = randomBytes(32).toString('base64url');
    const { value, session } = this.#known(request) ?? this.#begin();
    session.keys = [...session.keys, digestOf(key)].slice(-SESSION_KEYS_MAX);
    return { cookie: `${this.#cookie}=${value}; HttpOnly; SameSite=Strict; Path=/`, key };
  }

  /** The session whose cookie and key the request has; null if there is none or it was idle too long. */
  sessionOf(request: IncomingMessage): { streamOpened(): () => void } | null {
    const session = this.#known(request)?.session;
    const given = request.headers[KEY_HEADER];
    if (session === undefined || typeof given !== 'string') return null;
    const digest = digestOf(given);
    if (!session.keys.some((key) => timingSafeEqual(key, digest))) return null;
    session.lastSeenMs = this.#clock.monotonicMs();
    return {
      streamOpened: () => {
        session.streams += 1;
        return () => {
          session.streams -= 1;
          session.lastSeenMs = this.#clock.monotonicMs();
        };
      },
    };
  }

  /** Whether the request has a session's cookie: enough only for a resource whose name cannot be guessed. */
  hasCookie(request: IncomingMessage): boolean {
    return this.#known(request) !== null;
  }

  #known(request: IncomingMessage): KnownCookie | null {
    const nowMs = this.#clock.monotonicMs();
    this.#sessions = this.#sessions.filter((one) => one.streams > 0 || nowMs - one.lastSeenMs < SESSION_IDLE_MS);
    for (const value of cookieValues(request, this.#cookie)) {
      const digest = digestOf(value);
      const session = this.#sessions.find((one) => timingSafeEqual(one.digest, digest));
      if (session !== undefined) return { value, session };
    }
    return null;
  }

  #begin(): KnownCookie {
    const value = randomBytes(32).toString('base64url');
    const session = { digest: digestOf(value), keys: [], lastSeenMs: this.#clock.monotonicMs(), streams: 0 };
    this.#sessions = [...this.#sessions, session].slice(-SESSIONS_MAX);
    return { value, session };
  }
}

/** Secrets are stored and compared as digests, all of one length. */
function digestOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

function cookieValues({ headers }: IncomingMessage, wanted: string): string[] {
  return (headers.cookie ?? '').split(';').flatMap((pair) => {
    const [name, value] = pair.trim().split('=', 2);
    return name === wanted && value !== undefined ? [value] : [];
  });
}
