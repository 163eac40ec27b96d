import { useId, useState } from 'react';
import type { ListedProfile } from '../../../shared/api/profile-commands.ts';
import { parseMid } from '../../../shared/ids.ts';
import { DECIDE_AFTER_MAX_HOURS, IN_FLIGHT_MAX, RATE_MAX_PER_SECOND } from '../../../shared/limits.ts';
import { PRACTICE_PROFILE } from '../../../shared/profiles.ts';
import { useAsk, useChange } from '../../bridge/use-desk.ts';
import { SETTINGS } from '../../text/places.ts';
import { PROFILES } from '../../text/profiles.ts';
import { SHELL } from '../../text/shell.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { useAbove } from '../../ui/navigation.ts';
import { NotDoneNotice } from '../../ui/notice.tsx';
import { Card, Faint, Row } from '../../ui/page.tsx';
import { EnvironmentBadge } from '../../ui/status.tsx';
import { Table } from '../../ui/table.tsx';
import { ConnectionTold, useConnectionTest } from './connection-test.tsx';
import styles from './first-run.module.css';
import { RealProfile } from './real-profile.tsx';
import { ForgetTokenDialog } from './token.tsx';
import { limitsOf, wishedLimits } from './typed-limits.ts';

interface AccountsCardProps {
  readonly profiles: readonly ListedProfile[];
  /** The account that everything from now on is paid from. */
  readonly onUse: (profile: string) => void;
}

const COLUMNS = [
  { word: SETTINGS.profile },
  { word: SETTINGS.address },
  { word: SETTINGS.token },
  { word: SETTINGS.limits, isHidden: true, isNumber: true },
];

export function AccountsCard({ profiles, onUse }: AccountsCardProps) {
  const { openToken } = useAbove();
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
                  <Button
                    aria-label={`${SETTINGS.replaceToken} ${profile.name}`}
                    onClick={() => openToken(profile.name)}
                  >
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

/** The ceilings and the rate of one account: no ceiling is lifted without a person. */
function LimitsDialog({ profile, onClose }: { readonly profile: ListedProfile; readonly onClose: () => void }) {
  const form = useId();
  const save = useChange('saveProfile', 'listProfiles', 'listUnknown');
  const wait = useChange('saveDecisionWait', 'listProfiles', 'listUnknown');
  const [opened] = useState(() => limitsOf(profile));
  const [typed, setTyped] = useState(opened);
  const wished = wishedLimits(typed, opened);
  const mid = parseMid(String(profile.mid));
  const submit = async (event: Pick<Event, 'preventDefault'>): Promise<void> => {
    event.preventDefault();
    const { maxPayout, maxBatch, rate, inFlight, hours } = wished;
    if (maxPayout === 'wrong' || maxBatch === 'wrong' || rate === 'wrong' || inFlight === 'wrong' || hours === 'wrong')
      return;
    if (mid === null) return;
    const { name, baseUrl } = profile;
    const limits = { maxPayoutPaise: maxPayout, maxBatchPaise: maxBatch, ratePerSecond: rate, inFlightMax: inFlight };
    const told = await save.run({ name, baseUrl, mid, ...limits });
    if (told.kind !== 'done') return;
    if (hours !== null && (await wait.run({ profile: name, hours })).kind !== 'done') return;
    onClose();
  };
  const set = (field: keyof typeof typed) => (event: { readonly target: { readonly value: string } }) =>
    setTyped({ ...typed, [field]: event.target.value });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`${SETTINGS.limits}: ${profile.name}`}
      actions={
        <>
          <Button onClick={onClose}>{SHELL.cancel}</Button>
          <Button weight="primary" type="submit" form={form} isPending={save.isPending || wait.isPending}>
            {SETTINGS.save}
          </Button>
        </>
      }
    >
      <p>{SETTINGS.limitsAbout}</p>
      <form id={form} onSubmit={(event) => void submit(event)}>
        <TextField
          label={SETTINGS.maxPayout}
          value={typed.maxPayout}
          error={wished.maxPayout === 'wrong' ? SETTINGS.amountWrong : null}
          onChange={set('maxPayout')}
        />
        <TextField
          label={SETTINGS.maxBatch}
          value={typed.maxBatch}
          error={wished.maxBatch === 'wrong' ? SETTINGS.amountWrong : null}
          onChange={set('maxBatch')}
        />
        <TextField
          label={SETTINGS.ratePerSecond}
          inputMode="numeric"
          value={typed.rate}
          error={wished.rate === 'wrong' ? SETTINGS.numberWrong(RATE_MAX_PER_SECOND) : null}
          onChange={set('rate')}
        />
        <TextField
          label={SETTINGS.inFlight}
          inputMode="numeric"
          value={typed.inFlight}
          error={wished.inFlight === 'wrong' ? SETTINGS.numberWrong(IN_FLIGHT_MAX) : null}
          onChange={set('inFlight')}
        />
        <TextField
          label={SETTINGS.decisionWait}
          hint={SETTINGS.decisionWaitHint}
          inputMode="numeric"
          value={typed.hours}
          error={wished.hours === 'wrong' ? SETTINGS.hoursWrong(DECIDE_AFTER_MAX_HOURS) : null}
          onChange={set('hours')}
        />
      </form>
      <NotDoneNotice told={save.told} />
      <NotDoneNotice told={wait.told} />
    </Dialog>
  );
}
