// A session with one merchant's gateway: its token found, its client open, its rate kept. In: a profile or a batch.
// Out: the session, or why there is none. This file must never show the token to anybody but the client.

import type { Answer } from '../../../shared/api/answers.ts';
import type { Follower } from '../../../shared/api/following.ts';
import type { CollectionOrder, OrderAnswer, OrderStatusAnswer } from '../../../shared/gateway-calls.ts';
import type { Mid } from '../../../shared/ids.ts';
import type { Refusal } from '../../../shared/issues.ts';
import { unreachable } from '../../../shared/failures.ts';
import { QUESTION_WAITS_MS, TOLD_WAIT_MS } from '../../../shared/limits.ts';
import type { LookupAnswer, WalletAnswer } from '../../../shared/outcomes.ts';
import { PRACTICE_BASE_URL, type Profile } from '../../../shared/profiles.ts';
import type { PacedReads, Pacer } from '../../../shared/run.ts';
import { refused } from './desks.ts';
import type { Clock, Gateway, Rooms, TokenReading } from './ports.ts';

export interface Session {
  readonly gateway: Gateway;
  readonly pacer: Pacer;
  readonly mid: Mid;
  readonly reads: PacedReads;
  readonly orders: PacedOrders;
  /** Hears of each wait for a permit, as it begins; gives the way to stop listening. Units: milliseconds. */
  onWait(hear: (waitMs: number) => void): () => void;
  close(): Promise<void>;
}

/** The calls about collection orders, at the permitted rate. */
export interface PacedOrders {
  create(order: CollectionOrder): Promise<OrderAnswer>;
  status(orderId: string): Promise<OrderStatusAnswer>;
}

/** Whose gateway to talk to. */
export interface SessionWish {
  readonly profile: string;
  readonly baseUrl: string;
  readonly mid: Mid;
  readonly ratePerSecond: number;
  readonly timeoutMs: number;
  /** The rate that the gateway refused within the last hour; absent when nothing is known of it. */
  readonly refusedRate?: number | null;
}

/** The session that a profile asks for. */
export function sessionWish({ name, baseUrl, mid, ratePerSecond, timeoutMs }: Profile): SessionWish {
  return { profile: name, baseUrl, mid, ratePerSecond, timeoutMs };
}

/**
 * The name a token is kept under: a profile of the same name in another data folder, for another merchant, has its own.
 * Shape: `acme 1234 https://gateway.example`.
 */
export function tokenAccount({ profile, mid, baseUrl }: Pick<SessionWish, 'profile' | 'mid' | 'baseUrl'>): string {
  return `${profile} ${mid} ${baseUrl}`;
}

/** Opens a session. Errors: refused without a token, or when the practice gateway cannot start. */
export async function openSession(rooms: Rooms, wish: SessionWish): Promise<Answer<Session>> {
  if (wish.baseUrl === PRACTICE_BASE_URL) return openPracticeSession(rooms, wish);
  const reading = await rooms.tokens.read(tokenAccount(wish));
  if (reading.kind !== 'token') return refused(noToken(wish.profile, reading));
  const { baseUrl, mid, timeoutMs } = wish;
  const gateway = rooms.connect({ baseUrl, mid, token: reading.token, timeoutMs });
  return {
    kind: 'done',
    value: sessionOf(rooms, { gateway, wish, close: async () => {} }),
  };
}

async function openPracticeSession(rooms: Rooms, wish: SessionWish): Promise<Answer<Session>> {
  const start = await rooms.startPractice({ port: null });
  if (start.kind === 'refused') return refused(start.refusal);
  const { url, token, close } = start.practice;
  const { mid } = wish;
  const gateway = rooms.connect({ baseUrl: url, mid, token, timeoutMs: wish.timeoutMs });
  return { kind: 'done', value: sessionOf(rooms, { gateway, wish, close }) };
}

function sessionOf(rooms: Rooms, parts: { gateway: Gateway; wish: SessionWish; close: () => Promise<void> }): Session {
  const { gateway, wish } = parts;
  const { mid } = wish;
  const { pacer, release } = rooms.lendPacer({
    merchant: wish,
    limitPerSecond: wish.ratePerSecond,
    refusedRate: wish.refusedRate ?? null,
  });
  const { wait, callOff } = waits(rooms.clock);
  const hearers = new Set<(waitMs: number) => void>();
  const onWait: Session['onWait'] = (hear) => {
    hearers.add(hear);
    return () => void hearers.delete(hear);
  };
  const { reads, orders } = pacedCalls({
    gateway,
    pacer,
    clock: rooms.clock,
    wait,
    tellWait: (waitMs) => {
      for (const hear of hearers) hear(waitMs);
    },
    invent: () => rooms.inventReference(),
  });
  const close = async (): Promise<void> => {
    callOff();
    gateway.close();
    release();
    await parts.close();
  };
  return { gateway, pacer, mid, reads, orders, onWait, close };
}

/** Waits of one session. Shape: those called off never end, so that reads which were cut short keep no process alive. */
function waits(clock: Clock): { readonly wait: PacedReads['wait']; readonly callOff: () => void } {
  const open = new Set<() => void>();
  let isOver = false;
  return {
    wait: (ms) =>
      new Promise((resolve) => {
        if (isOver) return;
        const callOff = clock.after(ms, () => {
          open.delete(callOff);
          resolve();
        });
        open.add(callOff);
      }),
    callOff: () => {
      isOver = true;
      for (const callOff of open) callOff();
    },
  };
}

