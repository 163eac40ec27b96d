// What the desktop shows of a run outside its page: the taskbar's progress, whether the computer is kept awake, notices
// when nobody looks. They are read over shoulders: a batch's number and counts, no account, no name, no word of the
// gateway.

import type { Activity } from '../../../../shared/api/desk-commands.ts';
import type { DeskEvent, LiveProgress } from '../../../../shared/api/events.ts';
import { unreachable } from '../../../../shared/failures.ts';

/** Electron's value for a bar that only moves. Source: BrowserWindow.setProgressBar. */
const BAR_ASKING = 2;
const BAR_NONE = -1;

/** The system's means, as Electron offers them. */
export interface SignMeans {
  readonly setProgressBar: (value: number) => void;
  /** Shape: the way to let the computer sleep again. */
  readonly keepAwake: () => () => void;
  readonly isLookedAt: () => boolean;
  readonly notify: (notice: Notice) => void;
}

interface ShownSigns {
  /** Whether payouts leave now. */
  readonly isSending: () => boolean;
  readonly onEvent: (event: DeskEvent) => void;
}

export function showSigns(means: SignMeans): ShownSigns {
  let state = RUN_AT_REST;
  let shown: RunSigns = signsOf(state);
  let letSleep: (() => void) | null = null;
  const show = (signs: RunSigns): void => {
    if (signs.bar !== shown.bar) means.setProgressBar(barOf(signs.bar));
    if (signs.isSending && letSleep === null) letSleep = means.keepAwake();
    if (!signs.isSending && letSleep !== null) {
      letSleep();
      letSleep = null;
    }
    shown = signs;
  };
  return {
    isSending: () => shown.isSending,
    onEvent: (event) => {
      const notice = noticeOf(state, event);
      state = nextRunState(state, event);
      show(signsOf(state));
      if (notice !== null && !means.isLookedAt()) means.notify(notice);
    },
  };
}

function barOf(bar: RunSigns['bar']): number {
  if (bar === null) return BAR_NONE;
  return bar === 'asking' ? BAR_ASKING : bar;
}

/** Most small batches come to their end within it, and make one notice; others may need days. Units: milliseconds. */
const SENT_NOTICE_AFTER_MS = 60_000;

/** Shape: `settling` since when the last payout of this run has left, by the run's own time, and whether that was announced. */
interface RunState {
  readonly activity: Activity;
  readonly progress: LiveProgress | null;
  readonly settling: { readonly sinceMs: number; readonly isAnnounced: boolean } | null;
}

const RUN_AT_REST: RunState = { activity: { kind: 'idle' }, progress: null, settling: null };

/** Shape: `bar` null without one, `asking` before anything is sent, else the part that has left, from 0 to 1. */
interface RunSigns {
  readonly bar: number | 'asking' | null;
  readonly isSending: boolean;
}

function nextRunState(state: RunState, event: DeskEvent): RunState {
  switch (event.kind) {
    case 'snapshot':
      return { ...RUN_AT_REST, activity: event.activity, progress: event.progress[0] ?? null };
    case 'activity':
      return isRunning(event.activity)
        ? { ...state, activity: event.activity }
        : { ...RUN_AT_REST, activity: event.activity };
    case 'progress':
      return { ...state, progress: event.progress, settling: settlingOf(state, event.progress) };
    case 'ended':
    case 'alarm':
    case 'changed':
    case 'environment':
      return state;
    default:
      return unreachable(event);
  }
}

/** Payouts that have left and are only followed, perhaps for days, keep neither the computer awake nor a person here. */
function signsOf({ activity, progress }: RunState): RunSigns {
  if (activity.kind === 'preparing') return { bar: 'asking', isSending: true };
  if (activity.kind !== 'sending') return { bar: null, isSending: false };
  if (progress === null || progress.phase === 'preflight') return { bar: 'asking', isSending: true };
  if (progress.phase !== 'sending') return { bar: null, isSending: false };
  const { total, view } = progress;
  return { bar: total === 0 ? 0 : (total - view.counts.queued) / total, isSending: true };
}

/** What a person who looks elsewhere is told of an event; null for most. Shape: `state` before the event. */
function noticeOf(state: RunState, event: DeskEvent): Notice | null {
  switch (event.kind) {
    case 'ended':
      // What is only followed ends many times a day.
      return state.activity.kind === 'sending' ? endNotice(event) : null;
    case 'alarm':
      return ALARM_NOTICES[event.alarm];
    case 'progress':
      return isSentDue(state, event.progress) ? sentNotice(event.progress.view) : null;
    case 'snapshot':
    case 'activity':
    case 'changed':
    case 'environment':
      return null;
    default:
      return unreachable(event);
  }
}

/** A run that was seen to send, and has nothing left to send. */
function settlingOf(state: RunState, next: LiveProgress): RunState['settling'] {
  if (state.activity.kind !== 'sending' || next.phase !== 'settling') return null;
  if (state.settling !== null)
    return { ...state.settling, isAnnounced: state.settling.isAnnounced || isSentDue(state, next) };
  return state.progress?.phase === 'sending' ? { sinceMs: next.elapsedMs, isAnnounced: false } : null;
}

function isSentDue({ settling }: RunState, { phase, elapsedMs }: LiveProgress): boolean {
  if (settling === null || settling.isAnnounced || phase !== 'settling') return false;
  return elapsedMs - settling.sinceMs >= SENT_NOTICE_AFTER_MS;
}

function isRunning({ kind }: Activity): boolean {
  return kind === 'sending' || kind === 'following';
}

export interface Notice {
  readonly title: string;
  readonly body: string;
}

type Ended = Extract<DeskEvent, { readonly kind: 'ended' }>;
type AlarmKind = Extract<DeskEvent, { readonly kind: 'alarm' }>['alarm'];

/** A batch whose payouts have all left, and are on their way for longer than a person waits. */
function sentNotice({ batch, counts }: Ended['view']): Notice {
  return { title: `Batch ${batch} has been sent`, body: countsOf(counts) };
}

/** A batch that is no longer sent; null where what has left is only looked up later. */
function endNotice({ end, view }: Ended): Notice | null {
  const counts = countsOf(view.counts);
  switch (end) {
    case 'reached':
      return { title: `Batch ${view.batch} is finished`, body: counts };
    case 'bound':
      return sentNotice(view);
    case 'paused':
      return { title: `Batch ${view.batch} is paused`, body: `${counts} Open Payout Desk to see why.` };
    case 'madeWay':
      return null;
    case 'refused':
      return { title: `Batch ${view.batch} was not sent`, body: 'Open Payout Desk to see why.' };
    default:
      return unreachable(end);
  }
}

const ALARM_NOTICES: Readonly<Record<AlarmKind, Notice>> = {
  lateNews: {
    title: 'Late news about a payout',
    body: 'A payout that had ended has changed. Open Payout Desk to read it.',
  },
  echoMismatch: {
    title: 'Sending has stopped',
    body: 'The gateway answered about another payout than it was asked. Open Payout Desk to see which.',
  },
};

function countsOf(counts: Ended['view']['counts']): string {
  const refused = counts.failed + counts.rejected + counts.reversed;
  const parts = [
    `${counts.success} paid`,
    ...(counts.processing > 0 ? [`${counts.processing} on the way`] : []),
    ...(refused > 0 ? [`${refused} not paid`] : []),
    ...(counts.unknown > 0 ? [`${counts.unknown} in doubt`] : []),
    ...(counts.queued > 0 ? [`${counts.queued} not sent`] : []),
  ];
  return `${parts.join(', ')}.`;
}
