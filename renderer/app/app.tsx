// What must be known before anything can be shown, then the first run or the shell with its screens: none is shown before it is
// known which profile it is about.

import { useEffect } from 'react';
import type { AnswerOf } from '../../shared/api/contract.ts';
import { BOOKS } from '../../shared/books.ts';
import { useAsk, useChange, useLive } from '../bridge/use-desk.ts';
import { FirstRun } from '../features/profiles/first-run.tsx';
import { SHELL } from '../text/shell.ts';
import { DensityContext } from '../ui/density.ts';
import { Loaded } from '../ui/loaded.tsx';
import { Notice } from '../ui/notice.tsx';
import { go, useRoute } from '../ui/navigation.ts';
import { HOME } from '../ui/route.ts';
import styles from './app.module.css';
import { useKeptFocus, useKeysMark } from './keep-focus.ts';
import { LockedBanner } from './banners.tsx';
import { Screens } from './screens.tsx';
import { Shell } from './shell.tsx';

type Settings = AnswerOf<'readSettings'>;

export function App() {
  const isEnded = useLive((state) => state.connection === 'ended');
  const settings = useAsk('readSettings', {});
  const profiles = useAsk('listProfiles', {});
  useKeptFocus();
  useKeysMark();
  if (isEnded)
    return (
      <Alone>
        {
          <Notice tone="warning" title={SHELL.ended}>
            {SHELL.endedHelp}
          </Notice>
        }
      </Alone>
    );
  return (
    <Loaded of={settings} waiting={<Alone>{null}</Alone>}>
      {(looks) => (
        <Loaded of={profiles} waiting={<Alone>{null}</Alone>}>
          {(known) => <Desk settings={looks} profiles={known.profiles} />}
        </Loaded>
      )}
    </Loaded>
  );
}

function Desk({
  settings,
  profiles,
}: {
  readonly settings: Settings;
  readonly profiles: AnswerOf<'listProfiles'>['profiles'];
}) {
  const route = useRoute();
  const save = useChange('saveSettings', 'readSettings', 'listProfiles');
  useLooks(settings);
  const chooseProfile = async (profile: string): Promise<void> => {
    await save.run({ settings: { profile } });
  };
  const profile = profiles.find(({ name }) => name === settings.profile);
  return (
    <DensityContext value={settings.density}>
      {profile === undefined ? (
        <FirstRun
          notices={BOOKS.map((book) => <LockedBanner key={book} book={book} onUnknown={null} />)}
          hasOthers={profiles.length > 1}
          onChosen={async (name) => {
            await chooseProfile(name);
            go(HOME);
          }}
        />
      ) : (
        <Shell route={route} profile={profile} profiles={profiles} onProfile={(name) => void chooseProfile(name)}>
          {(openFile) => (
            <Screens
              route={route}
              profile={profile}
              profiles={profiles}
              settings={settings}
              openFile={openFile}
              onProfile={(name) => void chooseProfile(name)}
            />
          )}
        </Shell>
      )}
    </DensityContext>
  );
}

/** Theme and density belong to the whole page, dialogs outside the app's own element included. */
function useLooks({ theme, density }: Settings): void {
  useEffect(() => {
    const page = document.documentElement;
    if (theme === 'system') delete page.dataset['theme'];
    else page.dataset['theme'] = theme;
    page.dataset['density'] = density;
  }, [theme, density]);
}

function Alone({ children }: { readonly children: React.ReactNode }) {
  return <main className={styles.alone}>{children}</main>;
}
