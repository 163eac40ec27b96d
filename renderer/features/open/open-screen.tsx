// No file is opened while payouts are being sent, and no copy without saying that it is one.

import { FileSpreadsheet, Inbox, X } from 'lucide-react';
import { useRef, useState } from 'react';
import type { AnswerOf } from '../../../shared/api/contract.ts';
import { RECENT_FILE_GONE } from '../../../shared/api/draft-commands.ts';
import type { FileHandle } from '../../../shared/api/schemas.ts';
import { countOf, formatCount } from '../../../shared/counts.ts';
import { formatRupees } from '../../../shared/money.ts';
import { bookOfBatch } from '../../../shared/profiles.ts';
import { SPREADSHEET_ENDINGS } from '../../../shared/rows.ts';
import { newestView, workNow } from '../../bridge/live-state.ts';
import { useAsk, useChange, useDownload, useLive } from '../../bridge/use-desk.ts';
import { MATCH, OPEN, RECENT } from '../../text/drafts.ts';
import { formatDayAndTime, formatSize } from '../../text/format.ts';
import { SHELL } from '../../text/shell.ts';
import { Button, IconButton, LinkButton } from '../../ui/controls.tsx';
import { go, goToBatch, useScreen } from '../../ui/navigation.ts';
import { Empty, Loaded, NotDoneNotice } from '../../ui/notice.tsx';
import { Card, Faint, Page, Row } from '../../ui/page.tsx';
import { BatchMark, EnvironmentBadge, StatesBar } from '../../ui/status.tsx';
import { Table, TableCard, type TableColumn } from '../../ui/table.tsx';
import styles from './open-screen.module.css';

/** As many of them stand on the screen at first: the batches below, one of them paused perhaps, stay in sight. */
const RECENT_FILES_SHOWN = 4;

interface OpenScreenProps {
  readonly isOpening: boolean;
  readonly open: (file: File) => void;
  /** Opens what the desk holds already. */
  readonly openHeld: (file: FileHandle) => void;
  readonly cancel: () => void;
}

