// A session with one merchant's gateway: the token is found, the client open, the rate kept.

import type { Answer } from '../../../shared/api/contract.ts';
import { unreachable } from '../../../shared/failures.ts';
import { msg } from '../../../shared/messages/message.ts';
import type {
  CollectionOrder,
  LookupAnswer,
  OrderAnswer,
  OrderStatusAnswer,
  WalletAnswer,
} from '../../../shared/outcomes.ts';
import { PRACTICE_BASE_URL, type Profile } from '../../../shared/profiles.ts';
import type { Refusal } from '../../../shared/rows.ts';
import type { PacedReads, Pacer } from '../domain/run.ts';
import { stamped } from '../engine/rate-window.ts';
import type { GatewayClient } from '../gateway/client.ts';
import type { Clock } from '../platform/clock.ts';
import type { TokenReading } from '../platform/keychain/vault.ts';
import type { HeadedWriter } from '../store/store.ts';
import type { WalletReadFor } from '../store/wallet-readings.ts';
import { refused, writeIfPossible } from './desks.ts';
import { type Follower, unlessCutShort } from './following.ts';
import { shareRate } from './rate-lease.ts';
import type { PacerLease, System } from './system.ts';

/** A longer wait for a gateway that refused the rate is shown to the follower. */
const NOTED_WAIT_MS = 2_000;

/** How long a person's single question waits after a refused rate. For a longer wait it is refused, saying until when. */
const QUESTION_WAITS_MS = 6_000;

export interface Session {
  readonly gateway: GatewayClient;
  readonly pacer: Pacer;
  readonly reads: PacedReads;
  readonly orders: PacedOrders;
  /** Reads the wallet after a run. */
  walletAtEnd(): Promise<WalletAnswer>;
  /** Calls `listener` when a wait for a permit begins, with its length in milliseconds. Returns an unsubscribe function. */
  onWait(listener: (waitMs: number) => void): () => void;
  close(): Promise<void>;
}

/** The calls about collection orders, at the permitted rate. */
export interface PacedOrders {
  create(order: CollectionOrder): Promise<OrderAnswer>;
  status(orderId: string): Promise<OrderStatusAnswer>;
}

/**
 * The keychain account of a token, such as `acme 1234 https://gateway.example`. A profile of the same name for another
 * merchant, in another data folder, gets its own.
 */
export function tokenAccount({ name, mid, baseUrl }: Pick<Profile, 'name' | 'mid' | 'baseUrl'>): string {
  return `${name} ${mid} ${baseUrl}`;
}

interface SessionFor {
  /** Where to store each balance read; absent where none is read. */
  readonly store?: HeadedWriter;
  /** Why a balance is read outside a run. */
  readonly asks?: WalletReadFor;
  readonly refusedRate?: number | null;
}

/**
 * Opens a session. `refusedRate`: the rate that the gateway refused within the last hour, null if unknown. Refused without a
 * token, or when the practice gateway cannot start.
 */
export async function openSession(
  system: System,
  profile: Profile,
  { store, asks = 'start', refusedRate = null }: SessionFor = {},
): Promise<Answer<Session>> {
  const { baseUrl, mid, ratePerSecond: limitPerSecond, timeoutMs } = profile;
  const place = baseUrl === PRACTICE_BASE_URL ? await practiceAccess(system) : await ownAccess(system, profile);
  if (place.kind !== 'done') return place;
  const { close, ...access } = place.value;
  const gateway = system.connect({ ...access, mid, timeoutMs });
  const lease = system.lendPacer({ merchant: profile, limitPerSecond, refusedRate });
  const share = store === undefined ? null : await shareRate(system, { store, profile, pacer: lease.pacer });
  if (share !== null && 'code' in share) {
    lease.release();
    gateway.close();
    await close();
    return refused(share);
  }
  const closeAll = async (): Promise<void> => {
    await share?.end();
    await close();
  };
  const keep = (balance: string, readFor: WalletReadFor): void => {
    // Nothing is written to a desk that may be a copy until a person has opened it.
    if (store?.standing.kind !== 'current') return;
    const merchant = { baseUrl, mid };
    writeIfPossible(system, () => store.keepWalletReading({ merchant, balance, readFor }, system.clock.nowMs()));
  };
  return { kind: 'done', value: sessionOf(system, { gateway, lease, close: closeAll, keep, asks }) };
}

