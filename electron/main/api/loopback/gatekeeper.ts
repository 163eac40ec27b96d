// Who may speak to the loopback door. In: a request's headers. Out: may it pass, or with which status it is sent away.
// Any page of any site can make this machine's browser call 127.0.0.1, and any name can be made to lead there: so the Host and
// the Origin must be exactly ours, and a command needs the cookie that only the one-time secret of the link gives.
// This file must never compare a secret in a way that tells how much of it was right.

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { LINKS_OPEN_MAX, SESSION_IDLE_MS, SESSIONS_MAX } from '../../../../shared/limits.ts';
import type { Clock } from '../ports.ts';

/** Why a request is sent away; null when it may pass. */
type Objection = 'host' | 'origin' | null;

const COOKIE = 'payout_desk_session';

interface Session {
  readonly digest: Buffer;
  lastSeenMs: number;
  /** Event streams that are open: a window that listens is not idle. */
  streams: number;
}

export class Gatekeeper {
  readonly #clock: Clock;
  readonly #host: string;
  readonly #origin: string;
  #links: Buffer[] = [];
  #sessions: Session[] = [];

  /** Shape: `address` like `127.0.0.1:54321`. */
  constructor(address: string, clock: Clock) {
    this.#clock = clock;
    this.#host = address;
    this.#origin = `http://${address}`;
  }

  /** A secret for a link, good for one use. */
  newLinkSecret(): string {
    const secret = randomBytes(32).toString('base64url');
    this.#links = [...this.#links, digestOf(secret)].slice(-LINKS_OPEN_MAX);
    return secret;
  }

  /** Whether the request was made by our own page, or by a person who opens it. */
  objectionTo(request: IncomingMessage): Objection {
    const { headersDistinct, method } = request;
    const hosts = headersDistinct['host'] ?? [];
    if (hosts.length !== 1 || hosts[0] !== this.#host) return 'host';
    const origins = headersDistinct['origin'] ?? [];
    const isOurs = origins.length === 1 && origins[0] === this.#origin;
    const reads = method === 'GET' || method === 'HEAD';
    if (!isOurs && !(reads && origins.length === 0)) return 'origin';
    return null;
  }

  /** Whether the browser says that another site asked. The page's own files hold no secret and may be linked to. */
  isFromElsewhere({ headers }: IncomingMessage): boolean {
    const site = headers['sec-fetch-site'];
    return site !== undefined && site !== 'same-origin' && site !== 'none';
  }

  /** Exchanges a link's secret for a cookie. Errors: null for a wrong secret, and for one that was used before. */
  exchange(secret: string): string | null {
    const digest = digestOf(secret);
    const known = this.#links.find((link) => timingSafeEqual(link, digest));
    if (known === undefined) return null;
    this.#links = this.#links.filter((link) => link !== known);
    const value = randomBytes(32).toString('base64url');
    const session = { digest: digestOf(value), lastSeenMs: this.#clock.monotonicMs(), streams: 0 };
    this.#sessions = [...this.#sessions, session].slice(-SESSIONS_MAX);
    return `${COOKIE}=${value}; HttpOnly; SameSite=Strict; Path=/`;
  }

  /** The session whose cookie the request carries; null when there is none, or it was idle too long. */
  sessionOf(request: IncomingMessage): { streamOpened(): () => void } | null {
    const nowMs = this.#clock.monotonicMs();
    this.#sessions = this.#sessions.filter((one) => one.streams > 0 || nowMs - one.lastSeenMs < SESSION_IDLE_MS);
    const digests = cookieValues(request).map(digestOf);
    const session = this.#sessions.find((one) => digests.some((digest) => timingSafeEqual(one.digest, digest)));
    if (session === undefined) return null;
    session.lastSeenMs = nowMs;
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
}

/** Secrets are kept and compared as digests, all of one length. */
function digestOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

function cookieValues({ headers }: IncomingMessage): string[] {
  return (headers.cookie ?? '').split(';').flatMap((pair) => {
    const [name, value] = pair.trim().split('=', 2);
    return name === COOKIE && value !== undefined ? [value] : [];
  });
}