export function OpenScreen({ isOpening, open, openHeld, cancel }: OpenScreenProps) {
  const { profile } = useScreen();
  const input = useRef<HTMLInputElement>(null);
  const batches = useAsk('listBatches', {});
  const sample = useChange('openSample');
  const template = useDownload('readTemplate');
  const work = useLive(workNow);
  const live = useLive((state) => state.batches);
  const isSending = work !== null;
  const choose = (): void => input.current?.click();
  const openSample = async (): Promise<void> => {
    const result = await sample.run({});
    if (result.kind === 'done') openHeld(result.value);
  };
  return (
    <Page title={OPEN.title}>
      <section className={styles.drop}>
        <FileSpreadsheet size={32} strokeWidth={1.5} aria-hidden="true" className="faint" />
        <div>
          <h2>{isOpening ? 'Reading the file' : 'Drop a spreadsheet here'}</h2>
          <p className="soft">
            {work === null
              ? 'A .csv or .xlsx file with one payment per row. It can be dropped anywhere in this window.'
              : SHELL.notOpened[work].message}
          </p>
        </div>
        <Row>
          <Button weight="primary" isMain isPending={isOpening} disabled={isSending} onClick={choose}>
            Choose a file
          </Button>
          {isOpening ? <Button onClick={cancel}>Cancel</Button> : null}
          <Button onClick={() => template.save({ format: 'xlsx' })}>Template (.xlsx)</Button>
          <Button weight="quiet" onClick={() => template.save({ format: 'csv' })}>
            Template (.csv)
          </Button>
        </Row>
        <input
          ref={input}
          type="file"
          accept={SPREADSHEET_ENDINGS.join(',')}
          hidden
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file !== undefined) open(file);
            event.target.value = '';
          }}
        />
        {profile.environment === 'PRACTICE' ? (
          <p className={`soft ${styles.sample}`}>
            No file at hand? The sample pays people of the practice gateway.{' '}
            <LinkButton
              className="strong"
              disabled={isSending}
              isPending={isOpening || sample.isPending}
              onClick={() => void openSample()}
            >
              Open the sample
            </LinkButton>
          </p>
        ) : null}
      </section>
      <NotDoneNotice result={sample.result} />
      <DraftList />
      <RecentList profile={profile.name} isBusy={isSending || isOpening} onHeld={openHeld} onChoose={choose} />
      <Card title={OPEN.batches} isFlush>
        <Loaded of={batches} waiting={<Quiet>{SHELL.waiting}</Quiet>}>
          {({ batches: lines, after }) =>
            lines.length === 0 ? (
              <Empty
                icon={Inbox}
                title="No batch yet"
                about="A batch appears here once you have confirmed it, and stays."
              />
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

type ListedBatch = AnswerOf<'listBatches'>['batches'][number];

const BATCH_COLUMNS: readonly TableColumn<ListedBatch>[] = [
  {
    word: 'Batch',
    cell: ({ view: { batch, profile }, name, file }) => (
      <>
        <span className="medium">{name === '' ? file : name}</span>
        <br />
        <Row>
          <Faint>{batch}</Faint>
          {bookOfBatch(batch) === 'practice' ? <EnvironmentBadge environment="PRACTICE" /> : <Faint>{profile}</Faint>}
        </Row>
      </>
    ),
  },
  { word: 'Confirmed', cell: ({ createdAtMs }) => formatDayAndTime(createdAtMs) },
  { word: 'State', cell: ({ view }) => <BatchMark state={view.state} /> },
  { word: OPEN.rows, isNumber: true, cell: ({ rows }) => formatCount(rows) },
  { word: 'Total', isNumber: true, cell: ({ totalPaise }) => formatRupees(totalPaise) },
  {
    word: 'Paid',
    cell: ({ view: { counts }, rows }) => {
      const words = `${formatCount(counts.success)} / ${formatCount(rows)}`;
      return (
        <>
          <span className={styles.bar}>
            <StatesBar label={words} counts={counts} />
          </span>
          <Faint>{words}</Faint>
        </>
      );
    },
  },
  {
    word: OPEN.open,
    hasActs: true,
    cell: ({ view: { batch, state } }) => (
      <Button
        aria-label={`${OPEN.open} ${batch}`}
        onClick={() => goToBatch(batch, state === 'settled' ? 'result' : 'run')}
      >
        {state === 'paused' ? 'Open and resume' : OPEN.open}
      </Button>
    ),
  },
];

/** Those that are not finished first; a batch in doubt is none that is finished. */
function BatchTable({ lines }: { readonly lines: readonly ListedBatch[] }) {
  const rest = lines.filter(({ view }) => view.state === 'settled');
  const rows = [...lines.filter((line) => !rest.includes(line)), ...rest];
  return <Table label={OPEN.batches} columns={BATCH_COLUMNS} rows={rows} keyOf={({ view }) => view.batch} />;
}

const DRAFT_COLUMNS: readonly TableColumn<AnswerOf<'listDrafts'>['drafts'][number]>[] = [
  { word: OPEN.file, cell: ({ file }) => <span className="medium">{file.name}</span> },
  {
    word: OPEN.rows,
    cell: ({ file, rows }) =>
      [countOf(rows, 'row'), ...(file.sizeBytes === 0 ? [] : [formatSize(file.sizeBytes)])].join(' · '),
  },
  {
    word: OPEN.open,
    hasActs: true,
    cell: ({ draft, file }) => <DraftButtons draft={draft} file={file.name} />,
  },
];

/** Files that were opened and not sent yet. */
function DraftList() {
  const drafts = useAsk('listDrafts', {}).value?.drafts ?? [];
  if (drafts.length === 0) return null;
  return <TableCard label="Opened and not sent" columns={DRAFT_COLUMNS} rows={drafts} keyOf={({ draft }) => draft} />;
}

/** Each line closes by itself: what is pressed in one while another is still being closed is no second press. */
function DraftButtons({ draft, file }: { readonly draft: string; readonly file: string }) {
  const close = useChange('closeDraft');
  return (
    <span className="acts">
      <Row>
        <Button onClick={() => go({ at: 'draft', draft, step: 'review' })}>Continue</Button>
        <IconButton
          icon={X}
          label={`Close ${file}`}
          isPending={close.isPending}
          onClick={() => void close.run({ draft })}
        />
      </Row>
    </span>
  );
}

interface RecentListProps {
  readonly profile: string;
  /** Nothing can be opened now: a batch is sent, or a file is being read. */
  readonly isBusy: boolean;
  readonly onHeld: (file: FileHandle) => void;
  /** The person gives the file again. */
  readonly onChoose: () => void;
}

function RecentList({ profile, isBusy, onHeld, onChoose }: RecentListProps) {
  const question = useAsk('listRecentFiles', { profile });
  const opening = useChange('openRecentFile');
  const forgetting = useChange('forgetRecentFile');
  const clearing = useChange('clearRecentFiles');
  const [asked, setAsked] = useState<string | null>(null);
  const [isAllShown, setAllShown] = useState(false);
  const count = question.value?.files.length ?? 0;
  const open = async ({ entry, opens }: RecentFile): Promise<void> => {
    if (opens === 'choose') return onChoose();
    setAsked(entry);
    const result = await opening.run({ entry });
    if (result.kind === 'done') onHeld(result.value);
    // What could not be opened from here may only be chosen again by now.
    else question.again();
  };
  const takeOff = (entry: string): void => {
    opening.reset();
    void forgetting.run({ entry });
  };
  const clear = (): void => {
    opening.reset();
    void clearing.run({});
  };
  const { notDone: notOpened } = opening;
  /** The line whose file is no more: taking it off mends that. */
  const gone = notOpened?.kind === 'refused' && notOpened.refusal.code === RECENT_FILE_GONE ? asked : null;
  const columns = recentColumns({ isBusy, opening: opening.isPending ? asked : null, open, takeOff });
  return (
    <>
      <NotDoneNotice
        result={notOpened}
        actions={
          <Row>
            {gone === null ? null : <Button onClick={() => takeOff(gone)}>Take it off the list</Button>}
            <Button onClick={opening.reset}>{SHELL.close}</Button>
          </Row>
        }
      />
      <NotDoneNotice result={forgetting.notDone ?? clearing.notDone} />
      <Card
        title={RECENT.title}
        actions={
          count === 0 ? null : (
            <Row>
              {isAllShown || count <= RECENT_FILES_SHOWN ? null : (
                <Button weight="quiet" onClick={() => setAllShown(true)}>
                  Show all {formatCount(count)}
                </Button>
              )}
              <Button weight="quiet" onClick={clear}>
                Clear list
              </Button>
            </Row>
          )
        }
        isFlush
      >
        <Loaded of={question} waiting={<Quiet>{SHELL.waiting}</Quiet>}>
          {({ files }) =>
            files.length === 0 ? (
              <Quiet>What you open is listed here by its name. The files themselves stay where they are.</Quiet>
            ) : (
              <>
                <Table
                  label={RECENT.title}
                  columns={columns}
                  rows={isAllShown ? files : files.slice(0, RECENT_FILES_SHOWN)}
                  keyOf={({ entry }) => entry}
                />
                {files.some(({ opens }) => opens === 'copy') ? (
                  <Quiet>
                    A copy is the file as it was at that time. Choose the file again if you changed it since.
                  </Quiet>
                ) : null}
              </>
            )
          }
        </Loaded>
      </Card>
    </>
  );
}

function Quiet({ children }: { readonly children: string }) {
  return (
    <div className="pad">
      <Faint>{children}</Faint>
    </div>
  );
}

interface RecentActs {
  readonly isBusy: boolean;
  /** The line whose file is being taken to the desk. */
  readonly opening: string | null;
  readonly open: (file: RecentFile) => Promise<void>;
  readonly takeOff: (entry: string) => void;
}

function recentColumns({ isBusy, opening, open, takeOff }: RecentActs): readonly TableColumn<RecentFile>[] {
  return [
    {
      word: OPEN.file,
      cell: ({ name, sizeBytes, run }) => (
        <>
          <span className="medium">{name}</span> <Faint>{formatSize(sizeBytes)}</Faint>
          {run === null ? null : (
            <>
              <br />
              <LinkButton className="strong" onClick={() => goToBatch(run.batch)}>
                {MATCH.repeats(run)}
              </LinkButton>
            </>
          )}
        </>
      ),
    },
    { word: 'Opened', cell: ({ openedAtMs }) => formatDayAndTime(openedAtMs) },
    { word: OPEN.rows, isNumber: true, cell: ({ rows }) => (rows === null ? RECENT.notRead : formatCount(rows)) },
    {
      word: 'Can be paid',
      isNumber: true,
      cell: ({ totalPaise }) => (totalPaise === null ? RECENT.notRead : formatRupees(totalPaise)),
    },
    {
      word: OPEN.open,
      hasActs: true,
      cell: (file) => (
        <span className="acts">
          <Row>
            <Button
              aria-label={RECENT.opens(file.opens, file.name)}
              isPending={opening === file.entry}
              disabled={isBusy || (opening !== null && opening !== file.entry)}
              onClick={() => void open(file)}
            >
              {RECENT.open[file.opens]}
            </Button>
            <IconButton icon={X} label={`Take ${file.name} off the list`} onClick={() => takeOff(file.entry)} />
          </Row>
        </span>
      ),
    },
  ];
}

type RecentFile = AnswerOf<'listRecentFiles'>['files'][number];
