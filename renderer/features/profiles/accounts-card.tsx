// The merchant accounts in Settings: address, limits, token, another one. In: profiles. Out: changes to them.
// This file must never show a token.

import { useState } from 'react';
import type { ListedProfile } from '../../../shared/api/profile-commands.ts';
import { PRACTICE_PROFILE } from '../../../shared/profiles.ts';
import { useAsk } from '../../bridge/use-desk.ts';
import { SETTINGS } from '../../text/places.ts';
import { PROFILES } from '../../text/profiles.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Card, Faint, Row } from '../../ui/page.tsx';
import { EnvironmentBadge } from '../../ui/status.tsx';
import { Table } from '../../ui/table.tsx';
import { ConnectionTold, useConnectionTest } from './connection-test.tsx';
import styles from './first-run.module.css';
import { ForgetTokenDialog } from './forget-token-dialog.tsx';
import { LimitsDialog } from './limits-dialog.tsx';
import { RealProfile } from './real-profile.tsx';

interface AccountsCardProps {
  readonly profiles: readonly ListedProfile[];
  readonly onToken: (profile: string) => void;
  /** The account that everything from now on is paid from. */
  readonly onUse: (profile: string) => void;
}

const COLUMNS = [
  { word: SETTINGS.profile },
  { word: SETTINGS.address },
  { word: SETTINGS.token },
  { word: SETTINGS.limits, isHidden: true, isNumber: true },
];

export function AccountsCard({ profiles, onToken, onUse }: AccountsCardProps) {
  const [isAdding, setAdding] = useState(false);
  const [limited, setLimited] = useState<string | null>(null);
  const { test, tested } = useConnectionTest();
  const [forgotten, setForgotten] = useState<string | null>(null);
  return (
    <Card
      title={SETTINGS.accounts}
      actions={<Button onClick={() => setAdding(true)}>{SETTINGS.addAccount}</Button>}
      isFlush
    >
      <Table
        label={SETTINGS.accounts}
        columns={COLUMNS}
        rows={profiles.map((profile) => ({
          key: profile.name,
          cells: [
            <Row key="name">
              <strong>{profile.name}</strong>
              <EnvironmentBadge environment={profile.environment} />
            </Row>,
            <span key="address">
              {profile.baseUrl}
              <br />
              <Faint>
                {PROFILES.mid} {profile.mid}
              </Faint>
            </span>,
            <TokenState key="token" profile={profile.name} />,
            profile.name === PRACTICE_PROFILE ? null : (
              <span key="act" style={{ display: 'inline-block' }}>
                <Row>
                  <Button
                    aria-label={`${SETTINGS.testConnection} ${profile.name}`}
                    isPending={tested?.told === null && tested.profile.name === profile.name}
                    onClick={() => void test(profile)}
                  >
                    {SETTINGS.testConnection}
                  </Button>
                  <Button aria-label={`${SETTINGS.limits} ${profile.name}`} onClick={() => setLimited(profile.name)}>
                    {SETTINGS.limits}
                  </Button>
                  <Button aria-label={`${SETTINGS.replaceToken} ${profile.name}`} onClick={() => onToken(profile.name)}>
                    {SETTINGS.replaceToken}
                  </Button>
                  <ForgetButton profile={profile.name} onForget={setForgotten} />
                </Row>
              </span>
            ),
          ],
        }))}
      />
      {tested === null || tested.told === null ? null : (
        <div className={styles.tested}>
          <ConnectionTold tested={tested} />
        </div>
      )}
      <Dialog isOpen={isAdding} onClose={() => setAdding(false)} title={SETTINGS.addAccount}>
        <p>{PROFILES.realAbout}</p>
        <RealProfile
          onReady={(name) => {
            setAdding(false);
            onUse(name);
          }}
        />
      </Dialog>
      {forgotten === null ? null : <ForgetTokenDialog profile={forgotten} onClose={() => setForgotten(null)} />}
      {profiles
        .filter(({ name }) => name === limited)
        .map((profile) => (
          <LimitsDialog key={profile.name} profile={profile} onClose={() => setLimited(null)} />
        ))}
    </Card>
  );
}

function TokenState({ profile }: { readonly profile: string }) {
  const { told } = useAsk('readTokenState', { profile });
  return <Faint>{told.kind === 'done' ? SETTINGS.tokens[told.value.kind] : ''}</Faint>;
}

/** Where there is a token to forget; a locked keychain may hold one. */
function ForgetButton({
  profile,
  onForget,
}: {
  readonly profile: string;
  readonly onForget: (profile: string) => void;
}) {
  const { told } = useAsk('readTokenState', { profile });
  const state = told.kind === 'done' ? told.value.kind : 'none';
  if (state === 'none' || state === 'unavailable') return null;
  return (
    <Button aria-label={`${SETTINGS.forgetToken} ${profile}`} onClick={() => onForget(profile)}>
      {SETTINGS.forgetToken}
    </Button>
  );
}
