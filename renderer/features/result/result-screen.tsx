// No retry is offered of what is in doubt.

import { Download } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { AnswerOf } from '../../../shared/api/contract.ts';
import { countOf, formatCount } from '../../../shared/counts.ts';
import type { BatchId } from '../../../shared/ids.ts';
import { formatRupees } from '../../../shared/money.ts';
import { STATE_KINDS } from '../../../shared/states.ts';
import { newestView } from '../../bridge/live-state.ts';
import { useAsk, useChange, useDownload, useLiveBatch } from '../../bridge/use-desk.ts';
import { formatDayAndTime } from '../../text/format.ts';
import { RESULT, RUN } from '../../text/payouts.ts';
import { Button } from '../../ui/controls.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { go, goToBatch } from '../../ui/navigation.ts';
import { Loaded, NotDoneNotice, Notice } from '../../ui/notice.tsx';
import { Card, Facts, Faint, LoadedPage, Page, Row, SideBySide, Stack } from '../../ui/page.tsx';
import { BatchMark, StateMark } from '../../ui/status.tsx';
import { TableCard, type TableColumn } from '../../ui/table.tsx';

type Detail = AnswerOf<'readBatch'>;
const FORMATS = [
  ['xlsx', 'Excel (.xlsx)'],
  ['csv', 'CSV'],
] as const;

export function ResultScreen({ batch }: { readonly batch: BatchId }) {
  const question = useAsk('readBatch', { batch });
  return (
    <LoadedPage of={question} title={batch}>
      {(detail) => <Result detail={detail} />}
    </LoadedPage>
  );
}

function Result({ detail }: { readonly detail: Detail }) {
  const view = newestView(detail, useLiveBatch(detail.view.batch));
  const exported = useDownload('exportBatch');
  const [isRetrying, setRetrying] = useState(false);
  const failed = view.counts.failed + view.counts.rejected + view.counts.reversed;
  return (
    <Page
      title={detail.name === '' ? detail.file : detail.name}
      environment={detail.environment}
      mark={<BatchMark state={view.state} />}
      about={view.batch}
      step="result"
      footer={
        <>
          <Button onClick={() => goToBatch(view.batch)}>See the payouts</Button>
          {failed === 0 ? null : (
            <Button weight="primary" onClick={() => setRetrying(true)}>
              Retry what failed
            </Button>
          )}
        </>
      }
    >
      <NotDoneNotice result={exported.result} />
      <SideBySide isSplit>
        <Stack>
          <Totals view={view} rows={detail.rows} totalPaise={detail.totalPaise} />
          <FailuresCard batch={view.batch} />
        </Stack>
        <Stack>
          <Card title="Save the report">
            <Row>
              {FORMATS.map(([format, word]) => (
                <Button key={format} icon={Download} onClick={() => exported.save({ batch: view.batch, format })}>
                  {word}
                </Button>
              ))}
            </Row>
          </Card>
          <Card>
            <Facts
              facts={{
                'Paid from': `${view.profile} · ${detail.mid}`,
                File: detail.file,
                Confirmed: formatDayAndTime(detail.createdAtMs),
                'Confirmed by': detail.confirmedBy,
                'Left out': formatCount(detail.leftOutCount),
              }}
            />
          </Card>
        </Stack>
      </SideBySide>
      {isRetrying ? <RetryDialog batch={view.batch} onClose={() => setRetrying(false)} /> : null}
    </Page>
  );
}

function Totals({ view, rows, totalPaise }: Pick<Detail, 'view' | 'rows' | 'totalPaise'>) {
  const count = STATE_KINDS.reduce((sum, kind) => sum + view.counts[kind], 0);
  const paise = STATE_KINDS.reduce((sum, kind) => sum + view.paise[kind], 0);
  return (
    <>
      <TableCard
        label="Control totals"
        columns={[
          { word: RESULT.state, cell: (kind) => <StateMark state={kind} />, total: 'Confirmed' },
          {
            word: RESULT.count,
            isNumber: true,
            cell: (kind) => formatCount(view.counts[kind]),
            total: formatCount(rows),
          },
          {
            word: RESULT.amount,
            isNumber: true,
            cell: (kind) => formatRupees(view.paise[kind]),
            total: formatRupees(totalPaise),
          },
        ]}
        rows={STATE_KINDS.filter((kind) => view.counts[kind] > 0)}
        keyOf={(kind) => kind}
      />
      {count === rows && paise === totalPaise ? (
        <Notice tone="good" title="The states add up to what was confirmed, to the paisa." />
      ) : (
        <Notice
          tone="error"
          title="The states do not add up to what was confirmed. Tell whoever looks after this program."
        />
      )}
    </>
  );
}

const FAILURE_COLUMNS: readonly TableColumn<AnswerOf<'readFailures'>['groups'][number]>[] = [
  { word: RESULT.state, cell: ({ state }) => <StateMark state={state} /> },
  { word: RUN.message, cell: ({ message }) => (message === '' ? <Faint>The gateway gave no reason.</Faint> : message) },
  { word: 'Who must act', cell: ({ state }) => <Faint>{RESULT.whoBy[state]}</Faint> },
  { word: RESULT.count, isNumber: true, cell: ({ sum }) => formatCount(sum.count) },
  { word: RESULT.amount, isNumber: true, cell: ({ sum }) => formatRupees(sum.paise) },
];

/** Grouped by what the gateway said, in its own words; where there were none, that is said. */
function FailuresCard({ batch }: { readonly batch: BatchId }) {
  const question = useAsk('readFailures', { batch });
  return (
    <Loaded of={question}>
      {({ groups }) =>
        groups.length === 0 ? null : (
          <TableCard
            label="What was not paid"
            columns={FAILURE_COLUMNS}
            rows={groups}
            keyOf={({ state, message }) => `${state} ${message}`}
          />
        )
      }
    </Loaded>
  );
}

/** More lines than these are for the report. */
const REASONS_SHOWN = 20;

/** What a retry would pay again, and what not and why. It pays nothing: the draft is reviewed and confirmed like a file. */
function RetryDialog({ batch, onClose }: { readonly batch: BatchId; readonly onClose: () => void }) {
  const question = useAsk('readRetry', { batch });
  const open = useChange('openRetry');
  const commandId = useMemo(() => crypto.randomUUID(), []);
  const count = question.value?.retried.count ?? 0;
  const start = async (): Promise<void> => {
    const result = await open.run({ batch }, commandId);
    if (result.kind === 'done') go({ at: 'draft', draft: result.value.draft, step: 'review' });
  };
  return (
    <Dialog
      onClose={onClose}
      title="Retry what failed"
      act={{ word: 'Open them in Review', disabled: count === 0, isPending: open.isPending, run: start }}
    >
      <NotDoneNotice result={open.result} />
      <Loaded of={question}>
        {({ retried, notRetried }) => (
          <Stack>
            <p>
              {retried.count === 0
                ? 'Nothing can be retried.'
                : RESULT.retryAbout(retried.count, formatRupees(retried.paise))}
            </p>
            {notRetried.length === 0 ? null : (
              <Stack isTight>
                <h3>{countOf(notRetried.length, 'payout')} will not be retried</h3>
                <Facts pairs={notRetried.slice(0, REASONS_SHOWN).map(({ payout, why }) => [payout, why] as const)} />
              </Stack>
            )}
          </Stack>
        )}
      </Loaded>
    </Dialog>
  );
}
