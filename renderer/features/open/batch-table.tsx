// The batches, those that are not finished first. In: lines. Out: a table that leads to each.
// This file must never count a batch in doubt as finished.

import type { AnswerOf } from '../../../shared/api/contract.ts';
import { bookOfBatch } from '../../../shared/books.ts';
import type { BatchId } from '../../../shared/ids.ts';
import { STATE_KINDS } from '../../../shared/states.ts';
import { formatCount, formatDayAndTime, formatRupees } from '../../text/format.ts';
import { OPEN } from '../../text/open.ts';
import { BATCH_STATE_WORDS } from '../../text/states.ts';
import { Button } from '../../ui/button.tsx';
import { Faint, Row } from '../../ui/page.tsx';
import { StackedBar } from '../../ui/stacked-bar.tsx';
import { BatchMark } from '../../ui/batch-mark.tsx';
import { EnvironmentBadge } from '../../ui/status.tsx';
import { Table } from '../../ui/table.tsx';
import { STATE_TONES } from '../../ui/tone.ts';
import styles from './open-screen.module.css';

type BatchLine = AnswerOf<'listBatches'>['batches'][number];

interface BatchTableProps {
  readonly lines: readonly BatchLine[];
  readonly onBatch: (batch: BatchId, view: 'run' | 'result') => void;
}

const COLUMNS = [
  { word: OPEN.batch },
  { word: OPEN.when },
  { word: OPEN.state },
  { word: OPEN.rows, isNumber: true },
  { word: OPEN.total, isNumber: true },
  { word: OPEN.paid },
  { word: OPEN.open, isHidden: true, isNumber: true },
];

export function BatchTable({ lines, onBatch }: BatchTableProps) {
  const first = lines.filter(({ view }) => view.state !== 'settled');
  const rest = lines.filter(({ view }) => view.state === 'settled');
  return (
    <Table label={OPEN.batches} columns={COLUMNS} rows={[...first, ...rest].map((line) => rowOf(line, onBatch))} />
  );
}

function rowOf({ view, name, file, rows, totalPaise, createdAtMs }: BatchLine, onBatch: BatchTableProps['onBatch']) {
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
        onClick={() => onBatch(view.batch, view.state === 'settled' ? 'result' : 'run')}
      >
        {view.state === 'paused' ? OPEN.resume : OPEN.open}
      </Button>,
    ],
  };
}
