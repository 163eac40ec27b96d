// When to warn about the wallet: a number in the gateway's own unit. In: what was chosen. Out: a new choice.
// This file must never read the number: the desk does.

import { useState } from 'react';
import { useChange, useForget } from '../../bridge/use-desk.ts';
import { WALLET } from '../../text/places.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { NotDoneNotice } from '../../ui/notice.tsx';
import { Card, Row, Stack } from '../../ui/page.tsx';

export function LowBalanceCard({ profile, below }: { readonly profile: string; readonly below: string | null }) {
  const save = useChange('saveLowBalance');
  const forget = useForget();
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
            onClick={() => void save.run({ profile, below: wanted }).then(() => forget('readWallet'))}
          >
            {WALLET.warnSave}
          </Button>
        </Row>
      </Stack>
    </Card>
  );
}
