// Whether the wallet holds what is about to be paid. In: the balance as reported, the unit that a person confirmed, a total.
// Out: a doubt that needs a tick, or null. This file must never hold anything up where no unit was confirmed.

import type { Pause } from '../../../shared/failures.ts';
import type { Profile } from '../../../shared/profiles.ts';
import { formatWalletPaise, type KnownWallet, walletPaise } from '../../../shared/wallet.ts';

/** The wallet as money. Shape: null while nobody has confirmed its unit. */
export function knownWallet(balance: string, { walletUnit }: Pick<Profile, 'walletUnit'>): KnownWallet | null {
  return walletUnit === null ? null : { balance, unit: walletUnit };
}

/** What is missing in the wallet for this total; null when nothing is, or when nobody can tell. */
export function shortfallOf(wallet: KnownWallet | null, totalPaise: number): Pause | null {
  const balance = wallet === null ? null : walletPaise(wallet);
  if (balance === null || balance >= totalPaise) return null;
  const [holds, needs] = [balance, totalPaise].map(formatWalletPaise);
  return { code: 'walletLow', message: `The wallet holds ${holds}, less than the ${needs} that are to be paid.` };
}
