// The balance as the gateway reports it, and what its number counts once a person has said so: the unit is never
// guessed.

import type { ListedProfile } from '../../../shared/api/profile-commands.ts';
import { useAsk, useChange } from '../../bridge/use-desk.ts';
import { formatBalance, formatDayAndTime } from '../../text/format.ts';
import { Button, TextField, useTyped } from '../../ui/controls.tsx';
import { Loaded, NotDoneNotice, Notice } from '../../ui/notice.tsx';
import { Card, Figure, Figures, Page, Row, Stack } from '../../ui/page.tsx';
import { Table } from '../../ui/table.tsx';

export function WalletScreen({ profile }: { readonly profile: ListedProfile }) {
  const { name, walletUnit } = profile;
  const question = useAsk('readWallet', { profile: name });
  return (
    <Page
      isNarrow
      title="Wallet"
      about={name}
      actions={
        <Button isPending={question.isAsking} onClick={question.again}>
          Ask again
        </Button>
      }
    >
      <Loaded of={question}>
        {({ balance, message, askedAtMs, below, isLow, readings }) => (
          <>
            {isLow && below !== null ? (
              <Notice
                tone="warning"
                title="Low balance"
                about={`It is below ${below}, where you wanted to be warned.`}
              />
            ) : null}
            <Card>
              <Figures>
                <Figure
                  isLarge
                  label="Balance"
                  value={formatBalance(balance, walletUnit)}
                  about={`Asked ${formatDayAndTime(askedAtMs)}`}
                />
                {message === null ? null : <Figure label="Gateway says" value={message} />}
              </Figures>
            </Card>
            <LowBalanceCard profile={name} below={below} />
            <Card title="What it was before">
              <Table
                label="What it was before"
                columns={[
                  { word: 'Asked', cell: (reading) => formatDayAndTime(reading.askedAtMs) },
                  {
                    word: 'Balance',
                    isNumber: true,
                    cell: (reading) => formatBalance(reading.balance, walletUnit),
                  },
                ]}
                rows={readings}
                keyOf={(reading) => reading.askedAtMs}
              />
            </Card>
          </>
        )}
      </Loaded>
      {
        // The unit of the practice wallet is known.
        profile.environment === 'PRACTICE' ? null : <UnitCard {...profile} />
      }
    </Page>
  );
}

const UNITS = [
  ['rupees', 'Rupees'],
  ['paise', 'Paise'],
] as const;

function UnitCard({ name, walletUnit }: Pick<ListedProfile, 'name' | 'walletUnit'>) {
  const save = useChange('confirmWalletUnit');
  return (
    <Card title="Is this rupees or paise?">
      <Stack>
        {walletUnit === null ? (
          <p>
            The gateway does not say. Compare it with its own dashboard once; until then it is shown as reported, and no
            batch is compared with it.
          </p>
        ) : (
          <p>
            <strong>It counts {walletUnit}.</strong> A batch is compared with the balance. Choose again if that was
            wrong.
          </p>
        )}
        <NotDoneNotice result={save.result} />
        {save.result?.kind === 'done' ? (
          <Notice tone="good" title="Noted. From now on a batch is compared with the balance." />
        ) : null}
        <Row>
          {UNITS.map(([unit, word]) => (
            <Button key={unit} isPending={save.isPending} onClick={() => void save.run({ profile: name, unit })}>
              {word}
            </Button>
          ))}
        </Row>
      </Stack>
    </Card>
  );
}

/** When to warn: a number in the gateway's own unit, which the desk reads. */
function LowBalanceCard({ profile, below }: { readonly profile: string; readonly below: string | null }) {
  const save = useChange('saveLowBalance');
  const { typed, field } = useTyped({ below: below ?? '' });
  const wanted = typed.below.trim() === '' ? null : typed.below.trim();
  return (
    <Card>
      <Stack>
        <TextField
          label="Warn when it is below"
          hint="A number as the gateway reports its balance. Empty never warns."
          inputMode="decimal"
          {...field('below')}
        />
        <NotDoneNotice result={save.result} />
        <Row>
          <Button
            isPending={save.isPending}
            disabled={wanted === below}
            onClick={() => void save.run({ profile, below: wanted })}
          >
            Save
          </Button>
        </Row>
      </Stack>
    </Card>
  );
}