/** Calls one after the other, each with a permit of the rate. */
function pacedCalls({
  gateway,
  pacer,
  clock,
  wait,
  tellWait,
  invent,
}: {
  readonly gateway: Gateway;
  readonly pacer: Pacer;
  readonly clock: Clock;
  readonly wait: PacedReads['wait'];
  readonly tellWait: (waitMs: number) => void;
  readonly invent: () => string;
}): Pick<Session, 'reads' | 'orders'> {
  const paced = async <Value extends GatewayAnswer>(ask: (onWrite: () => void) => Promise<Value>): Promise<Value> => {
    for (let now = clock.monotonicMs(); pacer.free(now) === 0; now = clock.monotonicMs()) {
      const waitMs = Math.max(1, (pacer.nextFreeAtMs(now) ?? now) - now);
      tellWait(waitMs);
      await wait(waitMs);
    }
    pacer.admit();
    let written = false;
    try {
      const answer = await ask(() => {
        written = true;
        pacer.written(clock.monotonicMs());
      });
      heedRate(answer, { pacer, clock });
      return answer;
    } finally {
      if (!written) pacer.withdraw();
    }
  };
  return {
    reads: {
      lookUp: (key) => paced((onWrite) => gateway.lookUp(key, onWrite)),
      wallet: () => paced((onWrite) => gateway.wallet(onWrite)),
      wait,
      inventReference: invent,
    },
    orders: {
      create: (order) => paced((onWrite) => gateway.createOrder(order, onWrite)),
      status: (orderId) => paced((onWrite) => gateway.orderStatus(orderId, onWrite)),
    },
  };
}

type GatewayAnswer = LookupAnswer | WalletAnswer | OrderAnswer | OrderStatusAnswer;

/** A refused rate is waited out, as it is in a run. */
function heedRate(answer: GatewayAnswer, { pacer, clock }: { pacer: Pacer; clock: Clock }): void {
  if (!('evidence' in answer) || answer.evidence.httpStatus !== 429) return;
  pacer.refused('retryAfterMs' in answer ? (answer.retryAfterMs ?? null) : null, clock.monotonicMs());
}

/**
 * Why a single question of a person's is not asked now: the gateway has asked to wait for longer than somebody looks at a
 * spinning wheel. Shape: null when it may be asked within seconds.
 */
export function mustWait({ clock }: Rooms, { pacer }: Pick<Session, 'pacer'>): Refusal | null {
  const nowMs = clock.monotonicMs();
  const waitMs = (pacer.nextFreeAtMs(nowMs) ?? nowMs) - nowMs;
  return waitMs <= QUESTION_WAITS_MS ? null : { ...asksToWait(clock, waitMs), cure: 'Nothing was asked now.' };
}

function asksToWait(clock: Clock, waitMs: number): Refusal {
  return {
    code: 'gatewayAsksToWait',
    // The wait is capped: the gateway may have asked for more, so this is when it is asked again, not until when it said.
    message: `The gateway asks to wait; try again after ${TIME_OF_DAY.format(clock.nowMs() + waitMs + MINUTE_MS)}.`,
    cure: 'Nothing was decided, and nothing is asked until then.',
  };
}

/**
 * A person's question that needs several reads: refused as soon as one of them must wait for longer. The reads are left to the
 * session's owner, who closes it. Shape: the refusal, or what was read.
 */
export async function unlessMustWait<Value>(
  rooms: Rooms,
  session: Session,
  reads: () => Promise<Value>,
): Promise<Value | Refusal> {
  const now = mustWait(rooms, session);
  if (now !== null) return now;
  const waits = Promise.withResolvers<Refusal>();
  const stopListening = session.onWait((waitMs) => {
    if (waitMs > QUESTION_WAITS_MS) waits.resolve(asksToWait(rooms.clock, waitMs));
  });
  try {
    return await Promise.race([reads(), waits.promise]);
  } finally {
    stopListening();
  }
}

/** Tells the follower of each long wait for the gateway, until the session is closed. */
export function tellLongWaits({ clock }: Rooms, session: Session, follower: Follower): void {
  session.onWait((waitMs) => {
    if (waitMs <= TOLD_WAIT_MS) return;
    follower.onNote?.(
      `Waiting until ${TIME_OF_DAY.format(clock.nowMs() + waitMs + MINUTE_MS)}: the gateway asks for it.`,
    );
  });
}

/** A minute is shown without its seconds: the next one is surely late enough. */
const MINUTE_MS = 60_000;
const TIME_OF_DAY = new Intl.DateTimeFormat('en-IN', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

function noToken(profile: string, reading: Exclude<TokenReading, { kind: 'token' }>): Refusal {
  switch (reading.kind) {
    case 'none':
      return {
        code: 'noToken',
        message: `Profile ${profile} has no token.`,
        cure: `Pipe it to \`profile token ${profile}\`, or set PAYOUT_DESK_TOKEN for one command.`,
      };
    case 'refused':
      return reading.refusal;
    case 'locked':
      return { code: 'keychainLocked', message: reading.message, cure: 'Unlock the keychain and try again.' };
    case 'unavailable':
      return {
        code: 'noKeychain',
        message: reading.message,
        cure: 'Give the token for one command in the environment: PAYOUT_DESK_TOKEN.',
      };
    default:
      return unreachable(reading);
  }
}