interface GatewayAccess {
  readonly baseUrl: string;
  readonly token: string;
  readonly close: () => Promise<void>;
}

async function ownAccess(system: System, profile: Profile): Promise<Answer<GatewayAccess>> {
  const reading = await system.tokens.read(tokenAccount(profile));
  if (reading.kind !== 'token') return refused(noToken(profile.name, reading));
  return { kind: 'done', value: { baseUrl: profile.baseUrl, token: reading.token, close: async () => {} } };
}

async function practiceAccess(system: System): Promise<Answer<GatewayAccess>> {
  const start = await system.startPractice({ port: null });
  if (start.kind === 'refused') return refused(start.refusal);
  const { url, token, close } = start.gateway;
  return { kind: 'done', value: { baseUrl: url, token, close } };
}

/** Makes calls one at a time, each with a permit of the rate. */
function sessionOf(
  system: System,
  {
    gateway,
    lease,
    close,
    keep,
    asks,
  }: Pick<GatewayAccess, 'close'> &
    Required<Pick<SessionFor, 'asks'>> & {
      readonly gateway: GatewayClient;
      readonly lease: PacerLease;
      readonly keep: (balance: string, readFor: WalletReadFor) => void;
    },
): Session {
  const { clock } = system;
  const { pacer, release } = lease;
  const { wait, callOff } = waits(clock);
  const waitListeners = new Set<(waitMs: number) => void>();
  const paced = async <Value extends GatewayAnswer>(ask: (onWrite: () => void) => Promise<Value>): Promise<Value> => {
    for (let now = clock.monotonicMs(); pacer.free(now) === 0; now = clock.monotonicMs()) {
      const waitMs = Math.max(1, (pacer.nextFreeAtMs(now) ?? now) - now);
      for (const listener of waitListeners) listener(waitMs);
      await wait(waitMs);
    }
    pacer.admit();
    const answer = await stamped({ pacer, clock }, ask);
    noteRefusedRate(answer, { pacer, clock });
    return answer;
  };
  const noted = async (wallet: Promise<WalletAnswer>, readFor: WalletReadFor): Promise<WalletAnswer> => {
    const answer = await wallet;
    if (answer.kind === 'balance') keep(answer.balance, readFor);
    return answer;
  };
  const pacedWallet = (): Promise<WalletAnswer> => paced((onWrite) => gateway.wallet(onWrite));
  return {
    gateway: { ...gateway, wallet: (onWrite) => noted(gateway.wallet(onWrite), 'run') },
    pacer,
    reads: {
      lookUp: (key) => paced((onWrite) => gateway.lookUp(key, onWrite)),
      wallet: () => noted(pacedWallet(), asks),
      wait,
      inventReference: () => system.inventReference(),
    },
    orders: {
      create: (order) => paced((onWrite) => gateway.createOrder(order, onWrite)),
      status: (orderId) => paced((onWrite) => gateway.orderStatus(orderId, onWrite)),
    },
    walletAtEnd: () => noted(pacedWallet(), 'end'),
    onWait: (listener) => {
      waitListeners.add(listener);
      return () => void waitListeners.delete(listener);
    },
    close: async () => {
      callOff();
      gateway.close();
      release();
      await close();
    },
  };
}

/** The waits of one session. A cancelled wait never ends, so that reads cut short keep no process alive. */
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

type GatewayAnswer = LookupAnswer | WalletAnswer | OrderAnswer | OrderStatusAnswer;

