// Wallet: the balance as the gateway reports it, and what its number counts once a person has said so.
// In: the profile. Out: a person's word about the unit. This file must never guess the unit.

import { useAsk, useChange } from '../../bridge/use-desk.ts';
import { formatDayAndTime } from '../../text/format.ts';
import { WALLET } from '../../text/places.ts';
import { Button } from '../../ui/button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { NotDoneNotice, Notice } from '../../ui/notice.tsx';
import { Card, Figure, Figures, Page, Row, Stack } from '../../ui/page.tsx';

export function WalletScreen({ profile }: { readonly profile: string }) {
  const question = useAsk('readWallet', { profile });
  const unit = useChange('confirmWalletUnit');
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
        {({ balance, message, askedAtMs }) => (
          <Card>
            <Figures>
              <Figure
                isLarge
                label={WALLET.balance}
                value={balance}
                about={`${WALLET.asked} ${formatDayAndTime(askedAtMs)}`}
              />
              {message === null ? null : <Figure label={WALLET.message} value={message} />}
            </Figures>
          </Card>
        )}
      </Loaded>
      <Card title={WALLET.unit}>
        <Stack>
          <p>{WALLET.unitAbout}</p>
          <NotDoneNotice told={unit.told} />
          {unit.told?.kind === 'done' ? <Notice tone="good" title={WALLET.unitSaved} /> : null}
          <Row>
            <Button isPending={unit.isPending} onClick={() => void unit.run({ profile, unit: 'rupees' })}>
              {WALLET.rupees}
            </Button>
            <Button isPending={unit.isPending} onClick={() => void unit.run({ profile, unit: 'paise' })}>
              {WALLET.paise}
            </Button>
          </Row>
        </Stack>
      </Card>
    </Page>
  );
}
