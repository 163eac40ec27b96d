import { useState } from 'react';
import type { ListedProfile } from '../../../shared/api/profile-commands.ts';
import { formatCount } from '../../../shared/counts.ts';
import { parseMid } from '../../../shared/ids.ts';
import {
  DECIDE_AFTER_MAX_HOURS,
  DECIDE_AFTER_MS,
  HOUR_MS,
  IN_FLIGHT_MAX,
  RATE_MAX_PER_SECOND,
} from '../../../shared/limits.ts';
import { decimalText, type Paise, parseTotalRupees } from '../../../shared/money.ts';
import { PRACTICE_PROFILE } from '../../../shared/profiles.ts';
import { useAsk, useChange } from '../../bridge/use-desk.ts';
import { PROFILES, SETTINGS } from '../../text/places.ts';
import { Button, TextField, useTyped } from '../../ui/controls.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useScreen } from '../../ui/navigation.ts';
import { NotDoneNotice } from '../../ui/notice.tsx';
import { Card, Faint, Row, Stack } from '../../ui/page.tsx';
import { EnvironmentBadge } from '../../ui/status.tsx';
import { Table, type TableColumn } from '../../ui/table.tsx';
import { ConnectionNotice, ForgetTokenDialog, useConnectionTest } from './connection.tsx';
import { RealProfile } from './first-run.tsx';

