// Home: what needs a person, the month's figures, where to open a file, and the batches.

import { FileSpreadsheet, Inbox } from 'lucide-react';
import { useRef } from 'react';
import type { FileHandle } from '../../../shared/api/schemas.ts';
import { formatRupees } from '../../../shared/money.ts';
import type { Sum } from '../../../shared/needs-you.ts';
import { type Book, bookOf, bookOfBatch } from '../../../shared/profiles.ts';
import { SPREADSHEET_ENDINGS } from '../../../shared/rows.ts';
import { FILE } from '../../../shared/text/controls.ts';
import { HOME_FIGURES, OPEN } from '../../../shared/text/drafts.ts';
import { formatMonth } from '../../../shared/text/format.ts';
import { SHELL } from '../../../shared/text/shell.ts';
import { figuresAt, newestView } from '../../bridge/live-state.ts';
import { useAsk, useChange, useDownload, useLive } from '../../bridge/use-desk.ts';
import { PayrollChart } from '../../ui/charts/payroll-chart.tsx';
import { WalletChart } from '../../ui/charts/wallet-chart.tsx';
import { Button } from '../../ui/controls.tsx';
import { go, goToBatch, useScreen } from '../../ui/navigation.ts';
import { Empty, Loaded, NotDoneNotice } from '../../ui/notice.tsx';
import { Card, Faint, Figure, Figures, Page, Quiet, Row } from '../../ui/page.tsx';
import { BatchMark, EnvironmentBadge, StatesBar } from '../../ui/status.tsx';
import { Table, type TableColumn } from '../../ui/table.tsx';
import { Attention, type ListedBatch, notConfirmedOf } from './attention.tsx';
import styles from './open-screen.module.css';
import { RecentList } from './recent-list.tsx';

/** Batches shown here; History has them all. */
const BATCHES_SHOWN = 12;

interface OpenScreenProps {
  readonly isOpening: boolean;
  readonly open: (file: File) => void;
  /** Opens a file that the desk already has. */
  readonly openHeld: (file: FileHandle) => void;
  readonly cancel: () => void;
}

export function OpenScreen({ isOpening, open, openHeld, cancel }: OpenScreenProps) {
  const { profile } = useScreen();
  const input = useRef<HTMLInputElement>(null);
  const batches = useAsk('listBatches', {});
  const sample = useChange('openSample');
  const template = useDownload('readTemplate');
  const live = useLive((state) => state.batches);
  const choose = (): void => input.current?.click();
  const openSample = async (): Promise<void> => {
    const result = await sample.run({});
    if (result.kind === 'done') openHeld(result.value);
  };
  const { value: listed } = batches;
  const lines =
    listed?.batches.map((line) => ({
      ...line,
      view: newestView({ view: line.view, after: listed.after }, live.get(line.view.batch) ?? null),
    })) ?? [];
  const book = bookOf(profile);
  return (
    <Page title={OPEN.title}>
      <Attention lines={lines} />
      {lines.length === 0 ? null : (
        <MonthFigures book={book} views={lines.map(({ view }) => view)} notConfirmed={notConfirmedOf(lines, book)} />
      )}
      <section className={`row ${styles.drop}`} aria-label={OPEN.dropHere} data-region="open">
        <FileSpreadsheet size={20} strokeWidth={1.5} aria-hidden="true" className="faint" />
        <div className={styles.dropWords}>
          <span className="strong">{isOpening ? OPEN.reading : OPEN.dropHere}</span>
          <span className="soft small">{OPEN.dropAbout}</span>
        </div>
        <Row>
          {isOpening ? <Button onClick={cancel}>{OPEN.cancel}</Button> : null}
          <Button weight="quiet" onClick={() => template.save({ format: 'xlsx' })}>
            {OPEN.template.xlsx}
          </Button>
          <Button weight="quiet" onClick={() => template.save({ format: 'csv' })}>
            {OPEN.template.csv}
          </Button>
          {profile.environment === 'PRACTICE' ? (
            <Button isPending={isOpening || sample.isPending} onClick={() => void openSample()}>
              {OPEN.sample}
            </Button>
          ) : null}
          <Button weight="primary" isMain isPending={isOpening} onClick={choose}>
            {FILE.choose}
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
      </section>
      <NotDoneNotice result={sample.result} />
      <NotDoneNotice result={template.result} />
      <Card
        title={OPEN.batches}
        actions={
          lines.length <= BATCHES_SHOWN ? null : (
            <Button weight="quiet" onClick={() => go({ at: 'place', place: 'history' })}>
              {OPEN.allBatches(lines.length)}
            </Button>
          )
        }
        isFlush
      >
        <Loaded of={batches} waiting={<Quiet>{SHELL.waiting}</Quiet>}>
          {() =>
            lines.length === 0 ? (
              <Empty icon={Inbox} title={OPEN.noBatch} about={OPEN.noBatchAbout} />
            ) : (
              <Table
                label={OPEN.batches}
                columns={BATCH_COLUMNS}
                rows={unfinishedFirst(lines).slice(0, BATCHES_SHOWN)}
                keyOf={({ view }) => view.batch}
              />
            )
          }
        </Loaded>
      </Card>
      <RecentList profile={profile.name} isBusy={isOpening} onHeld={openHeld} onChoose={choose} />
    </Page>
  );
}

