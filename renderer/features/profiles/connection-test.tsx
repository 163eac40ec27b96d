// Whether an account's address, merchant id and token are right, asked on the spot. No answer about one account is taken for
// another's, nor shown once the account has another address, merchant id or token.

import { useRef, useState } from 'react';
import type { ListedProfile } from '../../../shared/api/profile-commands.ts';
import { useAsk, useDesk } from '../../bridge/use-desk.ts';
import { formatBalance } from '../../text/format.ts';
import { PROFILES } from '../../text/profiles.ts';
import { NotDoneNotice, Notice } from '../../ui/notice.tsx';
import { type ConnectionTest, stillHolds } from './still-holds.ts';

export interface ConnectionTesting {
  /** The newest one; null before, and once what was tried is no more. */
  readonly tested: ConnectionTest | null;
  readonly test: (profile: ListedProfile) => Promise<void>;
  readonly forget: () => void;
}

export function useConnectionTest(): ConnectionTesting {
  const desk = useDesk();
  const latest = useRef(0);
  const [newest, setNewest] = useState<ConnectionTest | null>(null);
  const profiles = useAsk('listProfiles', {});
  const token = useAsk('readTokenState', { profile: newest?.profile.name ?? '' }, { enabled: newest !== null });
  const test = async (profile: ListedProfile): Promise<void> => {
    latest.current += 1;
    const mine = latest.current;
    setNewest({ profile, told: null });
    const told = await desk.ask('testConnection', { profile: profile.name });
    if (mine === latest.current) setNewest({ profile, told });
  };
  const forget = (): void => {
    latest.current += 1;
    setNewest(null);
  };
  const known = profiles.told.kind === 'done' ? profiles.told.value.profiles : [];
  const state = token.told.kind === 'done' ? token.told.value : null;
  return { tested: newest !== null && stillHolds(newest, { known, state }) ? newest : null, test, forget };
}

export function ConnectionTold({ tested }: Pick<ConnectionTesting, 'tested'>) {
  if (tested === null || tested.told === null) return null;
  return tested.told.kind === 'done' ? (
    <Notice tone="good" title={`${tested.profile.name}: ${PROFILES.connected}`}>
      {PROFILES.connectedAbout(formatBalance(tested.told.value.balance, tested.profile.walletUnit))}
    </Notice>
  ) : (
    <NotDoneNotice told={tested.told} />
  );
}
