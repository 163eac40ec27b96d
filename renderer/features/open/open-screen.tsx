// No file is opened while payouts are being sent.

import { FileSpreadsheet, Inbox, X } from 'lucide-react';
import { useRef } from 'react';
import type { AnswerOf } from '../../../shared/api/contract.ts';
import type { FileHandle } from '../../../shared/api/file-handles.ts';
import { bookOfBatch } from '../../../shared/books.ts';
import { SPREADSHEET_ENDINGS } from '../../../shared/spreadsheets.ts';
import { STATE_KINDS } from '../../../shared/states.ts';
import { newestView, workNow } from '../../bridge/live-state.ts';
import { useAsk, useChange, useDesk, useLive } from '../../bridge/use-desk.ts';
import { formatCount, formatDayAndTime, formatRupees, formatSize } from '../../text/format.ts';
import { OPEN } from '../../text/open.ts';
import { SHELL } from '../../text/shell.ts';
import { BATCH_STATE_WORDS } from '../../text/states.ts';
import { BatchMark, EnvironmentBadge } from '../../ui/status.tsx';
import { BareButton, Button, IconButton } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { go, goToBatch } from '../../ui/navigation.ts';
import { NotDoneNotice } from '../../ui/notice.tsx';
import { Card, Faint, Page, Row } from '../../ui/page.tsx';
import { StackedBar } from '../../ui/stacked-bar.tsx';
import { Table } from '../../ui/table.tsx';
import { STATE_TONES } from '../../ui/tone.ts';
import styles from './open-screen.module.css';
import { RecentList } from './recent-list.tsx';

interface OpenScreenProps {
  readonly profile: string;
  readonly isPractice: boolean;
  readonly isOpening: boolean;
  readonly onFile: (file: File) => void;
  readonly onHeld: (file: FileHandle) => void;
}

export function OpenScreen({ profile, isPractice, isOpening, onFile, onHeld }: OpenScreenProps) {
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
      <DraftList />
      <RecentList profile={profile} isBusy={isSending || isOpening} onHeld={onHeld} onChoose={choose} />
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
              />
            )
          }
        </Loaded>
      </Card>
    </Page>
  );
}

type BatchLine = AnswerOf<'listBatches'>['batches'][number];

const BATCH_COLUMNS = [
  { word: OPEN.batch },
  { word: OPEN.when },
  { word: OPEN.state },
  { word: OPEN.rows, isNumber: true },
  { word: OPEN.total, isNumber: true },
  { word: OPEN.paid },
  { word: OPEN.open, isHidden: true, isNumber: true },
];

/** Those that are not finished first; a batch in doubt is none that is finished. */
function BatchTable({ lines }: { readonly lines: readonly BatchLine[] }) {
  const first = lines.filter(({ view }) => view.state !== 'settled');
  const rest = lines.filter(({ view }) => view.state === 'settled');
  return <Table label={OPEN.batches} columns={BATCH_COLUMNS} rows={[...first, ...rest].map(rowOf)} />;
}

function rowOf({ view, name, file, rows, totalPaise, createdAtMs }: BatchLine) {
  const isPractice = bookOfBatch(view.batch) === 'practice';
  return {
    key: view.batch,
    cells: [
      <span key="name">
        <span className={styles.name}>{name === '' ? file : name}</span>
        <br />
        <Row>
          <Faint>{view.batch}</Faint>
          {isPractice ? <EnvironmentBadge environment="PRACTICE" /> : <Faint>{view.profile}</Faint>}
        </Row>
      </span>,
      formatDayAndTime(createdAtMs),
      <BatchMark key="state" state={view.state} word={BATCH_STATE_WORDS[view.state]} />,
      formatCount(rows),
      formatRupees(totalPaise),
      <span key="paid">
        <span className={styles.bar}>
          <StackedBar
            isThin
            label={`${formatCount(view.counts.success)} / ${formatCount(rows)}`}
            parts={STATE_KINDS.map((kind) => ({ key: kind, tone: STATE_TONES[kind], value: view.counts[kind] }))}
          />
        </span>
        <Faint>
          {formatCount(view.counts.success)} / {formatCount(rows)}
        </Faint>
      </span>,
      <Button
        key="open"
        aria-label={`${OPEN.open} ${view.batch}`}
        onClick={() => goToBatch(view.batch, view.state === 'settled' ? 'result' : 'run')}
      >
        {view.state === 'paused' ? OPEN.resume : OPEN.open}
      </Button>,
    ],
  };
}

const DRAFT_COLUMNS = [{ word: OPEN.file }, { word: OPEN.rows }, { word: OPEN.open, isHidden: true, isNumber: true }];

/** Files that were opened and not sent yet. */
function DraftList() {
  const { told } = useAsk('listDrafts', {});
  if (told.kind !== 'done' || told.value.drafts.length === 0) return null;
  return (
    <Card title={OPEN.drafts} isFlush>
      <Table
        label={OPEN.drafts}
        columns={DRAFT_COLUMNS}
        rows={told.value.drafts.map(({ draft, file, rows }) => ({
          key: draft,
          cells: [
            <span key="name" className={styles.name}>
              {file.name}
            </span>,
            [OPEN.draftsAbout(rows), ...(file.sizeBytes === 0 ? [] : [formatSize(file.sizeBytes)])].join(' · '),
            <DraftButtons key="act" draft={draft} file={file.name} />,
          ],
        }))}
      />
    </Card>
  );
}

/** Each line closes by itself: what is pressed in one while another is still being closed is no second press. */
function DraftButtons({ draft, file }: { readonly draft: string; readonly file: string }) {
  const close = useChange('closeDraft', 'listDrafts');
  return (
    <span style={{ display: 'inline-block' }}>
      <Row>
        <Button onClick={() => go({ at: 'draft', draft, step: 'review' })}>{OPEN.continue}</Button>
        <IconButton
          icon={X}
          label={OPEN.closeDraft(file)}
          isPending={close.isPending}
          onClick={() => void close.run({ draft })}
        />
      </Row>
    </span>
  );
}
