// The balance as the gateway reports it, and what its number counts once a person has said so: the unit is never guessed.

import { useState } from 'react';
import { useAsk, useChange } from '../../bridge/use-desk.ts';
import { formatBalance, formatDayAndTime } from '../../text/format.ts';
import { WALLET } from '../../text/places.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { NotDoneNotice, Notice } from '../../ui/notice.tsx';
import { Card, Figure, Figures, Page, Row, Stack } from '../../ui/page.tsx';
import { Table } from '../../ui/table.tsx';

const READINGS = [{ word: WALLET.readAt }, { word: WALLET.balance, isNumber: true }];

interface WalletScreenProps {
  readonly profile: string;
  /** What a person said that its number counts; null while nobody has. */
  readonly walletUnit: 'rupees' | 'paise' | null;
  /** The unit of the practice wallet is known. */
  readonly isPractice: boolean;
}

export function WalletScreen({ profile, walletUnit, isPractice }: WalletScreenProps) {
  const question = useAsk('readWallet', { profile });
  return (
    <Page
      isNarrow
      title={WALLET.title}
      about={WALLET.about(profile)}
      actions={
        <Button isPending={question.isAsking} onClick={question.again}>
          {WALLET.refresh}
        </Button>
      }
    >
      <Loaded of={question}>
        {({ balance, message, askedAtMs, below, isLow, readings }) => (
          <>
            {isLow && below !== null ? (
              <Notice tone="warning" title={WALLET.low}>
                {WALLET.lowAbout(below)}
              </Notice>
            ) : null}
            <Card>
              <Figures>
                <Figure
                  isLarge
                  label={WALLET.balance}
                  value={formatBalance(balance, walletUnit)}
                  about={`${WALLET.asked} ${formatDayAndTime(askedAtMs)}`}
                />
                {message === null ? null : <Figure label={WALLET.message} value={message} />}
              </Figures>
            </Card>
            <LowBalanceCard key={profile} profile={profile} below={below} />
            <Card title={WALLET.readings}>
              <Table
                label={WALLET.readings}
                columns={READINGS}
                rows={readings.map((reading) => ({
                  key: String(reading.askedAtMs),
                  cells: [formatDayAndTime(reading.askedAtMs), formatBalance(reading.balance, walletUnit)],
                }))}
              />
            </Card>
          </>
        )}
      </Loaded>
      {isPractice ? null : <UnitCard profile={profile} walletUnit={walletUnit} />}
    </Page>
  );
}

function UnitCard({ profile, walletUnit }: Pick<WalletScreenProps, 'profile' | 'walletUnit'>) {
  const save = useChange('confirmWalletUnit', 'listProfiles', 'readConfirmation');
  const choose = (unit: 'rupees' | 'paise'): void => void save.run({ profile, unit });
  return (
    <Card title={WALLET.unit}>
      <Stack>
        {walletUnit === null ? (
          <p>{WALLET.unitAbout}</p>
        ) : (
          <p>
            <strong>{WALLET.unitNow[walletUnit]}</strong> {WALLET.unitKnown}
          </p>
        )}
        <NotDoneNotice told={save.told} />
        {save.told?.kind === 'done' ? <Notice tone="good" title={WALLET.unitSaved} /> : null}
        <Row>
          <Button isPending={save.isPending} onClick={() => choose('rupees')}>
            {WALLET.rupees}
          </Button>
          <Button isPending={save.isPending} onClick={() => choose('paise')}>
            {WALLET.paise}
          </Button>
        </Row>
      </Stack>
    </Card>
  );
}

/** When to warn: a number in the gateway's own unit, which the desk reads. */
function LowBalanceCard({ profile, below }: { readonly profile: string; readonly below: string | null }) {
  const save = useChange('saveLowBalance', 'readWallet');
  const [typed, setTyped] = useState(below ?? '');
  const wanted = typed.trim() === '' ? null : typed.trim();
  return (
    <Card>
      <Stack>
        <TextField
          label={WALLET.warn}
          hint={WALLET.warnHint}
          inputMode="decimal"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <NotDoneNotice told={save.told} />
        <Row>
          <Button
            isPending={save.isPending}
            disabled={wanted === below}
            onClick={() => void save.run({ profile, below: wanted })}
          >
            {WALLET.warnSave}
          </Button>
        </Row>
      </Stack>
    </Card>
  );
}
