// Whether an account's address, merchant id and token are right, asked on the spot. In: a profile. Out: what the gateway said.
// This file must never take an answer about one account for another's.

import { useRef, useState } from 'react';
import type { AnswerOf } from '../../../shared/api/contract.ts';
import type { ListedProfile } from '../../../shared/api/profile-commands.ts';
import type { Told } from '../../bridge/told.ts';
import { useDesk } from '../../bridge/use-desk.ts';
import { formatBalance } from '../../text/format.ts';
import { PROFILES } from '../../text/profiles.ts';
import { NotDoneNotice, Notice } from '../../ui/notice.tsx';
import styles from './first-run.module.css';

interface ConnectionTest {
  readonly profile: ListedProfile;
  /** Null while the gateway is asked. */
  readonly told: Told<AnswerOf<'testConnection'>> | null;
}

export function useConnectionTest(): {
  readonly tested: ConnectionTest | null;
  readonly test: (profile: ListedProfile) => Promise<void>;
} {
  const desk = useDesk();
  const latest = useRef(0);
  const [tested, setTested] = useState<ConnectionTest | null>(null);
  const test = async (profile: ListedProfile): Promise<void> => {
    latest.current += 1;
    const mine = latest.current;
    setTested({ profile, told: null });
    const told = await desk.ask('testConnection', { profile: profile.name });
    if (mine === latest.current) setTested({ profile, told });
  };
  return { tested, test };
}

export function ConnectionTold({ tested }: { readonly tested: ConnectionTest | null }) {
  if (tested === null || tested.told === null) return null;
  const { profile, told } = tested;
  return (
    <div className={styles.tested}>
      {told.kind === 'done' ? (
        <Notice tone="good" title={`${profile.name}: ${PROFILES.connected}`}>
          {PROFILES.connectedAbout(formatBalance(told.value.balance, profile.walletUnit))}
        </Notice>
      ) : (
        <NotDoneNotice told={told} />
      )}
    </div>
  );
}
