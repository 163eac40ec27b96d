// How the window looks, the accounts, the data. No setting changes what may be paid.

import { type ReactNode, useState } from 'react';
import type { AnswerOf } from '../../../shared/api/contract.ts';
import type { Settings } from '../../../shared/api/desk-commands.ts';
import { type Book, environmentOf } from '../../../shared/books.ts';
import type { Told } from '../../bridge/told.ts';
import { useAsk, useChange, useDesk } from '../../bridge/use-desk.ts';
import { SETTINGS } from '../../text/places.ts';
import { Button } from '../../ui/button.tsx';
import { Chips } from '../../ui/chips.tsx';
import { Tick } from '../../ui/field.tsx';
import { NotDoneNotice, Notice } from '../../ui/notice.tsx';
import { Card, Facts, Page, Row, Stack } from '../../ui/page.tsx';
import { EnvironmentBadge } from '../../ui/status.tsx';
import { RestoreDialog } from './restore-dialog.tsx';

interface SettingsScreenProps {
  readonly settings: Settings;
  readonly book: Book;
  readonly accounts: ReactNode;
}

const THEMES = ['system', 'light', 'dark'] as const;
const DENSITIES = ['comfortable', 'compact'] as const;

export function SettingsScreen({ settings, book, accounts }: SettingsScreenProps) {
  const save = useChange('saveSettings', 'readSettings');
  const change = (changed: Partial<Settings>): void => void save.run({ settings: changed });
  return (
    <Page isNarrow title={SETTINGS.title}>
      <NotDoneNotice told={save.told} />
      <Card title={SETTINGS.looks}>
        <Stack>
          <Facts
            facts={[
              [
                SETTINGS.theme,
                <Chips
                  key="theme"
                  label={SETTINGS.theme}
                  chosen={settings.theme}
                  chips={THEMES.map((key) => ({ key, word: SETTINGS.themes[key] }))}
                  onChoose={(theme) => change({ theme })}
                />,
              ],
              [
                SETTINGS.density,
                <Chips
                  key="density"
                  label={SETTINGS.density}
                  chosen={settings.density}
                  chips={DENSITIES.map((key) => ({ key, word: SETTINGS.densities[key] }))}
                  onChoose={(density) => change({ density })}
                />,
              ],
            ]}
          />
          <Tick checked={settings.maskAccounts} onChange={(event) => change({ maskAccounts: event.target.checked })}>
            {SETTINGS.mask}
          </Tick>
        </Stack>
      </Card>
      {accounts}
      <DataCard key={book} book={book} />
      <LogCard />
    </Page>
  );
}

function DataCard({ book }: { readonly book: Book }) {
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

/** For whoever helps when something is wrong: saved, never shown. */
function LogCard() {
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
