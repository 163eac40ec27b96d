// Control totals that reconcile, what failed and who must act, retry, the reports. No retry is offered of what is in doubt.

import { Download } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import type { AnswerOf } from '../../../shared/api/contract.ts';
import type { BatchView } from '../../../shared/api/views.ts';
import type { BatchId } from '../../../shared/ids.ts';
import { STATE_KINDS } from '../../../shared/states.ts';
import { newestView } from '../../bridge/live-state.ts';
import type { Told } from '../../bridge/told.ts';
import { useAsk, useChange, useDesk, useForget, useLiveBatch } from '../../bridge/use-desk.ts';
import { formatCount, formatDayAndTime, formatRupees } from '../../text/format.ts';
import { STEP_ORDER, STEPS } from '../../text/open.ts';
import { RESULT, RUN } from '../../text/run.ts';
import { SHELL } from '../../text/shell.ts';
import { BATCH_STATE_WORDS } from '../../text/states.ts';
import { BatchMark, EnvironmentBadge, StateMark } from '../../ui/status.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { go, goToBatch } from '../../ui/navigation.ts';
import { NotDoneNotice, Notice } from '../../ui/notice.tsx';
import { Card, Columns, Facts, Faint, Page, Row, Stack } from '../../ui/page.tsx';
import { Steps } from '../../ui/steps.tsx';
import { Table } from '../../ui/table.tsx';

type Detail = AnswerOf<'readBatch'>;
type Format = 'xlsx' | 'csv';
const FORMATS: readonly Format[] = ['xlsx', 'csv'];

export function ResultScreen({ batch }: { readonly batch: BatchId }) {
  const question = useAsk('readBatch', { batch });
  return question.told.kind === 'done' ? (
    <Result detail={question.told.value} />
  ) : (
    <Page title={batch}>
      <Loaded of={question}>{() => null}</Loaded>
    </Page>
  );
}

function Result({ detail }: { readonly detail: Detail }) {
  const desk = useDesk();
  const view = newestView(detail, useLiveBatch(detail.view.batch));
  useFailuresAnew(view);
  const [exported, setExported] = useState<Told<unknown> | null>(null);
  const [isRetrying, setRetrying] = useState(false);
  const failed = view.counts.failed + view.counts.rejected + view.counts.reversed;
  const save = async (format: Format): Promise<void> => {
    const told = await desk.ask('exportBatch', { batch: view.batch, format });
    setExported(told.kind === 'done' ? await desk.saveDownload(told.value) : told);
  };
  return (
    <Page
      title={
        <>
          {detail.name === '' ? detail.file : detail.name} <EnvironmentBadge environment={detail.environment} />{' '}
          <BatchMark state={view.state} word={BATCH_STATE_WORDS[view.state]} />
        </>
      }
      about={view.batch}
      actions={<Steps label={STEPS.label} steps={STEP_ORDER} current={STEPS.result} />}
      footer={
        <>
          <Button onClick={() => goToBatch(view.batch)}>{RESULT.backToRun}</Button>
          {failed === 0 ? null : (
            <Button weight="primary" onClick={() => setRetrying(true)}>
              {RESULT.retry}
            </Button>
          )}
        </>
      }
    >
      <NotDoneNotice told={exported} />
      <Columns isSplit>
        <Stack>
          <Totals view={view} rows={detail.rows} totalPaise={detail.totalPaise} />
          <FailuresCard batch={view.batch} />
        </Stack>
        <Stack>
          <Card title={RESULT.export}>
            <Row>
              {FORMATS.map((format) => (
                <Button key={format} icon={Download} onClick={() => void save(format)}>
                  {RESULT.exportAs[format]}
                </Button>
              ))}
            </Row>
          </Card>
          <Card>
            <Facts
              facts={[
                [RESULT.account, `${view.profile} · ${detail.mid}`],
                [RESULT.file, detail.file],
                [RESULT.confirmedAt, formatDayAndTime(detail.createdAtMs)],
                [RESULT.confirmedBy, detail.confirmedBy],
                [RESULT.leftOut, formatCount(detail.leftOutCount)],
              ]}
            />
          </Card>
        </Stack>
      </Columns>
      {isRetrying ? <RetryDialog batch={view.batch} onClose={() => setRetrying(false)} /> : null}
    </Page>
  );
}

