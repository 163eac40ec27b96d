import { useState } from 'react';
import { PRACTICE_PROFILE } from '../../../shared/profiles.ts';
import { PROFILES } from '../../text/profiles.ts';
import { SHELL } from '../../text/shell.ts';
import { Button } from '../../ui/button.tsx';
import { useScreenHeading } from '../../ui/heading-focus.ts';
import { Card, Stack } from '../../ui/page.tsx';
import { EnvironmentBadge } from '../../ui/status.tsx';
import styles from './first-run.module.css';
import { RealProfile } from './real-profile.tsx';

export function FirstRun({
  notices,
  hasOthers,
  onChosen,
}: {
  /** What must be known before anything is begun. */
  readonly notices: React.ReactNode;
  readonly hasOthers: boolean;
  readonly onChosen: (name: string) => Promise<void>;
}) {
  const heading = useScreenHeading();
  const [isStarting, setStarting] = useState(false);
  const choose = (name: string): void => {
    setStarting(true);
    void onChosen(name).finally(() => setStarting(false));
  };
  return (
    <main className={styles.page}>
      <div className={styles.inner}>
        {notices}
        <header>
          <p className={styles.brand}>{SHELL.product}</p>
          <h1 ref={heading} tabIndex={-1}>
            {PROFILES.welcome}
          </h1>
          <p className={styles.about}>{PROFILES.welcomeAbout}</p>
        </header>
        <Card
          title={
            <span className={styles.choice}>
              {PROFILES.practice} <EnvironmentBadge environment="PRACTICE" />
            </span>
          }
        >
          <Stack>
            <p>{PROFILES.practiceAbout}</p>
            <div>
              <Button weight="primary" isPending={isStarting} onClick={() => choose(PRACTICE_PROFILE)}>
                {PROFILES.practiceButton}
              </Button>
            </div>
          </Stack>
        </Card>
        <Card
          title={
            <span className={styles.choice}>
              {PROFILES.real} <EnvironmentBadge environment="LIVE" />
            </span>
          }
        >
          <Stack>
            <p>{PROFILES.realAbout}</p>
            <RealProfile onReady={choose} />
          </Stack>
        </Card>
        {hasOthers ? <p className={styles.about}>{PROFILES.existing}</p> : null}
      </div>
    </main>
  );
}
