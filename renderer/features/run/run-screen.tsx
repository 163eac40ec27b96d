// Nothing resumes automatically: a person presses Resume.

import { CircleCheck, Clock, SendHorizontal } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { BatchView } from '../../../shared/api/views.ts';
import { formatCount } from '../../../shared/counts.ts';
import { unreachable } from '../../../shared/failures.ts';
import type { BatchId } from '../../../shared/ids.ts';
import { formatRupees } from '../../../shared/money.ts';
import { bookOf } from '../../../shared/profiles.ts';
import type { StateKind } from '../../../shared/states.ts';
import { formatDuration } from '../../../shared/text/format.ts';
import { RUN } from '../../../shared/text/payouts.ts';
import { SHELL } from '../../../shared/text/shell.ts';
import { awaitsGateway, isSendingNow, type LiveBatch, newestView, shownState } from '../../bridge/live-state.ts';
import { useAsk, useLive, useLiveBatch } from '../../bridge/use-desk.ts';
import { useNeeds } from '../../bridge/use-needs.ts';
import { say } from '../../language.ts';
import { Button } from '../../ui/controls.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { goToBatch, goToReview } from '../../ui/navigation.ts';
import { NotDoneNotice } from '../../ui/notice.tsx';
import { LoadedPage, Page } from '../../ui/page.tsx';
import { BatchMark } from '../../ui/status.tsx';
import { BatchBody, StatusLine } from './batch-strip.tsx';
import { type BatchDetail, PauseLine, type RunControls, useRunControls } from './run-controls.tsx';
import { groupsOf, nextLookupInMs, RUN_GROUPS, readClocks, timeLeftMs } from './run-facts.ts';

const KEYS = ['row', 'state', 'name', 'beneficiary', 'ifsc', 'amount', 'utr', 'message', 'reference'] as const;
const EVERY_STATE: readonly StateKind[] = [];

export function RunScreen({ batch }: { readonly batch: BatchId }) {
  const question = useAsk('readBatch', { batch });
  return (
    <LoadedPage of={question} title={batch}>
      {(detail) => <Running batch={batch} detail={detail} />}
    </LoadedPage>
  );
}

function Running({ detail, batch }: { readonly detail: BatchDetail; readonly batch: BatchId }) {
  const live = useLiveBatch(batch);
  const isMine = useLive(({ activity }) => activity.kind !== 'idle' && activity.batch === batch);
  const isCancelling = useLive(({ activity }) => activity.kind === 'preparing' && activity.work === 'cancel') && isMine;
  const isSending = useLive(isSendingNow) && isMine && !isCancelling;
  const controls = useRunControls(detail);
  const [isStopping, setStopping] = useState(false);
  const [only, setOnly] = useState(EVERY_STATE);
  const view = newestView(detail, live);
  const run = { detail, live, view, isSending, controls };
  return (
    <Page
      isFilled
      title={detail.name === '' ? detail.file : detail.name}
      environment={detail.environment}
      mark={<BatchMark view={view} />}
      about={`${batch} · ${detail.retryOf === null ? detail.file : RUN.retries(detail.retryOf)}`}
      step="run"
    >
      <NotDoneNotice result={controls.notDone} onClose={controls.dismiss} />
      <BatchBody
        name="run"
        keys={KEYS}
        batch={batch}
        view={view}
        groups={RUN_GROUPS}
        only={only}
        onOnly={setOnly}
        isSending={isSending}
      >
        <State
          {...run}
          isCancelling={isCancelling}
          onStop={() => setStopping(true)}
          onRefusals={() => setOnly(['failed', 'rejected'])}
        />
      </BatchBody>
      <StopDialog {...run} isOpen={isStopping} onClose={() => setStopping(false)} />
    </Page>
  );
}

interface RunProps {
  readonly detail: BatchDetail;
  readonly live: LiveBatch | null;
  readonly view: BatchView;
  readonly isSending: boolean;
  readonly controls: RunControls;
}

interface StateProps extends RunProps {
  readonly isCancelling: boolean;
  readonly onStop: () => void;
  readonly onRefusals: () => void;
}

