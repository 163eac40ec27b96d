import type { Pause } from '../../../shared/failures.ts';
import type { PayoutId, Reference } from '../../../shared/ids.ts';
import type { Message } from '../../../shared/messages/message.ts';
import type { Paise } from '../../../shared/money.ts';
import type { Evidence, LookupAnswer, LookupKey, WalletAnswer } from '../../../shared/outcomes.ts';
import type { StateKind } from '../../../shared/states.ts';
import type { KnownWallet, ReportedWallet } from '../../../shared/wallet.ts';
import type { LookUpFirst, LookupResult } from './ledger.ts';
import type { PollBackoff } from './poll-schedule.ts';

/** The gateway's reads, at the permitted rate. */
export interface PacedReads {
  lookUp(key: LookupKey): Promise<LookupAnswer>;
  wallet(): Promise<WalletAnswer>;
  wait(ms: number): Promise<void>;
  /** A random reference, never used. */
  inventReference(): string;
}

export type Preflight =
  | { readonly kind: 'ready'; readonly notKnown: string | null; readonly balance: string; readonly doubt: Pause | null }
  | {
      readonly kind: 'stopped';
      readonly pause: Pause;
      /** What came back instead of an answer. Absent where the gateway's answer itself stopped it. */
      readonly evidence?: Evidence;
      /** The reference that the gateway already knows; absent when something else stopped it. */
      readonly known?: {
        readonly reference: Reference;
        readonly evidence: Evidence;
        readonly notKnown: string | null;
      };
    };

/** One payout looked up outside a run. `stopped`: the gateway cannot be asked now. */
export type LookedUpOnce =
  | (LookupResult & {
      readonly kind: 'looked';
      /** Set when it was found by our reference because the transaction id we asked for gave no state. */
      readonly key?: LookupKey;
    })
  | { readonly kind: 'stopped'; readonly pause: Pause; readonly evidence?: Evidence };

/** Looks up the earlier payouts that a row would repeat, just before it is sent. */
export interface EarlierLookups {
  /** Whether the last lookups of all of them are recent enough to rely on. */
  stands(earlier: readonly PayoutId[]): boolean;
  /** Looks them up again. Returns null when the run has to end first. */
  ask(first: LookUpFirst): Promise<EarlierVerdict | null>;
}

/** `against`: the row is not paid now. */
export type EarlierVerdict =
  | { readonly kind: 'clear' }
  | { readonly kind: 'against'; readonly message: Message; readonly evidence: Evidence }
  | { readonly kind: 'stopped'; readonly pause: Pause };

/** What a person asked for. With `send` false it only follows payouts. `notKnown` is the fingerprint from preflight. */
export interface RunRequest {
  readonly batch: number;
  readonly send: boolean;
  readonly inFlightMax: number;
  readonly backoff: PollBackoff;
  /** `asked`: until all due lookups are done, for a run that sends nothing. */
  readonly until: 'sent' | 'settled' | 'asked';
  readonly forMs: number | null;
  readonly notKnown: string | null;
  readonly lookupsProven: boolean;
  readonly liftsUsed: number;
  /** Continue even though a lost answer could not be looked up. */
  readonly acceptsUnprovable: boolean;
  /** After a long break, look up each payout before sending it. */
  readonly lookUpAll: boolean;
  /** Until lookups are proven, look up each payout right before its send; one that the gateway knows stops the run. */
  readonly looksFirst: boolean;
  /** Send the first payout alone and pause once its outcome is known. */
  readonly firstAlone: boolean;
  /** The wallet as just read; null while nobody has confirmed its unit. */
  readonly wallet: KnownWallet | null;
  /** The wallet as reported, where nothing of the batch was sent before, to watch how far it falls. Otherwise null. */
  readonly walletBefore: ReportedWallet | null;
  readonly earlier: EarlierLookups;
  /** Why nothing more may leave, by what several desks agreed on; null while it may. Absent for a desk of its own. */
  readonly mayLeave?: () => Pause | null;
  readonly onProgress: (progress: RunProgress) => void;
}

export interface RunProgress {
  readonly mode: 'proving' | 'flowing' | 'doubting' | 'following' | 'stopping';
  readonly counts: Readonly<Record<StateKind, number>>;
  readonly paise: Readonly<Record<StateKind, Paise>>;
  readonly inFlight: number;
  readonly elapsedMs: number;
  /** The last request got no answer, so that nothing more is sent until one does. */
  readonly isSilent: boolean;
  /** Over the last seconds; 0 while the gateway is silent. */
  readonly sentPerSecond: number;
  readonly nextLookupInMs: number | null;
  /** Why the disk refuses to store results, so that nothing more is sent; null while it accepts them. */
  readonly diskTrouble: Message | null;
}

/**
 * How a run ended. `reached`: got to what it ran for. `bound`: its time was over. `paused`: a person has to act. `preempted`: it
 * only looked up payouts and yielded to other work; it continues later by itself.
 */
export type RunEnd =
  | { readonly kind: 'reached' }
  | { readonly kind: 'bound' }
  | { readonly kind: 'preempted' }
  | { readonly kind: 'paused'; readonly pause: Pause };

export interface RunHandle {
  run(): Promise<RunEnd>;
  /** Stops new requests at once; the run ends when those in flight have come back. */
  pause(pause: Pause): void;
  /** Ends a run that only looks up, once its requests in flight are answered. */
  preempt(): void;
  readonly inFlight: number;
}

/** The rate of one merchant: every request of this process to it takes a permit. Times are monotonic milliseconds. */
export interface Pacer {
  /** The rate allowed now: the configured one, or less after a refusal. */
  readonly limitPerSecond: number;
  /** The rate at which the gateway refused within the last hour; null if it did not. */
  readonly refusedRate: number | null;
  /** How many requests may start now. */
  free(nowMs: number): number;
  /** When the next permit becomes free by itself; null when that depends on a request in flight. */
  nextFreeAtMs(nowMs: number): number | null;
  admit(): void;
  /** The request's bytes leave now. */
  written(nowMs: number): void;
  /** The request never left. */
  withdraw(): void;
  /** Handles a 429. `retryAfterMs` is null when the gateway gave no time. */
  refused(retryAfterMs: number | null, nowMs: number): RateRefused;
  /** No permits before this time. */
  closeUntil(atMs: number): void;
  /** From now on, no more than the share; null where the merchant's rate is this desk's alone. */
  shareBy(share: ((nowMs: number) => RateShare) | null): void;
  /** What this desk asks, for dividing the rate. Forgets what was asked before. */
  demand(nowMs: number): RateDemand;
}

/** A part of a rate that others use too, now. `isLeased`: not only what remains when the part has run out. */
export interface RateShare {
  readonly perSecond: number;
  readonly isLeased: boolean;
}

/** Thrown for a request that may not leave, since its share has run out. */
export class ShareGone extends Error {
  override readonly name = 'ShareGone';
}

/**
 * `allowed`: the rate of all together. `used`: what counts within a second now, and what is on its way. `most`: the most of that
 * since it was asked last; `isShort`: that the share was all used.
 */
export interface RateDemand {
  readonly allowed: number;
  readonly used: number;
  readonly most: number;
  readonly isShort: boolean;
}

/**
 * The effect of a 429. No requests until `untilMs`, in monotonic milliseconds. `refusedRate`: the rate to remember; null when
 * the rate was not reduced, because refusals are rare or this one belongs to the same moment as an earlier one.
 */
export interface RateRefused {
  readonly untilMs: number;
  readonly refusedRate: number | null;
}
