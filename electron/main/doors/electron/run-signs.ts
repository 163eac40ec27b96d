// What the desktop shows of a run outside its page: the taskbar's progress, keeping the computer awake, notifications while the
// window is not focused: a batch ended, paused or needs a person. Others may see them, so they say a batch's number, counts and
// rupees added up, which tell nothing of any payee: no name, UPI ID, account or reference, and nothing of the gateway's text.

import type { Activity } from '../../../../shared/api/desk-commands.ts';
import type { DeskEvent, LiveProgress } from '../../../../shared/api/events.ts';
import { unreachable } from '../../../../shared/failures.ts';
import type { BatchId } from '../../../../shared/ids.ts';
import { batchState, sumResults } from '../../../../shared/states.ts';
import type { DesktopWords, Notice } from '../../../../shared/text/desktop.ts';

type Words = DesktopWords['notices'];

/** Electron's value for an indeterminate bar. See BrowserWindow.setProgressBar. */
const BAR_ASKING = 2;
const BAR_NONE = -1;

/** The system's functions, as Electron offers them. */
export interface SignMeans {
  readonly setProgressBar: (value: number) => void;
  /** Returns the function that lets the computer sleep again. */
  readonly keepAwake: () => () => void;
  readonly isLookedAt: () => boolean;
  /** Replaces an earlier notice with the same `about`, and no other. */
  readonly notify: (notice: Notice, about: string) => void;
  /** In the window's current language. */
  readonly words: () => Words;
}

interface ShownSigns {
  /** Whether payouts are being sent now. */
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
      if (notice !== null && !means.isLookedAt()) means.notify(notice, aboutOf(event));
    },
  };
}

function barOf(bar: RunSigns['bar']): number {
  if (bar === null) return BAR_NONE;
  return bar === 'asking' ? BAR_ASKING : bar;
}

/** Most small batches end within this time and need only one notification; others may take days. */
const SENT_NOTICE_AFTER_MS = 60_000;

/**
 * `settling`: when the last payout of this run was sent, in the run's elapsed time, and whether that was announced. `open`: the
 * batches that were seen before their end.
 */
interface RunState {
  readonly open: ReadonlySet<BatchId>;
  readonly activity: Activity;
  readonly progress: LiveProgress | null;
  readonly settling: { readonly sinceMs: number; readonly isAnnounced: boolean } | null;
}

const RUN_AT_REST: RunState = { open: new Set(), activity: { kind: 'idle' }, progress: null, settling: null };

/** `bar`: null for none, `asking` before anything is sent, else the share that was sent, from 0 to 1. */
interface RunSigns {
  readonly bar: number | 'asking' | null;
  readonly isSending: boolean;
}

function nextRunState(state: RunState, event: DeskEvent): RunState {
  switch (event.kind) {
    case 'snapshot': {
      const open = event.progress.reduce((known, { view }) => withBatch(known, view), state.open);
      return { ...RUN_AT_REST, open, activity: event.activity, progress: event.progress[0] ?? null };
    }
    case 'activity':
      return isRunning(event.activity)
        ? { ...state, activity: event.activity }
        : { ...RUN_AT_REST, open: state.open, activity: event.activity };
    case 'progress': {
      // The last progress of a run may be its end, and `ended` says that.
      const open = isSettled(event.progress.view) ? state.open : withBatch(state.open, event.progress.view);
      return { ...state, open, progress: event.progress, settling: settlingOf(state, event.progress) };
    }
    case 'ended':
      return { ...state, open: withBatch(state.open, event.view) };
    case 'alarm':
    case 'needsPerson':
    case 'changed':
    case 'environment':
    case 'gateways':
      return state;
    default:
      return unreachable(event);
  }
}

/** Payouts that are only followed, perhaps for days, do not keep the computer awake or show a bar. */
function signsOf({ activity, progress }: RunState): RunSigns {
  if (activity.kind === 'preparing') return { bar: 'asking', isSending: true };
  if (activity.kind !== 'sending') return { bar: null, isSending: false };
  if (progress === null || progress.phase === 'preflight') return { bar: 'asking', isSending: true };
  if (progress.phase !== 'sending') return { bar: null, isSending: false };
  const { total, view } = progress;
  return { bar: total === 0 ? 0 : (total - view.counts.queued) / total, isSending: true };
}

/** The notification for an event, if any. `state` is the one before the event. */
function noticeOf(state: RunState, event: DeskEvent, words: Words): Notice | null {
  switch (event.kind) {
    case 'ended':
      if (state.activity.kind === 'sending') return endNotice(event, words);
      // Runs that only follow end many times a day, and the end of a batch is one of them.
      return isSettled(event.view) && state.open.has(event.view.batch) ? finishedNotice(event.view, words) : null;
    case 'alarm':
      return words.alarms[event.alarm];
    case 'progress':
      return isSentDue(state, event.progress) ? sentNotice(event.progress.view, words) : null;
    case 'needsPerson':
      return words.needsPerson(event.batch, event.decide);
    case 'snapshot':
    case 'activity':
    case 'changed':
    case 'environment':
    case 'gateways':
      return null;
    default:
      return unreachable(event);
  }
}

/** A pause and what needs a person stand beside each other, and so do batches. */
function aboutOf(event: DeskEvent): string {
  if (event.kind === 'ended') return `run ${event.view.batch}`;
  if (event.kind === 'progress') return `run ${event.progress.view.batch}`;
  return event.kind === 'alarm' || event.kind === 'needsPerson' ? `${event.kind} ${event.batch}` : event.kind;
}

function withBatch(open: ReadonlySet<BatchId>, view: Ended['view']): ReadonlySet<BatchId> {
  const isOpen = !isSettled(view);
  if (open.has(view.batch) === isOpen) return open;
  const others = [...open].filter((batch) => batch !== view.batch);
  return new Set(isOpen ? [...others, view.batch] : others);
}

function isSettled({ counts }: Ended['view']): boolean {
  return batchState(counts, false) === 'settled';
}

/** Set once a run that was sending has nothing left to send. */
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

/** All payouts of the batch were sent, and some take longer than a person waits. */
function sentNotice(view: Ended['view'], words: Words): Notice {
  return { title: words.sent(view.batch), body: sumsOf(view, words) };
}

function finishedNotice(view: Ended['view'], words: Words): Notice {
  return { title: words.finished(view.batch), body: sumsOf(view, words) };
}

/** The batch is no longer being sent; null if it only made way. */
function endNotice({ end, view }: Ended, words: Words): Notice | null {
  switch (end) {
    case 'reached':
      return finishedNotice(view, words);
    case 'bound':
      return sentNotice(view, words);
    case 'paused':
      return { title: words.paused(view.batch), body: `${sumsOf(view, words)} ${words.seeWhy}` };
    case 'preempted':
      return null;
    case 'refused':
      return { title: words.notSent(view.batch), body: words.seeWhy };
    default:
      return unreachable(end);
  }
}

function sumsOf({ counts, paise }: Ended['view'], words: Words): string {
  return words.sums(sumResults(counts), sumResults(paise));
}
