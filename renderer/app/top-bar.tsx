// The top bar: whose money this is, whether it is real, and how much there is. In: the profile. Out: the bar.
// This file must never show a balance without its age, nor leave open whether money is real.

import { RefreshCw, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ListedProfile } from '../../shared/api/profile-commands.ts';
import { useAsk, useLive } from '../bridge/use-desk.ts';
import { formatAge, formatBalance } from '../text/format.ts';
import { SHELL } from '../text/shell.ts';
import { IconButton } from '../ui/button.tsx';
import { BareSelect } from '../ui/field.tsx';
import { EnvironmentBadge, Status } from '../ui/status.tsx';
import styles from './app.module.css';
import type { Route } from './route.ts';

/** An age in minutes is right when it is redrawn twice a minute. */
const AGE_EVERY_MS = 30_000;

interface TopBarProps {
  readonly profile: ListedProfile;
  readonly profiles: readonly ListedProfile[];
  readonly onProfile: (name: string) => void;
  readonly go: (next: Route) => void;
}

export function TopBar({ profile, profiles, onProfile }: TopBarProps) {
  const connection = useLive((state) => state.connection);
  return (
    <header className={styles.top}>
      <div className={styles.profile}>
        <BareSelect label={SHELL.profile} value={profile.name} onChange={(event) => onProfile(event.target.value)}>
          {profiles.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </BareSelect>
      </div>
      <EnvironmentBadge environment={profile.environment} />
      <div className={styles.pair}>
        <span>{SHELL.mid}</span>
        <span>{profile.mid}</span>
      </div>
      <Balance profile={profile} />
      <div className={`${styles.connection} ${styles.push}`} role="status">
        <span className={`${styles.dot} ${connection === 'open' ? styles.dotOpen : ''}`} />
        {SHELL.connection[connection]}
      </div>
    </header>
  );
}

function Balance({ profile: { name, walletUnit } }: { readonly profile: ListedProfile }) {
  const wallet = useAsk('readWallet', { profile: name });
  const nowMs = useNow(AGE_EVERY_MS);
  const balance = wallet.told.kind === 'done' ? wallet.told.value : null;
  return (
    <div className={styles.pair}>
      <span>{SHELL.balance}</span>
      {balance === null ? (
        <span title={wallet.told.kind === 'refused' ? wallet.told.refusal.message : undefined}>
          {SHELL.balanceUnknown}
        </span>
      ) : (
        <>
          <span className={styles.balance}>{formatBalance(balance.balance, walletUnit)}</span>
          {balance.isLow ? <Status icon={TriangleAlert} tone="doubt" word={SHELL.balanceLow} /> : null}
          <span>{formatAge(balance.askedAtMs, nowMs)}</span>
        </>
      )}
      <IconButton icon={RefreshCw} label={SHELL.refreshBalance} isPending={wallet.isAsking} onClick={wallet.again} />
    </div>
  );
}

function useNow(everyMs: number): number {
  const [nowMs, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return nowMs;
}
