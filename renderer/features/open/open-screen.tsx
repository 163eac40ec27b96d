// Open: a file from anywhere, a template, a sample, what is unfinished. In: how to open. Out: a draft or a batch.
// This file must never open a file while payouts are being sent.

import { FileSpreadsheet, Inbox } from 'lucide-react';
import { useRef } from 'react';
import type { BatchId } from '../../../shared/ids.ts';
import type { FileHandle } from '../../../shared/api/file-handles.ts';
import { SPREADSHEET_ENDINGS } from '../../../shared/spreadsheets.ts';
import { workNow } from '../../bridge/live-state.ts';
import { newestView } from '../../bridge/newest-view.ts';
import { useAsk, useChange, useDesk, useLive } from '../../bridge/use-desk.ts';
import { OPEN } from '../../text/open.ts';
import { SHELL } from '../../text/shell.ts';
import { BareButton, Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { NotDoneNotice } from '../../ui/notice.tsx';
import { Card, Faint, Page, Row } from '../../ui/page.tsx';
import { BatchTable } from './batch-table.tsx';
import { DraftList } from './draft-list.tsx';
import { RecentList } from './recent-list.tsx';
import styles from './open-screen.module.css';

interface OpenScreenProps {
  readonly profile: string;
  readonly isPractice: boolean;
  readonly isOpening: boolean;
  readonly onFile: (file: File) => void;
  readonly onHeld: (file: FileHandle) => void;
  readonly onDraft: (draft: string) => void;
  readonly onBatch: (batch: BatchId, view: 'run' | 'result') => void;
}

export function OpenScreen({ profile, isPractice, isOpening, onFile, onHeld, onDraft, onBatch }: OpenScreenProps) {
  const desk = useDesk();
  const input = useRef<HTMLInputElement>(null);
  const batches = useAsk('listBatches', {});
  const sample = useChange('openSample');
  const work = useLive(workNow);
  const live = useLive((state) => state.batches);
  const isSending = work !== null;
  const choose = (): void => input.current?.click();
  const saveTemplate = async (format: 'xlsx' | 'csv'): Promise<void> => {
    const told = await desk.ask('readTemplate', { format });
    if (told.kind === 'done') await desk.saveDownload(told.value);
  };
  const openSample = async (): Promise<void> => {
    const told = await sample.run({});
    if (told.kind === 'done') onHeld(told.value);
  };
  return (
    <Page title={OPEN.title}>
      <section className={styles.drop}>
        <FileSpreadsheet size={32} strokeWidth={1.5} aria-hidden="true" className={styles.icon} />
        <div className={styles.words}>
          <h2>{isOpening ? OPEN.opening : OPEN.drop}</h2>
          <p>{work === null ? OPEN.dropAbout : SHELL.dropRefused[work]}</p>
        </div>
        <Row>
          <Button weight="primary" isPending={isOpening} disabled={isSending} onClick={choose}>
            {OPEN.choose}
          </Button>
          <Button onClick={() => void saveTemplate('xlsx')}>{OPEN.templateXlsx}</Button>
          <Button weight="quiet" onClick={() => void saveTemplate('csv')}>
            {OPEN.templateCsv}
          </Button>
        </Row>
        <input
          ref={input}
          type="file"
          accept={SPREADSHEET_ENDINGS.join(',')}
          hidden
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file !== undefined) onFile(file);
            event.target.value = '';
          }}
        />
        {isPractice ? (
          <p className={styles.sample}>
            {OPEN.sampleAbout}{' '}
            <BareButton
              className={styles.link}
              disabled={isSending}
              isPending={isOpening || sample.isPending}
              onClick={() => void openSample()}
            >
              {OPEN.sample}
            </BareButton>
          </p>
        ) : null}
      </section>
      <NotDoneNotice told={sample.told} />
      <DraftList onDraft={onDraft} />
      <RecentList
        profile={profile}
        isBusy={isSending || isOpening}
        onHeld={onHeld}
        onChoose={choose}
        onBatch={(batch) => onBatch(batch, 'run')}
      />
      <Card title={OPEN.batches} isFlush>
        <Loaded
          of={batches}
          waiting={
            <div className={styles.pad}>
              <Faint>{SHELL.waiting}</Faint>
            </div>
          }
        >
          {({ batches: lines, after }) =>
            lines.length === 0 ? (
              <Empty icon={Inbox} title={OPEN.noBatches}>
                {OPEN.noBatchesAbout}
              </Empty>
            ) : (
              <BatchTable
                lines={lines.map((line) => ({
                  ...line,
                  view: newestView({ view: line.view, after }, live.get(line.view.batch) ?? null),
                }))}
                onBatch={onBatch}
              />
            )
          }
        </Loaded>
      </Card>
    </Page>
  );
}
