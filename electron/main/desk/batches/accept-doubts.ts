// What a person accepts before money moves, and which doubt stands all the same.

import type { Pause } from '../../../../shared/failures.ts';
import { msg } from '../../../../shared/messages/message.ts';
import type { Profile } from '../../../../shared/profiles.ts';
import { formatWalletPaise, type KnownWallet, walletPaise } from '../../../../shared/wallet.ts';
import type { BatchRecord } from '../../domain/batches.ts';

/**
 * Shape: `acceptsUnprovable` when lost answers may stay unrecoverable; absent where one word accepts everything, as at the
 * command line.
 */
export interface Acceptance {
  readonly acceptWarnings: boolean;
  readonly acceptsUnprovable?: boolean | undefined;
  /** As above, when a wallet may have fallen by a hundred times what was paid. */
  readonly acceptsWalletFall?: boolean | undefined;
}

export function acceptsUnprovable({ acceptWarnings, acceptsUnprovable: unprovable }: Acceptance): boolean {
  return unprovable ?? acceptWarnings;
}

/** The first doubt that was not accepted; null when none is left. */
export function unaccepted(doubts: readonly (Pause | null)[], acceptance: Acceptance): Pause | null {
  const stands = ({ code }: Pause): boolean => {
    if (code === 'walletFall') return !(acceptance.acceptsWalletFall ?? acceptance.acceptWarnings);
    return UNPROVABLE.includes(code) ? !acceptsUnprovable(acceptance) : !acceptance.acceptWarnings;
  };
  return doubts.find((doubt) => doubt !== null && stands(doubt)) ?? null;
}

/** Where look-ups prove nothing. */
const UNPROVABLE: readonly Pause['code'][] = ['lookupsUnreliable', 'lostAnswersUnrecoverable'];

/**
 * The doubt a batch stopped with that only a payout more could put to the test again: it stands until somebody accepts it,
 * whatever a door showed. Every other doubt is asked of the gateway anew before anything is sent. Shape: null without one.
 */
export function doubtOnRecord({ pause }: Pick<BatchRecord, 'pause'>): Pause | null {
  return pause?.code === 'lostAnswersUnrecoverable' || pause?.code === 'walletFall' ? pause : null;
}

/** The wallet as money. Shape: null while nobody has confirmed its unit. */
export function knownWallet(balance: string, { walletUnit }: Pick<Profile, 'walletUnit'>): KnownWallet | null {
  return walletUnit === null ? null : { balance, unit: walletUnit };
}

/** What is missing in the wallet for this total; null when nothing is, or when nobody can tell. */
export function shortfallOf(wallet: KnownWallet | null, totalPaise: number): Pause | null {
  const balance = wallet === null ? null : walletPaise(wallet);
  if (balance === null || balance >= totalPaise) return null;
  const holds = formatWalletPaise(balance);
  return { code: 'walletLow', message: msg('start.walletLow', { holds, needs: totalPaise }) };
}
