// The data: where it lies, backup and restore, the audit check. In: the book. Out: files and checks.
// This file must never restore without the typed word.

import { useState } from 'react';
import type { AnswerOf } from '../../../shared/api/contract.ts';
import { type Book, environmentOf } from '../../../shared/books.ts';
import type { Told } from '../../bridge/told.ts';
import { useAsk, useDesk } from '../../bridge/use-desk.ts';
import { SETTINGS } from '../../text/places.ts';
import { Button } from '../../ui/button.tsx';
import { NotDoneNotice, Notice } from '../../ui/notice.tsx';
import { Card, Facts, Row, Stack } from '../../ui/page.tsx';
import { EnvironmentBadge } from '../../ui/status.tsx';
import { RestoreDialog } from './restore-dialog.tsx';

export function DataCard({ book }: { readonly book: Book }) {
  const desk = useDesk();
  const about = useAsk('readDesk', {});
  const [audit, setAudit] = useState<Told<AnswerOf<'verifyAudit'>> | null>(null);
  const [backedUp, setBackedUp] = useState<Told<unknown> | null>(null);
  const [isRestoring, setRestoring] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const during = (work: () => Promise<void>): void => {
    setBusy(true);
    void work().finally(() => setBusy(false));
  };
  const backUp = async (): Promise<void> => {
    const told = await desk.ask('backUp', { book });
    setBackedUp(told.kind === 'done' ? await desk.saveDownload(told.value) : told);
  };
  return (
    <Card
      title={
        <>
          {SETTINGS.data} <EnvironmentBadge environment={environmentOf(book)} />
        </>
      }
    >
      <Stack>
        {about.told.kind === 'done' ? (
          <>
            <Facts
              facts={[
                [SETTINGS.folder, <code key="folder">{about.told.value.dataFolder}</code>],
                [SETTINGS.version, about.told.value.version],
              ]}
            />
            {about.told.value.warnings.map((warning) => (
              <Notice key={warning} tone="warning" title={warning} />
            ))}
          </>
        ) : null}
        <Row>
          <Button isPending={isBusy} onClick={() => during(backUp)}>
            {SETTINGS.backUp}
          </Button>
          <Button onClick={() => setRestoring(true)}>{SETTINGS.restore}</Button>
          <Button
            isPending={isBusy}
            onClick={() => during(async () => setAudit(await desk.ask('verifyAudit', { book })))}
          >
            {SETTINGS.audit}
          </Button>
        </Row>
        <NotDoneNotice told={backedUp} />
        <NotDoneNotice told={audit} />
        {audit?.kind === 'done' ? <AuditNotice answer={audit.value} /> : null}
      </Stack>
      {isRestoring ? <RestoreDialog book={book} onClose={() => setRestoring(false)} /> : null}
    </Card>
  );
}

function AuditNotice({ answer: { entries, findings, more } }: { readonly answer: AnswerOf<'verifyAudit'> }) {
  if (findings.length === 0) return <Notice tone="good" title={SETTINGS.auditGood(entries)} />;
  return (
    <Notice tone="error" title={SETTINGS.auditBad(findings.length + more)}>
      <ul>
        {findings.map(({ message }) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
      {more === 0 ? null : <p>{SETTINGS.auditMore(more)}</p>}
      <p>{SETTINGS.auditCure}</p>
    </Notice>
  );
}
