import type { Merchant } from '../../../shared/profiles.ts';
import type { Period } from './report.ts';

/** What a wallet was read for: before anything is paid, in a run, at its end, or because a person asked. */
export type WalletReadFor = 'start' | 'run' | 'end' | 'person';

/** One balance, as the gateway reported it. */
export interface WalletReading {
  readonly balance: string;
  readonly readFor: WalletReadFor;
  readonly atMs: number;
}

export interface WalletReadings {
  /** Oldest first. */
  within(merchant: Merchant, period: Period): WalletReading[];
  /** Newest first. */
  newest(merchant: Merchant, limit: number): WalletReading[];
}
