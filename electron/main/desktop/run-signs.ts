// What the desktop shows of a run outside its page: the taskbar's progress, whether the computer is kept awake, what is told
// when nobody looks. In: the desk's events. Out: signs, as data. This file must never let an account number, a name or a
// gateway's words into a notice: it is read over shoulders.

import type { Activity } from '../../../shared/api/desk-commands.ts';
import type { DeskEvent, Progress } from '../../../shared/api/events.ts';
import { unreachable } from '../../../shared/failures.ts';
import { ALARM_NOTICES, endNotice, type Notice, sentNotice } from './notices.ts';

/** Most small batches come to their end within it, and are told once; others may need days. Units: milliseconds. */
const SENT_TOLD_AFTER_MS = 60_000;

/** Shape: `settling` since when the last payout of this run has left, by the run's own time, and whether that was told. */
export interface RunState {
  readonly activity: Activity;
  readonly progress: Progress | null;
  readonly settling: { readonly sinceMs: number; readonly isTold: boolean } | null;
}

export const RUN_AT_REST: RunState = { activity: { kind: 'idle' }, progress: null, settling: null };

/** Shape: `bar` null without one, `asking` before anything is sent, else the part that has left, from 0 to 1. */
export interface RunSigns {
  readonly bar: number | 'asking' | null;
  readonly isSending: boolean;
}

export function nextRunState(state: RunState, event: DeskEvent): RunState {
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
export function signsOf({ activity, progress }: RunState): RunSigns {
  if (activity.kind === 'preparing') return { bar: 'asking', isSending: true };
  if (activity.kind !== 'sending') return { bar: null, isSending: false };
  if (progress === null || progress.phase === 'preflight') return { bar: 'asking', isSending: true };
  if (progress.phase !== 'sending') return { bar: null, isSending: false };
  const { total, view } = progress;
  return { bar: total === 0 ? 0 : (total - view.counts.queued) / total, isSending: true };
}

/** What a person who looks elsewhere is told of an event; null for most. Shape: `state` before the event. */
export function noticeOf(state: RunState, event: DeskEvent): Notice | null {
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
function settlingOf(state: RunState, next: Progress): RunState['settling'] {
  if (state.activity.kind !== 'sending' || next.phase !== 'settling') return null;
  if (state.settling !== null) return { ...state.settling, isTold: state.settling.isTold || isSentDue(state, next) };
  return state.progress?.phase === 'sending' ? { sinceMs: next.elapsedMs, isTold: false } : null;
}

function isSentDue({ settling }: RunState, { phase, elapsedMs }: Progress): boolean {
  if (settling === null || settling.isTold || phase !== 'settling') return false;
  return elapsedMs - settling.sinceMs >= SENT_TOLD_AFTER_MS;
}

function isRunning({ kind }: Activity): boolean {
  return kind === 'sending' || kind === 'following';
}