/** A refused rate is waited out, as in a run. */
function noteRefusedRate(answer: GatewayAnswer, { pacer, clock }: { pacer: Pacer; clock: Clock }): void {
  if (!('evidence' in answer) || answer.evidence.httpStatus !== 429) return;
  pacer.refused('retryAfterMs' in answer ? (answer.retryAfterMs ?? null) : null, clock.monotonicMs());
}

/**
 * Why a person's single question is not asked now: the gateway asked for a longer wait than anybody watches a spinner. Null
 * when it may be asked within seconds.
 */
export function mustWait({ clock }: System, { pacer }: Pick<Session, 'pacer'>): Refusal | null {
  const nowMs = clock.monotonicMs();
  const waitMs = (pacer.nextFreeAtMs(nowMs) ?? nowMs) - nowMs;
  return waitMs <= QUESTION_WAITS_MS ? null : { ...asksToWait(clock, waitMs), cure: msg('cure.nothingAsked') };
}

function asksToWait(clock: Clock, waitMs: number): Refusal {
  return {
    code: 'gatewayAsksToWait',
    // The wait is capped, and the gateway may have asked for more: this is when we ask again, not the time the gateway gave.
    message: msg('session.gatewayAsksToWait', { time: clock.nowMs() + waitMs + MINUTE_MS }),
    cure: msg('cure.nothingDecided'),
  };
}

/**
 * For a question that needs several reads: refuses as soon as one of them must wait for longer. The owner of the session closes
 * it and so ends the reads. Returns the refusal, or what was read.
 */
export async function unlessMustWait<Value>(
  system: System,
  session: Session,
  reads: () => Promise<Value>,
): Promise<Value | Refusal> {
  const now = mustWait(system, session);
  if (now !== null) return now;
  const waits = Promise.withResolvers<Refusal>();
  const stopListening = session.onWait((waitMs) => {
    if (waitMs > QUESTION_WAITS_MS) waits.resolve(asksToWait(system.clock, waitMs));
  });
  try {
    return await Promise.race([reads(), waits.promise]);
  } finally {
    stopListening();
  }
}

/**
 * Opens a session for a follower and reports each long wait for the gateway. A keychain may ask the person for a long time, so
 * stopping ends that wait. Returns null when it was cut short.
 */
export async function openFollowed(
  system: System,
  { profile, ...sessionFor }: SessionFor & { readonly profile: Profile },
  { follower, signal }: { readonly follower: Follower; readonly signal: AbortSignal },
): Promise<Answer<Session> | null> {
  const closeLate = (late: Answer<Session>): void => {
    if (late.kind === 'done') void late.value.close();
  };
  const opened = await unlessCutShort(signal, () => openSession(system, profile, sessionFor), closeLate);
  if (opened?.kind !== 'done') return opened;
  opened.value.onWait((waitMs) => {
    if (waitMs <= NOTED_WAIT_MS) return;
    const time = system.clock.nowMs() + waitMs + MINUTE_MS;
    follower.onNote?.(msg('progress.gatewayAsksToWait', { time }));
  });
  return opened;
}

/** A time is shown without seconds, so the next minute is certainly late enough. */
const MINUTE_MS = 60_000;

function noToken(profile: string, reading: Exclude<TokenReading, { kind: 'token' }>): Refusal {
  switch (reading.kind) {
    case 'none':
      return {
        code: 'noToken',
        message: msg('session.noToken', { profile }),
        cure: msg('cure.noToken', { profile }),
      };
    case 'refused':
      return reading.refusal;
    case 'locked':
      return { code: 'keychainLocked', message: reading.message, cure: msg('cure.unlockKeychain') };
    case 'unavailable':
      return {
        code: 'noKeychain',
        message: reading.message,
        cure: msg('cure.noKeychain'),
      };
    default:
      return unreachable(reading);
  }
}
