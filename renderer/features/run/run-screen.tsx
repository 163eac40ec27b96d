// The batch as it is sent and followed. Nothing resumes by itself: a person presses Resume.

import { useEffect, useRef, useState } from 'react';
import type { BatchView } from '../../../shared/api/views.ts';
import { bookOf } from '../../../shared/books.ts';
import type { BatchId } from '../../../shared/ids.ts';
import type { StateKind } from '../../../shared/states.ts';
import { isSendingNow, type LiveBatch, newestView } from '../../bridge/live-state.ts';
import { useAsk, useLive, useLiveBatch } from '../../bridge/use-desk.ts';
import { formatCount, formatDuration, formatRupees } from '../../text/format.ts';
import { STEP_ORDER, STEPS } from '../../text/open.ts';
import { RUN } from '../../text/run.ts';
import { SHELL } from '../../text/shell.ts';
import { BATCH_STATE_WORDS } from '../../text/states.ts';
import { BatchMark, EnvironmentBadge } from '../../ui/status.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { go, goToBatch } from '../../ui/navigation.ts';
import { NotDoneNotice, Notice } from '../../ui/notice.tsx';
import { Figure, Figures, Page, Row } from '../../ui/page.tsx';
import { BarMark, StackedBar } from '../../ui/stacked-bar.tsx';
import { Steps } from '../../ui/steps.tsx';
import { PauseNotice } from './pause-notice.tsx';
import { groupsOf, nextLookupInMs, readClocks, timeLeftMs } from './run-facts.ts';
import { RunGrid } from './run-grid.tsx';
import styles from './run-screen.module.css';
import { type BatchDetail, type RunControls, useRunControls } from './use-run-controls.ts';

interface RunScreenProps {
  readonly batch: BatchId;
  readonly maskAccounts: boolean;
}

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

function Running({ detail, batch, maskAccounts }: RunScreenProps & { readonly detail: BatchDetail }) {
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
          actions={
            <Button onClick={() => go({ at: 'unknown', book: bookOf(detail) })}>
              {RUN.openUnknown(view.counts.unknown)}
            </Button>
          }
        >
          {RUN.unknownHelp(view.counts.unknown)}
        </Notice>
      ) : null}
      {isDone ? (
        <Notice
          tone="good"
          title={RUN.ended}
          actions={
            <Button weight="primary" onClick={() => goToBatch(batch, 'result')}>
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
        maskAccounts={maskAccounts}
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

interface StateProps {
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

interface RunFiguresProps {
  readonly detail: BatchDetail;
  readonly live: LiveBatch | null;
  readonly view: BatchView;
  readonly isSending: boolean;
}

/** Figures that keep their places; no rate is guessed that was not told. */
function RunFigures({ detail, live, view, isSending }: RunFiguresProps) {
  const { counts, paise } = view;
  const sent = detail.rows - counts.queued - counts.cancelled;
  const leftMs = live === null || !isSending ? null : timeLeftMs(live.progress);
  const groups = groupsOf(view);
  return (
    <section className={styles.figures}>
      <Figures>
        <Figure
          label={RUN.paid}
          value={formatRupees(paise.success)}
          about={RUN.ofTotal(formatRupees(detail.totalPaise))}
          isLarge
        />
        <Figure label={RUN.done} value={formatCount(sent)} about={RUN.ofRows(detail.rows)} isLarge />
        <Figure label={RUN.inFlight} value={isSending ? formatCount(live?.progress.inFlight ?? 0) : RUN.none} isLarge />
        <Figure
          label={RUN.rate}
          value={
            isSending && live !== null && live.progress.sentPerSecond > 0
              ? RUN.perSecond(live.progress.sentPerSecond)
              : RUN.none
          }
          isLarge
        />
        <Figure
          label={RUN.left}
          value={leftMs === null ? RUN.none : formatDuration(leftMs)}
          about={live !== null && isSending ? `${RUN.elapsed} ${formatDuration(live.progress.elapsedMs)}` : undefined}
          isLarge
        />
      </Figures>
      <StackedBar
        label={groups.map(({ word, count }) => `${word} ${formatCount(count)}`).join(', ')}
        parts={groups.map(({ key, tone, count }) => ({ key, tone, value: count }))}
      />
      <ul className={styles.legend} aria-label={RUN.legend}>
        {groups.map(({ key, word, tone, count, paise: worth }) => (
          <li key={key}>
            <BarMark tone={tone} />
            <span className={styles.legendWord}>{word}</span>
            <span className={styles.legendSum}>
              {formatCount(count)} · {formatRupees(worth)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const COUNTS_DOWN_EVERY_MS = 1_000;

interface SettlingLineProps {
  readonly detail: BatchDetail;
  readonly live: LiveBatch | null;
  readonly view: BatchView;
  readonly controls: RunControls;
}

/** Nothing more is sent, and what was is followed. It never counts below zero: a look-up that is due is under way. */
function SettlingLine({ detail, live, view: { counts, paused }, controls }: SettlingLineProps) {
  const [now, setNow] = useState(readClocks);
  useEffect(() => {
    const timer = setInterval(() => setNow(readClocks()), COUNTS_DOWN_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  const dueInMs = nextLookupInMs({ live, atMs: detail.nextLookupAtMs }, now);
  return (
    <Notice
      tone="note"
      title={RUN.settling(counts.processing + counts.unknown)}
      actions={
        <Button isPending={controls.isChecking} onClick={() => void controls.checkNow()}>
          {RUN.checkNow}
        </Button>
      }
    >
      {RUN.mayLeave} {paused === null ? dueWords(dueInMs) : paused.message}
    </Notice>
  );
}

function dueWords(dueInMs: number | null): string {
  if (dueInMs === null) return RUN.nothingDue;
  return dueInMs <= 0 ? RUN.checking : RUN.nextCheck(formatDuration(dueInMs));
}

interface StopDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly unsent: number;
  readonly isSending: boolean;
  readonly controls: RunControls;
}

/** It promises neither that anything sent is called back, nor that a stop under way is. */
function StopDialog({ isOpen, onClose, unsent, isSending, controls }: StopDialogProps) {
  const keep = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={RUN.stopTitle}
      firstFocus={keep}
      actions={
        <>
          <Button ref={keep} onClick={onClose}>
            {controls.isStopping ? SHELL.close : RUN.keep}
          </Button>
          <Button
            weight="danger"
            isPending={controls.isStopping}
            onClick={() => void controls.stop(isSending).then(onClose)}
          >
            {controls.isStopping ? RUN.stopWaiting : RUN.stopConfirm}
          </Button>
        </>
      }
    >
      <p>{RUN.stopAbout(unsent)}</p>
    </Dialog>
  );
}
