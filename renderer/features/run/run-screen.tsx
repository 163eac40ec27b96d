// Nothing resumes by itself: a person presses Resume.

import { ListChecks } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import type { PayoutLine } from '../../../shared/api/payout-commands.ts';
import type { BatchView } from '../../../shared/api/views.ts';
import { countOf, formatCount } from '../../../shared/counts.ts';
import type { BatchId } from '../../../shared/ids.ts';
import { formatRupees } from '../../../shared/money.ts';
import { bookOf } from '../../../shared/profiles.ts';
import type { StateKind } from '../../../shared/states.ts';
import { isSendingNow, type LiveBatch, newestView } from '../../bridge/live-state.ts';
import { type RowWindow, useRowList } from '../../bridge/row-list.ts';
import { useAsk, useDesk, useLive, useLiveBatch } from '../../bridge/use-desk.ts';
import { formatDuration } from '../../text/format.ts';
import { RUN } from '../../text/payouts.ts';
import { SHELL } from '../../text/shell.ts';
import { BareInput, Button, type Chip, Chips, Tick } from '../../ui/controls.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { go, goToBatch } from '../../ui/navigation.ts';
import { Empty, NotDoneNotice, Notice } from '../../ui/notice.tsx';
import { Figure, Figures, LoadedPage, Page, Row, Tools } from '../../ui/page.tsx';
import { PayoutGrid } from '../../ui/payout-grid.tsx';
import { BarMark, BatchMark, StackedBar } from '../../ui/status.tsx';
import { type BatchDetail, PauseNotice, type RunControls, useRunControls } from './run-controls.tsx';
import {
  groupsOf,
  nextLookupInMs,
  RUN_GROUP_KEYS,
  RUN_GROUPS,
  type RunGroupKey,
  readClocks,
  timeLeftMs,
} from './run-facts.ts';
import styles from './run-screen.module.css';

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
  const [only, setOnly] = useState<readonly StateKind[]>([]);
  const view = newestView(detail, live);
  const run = { detail, live, view, isSending, controls };
  return (
    <Page
      isFilled
      title={detail.name === '' ? detail.file : detail.name}
      environment={detail.environment}
      mark={<BatchMark state={isSending ? 'sending' : view.state} />}
      about={`${batch} · ${detail.retryOf === null ? detail.file : `Pays again what failed in ${detail.retryOf}.`}`}
      step="run"
    >
      <RunFigures {...run} />
      <NotDoneNotice result={controls.notDone} onClose={controls.dismiss} />
      <State
        {...run}
        isCancelling={isCancelling}
        onStop={() => setStopping(true)}
        onRefusals={() => setOnly(['failed', 'rejected'])}
      />
      {view.counts.unknown > 0 && !isSending ? (
        <Notice
          tone="warning"
          title={`${countOf(view.counts.unknown, 'payout')} may or may not have been paid.`}
          about={RUN.unknownHelp(view.counts.unknown)}
          actions={
            <Button onClick={() => go({ at: 'unknown', book: bookOf(detail) })}>
              {RUN.openUnknown(view.counts.unknown)}
            </Button>
          }
        />
      ) : null}
      {view.state === 'settled' ? (
        <Notice
          tone="good"
          title="Every payout has come to its end."
          actions={
            <Button weight="primary" onClick={() => goToBatch(batch, 'result')}>
              See the result
            </Button>
          }
        />
      ) : null}
      <RunGrid batch={batch} view={view} only={only} onOnly={setOnly} isSending={isSending} />
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

/** What the batch is doing now, with what a person can do about it. */
function State(props: StateProps) {
  const { live, view, isSending, isCancelling, controls, onStop } = props;
  if (isCancelling) return <span role="status">Cancelling what has not been sent</span>;
  if (isSending) {
    return (
      <Row isApart>
        <span role="status">
          {live?.progress.note ??
            (live?.progress.phase === 'sending'
              ? 'You can pause at any time: what is in flight is awaited, and nothing more is sent.'
              : 'Asking the gateway before the first payout leaves')}
        </span>
        <Row>
          <Button weight="primary" isPending={controls.isPausing} onClick={controls.pause}>
            {controls.isPausing ? RUN.pausing(live?.progress.inFlight ?? 0) : 'Pause'}
          </Button>
          <Button onClick={onStop}>{RUN.stop}</Button>
        </Row>
      </Row>
    );
  }
  if (view.state === 'paused' || view.state === 'sending') return <PauseNotice {...props} />;
  if (view.state === 'settling') return <SettlingLine {...props} />;
  return null;
}

/** Figures that keep their places; no rate is guessed that was not told. */
function RunFigures({ detail, live, view, isSending }: RunProps) {
  const { counts, paise } = view;
  const sent = detail.rows - counts.queued - counts.cancelled;
  const leftMs = live === null || !isSending ? null : timeLeftMs(live.progress);
  const groups = groupsOf(view);
  return (
    <section className={`surface ${styles.figures}`}>
      <Figures>
        <Figure
          label="Paid so far"
          value={formatRupees(paise.success)}
          about={`of ${formatRupees(detail.totalPaise)}`}
          isLarge
        />
        <Figure label="Sent" value={formatCount(sent)} about={`of ${formatCount(detail.rows)}`} isLarge />
        <Figure label="In flight" value={isSending ? formatCount(live?.progress.inFlight ?? 0) : RUN.none} isLarge />
        <Figure
          label="Rate"
          value={
            isSending && live !== null && live.progress.sentPerSecond > 0
              ? `${live.progress.sentPerSecond.toFixed(1)} / s`
              : RUN.none
          }
          isLarge
        />
        <Figure
          label="Time left"
          value={leftMs === null ? RUN.none : formatDuration(leftMs)}
          about={live !== null && isSending ? `Running for ${formatDuration(live.progress.elapsedMs)}` : undefined}
          isLarge
        />
      </Figures>
      <StackedBar label={groups.map(({ word, count }) => `${word} ${formatCount(count)}`).join(', ')} parts={groups} />
      <ul className={styles.legend} aria-label="Payouts and rupees by what became of them">
        {groups.map(({ key, word, tone, count, paise: worth }) => (
          <li key={key}>
            <BarMark tone={tone} />
            <span className="soft small">{word}</span>
            <span className={`medium ${styles.sum}`}>
              {formatCount(count)} · {formatRupees(worth)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const COUNTS_DOWN_EVERY_MS = 1_000;

/** Nothing more is sent, and what was is followed. It never counts below zero: a look-up that is due is under way. */
function SettlingLine({ detail, live, view: { counts, paused }, controls }: RunProps) {
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
      about={`You can leave this screen or close Payout Desk: nothing is lost, and the look-ups go on as soon as it is open again. ${paused === null ? dueWords(dueInMs) : paused.message}`}
      actions={
        <Button isPending={controls.isChecking} onClick={controls.checkNow}>
          Check now
        </Button>
      }
    />
  );
}

function dueWords(dueInMs: number | null): string {
  if (dueInMs === null) return 'No look-up is due soon';
  return dueInMs <= 0 ? 'Looking up now' : `Next look-up in ${formatDuration(dueInMs)}`;
}

interface StopDialogProps extends Pick<RunProps, 'view' | 'isSending' | 'controls'> {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** It promises neither that anything sent is called back, nor that a stop under way is. */
function StopDialog({ isOpen, onClose, view, isSending, controls }: StopDialogProps) {
  const isPending = controls.isStopping;
  const isAnythingLeft = view.counts.queued > 0 || isPending;
  return (
    <Dialog
      isOpen={isOpen && isAnythingLeft}
      onClose={onClose}
      title="Stop this batch?"
      firstFocus="cancel"
      cancel={isPending ? SHELL.close : 'Keep it'}
      act={{
        word: isPending ? 'Waiting for those in flight' : 'Stop and cancel the rest',
        weight: 'danger',
        isPending,
        run: () => controls.stop(isSending).then(onClose),
      }}
    >
      <p>{RUN.stopAbout(view.counts.queued, isSending)}</p>
    </Dialog>
  );
}

const TOPICS = ['payouts'] as const;
const KEYS = ['row', 'state', 'name', 'beneficiary', 'ifsc', 'amount', 'utr', 'reference', 'message'] as const;

interface RunGridProps {
  readonly batch: BatchId;
  readonly view: BatchView;
  readonly only: readonly StateKind[];
  readonly onOnly: (states: readonly StateKind[]) => void;
  readonly isSending: boolean;
}

function RunGrid({ batch, view, only, onOnly, isSending }: RunGridProps) {
  const desk = useDesk();
  const [search, setSearch] = useState('');
  const [isFollowing, setFollowing] = useState(true);
  const read = useCallback(
    (window: RowWindow) =>
      desk.ask('readPayouts', { batch, states: [...only], search, sort: { by: 'rowNumber', direction: 'up' }, window }),
    [batch, desk, only, search],
  );
  const list = useRowList<PayoutLine>({ version: view.state, topics: TOPICS, batch, load: read });
  const count = Object.values(view.counts).reduce((sum, one) => sum + one, 0);
  const sent = count - view.counts.queued - view.counts.sending - view.counts.cancelled;
  const follows = isFollowing && isSending && only.length === 0 && search === '';
  const chips: Chip<RunGroupKey | 'all'>[] = [{ key: 'all', word: 'All', count }, ...groupsOf(view)];
  const chosen = RUN_GROUP_KEYS.find((key) => RUN_GROUPS[key].states.join() === only.join()) ?? 'all';
  return (
    <>
      <Tools>
        <Chips
          label="Show payouts"
          chips={chips}
          chosen={chosen}
          onChoose={(key) => onOnly(key === 'all' ? [] : RUN_GROUPS[key].states)}
        />
        <Row>
          {isSending ? (
            <Tick checked={isFollowing} onTick={setFollowing}>
              Follow the payouts being sent
            </Tick>
          ) : null}
          <BareInput
            label="Search name, account, reference or id"
            type="search"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            widthPx={224}
          />
        </Row>
      </Tools>
      <PayoutGrid
        name="run"
        label="Payouts of this batch"
        keys={KEYS}
        list={list}
        newer={desk.live}
        follow={follows ? sent : null}
        onLeaveFollow={() => setFollowing(false)}
        empty={<Empty icon={ListChecks} title="No payout here" about="No payout of this batch is in this state now." />}
      />
    </>
  );
}
