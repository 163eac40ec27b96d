// What the engine needs from the world, in its own words: compose gives it the real store, gateway and clock,
// the simulation gives it others. This file must never name a room.

import type { BatchNotes } from '../../../shared/batches.ts';
import type { LookupKey, PayoutOrder } from '../../../shared/gateway-calls.ts';
import type { Ledger } from '../../../shared/ledger.ts';
import type { LookupAnswer, PayoutAnswer, WalletAnswer } from '../../../shared/outcomes.ts';

/** Units: milliseconds. `monotonicMs` never jumps; while the machine sleeps it stands still on Linux only. */
export interface EngineClock {
  nowMs(): number;
  monotonicMs(): number;
  after(delayMs: number, callback: () => void): () => void;
}

/** The three calls the engine makes. `onWrite` is called once, when the request's bytes leave. */
export interface EngineGateway {
  pay(order: PayoutOrder, onWrite: () => void): Promise<PayoutAnswer>;
  lookUp(key: LookupKey, onWrite: () => void): Promise<LookupAnswer>;
  wallet(onWrite: () => void): Promise<WalletAnswer>;
}

export type EngineLedger = Pick<
  Ledger,
  'turn' | 'hear' | 'dueLookups' | 'nextDueAtMs' | 'dueWatches' | 'nextWatchAtMs' | 'interrupt' | 'heldCount' | 'tally'
>;

export type EngineNotes = BatchNotes;
