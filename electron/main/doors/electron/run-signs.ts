// What the desktop shows of a run outside its page: the taskbar's progress, whether the computer is kept awake, notices
// when nobody looks. They are read over shoulders: a batch's number and counts, no account, no name, no word of the
// gateway.

import type { Activity } from '../../../../shared/api/desk-commands.ts';
import type { DeskEvent, LiveProgress } from '../../../../shared/api/events.ts';
import { unreachable } from '../../../../shared/failures.ts';
import { sumResults } from '../../../../shared/states.ts';
import type { DesktopWords, Notice } from '../../../../shared/text/desktop.ts';

type Words = DesktopWords['notices'];

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
  /** In the language that the window speaks now. */
  readonly words: () => Words;
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
      const notice = noticeOf(state, event, means.words());
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
function noticeOf(state: RunState, event: DeskEvent, words: Words): Notice | null {
  switch (event.kind) {
    case 'ended':
      // What is only followed ends many times a day.
      return state.activity.kind === 'sending' ? endNotice(event, words) : null;
    case 'alarm':
      return words.alarms[event.alarm];
    case 'progress':
      return isSentDue(state, event.progress) ? sentNotice(event.progress.view, words) : null;
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

type Ended = Extract<DeskEvent, { readonly kind: 'ended' }>;

/** A batch whose payouts have all left, and are on their way for longer than a person waits. */
function sentNotice({ batch, counts }: Ended['view'], words: Words): Notice {
  return { title: words.sent(batch), body: countsOf(counts, words) };
}

/** A batch that is no longer sent; null where what has left is only looked up later. */
function endNotice({ end, view }: Ended, words: Words): Notice | null {
  const counts = countsOf(view.counts, words);
  switch (end) {
    case 'reached':
      return { title: words.finished(view.batch), body: counts };
    case 'bound':
      return sentNotice(view, words);
    case 'paused':
      return { title: words.paused(view.batch), body: `${counts} ${words.seeWhy}` };
    case 'madeWay':
      return null;
    case 'refused':
      return { title: words.notSent(view.batch), body: words.seeWhy };
    default:
      return unreachable(end);
  }
}

function countsOf(counts: Ended['view']['counts'], words: Words): string {
  return words.counts(sumResults(counts));
}