export function AccountsCard() {
  const { profile: chosen, profiles, chooseProfile, openToken } = useScreen();
  const [isAdding, setAdding] = useState(false);
  const [limited, setLimited] = useState<string | null>(null);
  const { test, tested } = useConnectionTest();
  const [forgotten, setForgotten] = useState<string | null>(null);
  const columns: readonly TableColumn<ListedProfile>[] = [
    {
      word: 'Account',
      cell: ({ name, environment }) => (
        <Row>
          <strong>{name}</strong>
          <EnvironmentBadge environment={environment} />
        </Row>
      ),
    },
    {
      word: 'Address',
      cell: ({ baseUrl, mid }) => (
        <>
          {baseUrl}
          <br />
          <Faint>
            {PROFILES.mid} {mid}
          </Faint>
        </>
      ),
    },
    {
      word: SETTINGS.paysFrom,
      cell: ({ name }) =>
        name === chosen.name ? (
          <strong>{SETTINGS.inUse}</strong>
        ) : (
          <Button aria-label={SETTINGS.payFrom(name)} onClick={() => chooseProfile(name)}>
            {SETTINGS.use}
          </Button>
        ),
    },
    { word: 'Token', cell: ({ name }) => <TokenState profile={name} /> },
    {
      word: SETTINGS.limits,
      hasActs: true,
      cell: (profile) =>
        profile.name === PRACTICE_PROFILE ? null : (
          <span className="acts">
            <Row>
              <Button
                aria-label={`Test connection ${profile.name}`}
                isPending={tested?.result === null && tested.profile.name === profile.name}
                onClick={() => void test(profile)}
              >
                Test connection
              </Button>
              <Button aria-label={`${SETTINGS.limits} ${profile.name}`} onClick={() => setLimited(profile.name)}>
                {SETTINGS.limits}
              </Button>
              <Button aria-label={`${SETTINGS.replaceToken} ${profile.name}`} onClick={() => openToken(profile.name)}>
                {SETTINGS.replaceToken}
              </Button>
              <ForgetButton profile={profile.name} onForget={setForgotten} />
            </Row>
          </span>
        ),
    },
  ];
  return (
    <Card title="Accounts" actions={<Button onClick={() => setAdding(true)}>{SETTINGS.addAccount}</Button>} isFlush>
      <Table label="Accounts" columns={columns} rows={profiles} keyOf={({ name }) => name} />
      {tested === null || tested.result === null ? null : (
        <div className="padded">
          <ConnectionNotice tested={tested} />
        </div>
      )}
      <Dialog isOpen={isAdding} onClose={() => setAdding(false)} title={SETTINGS.addAccount}>
        <p>{PROFILES.realAbout}</p>
        <RealProfile
          onReady={(name) => {
            setAdding(false);
            chooseProfile(name);
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

const TOKENS = {
  stored: 'In the keychain',
  none: 'None',
  session: 'For this session',
  locked: 'Keychain locked',
  unavailable: 'No keychain',
} as const;

function TokenState({ profile }: { readonly profile: string }) {
  const { value } = useAsk('readTokenState', { profile });
  return <Faint>{value === null ? '' : TOKENS[value.kind]}</Faint>;
}

interface ForgetButtonProps {
  readonly profile: string;
  readonly onForget: (profile: string) => void;
}

/** Where there is a token to forget; a locked keychain may hold one. */
function ForgetButton({ profile, onForget }: ForgetButtonProps) {
  const state = useAsk('readTokenState', { profile }).value?.kind ?? 'none';
  if (state === 'none' || state === 'unavailable') return null;
  return (
    <Button aria-label={`${SETTINGS.forgetToken} ${profile}`} onClick={() => onForget(profile)}>
      {SETTINGS.forgetToken}
    </Button>
  );
}

const AMOUNT_WRONG = 'Not an amount in rupees.';
const numberWrong = (most: number): string => `A whole number from 1 to ${formatCount(most)}.`;

/** The ceilings and the rate of one account: no ceiling is lifted without a person. */
function LimitsDialog({ profile, onClose }: { readonly profile: ListedProfile; readonly onClose: () => void }) {
  const save = useChange('saveProfile');
  const wait = useChange('saveDecisionWait');
  const [opened] = useState(() => limitsOf(profile));
  const { typed, field } = useTyped(opened);
  const changed = changedLimits(typed, opened);
  const mid = parseMid(String(profile.mid));
  const submit = async (): Promise<void> => {
    const { maxPayout, maxBatch, rate, inFlight, hours } = changed;
    if (maxPayout === 'wrong' || maxBatch === 'wrong' || rate === 'wrong' || inFlight === 'wrong' || hours === 'wrong')
      return;
    if (mid === null) return;
    const { name, baseUrl } = profile;
    const limits = { maxPayoutPaise: maxPayout, maxBatchPaise: maxBatch, ratePerSecond: rate, inFlightMax: inFlight };
    const result = await save.run({ name, baseUrl, mid, ...limits });
    if (result.kind !== 'done') return;
    if (hours !== null && (await wait.run({ profile: name, hours })).kind !== 'done') return;
    onClose();
  };
  /** A field, and what is said beside it when it holds no such limit. */
  const limit = (name: keyof TypedLimits, wrong: string) => ({
    ...field(name),
    error: changed[name] === 'wrong' ? wrong : null,
  });
  return (
    <Dialog
      onClose={onClose}
      title={`${SETTINGS.limits}: ${profile.name}`}
      act={{ word: 'Save', isForm: true, isPending: save.isPending || wait.isPending, run: submit }}
    >
      <p>No tick can lift these. Empty means no limit.</p>
      <Stack isTight>
        <TextField label="Largest single payout, rupees" {...limit('maxPayout', AMOUNT_WRONG)} />
        <TextField label="Largest batch, rupees" {...limit('maxBatch', AMOUNT_WRONG)} />
        <TextField label="Requests a second" inputMode="numeric" {...limit('rate', numberWrong(RATE_MAX_PER_SECOND))} />
        <TextField
          label="Payments awaiting reply at once"
          inputMode="numeric"
          {...limit('inFlight', numberWrong(IN_FLIGHT_MAX))}
        />
        <TextField
          label={'Hours before "not paid" can be decided'}
          hint="Counted from the send. A ticket of the gateway opens it earlier."
          inputMode="numeric"
          {...limit('hours', `A whole number of hours up to ${formatCount(DECIDE_AFTER_MAX_HOURS)}.`)}
        />
      </Stack>
      <NotDoneNotice result={save.result} />
      <NotDoneNotice result={wait.result} />
    </Dialog>
  );
}

/** Shape: a ceiling that is not set is empty. Units: rupees, hours. */
export type TypedLimits = Readonly<Record<'maxPayout' | 'maxBatch' | 'rate' | 'inFlight' | 'hours', string>>;

/** Shape: null leaves the limit as the account has it; `wrong` is no such limit. Units: paise, hours. */
interface ChangedLimits {
  readonly maxPayout: Paise | 'none' | 'wrong' | null;
  readonly maxBatch: Paise | 'none' | 'wrong' | null;
  readonly rate: number | 'wrong' | null;
  readonly inFlight: number | 'wrong' | null;
  readonly hours: number | 'wrong' | null;
}

export function limitsOf({
  maxPayoutPaise,
  maxBatchPaise,
  ratePerSecond,
  inFlightMax,
  decideAfterMs,
}: Pick<
  ListedProfile,
  'maxPayoutPaise' | 'maxBatchPaise' | 'ratePerSecond' | 'inFlightMax' | 'decideAfterMs'
>): TypedLimits {
  return {
    maxPayout: maxPayoutPaise === null ? '' : decimalText(maxPayoutPaise),
    maxBatch: maxBatchPaise === null ? '' : decimalText(maxBatchPaise),
    rate: String(ratePerSecond),
    inFlight: String(inFlightMax),
    hours: String(Math.round((decideAfterMs ?? DECIDE_AFTER_MS) / HOUR_MS)),
  };
}

/** What a person has changed of the fields that held `opened` before. */
export function changedLimits(typed: TypedLimits, opened: TypedLimits): ChangedLimits {
  const ifChanged = <Value,>(field: keyof TypedLimits, read: (text: string) => Value): Value | null =>
    typed[field] === opened[field] ? null : read(typed[field].trim());
  return {
    maxPayout: ifChanged('maxPayout', ceilingOf),
    maxBatch: ifChanged('maxBatch', ceilingOf),
    rate: ifChanged('rate', (text) => wholeUpTo(text, { least: 1, most: RATE_MAX_PER_SECOND })),
    inFlight: ifChanged('inFlight', (text) => wholeUpTo(text, { least: 1, most: IN_FLIGHT_MAX })),
    hours: ifChanged('hours', (text) => wholeUpTo(text, { least: 0, most: DECIDE_AFTER_MAX_HOURS })),
  };
}

/** An empty field takes the ceiling away. */
function ceilingOf(text: string): Paise | 'none' | 'wrong' {
  if (text === '') return 'none';
  const reading = parseTotalRupees(text);
  return reading.kind === 'exact' ? reading.paise : 'wrong';
}

function wholeUpTo(text: string, { least, most }: { readonly least: number; readonly most: number }): number | 'wrong' {
  const whole = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  return whole >= least && whole <= most ? whole : 'wrong';
}
