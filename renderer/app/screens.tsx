// The only file that knows all features: which screen stands at which route.

import { useMemo, useState } from 'react';
import type { Settings } from '../../shared/api/desk-commands.ts';
import type { ListedProfile } from '../../shared/api/profile-commands.ts';
import { bookOf } from '../../shared/books.ts';
import { unreachable } from '../../shared/failures.ts';
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
import { type Above, AboveContext } from '../ui/navigation.ts';
import type { Route } from '../ui/route.ts';

export interface ScreensProps {
  readonly route: Route;
  readonly profile: ListedProfile;
  readonly profiles: readonly ListedProfile[];
  readonly settings: Settings;
  readonly openFile: OpenFile;
  readonly onProfile: (name: string) => void;
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
  const above = useMemo<Above>(
    () => ({
      openPayout: (wanted) => setOpened({ ...NOTHING_OPEN, payout: wanted, over: route }),
      openToken: (profile) => setOpened({ ...NOTHING_OPEN, tokenOf: profile, over: route }),
    }),
    [route],
  );
  return (
    <AboveContext value={above}>
      <Screen {...props} />
      <PayoutDrawer payout={payout} onClose={close} />
      {profiles
        .filter(({ name }) => name === tokenOf)
        .map((profile) => (
          <TokenDialog key={profile.name} profile={profile} onClose={close} />
        ))}
    </AboveContext>
  );
}

function Screen(props: ScreensProps) {
  const { route, profile, settings } = props;
  switch (route.at) {
    case 'place':
      return <PlaceScreen {...props} place={route.place} />;
    case 'draft':
      return <DraftScreens key={route.draft} route={route} profile={profile.name} />;
    case 'batch':
      return route.view === 'result' ? (
        <ResultScreen key={route.batch} batch={route.batch} />
      ) : (
        <RunScreen key={route.batch} batch={route.batch} maskAccounts={settings.maskAccounts} />
      );
    case 'unknown':
      return <UnknownScreen key={route.book} book={route.book} />;
    case 'history':
      return <HistoryScreen key={route.book} book={route.book} maskAccounts={settings.maskAccounts} />;
    default:
      return unreachable(route);
  }
}

interface PlaceScreenProps extends ScreensProps {
  readonly place: Extract<Route, { at: 'place' }>['place'];
}

function PlaceScreen({ place, profile, profiles, settings, openFile, onProfile }: PlaceScreenProps) {
  switch (place) {
    case 'payouts':
      return (
        <OpenScreen
          profile={profile.name}
          isPractice={profile.environment === 'PRACTICE'}
          isOpening={openFile.isOpening}
          onFile={openFile.open}
          onHeld={openFile.openHeld}
        />
      );
    case 'history':
      return <HistoryScreen book={bookOf(profile)} maskAccounts={settings.maskAccounts} />;
    case 'collect':
      return <CollectScreen key={profile.name} profile={profile.name} />;
    case 'paymentStatus':
      return <PaymentStatusScreen key={profile.name} profile={profile.name} />;
    case 'payoutLookup':
      return <PayoutLookupScreen key={profile.name} profile={profile.name} />;
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
          accounts={<AccountsCard profiles={profiles} onUse={onProfile} />}
        />
      );
    default:
      return unreachable(place);
  }
}
