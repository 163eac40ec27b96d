// The log, for whoever helps when something is wrong. In: nothing. Out: a text file that the person saves.
// This file must never show what it says: it is for whoever helps.

import { useState } from 'react';
import type { Told } from '../../bridge/told.ts';
import { useDesk } from '../../bridge/use-desk.ts';
import { SETTINGS } from '../../text/places.ts';
import { Button } from '../../ui/button.tsx';
import { NotDoneNotice } from '../../ui/notice.tsx';
import { Card, Row, Stack } from '../../ui/page.tsx';

export function LogCard() {
  const desk = useDesk();
  const [told, setTold] = useState<Told<unknown> | null>(null);
  const [isBusy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    const log = await desk.ask('exportLog', {});
    setTold(log.kind === 'done' ? await desk.saveDownload(log.value) : log);
    setBusy(false);
  };
  return (
    <Card title={SETTINGS.log}>
      <Stack>
        <p>{SETTINGS.logAbout}</p>
        <Row>
          <Button isPending={isBusy} onClick={() => void save()}>
            {SETTINGS.saveLog}
          </Button>
        </Row>
        <NotDoneNotice told={told} />
      </Stack>
    </Card>
  );
}
