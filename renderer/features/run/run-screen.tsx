// Run: the batch as it is sent and followed. In: the batch. Out: pause, resume, stop, check now, a grid that follows.
// This file must never resume by itself: a person presses Resume.

import { useState } from 'react';
import type { StateKind } from '../../../shared/states.ts';
import type { BatchView } from '../../../shared/api/views.ts';
import { isSendingNow, type LiveBatch } from '../../bridge/live-state.ts';
import { newestView } from '../../bridge/newest-view.ts';
import { useAsk, useLive, useLiveBatch } from '../../bridge/use-desk.ts';
import { STEP_ORDER, STEPS } from '../../text/open.ts';
import { RUN } from '../../text/run.ts';
import { SHELL } from '../../text/shell.ts';
import { BATCH_STATE_WORDS } from '../../text/states.ts';
import { BatchMark } from '../../ui/batch-mark.tsx';
import { Button } from '../../ui/button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { NotDoneNotice, Notice } from '../../ui/notice.tsx';
import { Page, Row } from '../../ui/page.tsx';
import { EnvironmentBadge } from '../../ui/status.tsx';
import { Steps } from '../../ui/steps.tsx';
import { PauseNotice } from './pause-notice.tsx';
import { RunFigures } from './run-figures.tsx';
import { RunGrid } from './run-grid.tsx';
import type { BatchDetail, RunScreenProps } from './run-props.ts';
import { SettlingLine } from './settling-line.tsx';
import { StopDialog } from './stop-dialog.tsx';
import { useRunControls } from './use-run-controls.ts';

export function RunScreen(props: RunScreenProps) {
  const question = useAsk('readBatch', { batch: props.batch });
  return question.told.kind === 'done' ? (
    <Running {...props} detail={question.told.value} />
  ) : (
    <Page title={props.batch}>
      <Loaded of={question}>{() => null}</Loaded>
    </Page>
  );
}

function Running({ detail, ...props }: RunScreenProps & { readonly detail: BatchDetail }) {
  const { batch, onResult, onUnknown } = props;
  const live = useLiveBatch(batch);
  const isMine = useLive(({ activity }) => activity.kind !== 'idle' && activity.batch === batch);
  const isCancelling = useLive(({ activity }) => activity.kind === 'preparing' && activity.work === 'cancel') && isMine;
  const isSending = useLive(isSendingNow) && isMine && !isCancelling;
  const controls = useRunControls(detail);
  const [isStopping, setStopping] = useState(false);
  const [only, setOnly] = useState<readonly StateKind[]>([]);
  const view = newestView(detail, live);
  const isDone = view.state === 'settled';
  return (
    <Page
      isFilled
      title={
        <>
          {detail.name === '' ? detail.file : detail.name} <EnvironmentBadge environment={detail.environment} />{' '}
          <BatchMark
            state={isSending ? 'sending' : view.state}
            word={BATCH_STATE_WORDS[isSending ? 'sending' : view.state]}
          />
        </>
      }
      about={detail.retryOf === null ? `${batch} · ${detail.file}` : `${batch} · ${RUN.retryOf(detail.retryOf)}`}
      actions={<Steps label={STEPS.label} steps={STEP_ORDER} current={STEPS.run} />}
    >
      <RunFigures detail={detail} live={live} view={view} isSending={isSending} />
      <NotDoneNotice told={controls.notDone} actions={<Button onClick={controls.dismiss}>{SHELL.close}</Button>} />
      <State
        {...props}
        detail={detail}
        live={live}
        view={view}
        isSending={isSending}
        isCancelling={isCancelling}
        controls={controls}
        onStop={() => setStopping(true)}
        onRefusals={() => setOnly(['failed', 'rejected'])}
      />
      {view.counts.unknown > 0 && !isSending ? (
        <Notice
          tone="warning"
          title={RUN.unknownHere(view.counts.unknown)}
          actions={<Button onClick={() => onUnknown(detail)}>{RUN.openUnknown(view.counts.unknown)}</Button>}
        >
          {RUN.unknownHelp(view.counts.unknown)}
        </Notice>
      ) : null}
      {isDone ? (
        <Notice
          tone="good"
          title={RUN.ended}
          actions={
            <Button weight="primary" onClick={onResult}>
              {RUN.toResult}
            </Button>
          }
        />
      ) : null}
      <RunGrid
        batch={batch}
        view={view}
        only={only}
        onOnly={setOnly}
        isSending={isSending}
        maskAccounts={props.maskAccounts}
        onPayout={props.onPayout}
      />
      <StopDialog
        isOpen={isStopping}
        onClose={() => setStopping(false)}
        unsent={view.counts.queued}
        isSending={isSending}
        controls={controls}
      />
    </Page>
  );
}

interface StateProps extends RunScreenProps {
  readonly detail: BatchDetail;
  readonly live: LiveBatch | null;
  readonly view: BatchView;
  readonly isSending: boolean;
  readonly isCancelling: boolean;
  readonly controls: ReturnType<typeof useRunControls>;
  readonly onStop: () => void;
  readonly onRefusals: () => void;
}

/** What the batch is doing now, with what a person can do about it. */
function State({ detail, live, view, isSending, isCancelling, controls, onStop, ...props }: StateProps) {
  if (isCancelling) return <span role="status">{RUN.cancelling}</span>;
  if (isSending) {
    return (
      <Row isApart>
        <span role="status">
          {live?.progress.note ?? (live?.progress.phase === 'sending' ? RUN.sending : RUN.preparing)}
        </span>
        <Row>
          <Button weight="primary" isPending={controls.isPausing} onClick={() => void controls.pause()}>
            {controls.isPausing ? RUN.pausing(live?.progress.inFlight ?? 0) : RUN.pause}
          </Button>
          <Button onClick={onStop}>{RUN.stop}</Button>
        </Row>
      </Row>
    );
  }
  if (view.state === 'paused' || view.state === 'sending')
    return <PauseNotice {...props} detail={detail} view={view} controls={controls} onStop={onStop} />;
  if (view.state === 'settling') return <SettlingLine detail={detail} live={live} view={view} controls={controls} />;
  return null;
}
