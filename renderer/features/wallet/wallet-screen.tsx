// The balance as the gateway reports it. Its unit is never guessed: it is shown once a person has confirmed it.

import type { ListedProfile } from '../../../shared/api/profile-commands.ts';
import { PLACE_NAMES } from '../../../shared/api/window.ts';
import { formatBalance, formatDayAndTime } from '../../../shared/text/format.ts';
import { WALLET } from '../../../shared/text/places.ts';
import { isUnreached, useAsk, useChange, useIsReached } from '../../bridge/use-desk.ts';
import { WalletChart } from '../../ui/charts/wallet-chart.tsx';
import { Button, TextField, useTyped } from '../../ui/controls.tsx';
import { Loaded, NotDoneNotice, Notice } from '../../ui/notice.tsx';
import { Card, Figure, Figures, Page, Row, Stack } from '../../ui/page.tsx';
import { UnitButtons } from '../../ui/unit-buttons.tsx';

export function WalletScreen({ profile }: { readonly profile: ListedProfile }) {
  const { name, walletUnit } = profile;
  const question = useAsk('readWallet', { profile: name });
  const isReached = useIsReached(profile);
  const { result } = question;
  // The banner above says so.
  const isSaidAbove = !isReached && result.kind === 'refused' && isUnreached(result.refusal);
  return (
    <Page
      isNarrow
      title={PLACE_NAMES.wallet}
      about={name}
      actions={
        <Button isPending={question.isAsking} onClick={question.again}>
          {WALLET.refresh}
        </Button>
      }
    >
      {isSaidAbove ? null : (
        <Loaded of={question}>
          {({ balance, message, askedAtMs, below, isLow }) => (
            <>
              {isLow && below !== null ? (
                <Notice tone="warning" title={WALLET.low} about={WALLET.lowAbout(formatBalance(below, walletUnit))} />
              ) : null}
              <Card>
                <Figures>
                  <Figure
                    isLarge
                    label={WALLET.balance}
                    value={formatBalance(balance, walletUnit)}
                    about={WALLET.asked(formatDayAndTime(askedAtMs))}
                  />
                  {message === null ? null : <Figure label={WALLET.message} value={message} />}
                </Figures>
              </Card>
            </>
          )}
        </Loaded>
      )}
      <WalletChart profile={profile} />
      {question.value === null ? null : <LowBalanceCard profile={name} below={question.value.below} />}
      {
        // The unit of the practice wallet is known.
        profile.environment === 'PRACTICE' ? null : <UnitCard {...profile} />
      }
    </Page>
  );
}

function UnitCard({ name, walletUnit }: Pick<ListedProfile, 'name' | 'walletUnit'>) {
  const save = useChange('confirmWalletUnit');
  return (
    <Card title={WALLET.unit}>
      <Stack>
        {walletUnit === null ? (
          <p>
            {WALLET.unitUnknown} {WALLET.unitUnknownAbout}
          </p>
        ) : (
          <p>
            <strong>{WALLET.unitIs[walletUnit]}</strong> {WALLET.unitIsAbout}
          </p>
        )}
        <NotDoneNotice result={save.result} />
        {save.result?.kind === 'done' ? <Notice tone="good" title={WALLET.unitSaved} /> : null}
        <Row>
          <UnitButtons isPending={save.isPending} onChosen={(unit) => save.run({ profile: name, unit })} />
        </Row>
      </Stack>
    </Card>
  );
}

/** When to warn: a number in the gateway's own unit, parsed by the desk. */
function LowBalanceCard({ profile, below }: { readonly profile: string; readonly below: string | null }) {
  const save = useChange('saveLowBalance');
  const { typed, field } = useTyped({ below: below ?? '' });
  const wanted = typed.below.trim() === '' ? null : typed.below.trim();
  return (
    <Card>
      <Stack>
        <TextField label={WALLET.warnBelow} hint={WALLET.warnBelowHelp} inputMode="decimal" {...field('below')} />
        <NotDoneNotice result={save.result} />
        <Row>
          <Button
            isPending={save.isPending}
            disabled={wanted === below}
            onClick={() => void save.run({ profile, below: wanted })}
          >
            {WALLET.save}
          </Button>
        </Row>
      </Stack>
    </Card>
  );
}
