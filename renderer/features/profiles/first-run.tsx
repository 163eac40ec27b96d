// The token stays in its own input, is sent once and cleared: it is never put into state.
import { useRef, useState } from 'react';
import { parseMid } from '../../../shared/ids.ts';
import { BASE_URL_MAX_CHARACTERS, PROFILE_NAME_MAX_CHARACTERS } from '../../../shared/limits.ts';
import { PRACTICE_PROFILE } from '../../../shared/profiles.ts';
import type { CommandFailure } from '../../bridge/transport.ts';
import { useChange } from '../../bridge/use-desk.ts';
import { PROFILES } from '../../text/places.ts';
import { SHELL } from '../../text/shell.ts';
import { Button, TextField, useTyped } from '../../ui/controls.tsx';
import { NotDoneNotice } from '../../ui/notice.tsx';
import { Card, Row, Stack, useScreenHeading } from '../../ui/page.tsx';
import { ConnectionNotice, SessionTokenNotice, TokenField, useConnectionTest } from './connection.tsx';
import styles from './profiles.module.css';

interface FirstRunProps {
  /** What must be known before anything is begun. */
  readonly notices: React.ReactNode;
  readonly hasOthers: boolean;
  readonly isStarting: boolean;
  readonly onChosen: (name: string) => void;
}

export function FirstRun({ notices, hasOthers, isStarting, onChosen }: FirstRunProps) {
  const heading = useScreenHeading();
  return (
    <main className={styles.page}>
      <div className={styles.inner}>
        {notices}
        <header>
          <p className={`faint strong ${styles.brand}`}>{SHELL.product}</p>
          <h1 ref={heading} tabIndex={-1}>
            How do you want to start?
          </h1>
          <p className="soft">You can change this at any time in Settings.</p>
        </header>
        <Card title="Try it with practice money" environment="PRACTICE">
          <Stack>
            <p>
              A gateway inside this program that behaves like the real one. No account needed, no money moves, and
              everything it does is marked PRACTICE.
            </p>
            <div>
              <Button weight="primary" isPending={isStarting} onClick={() => onChosen(PRACTICE_PROFILE)}>
                Start with practice
              </Button>
            </div>
          </Stack>
        </Card>
        <Card title="Connect your merchant account" environment="LIVE">
          <Stack>
            <p>{PROFILES.realAbout}</p>
            <RealProfile onReady={onChosen} />
          </Stack>
        </Card>
        {hasOthers ? (
          <p className="soft">
            Some accounts are set up already; they are in the list at the top once you have started.
          </p>
        ) : null}
      </div>
    </main>
  );
}

export function RealProfile({ onReady }: { readonly onReady: (name: string) => void }) {
  const saveProfile = useChange('saveProfile');
  const setToken = useChange('setToken');
  const token = useRef<HTMLInputElement>(null);
  /** The name this form made: only that account may it change, when the test failed and something is corrected. */
  const [made, setMade] = useState<string | null>(null);
  const [isTesting, setTesting] = useState(false);
  const [midError, setMidError] = useState<string | null>(null);
  const [notSaved, setNotSaved] = useState<CommandFailure | null>(null);
  const { tested, test, forget: forgetTest } = useConnectionTest();
  const isConnected = tested?.result?.kind === 'done';
  /** What was said of one address, merchant id and token is not said of another one that is typed. */
  const unsay = (): void => {
    setNotSaved(null);
    forgetTest();
  };
  const { typed, field } = useTyped({ name: '', baseUrl: 'https://', mid: '' }, unsay);
  const saveAndTest = async (): Promise<void> => {
    const mid = parseMid(typed.mid.trim());
    setMidError(mid === null ? 'Digits only, at most 15, not beginning with 0.' : null);
    if (mid === null) return;
    const name = typed.name.trim();
    const isNew = name !== made;
    const saved = await saveProfile.run({ name, isNew, baseUrl: typed.baseUrl.trim(), mid });
    if (saved.kind !== 'done') return setNotSaved(saved);
    const profile = saved.value;
    setMade(profile.name);
    const text = token.current?.value ?? '';
    if (text !== '') {
      const kept = await setToken.run({ profile: profile.name, token: text });
      if (token.current !== null) token.current.value = '';
      if (kept.kind !== 'done') return setNotSaved(kept);
    }
    await test(profile);
  };
  const submit = (event: Pick<Event, 'preventDefault'>): void => {
    event.preventDefault();
    setTesting(true);
    unsay();
    void saveAndTest().then(() => setTesting(false));
  };
  return (
    <form onSubmit={submit}>
      <Stack isTight>
        <div className={styles.grid}>
          <TextField
            label="Name of this account"
            hint="Your own word for it, such as Salaries HDFC."
            required
            {...field('name', PROFILE_NAME_MAX_CHARACTERS)}
          />
          <TextField
            label="Gateway's address"
            hint="Starts with https://"
            required
            {...field('baseUrl', BASE_URL_MAX_CHARACTERS)}
          />
          <TextField
            label={PROFILES.mid}
            hint="Digits only."
            error={midError}
            required
            inputMode="numeric"
            {...field('mid')}
          />
          <TokenField
            token={token}
            label="Token"
            hint="Kept in the keychain of this computer. It is never shown again."
            onTyped={unsay}
          />
        </div>
        <SessionTokenNotice of={setToken} />
        <NotDoneNotice result={notSaved} />
        <ConnectionNotice tested={tested} />
        <Row>
          <Button type="submit" isPending={isTesting}>
            {isTesting ? 'Asking the gateway for the wallet' : 'Save and test connection'}
          </Button>
          {isConnected && made !== null ? (
            <Button weight="primary" onClick={() => onReady(made)}>
              Use this account
            </Button>
          ) : null}
        </Row>
      </Stack>
    </form>
  );
}
