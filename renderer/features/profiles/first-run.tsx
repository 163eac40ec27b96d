// The token stays in its own input until the gateway has accepted it: it is never put into state.
import { useRef, useState } from 'react';
import type { ListedProfile } from '../../../shared/api/profile-commands.ts';
import { parseMid } from '../../../shared/ids.ts';
import { BASE_URL_MAX_CHARACTERS, PROFILE_NAME_MAX_CHARACTERS } from '../../../shared/limits.ts';
import { PRACTICE_PROFILE } from '../../../shared/profiles.ts';
import { ACCOUNTS, FIRST_RUN } from '../../../shared/text/settings.ts';
import { ACCOUNT, SHELL } from '../../../shared/text/shell.ts';
import type { CommandFailure } from '../../bridge/desk-transport.ts';
import { useChange } from '../../bridge/use-desk.ts';
import { Button, TextField, useTyped } from '../../ui/controls.tsx';
import { Mark } from '../../ui/mark.tsx';
import { NotDoneNotice } from '../../ui/notice.tsx';
import { Card, Faint, Row, Stack, useScreenHeading } from '../../ui/page.tsx';
import { EnvironmentBadge } from '../../ui/status.tsx';
import {
  ConnectionNotice,
  clearOrSelect,
  SessionTokenNotice,
  TokenField,
  tokenErrorOf,
  useConnectionTest,
} from './connection.tsx';
import styles from './profiles.module.css';

interface FirstRunProps {
  /** What a person must know before starting. */
  readonly notices: React.ReactNode;
  readonly language: React.ReactNode;
  /** The real accounts that exist already. */
  readonly accounts: readonly ListedProfile[];
  readonly isStarting: boolean;
  readonly onChosen: (name: string) => void;
}

export function FirstRun({ notices, language, accounts, isStarting, onChosen }: FirstRunProps) {
  // One that is being connected below is not offered above as well.
  const [known] = useState(accounts);
  const heading = useScreenHeading();
  return (
    <main className={styles.page}>
      <div className={`stack ${styles.inner}`}>
        {notices}
        <header>
          <p className={styles.brand}>
            <Mark size={40} /> <strong>{SHELL.product}</strong>
          </p>
          <h1 ref={heading} tabIndex={-1}>
            {FIRST_RUN.title}
          </h1>
          <p className="soft">{FIRST_RUN.about}</p>
        </header>
        <div>{language}</div>
        {known.length === 0 ? null : (
          <Card title={FIRST_RUN.known}>
            <Stack isTight>
              {known.map(({ name, environment, mid }) => (
                <div key={name} className="row spread">
                  <Row>
                    <strong>{name}</strong>
                    <EnvironmentBadge environment={environment} />
                    <Faint>{ACCOUNT.mid(String(mid))}</Faint>
                  </Row>
                  <Button
                    weight={known.length === 1 ? 'primary' : 'plain'}
                    aria-label={FIRST_RUN.accountOf(name)}
                    isPending={isStarting}
                    onClick={() => onChosen(name)}
                  >
                    {FIRST_RUN.use}
                  </Button>
                </div>
              ))}
            </Stack>
          </Card>
        )}
        <Card title={FIRST_RUN.practice} environment="PRACTICE">
          <Stack>
            <p>
              {FIRST_RUN.practiceAbout} {FIRST_RUN.practiceSafe}
            </p>
            <div>
              <Button
                weight={known.length === 1 ? 'plain' : 'primary'}
                isPending={isStarting}
                onClick={() => onChosen(PRACTICE_PROFILE)}
              >
                {FIRST_RUN.start}
              </Button>
            </div>
          </Stack>
        </Card>
        <Card title={FIRST_RUN.real} environment="LIVE">
          <Stack>
            <p>{ACCOUNTS.about}</p>
            <RealProfile onReady={onChosen} />
          </Stack>
        </Card>
      </div>
    </main>
  );
}

export function RealProfile({ onReady }: { readonly onReady: (name: string) => void }) {
  const saveProfile = useChange('saveProfile');
  const setToken = useChange('setToken');
  const token = useRef<HTMLInputElement>(null);
  /** The account this form created: the only one it may change when the test fails and something is corrected. */
  const [made, setMade] = useState<string | null>(null);
  const [isTesting, setTesting] = useState(false);
  const [midError, setMidError] = useState<string | null>(null);
  const [notSaved, setNotSaved] = useState<CommandFailure | null>(null);
  const { tested, test, forget: forgetTest } = useConnectionTest();
  const tokenError = tokenErrorOf(tested);
  const isConnected = tested?.result?.kind === 'done';
  /** Clears the result when another address, merchant id or token is typed. */
  const unsay = (): void => {
    setNotSaved(null);
    forgetTest();
  };
  const { typed, field } = useTyped({ name: '', baseUrl: 'https://', mid: '' }, unsay);
  const saveAndTest = async (): Promise<void> => {
    const mid = parseMid(typed.mid.trim());
    setMidError(mid === null ? FIRST_RUN.midWrong : null);
    if (mid === null) return;
    const name = typed.name.trim();
    const isNew = name !== made;
    const saved = await saveProfile.run({ name, isNew, baseUrl: typed.baseUrl.trim(), mid });
    if (saved.kind !== 'done') return setNotSaved(saved);
    const profile = saved.value;
    setMade(profile.name);
    const text = token.current?.value ?? '';
    if (text !== '') {
      const stored = await setToken.run({ profile: profile.name, token: text });
      if (stored.kind !== 'done') return setNotSaved(stored);
    }
    clearOrSelect(token, await test(profile));
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
            label={FIRST_RUN.name}
            hint={FIRST_RUN.nameHelp}
            required
            {...field('name', PROFILE_NAME_MAX_CHARACTERS)}
          />
          <TextField
            label={FIRST_RUN.address}
            hint={FIRST_RUN.addressHelp}
            required
            {...field('baseUrl', BASE_URL_MAX_CHARACTERS)}
          />
          <TextField
            label={ACCOUNTS.mid}
            hint={FIRST_RUN.midHelp}
            error={midError}
            required
            inputMode="numeric"
            {...field('mid')}
          />
          <TokenField
            token={token}
            label={FIRST_RUN.token}
            hint={FIRST_RUN.tokenHelp}
            error={tokenError}
            onTyped={unsay}
          />
        </div>
        <SessionTokenNotice of={setToken} />
        <NotDoneNotice result={notSaved} />
        {tokenError === null ? <ConnectionNotice tested={tested} /> : null}
        <Row>
          <Button type="submit" isPending={isTesting}>
            {isTesting ? FIRST_RUN.testing : FIRST_RUN.save}
          </Button>
          {isConnected && made !== null ? (
            <Button weight="primary" onClick={() => onReady(made)}>
              {FIRST_RUN.use}
            </Button>
          ) : null}
        </Row>
      </Stack>
    </form>
  );
}
