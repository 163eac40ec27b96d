// The frame around every screen: rail, top bar, run bar, banners, and files dropped anywhere.
// In: the route and the profile. Out: the window with a screen in it. This file must never hide that money is moving.

import { type ReactNode, useEffect } from 'react';
import { PLACES } from '../../shared/api/places.ts';
import type { ListedProfile } from '../../shared/api/profile-commands.ts';
import { SHELL } from '../text/shell.ts';
import { NotDoneNotice, Notice } from '../ui/notice.tsx';
import { Button } from '../ui/button.tsx';
import styles from './app.module.css';
import { Banners } from './banners.tsx';
import drops from './drop.module.css';
import { useFileDrop } from './file-drop.ts';
import { restOnScreen, useScreenFocus } from './keep-focus.ts';
import { type OpenFile, useOpenFile } from './open-file.ts';
import { Rail } from './rail.tsx';
import type { Route } from './route.ts';
import { RunBar } from './run-bar.tsx';
import { TopBar } from './top-bar.tsx';
import { useWindowWishes } from './use-window-wishes.ts';

export interface ShellProps {
  readonly route: Route;
  readonly go: (next: Route) => void;
  readonly profile: ListedProfile;
  readonly profiles: readonly ListedProfile[];
  readonly onProfile: (name: string) => void;
  readonly children: (openFile: OpenFile) => ReactNode;
}

export function Shell({ route, go, profile, profiles, onProfile, children }: ShellProps) {
  const openFile = useOpenFile({ profile: profile.name, go });
  const drop = useFileDrop(openFile.open);
  usePlaceKeys(go);
  useScreenFocus(route);
  useWindowWishes({ route, go, openHeld: openFile.openHeld, refuse: drop.refuse });
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main" onClick={skipToMain}>
        {SHELL.skip}
      </a>
      <Rail route={route} go={go} />
      <TopBar profile={profile} profiles={profiles} onProfile={onProfile} go={go} />
      <main id="main" className={styles.main}>
        <div className={styles.banners}>
          <Banners route={route} go={go} />
          {drop.refused === null ? null : (
            <Notice
              tone="warning"
              title={drop.refused.title}
              actions={<Button onClick={drop.dismiss}>{SHELL.close}</Button>}
            >
              {drop.refused.help}
            </Notice>
          )}
          <NotDoneNotice told={openFile.told} actions={<Button onClick={openFile.dismiss}>{SHELL.close}</Button>} />
        </div>
        <div className={styles.screen}>{children(openFile)}</div>
      </main>
      <RunBar go={go} />
      {drop.isOver ? (
        <div className={drops.drop}>
          <div className={drops.dropFrame}>{SHELL.dropHere}</div>
        </div>
      ) : null}
    </div>
  );
}

/** The fragment is the route's: skipping must not change it. */
function skipToMain(event: React.MouseEvent): void {
  event.preventDefault();
  restOnScreen();
}

/** Ctrl+1 to Ctrl+7 (Cmd on a Mac) lead to the rail's places, and to the heading of the one that is open. */
function usePlaceKeys(go: (next: Route) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      const place = PLACES[Number(event.key) - 1];
      if (place === undefined) return;
      event.preventDefault();
      go({ at: 'place', place });
      restOnScreen();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [go]);
}
