// The only file that knows all features: which screen stands at which route.

import { useState } from 'react';
import type { Settings } from '../../shared/api/desk-commands.ts';
import type { ListedProfile } from '../../shared/api/profile-commands.ts';
import { bookOf } from '../../shared/books.ts';
import { unreachable } from '../../shared/failures.ts';
import type { BatchId } from '../../shared/ids.ts';
import { CollectScreen } from '../features/collect/collect-screen.tsx';
import { HistoryScreen } from '../features/history/history-screen.tsx';
import { PaymentStatusScreen } from '../features/lookups/payment-status-screen.tsx';
import { PayoutLookupScreen } from '../features/lookups/payout-lookup-screen.tsx';
import { OpenScreen } from '../features/open/open-screen.tsx';
import { PayoutDrawer } from '../features/payout/payout-drawer.tsx';
import { AccountsCard } from '../features/profiles/accounts-card.tsx';
import { TokenDialog } from '../features/profiles/token.tsx';
import { ResultScreen } from '../features/result/result-screen.tsx';
import { RunScreen } from '../features/run/run-screen.tsx';
import { SettingsScreen } from '../features/settings/settings-screen.tsx';
import { UnknownScreen } from '../features/unknown/unknown-screen.tsx';
import { WalletScreen } from '../features/wallet/wallet-screen.tsx';
import { DraftScreens } from './draft-screens.tsx';
import type { OpenFile } from './open-file.ts';
import type { Route } from './route.ts';

export interface ScreensProps {
  readonly route: Route;
  readonly go: (next: Route) => void;
  readonly profile: ListedProfile;
  readonly profiles: readonly ListedProfile[];
  readonly settings: Settings;
  readonly openFile: OpenFile;
  readonly onProfile: (name: string) => void;
}

/** The ways to what opens above the screen. */
export interface Above {
  readonly openPayout: (payout: string) => void;
  readonly openToken: (profile: string) => void;
}

/** What is open above the screen. */
interface Opened {
  readonly payout: string | null;
  readonly tokenOf: string | null;
}

const NOTHING_OPEN: Opened = { payout: null, tokenOf: null };

export function Screens(props: ScreensProps) {
  const { route, profiles } = props;
  const [opened, setOpened] = useState({ ...NOTHING_OPEN, over: route });
  // What was opened over one screen closes with it: it has nowhere to give the focus back to.
  const { payout, tokenOf } = opened.over === route ? opened : NOTHING_OPEN;
  const close = (): void => setOpened({ ...NOTHING_OPEN, over: route });
  const openPayout = (wanted: string): void => setOpened({ ...NOTHING_OPEN, payout: wanted, over: route });
  const openToken = (profile: string): void => setOpened({ ...NOTHING_OPEN, tokenOf: profile, over: route });
  return (
    <>
      <Screen {...props} openPayout={openPayout} openToken={openToken} />
      <PayoutDrawer payout={payout} onClose={close} onPayout={openPayout} />
      {profiles
        .filter(({ name }) => name === tokenOf)
        .map((profile) => (
          <TokenDialog key={profile.name} profile={profile} onClose={close} />
        ))}
    </>
  );
}

function Screen(props: ScreensProps & Above) {
  const { route, go, profile, settings, openPayout, openToken } = props;
  const goToBatch = (batch: BatchId, view: 'run' | 'result' = 'run'): void => go({ at: 'batch', batch, view });
  switch (route.at) {
    case 'place':
      return <PlaceScreen {...props} place={route.place} goToBatch={goToBatch} />;
    case 'draft':
      return <DraftScreens key={route.draft} route={route} go={go} profile={profile.name} goToBatch={goToBatch} />;
    case 'batch':
      return route.view === 'result' ? (
        <ResultScreen
          key={route.batch}
          batch={route.batch}
          onRun={() => goToBatch(route.batch)}
          onDraft={(draft) => go({ at: 'draft', draft, step: 'review' })}
        />
      ) : (
        <RunScreen
          key={route.batch}
          batch={route.batch}
          maskAccounts={settings.maskAccounts}
          onResult={() => goToBatch(route.batch, 'result')}
          onUnknown={(batch) => go({ at: 'unknown', book: bookOf(batch) })}
          onSettings={() => go({ at: 'place', place: 'settings' })}
          onHistory={(batch) => go({ at: 'history', book: bookOf(batch) })}
          onToken={openToken}
          onPayout={openPayout}
        />
      );
    case 'unknown':
      return <UnknownScreen key={route.book} book={route.book} onPayout={openPayout} />;
    case 'history':
      return (
        <HistoryScreen key={route.book} book={route.book} maskAccounts={settings.maskAccounts} onPayout={openPayout} />
      );
    default:
      return unreachable(route);
  }
}

type PlaceScreenProps = ScreensProps &
  Above & {
    readonly place: Extract<Route, { at: 'place' }>['place'];
    readonly goToBatch: (batch: BatchId, view?: 'run' | 'result') => void;
  };

function PlaceScreen({
  place,
  go,
  profile,
  profiles,
  settings,
  openFile,
  onProfile,
  openPayout,
  openToken,
  goToBatch,
}: PlaceScreenProps) {
  switch (place) {
    case 'payouts':
      return (
        <OpenScreen
          profile={profile.name}
          isPractice={profile.environment === 'PRACTICE'}
          isOpening={openFile.isOpening}
          onFile={openFile.open}
          onHeld={openFile.openHeld}
          onDraft={(draft) => go({ at: 'draft', draft, step: 'review' })}
          onBatch={goToBatch}
        />
      );
    case 'history':
      return <HistoryScreen book={bookOf(profile)} maskAccounts={settings.maskAccounts} onPayout={openPayout} />;
    case 'collect':
      return <CollectScreen key={profile.name} profile={profile.name} />;
    case 'paymentStatus':
      return <PaymentStatusScreen key={profile.name} profile={profile.name} />;
    case 'payoutLookup':
      return <PayoutLookupScreen key={profile.name} profile={profile.name} onPayout={openPayout} />;
    case 'wallet':
      return (
        <WalletScreen
          key={profile.name}
          profile={profile.name}
          walletUnit={profile.walletUnit}
          isPractice={profile.environment === 'PRACTICE'}
        />
      );
    case 'settings':
      return (
        <SettingsScreen
          settings={settings}
          book={bookOf(profile)}
          accounts={<AccountsCard profiles={profiles} onToken={openToken} onUse={onProfile} />}
        />
      );
    default:
      return unreachable(place);
  }
}
