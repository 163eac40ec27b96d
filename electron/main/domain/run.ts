import type { Pause } from '../../../shared/failures.ts';
import type { PayoutId, Reference } from '../../../shared/ids.ts';
import type { Message, Words } from '../../../shared/messages/message.ts';
import type { Paise } from '../../../shared/money.ts';
import type { Evidence, LookupAnswer, LookupKey, WalletAnswer } from '../../../shared/outcomes.ts';
import type { StateKind } from '../../../shared/states.ts';
import type { KnownWallet, ReportedWallet } from '../../../shared/wallet.ts';
import type { LookUpFirst, LookupResult } from './ledger.ts';
import type { PollPace } from './poll-schedule.ts';

/** The gateway's reads at the permitted rate. */
export interface PacedReads {
  lookUp(key: LookupKey): Promise<LookupAnswer>;
  wallet(): Promise<WalletAnswer>;
  wait(ms: number): Promise<void>;
  /** A reference that nobody has ever used. */
  inventReference(): string;
}

export type Preflight =
  | { readonly kind: 'ready'; readonly notKnown: string | null; readonly balance: string; readonly doubt: Pause | null }
  | {
      readonly kind: 'stopped';
      readonly pause: Pause;
      /** What came back instead of an answer; absent where it answered, and that stopped it. */
      readonly evidence?: Evidence;
      /** Which reference the gateway knows already; absent when something else stopped it. */
      readonly known?: {
        readonly reference: Reference;
        readonly evidence: Evidence;
        readonly notKnown: string | null;
      };
    };

/** One payout looked up outside a run. `stopped`: the gateway cannot be asked now. */
export type LookedAgain =
  | (LookupResult & {
      readonly kind: 'looked';
      /** There when it was found by our reference, though a transaction id was asked for: that id gave no state. */
      readonly key?: LookupKey;
    })
  | { readonly kind: 'stopped'; readonly pause: Pause; readonly evidence?: Evidence };

/** The earlier payouts that a row would pay once more, asked about in the moment before it is sent. */
export interface EarlierLookups {
  /** Whether what was heard of all of them lately is still true enough. */
  stands(earlier: readonly PayoutId[]): boolean;
  /** Asks about them once more. Shape: null where the run is to end first. */
  ask(first: LookUpFirst): Promise<EarlierVerdict | null>;
}

/** Shape: `against` when the row is not paid now. */
export type EarlierVerdict =
  | { readonly kind: 'clear' }
  | { readonly kind: 'against'; readonly message: Words; readonly evidence: Evidence }
  | { readonly kind: 'stopped'; readonly pause: Pause };

/** What a person asked for. Shape: `send` false only follows; `notKnown` is the fingerprint that preflight learned. */
export interface RunRequest {
  readonly batch: number;
  readonly send: boolean;
  readonly inFlightMax: number;
  readonly pace: PollPace;
  /** `asked` when what is due is looked up, which is for a run that sends nothing. */
  readonly until: 'sent' | 'settled' | 'asked';
  readonly forMs: number | null;
  readonly notKnown: string | null;
  readonly lookupsProven: boolean;
  readonly liftsUsed: number;
  /** Goes on where a lost answer could not be looked up. */
  readonly acceptsUnprovable: boolean;
  /** After a long break each payout is looked up before its send. */
  readonly lookUpAll: boolean;
  /** Until look-ups are proven, each payout is looked up right before its send; one that the gateway knows stops the run. */
  readonly looksFirst: boolean;
  /** The first payout goes alone; once it is known, the run pauses. */
  readonly firstAlone: boolean;
  /** The wallet as it was just read; null while nobody has confirmed its unit. */
  readonly wallet: KnownWallet | null;
  /** The same as it was reported, where nothing of the batch was sent before: what it falls by then is watched. Else null. */
  readonly walletBefore: ReportedWallet | null;
  readonly earlier: EarlierLookups;
  readonly onProgress: (progress: RunProgress) => void;
}

export interface RunProgress {
  readonly mode: 'proving' | 'flowing' | 'doubting' | 'following' | 'stopping';
  readonly counts: Readonly<Record<StateKind, number>>;
  readonly paise: Readonly<Record<StateKind, Paise>>;
  readonly inFlight: number;
  readonly elapsedMs: number;
  /** Over the last seconds. */
  readonly sentPerSecond: number;
  readonly nextLookupInMs: number | null;
  /** Why the disk does not take what came back, so that nothing more is sent; null while it does. */
  readonly diskTrouble: Message | null;
}

/**
 * How a run ended. `reached`: what was waited for is there. `bound`: the time was over. `paused`: somebody must do something.
 * `madeWay`: it only looked up, and something else was to be done; it goes on later by itself.
 */
export type RunEnd =
  | { readonly kind: 'reached' }
  | { readonly kind: 'bound' }
  | { readonly kind: 'madeWay' }
  | { readonly kind: 'paused'; readonly pause: Pause };

/** A run under way. */
export interface RunHandle {
  run(): Promise<RunEnd>;
  /** Stops new requests at once; the run ends when those in flight have come back. */
  pause(pause: Pause): void;
  /** Ends what only looks up, once what it has asked is answered. */
  makeWay(): void;
  readonly inFlight: number;
}

/** The rate of one merchant: every request of this process to it takes a permit. Units: monotonic milliseconds. */
export interface Pacer {
  /** What is allowed now: the configured rate, or less of it after a refusal. */
  readonly limitPerSecond: number;
  /** The rate at which the gateway refused within the last hour; null when it did not. */
  readonly refusedRate: number | null;
  /** How many requests may start now. */
  free(nowMs: number): number;
  /** When the next permit comes free by itself; null when that depends on a request now on its way. */
  nextFreeAtMs(nowMs: number): number | null;
  admit(): void;
  /** The request's bytes leave now. */
  written(nowMs: number): void;
  /** The request never left. */
  withdraw(): void;
  /** Takes one 429. Units: `retryAfterMs` null when the gateway named no time. */
  refused(retryAfterMs: number | null, nowMs: number): RateRefused;
  /** No permit before this time. */
  closeUntil(atMs: number): void;
}

/**
 * What a 429 came to. Shape: nobody asks before `untilMs`; `refusedRate` the rate to remember, null when it was not slowed:
 * refusals are rare, or this one is of the same moment as one before. Units: monotonic milliseconds.
 */
export interface RateRefused {
  readonly untilMs: number;
  readonly refusedRate: number | null;
}