/** What the batch is doing now, and what a person can do about it. */
function State(props: StateProps) {
  const { detail, live, view, isSending, isCancelling, controls, onStop } = props;
  const { decide } = useNeeds(bookOf(detail), view.batch);
  const isLeaving = useLive((state) => shownState(view, state) === 'sending');
  const isAwaited = useLive((state) => live !== null && awaitsGateway(live.progress, state));
  const Icon = isLeaving ? SendHorizontal : Clock;
  const review =
    decide.count === 0 ? null : <Button onClick={() => goToReview(view.batch)}>{RUN.review(decide.count)}</Button>;
  if (isCancelling) return <StatusLine icon={<Clock size={16} aria-hidden="true" />} title={RUN.cancelling} />;
  if (isSending)
    return (
      <StatusLine
        icon={<Icon size={16} aria-hidden="true" />}
        title={isAwaited ? SHELL.gatewayAway : titleOf(live)}
        figures={
          live?.progress.note?.code === 'progress.proving' && !isAwaited ? (
            <NextCheck {...props} none="" />
          ) : (
            paceWords(live, isLeaving)
          )
        }
      >
        {review}
        <Button weight="primary" isPending={controls.isPausing} onClick={controls.pause}>
          {controls.isPausing ? RUN.pausing(live?.progress.inFlight ?? 0) : RUN.pause}
        </Button>
        <Button onClick={onStop}>{RUN.stop}</Button>
      </StatusLine>
    );
  switch (view.state) {
    case 'paused':
    case 'sending':
      return <PauseLine {...props} review={review} />;
    case 'settling':
      return <SettlingLine {...props} review={review} />;
    case 'settled':
      return (
        <StatusLine icon={<CircleCheck size={16} aria-hidden="true" />} tone="good" title={finishedWords(view)}>
          <Button weight="primary" onClick={() => goToBatch(detail.view.batch, 'result')}>
            {RUN.seeResult}
          </Button>
        </StatusLine>
      );
    default:
      return unreachable(view.state);
  }
}

function titleOf(live: LiveBatch | null): string {
  if (live === null) return RUN.starting;
  const { note, phase } = live.progress;
  if (note !== null) return say(note);
  return phase === 'sending' ? RUN.sending : RUN.starting;
}

/** Shows only a reported rate, never a guess. */
function paceWords(live: LiveBatch | null, isLeaving: boolean): string {
  if (live === null || live.progress.phase !== 'sending') return '';
  const { inFlight, sentPerSecond } = live.progress;
  const leftMs = timeLeftMs(live.progress);
  return [
    inFlight === 0 ? null : RUN.awaiting(inFlight),
    isLeaving && sentPerSecond > 0 ? RUN.rate(sentPerSecond) : null,
    !isLeaving || leftMs === null ? null : RUN.left(formatDuration(leftMs)),
  ]
    .filter((part) => part !== null)
    .join(' · ');
}

function finishedWords(view: BatchView): string {
  return RUN.finished(
    groupsOf(view, RUN_GROUPS)
      .filter(({ count }) => count > 0)
      .map(({ word, count }) => `${formatCount(count)} ${word.toLowerCase()}`),
  );
}

const COUNTS_DOWN_EVERY_MS = 1_000;

/** Counts down to the next lookup, and stops at zero: a lookup that is due is under way. `none` where none is due. */
function NextCheck({ detail, live, none }: Pick<RunProps, 'detail' | 'live'> & { readonly none: string }) {
  const [now, setNow] = useState(readClocks);
  useEffect(() => {
    const timer = setInterval(() => setNow(readClocks()), COUNTS_DOWN_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  const dueInMs = nextLookupInMs({ live, atMs: detail.nextLookupAtMs }, now);
  return dueInMs === null ? none : dueInMs <= 0 ? RUN.checking : RUN.nextCheck(formatDuration(dueInMs));
}

/** Nothing more is sent, and sent payouts are followed. */
function SettlingLine({
  detail,
  live,
  view: { counts, paused },
  controls,
  review,
}: RunProps & { readonly review: ReactNode }) {
  return (
    <StatusLine
      icon={<Clock size={16} aria-hidden="true" />}
      title={RUN.settling(counts.processing + counts.unknown)}
      figures={<NextCheck detail={detail} live={live} none={RUN.noCheck} />}
      about={paused === null ? RUN.mayLeave : `${say(paused.message)} ${RUN.mayLeave}`}
    >
      {review}
      <Button isPending={controls.isChecking} onClick={controls.checkNow}>
        {RUN.cures.checkNow}
      </Button>
      <Button onClick={() => goToBatch(detail.view.batch, 'result')}>{RUN.seeResult}</Button>
    </StatusLine>
  );
}

interface StopDialogProps extends Pick<RunProps, 'view' | 'isSending' | 'controls'> {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Promises neither to recall what was sent nor to cancel a stop under way. */
function StopDialog({ isOpen, onClose, view, isSending, controls }: StopDialogProps) {
  const isPending = controls.isStopping;
  const isAnythingLeft = view.counts.queued > 0 || isPending;
  return (
    <Dialog
      isOpen={isOpen && isAnythingLeft}
      onClose={onClose}
      title={RUN.stopTitle}
      firstFocus="cancel"
      cancel={isPending ? SHELL.close : RUN.keep}
      act={{
        word: isPending ? RUN.stopWaiting : RUN.stopAct,
        weight: 'danger',
        isPending,
        run: () => controls.stop(isSending).then(onClose),
      }}
    >
      <p>{RUN.stopAbout(view.counts.queued, isSending)}</p>
      <p className="soft">{formatRupees(view.paise.queued)}</p>
    </Dialog>
  );
}