/** Asks for the failures again when their number has changed. */
function useFailuresAnew({ counts: { failed, rejected, reversed } }: BatchView): void {
  const forget = useForget();
  useEffect(() => forget('readFailures', 'readRetry'), [forget, failed, rejected, reversed]);
}

const COLUMNS = [
  { word: RESULT.state },
  { word: RESULT.count, isNumber: true },
  { word: RESULT.amount, isNumber: true },
];

function Totals({ view, rows, totalPaise }: Pick<Detail, 'view' | 'rows' | 'totalPaise'>) {
  const shown = STATE_KINDS.filter((kind) => view.counts[kind] > 0);
  const count = STATE_KINDS.reduce((sum, kind) => sum + view.counts[kind], 0);
  const paise = STATE_KINDS.reduce((sum, kind) => sum + view.paise[kind], 0);
  return (
    <>
      <Card title={RESULT.totals} isFlush>
        <Table
          label={RESULT.totals}
          columns={COLUMNS}
          rows={shown.map((kind) => ({
            key: kind,
            cells: [
              <StateMark key="state" state={kind} />,
              formatCount(view.counts[kind]),
              formatRupees(view.paise[kind]),
            ],
          }))}
          total={[RESULT.sum, formatCount(rows), formatRupees(totalPaise)]}
        />
      </Card>
      {count === rows && paise === totalPaise ? (
        <Notice tone="good" title={RESULT.reconciles} />
      ) : (
        <Notice tone="error" title={RESULT.differs} />
      )}
    </>
  );
}

const FAILURE_COLUMNS = [
  { word: RESULT.state },
  { word: RUN.message },
  { word: RESULT.who },
  { word: RESULT.count, isNumber: true },
  { word: RESULT.amount, isNumber: true },
];

/** Grouped by what the gateway said, in its own words; where there were none, that is said. */
function FailuresCard({ batch }: { readonly batch: BatchId }) {
  const question = useAsk('readFailures', { batch });
  return (
    <Loaded of={question}>
      {({ groups }) =>
        groups.length === 0 ? null : (
          <Card title={RESULT.failures} isFlush>
            <Table
              label={RESULT.failures}
              columns={FAILURE_COLUMNS}
              rows={groups.map(({ state, message, sum }) => ({
                key: `${state} ${message}`,
                cells: [
                  <StateMark key="state" state={state} />,
                  message === '' ? <Faint key="message">{RESULT.noReason}</Faint> : message,
                  <Faint key="who">{RESULT.whoBy[state]}</Faint>,
                  formatCount(sum.count),
                  formatRupees(sum.paise),
                ],
              }))}
            />
          </Card>
        )
      }
    </Loaded>
  );
}

interface RetryDialogProps {
  readonly batch: BatchId;
  readonly onClose: () => void;
}

/** More lines than these are for the report. */
const REASONS_SHOWN = 20;

/** What a retry would pay again, and what not and why. It pays nothing: the draft is reviewed and confirmed like a file. */
function RetryDialog({ batch, onClose }: RetryDialogProps) {
  const question = useAsk('readRetry', { batch });
  const open = useChange('openRetry');
  const commandId = useMemo(() => crypto.randomUUID(), []);
  const count = question.told.kind === 'done' ? question.told.value.retried.count : 0;
  const start = async (): Promise<void> => {
    const told = await open.run({ batch }, commandId);
    if (told.kind === 'done') go({ at: 'draft', draft: told.value.draft, step: 'review' });
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={RESULT.retryTitle}
      actions={
        <>
          <Button onClick={onClose}>{SHELL.cancel}</Button>
          <Button weight="primary" disabled={count === 0} isPending={open.isPending} onClick={() => void start()}>
            {RESULT.retryOpen}
          </Button>
        </>
      }
    >
      <NotDoneNotice told={open.told} />
      <Loaded of={question}>
        {({ retried, notRetried }) => (
          <Stack>
            <p>
              {retried.count === 0
                ? RESULT.nothingToRetry
                : RESULT.retryAbout(retried.count, formatRupees(retried.paise))}
            </p>
            {notRetried.length === 0 ? null : (
              <Stack isTight>
                <h3>{RESULT.notRetried(notRetried.length)}</h3>
                <Facts facts={notRetried.slice(0, REASONS_SHOWN).map(({ payout, why }) => [payout, why] as const)} />
              </Stack>
            )}
          </Stack>
        )}
      </Loaded>
    </Dialog>
  );
}
