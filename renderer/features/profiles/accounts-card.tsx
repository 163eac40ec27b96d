import { useState } from 'react';
import type { ListedProfile } from '../../../shared/api/profile-commands.ts';
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
import { ACCOUNTS, LIMITS } from '../../../shared/text/settings.ts';
import { useAsk, useChange } from '../../bridge/use-desk.ts';
import { Button, TextField, Tick, useTyped } from '../../ui/controls.tsx';
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
      word: ACCOUNTS.columns.account,
      cell: ({ name, environment }) => (
        <Row>
          <strong>{name}</strong>
          <EnvironmentBadge environment={environment} />
        </Row>
      ),
    },
    {
      word: ACCOUNTS.columns.address,
      cell: ({ baseUrl, mid }) => (
        <>
          {baseUrl}
          <br />
          <Faint>
            {ACCOUNTS.mid} {mid}
          </Faint>
        </>
      ),
    },
    {
      word: ACCOUNTS.columns.paysFrom,
      cell: ({ name }) =>
        name === chosen.name ? (
          <strong>{ACCOUNTS.inUse}</strong>
        ) : (
          <Button aria-label={ACCOUNTS.payFrom(name)} onClick={() => chooseProfile(name)}>
            {ACCOUNTS.use}
          </Button>
        ),
    },
    { word: ACCOUNTS.columns.token, cell: ({ name }) => <TokenState profile={name} /> },
    {
      word: ACCOUNTS.limits,
      hasActs: true,
      cell: (profile) =>
        profile.name === PRACTICE_PROFILE ? null : (
          <span className="acts">
            <Row>
              <Button
                aria-label={`${ACCOUNTS.test} ${profile.name}`}
                isPending={tested?.result === null && tested.profile.name === profile.name}
                onClick={() => void test(profile)}
              >
                {ACCOUNTS.test}
              </Button>
              <Button aria-label={`${ACCOUNTS.limits} ${profile.name}`} onClick={() => setLimited(profile.name)}>
                {ACCOUNTS.limits}
              </Button>
              <Button aria-label={`${ACCOUNTS.replaceToken} ${profile.name}`} onClick={() => openToken(profile.name)}>
                {ACCOUNTS.replaceToken}
              </Button>
              <ForgetButton profile={profile.name} onForget={setForgotten} />
            </Row>
          </span>
        ),
    },
  ];
  return (
    <Card title={ACCOUNTS.title} actions={<Button onClick={() => setAdding(true)}>{ACCOUNTS.add}</Button>} isFlush>
      <Table label={ACCOUNTS.title} columns={columns} rows={profiles} keyOf={({ name }) => name} />
      {tested === null || tested.result === null ? null : (
        <div className="padded">
          <ConnectionNotice tested={tested} />
        </div>
      )}
      <Dialog isOpen={isAdding} onClose={() => setAdding(false)} title={ACCOUNTS.add} act={null}>
        <p>{ACCOUNTS.about}</p>
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

function TokenState({ profile }: { readonly profile: string }) {
  const { value } = useAsk('readTokenState', { profile });
  return <Faint>{value === null ? '' : ACCOUNTS.tokens[value.kind]}</Faint>;
}

interface ForgetButtonProps {
  readonly profile: string;
  readonly onForget: (profile: string) => void;
}

/** Shown when there is a token to forget. A locked keychain may hold one. */
function ForgetButton({ profile, onForget }: ForgetButtonProps) {
  const state = useAsk('readTokenState', { profile }).value?.kind ?? 'none';
  if (state === 'none' || state === 'unavailable') return null;
  return (
    <Button aria-label={`${ACCOUNTS.forgetToken} ${profile}`} onClick={() => onForget(profile)}>
      {ACCOUNTS.forgetToken}
    </Button>
  );
}

/** The ceilings and the rate of one account. Only a person can lift a ceiling. */
function LimitsDialog({ profile, onClose }: { readonly profile: ListedProfile; readonly onClose: () => void }) {
  const save = useChange('saveProfile');
  const wait = useChange('saveDecisionWait');
  const [opened] = useState(() => limitsOf(profile));
  const { typed, field } = useTyped(opened);
  const [isSeveral, setSeveral] = useState(profile.severalComputers === true);
  const changed = changedLimits(typed, opened);
  const mid = parseMid(String(profile.mid));
  const submit = async (): Promise<void> => {
    const { maxPayout, maxBatch, rate, inFlight, hours } = changed;
    if (maxPayout === 'wrong' || maxBatch === 'wrong' || rate === 'wrong' || inFlight === 'wrong' || hours === 'wrong')
      return;
    if (mid === null) return;
    const { name, baseUrl } = profile;
    const limits = { maxPayoutPaise: maxPayout, maxBatchPaise: maxBatch, ratePerSecond: rate, inFlightMax: inFlight };
    const result = await save.run({ name, baseUrl, mid, ...limits, severalComputers: isSeveral });
    if (result.kind !== 'done') return;
    if (hours !== null && (await wait.run({ profile: name, hours })).kind !== 'done') return;
    onClose();
  };
  /** A field, with an error when its text is not a valid limit. */
  const limit = (name: keyof TypedLimits, wrong: string) => ({
    ...field(name),
    error: changed[name] === 'wrong' ? wrong : null,
  });
  return (
    <Dialog
      onClose={onClose}
      title={ACCOUNTS.of(ACCOUNTS.limits, profile.name)}
      act={{ word: ACCOUNTS.save, isForm: true, isPending: save.isPending || wait.isPending, run: submit }}
    >
      <p>{LIMITS.about}</p>
      <Stack isTight>
        <TextField label={LIMITS.maxPayout} {...limit('maxPayout', LIMITS.amountWrong)} />
        <TextField label={LIMITS.maxBatch} {...limit('maxBatch', LIMITS.amountWrong)} />
        <TextField
          label={LIMITS.rate}
          inputMode="numeric"
          {...limit('rate', LIMITS.numberWrong(RATE_MAX_PER_SECOND))}
        />
        <TextField
          label={LIMITS.inFlight}
          inputMode="numeric"
          {...limit('inFlight', LIMITS.numberWrong(IN_FLIGHT_MAX))}
        />
        <TextField
          label={LIMITS.hours}
          hint={LIMITS.hoursHelp}
          inputMode="numeric"
          {...limit('hours', LIMITS.hoursWrong(DECIDE_AFTER_MAX_HOURS))}
        />
      </Stack>
      <Tick checked={isSeveral} onTick={setSeveral}>
        {LIMITS.several}
        <br />
        <Faint>{LIMITS.severalHelp}</Faint>
      </Tick>
      <NotDoneNotice result={save.result} />
      <NotDoneNotice result={wait.result} />
    </Dialog>
  );
}

/** In rupees and hours; a ceiling that is not set is empty. */
export type TypedLimits = Readonly<Record<'maxPayout' | 'maxBatch' | 'rate' | 'inFlight' | 'hours', string>>;

/** In paise and hours. Null leaves the limit unchanged; `wrong` is not a valid limit. */
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

/** Which fields a person changed from their `opened` values. */
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

/** An empty field removes the ceiling. */
function ceilingOf(text: string): Paise | 'none' | 'wrong' {
  if (text === '') return 'none';
  const reading = parseTotalRupees(text);
  return reading.kind === 'exact' ? reading.paise : 'wrong';
}

function wholeUpTo(text: string, { least, most }: { readonly least: number; readonly most: number }): number | 'wrong' {
  const whole = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  return whole >= least && whole <= most ? whole : 'wrong';
}
