// The token stays in its own input, is sent once and cleared: it is never put into state.

import { useRef, useState } from 'react';
import { parseMid } from '../../../shared/ids.ts';
import { BASE_URL_MAX_CHARACTERS, PROFILE_NAME_MAX_CHARACTERS } from '../../../shared/limits.ts';
import type { NotTold } from '../../bridge/told.ts';
import { useChange, useForget } from '../../bridge/use-desk.ts';
import { PROFILES } from '../../text/profiles.ts';
import { tooLong } from '../../text/format.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { NotDoneNotice } from '../../ui/notice.tsx';
import { ConnectionTold, useConnectionTest } from './connection-test.tsx';
import { SessionTokenNotice, TokenField } from './token.tsx';
import { Row, Stack } from '../../ui/page.tsx';
import styles from './first-run.module.css';

export function RealProfile({ onReady }: { readonly onReady: (name: string) => void }) {
  const forget = useForget();
  const saveProfile = useChange('saveProfile');
  const setToken = useChange('setToken');
  const token = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState({ name: '', baseUrl: 'https://', mid: '' });
  /** The name this form made: only that account may it change, when the test failed and something is corrected. */
  const [made, setMade] = useState<string | null>(null);
  const [isTesting, setTesting] = useState(false);
  const [midError, setMidError] = useState<string | null>(null);
  const [notSaved, setNotSaved] = useState<NotTold | null>(null);
  const { tested, test, forget: forgetTest } = useConnectionTest();
  const isConnected = tested?.told?.kind === 'done';

  const saveAndTest = async (): Promise<void> => {
    const mid = parseMid(typed.mid.trim());
    setMidError(mid === null ? PROFILES.midWrong : null);
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
  /** What was said of one address, merchant id and token is not said of another one that is typed. */
  const unsay = (): void => {
    setNotSaved(null);
    forgetTest();
  };
  const set = (field: keyof typeof typed) => (event: { readonly target: { readonly value: string } }) => {
    unsay();
    setTyped({ ...typed, [field]: event.target.value });
  };

  const submit = (event: Pick<Event, 'preventDefault'>): void => {
    event.preventDefault();
    setTesting(true);
    unsay();
    void saveAndTest().then(() => {
      setTesting(false);
      forget('listProfiles', 'readTokenState');
    });
  };

  return (
    <form onSubmit={submit}>
      <Stack isTight>
        <div className={styles.grid}>
          <TextField
            label={PROFILES.name}
            hint={PROFILES.nameHint}
            error={tooLong(typed.name.trim(), PROFILE_NAME_MAX_CHARACTERS)}
            required
            value={typed.name}
            onChange={set('name')}
          />
          <TextField
            label={PROFILES.baseUrl}
            hint={PROFILES.baseUrlHint}
            error={tooLong(typed.baseUrl.trim(), BASE_URL_MAX_CHARACTERS)}
            required
            value={typed.baseUrl}
            onChange={set('baseUrl')}
          />
          <TextField
            label={PROFILES.mid}
            hint={PROFILES.midHint}
            error={midError}
            required
            inputMode="numeric"
            value={typed.mid}
            onChange={set('mid')}
          />
          <TokenField token={token} label={PROFILES.token} hint={PROFILES.tokenHint} onTyped={unsay} />
        </div>
        {setToken.told?.kind === 'done' && setToken.told.value.kept === 'session' ? <SessionTokenNotice /> : null}
        <NotDoneNotice told={notSaved} />
        <ConnectionTold tested={tested} />
        <Row>
          <Button type="submit" isPending={isTesting}>
            {isTesting ? PROFILES.testing : PROFILES.test}
          </Button>
          {isConnected && made !== null ? (
            <Button weight="primary" onClick={() => onReady(made)}>
              {PROFILES.use}
            </Button>
          ) : null}
        </Row>
      </Stack>
    </form>
  );
}
