// Following a run at the terminal: the progress bar, Ctrl+C, and the question before money moves. In: the streams.
// Out: what the desk calls while it runs. This file must never confirm anything by itself: a person types the count, or
// gave --yes beforehand.

import type { Follower } from '../../../shared/api/following.ts';
import type { ConfirmView } from '../../../shared/api/views.ts';
import type { BatchId } from '../../../shared/ids.ts';
import { askForCount, askForNumber } from './ask.ts';
import { EXIT } from './exit-codes.ts';
import { listenForInterruption } from './interruption.ts';
import { formatConfirm } from './print-confirm.ts';
import { type Progress, startProgress } from './progress-bar.ts';
import { type Streams, textColumns } from './streams.ts';

/** What the desk needs of the terminal while a batch runs. */
export interface TerminalFollower extends Follower {
  readonly confirm: (view: ConfirmView) => Promise<boolean>;
  readonly confirmCount: (question: { readonly count: number; readonly batch: BatchId }) => Promise<boolean>;
  /** Takes the progress bar away. */
  readonly stop: () => void;
}

/** Follows a run on these streams. */
export function followOnTerminal(streams: Streams, { yes }: { readonly yes: boolean }): TerminalFollower {
  let progress: Progress | null = null;
  const bar = (): Progress => (progress ??= startProgress(streams));
  const say = (line: string): void => void streams.stderr.write(`${line}\n`);
  const stop = (): void => {
    progress?.stop();
    progress = null;
  };
  return {
    stop,
    onProgress: (view) => bar().update(view),
    onNote: (note) => (progress === null ? say(note) : progress.say(note)),
    onPauseAsked: (pause) =>
      listenForInterruption({
        onFirst: () => {
          pause();
          bar().say('Pausing: no new request leaves; waiting for those in flight. Ctrl+C again leaves at once.');
        },
        onSecond: () => {
          stop();
          say('Left at once. What was in flight is in doubt and will be looked up at the next start.');
          process.exit(EXIT.paused);
        },
      }),
    confirm: async (view) => {
      stop();
      if (yes) {
        say(formatConfirm(view, textColumns(streams, 'stderr')));
        return true;
      }
      return isYes(await askForCount(view, streams), say);
    },
    confirmCount: async ({ count, batch }) => {
      if (yes) return true;
      return isYes(
        await askForNumber({ count, question: `Type how many payouts of ${batch} are still to be sent: ` }, streams),
        say,
      );
    },
  };
}

function isYes(answer: Awaited<ReturnType<typeof askForCount>>, say: (line: string) => void): boolean {
  if (answer.kind === 'declined') say(answer.message);
  if (answer.kind === 'refused') say(`${answer.refusal.message} ${answer.refusal.cure}`);
  return answer.kind === 'confirmed';
}
