// Loads what every screen needs: no screen appears before its profile is known.

import { useEffect, useMemo, useRef, useState } from 'react';
import type { Settings } from '../../shared/api/desk-commands.ts';
import { BOOKS, PRACTICE_PROFILE } from '../../shared/profiles.ts';
import { SHELL } from '../../shared/text/shell.ts';
import { useAsk, useChange, useDesk, useLive } from '../bridge/use-desk.ts';
import { PayoutDrawer } from '../features/payout/payout-drawer.tsx';
import { TokenDialog } from '../features/profiles/connection.tsx';
import { FirstRun } from '../features/profiles/first-run.tsx';
import { LanguageChoice } from '../features/settings/settings-screen.tsx';
import { DensityContext } from '../ui/grid/grid.tsx';
import { useIsLow } from '../ui/low-window.ts';
import { go, HOME, ScreenContext, type ScreenValue, useRoute } from '../ui/navigation.ts';
import { Loaded, Notice } from '../ui/notice.tsx';
import { Toasts } from '../ui/toast.tsx';
import styles from './app.module.css';
import { LockedBanner } from './banners.tsx';
import { FaultBoundary } from './fault-boundary.tsx';
import { useKeysMark, useStableFocus } from './keep-focus.ts';
import { Shell } from './shell.tsx';

export function App() {
  return (
    <FaultBoundary place={useRoute()}>
      <Opened />
    </FaultBoundary>
  );
}

function Opened() {
  const isEnded = useLive((state) => state.connection === 'ended');
  const settings = useAsk('readSettings', {});
  const profiles = useAsk('listProfiles', {});
  useStableFocus();
  useKeysMark();
  const alone = (shown: React.ReactNode) => <main className={styles.alone}>{shown}</main>;
  if (isEnded) return alone(<Notice tone="warning" title={SHELL.ended} about={SHELL.endedHelp} />);
  return (
    <Loaded of={settings} waiting={alone(null)}>
      {(looks) => (
        <Loaded of={profiles} waiting={alone(null)}>
          {(known) => <Desk settings={looks} profiles={known.profiles} />}
        </Loaded>
      )}
    </Loaded>
  );
}

function Desk({ settings, profiles }: Pick<ScreenValue, 'settings' | 'profiles'>) {
  const { run, isPending } = useChange('saveSettings');
  const isLow = useIsLow();
  const density = isLow ? 'compact' : settings.density;
  useLooks({ theme: settings.theme, density });
  useOpenDraft(settings.draft, (draft) => void run({ settings: { draft } }));
  const profile = profiles.find(({ name }) => name === settings.profile);
  return (
    <DensityContext value={density}>
      {profile === undefined ? (
        <FirstRun
          notices={BOOKS.map((book) => <LockedBanner key={book} book={book} onUnknown={null} />)}
          language={<LanguageChoice chosen={settings.language} />}
          accounts={profiles.filter(({ name }) => name !== PRACTICE_PROFILE)}
          isStarting={isPending}
          onChosen={(name) => void run({ settings: { profile: name } }).then(() => go(HOME))}
        />
      ) : (
        <Chosen
          profile={profile}
          profiles={profiles}
          settings={settings}
          chooseProfile={(name) => void run({ settings: { profile: name } })}
        />
      )}
    </DensityContext>
  );
}

/** What is open above the screen. */
const NOTHING_OPEN: { readonly payout: string | null; readonly tokenOf: string | null } = {
  payout: null,
  tokenOf: null,
};

function Chosen(chosen: Omit<ScreenValue, 'openPayout' | 'openToken'>) {
  const route = useRoute();
  const [opened, setOpened] = useState({ ...NOTHING_OPEN, over: route });
  // What was opened over a screen closes with it, because it has nowhere to return the focus to.
  const { payout, tokenOf } = opened.over === route ? opened : NOTHING_OPEN;
  const close = (): void => setOpened({ ...NOTHING_OPEN, over: route });
  const above = useMemo(
    () => ({
      openPayout: (wanted: string): void => setOpened({ ...NOTHING_OPEN, payout: wanted, over: route }),
      openToken: (profile: string): void => setOpened({ ...NOTHING_OPEN, tokenOf: profile, over: route }),
    }),
    [route],
  );
  const tokenProfile = chosen.profiles.find(({ name }) => name === tokenOf);
  return (
    <ScreenContext value={{ ...chosen, ...above }}>
      <Toasts>
        <Shell />
      </Toasts>
      <PayoutDrawer payout={payout} onClose={close} />
      {tokenProfile === undefined ? null : (
        <TokenDialog key={tokenProfile.name} profile={tokenProfile} onClose={close} />
      )}
    </ScreenContext>
  );
}

/** Reopens the draft that was on screen before a restart. Otherwise home shows what needs a person. */
function useOpenDraft(left: string | null, save: (draft: string | null) => void): void {
  const desk = useDesk();
  const route = useRoute();
  // Only when the page starts without an address, so that going back from a draft does not reopen it.
  const [returning, setReturning] = useState(() => (window.location.hash === '' ? left : null));
  const known = useRef(left);
  const draft = route.at === 'draft' ? route.draft : null;
  useEffect(() => {
    if (returning === null) return;
    void desk.ask('listDrafts', {}).then((result) => {
      const there = result.kind === 'done' ? result.value.drafts.find((one) => one.draft === returning) : undefined;
      go(there === undefined ? HOME : { at: 'draft', draft: there.draft, step: there.step });
      setReturning(null);
    });
  }, [desk, returning]);
  useEffect(() => {
    if (returning !== null || draft === known.current) return;
    known.current = draft;
    save(draft);
  }, [returning, draft, save]);
}

/** Sets theme and density on the whole page, so that dialogs outside the app's element have them too. */
function useLooks({ theme, density }: Pick<Settings, 'theme' | 'density'>): void {
  useEffect(() => {
    const page = document.documentElement;
    if (theme === 'system') delete page.dataset['theme'];
    else page.dataset['theme'] = theme;
    page.dataset['density'] = density;
  }, [theme, density]);
}