/** A batch with an unconfirmed payment is not finished. */
function unfinishedFirst(lines: readonly ListedBatch[]): readonly ListedBatch[] {
  const rest = lines.filter(({ view }) => view.state === 'settled');
  return [...lines.filter((line) => !rest.includes(line)), ...rest];
}

const BATCH_COLUMNS: readonly TableColumn<ListedBatch>[] = [
  {
    word: OPEN.batch,
    cell: ({ view: { batch, profile }, name, file, createdAtMs }) => (
      <>
        <div className="medium">{name === '' ? file : name}</div>
        <Row>
          {bookOfBatch(batch) === 'practice' ? <EnvironmentBadge environment="PRACTICE" /> : null}
          <Faint>{OPEN.about(batch, profile, createdAtMs)}</Faint>
        </Row>
      </>
    ),
  },
  {
    word: OPEN.state,
    cell: ({ view, rows }) => {
      const words = OPEN.paidOf(view.counts.success, rows);
      return (
        <div className={`tight gap-1 ${styles.state}`}>
          <Row>
            <BatchMark view={view} />
            <Faint>{words}</Faint>
          </Row>
          <StatesBar label={words} counts={view.counts} />
        </div>
      );
    },
  },
  { word: OPEN.total, isNumber: true, cell: ({ totalPaise }) => formatRupees(totalPaise) },
  {
    word: OPEN.open,
    hasActs: true,
    cell: ({ view: { batch, state } }) => (
      <Button
        aria-label={`${OPEN.open} ${batch}`}
        onClick={() => goToBatch(batch, state === 'settled' ? 'result' : 'run')}
      >
        {OPEN.open}
      </Button>
    ),
  },
];

interface MonthFiguresProps {
  readonly book: Book;
  readonly views: readonly ListedBatch['view'][];
  readonly notConfirmed: Sum;
}

/** The month of the chosen account's book, the months before, and the account's balance. */
function MonthFigures({ book, views, notConfirmed }: MonthFiguresProps) {
  const { profile } = useScreen();
  const figures = useAsk('readFigures', { book }, { keepPrevious: true }).value;
  if (figures === null) return null;
  const { monthFromMs } = figures;
  const { paid, failed } = figuresAt(figures, views);
  const month = formatMonth(monthFromMs);
  return (
    <section className="surface padded row spread gap-4" aria-label={HOME_FIGURES.label(month)}>
      <Figures>
        <Figure label={HOME_FIGURES.paid(month)} {...figureOf(paid)} />
        <Figure label={HOME_FIGURES.failed(month)} {...figureOf(failed)} />
        <Figure label={HOME_FIGURES.notConfirmed} {...figureOf(notConfirmed)} />
      </Figures>
      <PayrollChart book={book} isSmall />
      <WalletChart profile={profile} isSmall />
    </section>
  );
}

function figureOf({ count, paise }: Sum): { readonly value: string; readonly about: string } {
  return { value: formatRupees(paise), about: HOME_FIGURES.payments(count) };
}
