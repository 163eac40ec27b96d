// What a person accepts before money moves, and which doubts remain.

import type { Pause } from '../../../../shared/failures.ts';
import { msg } from '../../../../shared/messages/message.ts';
import type { Profile } from '../../../../shared/profiles.ts';
import { formatWalletPaise, type KnownWallet, walletPaise } from '../../../../shared/wallet.ts';
import type { BatchRecord } from '../../domain/batches.ts';

/** `acceptsUnprovable`: lost answers may stay unrecoverable. Absent where `acceptWarnings` covers all, as at the command line. */
export interface Acceptance {
  readonly acceptWarnings: boolean;
  readonly acceptsUnprovable?: boolean | undefined;
  /** The same for a wallet that may have fallen by a hundred times what was paid. */
  readonly acceptsWalletFall?: boolean | undefined;
  /**
   * Payments of other desks, as `Pune/B0007/3`, or batches, as `Pune/B0007`, that are repeated on purpose: as the command line names
   * them, for any row. A batch that was confirmed with them has them as ticks.
   */
  readonly acceptClaims?: readonly string[] | undefined;
}

export function acceptsUnprovable({ acceptWarnings, acceptsUnprovable: unprovable }: Acceptance): boolean {
  return unprovable ?? acceptWarnings;
}

/** Returns the first doubt that was not accepted, or null. */
export function unaccepted(doubts: readonly (Pause | null)[], acceptance: Acceptance): Pause | null {
  const stands = ({ code }: Pause): boolean => {
    if (code === 'walletFall') return !(acceptance.acceptsWalletFall ?? acceptance.acceptWarnings);
    return UNPROVABLE.includes(code) ? !acceptsUnprovable(acceptance) : !acceptance.acceptWarnings;
  };
  return doubts.find((doubt) => doubt !== null && stands(doubt)) ?? null;
}

/** The doubts that say lookups prove nothing. */
const UNPROVABLE: readonly Pause['code'][] = ['lookupsUnreliable', 'lostAnswersUnrecoverable'];

/**
 * Returns the doubt a batch stopped with if only another payout could test it again, else null. It remains until somebody accepts
 * it, whatever the door showed. The gateway is asked about every other doubt again before anything is sent.
 */
export function doubtOnRecord({ pause }: Pick<BatchRecord, 'pause'>): Pause | null {
  return pause?.code === 'lostAnswersUnrecoverable' || pause?.code === 'walletFall' ? pause : null;
}

/** Returns the wallet as money, or null until a person has confirmed its unit. */
export function knownWallet(balance: string, { walletUnit }: Pick<Profile, 'walletUnit'>): KnownWallet | null {
  return walletUnit === null ? null : { balance, unit: walletUnit };
}

/** Returns a pause if the wallet holds less than this total; null if it holds enough or its balance is not known. */
export function shortfallOf(wallet: KnownWallet | null, totalPaise: number): Pause | null {
  const balance = wallet === null ? null : walletPaise(wallet);
  if (balance === null || balance >= totalPaise) return null;
  const holds = formatWalletPaise(balance);
  return { code: 'walletLow', message: msg('start.walletLow', { holds, needs: totalPaise }) };
}
